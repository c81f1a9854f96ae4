// Proves docs/contract/window.md, Verifier.

import { describe, expect, it } from 'vitest'
import { settingsForm, settingsValues } from './verifier-settings-form.ts'

const STORED = {
  wallet_scheme: 'vaultbench-wallet',
  explain: false,
  cors_origins: ['https://a.example', 'http://localhost:5173'],
  base_url: null,
}
const wrongOf = (changes: Partial<ReturnType<typeof settingsValues>>) =>
  settingsForm()
    .safeParse({ ...settingsValues(STORED), ...changes })
    .error?.issues.map(({ path }) => path.join('.'))

describe('settingsForm', () => {
  it('gives back what was stored when nothing is changed', () => {
    expect(settingsForm().parse(settingsValues(STORED))).toEqual(STORED)
  })

  it.each([
    ['base_url', { base_url: 'ftp://a.example' }],
    ['base_url', { base_url: 'http://user:word@a.example' }],
    ['base_url', { base_url: 'a phone' }],
    ['wallet_scheme', { wallet_scheme: 'my wallet' }],
    ['cors_origins', { cors_origins: 'https://a.example/page' }],
    ['cors_origins', { cors_origins: 'null' }],
    ['cors_origins', { cors_origins: Array.from({ length: 51 }, (_, port) => `http://h:${port + 1}`).join(' ') }],
  ])('names %s when it is %o', (field, changes) => {
    expect(wrongOf(changes)).toEqual([field])
  })
})
