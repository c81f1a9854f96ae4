// Proves docs/contract/exchange.md, Definitions.

import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { aDefinition } from '../../../tests/support/exchange/definitions.ts'
import { createDefinitionIndex } from './definition-index.ts'
import type { ReadDefinition } from './definition-reader.ts'

const WARNING = { path: '/extra', code: 'ignored_member', message: 'has no effect' } as const
const ID = 'd1'

/** An index with one definition. */
function indexOver(read: ReadDefinition) {
  const text = JSON.stringify({ ...aDefinition({ extra: 1 }), id: ID })
  const stored = {
    id: ID,
    text,
    created_at: '2026-01-01T00:00:00.000Z',
    created_by: null,
    previous_id: null,
    of_scenario: 0,
  } as const
  return createDefinitionIndex({
    store: {
      titles: () => [{ id: ID, name: null, purpose: null, of_scenario: 0 }],
      removeOfScenario: () => false,
      find: (id) => (id === ID ? stored : undefined),
      savePrevious: () => undefined,
    },
    readUses: () => new Map([[ID, { requests: 2, scenario: null }]]),
    read,
  })
}

const refusing =
  (code: ServiceError['code']): ReadDefinition =>
  () =>
    Promise.reject(new ServiceError(code, 'no'))

describe('open', () => {
  it('answers the warnings of the reader, which chooses the thread', async () => {
    const asked: [JsonObject, object][] = []
    const index = indexOver((definition, sender) => {
      asked.push([definition, sender])
      return Promise.resolve({ definition, warnings: [WARNING] })
    })

    expect(await index.open(ID)).toMatchObject({ row: { id: ID, requests: 2 }, warnings: [WARNING] })
    expect(asked).toEqual([[aDefinition({ extra: 1 }), { key: 'window' }]])
  })

  it('one that would be refused today › is shown, without warnings', async () => {
    const opened = await indexOver(refusing('invalid_params')).open(ID)

    expect(opened).toMatchObject({ definition: { id: ID, extra: 1 }, warnings: [] })
  })

  it('too much waits already › says so, not that there are no warnings', async () => {
    await expect(indexOver(refusing('too_many_requests')).open(ID)).rejects.toMatchObject({ code: 'too_many_requests' })
  })

  it('one that is not there › is not found, and nothing is read', async () => {
    await expect(indexOver(refusing('internal_error')).open('d2')).rejects.toMatchObject({ code: 'not_found' })
  })
})

it('row › is told without reading the definition again', () => {
  expect(indexOver(refusing('internal_error')).row(ID)).toMatchObject({ id: ID, requests: 2 })
})
