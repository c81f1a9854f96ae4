// Proves docs/contract/exchange.md, Limits.

import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { aDefinition, aDescriptor } from '../../../tests/support/exchange/definitions.ts'
import { ThreadEnded } from '../../threads/task-thread.ts'
import { definitionReader, definitionVerdict } from './definition-reader.ts'

const SENDER = { key: 'somebody' }
const stopCodeOf = (fault: unknown) => (fault instanceof ThreadEnded ? fault.code : undefined)

function reader() {
  const apart: number[] = []
  const read = definitionReader({
    stopCodeOf,
    readOnWorker(text) {
      apart.push(text.length)
      return Promise.resolve(definitionVerdict(text))
    },
  })
  return { read, apart }
}

const long = (members: JsonObject = {}): JsonObject => ({
  ...aDefinition({ name: 'Licence', extra: 'x'.repeat(10_000) }),
  ...members,
})

describe('definitionReader', () => {
  it('a usual definition › is read here', async () => {
    const { read, apart } = reader()

    expect(await read(aDefinition(), SENDER)).toEqual({ definition: aDefinition(), warnings: [] })
    expect(apart).toEqual([])
  })

  it.each([
    ['a long definition', long(), '/extra'],
    [
      'a long query',
      { dcql_query: { credentials: [{ id: 'a', format: 'dc+sd-jwt', meta: {} }] }, extra: 'x'.repeat(10_000) },
      '/extra',
    ],
    ['one in its envelope', { presentation_definition: long() }, '/presentation_definition/extra'],
  ])('%s › is checked apart, with the same answer', async (_, body, path) => {
    const { read, apart } = reader()

    expect(await read(body, SENDER)).toEqual({
      definition: 'presentation_definition' in body ? long() : body,
      warnings: [{ path, code: 'ignored_member', message: 'has no effect' }],
    })
    expect(apart).toHaveLength(1)
  })

  it('a long definition with faults › is refused, with each of them', async () => {
    const { read, apart } = reader()
    const body = long({ input_descriptors: [aDescriptor({ id: 5 })] })

    await expect(read(body, SENDER)).rejects.toMatchObject({
      code: 'invalid_params',
      extraInfo: { fields: [{ path: '/input_descriptors/0/id', code: 'type' }] },
    })
    expect(apart).toHaveLength(1)
  })

  it('too large › is refused without being handed on', async () => {
    const { read, apart } = reader()

    await expect(read(long({ more: 'x'.repeat(300_000) }), SENDER)).rejects.toMatchObject({ code: 'payload_too_large' })
    expect(apart).toEqual([])
  })

  it('takes too long › is refused as a definition, not as a fault of the service', async () => {
    const readOnWorker = () => Promise.reject(new ThreadEnded('timeout', 'late'))
    const read = definitionReader({ stopCodeOf, readOnWorker })

    await expect(read(long(), SENDER)).rejects.toMatchObject({
      code: 'invalid_params',
      extraInfo: { fields: [{ path: '', code: 'json_schema_invalid' }] },
    })
  })
})
