// Proves docs/contract/vault.md, Transports; docs/contract/exchange.md, Requests, Verifying, Verifying: shape,
// Verifying: answer, Checks: replay, Proofs, Limits, Vectors.

import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Verification } from '../../shared/contract/presentations.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import type { ServiceReply } from '../../src-main/service/reply.ts'
import { UNKNOWN_ID } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { draws } from '../support/draws.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import { bodyOf } from '../support/service/keystore-accounts.ts'
import { aPresentation, aSubmission, signed, THE_HOLDER } from '../support/exchange/presentations.ts'
import { aSubscriptionKey } from '../support/service/subscription-keys.ts'
import type { SubscriptionKey } from '../support/service/subscription-keys.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { SIGNED_DOCUMENTS } from '../vectors/presentation-vectors.ts'

const [CREDENTIAL, BOUND, PLAIN] = SIGNED_DOCUMENTS.map(({ document }) => document) as unknown as [
  JsonObject,
  JsonObject,
  JsonObject,
]
const ANY_CREDENTIAL = { input_descriptors: [{ id: 'identity', constraints: { fields: [{ path: ['$.id'] }] } }] }
const DAY_MS = 86_400_000

function refusalOf(reply: ServiceReply) {
  if (reply.ok) throw new Error(`answered ${reply.status} although it should be refused`)
  const [first] = reply.body.errors
  return { status: reply.status, error: first?.error, fields: first?.extra_info['fields'] }
}

const problems = ({ errors, warnings }: Verification) => [
  ...errors.map(({ check, code }) => `${check} ${code}`),
  ...warnings.map(({ check, code }) => `warn ${check} ${code}`),
]
/** The type of the credential of the vectors is VerifiableCredential only, and a new workspace has no trust list. */
const USUAL_WARNINGS = ['warn credential.shape type_missing', 'warn credential.trust issuer_trust_not_checked']

describeOverTransports('exchange presentations', (start) => {
  let running: TestService
  let key: SubscriptionKey

  beforeEach(async () => {
    running = await start()
    running.clock.advanceMs(2 * DAY_MS)
    key = aSubscriptionKey(running)
    await sendBody({}) // when a key was used is kept to the minute, whatever became of the call
  })

  const sendBody = (body: unknown, headers: Record<string, string> = key.headers) =>
    running.send({ operation: 'exchange.verifyPresentation', headers, body })
  const verify = async (body: unknown) => bodyOf<Verification>(await sendBody(body), 200)
  const defined = async (definition: JsonObject = ANY_CREDENTIAL) => {
    const operation = 'exchange.createPresentationDefinition'
    const reply = await running.send({ operation, headers: key.headers, body: definition })
    return bodyOf<{ presentation_definition: { id: string } }>(reply, 201).presentation_definition.id
  }
  const aBoundPresentation = async (definitionId: string, members: JsonObject = {}) => {
    const descriptor_map = [{ id: 'identity', path: '$.verifiableCredential[0]', format: 'ldp_vc' }]
    const submission = aSubmission(definitionId, { descriptor_map, ...members })
    const created = new Date(running.clock.nowMs()).toISOString()
    return signed(aPresentation([CREDENTIAL], submission), THE_HOLDER, { proofPurpose: 'authentication', created })
  }

  /** Sends what must be refused, and makes sure that it changed nothing. */
  async function refused(body: unknown, headers: Record<string, string> = key.headers) {
    const before = databaseContent(running.connection)
    const reply = await sendBody(body, headers)
    expect(databaseContent(running.connection)).toBe(before)
    return refusalOf(reply)
  }

  it('POST /presentations/verify › the presentation as it is: valid, and not a second time', async () => {
    const presentation = await aBoundPresentation(await defined())
    const first = await verify(presentation)
    const second = await verify(presentation)

    expect([first.valid, problems(first)]).toEqual([true, USUAL_WARNINGS])
    expect(first).toMatchObject({
      verification_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      verified_at: new Date(running.clock.nowMs()).toISOString(),
      format: 'ldp_vp',
      credentials: [{ status: 'active', valid: true, used_for: ['identity'] }],
      descriptors: [{ id: 'identity', satisfied: true }],
    })
    expect([second.valid, problems(second)]).toEqual([
      false,
      ['presentation.replay presentation_replayed', ...USUAL_WARNINGS],
    ])
  })

  it('POST /presentations/verify › of two at the same moment exactly one is valid', async () => {
    const presentation = await aBoundPresentation(await defined())
    const answers = await Promise.all([verify(presentation), verify(presentation), verify(presentation)])

    expect(answers.map(({ valid }) => valid).sort()).toEqual([false, false, true])
  })

  it('POST /presentations/verify › the vectors of the contract hold but for their definition', async () => {
    const options = { definition_id: await defined(), replay: 'off' }

    for (const [presentation, warnings] of [
      [BOUND, []],
      [PLAIN, ['warn presentation.terms unsigned_member', 'warn presentation.terms unsigned_member']],
    ] as const) {
      const answer = await verify({ presentation, options })
      expect(problems(answer)).toEqual(['submission.definition definition_unknown', ...warnings, ...USUAL_WARNINGS])
      expect(answer.descriptors).toMatchObject([{ satisfied: true }])
    }
  })

  it('POST /presentations/verify › the clock decides, and a replay is forgotten after 30 days', async () => {
    const presentation = await aBoundPresentation(await defined())
    await verify(presentation)
    running.clock.advanceMs(31 * DAY_MS)

    expect((await verify(presentation)).valid).toBe(true)
    expect(problems(await verify({ presentation, options: { max_age_seconds: 60, replay: 'off' } }))).toEqual([
      'presentation.time presentation_too_old',
      ...USUAL_WARNINGS,
    ])
  })

  it('POST /presentations/verify › keeps id, time, digest and codes, and nothing of the presentation', async () => {
    const { verification_id } = await verify({
      ...(await aBoundPresentation(await defined())),
      holder: 'did:example:x',
    })
    const rows = running.connection.prepare('SELECT * FROM verifications').all()

    expect(rows).toEqual([
      {
        id: verification_id,
        verified_at: new Date(running.clock.nowMs()).toISOString(),
        digest: expect.any(Buffer) as Buffer,
        holder: 'did:example:x',
        definition_id: expect.any(String) as string,
        valid: 0,
        codes: expect.stringContaining('holder_not_signer') as string,
      },
    ])
    expect(databaseContent(running.connection)).not.toContain('verifiableCredential')
  })

  it('POST /presentations/verify › a submission beside the presentation', async () => {
    const { presentation_submission, ...rest } = await aBoundPresentation(await defined())
    const { proof: _proof, ...unsigned } = rest
    const created = new Date(running.clock.nowMs()).toISOString()
    const presentation = await signed(unsigned, THE_HOLDER, { created })

    expect(problems(await verify({ presentation, options: { replay: 'off' } }))[0]).toBe(
      'submission.shape submission_missing',
    )
    expect((await verify({ presentation, presentation_submission })).valid).toBe(true)
  })

  it.each<[string, unknown, readonly string[]]>([
    ['neither type nor context', { proof: {} }, ['/type', '/@context']],
    ['another type', { ...BOUND, type: 'VerifiableCredential' }, ['/type']],
    ['a credential that is a number', { ...BOUND, verifiableCredential: [1] }, ['/verifiableCredential']],
    ['no proof in a list', { ...BOUND, proof: [] }, ['/proof']],
    [
      'a map that is an object',
      { ...BOUND, presentation_submission: { descriptor_map: {} } },
      ['/presentation_submission'],
    ],
    ['a holder without id', { ...BOUND, holder: {} }, ['/holder']],
    ['a text that is no JWS', 'x.y', ['']],
    ['a JWS without vp', 'e30.e30.e30', ['']],
    ['an envelope around a number', { presentation: 1 }, ['/presentation']],
    ['an unknown option', { presentation: BOUND, options: { nonce: 'x' } }, ['/options/nonce']],
    ['options that stand beside', { presentation: BOUND, challenge: 'x', domain: 'y' }, ['/challenge', '/domain']],
    [
      'a policy for what is not adjustable, and an age of 0',
      { presentation: BOUND, options: { policy: { 'presentation.proof': 'off' }, max_age_seconds: 0 } },
      ['/options/max_age_seconds', '/options/policy/presentation.proof'],
    ],
    [
      'terms turned off',
      { presentation: BOUND, options: { policy: { 'credential.terms': 'off' } } },
      ['/options/policy/credential.terms'],
    ],
  ])('POST /presentations/verify › refuses %s', async (_, body, paths) => {
    const refusal = await refused(body)

    expect(refusal).toMatchObject({ status: 400, error: 'invalid_params' })
    expect((refusal.fields as readonly { path: string }[]).map(({ path }) => path)).toEqual(paths)
  })

  it('POST /presentations/verify › refuses what is too large, too deep, or for no definition', async () => {
    const deep = Array.from({ length: 70 }).reduce((inner) => ({ n: inner }), {})

    expect(await refused({ ...BOUND, filler: 'x'.repeat(1024 * 1024) })).toMatchObject({ status: 413 })
    expect(await refused({ ...BOUND, deep })).toMatchObject({ status: 400, error: 'bad_request' })
    expect(await refused({ presentation: BOUND, options: { definition_id: UNKNOWN_ID } })).toMatchObject({
      status: 404,
      error: 'not_found',
    })
  })

  it('POST /presentations/verify › too much of one key at once: 429 with the time to wait; another key is answered', async () => {
    const slow = { ...BOUND, evidence: Array.from({ length: 9000 }, (_, index) => `no iri ${index}`) }
    const other = aSubscriptionKey(running, 'other')
    const all = Array.from({ length: 24 }, () => sendBody(slow))
    const honest = sendBody(slow, other.headers)

    const refusals = (await Promise.all(all)).filter(({ status }) => status !== 200)
    expect(refusals.length).toBeGreaterThan(0)
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ status: 429, retryAfterSeconds: 5 })
      expect(refusalOf(refusal)).toMatchObject({ error: 'too_many_requests' })
    }
    expect(await honest).toMatchObject({ status: 200 })
  })

  it('POST /presentations/verify › without a known key: 401, whatever is in it', async () => {
    for (const headers of [{}, { 'service-subscription-key': 'unknown' }]) {
      expect(await refused(BOUND, headers)).toMatchObject({ status: 401, error: 'subscription_key_invalid' })
      expect(await refused(5, headers)).toMatchObject({ status: 401 })
    }
  })

  it.each<[string, (presentation: JsonObject) => JsonObject]>([
    ['51 credentials', (sent) => ({ ...sent, verifiableCredential: Array.from({ length: 51 }, () => CREDENTIAL) })],
    [
      '50 credentials of many types',
      (sent) => ({ ...sent, verifiableCredential: Array.from({ length: 50 }, manyTypes) }),
    ],
    [
      'thousands of blank nodes',
      (sent) => ({ ...sent, verifiableCredential: Array.from({ length: 9000 }, () => ({})) }),
    ],
    ['200 hostile paths', (sent) => ({ ...sent, presentation_submission: hostileMap(sent) })],
  ])('%s › make it invalid', async (_, change) => {
    const presentation = change(await aBoundPresentation(await defined()))

    expect((await verify(presentation)).valid).toBe(false)
  })
})

function manyTypes(): JsonObject {
  return {
    ...CREDENTIAL,
    type: ['VerifiableCredential', ...Array.from({ length: 200 }, (_, index) => `urn:t:${index}`)],
  }
}

function hostileMap({ presentation_submission }: JsonObject): JsonObject {
  const path = `$..[?${Array.from({ length: 20 }, () => '@..*').join(' && ')}]`
  const descriptor_map = Array.from({ length: 200 }, () => ({ id: 'identity', path, format: 'ldp_vc' }))
  return { ...(presentation_submission as JsonObject), descriptor_map }
}

describe('exchange presentations, any flipped bit', () => {
  it('of a bound presentation › makes it invalid, or is no JSON any more', async () => {
    const server = await startHttpServer()
    const { headers } = aSubscriptionKey(server)
    const definition = JSON.stringify(ANY_CREDENTIAL)
    const request = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
    const made = await fetch(`${server.url}/exchange/presentations/definitions`, { ...request, body: definition })
    const { presentation_definition } = (await made.json()) as { presentation_definition: { id: string } }
    const descriptor_map = [{ id: 'identity', path: '$.verifiableCredential[0]', format: 'ldp_vc' }]
    const submission = aSubmission(presentation_definition.id, { descriptor_map })
    const created = new Date(server.clock.nowMs()).toISOString()
    server.clock.advanceMs(2 * DAY_MS)
    const sent = await signed(aPresentation([CREDENTIAL], submission), THE_HOLDER, {
      proofPurpose: 'authentication',
      created,
    })
    const bytes = Buffer.from(JSON.stringify({ presentation: sent, options: { replay: 'off' } }))
    const end = bytes.indexOf(',"options"')

    await fc.assert(
      fc.asyncProperty(fc.integer({ min: '{"presentation":'.length * 8, max: end * 8 - 1 }), async (bit) => {
        const body = Buffer.from(bytes)
        body[bit >> 3] = (body[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const reply = await fetch(`${server.url}/exchange/presentations/verify`, { ...request, body })
        if (reply.status === 200) expect(((await reply.json()) as Verification).valid).toBe(false)
        else expect(reply.status).toBe(400)
      }),
      { numRuns: draws(80, 1_500) },
    )
    await server.close()
  })
})
