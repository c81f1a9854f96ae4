// Proves docs/contract/exchange.md, Runs.

import { createHash } from 'node:crypto'
import { SDJwtInstance } from '@sd-jwt/core'
import { compactVerify, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { anOrder, demoIssuersForTest, ISSUED_AT, THE_HOLDER_KEY } from '../../../tests/support/exchange/issuing.ts'
import { jwkOfDidKey } from '../../crypto/did-key-jwk.ts'
import { didKeyOf } from '../../crypto/signing-key.ts'
import { openSdJwt } from './open-sd-jwt.ts'
import { presentSdJwt } from './present-sd-jwt.ts'

const { issue, received } = demoIssuersForTest()
const VALUES = { ...anOrder().values, address: { street: 'Kaistraße 1', city: 'Genova' } }
await issue({
  format: 'dc+sd-jwt',
  values: VALUES,
  issue_anyway: true,
  sd_jwt: { disclosable: ['/birthDate', '/address', '/address/street'], decoys: 3, bound: true, with_sub: false },
})
const HELD = openSdJwt(received[0] as string)
const BINDING = {
  key: THE_HOLDER_KEY,
  audience: 'https://verifier.example',
  nonce: 'n-1',
  now: Date.parse(ISSUED_AT) / 1000,
}

/** An implementation that is not ours, which checks the digests and the key binding. */
const OTHER = new SDJwtInstance({
  hasher: (data) =>
    createHash('sha256')
      .update(data as string)
      .digest(),
  verifier: () => true,
  kbVerifier: async (data, signature) => {
    const key = await importJWK(jwkOfDidKey(didKeyOf(THE_HOLDER_KEY)) ?? {}, 'EdDSA')
    await compactVerify(`${data}.${signature}`, key)
    return true
  },
})

describe('presentSdJwt', () => {
  it('discloses what is told and nothing else, and another implementation takes the key binding', async () => {
    const text = presentSdJwt(HELD, ['/address'], BINDING)
    const { payload, kb } = await OTHER.verify(text, { keyBindingNonce: 'n-1', currentDate: BINDING.now })

    expect(payload).toMatchObject({ address: { city: 'Genova' }, familyName: 'Rossi' })
    expect(payload).not.toHaveProperty('birthDate')
    expect(payload).not.toHaveProperty('address.street')
    expect(kb?.header).toEqual({ alg: 'EdDSA', typ: 'kb+jwt' })
    expect(kb?.payload).toEqual({
      iat: BINDING.now,
      aud: BINDING.audience,
      nonce: 'n-1',
      sd_hash: createHash('sha256')
        .update(text.slice(0, text.lastIndexOf('~') + 1))
        .digest('base64url'),
    })
  })

  it('binds exactly what is presented', async () => {
    const text = presentSdJwt(HELD, ['/birthDate'], BINDING)
    const withoutIt = text.replace(/~[^~]+~/, '~')

    await expect(OTHER.verify(withoutIt, { keyBindingNonce: 'n-1', currentDate: BINDING.now })).rejects.toThrow(
      /sd_hash/i,
    )
  })

  it('without a key › ends as it came from the issuer', () => {
    const text = presentSdJwt(HELD, [], undefined)

    expect(text).toBe(`${HELD.issuerJwt}~`)
    expect(
      presentSdJwt(
        HELD,
        HELD.disclosures.map(({ place }) => `/${place.join('/')}`),
        undefined,
      ),
    ).toBe(received[0])
  })
})
