// Proves docs/contract/keystore.md, Delegation, Delegations, Delegations: states, Delegations: signature, Delegations: the
// vault.

import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { signDelegationToken } from '../../src-main/crypto/delegation-signature.ts'
import { newKeyPair } from '../../src-main/crypto/key-pair.ts'
import { readPrivateKey } from '../../src-main/crypto/published/rsa.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { Caller, SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { bodyOf, OWN_WRAPPED_KEY, refusalOf, registerUser } from '../support/service/keystore-accounts.ts'
import {
  aChild,
  actingFor,
  aDelegation,
  asDelegate,
  delegationCalls,
  offerAndAccept,
  SEALED_KEK,
  TAKEN_KEK,
} from '../support/people/delegations.ts'
import { newConnectionKey, peopleCalls } from '../support/people/people.ts'
import { believeClock } from '../support/service/pass-time.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

const NOW = '2026-01-01T00:00:00.000Z'
const pem = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
})
const rsa = { publicKey: pem.publicKey, privateKey: readPrivateKey(pem.privateKey) }

describeOverTransports('key-store delegations', (start) => {
  let running: TestService
  let ada: SignedInUser
  let bob: SignedInUser
  let eve: SignedInUser
  beforeEach(async () => {
    running = await start()
    ada = aSignedInUser(running)
    bob = aSignedInUser(running)
    eve = aSignedInUser(running)
  })
  const as = (user: Pick<Caller, 'headers'>) => delegationCalls(running, user)

  /** A refusal that changes nothing. */
  async function refused(user: Pick<Caller, 'headers'>, name: string, parts: object) {
    const before = databaseContent(running.connection)
    const refusal = await as(user).refused(name, parts)
    expect(databaseContent(running.connection)).toBe(before)
    return refusal
  }
  const claimOf = (token: string, delegate_signature: string) => ({
    params: { delegation_token: token },
    body: { delegate_signature },
  })
  const keyFor = (token: string, body: object) => ({ params: { delegation_token: token }, body })

  it('POST /delegations › makes one of the role for the own account, for six months', async () => {
    const delegation = await as(ada).make({ vault_account_id: ada.userId.toUpperCase(), delegation_role: 'admin' })

    expect(delegation).toEqual({
      delegation_token: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ) as string,
      claimed_at: null,
      expire_at: '2026-07-01T00:00:00.000Z',
      verification_attempted_at: null,
      verified: false,
      delegation_role: 'admin',
      delegate_public_key: null,
      delegate_signature: null,
      vault_account_owner_id: ada.userId,
      account_owner_kek_encrypted_with_connection_keypair: null,
      account_owner_kek: null,
    })
    expect(await as(ada).read(delegation.delegation_token)).toEqual(delegation)
    expect((await as(ada).make()).delegation_role).toBe('reader')
  })

  it('POST /delegations › refuses the account of another one, unknown roles, and who has no vault account', async () => {
    const newcomer = await registerUser(running)
    for (const [user, body, code] of [
      [ada, { vault_account_id: bob.userId }, 'invalid_params'],
      [ada, { vault_account_id: 'x' }, 'invalid_params'],
      [ada, { delegation_role: 'guest' }, 'delegate_role_invalid'],
      [newcomer, {}, 'forbidden'],
    ] as const) {
      expect((await refused(user, 'delegationsPost', { body })).code).toBe(code)
    }
  })

  it('the whole way › claim, share, re-encrypt: each field as it comes to be', async () => {
    const { token, pair } = await offerAndAccept(running, ada, bob, 'admin')
    const signature = signDelegationToken(pair, token)
    running.clock.advanceMs(1000)

    const taken = await as(bob).claim(token, signature)
    expect(taken).toMatchObject({
      claimed_at: '2026-01-01T00:00:01.000Z',
      delegate_signature: signature,
      verified: false,
      verification_attempted_at: null,
      account_owner_kek: null,
    })

    running.clock.advanceMs(1000)
    const shared = await as(ada).share(token, pair.publicKey)
    expect(shared).toMatchObject({
      verified: true,
      verification_attempted_at: '2026-01-01T00:00:02.000Z',
      delegate_public_key: pair.publicKey,
      account_owner_kek_encrypted_with_connection_keypair: true,
      account_owner_kek: null,
    })
    expect(await as(bob).read(token)).toEqual({ ...shared, account_owner_kek: SEALED_KEK })

    await as(bob).takeOver(token)
    const active = { account_owner_kek_encrypted_with_connection_keypair: false }
    expect(await as(bob).read(token)).toEqual({ ...shared, ...active, account_owner_kek: TAKEN_KEK })
    expect(await as(ada).read(token)).toEqual({ ...shared, ...active })
    // The delegate may name the account owner instead.
    expect(await as(bob).read(ada.userId)).toMatchObject({ delegation_token: token })
    expect(await refused(ada, 'delegationsDelegationTokenGet', { params: { delegation_token: bob.userId } })).toEqual({
      status: 404,
      code: 'not_found',
    })
  })

  it('share before claim › is verified with the claim; a new key afterwards is a new generation', async () => {
    const { token, pair } = await offerAndAccept(running, ada, bob)

    expect(await as(ada).share(token, pair.publicKey)).toMatchObject({ verified: false, claimed_at: null })
    expect(await as(bob).claim(token, signDelegationToken(pair, token))).toMatchObject({
      verified: true,
      verification_attempted_at: NOW,
      account_owner_kek: SEALED_KEK,
    })
    await as(bob).takeOver(token)
    // The public key is needed once.
    expect(await as(ada).share(token, undefined, OWN_WRAPPED_KEY)).toMatchObject({
      account_owner_kek_encrypted_with_connection_keypair: true,
    })
    expect(await as(bob).read(token)).toMatchObject({ verified: true, account_owner_kek: OWN_WRAPPED_KEY })
    await as(bob).takeOver(token)
    await as(bob).takeOver(token) // sent twice
  })

  it('keys of published clients › are verified as ours are', async () => {
    const { delegation_token: token } = await as(ada).make()
    await as(ada).share(token, rsa.publicKey)

    expect(await as(bob).claim(token, signDelegationToken(rsa, token))).toMatchObject({ verified: true })
  })

  it.each([
    ['of another token', (token: string) => signDelegationToken(newKeyPair(), `${token}x`)],
    ['of another key', (token: string) => signDelegationToken(newKeyPair(), token)],
    ['of the other format', (token: string) => signDelegationToken(rsa, token)],
  ])('a signature %s › leaves it rejected, until the same user signs anew', async (_, sign) => {
    const { token, pair } = await offerAndAccept(running, ada, bob)
    await as(ada).share(token, pair.publicKey)

    const rejected = await as(bob).claim(token, sign(token))
    expect(rejected).toMatchObject({ verified: false, verification_attempted_at: NOW })
    const acting = await running.send({
      operation: 'keystore.keypairsGet',
      headers: actingFor(bob, ada.userId),
    })
    expect(refusalOf(acting)).toEqual({ status: 403, code: 'delegation_not_permitted' })
    expect(
      await refused(bob, 'delegationsDelegationTokenReencryptPut', keyFor(token, { encrypted_kek: TAKEN_KEK })),
    ).toEqual({ status: 403, code: 'forbidden' })
    expect((await refused(eve, 'delegationsDelegationTokenClaimPost', claimOf(token, sign(token)))).code).toBe(
      'delegation_already_claimed',
    )

    expect(await as(bob).claim(token, signDelegationToken(pair, token))).toMatchObject({ verified: true })
    // Claimed and verified: what is sent again changes nothing.
    const before = databaseContent(running.connection)
    expect(await as(bob).claim(token, sign(token))).toMatchObject({ verified: true })
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('POST …/claim › refuses', async () => {
    const { token, pair } = await offerAndAccept(running, ada, bob)
    const signature = signDelegationToken(pair, token)
    const late = (await as(ada).make()).delegation_token
    const claimed = (await as(ada).make()).delegation_token
    await as(eve).claim(claimed, signDelegationToken(pair, claimed))
    running.clock.correctMs(Date.parse('2026-01-03T00:00:00.000Z') - Date.parse(NOW))
    const cases: readonly [SignedInUser, string, string, string, number][] = [
      [bob, UNKNOWN_ID, signature, 'not_found', 404],
      [bob, 'x', signature, 'not_found', 404],
      [ada, token, signature, 'invalid_params', 400],
      [bob, token, 'not a signature', 'invalid_params', 400],
      [bob, token, '', 'invalid_params', 400],
      [bob, claimed, signature, 'delegation_already_claimed', 400],
      // The connection of this delegation is Bob's: a token that leaked is of no use.
      [eve, token, signature, 'delegation_token_unknown', 400],
    ]
    for (const [user, delegation, sent, code, status] of cases) {
      const refusal = await refused(user, 'delegationsDelegationTokenClaimPost', claimOf(delegation, sent))
      expect(refusal).toEqual({ code, status })
    }
    running.connection.prepare('UPDATE delegations SET expire_at = ? WHERE delegation_token = ?').run(NOW, late)
    expect(await refused(bob, 'delegationsDelegationTokenClaimPost', claimOf(late, signature))).toEqual({
      code: 'delegation_expired',
      status: 400,
    })
    const missing = { params: { delegation_token: token }, body: {} }
    expect((await refused(bob, 'delegationsDelegationTokenClaimPost', missing)).code).toBe('param_missing')
  })

  it('POST …/claim › a claim that is sent again, or a token that is used again, gives nobody anything', async () => {
    const { token, pair } = await aDelegation(running, ada, bob)
    const claim = claimOf(token, signDelegationToken(pair, token))
    const again = (user: SignedInUser) => refused(user, 'delegationsDelegationTokenClaimPost', claim)
    const before = databaseContent(running.connection)
    expect(await again(bob)).toEqual({ code: undefined, status: 200 }) // a client that lost the answer
    expect(await again(eve)).toEqual({ code: 'delegation_already_claimed', status: 400 })
    expect(databaseContent(running.connection)).toBe(before)

    await as(ada).end(token)

    const taken = keyFor(token, { encrypted_kek: TAKEN_KEK })
    const shared = keyFor(token, { encrypted_kek: SEALED_KEK, delegate_public_key: pair.publicKey })
    for (const user of [bob, eve, ada]) {
      expect((await again(user)).code).toBe('not_found')
      expect((await refused(user, 'delegationsDelegationTokenReencryptPut', taken)).code).toBe('not_found')
      expect((await refused(user, 'delegationsDelegationTokenSharePut', shared)).code).toBe('not_found')
    }
    const invitation = { delegation_token: token, delegate_role: 'reader' }
    const body = { public_key: newConnectionKey(), invitation }
    for (const { headers } of [ada, bob, eve]) {
      const offered = await running.send({ operation: 'vault.invitationsPost', headers, body })
      expect(refusalOf(offered).code).toBe('delegation_token_missing')
    }
  })

  it('expire_at › limits claiming, and ends nothing that was claimed', async () => {
    const { token } = await aDelegation(running, ada, bob)
    running.connection.prepare('UPDATE delegations SET expire_at = ?').run('2025-01-01T00:00:00.000Z')

    expect(await as(bob).read(token)).toMatchObject({ verified: true })
    const headers = actingFor(bob, ada.userId)
    expect(await running.send({ operation: 'keystore.keypairsGet', headers })).toMatchObject({ status: 200 })
  })

  it('PUT …/share › refuses', async () => {
    const { token, pair } = await offerAndAccept(running, ada, bob)
    const open = (await as(ada).make()).delegation_token
    await as(ada).share(open, pair.publicKey)
    const name = 'delegationsDelegationTokenSharePut'
    const other = newKeyPair().publicKey
    const cases: readonly [SignedInUser, string, object, string, number][] = [
      [ada, token, { encrypted_kek: SEALED_KEK }, 'delegate_public_key_required', 400],
      [ada, token, { encrypted_kek: SEALED_KEK, delegate_public_key: other }, 'delegate_public_key_mismatch', 400],
      [ada, open, { encrypted_kek: SEALED_KEK, delegate_public_key: other }, 'delegate_public_key_mismatch', 400],
      [ada, token, { encrypted_kek: SEALED_KEK, delegate_public_key: 'x' }, 'invalid_public_key', 400],
      [ada, token, { encrypted_kek: 'clear', delegate_public_key: pair.publicKey }, 'ciphertext_format_invalid', 400],
      [ada, token, { delegate_public_key: pair.publicKey }, 'param_missing', 400],
      [eve, token, { encrypted_kek: SEALED_KEK, delegate_public_key: pair.publicKey }, 'not_found', 404],
    ]
    for (const [user, delegation, body, code, status] of cases) {
      expect(await refused(user, name, keyFor(delegation, body))).toEqual({ code, status })
    }
    await as(bob).claim(token, signDelegationToken(pair, token))
    const body = { encrypted_kek: SEALED_KEK, delegate_public_key: pair.publicKey }
    expect(await refused(bob, name, keyFor(token, body))).toEqual({ code: 'forbidden', status: 403 })
  })

  it('PUT …/reencrypt › refuses', async () => {
    const { token, pair } = await offerAndAccept(running, ada, bob)
    const name = 'delegationsDelegationTokenReencryptPut'
    const body = { encrypted_kek: TAKEN_KEK }
    expect((await refused(bob, name, keyFor(token, body))).code).toBe('not_found') // not claimed
    await as(bob).claim(token, signDelegationToken(pair, token))
    expect((await refused(bob, name, keyFor(token, body))).code).toBe('forbidden') // not verified
    expect((await refused(ada, name, keyFor(token, body))).code).toBe('forbidden')
    await as(ada).share(token, pair.publicKey)
    running.connection.exec('UPDATE delegations SET account_owner_kek = NULL, is_connection_key = NULL')
    expect(await refused(bob, name, keyFor(token, body))).toEqual({ code: 'delegation_kek_missing', status: 400 })
    expect((await refused(eve, name, keyFor(token, body))).code).toBe('not_found')
    expect((await refused(bob, name, keyFor(token, { encrypted_kek: 'clear' }))).code).toBe('ciphertext_format_invalid')
  })

  it('strangers › learn of no delegation', async () => {
    const { token } = await aDelegation(running, ada, bob)
    for (const name of ['delegationsDelegationTokenGet', 'delegationsDelegationTokenDelete']) {
      for (const delegation_token of [token, ada.userId, bob.userId, UNKNOWN_ID, 'x']) {
        expect(await refused(eve, name, { params: { delegation_token } })).toEqual({ status: 404, code: 'not_found' })
      }
    }
  })

  it('GET /delegations › lists what was granted and what was claimed, nobody else’s', async () => {
    const { token } = await aDelegation(running, ada, bob)
    running.clock.advanceMs(1000)
    const second = await as(bob).make()

    const list = async (user: SignedInUser) =>
      bodyOf<{ delegations: { delegation_token: string; account_owner_kek: string | null }[] }>(
        await as(user).call('delegationsGet'),
      ).delegations.map((one) => [one.delegation_token, one.account_owner_kek])
    expect(await list(bob)).toEqual([
      [token, TAKEN_KEK],
      [second.delegation_token, null],
    ])
    expect(await list(ada)).toEqual([[token, null]])
    expect(await list(eve)).toEqual([])
  })

  it('tasks › the owner hands over, the delegate takes over, and what is done stays done', async () => {
    const { token, ownerSideId, delegateSideId, pair } = await offerAndAccept(running, ada, bob)
    const tasks = async (user: SignedInUser) =>
      (
        await peopleCalls(running, user).ok<{
          client_tasks: { work_type: string; target_id: string; state: string }[]
        }>(200, 'clientTaskQueueGet')
      ).client_tasks.map(({ work_type, target_id, state }) => [work_type, target_id, state])
    const setup = ['setup_key_delegation', ownerSideId]
    const takeOver = ['reencrypt_account_owner_kek', delegateSideId]
    expect(await tasks(ada)).toEqual([[...setup, 'todo']])
    expect(await tasks(bob)).toEqual([])

    await as(bob).claim(token, signDelegationToken(pair, token))
    await as(ada).share(token, pair.publicKey)
    expect(await tasks(bob)).toEqual([[...takeOver, 'todo']])
    await as(bob).takeOver(token)
    expect(await tasks(bob)).toEqual([[...takeOver, 'done']])

    // What was taken over is not asked for again.
    const { client_tasks } = await peopleCalls(running, ada).ok<{ client_tasks: { id: string }[] }>(
      200,
      'clientTaskQueueGet',
    )
    const body = { client_tasks: [{ id: client_tasks[0]?.id, state: 'done' }] }
    await peopleCalls(running, ada).ok(200, 'clientTaskQueuePut', { body })
    expect(await tasks(bob)).toEqual([[...takeOver, 'done']])
  })

  it('DELETE /delegations/{delegation_token} › by either of the two: the connection is a plain one', async () => {
    for (const who of ['owner', 'delegate'] as const) {
      const delegate = aSignedInUser(running)
      const { token, ownerSideId } = await aDelegation(running, ada, delegate, 'owner')
      const before = peopleCalls(running, ada).events().length

      await as(who === 'owner' ? ada : delegate).end(token)

      const { connection } = await peopleCalls(running, ada).ok<{ connection: object }>(200, 'connectionsIdGet', {
        params: { id: ownerSideId },
      })
      const plain = { connection_type: null, integration_data: null, delegation_token: null, delegation_role: null }
      expect(connection).toMatchObject({ own: plain, the_other_user: plain })
      expect(
        await refused(ada, 'delegationsDelegationTokenGet', { params: { delegation_token: token } }),
      ).toMatchObject({
        status: 404,
      })
      const send = (operation: string) => running.send({ operation, headers: actingFor(delegate, ada.userId) })
      for (const operation of ['vault.meGet', 'keystore.keypairsGet']) {
        expect(refusalOf(await send(operation)).code).toBe('delegation_not_permitted')
      }
      expect(peopleCalls(running, ada).events().slice(before)).toMatchObject([
        { name: 'connection.updated', value: { connection_id: ownerSideId, role: null } },
      ])
      expect(running.connection.prepare('SELECT count(*) FROM client_tasks').pluck().get()).toBe(0)
    }
  })

  it('DELETE /delegations/{delegation_token} › before it was accepted: its invitation goes too', async () => {
    const { delegation_token: token } = await as(ada).make()
    const invitation = await peopleCalls(running, ada).invite({ delegation_token: token, delegate_role: 'reader' })

    await as(ada).end(token)

    const [error] = await peopleCalls(running, bob).refusal('invitationsIdGet', { params: { token: invitation.token } })
    expect(error).toMatchObject({ error: 'not_found' })
    expect(peopleCalls(running, ada).events().at(-1)).toMatchObject({ name: 'invitation.deleted' })
  })

  it('acting › keys are read by every role, but for the pair the owner logs in with; added from admin on', async () => {
    const key = { public_key: newKeyPair().publicKey, encrypted_serialized_key: OWN_WRAPPED_KEY }
    const stored = async (external_identifiers: string[]) =>
      bodyOf<{ keypair: { id: string } }>(
        await running.send({
          operation: 'keystore.keypairsPost',
          headers: ada.headers,
          body: { ...key, external_identifiers },
        }),
        201,
      ).keypair.id
    const [login, connection] = [await stored(['auth']), await stored(['friend'])]
    const { token } = await aDelegation(running, ada, bob, 'reader')
    const headers = actingFor(bob, ada.userId)
    const send = (operation: string, parts: object) =>
      running.send({ operation: `keystore.${operation}`, headers, ...parts })

    expect(await send('keypairsIdGet', { params: { id: connection } })).toMatchObject({ status: 200 })
    for (const [name, params] of [
      ['keypairsIdGet', { id: login }],
      ['keypairsIdGet', { id: 'auth' }],
      ['keypairsExternalIdExternalIdGet', { external_id: 'auth' }],
    ] as const) {
      expect(refusalOf(await send(name, { params }))).toEqual({ status: 404, code: 'not_found' })
    }
    const { keypairs } = bodyOf<{ keypairs: { id: string }[] }>(await send('keypairsGet', {}))
    expect(keypairs.map(({ id }) => id)).toEqual([connection])
    const body = { ...key, external_identifiers: [] }
    const refusal = await send('keypairsPost', { body })
    expect(refusalOf(refusal)).toEqual({ status: 403, code: 'delegation_not_permitted' })
    expect(refusal.body).toMatchObject({ errors: [{ extra_info: { required_role: 'admin', role: 'reader' } }] })

    running.connection.prepare("UPDATE delegations SET delegation_role = 'admin' WHERE delegation_token = ?").run(token)
    const { keypair } = bodyOf<{ keypair: { id: string } }>(await send('keypairsPost', { body }), 201)
    const owner = running.connection.prepare('SELECT keystore_user_id FROM key_pairs WHERE id = ?').pluck()
    expect(owner.get(keypair.id)).toBe(ada.keystoreUserId)
  })

  it('acting › nobody stores the pair that logs in for somebody else, whatever the role', async () => {
    const order = { public_key: newKeyPair().publicKey, encrypted_serialized_key: OWN_WRAPPED_KEY }
    const child = await aChild(running, ada)
    for (const role of ['admin', 'owner'] as const) {
      const [owner, delegate] = [aSignedInUser(running), aSignedInUser(running)]
      await aDelegation(running, owner, delegate, role)
      for (const [headers, identifiers] of [
        [actingFor(delegate, owner.userId), ['auth']],
        [actingFor(delegate, owner.userId), ['friend', 'auth']],
        [actingFor(ada, child.userId), ['auth']],
      ] as const) {
        const body = { ...order, external_identifiers: [...identifiers] }
        const refused = await running.send({ operation: 'keystore.keypairsPost', headers, body })
        expect(refusalOf(refused)).toEqual({ status: 403, code: 'delegation_not_permitted' })
      }
      const own = { operation: 'keystore.keypairsPost', headers: owner.headers }
      expect(await running.send({ ...own, body: { ...order, external_identifiers: ['auth'] } })).toMatchObject({
        status: 201,
      })
    }
  })

  it('acting › the keys of those the owner acts for are for an owner alone', async () => {
    const child = await aChild(running, ada)
    for (const [role, account_owner_kek] of [
      ['reader', null],
      ['owner', TAKEN_KEK],
    ] as const) {
      const delegate = aSignedInUser(running)
      await aDelegation(running, ada, delegate, role)
      const read = await delegationCalls(running, asDelegate(delegate, ada)).read(child.token)
      expect(read).toMatchObject({ delegation_token: child.token, account_owner_kek })
    }
  })

  it('acting › a session of the owner ends with the delegation, does no more than it, and is never a child’s', async () => {
    const { token } = await aDelegation(running, ada, bob, 'owner')
    const child = await aChild(running, bob)
    const limited = (accountOwnerId: string) =>
      running.send({
        operation: 'keystore.sessionLimitedInTimePost',
        headers: actingFor(bob, accountOwnerId),
        body: { valid_for: 60 },
      })
    expect(refusalOf(await limited(child.userId))).toEqual({ status: 403, code: 'delegation_not_permitted' })

    const { session } = bodyOf<{ session: { session_authentication_string: string } }>(await limited(ada.userId), 201)
    const headers = { authorization: session.session_authentication_string }
    const send = (operation: string, parts: object = {}) => running.send({ operation, headers, ...parts })
    expect(bodyOf(await send('vault.meGet'))).toMatchObject({ user: { id: ada.userId } })
    // It lets nobody stay: neither the keys to log in with, nor lists and passphrases, nor another delegation.
    for (const operation of [
      'keystore.keyEncryptionKeyGet',
      'keystore.loginKeysGet',
      'keystore.sessionsGet',
      'vault.sessionAllDelete',
      'keystore.delegationsPost',
    ]) {
      const body = operation.endsWith('Post') ? { body: {} } : {}
      expect(refusalOf(await send(operation, body)).code).toBe('delegation_not_permitted')
    }
    for (const operation of ['vault.sessionGet', 'keystore.sessionGet']) {
      expect(bodyOf(await send(operation), 200)).toMatchObject({ session_type: 'token' })
    }
    const foreign = await running.send({ operation: 'vault.meGet', headers: actingFor({ headers }, eve.userId) })
    expect(refusalOf(foreign).code).toBe('delegation_not_permitted')
    const own = await running.send({ operation: 'vault.meGet', headers: actingFor({ headers }, ada.userId) })
    expect(own).toMatchObject({ status: 200 })
    const again = bodyOf<{ session: { session_authentication_string: string } }>(
      await send('keystore.sessionLimitedInTimePost', { body: { valid_for: 30 } }),
      201,
    )
    const nested = { authorization: again.session.session_authentication_string }
    const listed = await running.send({ operation: 'keystore.sessionsGet', headers: ada.headers })
    const { sessions } = bodyOf<{ sessions: readonly { id: string; made_by_user_id: string | null }[] }>(listed, 200)
    const makers = sessions.map(({ id, made_by_user_id }) => [id === ada.sessionId, made_by_user_id])
    expect(makers).toHaveLength(3)
    expect(makers).toEqual(
      expect.arrayContaining([
        [true, null],
        [false, bob.userId],
        [false, bob.userId],
      ]),
    )

    await as(ada).end(token)

    for (const one of [headers, nested]) {
      expect(refusalOf(await running.send({ operation: 'vault.meGet', headers: one })).status).toBe(401)
    }
  })

  it('acting › DELETE /session/all ends the sessions of the owner, not those of the delegate', async () => {
    await aDelegation(running, ada, bob, 'owner')
    const headers = actingFor(bob, ada.userId)

    for (const query of [{ except_current: 'true' }, {}]) {
      const reply = await running.send({ operation: 'keystore.sessionAllDelete', headers, query })
      expect(reply).toMatchObject({ status: 204 })
      expect(refusalOf(await running.send({ operation: 'vault.meGet', headers: ada.headers })).status).toBe(401)
      expect(await running.send({ operation: 'vault.meGet', headers: bob.headers })).toMatchObject({ status: 200 })
    }
  })

  it.each(['DELETE /me', 'the deletion queue'])(
    '%s of an account owner › ends what the delegate had to do, and nothing asks for it again',
    async (way) => {
      bob = aSignedInUser(running, { validForSeconds: 90 * 24 * 60 * 60 })
      const { token, delegateSideId, pair } = await offerAndAccept(running, ada, bob, 'owner')
      await delegationCalls(running, bob).claim(token, signDelegationToken(pair, token))
      await delegationCalls(running, ada).share(token, pair.publicKey)
      const tasks = async () =>
        bodyOf<{ client_tasks: { target_id: string }[] }>(
          await running.send({ operation: 'vault.clientTaskQueueGet', headers: bob.headers }),
        ).client_tasks.map(({ target_id }) => target_id)
      expect(await tasks()).toEqual([delegateSideId])

      if (way === 'DELETE /me') await running.send({ operation: 'vault.meDelete', headers: ada.headers })
      else {
        await running.send({ operation: 'vault.meDeletionQueuePost', headers: ada.headers })
        running.clock.correctMs(31 * 24 * 60 * 60 * 1000)
        believeClock(running)
        running.service.applyDueChanges(running.clock.nowMs())
      }

      const left = running.connection.prepare('SELECT target_id FROM client_tasks').pluck().all()
      expect(left).toEqual([])
      expect(
        await delegationCalls(running, bob).refused('delegationsDelegationTokenGet', {
          params: { delegation_token: token },
        }),
      ).toEqual({
        status: 404,
        code: 'not_found',
      })
      const headers = actingFor(bob, ada.userId)
      for (const operation of ['vault.meGet', 'keystore.dataEncryptionKeysGet']) {
        expect(refusalOf(await running.send({ operation, headers }))).toEqual({
          status: 403,
          code: 'delegation_not_permitted',
        })
      }
    },
  )

  it('the deletion queue › a key-store account that is due takes its delegations along, in both parts', async () => {
    const { ownerSideId } = await aDelegation(running, ada, bob)
    const only = await aChild(running, bob)
    await running.send({ operation: 'keystore.usersDeletionQueuePost', headers: bob.headers })
    running.clock.correctMs(15 * 24 * 60 * 60 * 1000)
    believeClock(running)

    running.service.applyDueChanges(running.clock.nowMs())

    const rows = (sql: string) => running.connection.prepare(sql).pluck().all()
    expect(rows('SELECT delegation_token FROM delegations')).toEqual([])
    expect(rows('SELECT user_id FROM child_users')).toEqual([])
    expect(rows(`SELECT id FROM users WHERE id = '${only.userId}'`)).toEqual([])
    expect(rows(`SELECT delegation_role FROM connections WHERE id = '${ownerSideId}'`)).toEqual([null])
  })
})
