// Proves docs/contract/vault.md, Delegation header, Time, Users, Users: deleting, Admission tokens, Events: names.

import { expect, it } from 'vitest'
import { keystoreDeletionQueueOperations } from '../../shared/contract/keystore-deletion-queue.ts'
import { KEYSTORE_ACCOUNT_STAYS, NOTICE_HEADER } from '../../shared/contract/users.ts'
import { aSignedInUser, newTestId, UNKNOWN_ID } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { bodyOf, refusalOf, registerUser } from '../support/service/keystore-accounts.ts'
import type { RegisteredUser } from '../support/service/keystore-accounts.ts'
import { believeClock } from '../support/service/pass-time.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import {
  createVaultAccount,
  newBundleKey,
  newRsaKey,
  operatorAdmissionToken,
} from '../support/service/vault-accounts.ts'
import type { VaultAccount } from '../support/service/vault-accounts.ts'
import { CIPHER_TEXT } from '../support/service/vault-calls.ts'

const NOW = '2026-01-01T00:00:00.000Z'
const DAY_MS = 24 * 60 * 60 * 1000
const rsaKey = newRsaKey()

type Headers = Readonly<Record<string, string>>
interface UserBody {
  readonly user: Readonly<Record<string, unknown>> & { readonly id: string }
}
interface QueueBody {
  readonly deletion_queue_item: { readonly id: string; readonly queued_for_deletion_after: string }
}

/** Calls on the own user that a delegate could make for it. */
const DELEGABLE = [
  { name: 'meGet', body: undefined },
  { name: 'mePut', body: { user: { full_name: 'Somebody else' } } },
  { name: 'meDelete', body: undefined },
  { name: 'meDeletionQueuePost', body: undefined },
  { name: 'meDeletionQueueDelete', body: undefined },
]

describeOverTransports('vault users', (start) => {
  let running: TestService

  const send: TestService['send'] = (request) => running.send(request)
  const call = (name: string, headers: Headers, body?: unknown) =>
    send({ operation: `vault.${name}`, headers, ...(body !== undefined && { body }) })
  const userOf = async (headers: Headers) => bodyOf<UserBody>(await call('meGet', headers)).user
  const change = async (headers: Headers, user: unknown) =>
    bodyOf<UserBody>(await call('mePut', headers, { user })).user
  const eventNamesOf = (userId: string) =>
    running.connection.prepare('SELECT name FROM events WHERE user_id = ? ORDER BY id').pluck().all(userId)
  const admissionTokenOf = async ({ headers }: RegisteredUser) =>
    bodyOf<{ external_admission_token: { vault_api_admission_token: string } }>(
      await send({ operation: 'keystore.externalAdmissionTokensGet', headers }),
    ).external_admission_token.vault_api_admission_token

  it('POST /me › answers the new user and a token sealed to the key', async () => {
    running = await start()
    const body = {
      public_key: rsaKey.publicKey,
      admission_token: await operatorAdmissionToken(running),
      login_id: 'any',
    }
    const created = bodyOf<UserBody & { encrypted_session_authentication_string: string }>(
      await call('mePost', {}, body),
      201,
    )
    expect(created.user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      full_name: null,
      email: '',
      country: null,
      timezone: null,
      joined_at: NOW,
      onboarded_at: null,
      track_events: false,
      track_usage: false,
      accepted_terms: false,
      private_dek_external_id: null,
      queued_for_deletion_after: null,
      user_type: 'human',
    })
    const token = rsaKey.open(created.encrypted_session_authentication_string)
    expect(token).toMatch(/^v_[A-Za-z0-9_-]{43}$/)
    expect(await userOf({ authorization: token })).toEqual(created.user)
    expect(eventNamesOf(created.user.id)).toEqual(['session.created'])
    expect(running.connection.prepare('SELECT login_public_key FROM users').pluck().get()).toBe(rsaKey.publicKey)
  })

  it('POST /me › links the key-store user of the token, and the sessions it has', async () => {
    running = await start()
    const keystoreUser = await registerUser(running)
    const account = await createVaultAccount(running, { admissionToken: await admissionTokenOf(keystoreUser) })
    expect(await userOf(keystoreUser.headers)).toMatchObject({ id: account.userId })
    bodyOf(await send({ operation: 'keystore.sessionGet', headers: account.headers }))
    const refused = await send({ operation: 'keystore.externalAdmissionTokensGet', headers: keystoreUser.headers })
    expect(refusalOf(refused)).toEqual({ status: 400, code: 'vault_account_exists' })
  })

  it('POST /me › an account by a token of the operator has no key-store user', async () => {
    running = await start()
    const { headers } = await createVaultAccount(running)
    expect(refusalOf(await send({ operation: 'keystore.sessionGet', headers }))).toEqual({
      status: 401,
      code: 'unauthorized',
    })
  })

  it.each([
    ['param_missing', 'public_key', { public_key: undefined }],
    ['param_missing', 'admission_token', { admission_token: undefined }],
    ['invalid_public_key', 'public_key', { public_key: 'not a key' }],
    ['invalid_public_key', 'public_key', { public_key: newRsaKey(1024).publicKey }],
    ['admission_token_invalid', 'admission_token', { admission_token: '0'.repeat(40) }],
    ['admission_token_invalid', 'admission_token', { admission_token: '' }],
    ['invalid_params', 'admission_token', { admission_token: 7 }],
  ])('POST /me › %s names %s and nothing changed, %#', async (code, parameter, change) => {
    running = await start()
    const good = { public_key: rsaKey.publicKey, admission_token: await operatorAdmissionToken(running) }
    const before = databaseContent(running.connection)
    const refused = await call('mePost', {}, { ...good, ...change })
    expect(refusalOf(refused)).toEqual({ status: 400, code })
    expect(refused.body).toMatchObject({ errors: [{ extra_info: { parameter } }] })
    expect(databaseContent(running.connection)).toBe(before)
    bodyOf(await call('mePost', {}, good), 201)
  })

  it('POST /me › admission_token_invalid and nothing changed, token used before', async () => {
    running = await start()
    const admissionToken = await operatorAdmissionToken(running)
    await createVaultAccount(running, { admissionToken })
    const before = databaseContent(running.connection)
    const refused = await call('mePost', {}, { public_key: newBundleKey().publicKey, admission_token: admissionToken })
    expect(refusalOf(refused)).toEqual({ status: 400, code: 'admission_token_invalid' })
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('POST /me › name_taken for a key in use, whatever its line ends; the admission token stays unused', async () => {
    running = await start()
    await createVaultAccount(running, { loginKey: rsaKey })
    const admission_token = await operatorAdmissionToken(running)
    const before = databaseContent(running.connection)
    for (const public_key of [rsaKey.publicKey, rsaKey.publicKey.replaceAll('\n', '\r\n')]) {
      expect(refusalOf(await call('mePost', {}, { public_key, admission_token }))).toEqual({
        status: 409,
        code: 'name_taken',
      })
    }
    expect(databaseContent(running.connection)).toBe(before)
    bodyOf(await call('mePost', {}, { public_key: newBundleKey().publicKey, admission_token }), 201)
  })

  it('POST /me › ignores a delegation header', async () => {
    running = await start()
    const body = { public_key: newBundleKey().publicKey, admission_token: await operatorAdmissionToken(running) }
    bodyOf(await call('mePost', { 'service-delegation-id': UNKNOWN_ID }, body), 201)
  })

  it('GET /me › renders agents with their type', async () => {
    running = await start()
    const agent = aSignedInUser(running, { userType: 'service_agent' })
    expect(await userOf(agent.headers)).toMatchObject({ id: agent.userId, user_type: 'service_agent' })
  })

  it('PUT /me › changes what is given and keeps the rest', async () => {
    running = await start()
    const { headers } = await createVaultAccount(running)
    const before = await userOf(headers)
    expect(await change(headers, { country: 'au', full_name: '  Ada Lovelace ', email: 'ada@example.org' })).toEqual({
      ...before,
      country: 'AU',
      full_name: 'Ada Lovelace',
      email: 'ada@example.org',
    })
    expect(await change(headers, { country: 'GB' })).toMatchObject({ country: 'GB', full_name: 'Ada Lovelace' })
    expect(await change(headers, {})).toMatchObject({ country: 'GB', full_name: 'Ada Lovelace' })
    expect(await userOf(headers)).toMatchObject({ country: 'GB', email: 'ada@example.org' })
  })

  it('PUT /me › null clears what may be empty; an empty email means unknown', async () => {
    running = await start()
    const { headers } = await createVaultAccount(running)
    const full = { country: 'AU', full_name: 'Ada', email: 'ada@example.org', private_dek_external_id: newTestId() }
    await change(headers, full)
    const cleared = { country: null, full_name: null, email: '', private_dek_external_id: null }
    expect(await change(headers, cleared)).toMatchObject(cleared)
  })

  it('PUT /me › the first private key sets onboarded_at; later ones keep it', async () => {
    running = await start()
    const { headers } = await createVaultAccount(running)
    expect(await change(headers, { full_name: 'Ada' })).toMatchObject({ onboarded_at: null })
    running.clock.advanceMs(1000)
    const first = newTestId()
    expect(await change(headers, { private_dek_external_id: first })).toMatchObject({
      private_dek_external_id: first,
      onboarded_at: '2026-01-01T00:00:01.000Z',
    })
    running.clock.advanceMs(1000)
    for (const private_dek_external_id of [newTestId(), null, newTestId()]) {
      expect(await change(headers, { private_dek_external_id })).toMatchObject({
        private_dek_external_id,
        onboarded_at: '2026-01-01T00:00:01.000Z',
      })
    }
  })

  it('PUT /me › ignores image and whatever cannot be changed', async () => {
    running = await start()
    const { headers } = await createVaultAccount(running)
    const before = await userOf(headers)
    const foreign = { image: 'data:image/png;base64,AAAA', id: UNKNOWN_ID, accepted_terms: true, joined_at: null }
    expect(await change(headers, { ...foreign, user_type: 'service_agent', onboarded_at: NOW })).toEqual(before)
  })

  it.each([
    ['param_missing', 'user', {}],
    ['invalid_params', 'user', { user: null }],
    ['invalid_params', 'user', { user: 'Ada' }],
    ['invalid_params', 'user.country', { user: { country: 'AUS' } }],
    ['invalid_params', 'user.country', { user: { country: '' } }],
    ['invalid_params', 'user.country', { user: { country: 'É1' } }],
    ['invalid_params', 'user.email', { user: { email: null } }],
    ['invalid_params', 'user.email', { user: { email: 'x'.repeat(256) } }],
    ['invalid_params', 'user.full_name', { user: { full_name: '  ' } }],
    ['invalid_params', 'user.full_name', { user: { full_name: 'x'.repeat(256) } }],
    ['invalid_params', 'user.private_dek_external_id', { user: { private_dek_external_id: 5 } }],
  ])('PUT /me › %s names %s and nothing changed, %#', async (code, parameter, body) => {
    running = await start()
    const { headers } = await createVaultAccount(running)
    await change(headers, { full_name: 'Ada', country: 'AU', email: 'ada@example.org' })
    const before = databaseContent(running.connection)
    const refused = await call('mePut', headers, body)
    expect(refusalOf(refused)).toEqual({ status: 400, code })
    expect(refused.body).toMatchObject({ errors: [{ extra_info: { parameter } }] })
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('DELETE /me › leaves nothing of the user, and everything of others', async () => {
    running = await start()
    const { connection } = running
    const stranger = await createVaultAccount(running)
    const before = tablesWithout(['admission_tokens', 'operator_events'])
    const account = await createVaultAccount(running)
    await change(account.headers, { full_name: 'Ada' })
    await call('meDeletionQueuePost', account.headers)
    await fillVault(account)
    bodyOf(await send({ operation: 'vault.sessionPost', body: { public_key: account.loginKey.publicKey } }))

    expect(await call('meDelete', account.headers)).toEqual({ ok: true, status: 204, body: undefined })
    expect(tablesWithout(['admission_tokens', 'operator_events'])).toEqual(before)
    expect(connection.pragma('foreign_key_check')).toEqual([])
    const refused = await call('meGet', account.headers)
    expect(refused.body).toMatchObject({ errors: [{ error: 'unauthorized', extra_info: { reason: 'token_invalid' } }] })
    bodyOf(await call('meGet', stranger.headers))
    // The key is free again; the token that admitted the user is not.
    await createVaultAccount(running, { loginKey: account.loginKey })
  })

  it('DELETE /me › the key-store account and its sessions stay, without the vault', async () => {
    running = await start()
    const keystoreUser = await registerUser(running)
    const account = await createVaultAccount(running, { admissionToken: await admissionTokenOf(keystoreUser) })
    const deleted = await call('meDelete', keystoreUser.headers)
    expect(deleted).toMatchObject({ ok: true, status: 204, headers: { [NOTICE_HEADER]: KEYSTORE_ACCOUNT_STAYS } })
    bodyOf(await send({ operation: 'keystore.sessionGet', headers: keystoreUser.headers }))
    const { method, path } = keystoreDeletionQueueOperations.usersDeletionQueuePost
    expect(KEYSTORE_ACCOUNT_STAYS).toContain(`${method} ${path}`)
    for (const headers of [keystoreUser.headers, account.headers]) {
      const refused = await call('meGet', headers)
      expect(refused.body).toMatchObject({ errors: [{ extra_info: { reason: 'token_invalid' } }] })
    }
    // One vault account at a time: a new one can be made.
    const again = await createVaultAccount(running, { admissionToken: await admissionTokenOf(keystoreUser) })
    expect((await call('meGet', again.headers)).status).toBe(200)
    expect((await call('meGet', keystoreUser.headers)).status).toBe(200)
  })

  it.each(['organization_agent', 'service_agent'] as const)(
    'DELETE /me and POST /me/deletion_queue › forbidden and nothing changed, %s',
    async (userType) => {
      running = await start()
      const { headers } = aSignedInUser(running, { userType })
      const before = databaseContent(running.connection)
      for (const name of ['meDelete', 'meDeletionQueuePost']) {
        const refused = await call(name, headers)
        expect(refusalOf(refused)).toEqual({ status: 403, code: 'forbidden' })
        expect(refused.body).toMatchObject({ errors: [{ extra_info: { reason: 'user_is_agent' } }] })
      }
      expect(databaseContent(running.connection)).toBe(before)
    },
  )

  it('POST /me/deletion_queue › answers 7 days from now; calling again keeps the earlier time', async () => {
    running = await start()
    const { userId, headers } = await createVaultAccount(running)
    const queued = { deletion_queue_item: { id: userId, queued_for_deletion_after: '2026-01-08T00:00:00.000Z' } }
    expect(bodyOf<QueueBody>(await call('meDeletionQueuePost', headers), 202)).toEqual(queued)
    running.clock.advanceMs(DAY_MS)
    expect(bodyOf<QueueBody>(await call('meDeletionQueuePost', headers), 202)).toEqual(queued)
    expect(await userOf(headers)).toMatchObject({ queued_for_deletion_after: '2026-01-08T00:00:00.000Z' })
    expect(eventNamesOf(userId)).toEqual(['session.created', 'user.deletion_queued'])
    expect(running.connection.prepare("SELECT * FROM events WHERE name = 'user.deletion_queued'").get()).toMatchObject({
      eventable_type: 'AccessToken',
      event_type: 'milestone',
      eventable_id: userId,
      creator: userId,
    })
  })

  it('DELETE /me/deletion_queue › leaves the queue; fine when not queued', async () => {
    running = await start()
    const { userId, headers } = await createVaultAccount(running)
    expect((await call('meDeletionQueueDelete', headers)).status).toBe(204)
    expect(eventNamesOf(userId)).toEqual(['session.created'])

    await call('meDeletionQueuePost', headers)
    expect(await call('meDeletionQueueDelete', headers)).toEqual({ ok: true, status: 204, body: undefined })
    expect(await userOf(headers)).toMatchObject({ queued_for_deletion_after: null })
    expect(eventNamesOf(userId)).toEqual(['session.created', 'user.deletion_queued', 'user.deletion_cancelled'])

    running.clock.advanceMs(1000)
    expect(bodyOf<QueueBody>(await call('meDeletionQueuePost', headers), 202)).toMatchObject({
      deletion_queue_item: { queued_for_deletion_after: '2026-01-08T00:00:01.000Z' },
    })
  })

  it('a user whose time in the queue ended › is gone with the next call, although nothing was purged', async () => {
    running = await start()
    const { userId, loginKey } = await createVaultAccount(running)
    const public_key = loginKey.publicKey
    const month = { public_key, valid_for: 30 * 24 * 60 * 60 }
    const login = await running.send({ operation: 'vault.sessionPost', body: month })
    const { session } = bodyOf<{ session: { encrypted_session_authentication_string: string } }>(login)
    const headers = { authorization: loginKey.open(session.encrypted_session_authentication_string) }
    await call('meDeletionQueuePost', headers)

    running.clock.advanceMs(7 * 24 * 60 * 60 * 1000 - 1)
    expect((await call('meGet', headers)).ok).toBe(true)
    running.clock.advanceMs(1)
    believeClock(running)

    expect(refusalOf(await call('meDeletionQueueDelete', headers))).toEqual({ status: 401, code: 'unauthorized' })
    expect(refusalOf(await running.send({ operation: 'vault.sessionPost', body: { public_key } }))).toEqual({
      status: 401,
      code: 'unauthorized',
    })
    expect(running.connection.prepare('SELECT id FROM users').all()).toEqual([])
    expect((await createVaultAccount(running, { loginKey })).userId).not.toBe(userId)
  })

  it.each(DELEGABLE)(
    '$name › delegation_not_permitted and nothing changed, somebody else’s id',
    async ({ name, body }) => {
      running = await start()
      const { headers } = await createVaultAccount(running)
      const stranger = await createVaultAccount(running)
      const before = databaseContent(running.connection)
      for (const header of ['service-delegation-id', 'meeco-delegation-id']) {
        for (const id of [stranger.userId, UNKNOWN_ID, 'nonsense']) {
          const refused = await call(name, { ...headers, [header]: id }, body)
          expect(refusalOf(refused)).toEqual({ status: 403, code: 'delegation_not_permitted' })
        }
      }
      expect(databaseContent(running.connection)).toBe(before)
    },
  )

  it.each(DELEGABLE)('$name › the own id in the delegation header has no effect', async ({ name, body }) => {
    running = await start()
    for (const spell of [(id: string) => id, (id: string) => id.toUpperCase(), () => 'undefined']) {
      const { userId, headers } = await createVaultAccount(running)
      const reply = await call(name, { ...headers, 'service-delegation-id': spell(userId) }, body)
      expect(reply.ok).toBe(true)
    }
  })

  it.each(DELEGABLE)('$name › unauthorized and nothing changed, without a token', async ({ name, body }) => {
    running = await start()
    await createVaultAccount(running)
    const before = databaseContent(running.connection)
    expect(refusalOf(await call(name, {}, body))).toEqual({ status: 401, code: 'unauthorized' })
    expect(databaseContent(running.connection)).toBe(before)
  })

  /** An item with a tag of the user, a global node, a file and a file folder. */
  async function fillVault({ userId, headers }: VaultAccount): Promise<void> {
    const [attachment_id, attachments_folder_id] = [newTestId(), newTestId()]
    const { connection } = running
    connection.prepare('INSERT INTO attachments (id, user_id) VALUES (?, ?)').run(attachment_id, userId)
    connection.prepare('INSERT INTO attachments_folders (id, user_id) VALUES (?, ?)').run(attachments_folder_id, userId)
    const nodes = [
      { name: 'my tag', scheme: 'tag' },
      { name: 'europe', scheme: 'region' },
    ]
    const tags = { classification_nodes_attributes: nodes }
    const slots_attributes = [
      { label: 'Value', encrypted_value: CIPHER_TEXT, ...tags },
      { label: 'File', slot_type_name: 'attachment', attachment_id },
      { label: 'Files', slot_type_name: 'attachments_folder', attachments_folder_id },
    ]
    const body = { template_name: 'custom', item: { label: 'An item', slots_attributes, ...tags } }
    bodyOf(await call('itemsPost', headers, body), 201)
  }

  function tablesWithout(tables: readonly string[]): readonly string[] {
    return databaseContent(running.connection)
      .split(/^(?=[a-z_]+\n)/m)
      .filter((text) => !tables.includes(text.split('\n')[0] ?? ''))
      .map((text) => text.trim())
  }
})
