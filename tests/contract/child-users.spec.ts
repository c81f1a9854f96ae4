// Proves docs/contract/vault.md, Child users, Users: deleting, Time; docs/contract/keystore.md, Child users, Child users:
// growing up, Deletion queue.

import { beforeEach, expect, it } from 'vitest'
import type { Connection } from '../../shared/contract/connections.ts'
import type { Delegation } from '../../shared/contract/delegations.ts'
import type { User } from '../../shared/contract/users.ts'
import { newKeyPair } from '../../src-main/crypto/key-pair.ts'
import { publicKeyFingerprint } from '../../src-main/crypto/session-token-seal.ts'
import { createSrpVerifier } from '../../src-main/crypto/srp-client.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { Caller, SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { bodyOf, logIn, OWN_WRAPPED_KEY, refusalOf, reserveUsername } from '../support/service/keystore-accounts.ts'
import type { SessionBody } from '../support/service/keystore-accounts.ts'
import { agentOf, anOrganization } from '../support/people/organizations.ts'
import {
  aChild,
  actingFor,
  anUnfinishedChild,
  aSecondParent,
  asDelegate,
  delegationCalls,
  keysOfChild,
  TAKEN_KEK,
} from '../support/people/delegations.ts'
import { connectUsers, peopleCalls } from '../support/people/people.ts'
import { believeClock } from '../support/service/pass-time.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { newBundleKey } from '../support/service/vault-accounts.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describeOverTransports('child users', (start) => {
  let running: TestService
  let ada: SignedInUser
  beforeEach(async () => {
    running = await start()
    ada = aSignedInUser(running)
  })
  const as = (user: Caller) => peopleCalls(running, user)
  const rows = (sql: string) => running.connection.prepare(sql).pluck().all()
  const storeKeys = (user: Pick<Caller, 'headers'>, body: object) =>
    running.send({ operation: 'keystore.childUsersPost', headers: user.headers, body })

  async function refusedKeys(user: Pick<Caller, 'headers'>, body: object) {
    const before = databaseContent(running.connection)
    const refusal = refusalOf(await storeKeys(user, body))
    expect(databaseContent(running.connection)).toBe(before)
    return refusal
  }

  it('POST /child_users of the vault › makes a user without a login, and its parent the delegate', async () => {
    const [ofParent, ofChild] = [newBundleKey().publicKey, newBundleKey().publicKey]
    const body = {
      parent_public_key_for_connection: { pem: ofParent, external_id: 'ada to child' },
      child_public_key_for_connection: { pem: ofChild, external_id: 'parent_connection' },
    }

    const reply = await as(ada).ok<{ user: User; connection_from_parent_to_child: Connection }>(201, 'childUsersPost', {
      body,
    })

    const { user, connection_from_parent_to_child: made } = reply
    expect(user).toMatchObject({
      user_type: 'human',
      private_dek_external_id: null,
      onboarded_at: null,
      full_name: null,
    })
    const token = made.the_other_user.delegation_token
    const common = {
      delegation_token: token,
      delegation_role: 'owner',
      integration_data: { intent: 'delegate', role: 'owner', delegation_token: token },
    }
    expect(made.own).toMatchObject({
      ...common,
      user_id: ada.userId,
      connection_type: 'delegate',
      user_public_key: ofParent,
      user_keypair_external_id: 'ada to child',
    })
    expect(made.the_other_user).toMatchObject({
      ...common,
      user_id: user.id,
      connection_type: null,
      user_public_key: ofChild,
      user_keypair_external_id: 'parent_connection',
    })
    expect(rows('SELECT count(*) FROM client_tasks')).toEqual([0])
    expect(rows(`SELECT login_public_key FROM users WHERE id = '${user.id}'`)).toEqual([null])
    expect(as(ada).events()).toMatchObject([
      { name: 'connection.created', value: { connection_id: made.own.id, invitation_id: null, user_id: user.id } },
    ])
    expect(as({ ...ada, userId: user.id }).events()).toHaveLength(1)
    // The vault lets the parent in at once.
    expect(await as(asDelegate(ada, { userId: user.id })).ok(200, 'meGet')).toMatchObject({ user: { id: user.id } })
  })

  it('POST /child_users of the vault › refuses missing and unusable keys, and agents', async () => {
    const key = { pem: newBundleKey().publicKey }
    for (const [body, error, parameter] of [
      [{ parent_public_key_for_connection: key }, 'param_missing', 'child_public_key_for_connection'],
      [
        { parent_public_key_for_connection: {}, child_public_key_for_connection: key },
        'param_missing',
        'parent_public_key_for_connection.pem',
      ],
      [
        { parent_public_key_for_connection: key, child_public_key_for_connection: { pem: 'x' } },
        'invalid_public_key',
        'child_public_key_for_connection.pem',
      ],
    ] as const) {
      const before = databaseContent(running.connection)
      expect(await as(ada).refusal('childUsersPost', { body })).toMatchObject([{ error, extra_info: { parameter } }])
      expect(databaseContent(running.connection)).toBe(before)
    }
    const kept = await anOrganization(running, ada)
    const agent = await agentOf(running, ada, kept)
    const body = { parent_public_key_for_connection: key, child_public_key_for_connection: key }
    expect(await peopleCalls(running, agent).refusal('childUsersPost', { body })).toMatchObject([
      { error: 'forbidden' },
    ])
  })

  it('POST /child_users of the key-store › stores the keys; the parent works for the child at once', async () => {
    const child = await anUnfinishedChild(running, ada)
    running.clock.advanceMs(1000)

    const { delegation, private_dek_external_id: dek } = bodyOf<{
      delegation: Delegation
      private_dek_external_id: string
    }>(await storeKeys(ada, keysOfChild(child)), 201)

    const now = '2026-01-01T00:00:01.000Z'
    expect(delegation).toMatchObject({
      delegation_token: child.token,
      claimed_at: now,
      verification_attempted_at: now,
      verified: true,
      delegation_role: 'owner',
      delegate_signature: null,
      vault_account_owner_id: child.userId,
      account_owner_kek_encrypted_with_connection_keypair: false,
      account_owner_kek: TAKEN_KEK,
    })
    expect(delegation.delegate_public_key).toBe(
      running.connection
        .prepare('SELECT user_public_key FROM connections WHERE id = ?')
        .pluck()
        .get(child.parentSideId),
    )
    const forChild = asDelegate(ada, child)
    expect(await as(forChild).ok(200, 'meGet')).toMatchObject({
      user: { id: child.userId, private_dek_external_id: dek, onboarded_at: now },
    })
    const { headers } = forChild
    const read = (operation: string, params: object) => running.send({ operation, headers, params })
    expect(bodyOf(await read('keystore.dataEncryptionKeysIdGet', { id: dek }))).toMatchObject({
      data_encryption_key: { id: dek, serialized_data_encryption_key: OWN_WRAPPED_KEY },
    })
    expect(bodyOf(await read('keystore.keypairsIdGet', { id: 'parent_connection' }))).toMatchObject({
      keypair: { public_key: child.pair.publicKey, metadata: {}, external_identifiers: ['parent_connection'] },
    })
    const { item } = await as(forChild).createItem({ label: 'Vaccinations' })
    expect(item).toMatchObject({ owner_id: child.userId })
    expect(await delegationCalls(running, ada).read(child.userId)).toMatchObject({ delegation_token: child.token })
  })

  it('POST /child_users of the key-store › refuses, and stores nothing', async () => {
    const child = await anUnfinishedChild(running, ada)
    const stranger = aSignedInUser(running)
    const other = await anUnfinishedChild(running, stranger)
    const body = keysOfChild(child)
    const { delegation_token: _token, ...withoutToken } = body
    const { child_kek: _kek, ...withoutKek } = body
    const pair = body.child_keypair_for_connection
    for (const [user, sent, code, status] of [
      [ada, withoutToken, 'delegation_token_required', 400],
      [ada, { ...body, delegation_token: null }, 'delegation_token_required', 400],
      [ada, { ...body, delegation_token: '' }, 'delegation_token_required', 400],
      [ada, withoutKek, 'param_missing', 400],
      [ada, { ...body, child_keypair_for_connection: { ...pair, public_key: undefined } }, 'param_missing', 400],
      [ada, { ...body, child_keypair_for_connection: { ...pair, public_key: 'x' } }, 'invalid_public_key', 400],
      [ada, { ...body, child_dek: 'clear' }, 'ciphertext_format_invalid', 400],
      [ada, { ...body, delegation_token: other.token }, 'delegation_token_unknown', 400],
      [ada, { ...body, vault_child_id: UNKNOWN_ID }, 'not_found', 404],
      [ada, { ...body, vault_child_id: 'x' }, 'not_found', 404],
      [ada, { ...body, vault_child_id: ada.userId }, 'not_found', 404],
      [ada, keysOfChild(other), 'not_found', 404],
      [stranger, body, 'not_found', 404],
    ] as const) {
      expect(await refusedKeys(user, sent)).toEqual({ code, status })
    }
    expect(await storeKeys(ada, body)).toMatchObject({ status: 201 })
    expect(await refusedKeys(ada, body)).toEqual({ code: 'child_user_exists', status: 400 })
  })

  it('an interruption › a child whose keys do not come within a day is gone, and nothing of it stays', async () => {
    const before = databaseContent(running.connection).length
    const child = await anUnfinishedChild(running, ada)
    const kept = await aChild(running, ada)

    running.clock.correctMs(DAY_MS - 1)
    running.service.applyDueChanges(running.clock.nowMs())
    expect(rows(`SELECT id FROM users WHERE id = '${child.userId}'`)).toHaveLength(1)
    running.clock.correctMs(1)
    running.service.applyDueChanges(running.clock.nowMs())
    expect(rows(`SELECT id FROM users WHERE id = '${child.userId}'`)).toHaveLength(1)
    believeClock(running)
    running.service.applyDueChanges(running.clock.nowMs())

    expect(rows(`SELECT id FROM users WHERE id = '${child.userId}'`)).toEqual([])
    expect(rows(`SELECT id FROM connections WHERE '${child.userId}' IN (user_id, other_user_id)`)).toEqual([])
    expect(rows(`SELECT id FROM events WHERE user_id = '${child.userId}'`)).toEqual([])
    expect(rows('SELECT user_id FROM child_users')).toEqual([kept.userId])
    expect(before).toBeGreaterThan(0)
  })

  it('a child without a login › keeps a parent, whoever wants to end it', async () => {
    const child = await aChild(running, ada)
    const forChild = asDelegate(ada, child)
    const refusals = [
      as(ada).refusal('connectionsIdDelete', { params: { id: child.parentSideId } }),
      as(ada).refusal('delegationsConnectionIdDelete', { params: { connection_id: child.parentSideId } }),
      as(forChild).refusal('connectionsIdDelete', { params: { id: child.childSideId } }),
      ...['admin', 'remove_delegation'].map((role) =>
        as(forChild).refusal('connectionsIdPut', { params: { id: child.childSideId }, body: { role } }),
      ),
    ]
    for (const refusal of refusals) expect(await refusal).toMatchObject([{ error: 'last_owner', http_code: 409 }])
    const parts = { params: { delegation_token: child.token } }
    for (const user of [ada, forChild]) {
      expect(await delegationCalls(running, user).refused('delegationsDelegationTokenDelete', parts)).toEqual({
        code: 'last_owner',
        status: 409,
      })
    }
    expect(await as(forChild).ok(200, 'meGet')).toBeDefined()
  })

  it('several parents › each acts for the child, and one of them may go', async () => {
    const bob = aSignedInUser(running)
    const child = await aChild(running, ada)
    const second = await aSecondParent(running, { child, parent: ada, second: bob })

    const { item } = await as(asDelegate(bob, child)).createItem({ label: 'Passport' })
    expect(await as(asDelegate(ada, child)).getItem(item.id)).toMatchObject({ item: { label: 'Passport' } })
    const keys = await running.send({ operation: 'keystore.keypairsGet', headers: actingFor(bob, child.userId) })
    expect(keys).toMatchObject({ status: 200 })

    await as(ada).ok(204, 'connectionsIdDelete', { params: { id: child.parentSideId } })
    expect(await as(asDelegate(bob, child)).ok(200, 'meGet')).toBeDefined()
    expect(await as(bob).refusal('connectionsIdDelete', { params: { id: second.delegateSideId } })).toMatchObject([
      { error: 'last_owner' },
    ])
  })

  it('deleting a parent › takes along children whom nobody else can reach, in both parts', async () => {
    const bob = aSignedInUser(running)
    const [only, shared] = [await aChild(running, ada), await aChild(running, ada)]
    await aSecondParent(running, { child: shared, parent: ada, second: bob })
    await connectUsers(running, ada, bob)

    await as(ada).ok(204, 'meDelete')

    expect(rows('SELECT user_id FROM child_users')).toEqual([shared.userId])
    expect(rows(`SELECT id FROM users WHERE id = '${only.userId}'`)).toEqual([])
    expect(rows('SELECT count(*) FROM keystore_users WHERE username IS NULL AND vault_user_id IS NULL')).toEqual([1]) // Ada
    expect(rows('SELECT count(*) FROM key_pairs')).toEqual([1])
    expect(await as(asDelegate(bob, shared)).ok(200, 'meGet')).toBeDefined()
  })

  it('deleting a child › by its parent: its keys go too', async () => {
    const child = await aChild(running, ada)
    const reply = await running.send({ operation: 'vault.meDelete', headers: actingFor(ada, child.userId) })

    expect(reply).toMatchObject({ status: 204 })
    expect(rows('SELECT id FROM users')).toEqual([ada.userId])
    expect(rows('SELECT id FROM keystore_users')).toEqual([ada.keystoreUserId])
    expect(rows('SELECT count(*) FROM delegations')).toEqual([0])
    expect(as(ada).events().at(-1)).toMatchObject({ name: 'connection.deleted' })
  })

  it('the deletion queues › take a child in both parts, by either', async () => {
    const [one, other] = [await aChild(running, ada), await aChild(running, ada)]
    for (const [operation, child] of [
      ['vault.meDeletionQueuePost', one],
      ['keystore.usersDeletionQueuePost', other],
    ] as const) {
      const { ok } = await running.send({ operation, headers: actingFor(ada, child.userId) })
      expect(ok).toBe(true)
    }
    for (const [days, left] of [
      [7, 1],
      [7, 0],
    ] as const) {
      running.clock.correctMs(days * DAY_MS)
      believeClock(running)
      running.service.applyDueChanges(running.clock.nowMs())
      expect(rows('SELECT count(*) FROM users')).toEqual([1 + left])
      expect(rows('SELECT count(*) FROM keystore_users')).toEqual([1 + left])
    }
  })

  it('a parent who is the last owner of an organization by a child › cannot be deleted', async () => {
    const child = await aChild(running, ada)
    await anOrganization(running, { ...ada, ...asDelegate(ada, child) })

    expect(await as(ada).refusal('meDelete')).toMatchObject([{ error: 'last_owner' }])
  })

  async function loginOf(password: string, username?: string) {
    const name = username ?? (await reserveUsername(running))
    return {
      username: name,
      ...createSrpVerifier({ username: name, password }),
      serialized_key_encryption_key: OWN_WRAPPED_KEY,
      login_key_pair: { public_key: newKeyPair().publicKey, encrypted_serialized_key: OWN_WRAPPED_KEY },
    }
  }
  const register = (headers: object, body: object) =>
    running.send({ operation: 'keystore.srpUsersPost', headers: { ...headers }, body })

  it('growing up › the child logs in to both parts, keeps its parents, and ends that itself', async () => {
    const child = await aChild(running, ada)
    const { item } = await as(asDelegate(ada, child)).createItem({ label: 'Diary' })
    const login = await loginOf('its own password')

    const { user } = bodyOf<{ user: { id: string; username: string } }>(
      await register(actingFor(ada, child.userId), login),
      201,
    )

    expect(user.username).toBe(login.username)
    const { session } = bodyOf<SessionBody>(
      await logIn(running, { username: login.username, password: 'its own password' }),
      201,
    )
    const grown = { userId: child.userId, headers: { authorization: session.session_authentication_string } }
    expect(await as(grown).getItem(item.id)).toMatchObject({ item: { label: 'Diary' } })
    const own = (operation: string, params?: object) => running.send({ operation, headers: grown.headers, params })
    expect(bodyOf(await own('keystore.keyEncryptionKeyGet'))).toMatchObject({
      key_encryption_key: { serialized_key_encryption_key: OWN_WRAPPED_KEY },
    })
    expect(bodyOf(await own('keystore.keypairsIdGet', { id: 'auth' }))).toMatchObject({
      keypair: { public_key: login.login_key_pair.public_key },
    })
    const byKey = await running.send({
      operation: 'vault.sessionPost',
      body: { public_key: login.login_key_pair.public_key },
    })
    expect(byKey).toMatchObject({ status: 200 })

    expect(await as(asDelegate(ada, child)).ok(200, 'meGet')).toBeDefined()
    const withheld = await running.send({
      operation: 'keystore.keypairsIdGet',
      headers: actingFor(ada, child.userId),
      params: { id: 'auth' },
    })
    expect(refusalOf(withheld).status).toBe(404)
    await as(grown).ok(200, 'connectionsIdPut', {
      params: { id: child.childSideId },
      body: { role: 'remove_delegation' },
    })
    expect(await as(asDelegate(ada, child)).refusal('meGet')).toMatchObject([{ error: 'delegation_not_permitted' }])
  })

  it('growing up › refuses, and changes nothing', async () => {
    const child = await aChild(running, ada)
    const adult = aSignedInUser(running)
    await delegationCalls(running, adult).make()
    const login = await loginOf('its own password')
    const { serialized_key_encryption_key: _kek, ...withoutKek } = login
    const { login_key_pair: _pair, ...withoutPair } = login
    const headers = actingFor(ada, child.userId)
    const taken = { ...login.login_key_pair, public_key: newBundleKey().publicKey }
    running.connection
      .prepare('UPDATE users SET login_public_key = ?, login_key_fingerprint = ? WHERE id = ?')
      .run(taken.public_key, publicKeyFingerprint(taken.public_key), adult.userId)
    for (const [sent, body, code] of [
      [headers, withoutKek, 'param_missing'],
      [headers, withoutPair, 'param_missing'],
      [headers, { ...login, login_key_pair: { ...login.login_key_pair, public_key: 'x' } }, 'invalid_public_key'],
      [headers, { ...login, login_key_pair: taken }, 'name_taken'],
      [headers, { ...login, username: 'never issued' }, 'username_not_issued'],
      [{}, login, 'param_not_permitted'],
      [actingFor(adult, child.userId), login, 'delegation_not_permitted'],
      [{ 'service-delegation-id': child.userId }, login, 'unauthorized'],
    ] as const) {
      const before = databaseContent(running.connection)
      expect(refusalOf(await register(sent, body)).code).toBe(code)
      expect(databaseContent(running.connection)).toBe(before)
    }
    await register(headers, login)
    expect(refusalOf(await register(headers, await loginOf('again')))).toEqual({ status: 409, code: 'wrong_status' })
  })
})
