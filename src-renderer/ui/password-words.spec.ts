// Proves docs/contract/window.md, Everywhere: new passwords.

import { expect, it } from 'vitest'
import { PASSWORD_WORDS } from './password-words.ts'

it('passwords of words are drawn from a list without doubles, of small letters only', () => {
  expect(new Set(PASSWORD_WORDS).size).toBe(7776)
  expect(PASSWORD_WORDS.filter((word) => !/^[a-z]{3,}$/.test(word))).toEqual([])
})
