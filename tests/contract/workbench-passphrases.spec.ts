// Proves docs/contract/client-crypto.md, Keys made anew; docs/contract/workbench.md, Workspaces: keys, Users.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keystoreOperations, vaultOperations } from '../../shared/contract/index.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { aWalletCredential } from '../support/exchange/wallet.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, PASSPHRASE, refusal, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'

const {
  changePassphrase,
  itemCreate,
  itemOpen,
  walletCredentialImport,
  walletCredentialOpen,
  loginKeyMake,
  userQueueForDeletion,
  forward,
  userSignIn,
  userSignOut,
  usersGet,
  callsGet,
  callGet,
  statusGet,
  userAdd,
  userForget,
  userSecretString,
  workspaceCreate,
  workspaceLock,
  workspaceOpen,
  workspacePassphraseChange,
} = workbenchOperations
const passport = {
  template_name: 'custom',
  label: 'Passport',
  slots: [{ label: 'Number', slot_type_name: 'key_value' as const, value: 'C01X' }],
  tags: [],
}
const NEW_PASSPHRASE = 'another lake under snow'
const UNKNOWN = { user_id: '01890000-0000-7000-8000-000000000000' }

let workbench: TestWorkbench
let params: { readonly user_id: string }

beforeEach(async () => {
  workbench = await openWorkbench({ passphrase: PASSPHRASE })
  params = { user_id: (await registerUser(workbench, 'Alice')).user.id }
})

afterEach(() => stopWorkbench(workbench))

const asUser = async (operation: { readonly id: string }) =>
  workbench.call(forward, { body: { as: 'user', ...params, operation: operation.id } })
const signInAgain = async (passphrase: string | null) => {
  await workbench.call(userSignOut, { params })
  return (await workbench.call(userSignIn, { params, body: { passphrase } })).user
}

/** Everything the inspector can show. */
async function journalText(): Promise<string> {
  const { calls } = await workbench.call(callsGet, { query: { limit: 500 } })
  const details = await Promise.all(calls.map(({ number }) => workbench.call(callGet, { params: { number } })))
  return JSON.stringify(details)
}

describe('a passphrase among those that are tried first', () => {
  const tooCommon = expect.objectContaining({
    code: 'passphrase_too_common',
    errors: [expect.objectContaining({ extra_info: expect.objectContaining({ parameter: 'passphrase' }) as object })],
  }) as Error

  it('protects no workspace', async () => {
    const made = workbench.call(workspaceCreate, { body: { name: 'Other', passphrase: 'Password1' } })

    await expect(made).rejects.toThrow(tooCommon)
    const { workspaces, current } = await workbench.call(statusGet, {})
    expect([workspaces.map(({ name }) => name), current?.name]).toEqual([['Mine'], 'Mine'])
  })

  it('takes the place of no passphrase of a workspace', async () => {
    const workspace_id = (await workbench.call(statusGet, {})).current?.id ?? ''
    const of = { params: { workspace_id } }
    const body = { passphrase: PASSPHRASE, new_passphrase: 'iloveyou' }
    await expect(workbench.call(workspacePassphraseChange, { ...of, body })).rejects.toThrow(
      refusal('passphrase_too_common'),
    )

    await workbench.call(workspaceLock, {})
    const opened = await workbench.call(workspaceOpen, { ...of, body: { passphrase: PASSPHRASE } })
    expect(opened.state).toBe('open')
  })

  it('registers nobody', async () => {
    await expect(registerUser(workbench, 'Bob', { passphrase: 'qwertyuiop' })).rejects.toThrow(tooCommon)

    const { users } = await workbench.call(usersGet, {})
    expect(users.map(({ full_name }) => full_name)).toEqual(['Alice'])
  })

  it('takes the place of no other', async () => {
    const body = { passphrase: PASSPHRASE, new_passphrase: 'abcabcabc' }

    await expect(workbench.call(changePassphrase, { params, body })).rejects.toThrow(refusal('passphrase_too_common'))
    expect(await signInAgain(PASSPHRASE)).toMatchObject({ state: 'signed_in' })
  })

  it('does not keep a user out who has it from elsewhere', async () => {
    const { secret_string } = await workbench.call(userSecretString, { params, body: { passphrase: PASSPHRASE } })
    await workbench.call(userForget, { params })

    const body = { secret_string, passphrase: 'password1' }
    await expect(workbench.call(userAdd, { body })).rejects.toThrow(refusal('login_failed'))
  })
})

describe('changePassphrase', () => {
  const change = (body: object = {}) =>
    workbench.call(changePassphrase, {
      params,
      body: { passphrase: PASSPHRASE, new_passphrase: NEW_PASSPHRASE, ...body },
    })

  it('signs in with the new passphrase at once; the old one opens nothing any more', async () => {
    const { user } = await change()

    expect(user).toMatchObject({ full_name: 'Alice', state: 'signed_in', remembered: false })
    expect(await asUser(vaultOperations.meGet)).toMatchObject({ ok: true })
    expect(await asUser(keystoreOperations.sessionsGet)).toMatchObject({ body: { sessions: { length: 2 } } })
    await expect(signInAgain(PASSPHRASE)).rejects.toThrow(refusal('login_failed'))
    expect(await signInAgain(NEW_PASSPHRASE)).toMatchObject({ state: 'signed_in' })
    expect(workbench.faults).toEqual([])
  })

  it('works for a user who is locked', async () => {
    await workbench.call(userSignOut, { params })
    expect((await change()).user.state).toBe('signed_in')
  })

  it('replaces a passphrase that is remembered, and takes that one where none is typed', async () => {
    params = { user_id: (await registerUser(workbench, 'Bob', { remember: true })).user.id }
    await change({ passphrase: null })
    expect(await signInAgain(null)).toMatchObject({ state: 'signed_in', remembered: true })
    expect(await signInAgain(NEW_PASSPHRASE)).toMatchObject({ state: 'signed_in' })
  })

  it('keeps the login keys that are named', async () => {
    for (const label of ['ends', 'stays']) {
      await workbench.call(loginKeyMake, { params, body: { passphrase: PASSPHRASE, label } })
    }
    const listed = (await asUser(keystoreOperations.loginKeysGet)) as {
      readonly body: { readonly login_keys: readonly { readonly id: string; readonly label: string }[] }
    }
    const kept = listed.body.login_keys.filter(({ label }) => label === 'stays').map(({ id }) => id)

    await change({ keep_login_keys: kept })

    expect(await asUser(keystoreOperations.loginKeysGet)).toMatchObject({ body: { login_keys: [{ label: 'stays' }] } })
  })

  it('makes the keys anew where that is wanted, and seals everything again by itself', async () => {
    const { item } = await workbench.call(itemCreate, { params, body: passport })
    const [credential] = (
      await workbench.call(walletCredentialImport, {
        params,
        body: { text: JSON.stringify(await aWalletCredential('driving-licence', 'did:example:alice')) },
      })
    ).credentials
    const before = (await workbench.call(usersGet, {})).users[0]

    const { user } = await change({ new_keys: true })

    expect(user).toMatchObject({ state: 'signed_in', vault_user_id: before?.vault_user_id })
    expect(user.key_fingerprint).not.toBe(before?.key_fingerprint)
    const loginPair = () =>
      workbench.call(forward, {
        body: {
          as: 'user',
          ...params,
          operation: keystoreOperations.keypairsExternalIdExternalIdGet.id,
          params: { external_id: 'auth' },
        },
      })
    const done = [expect.any(String)]
    await expect
      .poll(loginPair)
      .toMatchObject({ body: { keypair: { metadata: { resealed_data_encryption_keys: done } } } })
    await signInAgain(NEW_PASSPHRASE)
    const opened = await workbench.call(itemOpen, { params: { ...params, item_id: item.id } })
    expect(opened.slots).toMatchObject([{ label: 'Number', value: 'C01X' }])
    const walletParams = { ...params, credential_id: credential?.id ?? '' }
    expect((await workbench.call(walletCredentialOpen, { params: walletParams })).credential.id).toBe(credential?.id)
    expect(workbench.faults).toEqual([])
  })

  it('makes no key anew while login keys are to go on', async () => {
    await workbench.call(loginKeyMake, { params, body: { passphrase: PASSPHRASE, label: 'a script' } })
    const listed = (await asUser(keystoreOperations.loginKeysGet)) as {
      readonly body: { readonly login_keys: readonly { readonly id: string }[] }
    }
    const keep_login_keys = listed.body.login_keys.map(({ id }) => id)

    await expect(change({ new_keys: true, keep_login_keys })).rejects.toThrow(refusal('invalid_params'))

    expect(await signInAgain(PASSPHRASE)).toMatchObject({ state: 'signed_in' })
  })

  it('refuses a wrong passphrase, a short new one and an unknown user, and changes nothing', async () => {
    await expect(change({ passphrase: 'something else' })).rejects.toThrow(refusal('login_failed'))
    await expect(change({ passphrase: null })).rejects.toThrow(refusal('param_missing'))
    await expect(change({ new_passphrase: 'short' })).rejects.toThrow(refusal('invalid_params'))
    await expect(change({ keep_login_keys: [UNKNOWN.user_id] })).rejects.toThrow(refusal('invalid_params'))
    params = UNKNOWN
    await expect(change()).rejects.toThrow(refusal('not_found'))
    const { users } = await workbench.call(usersGet, {})
    params = { user_id: users[0]?.id ?? '' }
    expect(await signInAgain(PASSPHRASE)).toMatchObject({ state: 'signed_in' })
  })

  it('leaves no passphrase, proof or verifier in the journal', async () => {
    await change()
    const journal = await journalText()
    expect(journal).toContain('srpUsersPut')
    expect(journal).toContain('change_passphrase')
    expect(journal).toMatch(/srp_m[\\]*":[\\]*"\[hidden\]/)
    for (const secret of [PASSPHRASE, NEW_PASSPHRASE]) expect(journal).not.toContain(secret)
    expect(journal).not.toMatch(/srp_(?:m|verifier)[\\]*":[\\]*"[0-9a-f]/)
  })
})

describe('what needs the passphrase', () => {
  it.each([
    keystoreOperations.loginKeysPost,
    keystoreOperations.srpUsersPut,
    keystoreOperations.usersDeletionQueuePost,
    vaultOperations.meDeletionQueuePost,
    vaultOperations.meDelete,
  ])('$id is not to be had with a signed-in user alone', async (operation) => {
    await expect(asUser(operation)).rejects.toThrow(refusal('forbidden', 'needs the passphrase'))
  })

  it.each([keystoreOperations.dataEncryptionKeysIdDelete, keystoreOperations.keypairsIdDelete])(
    '$id is not to be had at all',
    async (operation) => {
      await expect(asUser(operation)).rejects.toThrow(refusal('forbidden', 'deletes no keys'))
    },
  )

  it('loginKeyMake › answers the key once, with the right passphrase', async () => {
    const make = (passphrase: string | null) =>
      workbench.call(loginKeyMake, { params, body: { passphrase, label: 'script', expire_at: '2100-01-01' } })
    await expect(make('something else')).rejects.toThrow(refusal('login_failed'))
    await expect(make(null)).rejects.toThrow(refusal('param_missing'))

    const { login_key } = await make(PASSPHRASE)

    expect(await asUser(keystoreOperations.loginKeysGet)).toMatchObject({ body: { login_keys: [{ label: 'script' }] } })
    expect(await journalText()).not.toContain(login_key)
  })

  it.each(['vault', 'keystore'] as const)(
    'userQueueForDeletion › of the %s, with the right passphrase',
    async (part) => {
      const queue = (passphrase: string) => workbench.call(userQueueForDeletion, { params, body: { passphrase, part } })
      await expect(queue('something else')).rejects.toThrow(refusal('login_failed'))
      expect(await asUser(vaultOperations.meGet)).toMatchObject({ body: { user: { queued_for_deletion_after: null } } })

      const { queued_for_deletion_after } = await queue(PASSPHRASE)

      expect(Date.parse(queued_for_deletion_after ?? '')).toBeGreaterThan(Date.now())
      const { body } = (await asUser(vaultOperations.meGet)) as {
        readonly body: { readonly user: { readonly queued_for_deletion_after: string | null } }
      }
      expect(body.user.queued_for_deletion_after).toBe(part === 'vault' ? queued_for_deletion_after : null)
    },
  )
})
