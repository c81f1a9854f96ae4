// Proves docs/contract/exchange.md, Definitions.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { aDefinition, aDescriptor } from '../support/exchange/definitions.ts'
import { QUERIES } from '../vectors/dcql-vectors.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, stopWorkbench } from '../support/workbench/workbench.ts'

const { workspaceLock, definitionRows, definitionOpen, definitionSave } = workbenchOperations
const { subscriptionKeyCreate, subscriptionKeyRemove, callsGet, forward } = workbenchOperations

let workbench: TestWorkbench

beforeEach(async () => {
  workbench = await openWorkbench()
})

afterEach(() => stopWorkbench(workbench))

const save = (definition: object = aDefinition(), previous_id: string | null = null) =>
  workbench.call(definitionSave, { body: { definition: { ...definition }, previous_id } })
const rows = (query: object = {}) => workbench.call(definitionRows, { query })

/** As another program does it. */
async function postOverHttp(definition: object): Promise<{ readonly id: string; readonly keyId: string }> {
  const { key, subscription_key } = await workbench.call(subscriptionKeyCreate, { body: { name: 'Partner' } })
  const reply = await fetch(`${workbench.application.url}/exchange/presentations/definitions`, {
    method: 'POST',
    headers: { 'service-subscription-key': subscription_key, 'content-type': 'application/json' },
    body: JSON.stringify(definition),
  })
  const { presentation_definition } = (await reply.json()) as { presentation_definition: { id: string } }
  return { id: presentation_definition.id, keyId: key.id }
}

describe('the index of definitions', () => {
  it('an empty workspace › has none', async () => {
    expect(await rows()).toEqual({ rows: [], matching: 0, total: 0, of_scenarios: 0 })
  })

  it('saves through the exchange, as the window', async () => {
    const { row, definition, warnings } = await save(
      aDefinition({ input_descriptors: [aDescriptor({ group: ['A'] })] }),
    )

    expect(row).toMatchObject({ id: definition.id, name: 'Car hire', purpose: 'To hand over a car' })
    expect(row).toMatchObject({
      created_by: 'Vaultbench window',
      previous_id: null,
      inputs: 1,
      groups: ['A'],
      requests: 0,
    })
    expect(warnings.map(({ code }) => code)).toEqual(['group_unused'])
    const { calls } = await workbench.call(callsGet, { query: {} })
    expect(calls.map(({ source, operation, status }) => [source, operation, status])).toEqual([
      ['window', 'createPresentationDefinition', 201],
    ])
  })

  it('a DCQL query › is listed with its language, and counted by what it asks for', async () => {
    const saved = await save({ name: 'Both', dcql_query: QUERIES.multi_credentials })
    await save()

    expect(saved.warnings.map(({ code }) => code)).toEqual(['format_unsupported'])
    expect((await rows()).rows).toMatchObject([
      { language: 'presentation_exchange', inputs: 1 },
      { id: saved.definition.id, name: 'Both', language: 'dcql', inputs: 2, groups: [] },
    ])
    const opened = await workbench.call(definitionOpen, { params: { definition_id: saved.definition.id } })
    expect(opened).toMatchObject({ row: saved.row, definition: saved.definition, warnings: saved.warnings })
  })

  it('counts the requests that ask with a definition', async () => {
    const [asked, other] = [await save(), await save(aDefinition({ name: 'Other' }))]
    const ask = () =>
      workbench.call(forward, {
        body: {
          as: 'subscription',
          operation: verifierRequestOperations.createVerifierRequest.id,
          body: { definition_id: asked.definition.id },
        },
      })
    expect([await ask(), await ask()]).toMatchObject([{ ok: true }, { ok: true }])

    const requests = new Map((await rows()).rows.map((row) => [row.id, row.requests]))

    expect([requests.get(asked.definition.id), requests.get(other.definition.id)]).toEqual([2, 0])
    const opened = await workbench.call(definitionOpen, { params: { definition_id: asked.definition.id } })
    expect(opened.row.requests).toBe(2)
  })

  it('remembers from which definition another one was made', async () => {
    const first = await save()

    const second = await save(aDefinition({ name: 'Car hire, stricter' }), first.definition.id)

    expect(second.row.previous_id).toBe(first.definition.id)
    expect((await rows()).rows.map(({ name, previous_id }) => [name, previous_id])).toEqual([
      ['Car hire, stricter', first.definition.id],
      ['Car hire', null],
    ])
  })

  it('opens one as it is stored, with the warnings it had', async () => {
    const saved = await save(aDefinition({ frame: { a: 1 }, id: 'mine' }))

    const opened = await workbench.call(definitionOpen, { params: { definition_id: saved.definition.id } })

    expect(opened.definition).toEqual({ ...aDefinition({ frame: { a: 1 } }), id: saved.definition.id })
    expect(saved.warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(['id_ignored', 'ignored_member']))
    expect(opened.warnings.map(({ path, code }) => [path, code])).toEqual([['/frame', 'ignored_member']])
    expect(opened.row).toEqual(saved.row)
  })

  it('holds those of other programs, and says whose key made them for as long as there is one', async () => {
    const { id, keyId } = await postOverHttp(aDefinition({ name: 'Of a partner' }))
    expect((await rows()).rows).toMatchObject([{ id, name: 'Of a partner', created_by: 'Partner' }])
    expect(workbench.events).toContainEqual({ type: 'exchange', part: 'definitions' })

    await workbench.call(subscriptionKeyRemove, { params: { key_id: keyId } })

    expect((await rows()).rows).toMatchObject([{ id, created_by: null }])
  })

  it('is searched by name, purpose and id, and read page by page', async () => {
    const { definition } = await save(aDefinition({ name: 'Alpha', purpose: 'first' }))
    await save(aDefinition({ name: 'Beta', purpose: 'second' }))
    await save(aDefinition({ name: 'Gamma', purpose: 'third, after alpha' }))
    const names = async (query: object) => (await rows(query)).rows.map(({ name }) => name)

    expect(await names({})).toEqual(['Gamma', 'Beta', 'Alpha'])
    expect(await names({ text: 'ALPHA' })).toEqual(['Alpha', 'Gamma'])
    expect(await names({ text: 'álpha', order_by: 'created_at' })).toEqual(['Gamma', 'Alpha'])
    expect(await names({ text: 'after gam' })).toEqual(['Gamma'])
    expect(await names({ text: definition.id })).toEqual(['Alpha'])
    expect(await names({ text: '%' })).toEqual([])
    expect(await rows({ text: 'alpha', offset: 1, limit: 1 })).toMatchObject({
      rows: [{ name: 'Gamma' }],
      matching: 2,
      total: 3,
    })
  })

  it.each<[string, object, string]>([
    ['without descriptors', { name: 'x' }, '/input_descriptors'],
    [
      'with a faulty path',
      aDefinition({ input_descriptors: [aDescriptor({ constraints: { fields: [{ path: ['$['] }] } })] }),
      '/input_descriptors/0/constraints/fields/0/path/0',
    ],
  ])('a definition %s › is refused with the place of the fault', async (_, definition, path) => {
    await expect(save(definition)).rejects.toMatchObject({
      code: 'invalid_params',
      errors: [{ extra_info: { fields: [{ path }] } }],
    })
    expect((await rows()).total).toBe(0)
  })

  it('a definition that is too large › is refused', async () => {
    await expect(save(aDefinition({ purposes: 'x'.repeat(300_000) }))).rejects.toMatchObject({
      code: 'payload_too_large',
    })
  })

  it('a previous definition that is not there › is refused, and nothing is stored', async () => {
    await expect(save(aDefinition(), 'nothing')).rejects.toMatchObject({ code: 'invalid_params' })
    expect((await rows()).total).toBe(0)
  })

  it('a definition that is not there › cannot be opened', async () => {
    await expect(workbench.call(definitionOpen, { params: { definition_id: 'nothing' } })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it.each<[string, object]>([
    ['a page of nothing', { limit: 0 }],
    ['a page that is too long', { limit: 501 }],
    ['an offset before the first', { offset: -1 }],
    ['a text that is too long', { text: 'x'.repeat(256) }],
  ])('%s › is refused', async (_, query) => {
    await expect(rows(query)).rejects.toMatchObject({ status: 400, code: 'invalid_params' })
  })

  it('a locked workspace › tells nothing', async () => {
    await workbench.call(workspaceLock, {})

    for (const refused of [rows(), save(), workbench.call(definitionOpen, { params: { definition_id: 'x' } })]) {
      await expect(refused).rejects.toMatchObject({ code: 'workspace_locked' })
    }
  })
})
