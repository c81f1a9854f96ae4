import { setTimeout } from 'node:timers/promises'
import { presentationDefinitionOperations } from '../shared/contract/presentation-definitions.ts'
import type { PresentationDefinition } from '../shared/contract/presentation-definitions.ts'
import { presentationOperations } from '../shared/contract/presentations.ts'
import { systemClock } from '../src-main/service/ports.ts'
import { HOLDER, ISSUER } from '../tests/support/exchange/definitions.ts'
import { aPresentation, aSubmission, signed, THE_HOLDER, THE_ISSUER } from '../tests/support/exchange/presentations.ts'
import { aSubscriptionKey } from '../tests/support/service/subscription-keys.ts'
import { CREDENTIALS_V1 } from '../src-main/exchange/registries/context-registry.ts'
import { openFixture } from './fixture.ts'
import { hostilePresentations } from './hostile-bodies.ts'
import type { Row, Sample, Side } from './measure.ts'
import { compare, timedAsync, timedOnProcessor } from './measure.ts'

const ROUNDS = 5
/** What a field may take. */
const FIELD_MS = 250
const THREAD_STARTS_MS = 500

/** What one hostile body costs in all, on every thread; and how long somebody waits for a filter that never ends. */
export async function run(): Promise<readonly Row[]> {
  const fixture = openFixture()
  const { headers } = aSubscriptionKey({
    ...fixture,
    clock: { ...systemClock, advanceMs: () => undefined, correctMs: () => undefined, passUnseenMs: () => undefined },
  })
  fixture.service.warmUp()
  const verify = (body: unknown) =>
    fixture.service.dispatch({ operation: presentationOperations.verifyPresentation.id, headers, body })
  const defined = await fixture.service.dispatch({
    operation: presentationDefinitionOperations.createPresentationDefinition.id,
    headers,
    body: NEVER_ENDING,
  })
  const { presentation_definition: definition } = defined.body as { presentation_definition: PresentationDefinition }
  const endless = await presentationFor(definition.id)
  const rows = [
    await compare(
      'verify the costliest hostile body, processor',
      await costliest('read and copy', (body) => structuredClone(JSON.parse(JSON.stringify(body)))),
      await costliest('verify', verify),
      { rounds: ROUNDS },
    ),
    await compare(
      'answer to a filter that never ends',
      {
        name: 'the wait for the filter',
        measure: () => timedAsync(1, () => setTimeout(FIELD_MS)),
      },
      {
        name: 'verify',
        async measure() {
          await setTimeout(THREAD_STARTS_MS) // the thread that was ended is replaced meanwhile
          return timedAsync(1, () => verify(endless))
        },
      },
      { rounds: ROUNDS },
    ),
  ]
  await fixture.service.close()
  fixture.close()
  return rows
}

async function costliest(name: string, work: (body: unknown) => unknown): Promise<Side> {
  const bodies = await hostilePresentations()
  return {
    name,
    async measure() {
      const samples: Sample[] = []
      for (const { body } of bodies) samples.push(await timedOnProcessor(1, () => work(body)))
      return { seconds: Math.max(...samples.map(({ seconds }) => seconds)), operations: 1 }
    },
  }
}

/** A pattern that only backtracking knows, over a value made for it. */
const NEVER_ENDING = {
  input_descriptors: [
    {
      id: 'identity',
      constraints: {
        fields: [{ path: ['$.credentialSubject.id'], filter: { pattern: '^(?=did:)(\\w+:?)+$(?<=!)' } }],
      },
    },
  ],
}

async function presentationFor(definitionId: string) {
  const created = new Date().toISOString()
  const credential = {
    '@context': [CREDENTIALS_V1],
    type: ['VerifiableCredential'],
    issuer: ISSUER,
    issuanceDate: '2026-01-01T00:00:00Z',
    credentialSubject: { id: HOLDER },
  }
  const descriptor_map = [{ id: 'identity', path: '$.verifiableCredential[0]', format: 'ldp_vc' }]
  const issued = await signed(credential, THE_ISSUER, { created })
  const sent = await signed(aPresentation([issued], aSubmission(definitionId, { descriptor_map })), THE_HOLDER, {
    created,
  })
  return { presentation: sent, options: { replay: 'off' } }
}
