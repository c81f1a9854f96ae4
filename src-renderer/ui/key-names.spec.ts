// Proves docs/contract/window.md, Keys.

import { afterEach, describe, expect, it } from 'vitest'
import { speak } from '../i18n/languages.ts'
import { changeKeys, resetKeys } from './key-changes.ts'
import { keyNames, keysText } from './key-names.ts'

afterEach(async () => {
  resetKeys()
  await speak('en')
})

describe('keyNames', () => {
  it('names the keys that somebody chose, in the language of the window', async () => {
    expect(keyNames('Ctrl+Shift+U').join(' ')).toBe('Ctrl Shift U')
    expect(keyNames('Ctrl++')).toEqual(['Ctrl', '+'])

    await speak('de')
    changeKeys('Ctrl+Shift+U', 'G U')
    expect(keyNames('Ctrl+Shift+U')).toEqual(['G', 'U'])
    changeKeys('Ctrl+Shift+U', 'Ctrl+Shift+Y')
    expect(keyNames('Ctrl+Shift+U').join(' ')).toBe('Strg Umschalt Y')
  })
})

it('keysText › keys as they are typed, with their names in the language of the window', async () => {
  expect(['Ctrl+B', 'Ctrl++', 'G I', ''].map(keysText)).toEqual(['Ctrl+B', 'Ctrl++', 'G I', ''])

  await speak('de')
  expect(['Ctrl+Shift+B', 'Ctrl+B Ctrl++'].map(keysText)).toEqual(['Strg+Umschalt+B', 'Strg+B Strg++'])
})
