// Proves docs/contract/exchange.md, Checks: replay, Checks: credential, Proofs, Proofs: JWT, Registries: contexts.

/** Presentations that independent libraries made, and their refusal once anything in them is changed. */
import { generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import * as vc from '@digitalbazaar/vc'
import { p256, p384 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Verification } from '../../shared/contract/presentations.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { CREDENTIALS_V1, CREDENTIALS_V2 } from '../../src-main/exchange/registries/context-registry.ts'
import { HOLDER, ISSUER } from '../support/exchange/definitions.ts'
import { bodyOf } from '../support/service/keystore-accounts.ts'
import {
  aPresentation,
  aSubmission,
  ED25519_2018_CONTEXT,
  SUBMISSION_CONTEXT,
  THE_HOLDER,
  THE_ISSUER,
} from '../support/exchange/presentations.ts'
import type { PublishedSuite } from '../support/published/published-parties.ts'
import { ED25519_2020_CONTEXT, publishedLoader, signingSuite } from '../support/published/published-parties.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import { startService } from '../support/service/test-service.ts'

const { service, clock, faults, connection } = startService()
clock.advanceMs(40 * 86_400_000)
const NOW = new Date(clock.nowMs())
const DATE = NOW.toISOString().replace('.000Z', 'Z')
const { headers } = aSubscriptionKey({ connection, clock })
const documentLoader = publishedLoader(THE_ISSUER, THE_HOLDER)
let definitionId: string

beforeAll(async () => {
  const fields = [{ path: ['$.credentialSubject.id'], filter: { pattern: '^did:' } }]
  const body = { input_descriptors: [{ id: 'any', constraints: { fields } }] }
  const reply = await service.dispatch({ operation: 'exchange.createPresentationDefinition', headers, body })
  definitionId = bodyOf<{ presentation_definition: { id: string } }>(reply, 201).presentation_definition.id
})
afterAll(async () => {
  await service.close()
  expect(faults).toEqual([])
})

async function verify(presentation: JsonObject | string, replay = 'off'): Promise<Verification> {
  const options = { challenge: 'c', domain: 'https://verifier.example', max_age_seconds: 60, replay }
  const body = { presentation, options: { ...options, definition_id: definitionId } }
  return bodyOf(await service.dispatch({ operation: 'exchange.verifyPresentation', headers, body }), 200)
}

const failed = ({ errors }: Verification) => errors.map(({ check, code }) => `${check} ${code}`)
const submission = (format: string) =>
  aSubmission(definitionId, { descriptor_map: [{ id: 'any', path: '$.verifiableCredential[0]', format }] })

const FIRST_MODEL = {
  '@context': CREDENTIALS_V1,
  dates: { issuanceDate: DATE, expirationDate: '2036-01-01T00:00:00Z' },
}
const SECOND_MODEL = { '@context': CREDENTIALS_V2, dates: { validFrom: DATE, validUntil: '2036-01-01T00:00:00Z' } }

const SUITES: readonly (readonly [PublishedSuite, typeof FIRST_MODEL | typeof SECOND_MODEL, readonly string[]])[] = [
  ['Ed25519Signature2018', FIRST_MODEL, []],
  ['Ed25519Signature2020', FIRST_MODEL, [ED25519_2020_CONTEXT]],
  ['eddsa-rdfc-2022', SECOND_MODEL, []],
  ['eddsa-jcs-2022', SECOND_MODEL, []],
  ['Ed25519Signature2018', SECOND_MODEL, [ED25519_2018_CONTEXT]],
]

describe.each(SUITES)('@digitalbazaar/vc with %s, %j', (name, { '@context': model, dates }, contexts) => {
  async function made(): Promise<JsonObject> {
    const credential = {
      '@context': [model, ...contexts],
      id: 'urn:uuid:00000000-0000-4000-8000-000000000001',
      type: ['VerifiableCredential'],
      issuer: ISSUER,
      ...dates,
      credentialSubject: { id: HOLDER },
    }
    const issuer = await signingSuite(name, THE_ISSUER, DATE)
    const issued = await vc.issue({ credential, suite: issuer, documentLoader, now: DATE })
    const sent = aPresentation([issued], submission('ldp_vc'), { '@context': [model, SUBMISSION_CONTEXT, ...contexts] })
    const suite = await signingSuite(name, THE_HOLDER, DATE)
    const binding = { challenge: 'c', domain: 'https://verifier.example' }
    return (await vc.signPresentation({ presentation: sent, suite, ...binding, documentLoader })) as JsonObject
  }

  it('what it makes holds, every check', async () => {
    const answer = await verify(await made())

    expect(failed(answer)).toEqual([])
    expect(answer).toMatchObject({
      valid: true,
      credentials: [{ valid: true, valid_from: DATE, valid_until: '2036-01-01T00:00:00Z' }],
      descriptors: [{ satisfied: true }],
    })
  })

  it('a second signature in the proof does not, so that a replay cannot look like something new', async () => {
    const presentation = await made()
    const proof = presentation['proof'] as JsonObject
    const name = Object.hasOwn(proof, 'jws') ? 'proofValue' : 'jws'

    for (const more of [name, 'signatureValue']) {
      const answer = await verify({ ...presentation, proof: { ...proof, [more]: 'x' } })
      expect(failed(answer)).toEqual(['presentation.proof signature_invalid'])
    }
  })

  it('what is changed afterwards does not', async () => {
    const presentation = await made()
    const [credential] = presentation['verifiableCredential'] as readonly JsonObject[]
    const changed = { ...credential, id: 'urn:uuid:other' }

    expect(failed(await verify({ ...presentation, verifiableCredential: [changed] }))).toEqual([
      'presentation.proof signature_invalid',
      'credential.proof signature_invalid',
    ])
  })
})

it('a JWT in a presentation of @digitalbazaar/vc with eddsa-jcs-2022 is covered by its proof', async () => {
  const { did, sign } = aParty('EdDSA')
  const vcOfJwt = { '@context': [CREDENTIALS_V1], type: ['VerifiableCredential'], credentialSubject: { id: HOLDER } }
  const jwtWith = (jti: string) => sign({ iss: did, jti, nbf: Math.floor(clock.nowMs() / 1000), vc: vcOfJwt })
  const [jwt, other] = await Promise.all([jwtWith('urn:x:1'), jwtWith('urn:x:2')])
  const presentation = aPresentation([jwt], submission('jwt_vc'), { '@context': [CREDENTIALS_V2, SUBMISSION_CONTEXT] })
  const suite = await signingSuite('eddsa-jcs-2022', THE_HOLDER, DATE)
  const binding = { challenge: 'c', domain: 'https://verifier.example' }
  const made = (await vc.signPresentation({ presentation, suite, ...binding, documentLoader })) as JsonObject
  const answer = await verify(made)

  expect(failed(answer)).toEqual([])
  expect(answer.warnings.map(({ code }) => code)).not.toContain('credential_not_covered')
  expect(failed(await verify({ ...made, verifiableCredential: [other] }))).toEqual([
    'presentation.proof signature_invalid',
  ])
})

describe('what a library shows of a JWT, sent in its place', () => {
  const DECODED = { type: 'JwtProof2020', jwt: 'e30.e30.c2ln' }
  const CREDENTIAL = {
    '@context': [CREDENTIALS_V1],
    type: ['VerifiableCredential'],
    issuer: { id: ISSUER },
    issuanceDate: DATE,
    credentialSubject: { id: HOLDER },
    proof: DECODED,
  }

  it('is answered with what to send, for a credential and for a presentation', async () => {
    const presentation = { ...aPresentation([CREDENTIAL], submission('jwt_vc')), proof: DECODED }
    const { errors } = await verify(presentation)
    const proofs = errors.filter(({ check }) => check.endsWith('.proof'))

    expect(proofs.map(({ check, code }) => `${check} ${code}`)).toEqual([
      'presentation.proof proof_type_unsupported',
      'credential.proof proof_type_unsupported',
    ])
    for (const { message } of proofs) expect(message).toContain('send the value of proof.jwt')
  })
})

it('a context that is not registered is named', async () => {
  const url = `https://unknown.example/${'x'.repeat(300)}\n`
  const { checks } = await verify({ ...aPresentation([], submission('ldp_vc')), '@context': [CREDENTIALS_V1, url] })
  const found = checks.find(({ code }) => code === 'context_unknown')

  expect(found?.message).toMatch(/^no context is registered here as https:\/\/unknown\.example\/x+…$/)
  expect(found?.actual).toMatch(/^https:\/\/unknown\.example\/x+…$/)
})

const ALGORITHMS = ['EdDSA', 'ES256', 'ES384', 'ES256K', 'RS256', 'PS256'] as const
type Algorithm = (typeof ALGORITHMS)[number]

interface JwtParty {
  readonly did: string
  readonly sign: (payload: JsonObject) => Promise<string>
}

const KEYS: Readonly<Record<Exclude<Algorithm, 'ES256K'>, () => { publicKey: KeyObject; privateKey: KeyObject }>> = {
  EdDSA: () => generateKeyPairSync('ed25519'),
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ES384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  PS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const didJwk = (jwk: unknown) => `did:jwk:${part(jwk)}`

/** Somebody with a new key, which is in the DID. */
function aParty(alg: Algorithm): JwtParty {
  if (alg === 'ES256K') return aKoblitzParty()
  const { publicKey, privateKey } = KEYS[alg]()
  const did = didJwk(publicKey.export({ format: 'jwk' }))
  const header = { alg, kid: `${did}#0`, typ: 'JWT' }
  return { did, sign: (payload) => new SignJWT(payload).setProtectedHeader(header).sign(privateKey) }
}

/** jose leaves this curve to the library of Node, which Electron's lacks; another library signs. */
function aKoblitzParty(): JwtParty {
  const secret = secp256k1.utils.randomSecretKey()
  const point = secp256k1.getPublicKey(secret, false)
  const coordinate = (from: number) => Buffer.from(point.subarray(from, from + 32)).toString('base64url')
  const did = didJwk({ kty: 'EC', crv: 'secp256k1', x: coordinate(1), y: coordinate(33) })
  return {
    did,
    sign(payload) {
      const signed = `${part({ alg: 'ES256K', kid: `${did}#0` })}.${part(payload)}`
      const signature = secp256k1.sign(Buffer.from(signed), secret)
      return Promise.resolve(`${signed}.${Buffer.from(signature).toString('base64url')}`)
    },
  }
}

const ORDERS: Readonly<Partial<Record<Algorithm, bigint>>> = {
  ES256: p256.Point.Fn.ORDER,
  ES384: p384.Point.Fn.ORDER,
  ES256K: secp256k1.Point.Fn.ORDER,
}

/** The same JWT with the other of the two signatures that ECDSA has for one. */
function turned(jwt: string, order: bigint): string {
  const [header, payload, signature = ''] = jwt.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  const half = bytes.length / 2
  const s = BigInt(`0x${bytes.toString('hex', half)}`)
  bytes.write((order - s).toString(16).padStart(half * 2, '0'), half, 'hex')
  return [header, payload, bytes.toString('base64url')].join('.')
}

describe.each(ALGORITHMS)('jose with %s', (alg) => {
  const issuer = aParty(alg)
  const holder = aParty(alg)
  const seconds = clock.nowMs() / 1000

  async function made(claims: JsonObject = {}): Promise<string> {
    const credential = await issuer.sign({
      iss: issuer.did,
      sub: holder.did,
      jti: 'urn:uuid:00000000-0000-4000-8000-000000000001',
      nbf: seconds,
      exp: seconds + 3600,
      vc: { '@context': [CREDENTIALS_V1], type: ['VerifiableCredential', 'Any'], credentialSubject: { name: 'A' } },
    })
    const vp = {
      '@context': [CREDENTIALS_V1],
      type: ['VerifiablePresentation'],
      verifiableCredential: [credential],
      presentation_submission: submission('jwt_vc'),
    }
    return holder.sign({ iss: holder.did, nonce: 'c', aud: 'https://verifier.example', iat: seconds, vp, ...claims })
  }

  it('what it makes holds, every check', async () => {
    const answer = await verify(await made())

    expect(failed(answer)).toEqual([])
    expect(answer).toMatchObject({
      valid: true,
      format: 'jwt_vp',
      holder: holder.did,
      credentials: [{ valid: true, format: 'jwt_vc', proof_type: alg, issuer: issuer.did, subject: holder.did }],
    })
  })

  it('is accepted once, whichever of its signatures is sent', async () => {
    const jwt = await made({ jti: `urn:uuid:${alg}` })
    const order = ORDERS[alg]
    const other = order === undefined ? jwt : turned(jwt, order)

    expect((await verify(other)).valid).toBe(true)
    expect((await verify(jwt, 'record')).valid).toBe(true)
    expect(failed(await verify(other, 'record'))).toEqual(['presentation.replay presentation_replayed'])
  })

  it('the signature of another presentation does not', async () => {
    const [mine, other] = (await Promise.all([made(), made({ nonce: 'd' })])).map((jwt) => jwt.split('.'))
    const mixed = [mine?.[0], mine?.[1], other?.[2]].join('.')

    expect(failed(await verify(mixed))).toContain('presentation.proof signature_invalid')
  })

  it('the same key for another algorithm does not', async () => {
    const [, payload = '', signature = ''] = (await made()).split('.')
    const header = part({ alg: alg === 'RS256' ? 'PS256' : 'RS256', kid: `${holder.did}#0` })
    const code = alg === 'RS256' || alg === 'PS256' ? 'signature_invalid' : 'algorithm_key_mismatch'

    expect(failed(await verify(`${header}.${payload}.${signature}`))).toContain(`presentation.proof ${code}`)
  })
})
