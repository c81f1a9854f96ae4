import { Ban, CalendarClock, CalendarX, CirclePause, IdCard } from '@lucide/vue'
import type { Component } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Tone } from '../../ui/tone.ts'

/** What a credential is: in force, taken back by its issuer, out of its time, or found invalid when it came in. */
export const CREDENTIAL_STATES = ['active', 'suspended', 'revoked', 'expired', 'notYet', 'invalid'] as const
export type CredentialState = (typeof CREDENTIAL_STATES)[number]

const LOOKS: Readonly<Record<CredentialState, { readonly tone: Tone; readonly icon: Component }>> = {
  active: { tone: 'ok', icon: IdCard },
  suspended: { tone: 'warn', icon: CirclePause },
  revoked: { tone: 'bad', icon: Ban },
  expired: { tone: 'bad', icon: CalendarX },
  notYet: { tone: 'warn', icon: CalendarClock },
  invalid: { tone: 'bad', icon: Ban },
}

/** How states of credentials are shown, and what stands for a credential of unknown state. */
export function useCredentialStates() {
  const { t } = useI18n()

  function labelOf(state: CredentialState): string {
    return state === 'expired' || state === 'notYet' || state === 'invalid'
      ? t(`wallet.credential.${state}`)
      : t(`wallet.issued.status.${state}`)
  }

  const badgeOf = (state: CredentialState) => ({ tone: LOOKS[state].tone, label: labelOf(state) })
  const iconOf = (state: CredentialState | undefined): Component => LOOKS[state ?? 'active'].icon

  return { labelOf, badgeOf, iconOf }
}
