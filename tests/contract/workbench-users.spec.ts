// Proves docs/contract/client-crypto.md, Registering; docs/contract/workbench.md, Users, Journal.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { vaultOperations } from '../../shared/contract/index.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { openDatabase } from '../../src-main/sqlite/database.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import {
  makeLoginKey,
  openWorkbench,
  PASSPHRASE,
  refusal,
  registerUser,
  stopWorkbench,
} from '../support/workbench/workbench.ts'

const {
  usersGet,
  userAdd,
  userSignIn,
  userSignOut,
  userForget,
  userPassphraseForget,
  userSecretString,
  forward,
  itemCreate,
  itemOpen,
  itemRows,
  itemSave,
  slotReveal,
  callsGet,
  callGet,
  callsClear,
} = workbenchOperations

const UNKNOWN = { user_id: '01890000-0000-7000-8000-000000000000' }

let workbench: TestWorkbench
let call: TestWorkbench['call']

async function start(passphrase: string | null = PASSPHRASE): Promise<void> {
  workbench = await openWorkbench({ passphrase })
  call = workbench.call
}

beforeEach(() => start())

afterEach(() => stopWorkbench(workbench))

describe('userRegister', () => {
  it('registers, signs in and tells every step', async () => {
    const { user, secret_string } = await registerUser(workbench, 'Alice')

    expect(user).toMatchObject({
      full_name: 'Alice',
      user_type: 'human',
      colour: 0,
      state: 'signed_in',
      remembered: false,
    })
    expect(user.key_fingerprint).toMatch(/^\S{4} \S{4} \S{3}$/)
    expect(secret_string).toBe(`2.${user.username}.${secret_string.split('.')[2] ?? ''}`)
    const steps = workbench.events.filter((event) => event.type === 'progress')
    expect(steps.map(({ task }) => task)).toEqual(Array(6).fill('register'))
    const reply = await call(forward, { body: { as: 'user', user_id: user.id, operation: vaultOperations.meGet.id } })
    expect(reply).toMatchObject({ ok: true, body: { user: { id: user.vault_user_id, full_name: 'Alice' } } })
  })

  it('gives each user another colour', async () => {
    await registerUser(workbench, 'Alice')
    const { user: bob } = await registerUser(workbench, 'Bob')

    expect(bob.colour).toBe(1)
  })

  it('refuses a taken name, a short passphrase and a missing name, and adds nobody', async () => {
    await registerUser(workbench, 'Alice')

    await expect(registerUser(workbench, 'alice')).rejects.toThrow(refusal('name_taken'))
    await expect(registerUser(workbench, 'Bob', { passphrase: 'short' })).rejects.toThrow(refusal('invalid_params'))
    await expect(registerUser(workbench, ' ')).rejects.toThrow(refusal('invalid_params'))
    expect((await call(usersGet, {})).users).toHaveLength(1)
  })

  it('remembers a passphrase in a protected workspace', async () => {
    const { user } = await registerUser(workbench, 'Alice', { remember: true })
    await call(userSignOut, { params: { user_id: user.id } })

    const { user: again } = await call(userSignIn, { params: { user_id: user.id }, body: {} })

    expect(again).toMatchObject({ state: 'signed_in', remembered: true })
  })

  it('remembers a passphrase at a sign-in, once it was right, and forgets it when asked', async () => {
    const { user } = await registerUser(workbench, 'Alice')
    const params = { user_id: user.id }
    await call(userSignOut, { params })

    const wrong = call(userSignIn, { params, body: { passphrase: 'not the passphrase', remember: true } })
    await expect(wrong).rejects.toThrow(refusal('login_failed'))
    expect((await call(usersGet, {})).users).toMatchObject([{ state: 'locked', remembered: false }])

    const { user: kept } = await call(userSignIn, { params, body: { passphrase: PASSPHRASE, remember: true } })
    expect(kept.remembered).toBe(true)
    await call(userSignOut, { params })
    await call(userSignIn, { params, body: {} })

    expect((await call(userPassphraseForget, { params })).user).toMatchObject({ state: 'signed_in', remembered: false })
    await call(userSignOut, { params })
    await expect(call(userSignIn, { params, body: {} })).rejects.toThrow(refusal('param_missing'))
  })

  it('remembers nothing of who is signed in already, because nothing proves the passphrase', async () => {
    const { user } = await registerUser(workbench, 'Alice')

    const body = { passphrase: 'not the passphrase', remember: true }
    const { user: still } = await call(userSignIn, { params: { user_id: user.id }, body })

    expect(still).toMatchObject({ state: 'signed_in', remembered: false })
  })

  it('refuses to remember in a plain workspace, where the key would lie beside', async () => {
    await stopWorkbench(workbench)
    await start(null)

    await expect(registerUser(workbench, 'Alice', { remember: true })).rejects.toThrow(
      refusal('invalid_params', 'needs a workspace with a passphrase'),
    )
    expect((await call(usersGet, {})).users).toEqual([])
    const { user } = await registerUser(workbench, 'Bob')
    const signIn = call(userSignIn, { params: { user_id: user.id }, body: { passphrase: PASSPHRASE, remember: true } })
    await expect(signIn).rejects.toThrow(refusal('invalid_params', 'needs a workspace with a passphrase'))
  })

  it('keeps an interrupted registration, which goes on at the next sign-in', async () => {
    const { user, secret_string } = await registerUser(workbench, 'Alice')
    const [workspace] = (await call(workbenchOperations.statusGet, {})).workspaces
    await stopWorkbench(workbench)
    await start(null)
    // What an interruption right after the username was issued leaves: no account.
    const { user: bob } = await registerUser(workbench, 'Bob')
    await call(userSignOut, { params: { user_id: bob.id } })
    const current = (await call(workbenchOperations.statusGet, {})).current
    const database = openDatabase({
      path: `${workbench.directory}/workspaces/${String(current?.id)}/vault.db`,
    })
    database.exec(`
      DELETE FROM keystore_users; DELETE FROM users;
      UPDATE workbench_users SET registered = 0, vault_user_id = NULL, key_fingerprint = NULL;
    `)
    database.close()
    expect((await call(usersGet, {})).users).toMatchObject([{ state: 'incomplete', vault_user_id: null }])

    const { user: done } = await call(userSignIn, { params: { user_id: bob.id }, body: { passphrase: PASSPHRASE } })

    expect(done).toMatchObject({ id: bob.id, username: bob.username, state: 'signed_in' })
    expect(done.vault_user_id).not.toBe(bob.vault_user_id)
    expect([user.username, secret_string, workspace?.name]).not.toContain(done.username)
  })
})

describe('userAdd', () => {
  it('adds a user who has an account, by secret string', async () => {
    const { user, secret_string } = await registerUser(workbench, 'Alice')
    await call(userForget, { params: { user_id: user.id } })

    const { user: added } = await call(userAdd, { body: { secret_string, passphrase: PASSPHRASE } })

    expect(added).toMatchObject({ full_name: 'Alice', state: 'signed_in', vault_user_id: user.vault_user_id })
  })

  it('refuses a wrong passphrase, a misspelt secret string and one that is on the list', async () => {
    const { user, secret_string } = await registerUser(workbench, 'Alice')
    await expect(call(userAdd, { body: { secret_string, passphrase: PASSPHRASE } })).rejects.toThrow(
      refusal('name_taken', 'Alice'),
    )
    await call(userForget, { params: { user_id: user.id } })

    await expect(call(userAdd, { body: { secret_string, passphrase: 'another one' } })).rejects.toThrow(
      refusal('login_failed'),
    )
    for (const misspelt of ['', 'x', secret_string.slice(0, -3), secret_string.replace('2.', '3.')]) {
      await expect(call(userAdd, { body: { secret_string: misspelt, passphrase: PASSPHRASE } })).rejects.toThrow(
        refusal('secret_string_invalid'),
      )
    }
    expect((await call(usersGet, {})).users).toEqual([])
  })
})

describe('userSignIn', () => {
  it('unlocks with the passphrase only', async () => {
    const { user } = await registerUser(workbench, 'Alice')
    const params = { user_id: user.id }
    expect((await call(userSignOut, { params })).user.state).toBe('locked')

    await expect(call(userSignIn, { params, body: { passphrase: 'another one' } })).rejects.toThrow(
      refusal('login_failed'),
    )
    await expect(call(userSignIn, { params, body: {} })).rejects.toThrow(refusal('param_missing', 'passphrase'))
    expect((await call(usersGet, {})).users).toMatchObject([{ state: 'locked' }])
    expect((await call(userSignIn, { params, body: { passphrase: PASSPHRASE } })).user.state).toBe('signed_in')
  })

  it('signs in once when asked twice at the same time', async () => {
    const { user } = await registerUser(workbench, 'Alice')
    const params = { user_id: user.id }
    await call(userSignOut, { params })
    await call(callsClear, {})

    await Promise.all([1, 2].map(() => call(userSignIn, { params, body: { passphrase: PASSPHRASE } })))

    const { calls } = await call(callsGet, { query: {} })
    expect(calls.filter(({ operation }) => operation === 'srpSessionPost')).toHaveLength(1)
  })
})

describe('userSignOut and userForget', () => {
  it('refuse to act for a user whose keys are wiped', async () => {
    const { user } = await registerUser(workbench, 'Alice')
    const params = { user_id: user.id }
    await call(userSignOut, { params })

    const refused = [
      call(forward, { body: { as: 'user', ...params, operation: vaultOperations.meGet.id } }),
      call(itemRows, { params }),
      call(itemCreate, { params, body: { label: 'x' } }),
    ]

    for (const one of refused) await expect(one).rejects.toThrow(refusal('user_locked', 'Alice'))
  })

  it('take the user off the list, and the account stays', async () => {
    const { user, secret_string } = await registerUser(workbench, 'Alice')

    await call(userForget, { params: { user_id: user.id } })

    expect((await call(usersGet, {})).users).toEqual([])
    expect(workbench.events.at(-1)).toEqual({ type: 'users', users: [] })
    const { user: again } = await call(userAdd, { body: { secret_string, passphrase: PASSPHRASE } })
    expect(again.vault_user_id).toBe(user.vault_user_id)
  })
})

describe('every operation on a user', () => {
  it('answers 404 for a user who is not on the list', async () => {
    const refused = [
      call(userSignIn, { params: UNKNOWN, body: { passphrase: PASSPHRASE } }),
      call(userSignOut, { params: UNKNOWN }),
      call(userForget, { params: UNKNOWN }),
      call(userSecretString, { params: UNKNOWN, body: { passphrase: PASSPHRASE } }),
      call(forward, { body: { as: 'user', ...UNKNOWN, operation: vaultOperations.meGet.id } }),
      call(itemRows, { params: UNKNOWN }),
    ]

    for (const one of refused) await expect(one).rejects.toThrow(refusal('not_found'))
  })
})

describe('userSecretString', () => {
  it('shows it again for the passphrase only', async () => {
    const { user, secret_string } = await registerUser(workbench, 'Alice')
    const params = { user_id: user.id }

    expect(await call(userSecretString, { params, body: { passphrase: PASSPHRASE } })).toEqual({ secret_string })
    await expect(call(userSecretString, { params, body: { passphrase: 'another one' } })).rejects.toThrow(
      refusal('login_failed'),
    )
  })
})

describe('forward as a user', () => {
  it('makes a login key, shown this once, that logs in over HTTP', async () => {
    const { user } = await registerUser(workbench, 'Alice')
    const login_key = await makeLoginKey(workbench, user.id)

    const reply = await fetch(`${workbench.application.url}/keystore/sessions/with_login_key`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login_key, username: user.username }),
    })

    expect(reply.status).toBe(201)
  })

  it('passes refusals of the service on as they are', async () => {
    const { user } = await registerUser(workbench, 'Alice')

    const reply = await call(forward, {
      body: { as: 'user', user_id: user.id, operation: vaultOperations.itemsIdGet.id, params: { id: UNKNOWN.user_id } },
    })

    expect(reply).toMatchObject({ ok: false, status: 404, body: { errors: [{ error: 'not_found' }] } })
  })

  it('never shows the token of the session', async () => {
    const { user } = await registerUser(workbench, 'Alice')
    const reply = await call(forward, {
      body: { as: 'user', user_id: user.id, operation: vaultOperations.sessionGet.id },
    })

    expect(reply).toMatchObject({ ok: true, body: { user_access_token: { token: '[hidden]' } } })
  })

  it('asks to sign in again once the session was ended elsewhere', async () => {
    const { user } = await registerUser(workbench, 'Alice')
    const params = { user_id: user.id }
    await call(forward, { body: { as: 'user', ...params, operation: vaultOperations.sessionAllDelete.id } })

    await expect(call(itemRows, { params })).rejects.toThrow(refusal('user_locked', 'sign in again'))

    expect((await call(usersGet, {})).users).toMatchObject([{ state: 'locked' }])
  })
})

describe('items of a user', () => {
  it('are sealed on the way in and opened on the way out', async () => {
    const { user } = await registerUser(workbench, 'Alice')
    const params = { user_id: user.id }
    const { item, slots } = await call(itemCreate, {
      params,
      body: {
        label: 'Email',
        template_name: 'password',
        slots: [
          { name: 'account', value: 'alice' },
          { name: 'password', value: 'tulip' },
        ],
        tags: ['Online'],
      },
    })
    const password = slots.find(({ name }) => name === 'password')
    const itemParams = { ...params, item_id: item.id }

    expect(slots.find(({ name }) => name === 'account')).toMatchObject({ state: 'readable', value: 'alice' })
    expect(password).toMatchObject({ state: 'hidden', value: null })
    expect(await call(slotReveal, { params: { ...itemParams, slot_id: String(password?.id) } })).toEqual({
      value: 'tulip',
    })

    const saved = await call(itemSave, {
      params: itemParams,
      body: { label: 'Work email', slots: [{ id: String(password?.id), value: 'rose' }], based_on: item.updated_at },
    })
    expect(saved.item.label).toBe('Work email')
    await expect(
      call(itemSave, { params: itemParams, body: { label: 'x', based_on: '2020-01-01T00:00:00.000Z' } }),
    ).rejects.toThrow(refusal('edit_conflict'))
    expect((await call(itemOpen, { params: itemParams })).item.label).toBe('Work email')
  })

  it('appear in the list as soon as they change, whoever changed them', async () => {
    const { user } = await registerUser(workbench, 'Alice')
    const params = { user_id: user.id }
    expect((await call(itemRows, { params })).total).toBe(0)

    const { item } = await call(itemCreate, { params, body: { label: 'One', tags: ['Home'] } })

    expect((await call(itemRows, { params })).rows).toMatchObject([
      { id: item.id, label: 'One', tags: [{ label: 'Home' }] },
    ])
    expect(workbench.events).toContainEqual(
      expect.objectContaining({ type: 'change', vault_user_id: user.vault_user_id, eventable_id: item.id }),
    )
    await call(forward, {
      body: { as: 'user', ...params, operation: vaultOperations.itemsIdDelete.id, params: { id: item.id } },
    })
    expect((await call(itemRows, { params })).rows).toEqual([])
  })

  it('of another user are not found', async () => {
    const { user: alice } = await registerUser(workbench, 'Alice')
    const { user: bob } = await registerUser(workbench, 'Bob')
    const { item } = await call(itemCreate, { params: { user_id: alice.id }, body: { label: 'Hers' } })
    const params = { user_id: bob.id, item_id: item.id }

    await expect(call(itemOpen, { params })).rejects.toThrow(refusal('not_found'))
    await expect(call(itemSave, { params, body: { label: 'His' } })).rejects.toThrow(refusal('not_found'))
    await expect(call(slotReveal, { params: { ...params, slot_id: item.id } })).rejects.toThrow(refusal('not_found'))
  })
})

describe('the journal', () => {
  it('keeps every call with where it came from, and no secret', async () => {
    const { user } = await registerUser(workbench, 'Alice')
    const params = { user_id: user.id }
    const login_key = await makeLoginKey(workbench, user.id)
    await call(forward, { body: { as: 'user', ...params, operation: vaultOperations.sessionGet.id } })
    const login = await fetch(`${workbench.application.url}/keystore/sessions/with_login_key`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'service-subscription-key': 'canary-subscription' },
      body: JSON.stringify({ login_key }),
    })
    const { session } = (await login.json()) as { session: { session_authentication_string: string } }
    const token = session.session_authentication_string
    await fetch(`${workbench.application.url}/session?token=${token}`, {
      headers: { authorization: `Bearer ${token}` },
    })

    const { calls, kept, total } = await call(callsGet, { query: { limit: 500 } })
    const details = await Promise.all(calls.map(({ number }) => call(callGet, { params: { number } })))

    const everything = JSON.stringify([details, workbench.events.filter(({ type }) => type === 'call')])
    for (const canary of [PASSPHRASE, login_key, token, 'canary-subscription']) expect(everything).not.toContain(canary)
    expect(everything).not.toMatch(/"[vk]_[\w-]{43}"/)
    expect([kept, total]).toEqual([calls.length, calls.length])
    expect(new Set(calls.map(({ source }) => source))).toEqual(new Set(['client', 'window', 'loopback']))
    expect(calls.find(({ source }) => source === 'window')).toMatchObject({ operation: 'sessionGet', user_id: user.id })
    expect(calls[0]).toMatchObject({
      source: 'loopback',
      transport: 'http',
      api: 'keystore',
      status: 200,
      user_id: null,
    })
    await call(callsClear, {})
    expect(await call(callsGet, { query: {} })).toMatchObject({ calls: [], kept: 0, total })
  })
})
