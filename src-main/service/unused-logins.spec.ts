// Proves docs/contract/vault.md, Sessions, Limits.

import { describe, expect, it } from 'vitest'
import { createUnusedLogins } from './unused-logins.ts'

const hashOf = (name: string) => Buffer.from(name)

/** Logins of users who all have a login key, but for those in `without`. */
function someLogins(without: ReadonlySet<string> = new Set()) {
  const logins = createUnusedLogins({
    findLoginKeyOwnerById: (id) => (without.has(id) ? undefined : { keystore_user_id: `keystore ${id}` }),
  })
  const kept: string[] = []
  return {
    kept,
    forget: (vaultUserId: string) => logins.forget({ vaultUserId, keystoreUserId: null }),
    add: (name: string, userId = 'ada') =>
      logins.add({
        token_hash: hashOf(name),
        parent_session_id: null,
        id: name,
        issued_by: 'vault',
        opened_by: 'public_key',
        vault_user_id: userId,
        keystore_user_id: null,
        valid_from: '2026-01-01T00:00:00.000Z',
        valid_till: '2026-01-08T00:00:00.000Z',
        client_identifier: null,
        timezone: null,
        delegation_token: null,
        ended: 0,
      }),
    begin: (name: string, keep = (): void => void kept.push(name)) => logins.begin(hashOf(name), keep),
  }
}

describe('unused logins', () => {
  it('begin › hands each over once, with the key-store account that its user has by then', () => {
    const { add, begin, kept } = someLogins()
    add('one')
    expect(begin('one')).toMatchObject({ id: 'one', keystore_user_id: 'keystore ada' })
    expect(begin('one')).toBeUndefined()
    expect(begin('another')).toBeUndefined()
    expect(kept).toEqual(['one'])
  })

  it('begin › keeps what could not be stored for another time', () => {
    const { add, begin } = someLogins()
    add('one')
    const fail = () => {
      throw new Error('the disk is full')
    }
    expect(() => begin('one', fail)).toThrow('the disk is full')
    expect(begin('one')).toMatchObject({ id: 'one' })
  })

  it('begin › nothing for a user who has no login key any more', () => {
    const without = new Set<string>()
    const { add, begin, kept } = someLogins(without)
    add('one')
    without.add('ada')
    expect(begin('one')).toBeUndefined()
    expect(kept).toEqual([])
  })

  it('forget › ends those of one user', () => {
    const { add, begin, forget } = someLogins()
    add('one')
    add('two', 'bob')
    forget('ada')
    expect(begin('one')).toBeUndefined()
    expect(begin('two')).toMatchObject({ id: 'two' })
  })

  it('add › where there are 16,384, the oldest gives way to one more', () => {
    const { add, begin } = someLogins()
    for (let count = 0; count <= 16_384; count += 1) add(`login ${count}`)
    expect(begin('login 0')).toBeUndefined()
    expect(begin('login 1')).toMatchObject({ id: 'login 1' })
  })
})
