// Proves docs/contract/exchange.md, Filters.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Verification } from '../../shared/contract/presentations.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { aPresentation, aSubmission, signed, THE_HOLDER, THE_ISSUER } from '../support/exchange/presentations.ts'
import type { Served } from '../support/service/served.ts'
import { startServed } from '../support/service/served.ts'
import { SIGNED_DOCUMENTS } from '../vectors/presentation-vectors.ts'

const KEY = 'key of the test'
const { document: CREDENTIAL } = SIGNED_DOCUMENTS[0]
let served: Served

beforeAll(async () => {
  served = await startServed('--memory', '--subscription-key', KEY)
})
afterAll(async () => {
  expect(await served.stop('SIGTERM')).toBe(0) // no thread keeps the program from ending
})

async function post<Answer>(path: string, body: JsonObject): Promise<Answer> {
  const headers = { 'service-subscription-key': KEY, 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  return (await (await fetch(`${served.line.url}/exchange${path}`, request)).json()) as Answer
}

async function defined(field: JsonObject): Promise<string> {
  const descriptor = { id: 'identity', constraints: { fields: [field] } }
  const made = await post<{ presentation_definition: { id: string } }>('/presentations/definitions', {
    input_descriptors: [descriptor],
  })
  return made.presentation_definition.id
}

async function aCredential(number: number): Promise<JsonObject> {
  const { proof: _proof, ...unsigned } = CREDENTIAL as JsonObject
  return signed({ ...unsigned, id: `urn:uuid:${number}` }, THE_ISSUER)
}

async function verifiedWith(definitionId: string, credentials: number) {
  const descriptor_map = [{ id: 'identity', path: '$.verifiableCredential[0]', format: 'ldp_vc' }]
  const sent = aPresentation(
    await Promise.all(Array.from({ length: credentials }, (_, number) => aCredential(number))),
    aSubmission(definitionId, { descriptor_map }),
  )
  const created = new Date().toISOString()
  const presentation = await signed(sent, THE_HOLDER, { proofPurpose: 'authentication', created })
  return post<Verification>('/presentations/verify', { presentation, options: { replay: 'off' } })
}

describe('a served instance', () => {
  it('verifies many credentials, on its other thread', async () => {
    const definition = await defined({ path: ['$.id'] })

    // The time of a verification is short where its thread still starts and the computer does other work.
    await vi.waitFor(async () => {
      const answer = await verifiedWith(definition, 12)
      expect([answer.valid, answer.credentials.length]).toEqual([true, 12])
    })
  })

  it('evaluates patterns that go back: what fits, and what would take for ever', async () => {
    const fitting = await defined({ path: ['$.credentialSubject.id'], filter: { pattern: '^(?=did:)(\\w+:?)+$' } })
    const hostile = await defined({
      path: ['$.credentialSubject.id'],
      filter: { pattern: '^(?=did:)(\\w+:?)+$(?<=!)' },
    })

    await vi.waitFor(async () => expect((await verifiedWith(fitting, 1)).valid).toBe(true)) // its time is short where the computer does other work
    const answer = await verifiedWith(hostile, 1)
    expect(answer.errors.map(({ code }) => code)).toEqual(['filter_timeout'])
  })
})
