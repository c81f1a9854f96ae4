// Proves docs/contract/exchange.md, Proofs, Proofs: linked data, Registries: contexts, Limits.

import { createHash, createPrivateKey, sign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refuseNetwork } from '../../../tests/support/no-network.ts'
import {
  CANONICAL_OPTIONS_OF_CREDENTIAL,
  ISSUER_SEED,
  SIGNED_DOCUMENTS,
} from '../../../tests/vectors/presentation-vectors.ts'
import { isObject, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { encodeBase64Url } from '../../crypto/base64url.ts'
import { contextRegistry, CREDENTIALS_V1 } from '../registries/context-registry.ts'
import { CREDENTIAL as CREDENTIAL_KIND, PRESENTATION } from './document-kinds.ts'
import { canonicalText } from './canonical-text.ts'
import { jsonLdOver } from './json-ld.ts'
import { verifyDocument } from './linked-data-proof.ts'
import type { DocumentOutcome } from './linked-data-proof.ts'

const CONTEXTS = contextRegistry()
const JSON_LD = jsonLdOver(CONTEXTS)
const NO_DIDS = { find: () => undefined }
/** Either purpose, for credentials as well: what is asked here is whether the signature holds. */
const kindOf = ({ type }: JsonObject) =>
  textsOf(type).includes('VerifiablePresentation')
    ? PRESENTATION
    : { ...CREDENTIAL_KIND, purposes: PRESENTATION.purposes }
const [CREDENTIAL, BOUND, PLAIN] = SIGNED_DOCUMENTS.map(({ document }) => document as JsonObject) as [
  JsonObject,
  JsonObject,
  JsonObject,
]

const verify = (document: unknown, jsonLd = JSON_LD): Promise<DocumentOutcome> =>
  verifyDocument(document as JsonObject, kindOf(document as JsonObject), { jsonLd, dids: NO_DIDS })
const codeOf = async (document: unknown) => (await verify(document)).proof?.fault?.code
const sha256 = (text: string) => createHash('sha256').update(text).digest()

refuseNetwork()

describe('the vectors of the contract', () => {
  it.each(SIGNED_DOCUMENTS)('$name › holds, with these hashes', async (vector) => {
    const { proof, ...body } = vector.document
    const { jws: _jws, ...options } = proof
    const hashOf = async (part: JsonObject) =>
      sha256(await canonicalText((await JSON_LD.statementsOf(part)).quads)).toString('hex')

    expect(await hashOf({ ...options, '@context': body['@context'] })).toBe(vector.optionsHash)
    expect(await hashOf(body)).toBe(vector.documentHash)
    expect((await verify(vector.document)).proof).toEqual({
      type: 'Ed25519Signature2018',
      signer: { did: vector.signer, method: `${vector.signer}#${vector.signer.slice(8)}` },
      fault: undefined,
    })
  })

  it('canonical proof options › are these four lines', async () => {
    const { jws: _jws, ...options } = SIGNED_DOCUMENTS[0].document.proof
    const { quads } = await JSON_LD.statementsOf({ ...options, '@context': [CREDENTIALS_V1] })

    expect(await canonicalText(quads)).toBe(CANONICAL_OPTIONS_OF_CREDENTIAL)
  })

  it('what proofs leave out › is exactly what the contract says', async () => {
    expect((await verify(CREDENTIAL)).unsigned).toEqual([])
    expect((await verify(BOUND)).unsigned).toEqual([])
    expect((await verify(PLAIN)).unsigned).toEqual([['issuanceDate'], ['presentation_submission']])
  })
})

describe('any change', () => {
  it('of one bit of a signed document › is caught', async () => {
    const bytes = Buffer.from(JSON.stringify(BOUND))

    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length * 8 - 1), async (bit) => {
        const changed = Buffer.from(bytes)
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const document = readJson(changed)
        if (document === undefined) return
        const outcome = await verify(document)
        const isCaught = outcome.proof?.fault !== undefined || outcome.proof === undefined
        const isReported = outcome.unsigned.some((place) => place[0] !== 'verifiableCredential')
        // An embedded credential is verified by itself as well.
        expect(isCaught || isReported || (await isCaughtInside(document))).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  it('of the order of members › does not matter', async () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed)
      if (!isObject(value)) return value
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, part]) => [name, reversed(part)]),
      )
    }
    expect(await codeOf(reversed(BOUND))).toBeUndefined()
  })
})

function readJson(bytes: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

async function isCaughtInside({ verifiableCredential }: JsonObject): Promise<boolean> {
  const [credential] = Array.isArray(verifiableCredential) ? (verifiableCredential as unknown[]) : []
  if (!isObject(credential)) return true
  const { proof, unsigned } = await verify(credential)
  return proof === undefined || proof.fault !== undefined || unsigned.length > 0
}

describe('proofs that cannot hold', () => {
  const proof = CREDENTIAL['proof'] as JsonObject
  const jws = proof['jws'] as string
  const withProof = (members: JsonObject) => ({ ...CREDENTIAL, proof: { ...proof, ...members } })
  const withHeader = (header: JsonObject) =>
    withProof({ jws: jws.replace(/^[^.]*/, encodeBase64Url(Buffer.from(JSON.stringify(header)))) })

  it.each<[string, JsonObject, string]>([
    ['no proof', { ...CREDENTIAL, proof: undefined }, 'proof_missing'],
    ['six proofs', { ...CREDENTIAL, proof: Array.from({ length: 6 }, () => proof) }, 'proof_multiple'],
    [
      'a proof that fails beside one that holds',
      { ...CREDENTIAL, proof: [proof, { ...proof, created: '2026-01-03T03:04:05Z' }] },
      'signature_invalid',
    ],
    [
      'a set without a supported proof',
      { ...CREDENTIAL, proof: [{ type: 'X' }, { type: 'Y' }] },
      'proof_type_unsupported',
    ],
    ['a proof that is a text', { ...CREDENTIAL, proof: 'x' }, 'proof_type_unsupported'],
    ['another type', withProof({ type: 'RsaSignature2018' }), 'proof_type_unsupported'],
    ['another purpose', withProof({ proofPurpose: 'keyAgreement' }), 'proof_purpose_invalid'],
    ['no jws', withProof({ jws: undefined }), 'jws_malformed'],
    ['a jws with payload', withProof({ jws: jws.replace('..', '.AA.') }), 'jws_malformed'],
    ['a jws in loose base64', withProof({ jws: `${jws}=` }), 'jws_malformed'],
    ['alg none', withHeader({ alg: 'none', b64: false, crit: ['b64'] }), 'jws_header_invalid'],
    ['b64 true', withHeader({ alg: 'EdDSA', b64: true, crit: ['b64'] }), 'jws_header_invalid'],
    ['a fourth member', withHeader({ alg: 'EdDSA', b64: false, crit: ['b64'], kid: 'x' }), 'jws_header_invalid'],
    ['no crit', withHeader({ alg: 'EdDSA', b64: false }), 'jws_header_invalid'],
    ['another DID method', withProof({ verificationMethod: 'did:example:a#b' }), 'did_method_unavailable'],
    ['a changed claim', { ...CREDENTIAL, issuanceDate: '2026-01-01T00:00:01Z' }, 'signature_invalid'],
    ['an id that is a list', { ...CREDENTIAL, id: ['a', 'b'] }, 'signature_invalid'],
  ])('%s › is named', async (_name, document, code) => {
    expect(await codeOf(document)).toBe(code)
  })

  it('the order of members in the header › is the signer’s', async () => {
    const header = encodeBase64Url(Buffer.from('{"crit":["b64"],"b64":false,"alg":"EdDSA"}'))
    expect(await codeOf(withProof({ jws: `${header}..${await signed(header)}` }))).toBeUndefined()
  })

  it('a signature with S beyond the order › is refused', async () => {
    const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
    const [header = '', , text = ''] = jws.split('.')
    const bytes = Buffer.from(text, 'base64url')
    const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + ORDER
    const twin = Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse()])

    expect(await codeOf(withProof({ jws: `${header}..${twin.toString('base64url')}` }))).toBe('signature_invalid')
  })

  async function signed(header: string): Promise<string> {
    const { proof: _proof, ...body } = CREDENTIAL
    const { jws: _jws, ...options } = proof
    const texts = [{ ...options, '@context': CREDENTIAL['@context'] }, body].map(async (part) =>
      sha256(await canonicalText((await JSON_LD.statementsOf(part)).quads)),
    )
    return encodeBase64Url(
      signWith(ISSUER_SEED, Buffer.concat([Buffer.from(`${header}.`), ...(await Promise.all(texts))])),
    )
  }
})

function signWith(seed: Uint8Array, message: Uint8Array): Uint8Array {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  return sign(null, message, createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' }))
}

describe('what a proof does not cover', () => {
  const subject = CREDENTIAL['credentialSubject'] as JsonObject

  it.each<[string, JsonObject, readonly (string | number)[]]>([
    ['a member no context defines', { ...CREDENTIAL, colour: 'blue' }, ['colour']],
    ['one inside the subject', { ...CREDENTIAL, credentialSubject: { ...subject, a: 1 } }, ['credentialSubject', 'a']],
    ['one in a list', { ...CREDENTIAL, evidence: [{ id: 'urn:e' }, { b: 1 }] }, ['evidence', 1, 'b']],
    ['one in the proof', { ...CREDENTIAL, proof: { ...(CREDENTIAL['proof'] as JsonObject), c: 1 } }, ['proof', 'c']],
    ['a type no context defines', { ...CREDENTIAL, type: ['VerifiableCredential', 'Own'] }, ['type', 1]],
    ['null', { ...CREDENTIAL, evidence: null }, ['evidence']],
    ['an empty list', { ...CREDENTIAL, evidence: [] }, ['evidence']],
    ['a relative identifier', { ...CREDENTIAL, evidence: { id: 'here' } }, ['evidence', 'id']],
    ['@index', { ...CREDENTIAL, credentialSubject: { ...subject, '@index': 'x' } }, ['credentialSubject', '@index']],
    ['a blank predicate', { ...CREDENTIAL, '_:p': 'x' }, ['_:p']],
    ['a name of every object', { ...CREDENTIAL, constructor: 'x' }, ['constructor']],
    ['an embedded JWT', { ...PLAIN, verifiableCredential: [CREDENTIAL, 'e30.e30.AA'] }, ['verifiableCredential', 1]],
  ])('%s › is reported with its place', async (_name, document, place) => {
    expect((await verify(document)).unsigned).toContainEqual(place)
  })

  it('our own context › defines the date of a presentation', async () => {
    const document = {
      ...BOUND,
      '@context': [...(BOUND['@context'] as string[]), 'https://contexts.vaultbench.example/presentation/v1'],
      type: [...(BOUND['type'] as string[]), 'VaultbenchPresentation'],
      issuanceDate: '2026-01-02T03:04:05Z',
    }
    expect((await verify(document)).unsigned).toEqual([])
  })

  it('each of them › is reported once', async () => {
    const { unsigned } = await verify({
      ...CREDENTIAL,
      type: ['VerifiableCredential', 'Own'],
      evidence: { id: 'here' },
    })
    expect(unsigned).toEqual([
      ['evidence', 'id'],
      ['type', 1],
    ])
  })

  it('a name that is defined elsewhere › is reported only where it is not', async () => {
    const document = { ...CREDENTIAL, created: 'x', credentialSubject: { ...subject, created: 'y' } }
    const { unsigned } = await verify(document)

    expect(unsigned).toEqual([['created'], ['credentialSubject', 'created']])
  })
})

it('a decoded JWT › is answered with what to send', async () => {
  const decoded = { ...CREDENTIAL, proof: { type: 'JwtProof2020', jwt: 'e30.e30.c2ln' } }
  const { proof } = await verify(decoded)

  expect(proof?.fault).toMatchObject({
    code: 'proof_type_unsupported',
    message: expect.stringContaining('send the value of proof.jwt') as string,
  })
})

describe('contexts', () => {
  const SUITE = 'https://w3id.org/security/suites/ed25519-2018/v1'

  it('that redefine a protected term › are a conflict', async () => {
    const outcome = await verify({ ...CREDENTIAL, '@context': [CREDENTIALS_V1, SUITE] })
    expect(outcome).toMatchObject({ proof: undefined, contextFault: 'context_conflict' })
  })

  it('that are not registered › are not looked for', async () => {
    const outcome = await verify({ ...CREDENTIAL, '@context': [CREDENTIALS_V1, 'https://unknown.example/v1'] })
    expect(outcome).toMatchObject({ proof: undefined, contextFault: 'context_unknown' })
    expect(outcome.missingContext).toMatchObject({
      url: 'https://unknown.example/v1',
      message: 'no context is registered here as https://unknown.example/v1',
    })
  })
})

describe('names and identifiers that could hide something', () => {
  const hidden = 'en .\n_:c14n0 <https://e.example/p> "hidden'

  it.each<[string, JsonObject]>([
    ['a language', { 'https://e.example/p': { '@value': 'x', '@language': hidden } }],
    ['an IRI', { 'https://e.example/p': { '@id': 'urn:x>' } }],
    ['a predicate', { 'urn:x"<y>': 'x' }],
    ['a datatype', { 'https://e.example/p': { '@value': 'x', '@type': 'urn:a>b' } }],
    ['__proto__', JSON.parse('{"__proto__":{"a":1}}') as JsonObject],
    ['__proto__ further down', { evidence: JSON.parse('{"__proto__":{"@context":{"a":"urn:a"}}}') as JsonObject }],
    ['half a character', { 'https://e.example/p': '\ud800' }],
  ])('%s › is refused', async (_name, members) => {
    await expect(JSON_LD.statementsOf({ ...CREDENTIAL, ...members })).rejects.toMatchObject({
      code: 'signature_invalid',
    })
  })
})

describe('hostile documents', () => {
  const P = 'https://e.example/p'
  const graph = (size: number, edges: (node: number) => readonly number[]) => ({
    ...CREDENTIAL,
    evidence: Array.from({ length: size }, (_, node) => ({
      '@id': `_:n${node}`,
      [P]: edges(node).map((other) => ({ '@id': `_:n${other}` })),
    })),
  })
  const many = (count: number, make: (index: number) => unknown) => ({
    ...CREDENTIAL,
    [P]: Array.from({ length: count }, (_, index) => make(index)),
  })

  it.each<[string, () => JsonObject]>([
    ['a complete graph', () => graph(90, () => [...Array(90).keys()])],
    ['a long ring', () => graph(4000, (node) => [(node + 1) % 4000])],
    ['a tree', () => graph(3000, (node) => [2 * node + 1, 2 * node + 2])],
    ['too many statements', () => many(10_500, (index) => `v${index}`)],
    ['too many values', () => many(40_000, (index) => index)],
    [
      'undefined members',
      () => ({ ...CREDENTIAL, ...Object.fromEntries([...Array(40_000).keys()].map((i) => [`m${i}`, 1])) }),
    ],
    ['too many types', () => ({ ...CREDENTIAL, type: Array(20_000).fill('VerifiableCredential') })],
    ['too many contexts inside', () => many(2000, () => ({ '@context': CREDENTIALS_V1 }))],
  ])('%s › is refused as too complex', async (_name, make) => {
    expect(await codeOf(make())).toBe('document_too_complex')
  })

  it('several proofs, and another reading of texts that are doubles › share what is read of a document', async () => {
    const narrow = jsonLdOver(CONTEXTS, { values: 100, comparisons: 12 })
    const { proof } = CREDENTIAL
    const found = async (document: JsonObject) => (await verify(document, narrow)).proof?.fault?.code
    const noted = { ...(proof as JsonObject), [P]: [...Array(30).keys()] }
    const double = { '@value': '4.50', '@type': 'http://www.w3.org/2001/XMLSchema#double' }
    const members = (count: number) => ({ ...CREDENTIAL, [P]: [double, ...Array(count).keys()] })

    expect(await found({ ...CREDENTIAL, proof: [noted] })).toBe('signature_invalid')
    expect(await found({ ...CREDENTIAL, proof: [noted, noted, noted] })).toBe('document_too_complex')
    expect(await found(members(5))).toBe('signature_invalid')
    expect(await found(members(45))).toBe('document_too_complex')
  })

  it.each<[string, () => JsonObject]>([
    ['9,900 values', () => many(9900, (index) => `v${index}`)],
    ['600 types', () => ({ ...CREDENTIAL, type: Array(600).fill('VerifiablePresentation') })],
    ['deep nesting', () => ({ ...CREDENTIAL, [P]: nested(60) })],
  ])('%s › are read to the end', async (_name, make) => {
    expect(await codeOf(make())).toMatch(/signature_invalid|document_too_complex/)
  })

  function nested(depth: number): unknown {
    return depth === 0 ? 'x' : { [P]: nested(depth - 1) }
  }
})
