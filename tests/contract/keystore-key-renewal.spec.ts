// Proves docs/contract/keystore.md, Changing the passphrase, Data encryption keys.

import { expect, it } from 'vitest'
import { newKeyPair, openSessionToken } from '../../src-main/crypto/key-pair.ts'
import type { KeyPair } from '../../src-main/crypto/key-pair.ts'
import { createSrpVerifier } from '../../src-main/crypto/srp-client.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import {
  bodyOf,
  logIn,
  proofFor,
  refusalOf,
  registerUser,
  requestLoginKey,
} from '../support/service/keystore-accounts.ts'
import type { Identity, RegisteredUser } from '../support/service/keystore-accounts.ts'
import { aChild, aDelegation, delegationCalls, TAKEN_KEK } from '../support/people/delegations.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

const INVALID = { status: 400, code: 'invalid_params' }
const LOGIN_FAILED = { status: 401, code: 'login_failed' }
const NEW = 'new'

/** A well-formed wrapped key that a test recognises; to the service it is opaque. */
const wrapped = (name: string) => `pdv1.xc.dek.-.${name.padEnd(64, '_')}`

interface Owner extends RegisteredUser {
  readonly userId: string
  readonly loginPair: KeyPair
  readonly loginPairId: string
  readonly pairIds: readonly string[]
  /** The first one is that of the vault account. */
  readonly dataKeyIds: readonly string[]
}

describeOverTransports('key-store keys made anew', (start) => {
  let running: TestService

  const send: TestService['send'] = (request) => running.send(request)
  const rows = (sql: string) => running.connection.prepare(sql).all()

  async function storeDataKey({ headers }: RegisteredUser, name: string): Promise<string> {
    const body = { serialized_data_encryption_key: wrapped(name) }
    const reply = await send({ operation: 'keystore.dataEncryptionKeysPost', headers, body })
    return bodyOf<{ data_encryption_key: { id: string } }>(reply, 201).data_encryption_key.id
  }
  async function storePair({ headers }: RegisteredUser, name: string, more: object = {}): Promise<string> {
    const body = { public_key: newKeyPair().publicKey, encrypted_serialized_key: wrapped(name), ...more }
    const reply = await send({ operation: 'keystore.keypairsPost', headers, body })
    return bodyOf<{ keypair: { id: string } }>(reply, 201).keypair.id
  }

  /** Whose registration has come to its end: keys in both parts, two connections, another data-encryption key. */
  async function anOwner(): Promise<Owner> {
    const user = await registerUser(running, `of owner ${String(rows('SELECT id FROM users').length)}`)
    const { headers } = user
    const key = { serialized_key_encryption_key: wrapped('kek') }
    bodyOf(await send({ operation: 'keystore.keyEncryptionKeyPost', headers, body: key }), 201)
    const loginPair = newKeyPair()
    const loginPairId = await storePair(user, 'login', {
      public_key: loginPair.publicKey,
      external_identifiers: ['auth'],
    })
    const tokens = await send({ operation: 'keystore.externalAdmissionTokensGet', headers })
    const { external_admission_token: admission } = bodyOf<{
      external_admission_token: { vault_api_admission_token: string }
    }>(tokens)
    const body = { public_key: loginPair.publicKey, admission_token: admission.vault_api_admission_token }
    const { user: ofVault } = bodyOf<{ user: { id: string } }>(await send({ operation: 'vault.mePost', body }), 201)
    const dataKeyIds = [await storeDataKey(user, 'private'), await storeDataKey(user, 'of-an-agent')]
    const named = { user: { private_dek_external_id: dataKeyIds[0] } }
    bodyOf(await send({ operation: 'vault.mePut', headers, body: named }))
    const pairIds = [
      await storePair(user, 'first'),
      await storePair(user, 'second', { external_identifiers: ['tag'], metadata: { kept: true } }),
    ]
    return { ...user, userId: ofVault.id, loginPair, loginPairId, pairIds, dataKeyIds }
  }

  function newKeysFor(owner: Owner, loginPair = newKeyPair()) {
    const { dataKeyIds, pairIds } = owner
    return {
      data_encryption_keys: dataKeyIds.map((id, index) => ({
        id,
        serialized_data_encryption_key: wrapped(`renewed-${String(index)}`),
      })),
      key_pairs: pairIds.map((id, index) => ({
        id,
        encrypted_serialized_key: wrapped(`renewed-pair-${String(index)}`),
      })),
      login_key_pair: newLoginPairFor(owner, loginPair),
      private_data_encryption_key: wrapped('new-private'),
    }
  }
  const newLoginPairFor = ({ loginPairId }: Owner, { publicKey } = newKeyPair()) => ({
    id: loginPairId,
    public_key: publicKey,
    encrypted_serialized_key: wrapped('new-login'),
  })
  async function change(user: RegisteredUser, new_keys: object | undefined, more: object = {}) {
    const { srp_a, srp_m } = await proofFor(running, user, 'change_passphrase')
    const body = {
      ...createSrpVerifier({ username: user.username, password: NEW }),
      serialized_key_encryption_key: wrapped('new-kek'),
      srp_a,
      srp_m,
      new_keys,
      ...more,
    }
    return send({ operation: 'keystore.srpUsersPut', headers: user.headers, body })
  }
  const renewed = (user: Identity): Identity => ({ ...user, password: NEW })
  const restore = async (user: Identity) =>
    send({ operation: 'keystore.srpUsersRestorePost', body: await proofFor(running, user, 'restore_passphrase') })
  const vaultLogin = (public_key: string) => send({ operation: 'vault.sessionPost', body: { public_key } })
  async function loggedInBy(pair: KeyPair) {
    const reply = await vaultLogin(pair.publicKey)
    const { session } = bodyOf<{ session: { encrypted_session_authentication_string: string } }>(reply)
    return { authorization: openSessionToken(pair, session.encrypted_session_authentication_string) }
  }
  const accounts = () => [
    rows('SELECT id, login_public_key, login_key_fingerprint, private_dek_external_id FROM users ORDER BY id'),
    rows('SELECT * FROM key_encryption_keys ORDER BY id'),
    rows('SELECT * FROM data_encryption_keys ORDER BY id'),
    rows('SELECT * FROM key_pairs ORDER BY id'),
    rows('SELECT * FROM key_pair_identifiers ORDER BY key_pair_id, ordinal'),
  ]

  it('GET /data_encryption_keys › all of the user, oldest first, and of nobody else', async () => {
    running = await start()
    const owner = await anOwner()
    const other = await registerUser(running)
    const list = (headers: object) =>
      send({ operation: 'keystore.dataEncryptionKeysGet', headers: headers as Record<string, string> })

    expect(bodyOf(await list(owner.headers))).toEqual({
      data_encryption_keys: [
        { id: owner.dataKeyIds[0], serialized_data_encryption_key: wrapped('private') },
        { id: owner.dataKeyIds[1], serialized_data_encryption_key: wrapped('of-an-agent') },
      ],
    })
    expect(bodyOf(await list(other.headers))).toEqual({ data_encryption_keys: [] })
    expect(refusalOf(await list({}))).toEqual({ status: 401, code: 'unauthorized' })
    const delegated = { ...owner.headers, 'service-delegation-id': UNKNOWN_ID }
    expect(refusalOf(await list(delegated))).toEqual({ status: 403, code: 'delegation_not_permitted' })
  })

  it('PUT /srp/users › takes the keys of those along whom the user acts for, and brings them back', async () => {
    running = await start()
    const owner = await anOwner()
    const { token } = await aChild(running, owner)
    const keys = newKeysFor(owner)
    const stored = () => rows('SELECT account_owner_kek FROM delegations')

    for (const delegations of [
      undefined,
      [],
      [{ delegation_token: UNKNOWN_ID, account_owner_kek: wrapped('child') }],
    ]) {
      const before = accounts()
      const reply = await change(owner, { ...keys, ...(delegations && { delegations }) })
      expect(refusalOf(reply)).toEqual({ status: 400, code: 'invalid_params' })
      expect(JSON.stringify(reply.body)).toContain('new_keys.delegations')
      expect(accounts()).toEqual(before)
    }
    const named = [{ delegation_token: token, account_owner_kek: wrapped('child') }]
    bodyOf(await change(owner, { ...keys, delegations: named }))
    expect(stored()).toEqual([{ account_owner_kek: wrapped('child') }])

    bodyOf(await restore(owner))
    expect(stored()).toEqual([{ account_owner_kek: TAKEN_KEK }])
  })

  it('PUT /srp/users › what delegates hold is of no use then: the new key is asked for', async () => {
    running = await start()
    const owner = await anOwner()
    const delegate = aSignedInUser(running)
    const { token, ownerSideId } = await aDelegation(running, owner, delegate)
    running.connection.exec('DELETE FROM client_tasks')

    bodyOf(await change(owner, newKeysFor(owner)))

    expect(await delegationCalls(running, delegate).read(token)).toMatchObject({
      verified: true,
      account_owner_kek: null,
      account_owner_kek_encrypted_with_connection_keypair: null,
    })
    expect(rows('SELECT work_type, target_id, state FROM client_tasks')).toEqual([
      { work_type: 'setup_key_delegation', target_id: ownerSideId, state: 'todo' },
    ])
  })

  it('PUT /srp/users › replaces every wrapped key at once, and nothing of anybody else', async () => {
    running = await start()
    const owner = await anOwner()
    const other = await anOwner()
    const isOthers = (row: unknown) =>
      [other.keystoreUserId, other.loginPair.publicKey].some((mark) => JSON.stringify(row).includes(mark))
    const others = () => accounts().map((table) => table.filter(isOthers))
    const before = others()
    const loginPair = newKeyPair()

    bodyOf(await change(owner, newKeysFor(owner, loginPair)))

    const headers = await loggedInBy(loginPair)
    const { user } = bodyOf<{ user: { private_dek_external_id: string } }>(
      await send({ operation: 'vault.meGet', headers }),
    )
    const { data_encryption_keys: keys } = bodyOf<{ data_encryption_keys: object[] }>(
      await send({ operation: 'keystore.dataEncryptionKeysGet', headers }),
    )
    expect(keys).toEqual([
      { id: owner.dataKeyIds[0], serialized_data_encryption_key: wrapped('renewed-0') },
      { id: owner.dataKeyIds[1], serialized_data_encryption_key: wrapped('renewed-1') },
      { id: user.private_dek_external_id, serialized_data_encryption_key: wrapped('new-private') },
    ])
    const pair = async (id: string) =>
      bodyOf<{ keypair: object }>(await send({ operation: 'keystore.keypairsIdGet', headers, params: { id } })).keypair
    expect(await pair('auth')).toMatchObject({
      id: owner.loginPairId,
      public_key: loginPair.publicKey,
      encrypted_serialized_key: wrapped('new-login'),
    })
    expect(await pair('tag')).toMatchObject({
      id: owner.pairIds[1],
      encrypted_serialized_key: wrapped('renewed-pair-1'),
      metadata: { kept: true },
    })
    expect(await pair(owner.pairIds[0] ?? '')).toMatchObject({ encrypted_serialized_key: wrapped('renewed-pair-0') })
    expect(others()).toEqual(before)
  })

  it('PUT /srp/users › the login key from before lets nobody in, nor does the passphrase', async () => {
    running = await start()
    const owner = await anOwner()
    bodyOf(await change(owner, newKeysFor(owner)))

    expect((await vaultLogin(owner.loginPair.publicKey)).status).toBe(401)
    expect(refusalOf(await logIn(running, owner))).toEqual(LOGIN_FAILED)
    bodyOf(await logIn(running, renewed(owner)), 201)
  })

  it('PUT /srp/users › invalid_params unless every own key is named once, and nothing changes', async () => {
    running = await start()
    const owner = await anOwner()
    const other = await anOwner()
    const whole = newKeysFor(owner)
    const foreign = newKeysFor(other)
    const [firstKey, secondKey] = whole.data_encryption_keys
    const [firstPair, secondPair] = whole.key_pairs
    const tried: readonly (readonly [object, string])[] = [
      [{ data_encryption_keys: [firstKey] }, 'data_encryption_keys'],
      [{ data_encryption_keys: [firstKey, firstKey, secondKey] }, 'data_encryption_keys[1].id'],
      [
        { data_encryption_keys: [...whole.data_encryption_keys, foreign.data_encryption_keys[0]] },
        'data_encryption_keys[2].id',
      ],
      [{ key_pairs: [] }, 'key_pairs'],
      [{ key_pairs: [firstPair, secondPair, firstPair] }, 'key_pairs[2].id'],
      [{ key_pairs: [firstPair, foreign.key_pairs[0]] }, 'key_pairs[1].id'],
      [{ key_pairs: [...whole.key_pairs, { ...secondPair, id: owner.loginPairId }] }, 'key_pairs[2].id'],
      [{ login_key_pair: { ...whole.login_key_pair, id: owner.pairIds[0] } }, 'login_key_pair.id'],
      [{ login_key_pair: foreign.login_key_pair }, 'login_key_pair.id'],
    ]
    for (const [part, parameter] of tried) {
      const before = accounts()
      const refused = await change(owner, { ...whole, ...part })
      expect(refusalOf(refused)).toEqual(INVALID)
      const [first] = refused.ok ? [] : refused.body.errors
      expect(first?.extra_info).toMatchObject({ parameter: `new_keys.${parameter}` })
      expect(accounts()).toEqual(before)
    }
    expect(rows('SELECT * FROM replaced_passphrases')).toEqual([])
    bodyOf(await logIn(running, owner), 201)
  })

  it('PUT /srp/users › refuses keys that are none, a taken login key and login keys that go on', async () => {
    running = await start()
    const owner = await anOwner()
    const other = await anOwner()
    const whole = newKeysFor(owner)
    const { id } = bodyOf<{ id: string }>(await requestLoginKey(running, owner, { label: 'a script' }), 201)
    const withLogin = (part: object) => ({ ...whole, login_key_pair: { ...whole.login_key_pair, ...part } })
    const tried: readonly (readonly [object, string, object?])[] = [
      [{ ...whole, private_data_encryption_key: 'clear' }, 'ciphertext_format_invalid'],
      [{ ...whole, private_data_encryption_key: undefined }, 'param_missing'],
      [withLogin({ public_key: 'no key' }), 'invalid_public_key'],
      [withLogin({ encrypted_serialized_key: 'clear' }), 'ciphertext_format_invalid'],
      [whole, 'invalid_params', { keep_login_keys: [id] }],
    ]
    const before = accounts()
    for (const [new_keys, code, more] of tried)
      expect(refusalOf(await change(owner, new_keys, more))).toEqual({ status: 400, code })
    const taken = await change(owner, withLogin({ public_key: other.loginPair.publicKey }))
    expect(refusalOf(taken).code).toBe('name_taken')
    expect(accounts()).toEqual(before)
  })

  it('PUT /srp/users › login_failed and session_not_sufficient leave every key as it was', async () => {
    running = await start()
    const owner = await anOwner()
    const { login_key } = bodyOf<{ login_key: string }>(await requestLoginKey(running, owner, { label: 'a' }), 201)
    const opened = await send({ operation: 'keystore.sessionWithLoginKeyPost', body: { login_key } })
    const { session } = bodyOf<{ session: { session_authentication_string: string } }>(opened, 201)
    const before = accounts()

    expect(refusalOf(await change({ ...owner, password: 'wrong' }, newKeysFor(owner)))).toEqual(LOGIN_FAILED)
    const headers = { authorization: session.session_authentication_string }
    expect(refusalOf(await change({ ...owner, headers }, newKeysFor(owner)))).toMatchObject({
      code: 'session_not_sufficient',
    })
    expect(accounts()).toEqual(before)
  })

  it('PUT /srp/users › invalid_params for a user whose registration has not come to its end', async () => {
    running = await start()
    const user = await registerUser(running)
    const before = databaseContent(running.connection)
    const keys = {
      ...newKeysFor({
        ...user,
        userId: UNKNOWN_ID,
        dataKeyIds: [],
        pairIds: [],
        loginPairId: UNKNOWN_ID,
        loginPair: newKeyPair(),
      }),
    }

    expect(refusalOf(await change(user, keys))).toEqual(INVALID)
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('POST /srp/users/restore › brings every key back, the login key too, and takes the new one away', async () => {
    running = await start()
    const owner = await anOwner()
    const before = accounts()
    const loginPair = newKeyPair()
    bodyOf(await change(owner, newKeysFor(owner, loginPair)))
    expect(accounts()).not.toEqual(before)
    // The session of the change goes on until then, and may delete what the vault account no longer names.
    const params = { id: owner.dataKeyIds[0] ?? '' }
    await send({ operation: 'keystore.dataEncryptionKeysIdDelete', headers: owner.headers, params })

    bodyOf(await restore(owner))

    expect(accounts()).toEqual(before)
    expect((await vaultLogin(loginPair.publicKey)).status).toBe(401)
    bodyOf(await vaultLogin(owner.loginPair.publicKey))
    bodyOf(await logIn(running, owner), 201)
  })

  it('PUT /srp/users › a new login key pair alone: the one before lets nobody in, and all else stays', async () => {
    running = await start()
    const [owner, other] = [await anOwner(), await anOwner()]
    const delegation = await aDelegation(running, owner, other)
    const before = accounts()
    const loginPair = newKeyPair()

    bodyOf(await change(owner, undefined, { new_login_key_pair: newLoginPairFor(owner, loginPair) }))

    expect((await vaultLogin(owner.loginPair.publicKey)).status).toBe(401)
    const headers = await loggedInBy(loginPair)
    const { user } = bodyOf<{ user: { private_dek_external_id: string } }>(
      await send({ operation: 'vault.meGet', headers }),
    )
    expect(user.private_dek_external_id).toBe(owner.dataKeyIds[0])
    expect(accounts()[2]).toEqual(before[2])
    const { account_owner_kek } = await delegationCalls(running, other).read(delegation.token)
    expect(account_owner_kek).toBe(TAKEN_KEK)

    bodyOf(await restore(owner))

    expect(accounts()).toEqual(before)
    expect((await vaultLogin(loginPair.publicKey)).status).toBe(401)
    bodyOf(await vaultLogin(owner.loginPair.publicKey))
  })

  it('PUT /srp/users › a new login key pair alone: refuses another pair, no key, a taken one, and two of them', async () => {
    running = await start()
    const [owner, other, unfinished] = [await anOwner(), await anOwner(), await registerUser(running)]
    const pair = newLoginPairFor(owner)
    const tried: readonly (readonly [RegisteredUser, object, string, string, object?])[] = [
      [owner, { ...pair, id: owner.pairIds[0] }, 'invalid_params', 'new_login_key_pair.id'],
      [owner, { ...pair, id: other.loginPairId }, 'invalid_params', 'new_login_key_pair.id'],
      [owner, { ...pair, public_key: 'no key' }, 'invalid_public_key', 'new_login_key_pair.public_key'],
      [owner, newLoginPairFor(owner, other.loginPair), 'name_taken', 'new_login_key_pair.public_key'],
      [owner, pair, 'invalid_params', 'new_login_key_pair', newKeysFor(owner)],
      [unfinished, pair, 'invalid_params', 'new_login_key_pair'],
    ]
    const before = accounts()
    for (const [user, new_login_key_pair, code, parameter, new_keys] of tried) {
      const refused = await change(user, new_keys, { new_login_key_pair })
      expect(refusalOf(refused).code).toBe(code)
      expect(refused.ok ? undefined : refused.body.errors[0]?.extra_info).toMatchObject({ parameter })
    }
    expect(accounts()).toEqual(before)
    expect(rows('SELECT * FROM replaced_passphrases')).toEqual([])
  })

  it('PUT /srp/users › keeps what was replaced sealed, and nothing after the first login', async () => {
    running = await start()
    const owner = await anOwner()
    bodyOf(await change(owner, newKeysFor(owner)))
    expect(databaseContent(running.connection)).not.toContain(wrapped('of-an-agent'))
    bodyOf(await logIn(running, renewed(owner)), 201)

    expect(rows('SELECT * FROM replaced_passphrases')).toEqual([])
    expect(refusalOf(await restore(owner))).toEqual(LOGIN_FAILED)
  })
})
