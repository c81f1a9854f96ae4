// Proves docs/contract/exchange.md, Registries: issuer metadata, Registries: trust anchors.

import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readDateTime } from '../../../shared/presentation-exchange/date-time.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { pemOf, x5cOf } from '../../../tests/support/exchange/certificates.ts'
import { proofFaultOf } from './proof-fault.ts'
import { trustAnchorsIn } from '../registries/trust-anchors.ts'
import { issuerKeyOf } from './issuer-key.ts'
import type { IssuerKeyContext } from './issuer-key.ts'

const ISSUER = 'https://issuer.example/tenant'
const jwkOf = (kind: 'ed25519' | 'x25519' = 'ed25519') =>
  generateKeyPairSync(kind as 'ed25519').publicKey.export({ format: 'jwk' })
const JWK = { ...jwkOf(), kid: 'one' }
const OTHER = { ...jwkOf(), kid: 'two' }

const metadata = (...keys: readonly JsonObject[]) => ({ issuer: ISSUER, jwks: { keys } })

function worldOf(parts: { metadata?: JsonObject; anchors?: readonly string[]; now?: string; did?: JsonObject }) {
  const now = readDateTime(parts.now ?? '2026-01-01T00:00:00Z')
  if (now === undefined) throw new Error('no time')
  return {
    now,
    dids: { find: (did) => (did === parts.did?.['id'] ? parts.did : undefined) },
    issuerMetadata: { find: (url) => (url === ISSUER ? parts.metadata : undefined) },
    trustAnchors: trustAnchorsIn((parts.anchors ?? ['root']).map(pemOf)),
  } satisfies IssuerKeyContext
}

const keyOf = (header: JsonObject, payload: JsonObject, context: IssuerKeyContext) =>
  issuerKeyOf({ header, payload }, ['assertionMethod'], context)
const codeOf = (...order: Parameters<typeof keyOf>) => proofFaultOf(() => keyOf(...order))?.code
const wordsOf = (...order: Parameters<typeof keyOf>) => proofFaultOf(() => keyOf(...order))?.message

describe('metadata of an https issuer', () => {
  const EDDSA = { alg: 'EdDSA' }
  const payload = { iss: ISSUER }

  it('the only key › needs no kid', () => {
    expect(keyOf(EDDSA, payload, worldOf({ metadata: metadata(JWK) }))).toMatchObject({
      key: { kind: 'Ed25519' },
      algorithm: 'EdDSA',
      signer: { did: ISSUER, method: ISSUER },
      authorities: [],
    })
  })

  it('one of several keys › is found by kid, in a bare key set as well', () => {
    const context = worldOf({ metadata: { keys: [JWK, OTHER] } })
    const { key, signer } = keyOf({ ...EDDSA, kid: 'two' }, payload, context)

    expect(signer).toEqual({ did: ISSUER, method: `${ISSUER}#two` })
    expect('handle' in key && key.handle.export({ format: 'jwk' })).toMatchObject({ x: OTHER.x })
  })

  it.each<[string, string, JsonObject, JsonObject]>([
    ['several keys without a kid', 'key_unresolved', metadata(JWK, OTHER), EDDSA],
    ['a kid of no key', 'key_unresolved', metadata(JWK, OTHER), { ...EDDSA, kid: 'three' }],
    ['a kid of two keys', 'key_unresolved', metadata(JWK, { ...OTHER, kid: 'one' }), { ...EDDSA, kid: 'one' }],
    ['a kid that is no text', 'jws_header_invalid', metadata(JWK), { ...EDDSA, kid: 1 }],
    ['metadata of another', 'key_unresolved', { ...metadata(JWK), issuer: 'https://other.example' }, EDDSA],
    ['a key that does not sign', 'key_unresolved', metadata(jwkOf('x25519')), EDDSA],
    ['a key for encryption', 'algorithm_key_mismatch', metadata({ ...JWK, use: 'enc' }), EDDSA],
    ['a key for another algorithm', 'algorithm_key_mismatch', metadata({ ...JWK, alg: 'ES256' }), EDDSA],
    ['a key that must not verify', 'algorithm_key_mismatch', metadata({ ...JWK, key_ops: ['sign'] }), EDDSA],
    ['a key of another kind', 'algorithm_key_mismatch', metadata(JWK), { alg: 'ES256' }],
    ['no signature at all', 'algorithm_unsupported', metadata(JWK), { alg: 'none' }],
  ])('%s › %s', (_, code, document, header) => {
    expect(codeOf(header, payload, worldOf({ metadata: document }))).toBe(code)
  })

  it('metadata that is not held › says what to import, and where it is', () => {
    expect(codeOf(EDDSA, payload, worldOf({}))).toBe('key_unresolved')
    expect(wordsOf(EDDSA, payload, worldOf({}))).toContain('https://issuer.example/.well-known/jwt-vc-issuer/tenant')
    expect(wordsOf(EDDSA, { iss: 'https://issuer.example/' }, worldOf({}))).toMatch(/well-known\/jwt-vc-issuer$/)
  })

  it.each([{ jwk: JWK }, { jku: 'https://issuer.example/keys' }, { x5u: 'https://issuer.example/x' }])(
    '%j › is not read',
    (said) => {
      expect(codeOf({ ...EDDSA, ...said }, payload, worldOf({}))).toBe('key_unresolved')
    },
  )
})

describe('a DID', () => {
  const did = 'did:web:issuer.example'
  const method = { id: `${did}#1`, type: 'JsonWebKey2020', controller: did, publicKeyJwk: JWK }
  const document = { id: did, verificationMethod: [method], assertionMethod: [`${did}#1`] }

  it('as issuer or in kid › is found by its document', () => {
    const signer = { did, method: `${did}#1` }

    expect(keyOf({ alg: 'EdDSA' }, { iss: did }, worldOf({ did: document })).signer).toEqual(signer)
    expect(keyOf({ alg: 'EdDSA', kid: `${did}#1` }, {}, worldOf({ did: document })).signer).toEqual(signer)
    expect(keyOf({ alg: 'EdDSA', kid: '#1' }, { iss: did }, worldOf({ did: document })).signer).toEqual(signer)
  })

  it.each<[string, string, JsonObject]>([
    ['without a document', 'did_method_unavailable', { iss: 'did:web:other.example' }],
    ['that is neither a DID nor https', 'key_unresolved', { iss: 'http://issuer.example' }],
    ['that is not named', 'key_unresolved', {}],
  ])('an issuer %s › %s', (_, code, payload) => {
    expect(codeOf({ alg: 'EdDSA' }, payload, worldOf({ did: document }))).toBe(code)
  })

  it('whose key is for something else › proof_purpose_invalid', () => {
    const context = worldOf({ did: { ...document, assertionMethod: [], authentication: [method.id] } })

    expect(codeOf({ alg: 'EdDSA', kid: method.id }, {}, context)).toBe('proof_purpose_invalid')
  })
})

describe('certificates in x5c', () => {
  const LEAF_AKI = '94:91:33:3B:A0:B9:6F:A9:E9:EA:F3:1A:81:33:77:1F:F3:AD:AB:EC'
  const BETWEEN_AKI = '9C:95:20:F4:5E:E5:B4:E0:CA:00:91:E0:FF:6D:0F:34:F8:5B:5B:33'
  const es256 = (...names: readonly string[]) => ({ alg: 'ES256', x5c: x5cOf(...names) })
  const name = 'C=DE, O=Issuer Ltd, CN=Issuer'
  /** What OpenSSL prints as the authority key identifier of a certificate. */
  const akiOf = (text: string) => Buffer.from(text.replaceAll(':', ''), 'hex').toString('base64url')

  it.each([
    ['that the anchor completes', ['leaf', 'between'], ['root'], 2],
    ['with the anchor', ['leaf', 'between', 'root'], ['root'], 2],
    ['that an anchor in the middle completes', ['leaf'], ['between'], 1],
    ['that goes on behind the anchor', ['leaf', 'between', 'foreign-root'], ['between'], 1],
    ['of the anchor alone', ['leaf'], ['leaf'], 1],
    ['of two anchors of one name', ['leaf', 'between'], ['foreign-root', 'root'], 2],
  ])('a chain %s › gives the key of its leaf', (_, chain, anchors, authorities) => {
    const found = keyOf(es256(...chain), {}, worldOf({ anchors }))
    const leaf = new X509Certificate(pemOf('leaf'))

    expect(found.signer).toEqual({
      did: name,
      method: `${name}#${leaf.fingerprint256.replaceAll(':', '').toLowerCase()}`,
    })
    expect('handle' in found.key && found.key.handle.equals(leaf.publicKey)).toBe(true)
    expect(found.authorities).toHaveLength(authorities)
  })

  it('the authorities › are the key identifiers that OpenSSL reads in the certificates', () => {
    const { authorities } = keyOf(es256('leaf', 'between'), {}, worldOf({}))

    expect(authorities).toEqual([akiOf(LEAF_AKI), akiOf(BETWEEN_AKI)])
  })

  it.each([ISSUER, 'did:web:issuer.example', 'https://issuer.example', 'https://issuer.example/other'])(
    'the issuer %s › is a name of the certificate',
    (iss) => {
      expect(keyOf(es256('leaf', 'between'), { iss }, worldOf({})).signer.did).toBe(iss)
    },
  )

  it.each<[string, string, JsonObject, JsonObject?, (readonly string[])?]>([
    ['an issuer of another host', 'certificate_invalid', es256('leaf', 'between'), { iss: 'https://other.example' }],
    ['an issuer below the host', 'certificate_invalid', es256('leaf', 'between'), { iss: 'https://a.issuer.example' }],
    ['another DID', 'certificate_invalid', es256('leaf', 'between'), { iss: 'did:web:other.example' }],
    ['an issuer that is no text', 'certificate_invalid', es256('leaf', 'between'), { iss: 5 }],
    ['no anchor', 'certificate_untrusted', es256('leaf', 'between'), {}, []],
    ['an anchor of the same name', 'certificate_untrusted', es256('leaf', 'between'), {}, ['foreign-root']],
    ['a chain with a root of its own', 'certificate_untrusted', es256('leaf', 'between', 'root'), {}, ['old-root']],
    ['an anchor that expired', 'certificate_untrusted', es256('of-old-root'), {}, ['old-root']],
    ['a certificate that is missing', 'certificate_untrusted', es256('leaf')],
    ['another order', 'certificate_invalid', es256('between', 'leaf'), {}, ['old-root']],
    ['a leaf that expired', 'certificate_invalid', es256('expired', 'between')],
    ['a leaf that does not sign', 'certificate_invalid', es256('encrypting', 'between')],
    ['a signature over SHA-1', 'certificate_invalid', es256('old-digest', 'between')],
    ['a demand nobody knows', 'certificate_invalid', es256('demanding', 'between')],
    ['a leaf as an authority', 'certificate_invalid', es256('of-leaf', 'leaf', 'between')],
    ['an authority too far below', 'certificate_invalid', es256('of-too-long', 'too-long', 'between')],
    ['an authority for other names', 'certificate_invalid', es256('of-limited', 'limited')],
    ['an authority softly for other names', 'certificate_invalid', es256('of-softly-limited', 'softly-limited')],
    ['an anchor for other names', 'certificate_untrusted', es256('of-limited'), {}, ['limited']],
    ['an authority that is none', 'certificate_invalid', es256('of-no-authority', 'no-authority')],
    ['a signature by another key of the same name', 'certificate_invalid', es256('forged', 'between')],
    ['a key of another kind', 'algorithm_key_mismatch', { ...es256('leaf', 'between'), alg: 'EdDSA' }],
    ['no certificates', 'jws_header_invalid', es256()],
    ['six certificates', 'jws_header_invalid', es256('leaf', 'leaf', 'leaf', 'leaf', 'leaf', 'leaf')],
    ['a text', 'jws_header_invalid', { alg: 'ES256', x5c: x5cOf('leaf')[0] }],
    ['a number', 'jws_header_invalid', { alg: 'ES256', x5c: [1] }],
    ['no certificate', 'certificate_invalid', { alg: 'ES256', x5c: ['AAAA'] }],
    ['more than 8 KiB', 'certificate_invalid', { alg: 'ES256', x5c: ['M'.repeat(11_000)] }],
    ['PEM in Base64', 'certificate_invalid', { alg: 'ES256', x5c: [Buffer.from(pemOf('leaf')).toString('base64')] }],
  ])('%s › %s', (_, code, header, payload = {}, anchors = ['root']) => {
    expect(codeOf(header, payload, worldOf({ anchors }))).toBe(code)
  })

  it('time › is that of the verification', () => {
    expect(codeOf(es256('leaf', 'between'), {}, worldOf({ now: '2024-12-31T23:59:59Z' }))).toBe('certificate_invalid')
    expect(codeOf(es256('leaf', 'between'), {}, worldOf({ now: '2045-01-01T00:00:01Z' }))).toBe('certificate_invalid')
    expect(codeOf(es256('expired', 'between'), {}, worldOf({ now: '2025-01-15T00:00:00Z' }))).toBe(undefined)
  })

  it('a chain to nobody that is trusted › says whose certificate is missing', () => {
    const words = wordsOf(es256('leaf', 'between'), {}, worldOf({ anchors: [] }))

    expect(words).toContain('C=DE, O=Authority, CN=Root, which is no trust anchor here: import its certificate')
  })
})
