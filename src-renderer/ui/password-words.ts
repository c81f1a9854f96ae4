import { dictionary } from '@zxcvbn-ts/language-common'

/** The Diceware list of 7,776 short words. A chunk of its own: load it only when it is needed. */
export const PASSWORD_WORDS: readonly string[] = dictionary['diceware-common']
