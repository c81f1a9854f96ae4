/*
 * The passphrase of a share intent, which people tell each other: 16 characters of Crockford's Base32 (80 bits) in groups of
 * four, such as `K7QF-2M9T-XD4R-8WPA`. Typed I and L mean 1, and O means 0.
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
  const bytes = random(CHARACTERS) // five bits of a uniform byte are uniform too
  const characters = Array.from(bytes, (byte) => ALPHABET.charAt(byte & LOWEST_FIVE_BITS)).join('')
  wipe(bytes)
  return inGroups(characters)
}

/** The canonical spelling of a passphrase that {@link newSharePassphrase} made; any other text unchanged. */
export function readSharePassphrase(typed: string): string {
  const characters = typed.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return SHAPE.test(characters) ? inGroups(characters) : typed
}

function inGroups(characters: string): string {
  return characters.replaceAll(GROUPS, '$&-')
}
