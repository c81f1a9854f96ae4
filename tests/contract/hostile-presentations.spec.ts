// Proves docs/contract/exchange.md, Limits.

/** What somebody sends to keep the exchange busy, or to get around it. */
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Verification } from '../../shared/contract/presentations.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { CREDENTIALS_V1 } from '../../src-main/exchange/registries/context-registry.ts'
import { HOLDER, ISSUER } from '../support/exchange/definitions.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import {
  aPresentation,
  aSubmission,
  privateKeyOf,
  signed,
  SUBMISSION_CONTEXT,
  THE_HOLDER,
  THE_ISSUER,
} from '../support/exchange/presentations.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'

const MEBIBYTE = 1024 * 1024
const PROTOTYPE_NAMES = ['constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']

let server: TestHttpServer
let headers: Record<string, string>
let definitionId: string
let created: string

beforeAll(async () => {
  server = await startHttpServer()
  server.clock.advanceMs(40 * 86_400_000)
  created = new Date(server.clock.nowMs()).toISOString()
  headers = { ...aSubscriptionKey(server).headers, 'content-type': 'application/json' }
  definitionId = await defined({ input_descriptors: [{ id: 'any', constraints: { fields: [{ path: ['$.id'] }] } }] })
  expect(await send(await presented(aCredential()))).toMatchObject({ status: 200, valid: true })
})
afterAll(async () => {
  await server.service.close()
  await server.close()
  expect(server.faults).toEqual([])
})

async function defined(definition: JsonObject): Promise<string> {
  const request = { method: 'POST', headers, body: JSON.stringify(definition) }
  const reply = await fetch(`${server.url}/exchange/presentations/definitions`, request)
  return ((await reply.json()) as { presentation_definition: { id: string } }).presentation_definition.id
}

interface Outcome {
  readonly status: number
  readonly valid: boolean | undefined
  readonly codes: readonly string[]
}

async function send(body: unknown): Promise<Outcome> {
  return sendText(JSON.stringify(body))
}

async function sendText(text: string): Promise<Outcome> {
  const reply = await fetch(`${server.url}/exchange/presentations/verify`, { method: 'POST', headers, body: text })
  const answer = (await reply.json()) as Partial<Verification>
  const codes = (reply.ok ? (answer.errors ?? []) : []).map(({ check, code }) => `${check} ${code}`)
  return { status: reply.status, valid: answer.valid, codes }
}

const aCredential = (members: JsonObject = {}): JsonObject => ({
  '@context': [CREDENTIALS_V1],
  id: 'urn:x:1',
  type: ['VerifiableCredential'],
  issuer: ISSUER,
  issuanceDate: '2026-01-01T00:00:00Z',
  credentialSubject: { id: HOLDER },
  ...members,
})

async function presented(
  credential: JsonObject,
  members: JsonObject = {},
  submission: JsonObject = {},
): Promise<JsonObject> {
  const descriptor_map = [{ id: 'any', path: '$.verifiableCredential[0]', format: 'ldp_vc' }]
  const made = aSubmission(definitionId, { descriptor_map, ...submission })
  const issued = await signed(credential, THE_ISSUER, { created })
  return signed(aPresentation([issued], made, members), THE_HOLDER, { created })
}

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels)
const inSubject = (value: unknown) => presented(aCredential({ credentialSubject: { id: HOLDER, value } }))
const named = (value: unknown) => Object.fromEntries(PROTOTYPE_NAMES.map((name) => [name, value]))

describe('is no request', () => {
  it.each<[string, () => string, number]>([
    ['nested 100,000 deep', () => nested(100_000, '[', ']'), 400],
    ['objects nested 100,000 deep', () => nested(100_000, '{"a":', '}'), 400],
    ['one byte too large', () => `"${'x'.repeat(MEBIBYTE - 1)}"`, 413],
    ['10,001 members', () => JSON.stringify(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [i, 1]))), 400],
    ['a member twice', () => '{"type":"VerifiablePresentation","@context":[],"a":{"b":1,"b":2}}', 400],
    ['a member twice, once escaped', () => '{"type":"VerifiablePresentation","@context":[],"\\u0074ype":"x"}', 400],
    ['__proto__', () => '{"type":"VerifiablePresentation","@context":[],"__proto__":{"proof":{}}}', 400],
    ['half of a surrogate pair', () => '{"type":"VerifiablePresentation","@context":["\\ud800"]}', 400],
    ['a number no double holds', () => '{"type":"VerifiablePresentation","@context":[],"a":1e999}', 400],
    [
      'a JWT with a member twice',
      () => JSON.stringify(`${part('{"alg":"EdDSA"}')}.${part('{"vp":1,"vp":{}}')}.AA`),
      400,
    ],
    ['a JWT nested deep', () => JSON.stringify(`e30.${part(`{"vp":${nested(5000, '[', ']')}}`)}.AA`), 400],
    ['a JWT of empty parts', () => JSON.stringify('.'.repeat(MEBIBYTE - 10)), 400],
  ])('%s', async (_, body, status) => {
    expect((await sendText(body())).status).toBe(status)
  })
})

function part(text: string): string {
  return Buffer.from(text).toString('base64url')
}

type Story = readonly [name: string, body: () => Promise<unknown>, codes: readonly string[]]

const CONTEXTS: readonly Story[] = [
  [
    'an inline context that exchanges two members',
    () => presented(aCredential({ '@context': [CREDENTIALS_V1, { issuer: 'urn:x', id: '@type' }] })),
    ['credential.contexts context_inline'],
  ],
  [
    'an inline context deep inside',
    () => inSubject({ '@context': { '@vocab': 'urn:x:' }, a: 1 }),
    ['credential.contexts context_inline'],
  ],
  [
    'null as a context, which would forget the protected terms',
    () => inSubject({ '@context': null, a: 1 }),
    ['credential.contexts context_inline'],
  ],
  [
    'an inline context that imports another',
    () => presented(aCredential(), { '@context': [CREDENTIALS_V1, { '@import': 'https://x.example/' }] }),
    ['presentation.contexts context_inline'],
  ],
  [
    '5,000 contexts',
    async () => {
      const credential = aCredential({ '@context': Array.from({ length: 5000 }, () => CREDENTIALS_V1) })
      return { ...(await presented(aCredential())), verifiableCredential: Array.from({ length: 3 }, () => credential) }
    },
    ['credential.contexts context_unknown'],
  ],
  [
    'contexts whose names are members of every object',
    () => presented(aCredential({ '@context': [CREDENTIALS_V1, ...PROTOTYPE_NAMES] })),
    PROTOTYPE_NAMES.map(() => 'credential.contexts context_unknown'),
  ],
]

const NAMES: readonly Story[] = [
  ['members named as those of every object', () => inSubject(named('x')), ['credential.terms undefined_member']],
  [
    'types named as members of every object',
    () => presented(aCredential({ type: ['VerifiableCredential', ...PROTOTYPE_NAMES] })),
    ['credential.terms undefined_member'],
  ],
  [
    'a descriptor named as a member of every object',
    () =>
      presented(
        aCredential(),
        {},
        { descriptor_map: PROTOTYPE_NAMES.map((id) => ({ id, path: '$', format: 'ldp_vc' })) },
      ),
    ['submission.map descriptor_unknown', 'submission.requirements descriptor_missing'],
  ],
  [
    'a definition named as a member of every object',
    () => presented(aCredential(), {}, { definition_id: '__proto__' }),
    ['submission.definition definition_unknown'],
  ],
  [
    'a proof type named as a member of every object',
    async () => ({ ...(await presented(aCredential())), proof: { type: 'constructor', ...named('x') } }),
    ['presentation.proof proof_type_unsupported'],
  ],
]

const WORK: readonly Story[] = [
  [
    'a path that looks everywhere',
    () => {
      const path = `$..[?count($..${'[?count($..'.repeat(5)}*${') >= 0]'.repeat(5)}) > 9999]`
      return presented(aCredential(), {}, { descriptor_map: [{ id: 'any', path, format: 'ldp_vc' }] })
    },
    ['submission.map timeout'],
  ],
  [
    'a path with a pattern that goes back',
    () => {
      const path = `$.verifiableCredential[?match(@.id, '(a+)+$')]`
      const credential = aCredential({ id: `urn:${'a'.repeat(50_000)}!` })
      return presented(credential, {}, { descriptor_map: [{ id: 'any', path, format: 'ldp_vc' }] })
    },
    ['submission.map path_no_match'],
  ],
  [
    'lists in lists in lists',
    () => inSubject(Array.from({ length: 50 }).reduce<unknown>((inner) => [inner, inner && 1], 1)),
    ['credential.terms undefined_member'],
  ],
  [
    'nodes that look alike',
    async () => ({
      ...(await presented(aCredential())),
      verifiableCredential: {
        '@context': [CREDENTIALS_V1],
        type: 'VerifiableCredential',
        // Each names all the others.
        'https://e.example/p': Array.from({ length: 12 }, (_, node) => ({
          id: `_:${node}`,
          'https://e.example/p': Array.from({ length: 12 }, (_entry, other) => ({ id: `_:${other}` })),
        })),
      },
    }),
    ['presentation.proof document_too_complex'],
  ],
  [
    'a key as long as a book',
    async () => {
      const sent = await presented(aCredential())
      const did = `did:key:z${'2'.repeat(900_000)}`
      return { ...sent, proof: { ...(sent['proof'] as JsonObject), verificationMethod: `${did}#x` } }
    },
    ['presentation.proof key_unresolved'],
  ],
  [
    'a signature as long as a book',
    async () => {
      const sent = await presented(aCredential())
      return { ...sent, proof: { ...(sent['proof'] as JsonObject), jws: `e30..${'A'.repeat(900_000)}` } }
    },
    ['presentation.proof jws_header_invalid'],
  ],
  [
    '50 JWTs, each with a key of its own and of the largest size',
    async () => {
      const vc = { '@context': [CREDENTIALS_V1], type: ['VerifiableCredential', 'X'], credentialSubject: { x: 1 } }
      const modulus = Buffer.alloc(1024, 0xff)
      const verifiableCredential = Array.from({ length: 50 }, (_, index) => {
        modulus.writeUInt16BE(0xff00 + index, 0)
        const did = `did:jwk:${part(JSON.stringify({ kty: 'RSA', e: 'AQAB', n: modulus.toString('base64url') }))}`
        const payload = { iss: did, sub: HOLDER, jti: `urn:x:${index}`, nbf: 1, vc }
        return `${part('{"alg":"RS256"}')}.${part(JSON.stringify(payload))}.${Buffer.alloc(1024, 1).toString('base64url')}`
      })
      const vp = { '@context': [CREDENTIALS_V1], type: 'VerifiablePresentation', verifiableCredential }
      return new SignJWT({ iss: HOLDER, vp })
        .setProtectedHeader({ alg: 'EdDSA', kid: `${HOLDER}#${HOLDER.slice(8)}` })
        .sign(privateKeyOf(THE_HOLDER.seed))
    },
    ['credential.proof signature_invalid'],
  ],
  [
    'a JWT of one megabyte with nothing in it',
    async () => {
      const vp = { '@context': [CREDENTIALS_V1, SUBMISSION_CONTEXT], type: 'VerifiablePresentation' }
      const payload = { iss: HOLDER, vp: { ...vp, verifiableCredential: ['.'.repeat(700_000)] } }
      return Promise.resolve(`${part('{"alg":"EdDSA"}')}.${part(JSON.stringify(payload))}.AA`)
    },
    ['credential.proof jws_malformed'],
  ],
]

describe.each([
  ['contexts', CONTEXTS],
  ['names', NAMES],
  ['work', WORK],
])('%s', (_, stories) => {
  it.each(stories)('%s › does not hold', async (_name, body, codes) => {
    const outcome = await send(await body())

    expect(outcome).toMatchObject({ status: 200, valid: false })
    expect(outcome.codes).toEqual(expect.arrayContaining([...codes]))
    expect(outcome.codes.filter((code) => code.endsWith(' internal'))).toEqual([])
  })
})
