import { Ban, CalendarClock, CalendarX, CirclePause, IdCard } from '@lucide/vue'
import type { Component } from 'vue'
import type { CheckedCredential } from '../../shared/contract/presentations.ts'
import { oneOf, t } from '../i18n/i18n.ts'
import { sentDate } from '../ui/sent-date.ts'
import { useNowEachHalfMinute } from '../ui/shared-now.ts'
import type { Tone } from '../ui/tone.ts'

/** The states: in force, taken back by its issuer, out of its time, found invalid by its holder, or unsure. */
export const CREDENTIAL_STATES = ['active', 'suspended', 'revoked', 'expired', 'notYet', 'invalid', 'unknown'] as const
export type CredentialState = (typeof CREDENTIAL_STATES)[number]

/** How far the begin of a credential may lie ahead, as in `credential.issuance`; the window's clock ticks slowly. */
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
  /** What its status list says; undefined for one without an entry, which is in force as long as its time lasts. */
  readonly status: CheckedCredential['status'] | undefined
  readonly from: string | null
  readonly until: string | null
}

/**
 * What its issuer took back counts first; what is out of its time is not in force, whatever the status list says. Of an
 * end that cannot be read nothing is known.
 */
export function credentialState({ status, from, until }: CredentialFacts, nowMs: number): CredentialState {
  if (status === 'revoked' || status === 'suspended') return status
  const [begins, ends] = [from, until].map((time) => (time === null ? null : sentDate(time)?.getTime()))
  if (typeof ends === 'number' && ends <= nowMs) return 'expired'
  if (typeof begins === 'number' && begins > nowMs + TOLERATED_MS) return 'notYet'
  return begins === undefined || ends === undefined ? 'unknown' : (status ?? 'active')
}

/** The state of credentials as it is now, in words, also when their time ends while somebody looks. */
export function useCredentialState() {
  const now = useNowEachHalfMinute()
  const lookOf = (id: CredentialState) => ({ id, ...LOOKS[id], label: t(oneOf('parts.credentialState.*', id)) })

  return { now, lookOf, stateOf: (facts: CredentialFacts) => lookOf(credentialState(facts, now.value.getTime())) }
}
