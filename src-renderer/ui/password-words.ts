import { dictionary } from '@zxcvbn-ts/language-common'

/** 7,776 short words, the list that people also draw from with dice. A chunk of its own: load it when it is needed. */
export const PASSWORD_WORDS: readonly string[] = dictionary['diceware-common']
