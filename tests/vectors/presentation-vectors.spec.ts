// Proves docs/contract/exchange.md, Vectors.

import { createHash, createPrivateKey, createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readCandidate } from '../../shared/presentation-exchange/candidate.ts'
import { encodeBase58 } from '../../src-main/crypto/base58.ts'
import { withField } from '../support/exchange/definitions.ts'
import { evaluate } from '../support/exchange/evaluation.ts'
import { CANONICAL_OPTIONS_OF_CREDENTIAL, SIGNED_DOCUMENTS } from './presentation-vectors.ts'

/** RFC 8410: the seed of an Ed25519 key behind its fixed header. */
function publicKeyOf(seed: Uint8Array) {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  return createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
}

function rawBytes(seed: Uint8Array): Buffer {
  return Buffer.from(publicKeyOf(seed).export({ format: 'jwk' }).x ?? '', 'base64url')
}

describe.each(SIGNED_DOCUMENTS)('vector: $name', ({ signer, seed, document, optionsHash, documentHash }) => {
  it('is signed by the key that its identifier names', () => {
    const multicodec = Buffer.concat([Buffer.from([0xed, 0x01]), rawBytes(seed)])

    expect(signer).toBe(`did:key:z${encodeBase58(multicodec)}`)
    expect(document.proof.verificationMethod).toBe(`${signer}#${signer.slice('did:key:'.length)}`)
  })

  it('has a signature over its header and both hashes', () => {
    const [header = '', middle, signature = ''] = document.proof.jws.split('.')
    const signed = Buffer.concat([Buffer.from(`${header}.`), Buffer.from(optionsHash + documentHash, 'hex')])

    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'EdDSA', b64: false, crit: ['b64'] })
    expect(middle).toBe('')
    expect(verify(null, signed, publicKeyOf(seed), Buffer.from(signature, 'base64url'))).toBe(true)
    signed[signed.length - 1] = (signed.at(-1) ?? 0) ^ 1
    expect(verify(null, signed, publicKeyOf(seed), Buffer.from(signature, 'base64url'))).toBe(false)
  })
})

it('vector: the canonical proof options of the credential › have its hash', () => {
  const hash = createHash('sha256').update(CANONICAL_OPTIONS_OF_CREDENTIAL).digest('hex')

  expect(hash).toBe(SIGNED_DOCUMENTS[0].optionsHash)
})

it('vector: the credential › answers a descriptor for its schema', () => {
  const [{ document }] = SIGNED_DOCUMENTS
  const candidate = readCandidate(document)
  if (candidate === undefined) throw new Error('the vector is no credential')
  const schema = [{ uri: document.credentialSchema.id }]
  const format = { ldp_vc: { proof_type: [document.proof.type] } }

  expect(evaluate(withField({ path: ['$.issuanceDate'] }, { schema, format }), candidate)).toMatchObject({
    holds: true,
    matchedBy: 'credential_schema',
  })
})
