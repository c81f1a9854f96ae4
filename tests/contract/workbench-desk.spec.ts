// Proves docs/contract/workbench.md, Calls of the window.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exchangeOperations, vaultOperations } from '../../shared/contract/index.ts'
import { workbenchOperations } from '../../shared/contract/workbench.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, stopWorkbench } from '../support/workbench/workbench.ts'

const { workspaceLock, workspaceOpen, deskCall, callsGet, callGet } = workbenchOperations
const { createPresentationDefinition, getPresentationDefinition } = exchangeOperations
const DEFINITION = {
  name: 'Age only',
  input_descriptors: [{ id: 'age', schema: [{ uri: 'https://schemas.example/age' }] }],
}

let workbench: TestWorkbench

beforeEach(async () => {
  workbench = await openWorkbench()
})

afterEach(() => stopWorkbench(workbench))

const atDesk = (operation: string, request: object = {}) =>
  workbench.call(deskCall, { body: { operation, ...request } })

describe('calls of the window with its own subscription key', () => {
  it('answers what the exchange answers', async () => {
    const made = await atDesk(createPresentationDefinition.id, { body: DEFINITION })
    const { id } = (made.body as { presentation_definition: { id: string } }).presentation_definition

    const read = await atDesk(getPresentationDefinition.id, { params: { definition_id: id }, query: {} })

    expect(made).toMatchObject({ ok: true, status: 201 })
    expect(read).toEqual({ ok: true, status: 200, body: { ...DEFINITION, id } })
  })

  it('answers a refusal of the exchange as the exchange told it', async () => {
    const unknown = await atDesk(getPresentationDefinition.id, { params: { definition_id: 'd' }, query: {} })
    const faulty = await atDesk(createPresentationDefinition.id, { body: {} })

    expect(unknown).toMatchObject({ ok: false, status: 404, body: { errors: [{ error: 'not_found' }] } })
    expect(faulty).toMatchObject({ ok: false, status: 400, body: { errors: [{ error: 'invalid_params' }] } })
  })

  it.each([vaultOperations.versionGet.id, workbenchOperations.statusGet.id, 'exchange.nothing', '__proto__', ''])(
    'does not reach %s',
    async (operation) => {
      await expect(atDesk(operation)).rejects.toMatchObject({ status: 404, code: 'not_found' })
    },
  )

  it('is refused while no workspace is open', async () => {
    await workbench.call(workspaceLock, {})

    await expect(atDesk(createPresentationDefinition.id, { body: DEFINITION })).rejects.toMatchObject({
      code: 'workspace_locked',
    })
  })

  it('does not show what has the form of a token', async () => {
    const token = `v_${'x'.repeat(43)}`

    const made = await atDesk(createPresentationDefinition.id, { body: { ...DEFINITION, purpose: token } })

    expect(made).toMatchObject({ ok: true, body: { presentation_definition: { purpose: '[hidden]' } } })
  })

  it('is recorded as made by the window, without the key', async () => {
    await atDesk(createPresentationDefinition.id, { body: DEFINITION })

    const { calls } = await workbench.call(callsGet, { query: {} })
    const [made] = calls
    expect(made).toMatchObject({ source: 'window', operation: 'createPresentationDefinition', user_id: null })
    const { call } = await workbench.call(callGet, { params: { number: made?.number ?? 0 } })
    expect(call.request_headers).toEqual({ 'service-subscription-key': '[hidden]' })
  })

  it('is announced to every window', async () => {
    await atDesk(createPresentationDefinition.id, { body: DEFINITION })

    expect(workbench.events).toContainEqual({ type: 'exchange', part: 'definitions' })
  })

  it('goes on with the same key after the workspace was locked', async () => {
    const made = await atDesk(createPresentationDefinition.id, { body: DEFINITION })
    const { current } = await workbench.call(workspaceLock, {})
    await workbench.call(workspaceOpen, { params: { workspace_id: current?.id ?? '' }, body: {} })

    const { id } = (made.body as { presentation_definition: { id: string } }).presentation_definition
    const read = await atDesk(getPresentationDefinition.id, { params: { definition_id: id }, query: {} })

    expect(read).toMatchObject({ ok: true, status: 200 })
  })

  it('does not make keys mandatory for other programs: they were given none', async () => {
    await atDesk(createPresentationDefinition.id, { body: DEFINITION })

    const reply = await fetch(`${workbench.application.url}/vault/item_templates`, {
      headers: { 'Service-Subscription-Key': 'some key of an older setup', authorization: 'v_unknown' },
    })

    expect(await reply.json()).toMatchObject({ errors: [{ error: 'unauthorized' }] })
  })
})
