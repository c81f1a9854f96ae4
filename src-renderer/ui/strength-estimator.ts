import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'

/*
 * A chunk of its own, because its word lists are ten times as large as the rest of a first screen.
 * `NewPassphraseField.vue` loads it when a new passphrase is about to be typed.
 */

/** The number of first characters to analyse: they suffice for long passphrases, and time grows with the length. */
const LOOKED_AT_CHARACTERS = 100

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  maxLength: LOOKED_AT_CHARACTERS,
})

/** The strength, and the message keys of its advice. */
export interface Estimate {
  /** The strength from 0, guessed immediately, to 4. */
  readonly score: 0 | 1 | 2 | 3 | 4
  readonly warning: string | null
  readonly suggestions: readonly string[]
}

/** @param known words that others know about its user, which make a passphrase no stronger */
export function estimate(passphrase: string, known: readonly string[]): Estimate {
  const { score, feedback } = estimator.check(passphrase, [...known])
  return { score, warning: feedback.warning, suggestions: feedback.suggestions }
}
