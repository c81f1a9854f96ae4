// Proves docs/contract/exchange.md, Registries: schemas, Limits.

import { describe, expect, it } from 'vitest'
import { NO_NAMES } from '../../../shared/presentation-exchange/asked-names.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { ANONYMOUS } from '../../service/fair-queue.ts'
import { validateWithSchemas } from './credential-schemas.ts'
import type { SchemaOutcome } from './schema-validator.ts'
import type { StopCode } from './stop-code.ts'

const schema = (id: number, type: unknown = 'JsonSchema') => ({ id: `https://schemas.example/${id}`, type })
const numbered = (count: number) => Array.from({ length: count }, (_, id) => schema(id))

/** Validates, and notes which schemas were asked, how many at once, and what the verification may still take. */
function validating({ stopAfter = Infinity }: { stopAfter?: number } = {}) {
  const asked: unknown[] = []
  let now = 0
  let most = 0
  const asWritten = { readBy: () => Promise.resolve([{}]), isStated: false }
  const context = {
    namesInSchema: () => NO_NAMES,
    allowance: { sender: ANONYMOUS, leftMs: () => 0, begun: () => undefined },
    stopped: (): StopCode | undefined => (asked.length >= stopAfter ? 'timeout' : undefined),
    async validate(_: JsonObject, { id }: JsonObject): Promise<SchemaOutcome> {
      asked.push(id)
      most = Math.max(most, (now += 1))
      await Promise.resolve()
      now -= 1
      return { result: 'pass' }
    },
  }
  const run = (credentialSchema: unknown) => validateWithSchemas({ credentialSchema }, asWritten, context)
  return { asked, most: () => most, run }
}

describe('validateWithSchemas', () => {
  it('four schemas › are asked in order, one at a time', async () => {
    const { asked, most, run } = validating()

    expect(await run(numbered(4))).toEqual(numbered(4).map(() => ({ result: 'pass' })))
    expect(asked).toEqual(numbered(4).map(({ id }) => id))
    expect(most()).toBe(1)
  })

  it.each([5, 13])('%i schemas › none is asked', async (count) => {
    const { asked, run } = validating()

    expect(await run(numbered(count))).toEqual([])
    expect(asked).toEqual([])
  })

  it('the same one four times, once with its type in a list › is asked once, with an outcome for each', async () => {
    const { asked, run } = validating()

    expect(await run([schema(1), schema(1), schema(1), schema(1, ['JsonSchema'])])).toHaveLength(4)
    expect(asked).toHaveLength(1)
  })

  it('stopped after the first › the others fail without being asked', async () => {
    const { asked, run } = validating({ stopAfter: 1 })

    const outcomes = await run([...numbered(3), schema(0)])

    expect(outcomes.map(({ result }) => result)).toEqual(['pass', 'fail', 'fail', 'pass'])
    expect(asked).toHaveLength(1)
  })
})
