// Proves docs/contract/workbench.md, Workspaces: keys.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RANDOM_CHARACTERS, readRecoveryCode, spellRecoveryCode } from './recovery-code.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codes = fc
  .uint8Array({ minLength: RANDOM_CHARACTERS, maxLength: RANDOM_CHARACTERS })
  .map((bytes) => spellRecoveryCode(bytes))

it('spellRecoveryCode › spells the random characters and their check in seven groups', () => {
  expect(spellRecoveryCode(new Uint8Array(RANDOM_CHARACTERS))).toBe('0000-0000-0000-0000-0000-0000-0000')
  expect(spellRecoveryCode(Uint8Array.from({ length: RANDOM_CHARACTERS }, (_, index) => index))).toMatch(
    /^0123-4567-89AB-CDEF-GHJK-MNPQ-RS[0-9A-Z]{2}$/,
  )
  // 31 × 32 + 29 = 1021, so that the rest is 0 again where the number is the modulus.
  const modulus = Uint8Array.from({ length: RANDOM_CHARACTERS }, (_, index) => ({ 24: 31, 25: 29 })[index] ?? 0)
  expect(spellRecoveryCode(modulus)).toBe('0000-0000-0000-0000-0000-0000-ZX00')
})

it('spellRecoveryCode › takes no fewer random bytes', () => {
  expect(() => spellRecoveryCode(new Uint8Array(RANDOM_CHARACTERS - 1))).toThrow('26 random bytes')
})

it('readRecoveryCode › reads a code however it is typed', () => {
  fc.assert(
    fc.property(codes, (code) => {
      const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')

      expect(readRecoveryCode(` ${typed}\n`)).toBe(code)
      expect(readRecoveryCode(code.replaceAll('-', '').replaceAll('1', 'i'))).toBe(code)
    }),
  )
})

it('readRecoveryCode › notices every wrong character and every exchange of two neighbours', () => {
  fc.assert(
    fc.property(codes, fc.nat(27), fc.nat(31), (code, place, letter) => {
      const plain = code.replaceAll('-', '')
      const other = ALPHABET.charAt(letter)
      const wrong = plain.slice(0, place) + other + plain.slice(place + 1)
      const [first = '', second = ''] = plain.slice(place, place + 2)
      const exchanged = plain.slice(0, place) + second + first + plain.slice(place + 2)

      expect(readRecoveryCode(wrong) === undefined).toBe(wrong !== plain)
      expect(readRecoveryCode(exchanged) === undefined).toBe(exchanged !== plain)
    }),
  )
})

it('readRecoveryCode › reads nothing that is no code', () => {
  for (const typed of ['', 'correct horse battery staple', '0000-0000-0000-0000-0000-0000', 'U'.repeat(28)]) {
    expect(readRecoveryCode(typed)).toBeUndefined()
  }
  expect(readRecoveryCode('0'.repeat(29))).toBeUndefined()
})
