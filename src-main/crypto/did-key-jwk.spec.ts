// Proves docs/contract/exchange.md, Demo issuers.

import { importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { isSameJwk, jwkOfDidKey } from './did-key-jwk.ts'
import { didKeyOf, newSigningKey } from './signing-key.ts'
import { verificationKeyFromJwk } from './verification-key.ts'

describe('jwkOfDidKey', () => {
  it.each([
    ['Ed25519', 'EdDSA', ['crv', 'kty', 'x']],
    ['P-256', 'ES256', ['crv', 'kty', 'x', 'y']],
    ['RSA', 'RS256', ['e', 'kty', 'n']],
    ['secp256k1', undefined, ['crv', 'kty', 'x', 'y']],
  ] as const)('%s › is the key, and nothing besides', async (kind, algorithm, members) => {
    const key = await newSigningKey(kind)
    const jwk = jwkOfDidKey(didKeyOf(key)) ?? expect.unreachable()

    expect(Object.keys(jwk).sort()).toEqual(members)
    expect(verificationKeyFromJwk(jwk).kind).toBe(kind)
    if (algorithm !== undefined) expect(await importJWK(jwk, algorithm)).toMatchObject({ type: 'public' })
  })

  it.each(['did:web:example.org', 'did:key:', 'did:key:z6Mk', 'did:key:u7QE', 'did:key:z0'])('%s › has none', (did) => {
    expect(jwkOfDidKey(did)).toBeUndefined()
  })
})

describe('isSameJwk', () => {
  it('looks at the members of the key only, each of which must be there', async () => {
    const own = jwkOfDidKey(didKeyOf(await newSigningKey('P-256'))) ?? expect.unreachable()
    const { y: _y, ...half } = own

    expect(isSameJwk(own, { ...own, kid: 'mine', use: 'sig' })).toBe(true)
    for (const other of [half, { ...own, x: 'AAAA' }, null, 'text']) expect(isSameJwk(own, other)).toBe(false)
  })
})
