import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { Profile, Scenario } from '../../../shared/contract/workbench-wallet.ts'

/** The settings for answering the next request. */
export interface AnswerSettings {
  /** Undefined for the profile that the definition asks for. */
  readonly profile: Profile | undefined
  /** The id of the scenario to apply; undefined for none. */
  readonly scenario: string | undefined
  /** The signing key; undefined if the wallet chooses it. */
  readonly holderKey: string | undefined
}

/** The settings as the body of the call that sends an answer. */
export function answerBody({ profile, scenario, holderKey }: AnswerSettings, share_whole: boolean) {
  return { profile: profile ?? null, scenario: scenario ?? null, holder_key_id: holderKey ?? null, share_whole }
}

const USUAL: AnswerSettings = { profile: undefined, scenario: undefined, holderKey: undefined }

/** The answer settings of each actor, as chosen on the phone; they stay for the next run. */
export const useAnswerSettings = defineStore('answer-settings', () => {
  const byActor = shallowReactive(new Map<string, AnswerSettings>())

  function of(actor: string): AnswerSettings {
    return byActor.get(actor) ?? USUAL
  }

  function change(actor: string, changes: Partial<AnswerSettings>): void {
    byActor.set(actor, { ...of(actor), ...changes })
  }

  /** A scenario determines the profile, where it changes a W3C presentation. */
  function breakWith(actor: string, scenario: Pick<Scenario, 'id' | 'profile'> | undefined): void {
    change(actor, { scenario: scenario?.id, profile: scenario?.profile ?? undefined })
  }

  return { of, change, breakWith }
})
