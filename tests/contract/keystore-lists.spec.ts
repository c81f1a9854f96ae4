// Proves docs/contract/vault.md, Mounts; docs/contract/keystore.md, Login keys, Own lists.

import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { newKeyPair } from '../../src-main/crypto/key-pair.ts'
import { publicKeyFingerprint } from '../../src-main/crypto/session-token-seal.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import {
  bodyOf,
  givePassphrase,
  OWN_WRAPPED_KEY,
  refusalOf,
  registerUser,
  requestLoginKey,
} from '../support/service/keystore-accounts.ts'
import type { LoginKeyMaker } from '../support/service/keystore-accounts.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

type Headers = Readonly<Record<string, string>>
interface SessionsBody {
  readonly sessions: readonly { readonly id: string; readonly current: boolean; readonly issued_by: string }[]
}
interface LoginKeyBody {
  readonly id: string
  readonly login_key: string
}

const HOUR_MS = 60 * 60 * 1000
const NOT_FOUND = { status: 404, code: 'not_found' }
const INVALID = { status: 400, code: 'invalid_params' }
const RSA_PEM = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString()

describeOverTransports('key-store lists', (start) => {
  let running: TestService

  const call = (name: string, headers: Headers, rest: object = {}) =>
    running.send({ operation: `keystore.${name}`, headers, ...rest })
  const sessionsOf = async (headers: Headers) => bodyOf<SessionsBody>(await call('sessionsGet', headers)).sessions
  const endSession = (headers: Headers, id: string) => call('sessionsIdDelete', headers, { params: { id } })
  const aLoginKeyMaker = () => givePassphrase(running, aSignedInUser(running))
  const makeLoginKey = async (maker: LoginKeyMaker, body: object) =>
    bodyOf<LoginKeyBody>(await requestLoginKey(running, maker, body), 201)
  const deleteLoginKey = (headers: Headers, id: string) => call('loginKeysIdDelete', headers, { params: { id } })
  const logInWithKey = (login_key: string) => call('sessionWithLoginKeyPost', {}, { body: { login_key } })
  const limited = async (operation: string, headers: Headers, valid_for: number) => {
    const reply = await running.send({ operation, headers, body: { valid_for } })
    return bodyOf<{ session: { session_authentication_string: string } }>(reply, 201).session
  }

  it('GET /sessions › the sessions of both parts, newest first, the presented one marked', async () => {
    running = await start()
    const user = aSignedInUser(running, { issuedBy: 'keystore' })
    aSignedInUser(running) // somebody else
    running.clock.advanceMs(1000)
    const ofVault = await limited('vault.sessionLimitedInTimePost', { ...user.headers, 'user-agent': 'a test' }, 3600)
    const sessions = await sessionsOf(user.headers)
    expect(sessions).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        issued_by: 'vault',
        valid_from: '2026-01-01T00:00:01.000Z',
        valid_till: '2026-01-01T01:00:01.000Z',
        client_identifier: 'a test',
        timezone: null,
        current: false,
        made_by_user_id: null,
      },
      {
        id: user.sessionId,
        issued_by: 'keystore',
        valid_from: '2026-01-01T00:00:00.000Z',
        valid_till: '2026-01-08T00:00:00.000Z',
        client_identifier: null,
        timezone: null,
        current: true,
        made_by_user_id: null,
      },
    ])
    const seenByOther = await sessionsOf({ authorization: ofVault.session_authentication_string })
    expect(seenByOther.map(({ current }) => current)).toEqual([true, false])
  })

  it('GET /sessions › before there is a vault account', async () => {
    running = await start()
    const user = await registerUser(running)
    await registerUser(running)
    expect(await sessionsOf(user.headers)).toMatchObject([{ issued_by: 'keystore', current: true }])
  })

  it('GET /sessions › leaves out what has expired, to the millisecond', async () => {
    running = await start()
    const user = aSignedInUser(running)
    await limited('keystore.sessionLimitedInTimePost', user.headers, 3600)
    running.clock.advanceMs(HOUR_MS - 1)
    expect(await sessionsOf(user.headers)).toHaveLength(2)
    running.clock.advanceMs(1)
    expect(await sessionsOf(user.headers)).toMatchObject([{ id: user.sessionId }])
  })

  it('DELETE /sessions/{id} › ends that session alone, also of the other part', async () => {
    running = await start()
    const user = aSignedInUser(running, { issuedBy: 'keystore' })
    const one = await limited('vault.sessionLimitedInTimePost', user.headers, 3600)
    const other = await limited('keystore.sessionLimitedInTimePost', user.headers, 3600)
    const ofVault = (await sessionsOf(user.headers)).find(({ issued_by }) => issued_by === 'vault')
    expect(await endSession(user.headers, ofVault?.id ?? '')).toMatchObject({ status: 204, body: undefined })

    const refused = await call('sessionGet', { authorization: one.session_authentication_string })
    expect(refusalOf(refused)).toEqual({ status: 401, code: 'unauthorized' })
    bodyOf(await call('sessionGet', { authorization: other.session_authentication_string }))
    expect(refusalOf(await endSession(user.headers, ofVault?.id ?? ''))).toEqual(NOT_FOUND)
  })

  it('DELETE /sessions/{id} › the presented one: later calls are refused', async () => {
    running = await start()
    const user = aSignedInUser(running)
    expect(await endSession(user.headers, user.sessionId.toUpperCase())).toMatchObject({ status: 204 })
    expect(refusalOf(await call('sessionsGet', user.headers))).toEqual({ status: 401, code: 'unauthorized' })
  })

  it("DELETE /sessions/{id} › not_found for somebody else's, an expired, an unknown one; nothing ends", async () => {
    running = await start()
    const user = aSignedInUser(running)
    const other = aSignedInUser(running)
    await limited('keystore.sessionLimitedInTimePost', user.headers, 1)
    const [expired] = (await sessionsOf(user.headers)).filter(({ current }) => !current)
    running.clock.advanceMs(1000)
    running.service.applyDueChanges(running.clock.nowMs())
    const before = databaseContent(running.connection)
    for (const id of [other.sessionId, expired?.id ?? '', UNKNOWN_ID, 'with_login_key_of_mine']) {
      expect(refusalOf(await endSession(user.headers, id))).toEqual(NOT_FOUND)
    }
    expect(databaseContent(running.connection)).toBe(before)
    bodyOf(await call('sessionsGet', other.headers))
  })

  it('GET /keypairs › both families with fingerprint and identifiers in order, without private keys', async () => {
    running = await start()
    const user = aSignedInUser(running)
    const stranger = aSignedInUser(running)
    const bundle = newKeyPair().publicKey
    const add = async (headers: Headers, body: object) => {
      const reply = await call('keypairsPost', headers, {
        body: { encrypted_serialized_key: OWN_WRAPPED_KEY, ...body },
      })
      return bodyOf<{ keypair: { id: string } }>(reply, 201).keypair
    }
    const first = await add(user.headers, { public_key: bundle, external_identifiers: ['zeta', 'auth'] })
    const second = await add(user.headers, { public_key: RSA_PEM, metadata: { colour: 'red' } })
    await add(stranger.headers, { public_key: bundle })
    const listed = { metadata: {}, external_identifiers: [] }
    expect(bodyOf(await call('keypairsGet', user.headers))).toEqual({
      keypairs: [
        {
          ...listed,
          id: first.id,
          public_key: bundle,
          key_type: 'pdv1',
          fingerprint: publicKeyFingerprint(bundle),
          external_identifiers: ['zeta', 'auth'],
        },
        {
          ...listed,
          id: second.id,
          public_key: RSA_PEM,
          key_type: 'rsa',
          fingerprint: publicKeyFingerprint(RSA_PEM),
          metadata: { colour: 'red' },
        },
      ],
    })
  })

  it('POST /login_keys › answers the key once, keeps a hash, and it logs in', async () => {
    running = await start()
    const user = aLoginKeyMaker()
    const made = await makeLoginKey(user, { label: '  Backup job ', expire_at: '2026-01-02T01:00:00+01:00' })
    const record = {
      id: made.id,
      label: 'Backup job',
      created_at: '2026-01-01T00:00:00.000Z',
      expire_at: '2026-01-02T00:00:00.000Z',
    }
    expect(made).toEqual({ ...record, login_key: expect.stringMatching(/^[\w-]{40,}$/) as string })
    expect(bodyOf(await call('loginKeysGet', user.headers))).toEqual({ login_keys: [record] })
    expect(databaseContent(running.connection)).not.toContain(made.login_key)
    bodyOf(await logInWithKey(made.login_key), 201)

    running.clock.advanceMs(24 * HOUR_MS)
    expect(refusalOf(await logInWithKey(made.login_key))).toEqual({ status: 401, code: 'login_failed' })
    expect(bodyOf(await call('loginKeysGet', user.headers))).toEqual({ login_keys: [record] })
  })

  it('GET /login_keys › newest first, own ones only; without expiry, absent or null; a plain date begins in UTC', async () => {
    running = await start()
    const user = aLoginKeyMaker()
    await makeLoginKey(aLoginKeyMaker(), { label: 'of somebody else' })
    await makeLoginKey(user, { label: 'first' })
    await makeLoginKey(user, { label: 'second', expire_at: null })
    await makeLoginKey(user, { label: 'third', expire_at: '2026-02-01' })
    expect(bodyOf(await call('loginKeysGet', user.headers))).toMatchObject({
      login_keys: [
        { label: 'third', expire_at: '2026-02-01T00:00:00.000Z' },
        { label: 'second', expire_at: null },
        { label: 'first', expire_at: null },
      ],
    })
  })

  it.each([
    ['an empty label', { label: '  ' }, INVALID],
    ['no label', {}, { status: 400, code: 'param_missing' }],
    ['a time that is none', { label: 'a', expire_at: 'tomorrow' }, INVALID],
    ['a time that is now', { label: 'a', expire_at: '2026-01-01T00:00:00.000Z' }, INVALID],
    ['a time in the past', { label: 'a', expire_at: '2025-12-31T23:59:59+00:00' }, INVALID],
  ])('POST /login_keys › refuses %s, nothing is stored', async (_, body, refusal) => {
    running = await start()
    const user = aLoginKeyMaker()
    const before = databaseContent(running.connection)
    expect(refusalOf(await requestLoginKey(running, user, body))).toEqual(refusal)
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('DELETE /login_keys/{id} › the key logs in no more, its session goes on', async () => {
    running = await start()
    const user = await registerUser(running)
    const { id, login_key } = await makeLoginKey(user, { label: 'a' })
    const session = bodyOf<{ session: { session_authentication_string: string } }>(await logInWithKey(login_key), 201)
    expect(await deleteLoginKey(user.headers, id)).toMatchObject({ status: 204, body: undefined })
    expect(refusalOf(await logInWithKey(login_key))).toEqual({ status: 401, code: 'login_failed' })
    expect(refusalOf(await deleteLoginKey(user.headers, id))).toEqual(NOT_FOUND)
    bodyOf(await call('sessionsGet', { authorization: session.session.session_authentication_string }))
  })

  it("DELETE /login_keys/{id} › not_found for somebody else's and an unknown one, nothing is deleted", async () => {
    running = await start()
    const user = aLoginKeyMaker()
    const { id } = await makeLoginKey(aLoginKeyMaker(), { label: 'of somebody else' })
    const before = databaseContent(running.connection)
    for (const wanted of [id, UNKNOWN_ID, 'x']) {
      expect(refusalOf(await deleteLoginKey(user.headers, wanted))).toEqual(NOT_FOUND)
    }
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('every operation › unauthorized without a token, refused for another user by delegation', async () => {
    running = await start()
    const user = aSignedInUser(running)
    const delegated = { ...user.headers, 'service-delegation-id': UNKNOWN_ID }
    const requests: readonly (readonly [string, object])[] = [
      ['sessionsGet', {}],
      ['sessionsIdDelete', { params: { id: user.sessionId } }],
      ['keypairsGet', {}],
      ['loginKeysGet', {}],
      ['loginKeysPost', { body: { label: 'a', srp_a: '05', srp_m: '0' } }],
      ['loginKeysIdDelete', { params: { id: UNKNOWN_ID } }],
    ]
    for (const [name, request] of requests) {
      expect(refusalOf(await call(name, {}, request))).toEqual({ status: 401, code: 'unauthorized' })
      expect(refusalOf(await call(name, delegated, request))).toEqual({ status: 403, code: 'delegation_not_permitted' })
    }
  })
})

it('GET /sessions on the merged mount › answers with a token of either part; POST still logs in', async () => {
  const server = await startHttpServer()
  try {
    const vault = aSignedInUser(server, { issuedBy: 'vault' })
    const keystore = aSignedInUser(server, { issuedBy: 'keystore' })
    for (const { sessionId, headers } of [vault, keystore]) {
      const reply = await fetch(`${server.url}/sessions`, { headers })
      expect(await reply.json()).toMatchObject({ sessions: [{ id: sessionId, current: true }] })
    }
    const login = await fetch(`${server.url}/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'a', passphrase: 'b' }),
    })
    expect(await login.json()).toMatchObject({ errors: [{ error: 'param_not_permitted' }] })
    const ended = await fetch(`${server.url}/sessions/${vault.sessionId}`, { method: 'DELETE', headers: vault.headers })
    expect(ended.status).toBe(204)
  } finally {
    await server.close()
  }
})
