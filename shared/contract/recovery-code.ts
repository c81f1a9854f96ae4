/**
 * The recovery code of a workspace as a person writes it down: 26 random characters of Crockford's Base32 (130 bit) and
 * two that check them, in groups of four, `ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2378`. The alphabet has no I, L, O, U: what is
 * read as one of the first three means 1 or 0.
 *
 * The check is the number that the 26 characters spell, modulo 1021: a prime below 32 × 32, so that every wrong character
 * and every exchange of two neighbours is noticed before anything is tried with the code.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const RANDOM_CHARACTERS = 26
const CHECK_CHARACTERS = 2
const SHAPE = new RegExp(`^[${ALPHABET}]{${RANDOM_CHARACTERS + CHECK_CHARACTERS}}$`)
const GROUPS = /.{4}(?=.)/g
const BASE = BigInt(ALPHABET.length)
const MODULUS = 1021n

/**
 * Spells a code.
 *
 * @param random one random byte a character; the lowest five bits of each count
 */
export function spellRecoveryCode(random: Uint8Array): string {
  if (random.length !== RANDOM_CHARACTERS) throw new Error(`a recovery code takes ${RANDOM_CHARACTERS} random bytes`)
  const characters = Array.from(random, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
  return `${characters}${checkOf(characters)}`.replaceAll(GROUPS, '$&-')
}

/** Returns the canonical spelling of a code. @returns undefined when it is mistyped, too short or too long */
export function readRecoveryCode(typed: string): string | undefined {
  const characters = typed.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (!SHAPE.test(characters)) return undefined
  const isRight = checkOf(characters.slice(0, RANDOM_CHARACTERS)) === characters.slice(RANDOM_CHARACTERS)
  return isRight ? characters.replaceAll(GROUPS, '$&-') : undefined
}

function checkOf(characters: string): string {
  const number = Array.from(characters).reduce((sum, one) => sum * BASE + BigInt(ALPHABET.indexOf(one)), 0n)
  const rest = Number(number % MODULUS)
  return `${ALPHABET.charAt(Math.floor(rest / ALPHABET.length))}${ALPHABET.charAt(rest % ALPHABET.length)}`
}
