import { Ban, CalendarClock, CalendarX, CirclePause, IdCard } from '@lucide/vue'
import type { Component } from 'vue'
import type { CheckedCredential } from '../../shared/contract/presentations.ts'
import { oneOf, t } from '../i18n/i18n.ts'
import { sentDate } from '../ui/sent-date.ts'
import { useNowEachHalfMinute } from '../ui/shared-now.ts'
import type { Tone } from '../ui/tone.ts'

/**
 * The states: active, suspended or revoked by its issuer, expired or not valid yet, invalid for its holder, or unknown.
 */
export const CREDENTIAL_STATES = ['active', 'suspended', 'revoked', 'expired', 'notYet', 'invalid', 'unknown'] as const
export type CredentialState = (typeof CREDENTIAL_STATES)[number]

/**
 * How far the start of a credential may be in the future, as in `credential.issuance`; the window's clock ticks slowly.
 */
const TOLERATED_MS = 60_000

const LOOKS: Readonly<Record<CredentialState, { readonly tone: Tone; readonly icon: Component }>> = {
  active: { tone: 'ok', icon: IdCard },
  suspended: { tone: 'warn', icon: CirclePause },
  revoked: { tone: 'bad', icon: Ban },
  expired: { tone: 'bad', icon: CalendarX },
  notYet: { tone: 'warn', icon: CalendarClock },
  invalid: { tone: 'bad', icon: Ban },
  unknown: { tone: 'neutral', icon: IdCard },
}

interface CredentialFacts {
  /** The status in its status list; undefined without an entry, which leaves only the validity period. */
  readonly status: CheckedCredential['status'] | undefined
  readonly from: string | null
  readonly until: string | null
}

/**
 * Revocation by the issuer wins over the validity period, and that over an active status. A malformed end is unknown.
 */
export function credentialState({ status, from, until }: CredentialFacts, nowMs: number): CredentialState {
  if (status === 'revoked' || status === 'suspended') return status
  const [begins, ends] = [from, until].map((time) => (time === null ? null : sentDate(time)?.getTime()))
  if (typeof ends === 'number' && ends <= nowMs) return 'expired'
  if (typeof begins === 'number' && begins > nowMs + TOLERATED_MS) return 'notYet'
  return begins === undefined || ends === undefined ? 'unknown' : (status ?? 'active')
}

/** The current state of credentials as text, also when one expires while it is shown. */
export function useCredentialState() {
  const now = useNowEachHalfMinute()
  const lookOf = (id: CredentialState) => ({ id, ...LOOKS[id], label: t(oneOf('parts.credentialState.*', id)) })

  return { now, lookOf, stateOf: (facts: CredentialFacts) => lookOf(credentialState(facts, now.value.getTime())) }
}
