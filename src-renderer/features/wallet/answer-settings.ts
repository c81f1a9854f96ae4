import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { Profile, Scenario } from '../../../shared/contract/workbench-wallet.ts'

/** How the next request is answered. */
export interface AnswerSettings {
  /** Undefined: as the definition asks. */
  readonly profile: Profile | undefined
  /** Id of what is broken on purpose; undefined: nothing. */
  readonly scenario: string | undefined
  /** The key that signs; undefined: the one the wallet chooses. */
  readonly holderKey: string | undefined
}

const USUAL: AnswerSettings = { profile: undefined, scenario: undefined, holderKey: undefined }

/** How each actor answers, as chosen on the phone; a choice stays for the next run. */
export const useAnswerSettings = defineStore('answer-settings', () => {
  const byActor = shallowReactive(new Map<string, AnswerSettings>())

  function of(actor: string): AnswerSettings {
    return byActor.get(actor) ?? USUAL
  }

  function change(actor: string, changes: Partial<AnswerSettings>): void {
    byActor.set(actor, { ...of(actor), ...changes })
  }

  /** A scenario says in which profile it must be sent. */
  function breakWith(actor: string, scenario: Pick<Scenario, 'id' | 'profile'> | undefined): void {
    change(actor, { scenario: scenario?.id, profile: scenario?.profile })
  }

  return { of, change, breakWith }
})
