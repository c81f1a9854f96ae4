// Proves docs/contract/workbench.md, Operator.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { vaultOperations } from '../../shared/contract/index.ts'
import type { Organization } from '../../shared/contract/organizations.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { StartOptions } from '../../src-main/composition/application.ts'
import { newBundleKey } from '../support/service/vault-accounts.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import {
  bytesBelow,
  openWorkbench,
  PASSPHRASE,
  registerUser,
  startWorkbench,
  stopWorkbench,
} from '../support/workbench/workbench.ts'

const { workspaceLock, workspaceOpen, callsGet, callGet } = workbenchOperations
const { operatorGet, operatorPasswordSet, operatorOpen, operatorClose, forward } = workbenchOperations
const { userSignOut, userSignIn, usersGet } = workbenchOperations
const { organizationsPost, organizationsIdPut, managementRequestedOrganizationsGet } = vaultOperations
const { managementRequestedOrganizationsIdValidatePut, managementRequestedOrganizationsIdRejectDelete } =
  vaultOperations
const { systemStatusGet, admissionTokensPost, admissionTokensTokenValueGet } = vaultOperations

const PASSWORD = 'word of the operator'
const FAILURES_ALLOWED = 10

let workbench: TestWorkbench

beforeEach(async () => {
  workbench = await openWorkbench()
})

afterEach(() => stopWorkbench(workbench))

/** Starts again with a workspace that has a passphrase. */
async function startProtected(): Promise<void> {
  await stopWorkbench(workbench)
  workbench = await openWorkbench({ passphrase: PASSPHRASE })
}

async function lockAndOpen(passphrase: string | null = null): Promise<void> {
  const { current } = await workbench.call(workspaceLock, {})
  await workbench.call(workspaceOpen, { params: { workspace_id: current?.id ?? '' }, body: { passphrase } })
}

const state = async () => (await workbench.call(operatorGet, {})).operator
const set = (body: { password?: string | null; remember?: boolean } = { password: PASSWORD }) =>
  workbench.call(operatorPasswordSet, { body })
const open = (body: { password?: string | null; remember?: boolean } = {}) => workbench.call(operatorOpen, { body })
const close = (forget = false) => workbench.call(operatorClose, { body: { forget } })
const asOperator = (operation: { readonly id: string }, request: object = {}) =>
  workbench.call(forward, { body: { as: 'operator', operation: operation.id, ...request } })

/** As any other operator: over HTTP, with the password alone. */
async function statusWith(password: string): Promise<number> {
  const reply = await fetch(`${workbench.application.url}/vault/system/status`, {
    headers: { admin_password: password },
  })
  return reply.status
}

/** Everything the inspector can show. */
async function journalText(): Promise<string> {
  const { calls } = await workbench.call(callsGet, { query: { limit: 500 } })
  const details = await Promise.all(calls.map(({ number }) => workbench.call(callGet, { params: { number } })))
  return JSON.stringify(details)
}

describe('the operator password of a workspace', () => {
  it('is not there at first: operator calls are refused', async () => {
    expect(await state()).toEqual({ state: 'none', remembered: false })
    expect(await statusWith(PASSWORD)).toBe(401)
    await expect(asOperator(systemStatusGet)).rejects.toMatchObject({ status: 423, code: 'operator_locked' })
    await expect(open({ password: PASSWORD })).rejects.toMatchObject({ status: 401, code: 'admin_password_invalid' })
  })

  it('holds at once, for other programs too, and opens the console', async () => {
    expect(await set()).toEqual({ operator: { state: 'open', remembered: false }, password: null })

    expect(await statusWith(PASSWORD)).toBe(200)
    expect(await asOperator(systemStatusGet)).toMatchObject({ ok: true, status: 200, body: { database: 'ok' } })
    expect(workbench.events).toContainEqual({ type: 'operator', part: 'state' })
  })

  it('is made where none is given, and shown this once', async () => {
    const { password } = await set({})

    expect(password).toMatch(/^[\w-]{43}$/)
    expect(await statusWith(password ?? '')).toBe(200)
    expect(JSON.stringify([await state(), await close(), await open({ password }), workbench.events])).not.toContain(
      password,
    )
  })

  it('ends when another one is set', async () => {
    await set()
    await set({ password: 'another word' })

    expect([await statusWith(PASSWORD), await statusWith('another word')]).toEqual([401, 200])
    expect(await asOperator(systemStatusGet)).toMatchObject({ ok: true })
  })

  it('is on disk as a hash only, and goes on after a lock', async () => {
    await set()
    await lockAndOpen()

    expect(await state()).toEqual({ state: 'closed', remembered: false })
    expect(await statusWith(PASSWORD)).toBe(200)
    expect(await open({ password: PASSWORD })).toEqual({ operator: { state: 'open', remembered: false } })
    expect(bytesBelow(workbench.directory)).not.toContain(PASSWORD)
  })

  it.each([
    ['too short', 'seven77', '8 characters'],
    ['not to be sent in a header', 'Schlüsselwort', 'ASCII'],
    ['cut at its ends by a header', ' a word of mine', 'ASCII'],
    ['what clients send for none', 'undefined', 'ASCII'],
  ])('being %s › is refused', async (_what, password, message) => {
    await expect(set({ password })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_params',
      message: expect.stringContaining(message) as string,
    })

    expect(await state()).toEqual({ state: 'none', remembered: false })
  })
})

describe('opening the console', () => {
  beforeEach(async () => {
    await set()
    await close()
  })

  it('takes the password, and gives it up when closed', async () => {
    expect(await state()).toEqual({ state: 'closed', remembered: false })
    await open({ password: `${PASSWORD} ` })
    expect(await asOperator(systemStatusGet)).toMatchObject({ ok: true })

    expect(await close()).toEqual({ operator: { state: 'closed', remembered: false } })

    await expect(asOperator(systemStatusGet)).rejects.toMatchObject({ code: 'operator_locked' })
  })

  it.each([{}, { password: null }, { password: ' ' }])('without a password, %j › names it', async (body) => {
    await expect(open(body)).rejects.toMatchObject({ status: 400, code: 'param_missing' })
  })

  it('a wrong password › is refused as the service refuses it, and closes nothing', async () => {
    await expect(open({ password: 'wrong' })).rejects.toMatchObject({ status: 401, code: 'admin_password_invalid' })
    await open({ password: PASSWORD })
    await expect(open({ password: 'wrong' })).rejects.toMatchObject({ code: 'admin_password_invalid' })

    expect(await state()).toMatchObject({ state: 'open' })
  })

  it('ten wrong passwords › then even the right one is refused with 429', async () => {
    for (let failure = 1; failure <= FAILURES_ALLOWED; failure += 1) {
      await expect(open({ password: `wrong ${failure}` })).rejects.toMatchObject({ status: 401 })
    }

    await expect(open({ password: PASSWORD })).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(await statusWith(PASSWORD)).toBe(200)
    expect(await state()).toEqual({ state: 'closed', remembered: false })
  })

  it('ten wrong passwords over HTTP › keep nobody out of the window, whether the console is open or not', async () => {
    await open({ password: PASSWORD })
    for (let failure = 1; failure <= FAILURES_ALLOWED; failure += 1) {
      expect(await statusWith(`wrong ${failure}`)).toBe(401)
    }

    expect(await statusWith(PASSWORD)).toBe(429)
    expect(await asOperator(systemStatusGet)).toMatchObject({ ok: true, status: 200 })
    await close()
    expect(await open({ password: PASSWORD })).toMatchObject({ operator: { state: 'open' } })
  })

  it('locking the workspace › closes it', async () => {
    await open({ password: PASSWORD })

    await workbench.call(workspaceLock, {})

    for (const refused of [state(), set(), open(), close(), asOperator(systemStatusGet)]) {
      await expect(refused).rejects.toMatchObject({ status: 423, code: 'workspace_locked' })
    }
  })
})

describe('remembering the password', () => {
  it('in a plain workspace › is refused: the key would lie beside it', async () => {
    await expect(set({ password: PASSWORD, remember: true })).rejects.toMatchObject({ code: 'invalid_params' })
    expect(await state()).toEqual({ state: 'none', remembered: false })
    await set()

    await expect(open({ password: PASSWORD, remember: true })).rejects.toMatchObject({ code: 'invalid_params' })
    expect(await state()).toMatchObject({ remembered: false })
  })

  it.each([
    ['when it is set', () => set({ password: PASSWORD, remember: true })],
    ['when the console is opened', () => set().then(() => open({ password: PASSWORD, remember: true }))],
  ])('%s › opens the console without it after a lock', async (_when, remember) => {
    await startProtected()
    expect(await remember()).toMatchObject({ operator: { state: 'open', remembered: true } })
    await lockAndOpen(PASSPHRASE)
    expect(await state()).toEqual({ state: 'closed', remembered: true })

    expect(await open()).toEqual({ operator: { state: 'open', remembered: true } })
    expect(await asOperator(systemStatusGet)).toMatchObject({ ok: true })
  })

  it('ends when it is forgotten, and with another password', async () => {
    await startProtected()
    await set({ password: PASSWORD, remember: true })
    expect(await close(true)).toEqual({ operator: { state: 'closed', remembered: false } })
    await expect(open()).rejects.toMatchObject({ code: 'param_missing' })
    await open({ password: PASSWORD, remember: true })

    await set({ password: 'another word' })

    expect(await state()).toEqual({ state: 'open', remembered: false })
  })

  it('ends when the command line gives another one, and not when it gives the same', async () => {
    await startProtected()
    await set({ password: PASSWORD, remember: true })
    await workbench.application.close()
    const credentials = { subscriptionKey: 'k', subscriptionKeyName: 'command line', operatorPassword: PASSWORD }

    expect(await startAgain({ credentials })).toEqual({ state: 'closed', remembered: true })
    await workbench.application.close()
    expect(await startAgain({})).toEqual({ state: 'closed', remembered: true })
    await workbench.application.close()
    expect(await startAgain({ credentials: { ...credentials, operatorPassword: 'another word' } })).toEqual({
      state: 'closed',
      remembered: false,
    })
    expect([await statusWith(PASSWORD), await statusWith('another word')]).toEqual([401, 200])
  })

  async function startAgain(options: Partial<StartOptions>) {
    workbench = await startWorkbench(workbench.directory, options)
    const { workspaces } = await workbench.call(workbenchOperations.statusGet, {})
    await workbench.call(workspaceOpen, {
      params: { workspace_id: workspaces[0]?.id ?? '' },
      body: { passphrase: PASSPHRASE },
    })
    return state()
  }
})

describe('calls of the operator', () => {
  beforeEach(() => set())

  it('answer a refusal of the service as the service told it', async () => {
    const reply = await asOperator(admissionTokensTokenValueGet, { params: { token_value: 'unknown' } })

    expect(reply).toMatchObject({ ok: false, status: 404, body: { errors: [{ error: 'not_found' }] } })
  })

  it('show a new admission token once, and never again', async () => {
    const made = await asOperator(admissionTokensPost, { body: {} })
    const { token_value } = (made.body as { admission_token: { token_value: string } }).admission_token

    const read = await asOperator(admissionTokensTokenValueGet, { params: { token_value } })

    expect(token_value).toMatch(/^[\da-f]{40}$/)
    expect(read).toMatchObject({ ok: true, body: { admission_token: { token_value: '[hidden]', used: false } } })
    expect(await journalText()).not.toContain(token_value)
  })

  it('are in the journal as made by the window, without the password', async () => {
    await close()
    await open({ password: PASSWORD })
    await asOperator(admissionTokensPost, { body: {} })

    const { calls } = await workbench.call(callsGet, { query: {} })
    expect(calls[0]).toMatchObject({ source: 'window', operation: 'admissionTokensPost', status: 201, user_id: null })
    const { call } = await workbench.call(callGet, { params: { number: calls[0]?.number ?? 0 } })
    expect(call.request_headers).toEqual({ admin_password: '[hidden]' })
    expect(call.curl).toContain("-H 'admin_password: [hidden]'")
    expect(await journalText()).not.toContain(PASSWORD)
    expect(JSON.stringify(workbench.events)).not.toContain(PASSWORD)
  })

  it('are announced to every window when they change something', async () => {
    const before = workbench.events.length

    await asOperator(systemStatusGet)
    expect(workbench.events.slice(before).filter(({ type }) => type === 'operator')).toEqual([])
    await asOperator(admissionTokensPost, { body: {} })

    expect(workbench.events.slice(before).filter(({ type }) => type === 'operator')).toEqual([
      { type: 'operator', part: 'audit' },
    ])
  })

  it('need no user where only the password is asked for', async () => {
    const { user } = await registerUser(workbench, 'Dana')

    await asOperator(admissionTokensPost, { body: {}, user_id: user.id })

    const { calls } = await workbench.call(callsGet, { query: {} })
    expect(calls[0]).toMatchObject({ operation: 'admissionTokensPost', user_id: null })
  })
})

describe('calls of the operator in the session of a user', () => {
  let dana: string
  let vera: string

  beforeEach(async () => {
    await set()
    dana = (await registerUser(workbench, 'Dana')).user.id
    vera = (await registerUser(workbench, 'Vera')).user.id
  })

  const asUser = (user_id: string, operation: { readonly id: string }, request: object) =>
    workbench.call(forward, { body: { as: 'user', user_id, operation: operation.id, ...request } })

  async function request(name = 'Harbour Clinic'): Promise<Organization> {
    const { body } = await asUser(dana, organizationsPost, { body: { name, public_key: newBundleKey().publicKey } })
    return (body as { organization: Organization }).organization
  }

  const review = (operation: { readonly id: string }, id: string, more: object) =>
    asOperator(operation, { params: { id }, ...more })

  /** Notices of the operator console since then. */
  const noticesSince = (count: number) =>
    workbench.events.slice(count).flatMap((event) => (event.type === 'operator' ? [event.part] : []))

  it('are made by that user, who is told to have reviewed', async () => {
    const { id } = await request()

    const listed = await asOperator(managementRequestedOrganizationsGet, { query: {}, user_id: vera })
    const approved = await review(managementRequestedOrganizationsIdValidatePut, id, { user_id: vera })

    expect(listed).toMatchObject({ ok: true, body: { organizations: [{ id, status: 'requested' }] } })
    const { users } = await workbench.call(usersGet, {})
    expect(approved).toMatchObject({
      ok: true,
      body: { organization: { validated_by_id: users.find((user) => user.id === vera)?.vault_user_id } },
    })
    const { calls } = await workbench.call(callsGet, { query: {} })
    expect(calls[0]).toMatchObject({
      source: 'window',
      operation: 'managementRequestedOrganizationsIdValidatePut',
      user_id: vera,
    })
    const { call } = await workbench.call(callGet, { params: { number: calls[0]?.number ?? 0 } })
    expect(call.request_headers).toEqual({ admin_password: '[hidden]', authorization: '[hidden]' })
    expect(await journalText()).not.toContain(PASSWORD)
  })

  it('without a user, or with one that is not there › name it', async () => {
    const { id } = await request()
    const approve = (more: object) => review(managementRequestedOrganizationsIdValidatePut, id, more)

    await expect(approve({})).rejects.toMatchObject({ status: 400, code: 'param_missing' })
    await expect(approve({ user_id: 'nobody' })).rejects.toMatchObject({ status: 404, code: 'not_found' })

    expect(await asOperator(managementRequestedOrganizationsGet, { query: {}, user_id: vera })).toMatchObject({
      body: { organizations: [{ id, status: 'requested' }] },
    })
  })

  it('of a user who is not signed in, or whose session is over › are refused', async () => {
    const { id } = await request()
    await workbench.call(userSignOut, { params: { user_id: vera } })
    const reject = () =>
      review(managementRequestedOrganizationsIdRejectDelete, id, { user_id: vera, body: { reason: 'No imprint.' } })

    await expect(reject()).rejects.toMatchObject({ status: 423, code: 'user_locked' })
    await workbench.call(userSignIn, { params: { user_id: vera }, body: { passphrase: PASSPHRASE } })
    await asUser(vera, vaultOperations.sessionDelete, {}) // as another program of hers may do
    await expect(reject()).rejects.toMatchObject({ status: 423, code: 'user_locked' })

    const { users } = await workbench.call(usersGet, {})
    expect(users.find((user) => user.id === vera)?.state).toBe('locked')
  })

  it('while the console is closed › are refused, whoever is signed in', async () => {
    await close()

    await expect(asOperator(managementRequestedOrganizationsGet, { query: {}, user_id: vera })).rejects.toMatchObject({
      code: 'operator_locked',
    })
  })

  it('and requests of users › tell the console what changed, once for each change', async () => {
    const start = workbench.events.length
    const { id } = await request()
    const requested = workbench.events.length
    await asUser(dana, organizationsIdPut, { params: { id }, body: { organization: { name: 'Quay Clinic' } } })
    const changed = workbench.events.length
    await review(managementRequestedOrganizationsIdValidatePut, id, { user_id: vera })

    expect(noticesSince(changed)).toEqual(['queue', 'audit'])
    expect(noticesSince(requested)).toEqual(['queue', 'queue', 'audit'])
    expect(noticesSince(start)).toEqual(['queue', 'queue', 'queue', 'audit'])
  })
})
