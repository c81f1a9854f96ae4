// Proves docs/contract/vault.md, Limits; docs/contract/keystore.md, Delegation, SRP login, Sessions, Login keys,
// Deletion queue.

import { expect, it } from 'vitest'
import { hashToken, newSecretToken } from '../../src-main/crypto/token.ts'
import { createLoginKeys } from '../../src-main/keystore/sessions/login-keys.ts'
import { loginKeyStore } from '../../src-main/keystore/sessions/login-key-store.ts'
import { aSignedInUser, newTestId, UNKNOWN_ID } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import {
  bodyOf,
  logIn,
  proofFor,
  refusalOf,
  registerUser,
  reserveUsername,
} from '../support/service/keystore-accounts.ts'
import type { RegisteredUser, SessionBody } from '../support/service/keystore-accounts.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

const MINUTE_MS = 60 * 1000
const DAY_S = 24 * 60 * 60
const LOGIN_FAILED = { status: 401, code: 'login_failed' }
const WRONG_PROOF = '0'.repeat(64)

describeOverTransports('key-store sessions', (start) => {
  let running: TestService

  const send: TestService['send'] = (request) => running.send(request)
  const finish = (body: unknown) => send({ operation: 'keystore.srpSessionPost', body })
  const challenge = (username: string, srp_a: string) =>
    send({ operation: 'keystore.srpChallengesPost', body: { username, srp_a } })
  const countSessions = () => running.connection.prepare('SELECT count(*) FROM sessions').pluck().get()
  const failOnce = async (user: RegisteredUser) => {
    const proof = await proofFor(running, user)
    return finish({ ...proof, srp_m: WRONG_PROOF })
  }

  it('POST /srp/sessions › answers a token, its validity and the username; stores the token as a hash only', async () => {
    running = await start()
    const user = await registerUser(running)
    const { session } = bodyOf<SessionBody>(await logIn(running, user), 201)
    expect(session).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      session_authentication_string: expect.stringMatching(/^k_[A-Za-z0-9_-]{43}$/) as string,
      valid_from: '2026-01-01T00:00:00.000Z',
      valid_till: '2026-01-08T00:00:00.000Z',
      username: user.username,
    })
    const rows = running.connection.prepare('SELECT * FROM sessions').all()
    expect(JSON.stringify(rows)).not.toContain(session.session_authentication_string.slice(2))
    expect(rows).toContainEqual(
      expect.objectContaining({ token_hash: hashToken(session.session_authentication_string), issued_by: 'keystore' }),
    )
  })

  it('POST /srp/sessions › accepts the proof in upper case and A with other spelling', async () => {
    running = await start()
    const user = await registerUser(running)
    const proof = await proofFor(running, user)
    const spelled = { ...proof, srp_a: proof.srp_a.toUpperCase(), srp_m: proof.srp_m.toUpperCase() }
    bodyOf(await finish(spelled), 201)
  })

  it('POST /srp/sessions › a proof serves once, right or wrong', async () => {
    running = await start()
    const user = await registerUser(running)
    const right = await proofFor(running, user)
    bodyOf(await finish(right), 201)
    expect(refusalOf(await finish(right))).toEqual(LOGIN_FAILED)

    const second = await proofFor(running, user)
    expect(refusalOf(await finish({ ...second, srp_m: WRONG_PROOF }))).toEqual(LOGIN_FAILED)
    expect(refusalOf(await finish(second))).toEqual(LOGIN_FAILED)
  })

  it('POST /srp/sessions › login_failed and no session, whatever the cause', async () => {
    running = await start()
    const user = await registerUser(running)
    const before = countSessions()
    const proof = await proofFor(running, user)
    const unknown = await reserveUsername(running)
    expect(refusalOf(await finish({ ...proof, username: unknown }))).toEqual(LOGIN_FAILED)
    expect(refusalOf(await finish({ ...proof, srp_a: '05' }))).toEqual(LOGIN_FAILED)
    expect(refusalOf(await finish({ ...proof, srp_m: 'not hex' }))).toEqual(LOGIN_FAILED)
    expect(refusalOf(await logIn(running, { username: user.username, password: 'wrong' }))).toEqual(LOGIN_FAILED)
    expect(refusalOf(await logIn(running, { username: unknown, password: user.password }))).toEqual(LOGIN_FAILED)
    expect(countSessions()).toBe(before)
  })

  it('POST /srp/sessions › login_failed, a challenge older than 5 minutes', async () => {
    running = await start()
    const user = await registerUser(running)
    const young = await proofFor(running, user)
    const old = await proofFor(running, user)
    running.clock.advanceMs(5 * MINUTE_MS - 1)
    bodyOf(await finish(young), 201)
    running.clock.advanceMs(1)
    expect(refusalOf(await finish(old))).toEqual(LOGIN_FAILED)
  })

  it("POST /srp/challenges › strangers' challenges do not make the owner's login fail", async () => {
    running = await start()
    const user = await registerUser(running)
    const proof = await proofFor(running, user)
    for (let second = 0; second < 3; second += 1) {
      running.clock.advanceMs(1000)
      for (let count = 2; count < 52; count += 1) {
        bodyOf(await challenge(user.username, (100 * second + count).toString(16)))
      }
    }
    bodyOf(await finish(proof), 201)
  })

  it.each([
    ['keystore.srpUsernamePost', {}],
    ['keystore.srpUsersPost', { username: 'ada', srp_salt: '00'.repeat(16), srp_verifier: '05' }],
  ])('%s › too_many_requests, the 51st in a second from whomever', async (operation, body) => {
    running = await start()
    const statuses = new Set<number>()
    for (let count = 0; count < 50; count += 1) statuses.add((await send({ operation, body })).status)
    expect(statuses).not.toContain(429)
    const before = databaseContent(running.connection)

    const refused = await send({ operation, body })
    expect(refusalOf(refused)).toEqual({ status: 429, code: 'too_many_requests' })
    expect(refused).toMatchObject({ retryAfterSeconds: 1 })
    expect(databaseContent(running.connection)).toBe(before)

    running.clock.advanceMs(1000)
    expect(statuses).toContain((await send({ operation, body })).status)
  })

  it('POST /srp/challenges › answers unknown usernames with a stable salt, as long as a real one', async () => {
    running = await start()
    const saltOf = async (username: string) =>
      bodyOf<{ challenge: { challenge_salt: string; challenge_b: string } }>(await challenge(username, '05')).challenge
    const first = await saltOf('nobody')
    const second = await saltOf('nobody')
    expect(first.challenge_salt).toMatch(/^[0-9a-f]{64}$/)
    expect(first.challenge_b).toMatch(/^[0-9a-f]{512}$/)
    expect(second.challenge_salt).toBe(first.challenge_salt)
    expect(second.challenge_b).not.toBe(first.challenge_b)
    expect((await saltOf('nobody else')).challenge_salt).not.toBe(first.challenge_salt)
  })

  it.each(['', '0', '00', 'xyz', `1${'0'.repeat(512)}`])(
    'POST /srp/challenges › srp_value_invalid, A = %.8s',
    async (srp_a) => {
      running = await start()
      const user = await registerUser(running)
      for (const username of [user.username, 'nobody']) {
        const reply = await challenge(username, srp_a)
        expect(refusalOf(reply)).toEqual({ status: 400, code: 'srp_value_invalid' })
        expect(reply.body).toMatchObject({ errors: [{ extra_info: { parameter: 'srp_a' } }] })
      }
      const proof = await finish({ username: user.username, srp_a, srp_m: WRONG_PROOF })
      expect(refusalOf(proof)).toEqual({ status: 400, code: 'srp_value_invalid' })
    },
  )

  it.each([
    ['keystore.srpChallengesPost', ['username', 'srp_a']],
    ['keystore.srpSessionPost', ['username', 'srp_a', 'srp_m']],
    ['keystore.sessionWithLoginKeyPost', ['login_key']],
  ])('%s › param_missing for each required field', async (operation, fields) => {
    running = await start()
    const complete = Object.fromEntries(fields.map((field) => [field, '05']))
    for (const field of fields) {
      const reply = await send({ operation, body: { ...complete, [field]: undefined } })
      expect(refusalOf(reply)).toEqual({ status: 400, code: 'param_missing' })
      expect(reply.body).toMatchObject({ errors: [{ extra_info: { parameter: field } }] })
    }
  })

  it('POST /srp/sessions › too_many_requests after 10 failed proofs within 15 minutes, even for the right one', async () => {
    running = await start()
    const user = await registerUser(running)
    const other = await registerUser(running)
    for (let count = 0; count < 10; count += 1) expect(refusalOf(await failOnce(user))).toEqual(LOGIN_FAILED)
    running.clock.advanceMs(5 * MINUTE_MS)
    const refused = await logIn(running, user)
    expect(refusalOf(refused)).toEqual({ status: 429, code: 'too_many_requests' })
    expect(refused).toMatchObject({ retryAfterSeconds: 600 })
    bodyOf(await logIn(running, other), 201)

    running.clock.advanceMs(10 * MINUTE_MS)
    bodyOf(await logIn(running, user), 201)
  })

  it('POST /srp/sessions › attempts without a challenge do not count, 9 failed proofs neither block', async () => {
    running = await start()
    const user = await registerUser(running)
    for (let count = 0; count < 9; count += 1) await failOnce(user)
    for (let count = 0; count < 20; count += 1) {
      const unasked = await finish({ username: user.username, srp_a: '05', srp_m: WRONG_PROOF })
      expect(refusalOf(unasked)).toEqual(LOGIN_FAILED)
    }
    bodyOf(await logIn(running, user), 201)
  })

  it('POST /srp/sessions › unknown usernames are limited as well, so that the limit tells nothing', async () => {
    running = await start()
    const nobody = { username: 'nobody', password: 'p' }
    for (let count = 0; count < 10; count += 1) expect(refusalOf(await logIn(running, nobody))).toEqual(LOGIN_FAILED)
    expect(refusalOf(await logIn(running, nobody))).toEqual({ status: 429, code: 'too_many_requests' })
  })

  it('POST /srp/sessions › lets a user in who waits for deletion', async () => {
    running = await start()
    const user = await registerUser(running)
    bodyOf(await send({ operation: 'keystore.usersDeletionQueuePost', headers: user.headers }), 201)
    bodyOf(await logIn(running, user), 201)
  })

  it('POST /session › no login, whatever the body says', async () => {
    running = await start()
    for (const body of [{ username: 'a', passphrase: 'b' }, { public_key: 'k' }, {}]) {
      const reply = await send({ operation: 'keystore.sessionPost', body })
      expect(refusalOf(reply)).toEqual({ status: 400, code: 'param_not_permitted' })
      const message = reply.ok ? '' : reply.body.errors[0]?.message
      expect(message).toContain('POST /srp/sessions')
      expect(message).toContain('POST /sessions of the vault')
    }
    expect(countSessions()).toBe(0)
  })

  const makeLoginKey = (keystoreUserId: string, expireAt: string | null) =>
    createLoginKeys(loginKeyStore(running.connection), { newSecretToken, hashToken }).createLoginKey(
      { now: '2026-01-01T00:00:00.000Z', newId: newTestId },
      { keystoreUserId, label: 'backup', expireAt },
    ).login_key
  const useLoginKey = (body: unknown) => send({ operation: 'keystore.sessionWithLoginKeyPost', body })

  it('POST /sessions/with_login_key › gives a session like any other, until the key expires', async () => {
    running = await start()
    const user = await registerUser(running)
    const login_key = makeLoginKey(user.keystoreUserId, '2026-01-01T00:01:00.000Z')
    const { session } = bodyOf<SessionBody>(await useLoginKey({ login_key, valid_for: 60 }), 201)
    expect(session).toMatchObject({ username: user.username, valid_till: '2026-01-01T00:01:00.000Z' })
    const headers = { authorization: session.session_authentication_string }
    bodyOf(await send({ operation: 'keystore.sessionGet', headers }))
    bodyOf(await useLoginKey({ login_key, username: user.username }), 201)

    const before = countSessions()
    running.clock.advanceMs(MINUTE_MS)
    expect(refusalOf(await useLoginKey({ login_key }))).toEqual(LOGIN_FAILED)
    expect(countSessions()).toBe(before)
  })

  it('POST /sessions/with_login_key › login_failed, an unknown key or the name of somebody else', async () => {
    running = await start()
    const user = await registerUser(running)
    const other = await registerUser(running)
    const login_key = makeLoginKey(user.keystoreUserId, null)
    const before = countSessions()
    expect(refusalOf(await useLoginKey({ login_key: newSecretToken() }))).toEqual(LOGIN_FAILED)
    expect(refusalOf(await useLoginKey({ login_key, username: other.username }))).toEqual(LOGIN_FAILED)
    expect(countSessions()).toBe(before)
    expect(running.connection.prepare('SELECT key_hash FROM login_keys').pluck().all()).toEqual([hashToken(login_key)])
  })

  const furtherToken = (headers: Readonly<Record<string, string>>, body: unknown) =>
    send({ operation: 'keystore.sessionLimitedInTimePost', headers, body })

  it('POST /session/limited_in_time › gives a further token, which ends no later than the presented one', async () => {
    running = await start()
    const user = await registerUser(running)
    const before = databaseContent(running.connection)
    for (const valid_for of [7 * DAY_S + 1, 30 * DAY_S]) {
      const refused = await furtherToken(user.headers, { valid_for })
      expect(refusalOf(refused)).toEqual({ status: 400, code: 'valid_for_invalid' })
      expect(refused.body).toMatchObject({
        errors: [{ extra_info: { parameter: 'valid_for', greatest_value: 7 * DAY_S } }],
      })
    }
    expect(databaseContent(running.connection)).toBe(before)

    const { session } = bodyOf<SessionBody>(await furtherToken(user.headers, { valid_for: 7 * DAY_S }), 201)
    expect(session).toMatchObject({ username: user.username, valid_till: '2026-01-08T00:00:00.000Z' })
    expect(session.session_authentication_string).not.toBe(user.token)
    for (const authorization of [user.token, session.session_authentication_string]) {
      bodyOf(await send({ operation: 'keystore.sessionGet', headers: { authorization } }))
    }
  })

  it.each(['sessionDelete', 'sessionsIdDelete'])('%s › ends what was made in the session', async (name) => {
    running = await start()
    const user = await registerUser(running)
    const own = bodyOf<{ sessions: readonly { readonly id: string }[] }>(
      await send({ operation: 'keystore.sessionsGet', headers: user.headers }),
    ).sessions[0]
    const { session } = bodyOf<SessionBody>(await furtherToken(user.headers, { valid_for: 60 }), 201)
    const made = { authorization: session.session_authentication_string }
    bodyOf(await furtherToken(made, { valid_for: 60 }), 201)
    const other = bodyOf<SessionBody>(await logIn(running, user), 201).session

    const request = { headers: user.headers, ...(name === 'sessionsIdDelete' && { params: { id: own?.id } }) }
    expect((await send({ operation: `keystore.${name}`, ...request })).status).toBe(204)

    expect(running.connection.prepare('SELECT id FROM sessions').pluck().all()).toEqual([other.id])
  })

  it('POST /session/limited_in_time › answers an empty username, a user without one', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const { session } = bodyOf<SessionBody>(await furtherToken(headers, { valid_for: 1 }), 201)
    expect(session.username).toBe('')
  })

  it('POST /session/limited_in_time › param_missing, without valid_for or with null', async () => {
    running = await start()
    const { headers } = await registerUser(running)
    for (const body of [{}, { valid_for: null }]) {
      expect(refusalOf(await furtherToken(headers, body))).toEqual({ status: 400, code: 'param_missing' })
    }
  })

  it.each([0, -1, 1.5, '60', 30 * DAY_S + 1, true])(
    'valid_for %s › valid_for_invalid on every endpoint that takes it',
    async (valid_for) => {
      running = await start()
      const user = await registerUser(running)
      const login_key = makeLoginKey(user.keystoreUserId, null)
      const before = countSessions()
      const expected = { status: 400, code: 'valid_for_invalid' }
      expect(refusalOf(await logIn(running, user, { valid_for }))).toEqual(expected)
      expect(refusalOf(await useLoginKey({ login_key, valid_for }))).toEqual(expected)
      expect(refusalOf(await furtherToken(user.headers, { valid_for }))).toEqual(expected)
      expect(countSessions()).toBe(before)
    },
  )

  it('valid_for › null is the default of 7 days, 1 second is the shortest', async () => {
    running = await start()
    const user = await registerUser(running)
    const byDefault = bodyOf<SessionBody>(await logIn(running, user, { valid_for: null }), 201)
    expect(byDefault.session.valid_till).toBe('2026-01-08T00:00:00.000Z')
    const shortest = bodyOf<SessionBody>(await logIn(running, user, { valid_for: 1 }), 201)
    const headers = { authorization: shortest.session.session_authentication_string }
    running.clock.advanceMs(999)
    bodyOf(await send({ operation: 'keystore.sessionGet', headers }))
    running.clock.advanceMs(1)
    const ended = await send({ operation: 'keystore.sessionGet', headers })
    expect(refusalOf(ended)).toEqual({ status: 401, code: 'unauthorized' })
    expect(ended.body).toMatchObject({ errors: [{ extra_info: { reason: 'token_expired' } }] })
  })

  it('GET /session › answers the presented token and its validity', async () => {
    running = await start()
    const user = await registerUser(running)
    const { session } = bodyOf<SessionBody>(
      await send({
        operation: 'keystore.sessionLimitedInTimePost',
        headers: { ...user.headers, 'user-agent': 'test client' },
        body: { valid_for: 60 },
      }),
      201,
    )
    const headers = { authorization: `Bearer ${session.session_authentication_string}` }
    expect(bodyOf(await send({ operation: 'keystore.sessionGet', headers }))).toEqual({
      session_type: 'token',
      valid: true,
      valid_till: '2026-01-01T00:01:00.000Z',
      user_access_token: {
        id: session.id,
        token: session.session_authentication_string,
        client_identifier: 'test client',
        timezone: null,
        expire_at: '2026-01-01T00:01:00.000Z',
      },
    })
  })

  it('GET /session › a vault token of a linked user is accepted, unless tokens are kept apart', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    bodyOf(await send({ operation: 'keystore.sessionGet', headers }))
    await running.close()
    running = await start({ separateTokens: true })
    const apart = aSignedInUser(running)
    expect(refusalOf(await send({ operation: 'keystore.sessionGet', headers: apart.headers }))).toEqual({
      status: 401,
      code: 'unauthorized',
    })
  })

  it('DELETE /session › ends the presented session only', async () => {
    running = await start()
    const user = await registerUser(running)
    const other = bodyOf<SessionBody>(await logIn(running, user), 201).session
    const ended = await send({ operation: 'keystore.sessionDelete', headers: user.headers })
    expect(ended).toMatchObject({ status: 204, body: undefined })
    const get = (authorization: string) => send({ operation: 'keystore.sessionGet', headers: { authorization } })
    expect(refusalOf(await get(user.token))).toEqual({ status: 401, code: 'unauthorized' })
    bodyOf(await get(other.session_authentication_string))
  })

  it.each([
    [undefined, 0],
    ['false', 0],
    ['0', 0],
    ['true', 1],
    ['1', 1],
    ['', 1],
  ])(
    'DELETE /session/all › except_current %s leaves %i of the sessions of both parts',
    async (except_current, left) => {
      running = await start()
      const user = aSignedInUser(running, { issuedBy: 'vault' })
      const stranger = aSignedInUser(running)
      const { session } = bodyOf<SessionBody>(await furtherToken(user.headers, { valid_for: 60 }), 201)
      bodyOf(await furtherToken(user.headers, { valid_for: 60 }), 201)
      const reply = await send({
        operation: 'keystore.sessionAllDelete',
        headers: { authorization: session.session_authentication_string },
        query: { except_current },
      })
      expect(reply).toMatchObject({ status: 204, body: undefined })
      const remaining = running.connection.prepare('SELECT id FROM sessions').pluck().all()
      expect(remaining.sort()).toEqual([stranger.sessionId, ...(left === 1 ? [session.id] : [])].sort())
    },
  )

  it('DELETE /session/all › invalid_params, another value; param_not_permitted, the old name, which ends nothing', async () => {
    running = await start()
    const user = await registerUser(running)
    bodyOf(await logIn(running, user), 201)
    const end = (query: unknown) => send({ operation: 'keystore.sessionAllDelete', headers: user.headers, query })
    expect(refusalOf(await end({ except_current: 'yes' }))).toEqual({ status: 400, code: 'invalid_params' })
    expect(countSessions()).toBe(2)
    for (const old of ['true', { except_current: 'true' }]) {
      const reply = await end({ delete_all_session_params: old })
      expect(refusalOf(reply)).toEqual({ status: 400, code: 'param_not_permitted' })
      expect(reply.ok ? '' : reply.body.errors[0]?.message).toContain('except_current')
    }
    expect(countSessions()).toBe(2)
  })

  it.each(['sessionGet', 'sessionDelete', 'sessionAllDelete', 'sessionLimitedInTimePost'])(
    '%s › unauthorized, without a token or with an unknown one',
    async (name) => {
      running = await start()
      for (const headers of [{}, { authorization: '' }, { authorization: `k_${'A'.repeat(43)}` }]) {
        const reply = await send({ operation: `keystore.${name}`, headers, body: { valid_for: 60 } })
        expect(refusalOf(reply)).toEqual({ status: 401, code: 'unauthorized' })
      }
    },
  )

  it.each([
    ['sessionGet', 200],
    ['sessionDelete', 204],
    ['sessionAllDelete', 403],
    ['sessionLimitedInTimePost', 403],
  ])('%s › a delegation header for somebody else answers %i', async (name, status) => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const reply = await send({
      operation: `keystore.${name}`,
      headers: { ...headers, 'service-delegation-id': UNKNOWN_ID },
      body: { valid_for: 60 },
    })
    expect(reply.status).toBe(status)
    expect(countSessions()).toBe(status === 204 ? 0 : 1)
  })
})
