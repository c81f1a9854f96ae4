import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { EXTRA_INFO_FACTS } from '../../shared/contract/errors.ts'
import { serviceOperations } from '../../shared/contract/index.ts'
import { draws } from '../support/draws.ts'
import { UNKNOWN_ID, aSignedInUser } from '../support/service/builders.ts'
import { foreignFacts } from '../support/service/extra-info.ts'
import { OPERATOR_PASSWORD, startService } from '../support/service/test-service.ts'

/*
 * A refusal shows what of the request is wrong, and no facts of the service but those of one table (docs/errors.md).
 * Every refusal that another contract suite causes is looked at too, in `describeOverTransports`.
 */

const started = startService()

/** Every call comes from somebody new, because some of them end what they were made with. */
const signedIn = () => ({ authorization: aSignedInUser(started).token })

const headers = fc.constantFrom<() => Readonly<Record<string, string>>>(
  () => ({}),
  () => signedIn(),
  () => ({ authorization: 'unknown' }),
  () => ({ ...signedIn(), 'service-delegation-id': UNKNOWN_ID }),
  () => ({ ...signedIn(), 'meeco-delegation-id': 'nobody' }),
  () => ({ ...signedIn(), 'service-subscription-key': 'unknown' }),
  () => ({ ...signedIn(), x_meeco_api_version: '99.0' }),
  () => ({ ...signedIn(), admin_password: OPERATOR_PASSWORD }),
)

it.each(serviceOperations)('extra_info of refusals of $id › is of the request, or in the table', async (operation) => {
  const names = (part: 'params' | 'query' | 'body') => namesOf(operation[part])
  const value = fc.oneof(fc.constant(UNKNOWN_ID), fc.string(), fc.integer(), fc.jsonValue({ maxDepth: 3 }))
  const partOf = (part: 'params' | 'query' | 'body') =>
    fc.record(Object.fromEntries(names(part).map((name) => [name, value])), { requiredKeys: [] })
  const request = fc.record({
    operation: fc.constant(operation.id),
    params: partOf('params'),
    query: partOf('query'),
    body: fc.oneof(partOf('body'), fc.jsonValue({ maxDepth: 3 })),
  })

  await fc.assert(
    fc.asyncProperty(request, headers, async (parts, headersOf) => {
      const sent = { ...parts, headers: headersOf() }
      expect(foreignFacts(sent, await started.service.dispatch(sent))).toEqual([])
    }),
    { numRuns: draws(15, 300) },
  )
})

function namesOf(schema: z.ZodType | undefined): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

it('facts of the service › are each of a code that has them, and for a reason', () => {
  for (const { codes, why } of Object.values(EXTRA_INFO_FACTS)) {
    expect(codes.length).toBeGreaterThan(0)
    expect(why).toMatch(/^[A-Z].*\.$/)
  }
})
