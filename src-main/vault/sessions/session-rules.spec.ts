import { describe, expect, it } from 'vitest'
import { limitedLifetime, requireTokenSession } from './session-rules.ts'

const NOW_MS = Date.parse('2026-01-01T00:00:00.000Z')

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

describe('limitedLifetime', () => {
  it.each([
    ['a shorter wish stays', 60, '2026-01-01T00:01:01.000Z', 60],
    ['a longer wish ends with the presented token', 60, '2026-01-01T00:00:59.500Z', 59.5],
  ])('%s', (_, wished, validTill, lifetime) => {
    expect(limitedLifetime(wished, validTill, NOW_MS)).toBe(lifetime)
  })
})
