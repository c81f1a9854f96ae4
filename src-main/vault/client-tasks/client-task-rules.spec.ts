// Proves docs/contract/vault.md, Client tasks.

import { describe, expect, it } from 'vitest'
import { typesUnknownTo } from './client-task-rules.ts'

describe('client task rules', () => {
  it.each([
    [null, false],
    ['', false],
    ['latest', false],
    ['1.9.9', true],
    ['2', true],
    ['2.0', true],
    ['2.0.0', true],
    ['2.0.17', true],
    ['2.1.0', false],
    ['3.0', false],
  ])('typesUnknownTo › a client of version %s: keeps tasks back %s', (version, keepsBack) => {
    expect(typesUnknownTo(version).includes('reencrypt_account_owner_kek')).toBe(keepsBack)
    expect(typesUnknownTo(version)).not.toContain('update_item_shares')
    expect(typesUnknownTo(version)).not.toContain('setup_key_delegation')
  })
})
