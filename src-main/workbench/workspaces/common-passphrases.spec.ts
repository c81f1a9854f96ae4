// Proves docs/contract/workbench.md, Workspaces: keys.

import { describe, expect, it } from 'vitest'
import { isCommonPassphrase, refuseCommonPassphrase } from './common-passphrases.ts'

const refused = (passphrase: string) =>
  refuseCommonPassphrase(passphrase, 'passphrase').then(
    () => undefined,
    (error: unknown) => error,
  )

describe('refuseCommonPassphrase', () => {
  it.each(['password', '12345678', 'iloveyou', 'PassWord', '  password1 ', 'ｐａｓｓｗｏｒｄ'])(
    'refuses %s',
    async (one) => {
      expect(await refused(one)).toMatchObject({
        code: 'passphrase_too_common',
        extraInfo: { parameter: 'passphrase' },
      })
    },
  )

  it.each([
    ['one character', 'zzzzzzzzzz'],
    ['a few characters', 'xy7xy7xy7xy7'],
    ['a few characters with spaces', 'q9w q9w q9w'],
    ['a common one', 'passwordpassword'],
    ['common ones in words', 'Dragon dragon dragon'],
  ])('refuses %s repeated', async (_what, one) => {
    expect(await refused(one)).toMatchObject({ code: 'passphrase_too_common' })
  })

  it.each([
    'correct horse battery staple',
    'marmalade tractor',
    'ümläut tractor',
    'lakelake under snow',
    'gravel7 gravel7',
  ])('takes %s', async (one) => {
    expect(await refused(one)).toBeUndefined()
  })

  it('does not repeat the passphrase in what it says', async () => {
    expect(JSON.stringify(await refused('Iloveyou'))).not.toMatch(/iloveyou/i)
  })
})

it('isCommonPassphrase › looks at the whole passphrase only', () => {
  expect(isCommonPassphrase('dragon', new Set(['dragon']))).toBe(true)
  expect(isCommonPassphrase('dragon of the lake', new Set(['dragon']))).toBe(false)
})
