// Proves docs/contract/exchange.md, Proofs: JWT.

import { createPublicKey } from 'node:crypto'
import { importSPKI, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { didKeyMethodOf, didKeyOf, newSigningKey } from '../../crypto/signing-key.ts'
import type { SigningAlgorithm, SigningKeyKind } from '../../crypto/signing-key.ts'
import { readJwt, verifyJwt } from '../../exchange/proofs/jwt.ts'
import { signJwt } from './jwt-signer.ts'

const ALGORITHMS: readonly (readonly [SigningAlgorithm, SigningKeyKind])[] = [
  ['EdDSA', 'Ed25519'],
  ['ES256', 'P-256'],
  ['ES384', 'P-384'],
  ['ES256K', 'secp256k1'],
  ['RS256', 'RSA'],
  ['PS256', 'RSA'],
]
/** Web Cryptography, on which jose stands, does not know secp256k1. */
const KNOWN_TO_JOSE = ALGORITHMS.filter(([algorithm]) => algorithm !== 'ES256K')
const NO_DIDS = { find: () => undefined }

async function aSigner(kind: SigningKeyKind, algorithm: SigningAlgorithm) {
  const key = await newSigningKey(kind)
  return { key, algorithm, kid: didKeyMethodOf(key), iss: didKeyOf(key) }
}

const faultOf = async (jwt: string) => (await verifyJwt(readJwt(jwt), ['assertionMethod'], NO_DIDS)).fault?.code

describe('signJwt', () => {
  it.each(ALGORITHMS)('%s › holds here, by the key that the DID names', async (algorithm, kind) => {
    const { iss, ...signing } = await aSigner(kind, algorithm)
    const jwt = signJwt({ iss, vc: { name: 'Zoë' } }, signing)

    expect(readJwt(jwt).header).toEqual({ alg: algorithm, typ: 'JWT', kid: signing.kid })
    expect(await faultOf(jwt)).toBeUndefined()
    expect(await faultOf(signJwt({ iss, vc: {} }, { ...signing, kid: undefined }))).toBeUndefined()
  })

  it.each(KNOWN_TO_JOSE)('%s › holds for jose', async (algorithm, kind) => {
    const { iss, ...signing } = await aSigner(kind, algorithm)
    if (signing.key.kind === 'secp256k1') return expect.unreachable()
    const published = createPublicKey(signing.key.handle).export({ format: 'pem', type: 'spki' }).toString()

    const { payload } = await jwtVerify(
      signJwt({ iss, vc: { a: [1] } }, signing),
      await importSPKI(published, algorithm),
    )

    expect(payload).toEqual({ iss, vc: { a: [1] } })
  })

  it('a header that names another algorithm › is sent as it is', async () => {
    const { iss, ...signing } = await aSigner('P-256', 'ES256')
    const jwt = signJwt({ iss }, { ...signing, header: { alg: 'ES256K' } })

    expect(await faultOf(jwt)).toBe('algorithm_key_mismatch')
  })

  it('a key that does not fit the algorithm › is refused', async () => {
    const { iss, ...signing } = await aSigner('P-256', 'ES384')
    expect(() => signJwt({ iss }, signing)).toThrow(expect.objectContaining({ code: 'signing_key_invalid' }))
  })
})
