// Proves docs/contract/exchange.md, Other spellings.

import { generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OidcIssuer } from '../../shared/contract/oidc-issuers.ts'
import type { OidcIssuer as Issuer } from '../../shared/contract/oidc-issuers.ts'
import type { Verification } from '../../shared/contract/presentations.ts'
import { isObject } from '../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { encodeBase58 } from '../../src-main/crypto/base58.ts'
import { CREDENTIALS_V1 } from '../../src-main/exchange/registries/context-registry.ts'
import { readStatus } from '../../src-main/exchange/registries/credential-status.ts'
import { readProofSignature } from '../../src-main/exchange/proofs/proof-suites.ts'
import { findVerificationMethod } from '../../src-main/exchange/proofs/verification-method.ts'
import { checkToken } from '../../src-main/keystore/oidc/check-token.ts'
import { givenKeys } from '../../src-main/keystore/oidc/token-issuer-keys.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import { textOf } from '../../shared/phrase.ts'

/** What a spelling came to: undefined when it was taken, else the sentence that refuses it. */
type Outcome = Promise<string | undefined> | string | undefined
type Cases = Readonly<Record<string, () => Outcome>>

let server: TestHttpServer
let headers: Readonly<Record<string, string>>

beforeAll(async () => {
  server = await startHttpServer()
  server.clock.advanceMs(2 * 86_400_000)
  headers = aSubscriptionKey(server).headers
})
afterAll(async () => {
  expect(server.faults).toEqual([])
  await server.close()
})

const base64url = (value: unknown) =>
  Buffer.from(typeof value === 'string' || value instanceof Uint8Array ? value : JSON.stringify(value)).toString(
    'base64url',
  )
const seconds = () => server.clock.nowMs() / 1000

interface Party {
  readonly did: string
  readonly jwk: JsonObject
  readonly jwt: (payload: JsonObject, header?: JsonObject) => string
}

function compact(header: JsonObject, payload: unknown, key: KeyObject): string {
  const signed = `${base64url(header)}.${base64url(payload)}`
  const ecdsa = { key, dsaEncoding: 'ieee-p1363' } as const
  const isCurve = key.asymmetricKeyType === 'ec'
  return `${signed}.${base64url(sign(isCurve ? 'sha256' : null, Buffer.from(signed), isCurve ? ecdsa : key))}`
}

/** Its DID holds its key, with these members of the JWK changed. */
function aParty(members: JsonObject = {}, kind: 'ed25519' | 'P-256' = 'ed25519'): Party {
  const { privateKey, publicKey } =
    kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: kind })
  const jwk = { ...publicKey.export({ format: 'jwk' }), ...members }
  const did = `did:jwk:${base64url(jwk)}`
  const alg = kind === 'ed25519' ? 'EdDSA' : 'ES256'
  return { did, jwk, jwt: (payload, header = {}) => compact({ alg, kid: `${did}#0`, ...header }, payload, privateKey) }
}

const aCredential = (vc: JsonObject = {}) => ({
  '@context': [CREDENTIALS_V1],
  type: ['VerifiableCredential', 'Any'],
  credentialSubject: { x: 1 },
  ...vc,
})

interface Shown {
  readonly issuer?: Party
  readonly holder?: Party
  readonly credentialHeader?: JsonObject
  readonly header?: JsonObject
  readonly claims?: JsonObject
  readonly vc?: JsonObject
  readonly vp?: JsonObject
}

/** A presentation with one credential, both JWTs that are as they should be but for what is given. */
function aPresentation(shown: Shown = {}): string {
  const { issuer = aParty(), holder = aParty(), credentialHeader, header, claims, vc, vp } = shown
  const payload = { iss: issuer.did, sub: holder.did, nbf: seconds() - 60, ...claims, vc: aCredential(vc) }
  const verifiableCredential = [issuer.jwt(payload, credentialHeader)]
  const made = { '@context': [CREDENTIALS_V1], type: ['VerifiablePresentation'], verifiableCredential, ...vp }
  return holder.jwt({ iss: holder.did, iat: seconds(), vp: made }, header)
}

async function post(path: string, body: string, contentType: string) {
  const request = { method: 'POST', headers: { ...headers, 'content-type': contentType }, body }
  const response = await fetch(`${server.url}/exchange${path}`, request)
  return { status: response.status, body: (await response.json()) as JsonObject }
}

const refusalIn = (body: JsonObject) =>
  (body as { errors: readonly { message: string }[] }).errors.map(({ message }) => message).join(' ')

async function verified(
  presentation: unknown,
  options: JsonObject = { evaluate: 'none' },
): Promise<string | undefined> {
  const { status, body } = await post(
    '/presentations/verify',
    JSON.stringify({ presentation, options }),
    'application/json',
  )
  if (status !== 200) return refusalIn(body)
  const { valid, errors } = body as unknown as Verification
  return valid ? undefined : errors.map(({ message }) => message).join(' ')
}

const typed = (typ: unknown) => () => verified(aPresentation({ credentialHeader: { typ }, header: { typ } }))
const signedAs = (alg: unknown) => () => verified(aPresentation({ credentialHeader: { alg } }))

/** What is not of a type that is taken is 415; all others are read. */
const sentAs = (type: string, body: () => string) => async () => {
  const reply = await post('/presentations/verify', body(), type)
  return reply.status === 200 ? undefined : refusalIn(reply.body)
}

const AUDIENCE = 'the service'
async function token(alg: string, listed: readonly string[], { typ = 'JWT' } = {}): Promise<string | undefined> {
  const { jwk, jwt } = aParty({ alg: 'Ed25519', kid: 'k' })
  const said = { issuer: 'https://issuer.test', audience: AUDIENCE, algorithms: listed, jwks: { keys: [jwk] } }
  const { success, data, error } = OidcIssuer.safeParse(said)
  if (!success) return error.message
  const { jwks, ...issuer } = data satisfies Issuer
  const claims = { iss: issuer.issuer, sub: 'ada', aud: AUDIENCE, exp: seconds() + 60 }
  const accepted = { ...issuer, keys: givenKeys(jwks?.keys ?? []) }
  return checkToken(jwt(claims, { alg, typ, kid: 'k' }), () => accepted, server.clock.nowMs()).then(
    () => undefined,
    (fault: unknown) => String(fault),
  )
}

/** A definition that lists one name, and a credential that is signed under the other. */
async function defined(listed: string, alg: string): Promise<string | undefined> {
  const format = { jwt_vc: { alg: [listed] }, jwt_vp: { alg: [listed] } }
  const id = await aDefinition({ format })
  return verified(aPresentation({ credentialHeader: { alg }, header: { alg }, vp: submissionTo(id) }), {})
}

async function aDefinition(members: JsonObject = {}): Promise<string> {
  const input_descriptors = [{ id: 'any', constraints: { fields: [{ path: ['$.credentialSubject.x'] }] } }]
  const { body } = await post(
    '/presentations/definitions',
    JSON.stringify({ input_descriptors, ...members }),
    'application/json',
  )
  return (body as { presentation_definition: { id: string } }).presentation_definition.id
}

const submissionTo = (definition_id: string) => ({
  presentation_submission: {
    id: `s ${definition_id}`,
    definition_id,
    descriptor_map: [{ id: 'any', path: '$.verifiableCredential[0]', format: 'jwt_vc' }],
  },
})

async function answering(spell: (id: string) => string, demanded = true): Promise<string | undefined> {
  const id = spell(await aDefinition())
  return verified(aPresentation({ vp: submissionTo(id) }), demanded ? { definition_id: id.toUpperCase() } : {})
}

function sentenceOf(read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault
    return fault.message
  }
}

const DID = 'did:web:issuer.example%3A8443:people:ada'
const RAW = Buffer.from(String(aParty().jwk['x']), 'base64url')
const MULTIKEY = Buffer.concat([Buffer.of(0xed, 0x01), RAW])
const CURVE = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
const EC_JWK = CURVE.export({ format: 'jwk' })

/** A method of a registered document, as a reference names it. */
const found =
  (method: JsonObject, reference = `${DID}#1`, id = '#1') =>
  () => {
    const document = { id: DID, verificationMethod: [{ id, controller: DID, ...method }], assertionMethod: [id] }
    const dids = { find: (did: string) => (did === DID ? document : undefined) }
    return sentenceOf(() => findVerificationMethod(reference, ['assertionMethod'], dids))
  }
const named = (reference: string) => found({ publicKeyMultibase: `z${encodeBase58(MULTIKEY)}` }, reference)
const withKey = (letter: string, base: BufferEncoding) =>
  found({ type: 'Multikey', publicKeyMultibase: letter + MULTIKEY.toString(base) })
const withJwk = (jwk: JsonObject) => found({ type: 'JsonWebKey', publicKeyJwk: jwk })
const proof = (cryptosuite: string, proofValue: string) => () =>
  sentenceOf(() => readProofSignature({ type: 'DataIntegrityProof', cryptosuite, proofValue }))

const BITS = gzipSync(Buffer.alloc(16_384, 0x5f))
const LIST = 'https://status.example/1'

async function listed(
  kind: 'StatusList2021' | 'BitstringStatusList',
  encodedList: string,
): Promise<string | undefined> {
  const statusPurpose = 'revocation'
  const credentialSubject = { type: kind, statusPurpose, encodedList }
  const credential = {
    id: LIST,
    issuer: 'did:web:i',
    type: ['VerifiableCredential', `${kind}Credential`],
    credentialSubject,
  }
  const of = (statusListIndex: string) =>
    readStatus(
      { credentialStatus: { type: `${kind}Entry`, statusPurpose, statusListIndex, statusListCredential: LIST } },
      'did:web:i',
      {
        statusLists: { find: () => ({ credential, held_since: '2026-01-01T00:00:00Z' }) },
        openList: (one) => Promise.resolve(isObject(one) ? one : undefined),
        now: { seconds: 0, fraction: '' },
        stopped: () => undefined,
      },
    )
  // 0x5f: the first bit is clear, the second is set, wherever the list is read.
  const [clear, set] = [await of('131064'), await of('131065')]
  const [fault] = clear.findings
  if (fault === undefined) expect([clear.revoked, set.revoked]).toEqual([false, true])
  return fault && textOf(fault.message)
}

const bothKinds = (encodedList: string) => async () =>
  (await listed('StatusList2021', encodedList)) ?? (await listed('BitstringStatusList', encodedList))

const dated = (issuanceDate: string) => () =>
  verified(aPresentation({ claims: { nbf: undefined }, vc: { issuanceDate } }))
const claimed = (nbf: unknown) => () => verified(aPresentation({ claims: { nbf } }))

/** `jwk_jcs-pub`, then the JWK: how EBSI writes a did:key. */
function ebsiDid(members: JsonObject = {}): string {
  const { crv, kty, x, y } = EC_JWK
  const jwk = Buffer.from(JSON.stringify({ crv, kty, x, y, ...members }))
  return `did:key:z${encodeBase58(Buffer.concat([Buffer.of(0xd1, 0xd6, 0x03), jwk]))}`
}
const resolved = (did: string) => () =>
  sentenceOf(() => findVerificationMethod(did, ['assertionMethod'], { find: () => undefined }))

/** Published in w3c-ccg/did-method-key, issue 63. */
const PUBLISHED_EBSI_DID =
  'did:key:z2dmzD81cgPx8Vki7JbuuMmFYrWPgYoytykUZ3eyqht1j9KbpaxuVPhKtEdpKCagY9XhyyyzNUPwwd4ookwVpAMkkMnKkNWWUJrSYPuShZp8dPKs17kBZqqfz3vDn3QQUT9EEiZN59AGSnDFxYLaRb2DawMkRhJth6U76FuKuWPZJE3v2G'

const aVp = () => JSON.stringify({ '@context': [CREDENTIALS_V1], type: ['VerifiablePresentation'] })

/** For every row of the table, what is written so. */
const CASES: Readonly<Record<string, Cases>> = {
  '`typ` with or without `application/`, in any case, with parameters': {
    JWT: typed('JWT'),
    jwt: typed('jwt'),
    'vc+jwt': typed('vc+jwt'),
    'VP+JWT': typed('VP+JWT'),
    'application/jwt': typed('application/jwt'),
    'application/vc+jwt': typed('application/vc+jwt'),
    'Application/VP+jwt; x="a;b"': typed('Application/VP+jwt; x="a;b"'),
  },
  '`typ` of drafts: `vc+ld+json+jwt`, `vc+ld+jwt`, `vc-ld+jwt`; `vp` alike': {
    'vc+ld+json+jwt': typed('vc+ld+json+jwt'),
    'application/vp+ld+jwt': typed('application/vp+ld+jwt'),
    'vc-ld+jwt': typed('vc-ld+jwt'),
  },
  '`typ` of other kinds: `JOSE`, `at+jwt`, `vc+sd-jwt`': {
    JOSE: typed('JOSE'),
    'application/at+jwt': typed('application/at+jwt'),
    'vc+ld+json+sd-jwt': typed('vc+ld+json+sd-jwt'),
    'application/application/jwt': typed('application/application/jwt'),
    'text/jwt': typed('text/jwt'),
    'no text': typed(['JWT']),
    null: typed(null),
  },
  '`typ` of a token at sign-in: `JWT`, `at+jwt`, both with `application/`': {
    JWT: () => token('EdDSA', ['EdDSA']),
    'AT+JWT': () => token('EdDSA', ['EdDSA'], { typ: 'AT+JWT' }),
    'application/at+jwt': () => token('EdDSA', ['EdDSA'], { typ: 'application/at+jwt' }),
  },
  '`cty`: `vc`, `application/vp`, `JSON`': {
    vc: () => verified(aPresentation({ credentialHeader: { cty: 'vc' }, header: { cty: 'application/vp' } })),
    JSON: () => verified(aPresentation({ credentialHeader: { cty: 'JSON' } })),
  },
  'a JWT inside of a JWT, `cty: JWT`': {
    presentation: () => {
      const { privateKey } = generateKeyPairSync('ed25519')
      return verified(compact({ alg: 'EdDSA', cty: 'JWT' }, aPresentation(), privateKey))
    },
    credential: () => {
      const { privateKey } = generateKeyPairSync('ed25519')
      const nested = compact({ alg: 'EdDSA', cty: 'application/jwt' }, aParty().jwt({ vc: aCredential() }), privateKey)
      return verified(aPresentation({ vp: { verifiableCredential: [nested] } }))
    },
  },
  '`Content-Type` of linked data, any case, with `profile` or `charset`': {
    'application/vp': sentAs('application/vp', aVp),
    'Application/VP; charset=UTF-8': sentAs('Application/VP; charset=UTF-8', aVp),
    'application/vp+ld+json;': sentAs('application/vp+ld+json;', aVp),
    'application/ld+json; profile="a;b"': sentAs(
      'application/ld+json; profile="https://a.example/;b"; charset="utf-8"',
      aVp,
    ),
  },
  '`Content-Type` of drafts: `vp+ld+json+jwt`, `vp-ld+jwt`': {
    'application/vp+ld+json+jwt': sentAs('application/vp+ld+json+jwt', () => aPresentation()),
    'application/vp-ld+jwt': sentAs('application/vp-ld+jwt', () => aPresentation()),
    'application/VP+JWT': sentAs('application/VP+JWT', () => aPresentation()),
  },
  '`Content-Type` of other kinds, in names of drafts too': {
    'application/vp+ld+json+sd-jwt': sentAs('application/vp+ld+json+sd-jwt', () => 'x'),
    'application/vc-ld+jwt': sentAs('application/vc-ld+jwt', () => 'x'),
    'application/vp+ld+json+cose': sentAs('application/vp+ld+json+cose', () => 'x'),
  },
  '`Ed25519` and `EdDSA`: headers, JWKs, definitions, lists of algorithms': {
    header: () => verified(aPresentation({ credentialHeader: { alg: 'Ed25519' }, header: { alg: 'Ed25519' } })),
    'JWK, newer': () => verified(aPresentation({ issuer: aParty({ alg: 'Ed25519' }) })),
    'JWK, older': () =>
      verified(aPresentation({ issuer: aParty({ alg: 'EdDSA' }), credentialHeader: { alg: 'Ed25519' } })),
    'JWS of a proof': () => {
      const header = base64url({ alg: 'Ed25519', b64: false, crit: ['b64'] })
      return sentenceOf(() => readProofSignature({ type: 'JsonWebSignature2020', jws: `${header}..AA` }))
    },
    'definition, newer': () => defined('Ed25519', 'EdDSA'),
    'definition, older': () => defined('EdDSA', 'Ed25519'),
    'issuer, newer': () => token('EdDSA', ['Ed25519']),
    'issuer, older': () => token('Ed25519', ['EdDSA']),
    'issuer, both newer': () => token('Ed25519', ['Ed25519']),
  },
  '`ESP256`, `ESP384`, `ESP512`': {
    ESP256: signedAs('ESP256'),
    ESP512: signedAs('ESP512'),
    'of an issuer': () => token('EdDSA', ['ESP384']),
  },
  '`eddsa`, `es256`, `ed25519`, `Es256k`': {
    eddsa: signedAs('eddsa'),
    es256: signedAs('es256'),
    ed25519: signedAs('ed25519'),
    Es256k: signedAs('Es256k'),
    'of an issuer': () => token('EdDSA', ['rs256']),
  },
  '`Ed448`, `ES512`, `ES256K-R`, `ESB256`, `ML-DSA-44`, `-8`': {
    Ed448: signedAs('Ed448'),
    'ES256K-R': signedAs('ES256K-R'),
    ESB256: signedAs('ESB256'),
    'ML-DSA-44': signedAs('ML-DSA-44'),
    ES512: signedAs('ES512'),
    '-8': signedAs(-8),
  },
  '`none`, `HS256`': {
    none: signedAs('none'),
    None: signedAs('None'),
    HS256: signedAs('HS256'),
    'of an issuer': () => token('EdDSA', ['HS256']),
  },
  'proofs of drafts: `eddsa-2022`, `json-eddsa-2022`': {
    'eddsa-2022': proof('eddsa-2022', 'z1'),
    'json-eddsa-2022': proof('json-eddsa-2022', 'z1'),
  },
  'parts of a JWT padded, or in Base64 with `+` and `/`': {
    padded: () => verified(aPresentation().replace('.', '=.')),
    'another alphabet': () => verified(`${aPresentation().slice(0, -4)}+/+/`),
  },
  'a status list in any Base64, padded or not, with `u`, `U`, `m`, `M` or without': {
    base64url: bothKinds(BITS.toString('base64url')),
    'base64url with u': bothKinds(`u${BITS.toString('base64url')}`),
    Base64: bothKinds(BITS.toString('base64')),
    'Base64 without padding': bothKinds(BITS.toString('base64').replace(/=+$/, '')),
    'Base64 with M': bothKinds(`M${BITS.toString('base64')}`),
    'Base64 without padding with m': bothKinds(`m${BITS.toString('base64').replace(/=+$/, '')}`),
    'padded base64url with U': bothKinds(`U${BITS.toString('base64').replaceAll('+', '-').replaceAll('/', '_')}`),
  },
  'a status list in base58 or hexadecimal': {
    base58: bothKinds(`z${encodeBase58(BITS.subarray(0, 40))}`),
    hexadecimal: bothKinds(`f${BITS.toString('hex')}`),
    'both alphabets': bothKinds(`${BITS.toString('base64url')}+-/_`),
    'padding that is not all': bothKinds(`${BITS.toString('base64').replace(/=+$/, '')}===`),
  },
  '`publicKeyMultibase` in base58btc and in base64url (`u`)': {
    z: named(`${DID}#1`),
    u: withKey('u', 'base64url'),
  },
  '`publicKeyMultibase` in other bases; `proofValue`, `did:key` in any but `z`': {
    hexadecimal: withKey('f', 'hex'),
    Base64: withKey('m', 'base64'),
    'no prefix': withKey('', 'base64url'),
    proofValue: proof('eddsa-rdfc-2022', `u${base64url(Buffer.alloc(64))}`),
    'did:key': resolved(`did:key:u${base64url(MULTIKEY)}`),
  },
  'keys as Multikey, JWK, base58, PEM; of `Ed25519VerificationKey2020`': {
    Ed25519VerificationKey2020: found({
      type: 'Ed25519VerificationKey2020',
      publicKeyMultibase: `z${encodeBase58(MULTIKEY)}`,
    }),
    Ed25519VerificationKey2018: found({ type: 'Ed25519VerificationKey2018', publicKeyBase58: encodeBase58(RAW) }),
    JsonWebKey2020: found({ type: 'JsonWebKey2020', publicKeyJwk: EC_JWK }),
    JsonWebKey: withJwk(EC_JWK),
    PEM: found({ publicKeyPem: CURVE.export({ format: 'pem', type: 'spki' }) }),
  },
  '`publicKeyHex`, `publicKeyBase64`, `blockchainAccountId`': {
    publicKeyHex: found({ publicKeyHex: RAW.toString('hex') }),
    publicKeyBase64: found({ publicKeyBase64: RAW.toString('base64') }),
    blockchainAccountId: found({ blockchainAccountId: 'eip155:1:0xab' }),
  },
  'a JWK inside of a `did:key` (`jwk_jcs-pub`)': {
    ours: resolved(ebsiDid()),
    published: resolved(PUBLISHED_EBSI_DID),
    'with its fragment': resolved(`${ebsiDid()}#${ebsiDid().slice('did:key:'.length)}`),
  },
  'numbers of a JWK padded; `crv`: `P-256K`, `P-521`, `X25519`': {
    padded: withJwk({ ...EC_JWK, x: `${EC_JWK.x}=` }),
    'P-256K': withJwk({ ...EC_JWK, crv: 'P-256K' }),
    'P-521': withJwk({ ...EC_JWK, crv: 'P-521' }),
    X25519: withJwk({ kty: 'OKP', crv: 'X25519', x: RAW.toString('base64url') }),
  },
  'a fragment alone in documents and in `kid`; `did:web` with port and path': {
    'in a document': named(`${DID}#1`),
    'whole in a document': found({ publicKeyJwk: EC_JWK }, `${DID}#1`, `${DID}#1`),
    '`kid`': () => verified(aPresentation({ credentialHeader: { kid: '#0' }, header: { kid: '0' } })),
  },
  'a fragment alone in a proof, `DID:`, a path, a query, another fragment': {
    'a fragment alone': named('#1'),
    capitals: named(`DID${DID.slice(3)}#1`),
    'a method in capitals': named('did:WEB:issuer.example#1'),
    'a path': named('did:web:issuer.example/people#1'),
    'a query': named(`${DID}?versionId=1#1`),
    'another fragment': named(`${DID}#key-1`),
  },
  '`did:web` in capitals, its port as `%3a` where `%3A` is registered': {
    capitals: named(`${DID.replace('issuer.example', 'Issuer.Example')}#1`),
    port: named(`${DID.replace('%3A', '%3a')}#1`),
  },
  'ids of definitions in capitals, with `urn:uuid:`': {
    capitals: () => answering((id) => id.toUpperCase()),
    'urn:uuid:': () => answering((id) => `urn:uuid:${id}`),
    'in the submission alone': () => answering((id) => `URN:UUID:${id.toUpperCase()}`, false),
  },
  'dates with offset, `t`, `z`, fraction, leap second; claims with a fraction': {
    offset: dated('2025-12-31T23:59:59-11:30'),
    'lower case': dated('2025-12-31t23:59:59z'),
    fraction: dated('2025-12-31T23:59:59.1234567890123Z'),
    'leap second': dated('2016-12-31T23:59:60Z'),
    claim: () => claimed(seconds() - 0.25)(),
  },
  'dates without zone, seconds, `T`; `+0100`; `24:00`; claims as text, in ms': {
    'no zone': dated('2025-12-31T23:59:59'),
    'no time': dated('2025-12-31'),
    'no seconds': dated('2025-12-31T23:59Z'),
    'no T': dated('2025-12-31 23:59:59Z'),
    'no colon': dated('2025-12-31T23:59:59+0100'),
    '24:00': dated('2025-12-31T24:00:00Z'),
    seconds: dated('1767225599'),
    text: claimed('1767225599'),
    'a date': claimed('2025-12-31T23:59:59Z'),
    milliseconds: claimed(1_767_225_599_000),
  },
}

interface Row {
  readonly spelling: string
  readonly here: string
}

/** The rows of the table in the contract, after its head. */
function rowsOfContract(): readonly Row[] {
  const page = readFileSync(new URL('../../docs/contract/exchange.md', import.meta.url), 'utf8')
  const [, section = ''] = page.split('\n## Other spellings\n')
  const lines = section.split('\n## ')[0]?.match(/^\|.*\|$/gm) ?? []
  return lines.slice(2).map((line) => {
    const [spelling = '', , here = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    return { spelling, here }
  })
}

const ROWS = rowsOfContract()

describe('other spellings', () => {
  it('each row › has cases, and each case a row', () => {
    expect(ROWS.length).toBeLessThanOrEqual(30)
    expect(ROWS.map(({ spelling }) => spelling)).toEqual(Object.keys(CASES))
  })

  it.each(ROWS)('$spelling › $here', async ({ spelling, here }) => {
    const phrases = [...here.matchAll(/"([^"]+)"/g)].map(([, phrase = '']) => phrase)
    const outcomes = await Promise.all(
      Object.entries(CASES[spelling] ?? {}).map(async ([name, run]) => [name, await run()] as const),
    )

    expect(outcomes).not.toEqual([])
    expect(here).toMatch(/^(?:taken|refused: ")/)
    for (const [name, refusal] of outcomes) {
      if (here.startsWith('taken')) expect([name, refusal]).toEqual([name, undefined])
      else expect([name, phrases.some((phrase) => refusal?.includes(phrase)), refusal]).toEqual([name, true, refusal])
    }
    for (const phrase of phrases) expect(outcomes.some(([, refusal]) => refusal?.includes(phrase))).toBe(true)
  })
})

describe('what was refused for its safety', () => {
  const curve = (members: JsonObject = {}) => aParty(members, 'P-256')

  it.each<[string, () => Outcome, string]>([
    ['alg none', signedAs('none'), 'no signature'],
    [
      'a key for another algorithm',
      () => verified(aPresentation({ issuer: aParty({ alg: 'ES256' }) })),
      'is not for EdDSA',
    ],
    [
      'a name of COSE in a JWK',
      () => verified(aPresentation({ issuer: curve({ alg: 'ESP256' }) })),
      'is not for ES256',
    ],
    [
      'Ed25519 with a key of P-256',
      () => verified(aPresentation({ issuer: curve(), credentialHeader: { alg: 'Ed25519' } })),
      'is not for EdDSA',
    ],
    [
      'ES384 with a key of P-256',
      () => verified(aPresentation({ issuer: curve(), credentialHeader: { alg: 'ES384' } })),
      'is not for ES384',
    ],
    [
      'a JWK inside of a did:key for encryption',
      () =>
        verified(
          aPresentation({
            issuer: { ...curve(), did: ebsiDid({ use: 'enc' }) },
            credentialHeader: { alg: 'ES256', kid: ebsiDid({ use: 'enc' }) },
          }),
        ),
      'is not for ES256',
    ],
    [
      'an algorithm that the issuer does not list',
      () => token('Ed25519', ['ES256', 'RS256']),
      'not accepted for its issuer',
    ],
  ])('%s › stays refused', async (_, run, sentence) => {
    expect(await run()).toContain(sentence)
  })

  it('a presentation signed as Ed25519 › is valid once', async () => {
    const sent = aPresentation({ header: { alg: 'Ed25519' } })
    expect(await verified(sent)).toBeUndefined()
    expect(await verified(sent)).toContain('accepted before')
  })
})
