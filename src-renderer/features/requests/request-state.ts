import { Ban, CircleCheck, CircleX, Clock, FlaskConical, Hourglass, ScanLine } from '@lucide/vue'
import type { Component } from 'vue'
import type { VerifierRequest, VerifierRequestState } from '../../../shared/contract/verifier-requests.ts'
import type { Tone } from '../../ui/tone.ts'

export const STATE_LOOKS: Readonly<Record<VerifierRequestState, { readonly tone: Tone; readonly icon: Component }>> = {
  waiting: { tone: 'neutral', icon: Hourglass },
  fetched: { tone: 'info', icon: ScanLine },
  rejected: { tone: 'bad', icon: CircleX },
  verified: { tone: 'ok', icon: CircleCheck },
  expired: { tone: 'neutral', icon: Clock },
  cancelled: { tone: 'neutral', icon: Ban },
}

/** The icon of a request, which differs for those of scenarios. */
export function requestIcon({ scenario }: Pick<VerifierRequest, 'scenario'>): Component {
  return scenario === null ? ScanLine : FlaskConical
}

const OPEN: readonly VerifierRequestState[] = ['waiting', 'fetched', 'rejected']

/** Whether a wallet can still answer it. */
export function isOpenRequest({ state }: { readonly state: VerifierRequestState }): boolean {
  return OPEN.includes(state)
}
