/**
 * Generates passwords. Every character and word is drawn with equal probability: biased random numbers are drawn again.
 * A password that lacks a required kind of character is drawn again as a whole, so that all valid passwords are equally
 * likely.
 */

export const ALPHABETS = {
  small: 'abcdefghijklmnopqrstuvwxyz',
  capitals: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digits: '0123456789',
  symbols: '!#$%&*+-./:;<=>?@^_~',
} as const
export type AlphabetName = keyof typeof ALPHABETS

export interface CharacterSettings {
  readonly kind: 'characters'
  readonly length: number
  readonly alphabets: readonly AlphabetName[]
}

export interface WordSettings {
  readonly kind: 'words'
  readonly count: number
  readonly separator: string
  /** Each word begins with a capital letter, and one ends with a digit, as many websites demand. */
  readonly capitalsAndDigit: boolean
}

export type PasswordSettings = CharacterSettings | WordSettings

export const LENGTHS = { least: 8, usual: 20, most: 128 } as const
export const COUNTS = { least: 4, usual: 6, most: 16 } as const

/** Returns random numbers below 2^32, all equally likely. */
export type RandomNumbers = () => number

const NUMBERS = 2 ** 32

/** The browser's random numbers, which come from the operating system. */
export function systemNumbers(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return number
}

/** A random number from 0 to below `limit`, all equally likely. */
export function randomBelow(limit: number, next: RandomNumbers): number {
  const even = NUMBERS - (NUMBERS % limit)
  for (;;) {
    const number = next()
    if (number < even) return number % limit
  }
}

/** @param words the list that words are drawn from */
export function generatePassword(
  settings: PasswordSettings,
  words: readonly string[],
  next: RandomNumbers = systemNumbers,
): string {
  return settings.kind === 'characters' ? ofCharacters(settings, next) : ofWords(settings, words, next)
}

/** A passphrase that a person has to type, with the default settings of the generator. */
export async function newPassphrase(): Promise<string> {
  const { PASSWORD_WORDS } = await import('./password-words.ts')
  const settings = { kind: 'words', count: COUNTS.usual, separator: '-', capitalsAndDigit: false } as const
  return generatePassword(settings, PASSWORD_WORDS)
}

function ofCharacters({ length, alphabets }: CharacterSettings, next: RandomNumbers): string {
  const wanted = alphabets.map((name) => ALPHABETS[name])
  if (wanted.length === 0 || length < wanted.length) throw new RangeError('no password has all that is wanted')
  const all = wanted.join('')
  for (;;) {
    const drawn = Array.from({ length }, () => all.charAt(randomBelow(all.length, next)))
    if (wanted.every((alphabet) => drawn.some((character) => alphabet.includes(character)))) return drawn.join('')
  }
}

function ofWords(
  { count, separator, capitalsAndDigit }: WordSettings,
  words: readonly string[],
  next: RandomNumbers,
): string {
  const drawn = Array.from({ length: count }, () => words[randomBelow(words.length, next)] ?? '')
  if (!capitalsAndDigit) return drawn.join(separator)
  const numbered = randomBelow(count, next)
  const digit = String(randomBelow(ALPHABETS.digits.length, next))
  return drawn
    .map((word, index) => `${word.charAt(0).toUpperCase()}${word.slice(1)}${index === numbered ? digit : ''}`)
    .join(separator)
}

/** The entropy for somebody who knows the settings: the binary logarithm of the number of passwords, at most. */
export function bitsOf(settings: PasswordSettings, wordsInList: number): number {
  if (settings.kind === 'words') {
    const extra = settings.capitalsAndDigit ? Math.log2(settings.count * ALPHABETS.digits.length) : 0
    return Math.floor(settings.count * Math.log2(wordsInList) + extra)
  }
  const characters = settings.alphabets.reduce((sum, name) => sum + ALPHABETS[name].length, 0)
  return Math.floor(settings.length * Math.log2(Math.max(1, characters)))
}
