// Proves docs/contract/vault.md, Mounts.

import { describe, expect, it } from 'vitest'
import { collisionRule } from './collisions.ts'

describe('collisionRule', () => {
  const choose = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    hints: { token?: string; query?: object; body?: unknown },
  ) => collisionRule(method, path)?.choose({ token: hints.token, query: { ...hints.query }, body: hints.body })

  it.each(['/session', '/session/all'])('gives DELETE %s to the part that issued the token', (path) => {
    expect(choose('DELETE', path, { token: 'k_x' })).toBe('keystore')
    expect(choose('DELETE', path, { token: 'v_x' })).toBe('vault')
    expect(choose('DELETE', path, {})).toBe('vault')
  })

  it.each([
    [{ public_key: 'x' }, 'vault'],
    [{ username: 'x', passphrase: 'y' }, 'keystore'],
    [{ username: 'x', public_key: 'y' }, 'vault'],
    [{}, 'vault'],
  ])('gives POST /session with %j to the %s', (body, part) => {
    expect(choose('POST', '/session', { body })).toBe(part)
  })

  it.each([
    [{ delegation_token: 'x' }, 'keystore'],
    [{ vault_child_id: 'x', parent_public_key_for_connection: {} }, 'keystore'],
    [{ parent_public_key_for_connection: {} }, 'vault'],
    [{ child_public_key_for_connection: {} }, 'vault'],
    [{}, 'keystore'],
    ['text', 'keystore'],
    [null, 'keystore'],
  ])('gives POST /child_users with %j to the %s', (body, part) => {
    expect(choose('POST', '/child_users', { body })).toBe(part)
  })

  it('knows nothing about a call that only one part serves', () => {
    expect(collisionRule('GET', '/items')).toBeUndefined()
  })
})
