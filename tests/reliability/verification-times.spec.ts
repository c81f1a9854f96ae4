import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Verification } from '../../shared/contract/presentations.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { bodyOf } from '../support/keystore-accounts.ts'
import { aPresentation, aSubmission, signed, THE_HOLDER } from '../support/presentations.ts'
import { aSubscriptionKey } from '../support/subscription-keys.ts'
import type { TestService } from '../support/test-service.ts'
import { startService } from '../support/test-service.ts'
import { SIGNED_DOCUMENTS } from '../vectors/presentation-vectors.ts'

const [{ document: CREDENTIAL }] = SIGNED_DOCUMENTS
const ANSWER_MS = 300
const MOST_TRIES = 10
const THREAD_STARTS_MS = 500
let running: Omit<TestService, 'send' | 'close'>

beforeEach(() => {
  running = startService()
  running.clock.advanceMs(2 * 86_400_000)
})
afterEach(() => running.service.close())

async function call<Answer>(operation: string, status: number, body: unknown): Promise<Answer> {
  const { headers } = aKey
  return bodyOf<Answer>(await running.service.dispatch({ operation, headers, body }), status)
}
let aKey: ReturnType<typeof aSubscriptionKey>
beforeEach(() => (aKey = aSubscriptionKey(running)))

/** A value made for a slow pattern (exchange contract 12, `backtracking-filter`). */
it('a filter that would take for ever is answered within 300 ms', async () => {
  const filter = { pattern: '^(?=did:)(\\w+:?)+$(?<=!)' }
  const fields = [{ path: ['$.credentialSubject.id'], filter }]
  const { presentation_definition } = await call<{ presentation_definition: { id: string } }>(
    'exchange.createPresentationDefinition',
    201,
    { input_descriptors: [{ id: 'identity', constraints: { fields } }] },
  )
  const descriptor_map = [{ id: 'identity', path: '$.verifiableCredential[0]', format: 'ldp_vc' }]
  const sent = aPresentation([CREDENTIAL], aSubmission(presentation_definition.id, { descriptor_map }))
  const created = new Date(running.clock.nowMs()).toISOString()
  const presentation: JsonObject = await signed(sent, THE_HOLDER, { created })
  const timed = async () => {
    const started = performance.now()
    const { errors } = await call<Verification>('exchange.verifyPresentation', 200, presentation)
    expect(errors.map(({ code }) => code)).toEqual(['filter_timeout'])
    return performance.now() - started
  }

  // The least of several: other programs take their share of the machine.
  let least = Infinity
  for (let tries = 0; tries < MOST_TRIES && least >= ANSWER_MS; tries += 1) {
    least = Math.min(least, await timed())
    await setTimeout(THREAD_STARTS_MS) // the thread that was ended is replaced meanwhile
  }

  expect(least).toBeLessThan(ANSWER_MS)
})
