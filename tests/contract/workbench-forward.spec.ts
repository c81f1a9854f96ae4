// Proves docs/contract/workbench.md, Calls of the window.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exchangeOperations, vaultOperations } from '../../shared/contract/index.ts'
import type { ForwardRequest } from '../../shared/contract/workbench-forward.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'

const { workspaceLock, workspaceOpen, forward, operatorPasswordSet, callsGet, callGet } = workbenchOperations
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

const withKey = (operation: string, request: object = {}) =>
  workbench.call(forward, { body: { as: 'subscription', operation, ...request } })

/** The same call by each of them: an operation it may ask for, once it is let in. */
const CALLERS = [
  { as: 'user', operation: vaultOperations.meGet.id, credential: 'authorization' },
  {
    as: 'subscription',
    operation: exchangeOperations.createPresentationDefinition.id,
    credential: 'service-subscription-key',
  },
  { as: 'operator', operation: vaultOperations.systemStatusGet.id, credential: 'admin_password' },
] as const

describe('what the window has forwarded', () => {
  /** Somebody is signed in, and the operator console is open. */
  async function letEverybodyIn(): Promise<string> {
    await workbench.call(operatorPasswordSet, { body: { password: 'operator password' } })
    return (await registerUser(workbench, 'Alice')).user.id
  }

  const forwarded = (order: object) => workbench.call(forward, { body: order as ForwardRequest })
  const nowhere = [
    workbenchOperations.statusGet.id,
    'vault.nothing',
    'exchange.nothing',
    'constructor',
    '__proto__',
    '',
  ]
  const vaultOnly = [vaultOperations.meGet.id, vaultOperations.versionGet.id, vaultOperations.itemsGet.id]

  it.each([
    ...[...nowhere, 'workbench.workspaceLock'].map((operation) => ['user', operation] as const),
    ...[...nowhere, ...vaultOnly, vaultOperations.systemStatusGet.id].map((one) => ['subscription', one] as const),
    ...[...nowhere, ...vaultOnly, exchangeOperations.verifyPresentation.id].map((one) => ['operator', one] as const),
  ])('as %s › does not reach %j', async (as, operation) => {
    const user_id = await letEverybodyIn()

    await expect(forwarded({ as, user_id, operation })).rejects.toMatchObject({ status: 404, code: 'not_found' })
  })

  it.each([
    ['de', 'Fahrzeug', 'Kennzeichen'],
    ['en', 'Vehicle', 'Vehicle registration number'],
  ])('has labels of the language that it wants: %s', async (language, template, slot) => {
    const user_id = await letEverybodyIn()
    const order = { as: 'user', user_id, operation: vaultOperations.itemTemplatesGet.id, language }

    const reply = await forwarded(order)

    const labels = JSON.stringify(reply)
    expect(labels).toContain(`"label":"${template}"`)
    expect(labels).toContain(`"label":"${slot}"`)
    await expect(forwarded({ ...order, language: 'de\r\nx: y' })).rejects.toMatchObject({ status: 400 })
  })

  it.each(CALLERS)('as $as › is refused while no workspace is open', async ({ as, operation }) => {
    const user_id = await letEverybodyIn()
    expect(await forwarded({ as, user_id, operation, body: DEFINITION })).toMatchObject({ ok: true })
    await workbench.call(workspaceLock, {})

    await expect(forwarded({ as, user_id, operation, body: DEFINITION })).rejects.toMatchObject({
      status: 423,
      code: 'workspace_locked',
    })
  })

  it.each([
    ['as a user who is not there', { as: 'user', user_id: 'nobody' }, 404, 'not_found'],
    ['as the operator, while the console is closed', { as: 'operator', user_id: null }, 423, 'operator_locked'],
    ['as a user without a name', { as: 'user' }, 400, 'param_missing'],
    ['as nobody', {}, 400, 'param_missing'],
    ['as somebody else', { as: 'administrator', user_id: null }, 400, 'invalid_params'],
  ])('%s › is refused', async (_what, who, status, code) => {
    await expect(forwarded({ ...who, operation: vaultOperations.systemStatusGet.id })).rejects.toMatchObject({
      status,
      code,
    })
  })

  it.each(CALLERS)(
    'as $as › is sent with its own credential and no other header, and recorded as made by the window',
    async ({ as, operation, credential }) => {
      const user_id = await letEverybodyIn()

      await forwarded({ as, user_id, operation, body: DEFINITION, headers: { 'user-agent': 'of the window' } })

      const [made] = (await workbench.call(callsGet, { query: { limit: 1 } })).calls
      const { call } = await workbench.call(callGet, { params: { number: made?.number ?? 0 } })
      expect(made).toMatchObject({ source: 'window', user_id: as === 'user' ? user_id : null })
      expect(call.request_headers).toEqual({ [credential]: '[hidden]' })
    },
  )
})

describe('calls of the window with its own subscription key', () => {
  it('answers what the exchange answers', async () => {
    const made = await withKey(createPresentationDefinition.id, { body: DEFINITION })
    const { id } = (made.body as { presentation_definition: { id: string } }).presentation_definition

    const read = await withKey(getPresentationDefinition.id, { params: { definition_id: id }, query: {} })

    expect(made).toMatchObject({ ok: true, status: 201 })
    expect(read).toEqual({ ok: true, status: 200, body: { ...DEFINITION, id } })
  })

  it('answers a refusal of the exchange as the exchange told it', async () => {
    const unknown = await withKey(getPresentationDefinition.id, { params: { definition_id: 'd' }, query: {} })
    const faulty = await withKey(createPresentationDefinition.id, { body: {} })

    expect(unknown).toMatchObject({ ok: false, status: 404, body: { errors: [{ error: 'not_found' }] } })
    expect(faulty).toMatchObject({ ok: false, status: 400, body: { errors: [{ error: 'invalid_params' }] } })
  })

  it('does not show what has the form of a token', async () => {
    const token = `v_${'x'.repeat(43)}`

    const made = await withKey(createPresentationDefinition.id, { body: { ...DEFINITION, purpose: token } })

    expect(made).toMatchObject({ ok: true, body: { presentation_definition: { purpose: '[hidden]' } } })
  })

  it('is recorded as made by the window, without the key', async () => {
    await withKey(createPresentationDefinition.id, { body: DEFINITION })

    const { calls } = await workbench.call(callsGet, { query: {} })
    const [made] = calls
    expect(made).toMatchObject({ source: 'window', operation: 'createPresentationDefinition', user_id: null })
    const { call } = await workbench.call(callGet, { params: { number: made?.number ?? 0 } })
    expect(call.request_headers).toEqual({ 'service-subscription-key': '[hidden]' })
  })

  it('is announced to every window', async () => {
    await withKey(createPresentationDefinition.id, { body: DEFINITION })

    expect(workbench.events).toContainEqual({ type: 'exchange', part: 'definitions' })
  })

  it('goes on with the same key after the workspace was locked', async () => {
    const made = await withKey(createPresentationDefinition.id, { body: DEFINITION })
    const { current } = await workbench.call(workspaceLock, {})
    await workbench.call(workspaceOpen, { params: { workspace_id: current?.id ?? '' }, body: {} })

    const { id } = (made.body as { presentation_definition: { id: string } }).presentation_definition
    const read = await withKey(getPresentationDefinition.id, { params: { definition_id: id }, query: {} })

    expect(read).toMatchObject({ ok: true, status: 200 })
  })

  it('does not make keys mandatory for other programs: they were given none', async () => {
    await withKey(createPresentationDefinition.id, { body: DEFINITION })

    const reply = await fetch(`${workbench.application.url}/vault/item_templates`, {
      headers: { 'Service-Subscription-Key': 'some key of an older setup', authorization: 'v_unknown' },
    })

    expect(await reply.json()).toMatchObject({ errors: [{ error: 'unauthorized' }] })
  })
})
