// Proves docs/contract/vault.md, Sessions.

import { describe, expect, it } from 'vitest'
import { requireTokenSession, requestedLifetime } from './session-rules.ts'

describe('requireTokenSession', () => {
  it('session_of_oidc, session of a JSON Web Token', () => {
    expect(() => requireTokenSession({ type: 'oidc' })).toThrow(
      expect.objectContaining({ code: 'session_of_oidc', status: 409 }) as Error,
    )
  })

  it('lets sessions of access tokens pass', () => {
    expect(() => requireTokenSession({ type: 'token' })).not.toThrow()
  })
})

describe('requestedLifetime', () => {
  it.each([
    ['the name of key-store clients', { valid_for: 60, valid_for_seconds: 30 }, { path: 'valid_for', seconds: 60 }],
    ['the later name', { valid_for_seconds: 30 }, { path: 'valid_for_seconds', seconds: 30 }],
    ['a null is absent', { valid_for: null, valid_for_seconds: 30 }, { path: 'valid_for_seconds', seconds: 30 }],
  ])('%s', (_, body, wished) => {
    expect(requestedLifetime(body)).toEqual(wished)
  })
})
