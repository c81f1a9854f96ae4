/*
 * The passphrase of a share intent, told from person to person: 16 characters of Crockford's Base32 (80 bit) in groups
 * of four, `K7QF-2M9T-XD4R-8WPA`. The alphabet has no I, L, O, U: what is read as one of the first three means 1 or 0.
 */
import { wipe } from './keys.ts'
import { randomBytes } from './random.ts'
import type { RandomBytes } from './random.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CHARACTERS = 16
const SHAPE = new RegExp(`^[${ALPHABET}]{${CHARACTERS}}$`)
const GROUPS = /.{4}(?=.)/g
const LOWEST_FIVE_BITS = 31

export function newSharePassphrase(random: RandomBytes = randomBytes): string {
  const bytes = random(CHARACTERS) // 256 is a multiple of 32, so five bits of a byte are as even as the byte
  const characters = Array.from(bytes, (byte) => ALPHABET.charAt(byte & LOWEST_FIVE_BITS)).join('')
  wipe(bytes)
  return inGroups(characters)
}

/** The one spelling of a passphrase as {@link newSharePassphrase} makes them, however it was typed; others unchanged. */
export function readSharePassphrase(typed: string): string {
  const characters = typed.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return SHAPE.test(characters) ? inGroups(characters) : typed
}

function inGroups(characters: string): string {
  return characters.replaceAll(GROUPS, '$&-')
}
