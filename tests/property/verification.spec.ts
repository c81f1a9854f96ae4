// Proves docs/contract/exchange.md, Evaluation, Proofs.

/** Laws of verification, over whole presentations. */
import fc from 'fast-check'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Verification } from '../../shared/contract/presentations.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { CREDENTIALS_V1 } from '../../src-main/exchange/registries/context-registry.ts'
import { HOLDER, ISSUER } from '../support/exchange/definitions.ts'
import { draws } from '../support/draws.ts'
import { bodyOf } from '../support/service/keystore-accounts.ts'
import {
  aPresentation,
  aSubmission,
  privateKeyOf,
  signed,
  THE_HOLDER,
  THE_ISSUER,
} from '../support/exchange/presentations.ts'
import type { Party } from '../support/exchange/presentations.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import { startService } from '../support/service/test-service.ts'

const { service, clock, faults, connection } = startService()
clock.advanceMs(40 * 86_400_000)
const created = new Date(clock.nowMs()).toISOString()
const { headers } = aSubscriptionKey({ connection, clock })
const seconds = clock.nowMs() / 1000
let credentials: readonly JsonObject[] = []

beforeAll(async () => {
  credentials = await Promise.all(['a', 'b', 'c', 'd'].map(aCredential))
})
afterAll(async () => {
  await service.close()
  expect(faults).toEqual([])
})

/** Its id says what it is; nothing else tells these credentials apart. */
function aCredential(id: string): Promise<JsonObject> {
  const document = {
    '@context': [CREDENTIALS_V1],
    id: `urn:x:${id}`,
    type: ['VerifiableCredential'],
    issuer: ISSUER,
    issuanceDate: '2026-01-01T00:00:00Z',
    credentialSubject: { id: HOLDER },
  }
  return signed(document, THE_ISSUER, { created })
}

async function call<Answer>(operation: string, status: number, body: unknown): Promise<Answer> {
  return bodyOf<Answer>(await service.dispatch({ operation, headers, body }), status)
}

async function defined(definition: JsonObject): Promise<string> {
  const operation = 'exchange.createPresentationDefinition'
  return (await call<{ presentation_definition: { id: string } }>(operation, 201, definition)).presentation_definition
    .id
}

async function verify(presentation: unknown): Promise<Verification> {
  return call('exchange.verifyPresentation', 200, { presentation, options: { replay: 'off' } })
}

/** A descriptor that only the credential with this id answers. */
const descriptorFor = (id: string, group: readonly string[]) => ({
  id,
  ...(group.length > 0 && { group }),
  constraints: { fields: [{ path: ['$.id'], filter: { const: `urn:x:${id}` } }] },
})

const GROUPS = fc.subarray(['A', 'B'], { minLength: 1 })
const REQUIREMENT = fc.oneof(
  fc.constant({ rule: 'all', from: 'A' }),
  fc.constant({ rule: 'all', from: 'B' }),
  fc.record({ rule: fc.constant('pick'), from: fc.constantFrom('A', 'B'), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ rule: fc.constant('pick'), from: fc.constantFrom('A', 'B'), max: fc.integer({ min: 1, max: 3 }) }),
)

/** A definition, which credential answers which descriptor, and some other order of descriptors and entries. */
const STORY = fc.record({
  groups: fc.array(GROUPS, { minLength: 2, maxLength: 4 }),
  requirements: fc.array(REQUIREMENT, { maxLength: 2 }),
  answers: fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 5 }),
  seed: fc.integer(),
})

const NAMES = ['a', 'b', 'c', 'd'] as const

/** A presentation that holds: without it, the law could be kept by refusing everything. */
const ALL_HELD = {
  groups: [['A'], ['B'], ['A'], ['B']] as ('A' | 'B')[][],
  requirements: [{ rule: 'pick' as const, from: 'A' as const, count: 2 }],
  answers: [
    [0, 0],
    [2, 2],
  ] as [number, number][],
  seed: 3,
}

async function toldWith(
  { groups, requirements, answers }: { groups: string[][]; requirements: JsonObject[]; answers: [number, number][] },
  order: <Entry>(entries: readonly Entry[]) => readonly Entry[],
): Promise<Verification> {
  const named = new Set(groups.flat())
  const asked = requirements.filter(({ from }) => named.has(String(from)))
  const descriptors = groups.map((group, index) => descriptorFor(NAMES[index] ?? '', asked.length > 0 ? group : []))
  const definition = {
    input_descriptors: order(descriptors),
    ...(asked.length > 0 && { submission_requirements: order(asked) }),
  }
  const descriptor_map = answers.map(([descriptor, credential]) => ({
    id: NAMES[descriptor],
    path: `$.verifiableCredential[${credential}]`,
    format: 'ldp_vc',
  }))
  const submission = aSubmission(await defined(definition), { descriptor_map: order(descriptor_map) })
  return verify(await signed(aPresentation(credentials, submission), THE_HOLDER, { created }))
}

/** The answer without what differs from call to call. */
function told({ verification_id: _id, verified_at: _at, duration_ms: _duration, ...rest }: Verification) {
  return rest
}

type Order = <Entry>(entries: readonly Entry[]) => readonly Entry[]

function withOtherOrder(value: unknown, order: Order): unknown {
  if (Array.isArray(value)) return value.map((part: unknown) => withOtherOrder(part, order))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, part]) => [name, withOtherOrder(part, order)] as const)
  return Object.fromEntries(order(members))
}

const codesOf = ({ errors }: Verification) => errors.map(({ code }) => code).sort()

/** A shuffle that is the same for the same seed. */
const shuffled =
  (seed: number) =>
  <Entry>(entries: readonly Entry[]): readonly Entry[] =>
    entries
      .map((entry, index) => ({ entry, rank: Math.sin(seed + index * 7919) }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ entry }) => entry)

describe('verification', () => {
  it('does not depend on the order of descriptors, requirements and entries', async () => {
    let held = 0
    await fc.assert(
      fc.asyncProperty(STORY, async (story) => {
        const [one, other] = [await toldWith(story, (entries) => entries), await toldWith(story, shuffled(story.seed))]

        expect(other.valid).toBe(one.valid)
        // Of two entries for one descriptor the first one is followed, so what else is told of them may differ.
        if (!codesOf(one).includes('descriptor_mapped_twice')) expect(codesOf(other)).toEqual(codesOf(one))
        held += one.valid ? 1 : 0
      }),
      { numRuns: draws(25, 300), examples: [[ALL_HELD]] },
    )
    expect(held).toBeGreaterThan(0)
  })

  it('does not depend on the order of members, and says the same each time', async () => {
    const id = await defined({ input_descriptors: [descriptorFor('a', []), descriptorFor('b', [])] })
    const descriptor_map = ['a', 'b'].map((name, index) => ({
      id: name,
      path: `$.verifiableCredential[${index}]`,
      format: 'ldp_vc',
    }))
    const submission = aSubmission(id, { descriptor_map })
    const presentation = await signed(aPresentation(credentials.slice(0, 2), submission), THE_HOLDER, { created })
    const expected = told(await verify(presentation))
    expect(expected.valid).toBe(true)

    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        expect(told(await verify(withOtherOrder(presentation, shuffled(seed))))).toEqual(expected)
      }),
      { numRuns: draws(15, 150) },
    )
  })

  it('an unrelated credential never makes a presentation valid that is not', async () => {
    const stranger = await aCredential('stranger')
    const id = await defined({ input_descriptors: [descriptorFor('a', []), descriptorFor('b', [])] })
    const entry = fc.record({
      id: fc.constantFrom('a', 'b', 'x'),
      path: fc.constantFrom('$.verifiableCredential[0]', '$.verifiableCredential[1]', '$', '$.verifiableCredential[*]'),
      format: fc.constantFrom('ldp_vc', 'jwt_vc'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 3 }),
        fc.subarray([0, 1, 2]),
        fc.constantFrom<Party>(THE_HOLDER, THE_ISSUER),
        async (descriptor_map, chosen, by) => {
          const sent = chosen.flatMap((index) => credentials[index] ?? [])
          const told = async (all: readonly unknown[]) =>
            verify(await signed(aPresentation(all, aSubmission(id, { descriptor_map })), by, { created }))
          const before = await told(sent)
          const after = await told([...sent, stranger])

          if (!before.valid) expect(after.valid).toBe(false)
        },
      ),
      { numRuns: draws(25, 300) },
    )
  })

  const sign = (payload: JsonObject, { did, seed }: Party) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA', kid: `${did}#${did.slice(8)}` }).sign(privateKeyOf(seed))

  it('nothing but the text itself answers a challenge, and nothing but texts say for whom', async () => {
    const vp = { '@context': [CREDENTIALS_V1], type: ['VerifiablePresentation'], verifiableCredential: credentials }
    const options = { challenge: 'c', domain: 'd', evaluate: 'none', replay: 'off' }
    const [text, other] = [fc.constantFrom('c', 'd'), fc.jsonValue({ maxDepth: 2 })]
    const value = fc.oneof(text, fc.array(text), fc.array(fc.oneof(text, other)), other)

    await fc.assert(
      fc.asyncProperty(value, value, async (nonce, aud) => {
        const presentation = await sign({ iss: HOLDER, iat: seconds, nonce, aud, vp }, THE_HOLDER)
        const { errors } = await call<Verification>('exchange.verifyPresentation', 200, { presentation, options })
        const names: readonly unknown[] = Array.isArray(aud) ? aud : [aud]
        const isForUs = names.includes('d') && names.every((name) => typeof name === 'string')

        expect(errors.map(({ code }) => code)).toEqual([
          ...(nonce === 'c' ? [] : ['challenge_mismatch']),
          ...(isForUs ? [] : ['domain_mismatch']),
        ])
      }),
      {
        numRuns: draws(40, 400),
        examples: [
          ['c', 'd'],
          ['c', ['x', 'd']],
          [['c'], ['d', 5]],
          [null, []],
        ],
      },
    )
  })

  it('any flipped bit of a JWT presentation makes it invalid, or no JWT any more', async () => {
    const id = await defined({ input_descriptors: [descriptorFor('a', [])] })
    const vc = { '@context': [CREDENTIALS_V1], type: ['VerifiableCredential'], credentialSubject: { x: 1 } }
    const credential = await sign({ iss: ISSUER, sub: HOLDER, jti: 'urn:x:a', nbf: seconds, vc }, THE_ISSUER)
    const descriptor_map = [{ id: 'a', path: '$.verifiableCredential[0]', format: 'jwt_vc' }]
    const vp = {
      '@context': [CREDENTIALS_V1],
      type: ['VerifiablePresentation'],
      verifiableCredential: [credential],
      presentation_submission: aSubmission(id, { descriptor_map }),
    }
    const jwt = await sign({ iss: HOLDER, iat: seconds, nonce: 'n', vp }, THE_HOLDER)
    expect((await verify(jwt)).valid).toBe(true)

    await fc.assert(
      fc.asyncProperty(fc.nat(jwt.length * 7 - 1), async (bit) => {
        const bytes = Buffer.from(jwt)
        const at = Math.floor(bit / 7)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit % 7))
        const body = { presentation: bytes.toString(), options: { replay: 'off' } }
        const reply = await service.dispatch({ operation: 'exchange.verifyPresentation', headers, body })

        if (reply.ok) expect((reply.body as Verification).valid).toBe(false)
        else expect(reply.status).toBe(400)
      }),
      { numRuns: draws(100, 1_500) },
    )
  })
})
