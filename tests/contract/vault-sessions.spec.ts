// Proves docs/contract/vault.md, Credentials, Delegation header, Limits, Cipher text, Sessions, Events: names;
// docs/contract/keystore.md, Principals.

import { expect, it } from 'vitest'
import { hashToken } from '../../src-main/crypto/token.ts'
import { aSignedInUser, newTestId, UNKNOWN_ID } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { bodyOf, refusalOf, registerUser } from '../support/service/keystore-accounts.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { createVaultAccount, newBundleKey, newRsaKey } from '../support/service/vault-accounts.ts'
import type { VaultAccount } from '../support/service/vault-accounts.ts'

const NOW = '2026-01-01T00:00:00.000Z'
const DAY_MS = 24 * 60 * 60 * 1000
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
const VAULT_TOKEN = /^v_[A-Za-z0-9_-]{43}$/
const rsaKey = newRsaKey()

interface LoginBody {
  readonly session: { readonly encrypted_session_authentication_string: string }
}
interface LimitedBody {
  readonly session: {
    readonly encrypted_session_authentication_string: string | null
    readonly session_authentication_string: string
    readonly valid_from: string
    readonly valid_till: string
  }
}
interface SessionBody {
  readonly user_access_token: { readonly id: string } | null
}
type Headers = Readonly<Record<string, string>>

describeOverTransports('vault sessions', (start) => {
  let running: TestService

  const send: TestService['send'] = (request) => running.send(request)
  const call = (name: string, headers: Headers, extra: { readonly body?: unknown; readonly query?: unknown } = {}) =>
    send({ operation: `vault.${name}`, headers, ...extra })
  const logIn = (public_key: unknown, extra: Readonly<Record<string, unknown>> = {}, headers: Headers = {}) =>
    call('sessionPost', headers, { body: { public_key, ...extra } })
  const tokenOf = async ({ loginKey }: VaultAccount, extra: Readonly<Record<string, unknown>> = {}) =>
    loginKey.open(
      bodyOf<LoginBody>(await logIn(loginKey.publicKey, extra)).session.encrypted_session_authentication_string,
    )
  const sessionOf = async (token: string) => bodyOf<SessionBody>(await call('sessionGet', { authorization: token }))
  const reasonOf = async (token: string) => {
    const reply = await call('sessionGet', { authorization: token })
    return reply.ok ? undefined : reply.body.errors[0]?.extra_info['reason']
  }
  const eventsOf = (userId: string) =>
    running.connection
      .prepare(
        'SELECT name, eventable_type, event_type, eventable_id, creator, value FROM events WHERE user_id = ? ORDER BY id',
      )
      .all(userId)

  it('POST /session › answers a token only the owner of the RSA key can read, stored as a hash', async () => {
    running = await start()
    const account = await createVaultAccount(running, { loginKey: rsaKey })
    const { session } = bodyOf<LoginBody>(await logIn(rsaKey.publicKey))
    expect(session).toEqual({
      encrypted_session_authentication_string: expect.stringMatching(/^Rsa2048\.[A-Za-z0-9_-]+=*\.QQUAAAAA$/) as string,
    })
    const token = rsaKey.open(session.encrypted_session_authentication_string)
    expect(token).toMatch(VAULT_TOKEN)
    await sessionOf(token)
    expect(running.connection.serialize().includes(token.slice(2))).toBe(false)
    expect(
      running.connection
        .prepare('SELECT issued_by, vault_user_id FROM sessions WHERE token_hash = ?')
        .get(hashToken(token)),
    ).toEqual({ issued_by: 'vault', vault_user_id: account.userId })
  })

  it('POST /session › answers a token only the owner of the key bundle can read', async () => {
    running = await start()
    const account = await createVaultAccount(running)
    const token = await tokenOf(account)
    expect(token).toMatch(VAULT_TOKEN)
    expect(token).not.toBe(account.token)
    bodyOf(await call('meGet', { authorization: token }))
  })

  it('POST /session › finds the key whatever its line ends', async () => {
    running = await start()
    await createVaultAccount(running, { loginKey: rsaKey })
    for (const end of ['\r\n', '\r']) {
      bodyOf(await logIn(rsaKey.publicKey.replaceAll('\n', end)))
    }
  })

  it('POST /session › the token lasts 7 days, or as long as valid_for says', async () => {
    running = await start()
    const account = await createVaultAccount(running)
    expect(await sessionOf(await tokenOf(account))).toMatchObject({ valid_till: '2026-01-08T00:00:00.000Z' })
    expect(await sessionOf(await tokenOf(account, { valid_for: null }))).toMatchObject({
      valid_till: '2026-01-08T00:00:00.000Z',
    })
    expect(await sessionOf(await tokenOf(account, { valid_for: 90 }))).toMatchObject({
      valid_till: '2026-01-01T00:01:30.000Z',
    })
    expect(await sessionOf(await tokenOf(account, { valid_for: 2_592_000 }))).toMatchObject({
      valid_till: '2026-01-31T00:00:00.000Z',
    })
  })

  it('POST /session › the token works in the key-store too, after the accounts were linked', async () => {
    running = await start()
    const keystoreUser = await registerUser(running)
    const admission = await send({ operation: 'keystore.externalAdmissionTokensGet', headers: keystoreUser.headers })
    const { external_admission_token } = bodyOf<{
      external_admission_token: { vault_api_admission_token: string }
    }>(admission)
    const account = await createVaultAccount(running, {
      admissionToken: external_admission_token.vault_api_admission_token,
    })
    const token = await tokenOf(account)
    const reply = await send({ operation: 'keystore.sessionGet', headers: { authorization: token } })
    expect(bodyOf(reply)).toMatchObject({ session_type: 'token', user_access_token: { token } })
  })

  it('POST /session › leaves nothing behind until its token is used, whoever asks and however often', async () => {
    running = await start()
    const account = await createVaultAccount(running)
    const before = databaseContent(running.connection)
    for (let count = 0; count < 200; count += 1) bodyOf(await logIn(account.loginKey.publicKey))
    const token = await tokenOf(account)
    expect(databaseContent(running.connection)).toBe(before)
    await sessionOf(token)
    expect(databaseContent(running.connection)).not.toBe(before)
    const events = eventsOf(account.userId)
    await sessionOf(token)
    expect(eventsOf(account.userId)).toEqual(events)
  })

  it('POST /session › a token that was not used yet ends with all sessions, with its time and with the user', async () => {
    running = await start()
    const account = await createVaultAccount(running)
    const ended = await tokenOf(account)
    const late = await tokenOf(await createVaultAccount(running), { valid_for: 60 })
    expect((await call('sessionAllDelete', account.headers, { query: { except_current: 'true' } })).status).toBe(204)
    expect(await reasonOf(ended)).toBe('token_invalid')
    running.clock.advanceMs(60_000)
    expect(await reasonOf(late)).toBe('token_expired')
    const last = await tokenOf(account)
    expect((await call('meDelete', account.headers)).status).toBe(204)
    expect(await reasonOf(last)).toBe('token_invalid')
  })

  it('POST /session › records session.created when the token is used first', async () => {
    running = await start()
    const account = await createVaultAccount(running)
    const { user_access_token } = await sessionOf(await tokenOf(account))
    expect(eventsOf(account.userId).at(-1)).toEqual({
      name: 'session.created',
      eventable_type: 'AccessToken',
      event_type: 'create',
      eventable_id: user_access_token?.id,
      creator: 'system',
      value: '{"session_type":"token"}',
    })
  })

  it.each([
    ['param_missing', {}],
    ['invalid_params', { public_key: null }],
    ['invalid_params', { public_key: 7 }],
    ['invalid_public_key', { public_key: '' }],
    ['invalid_public_key', { public_key: 'ssh-rsa AAAA' }],
    ['invalid_public_key', { public_key: 'pdv1.pk.kp.AAAAAAAAAAA.AAAA' }],
    ['invalid_public_key', { public_key: 'x'.repeat(17_000) }],
    ['invalid_public_key', { public_key: newRsaKey(1024).publicKey }],
    ['valid_for_invalid', { public_key: rsaKey.publicKey, valid_for: 0 }],
    ['valid_for_invalid', { public_key: rsaKey.publicKey, valid_for: 2_592_001 }],
    ['valid_for_invalid', { public_key: rsaKey.publicKey, valid_for: 1.5 }],
    ['valid_for_invalid', { public_key: rsaKey.publicKey, valid_for: '60' }],
  ])('POST /session › %s and nothing changed, %#', async (code, body) => {
    running = await start()
    await createVaultAccount(running, { loginKey: rsaKey })
    const before = databaseContent(running.connection)
    const refused = await call('sessionPost', {}, { body })
    expect(refusalOf(refused)).toEqual({ status: 400, code })
    expect(refused.body).toMatchObject({
      errors: [{ extra_info: { parameter: code === 'valid_for_invalid' ? 'valid_for' : 'public_key' } }],
    })
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('POST /session › unauthorized with reason unknown_public_key, key of nobody or of an agent', async () => {
    running = await start()
    const account = await createVaultAccount(running)
    running.connection.prepare("UPDATE users SET user_type = 'organization_agent' WHERE id = ?").run(account.userId)
    const before = databaseContent(running.connection)
    for (const publicKey of [rsaKey.publicKey, newBundleKey().publicKey, account.loginKey.publicKey]) {
      const refused = await logIn(publicKey)
      expect(refusalOf(refused)).toEqual({ status: 401, code: 'unauthorized' })
      expect(refused.body).toMatchObject({ errors: [{ extra_info: { reason: 'unknown_public_key' } }] })
    }
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('POST /session › too_many_requests after 10 failures of one key in a minute; other keys go on', async () => {
    running = await start()
    const account = await createVaultAccount(running)
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(refusalOf(await logIn(rsaKey.publicKey)).code).toBe('unauthorized')
      running.clock.advanceMs(1000)
    }
    const refused = await logIn(rsaKey.publicKey.replaceAll('\n', '\r\n'))
    expect(refusalOf(refused)).toEqual({ status: 429, code: 'too_many_requests' })
    expect(refused).toMatchObject({ retryAfterSeconds: 50 })
    await tokenOf(account)
    expect(refusalOf(await logIn(newBundleKey().publicKey)).code).toBe('unauthorized')

    running.clock.advanceMs(50_000)
    expect(refusalOf(await logIn(rsaKey.publicKey)).code).toBe('unauthorized')
  })

  it('GET /session › keeps 255 characters of a longer client identifier', async () => {
    running = await start()
    const { loginKey } = await createVaultAccount(running)
    const reply = await logIn(loginKey.publicKey, {}, { 'user-agent': 'x'.repeat(300) })
    const token = loginKey.open(bodyOf<LoginBody>(reply).session.encrypted_session_authentication_string)
    expect(await sessionOf(token)).toMatchObject({ user_access_token: { client_identifier: 'x'.repeat(255) } })
  })

  it('GET /session › answers type, token record and validity without a root key', async () => {
    running = await start()
    const account = await createVaultAccount(running)
    const reply = await logIn(account.loginKey.publicKey, {}, { 'user-agent': 'curl/8.5.0' })
    const token = account.loginKey.open(bodyOf<LoginBody>(reply).session.encrypted_session_authentication_string)
    expect(await sessionOf(token)).toEqual({
      session_type: 'token',
      user_access_token: {
        id: UUID,
        token,
        client_identifier: 'curl/8.5.0',
        timezone: null,
        expire_at: '2026-01-08T00:00:00.000Z',
      },
      valid_till: '2026-01-08T00:00:00.000Z',
      valid: true,
    })
  })

  it('GET /session › echoes the token without the word Bearer', async () => {
    running = await start()
    const { token } = await createVaultAccount(running)
    expect(await sessionOf(`Bearer ${token}`)).toMatchObject({ user_access_token: { token } })
  })

  it('a session that ended › stays ended when the clock goes back, in both parts', async () => {
    running = await start()
    const { token } = await createVaultAccount(running)
    const headers = { authorization: token }
    expect((await call('sessionGet', headers)).status).toBe(200)
    running.clock.correctMs(7 * DAY_MS)
    await running.send({ operation: 'vault.versionGet' })
    running.clock.correctMs(-7 * DAY_MS)

    for (const operation of ['vault.sessionGet', 'keystore.sessionGet']) {
      const refused = await running.send({ operation, headers })
      expect(refused).toMatchObject({ status: 401, body: { errors: [{ extra_info: { reason: 'token_expired' } }] } })
    }
  })

  it('every call › unauthorized with its reason, without a token, with a wrong or an expired one', async () => {
    running = await start()
    const { token } = await createVaultAccount(running)
    running.clock.advanceMs(7 * DAY_MS)
    running.service.applyDueChanges(running.clock.nowMs())
    const before = databaseContent(running.connection)
    const cases: readonly (readonly [Headers, string])[] = [
      [{}, 'token_missing'],
      [{ authorization: 'undefined' }, 'token_missing'],
      [{ authorization: 'v_wrong' }, 'token_invalid'],
      [{ authorization: token }, 'token_expired'],
    ]
    const calls = ['sessionGet', 'sessionDelete', 'sessionAllDelete', 'sessionResumePatch', 'sessionLimitedInTimePost']
    for (const [headers, reason] of cases) {
      for (const name of calls) {
        const refused = await call(name, headers, name === 'sessionLimitedInTimePost' ? { body: { valid_for: 1 } } : {})
        expect(refusalOf(refused), name).toEqual({ status: 401, code: 'unauthorized' })
        expect(refused.body, name).toMatchObject({ errors: [{ extra_info: { reason } }] })
      }
    }
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('DELETE /session › ends the presented session only, and records it', async () => {
    running = await start()
    const account = await createVaultAccount(running)
    const token = await tokenOf(account)
    const id = (await sessionOf(token)).user_access_token?.id
    expect(await call('sessionDelete', { authorization: token })).toEqual({ ok: true, status: 204, body: undefined })
    expect(await reasonOf(token)).toBe('token_invalid')
    bodyOf(await call('sessionGet', account.headers))
    expect(eventsOf(account.userId).at(-1)).toEqual({
      name: 'session.deleted',
      eventable_type: 'AccessToken',
      event_type: 'delete',
      eventable_id: id,
      creator: account.userId,
      value: null,
    })
  })

  it('DELETE /session/all › ends every session of the user in both parts, nobody else’s, one event each', async () => {
    running = await start()
    const { userId, keystoreUserId, headers, token } = aSignedInUser(running)
    const keystoreToken = addKeystoreSession(userId, keystoreUserId)
    const stranger = aSignedInUser(running)
    expect(await call('sessionAllDelete', headers)).toEqual({ ok: true, status: 204, body: undefined })
    expect(await reasonOf(token)).toBe('token_invalid')
    expect(await reasonOf(keystoreToken)).toBe('token_invalid')
    bodyOf(await call('sessionGet', stranger.headers))
    expect(eventsOf(userId)).toMatchObject([{ name: 'session.deleted' }, { name: 'session.deleted' }])
    expect(eventsOf(stranger.userId)).toEqual([])
  })

  it('DELETE /session/all › keeps the presented session with except_current, only when it is true', async () => {
    running = await start()
    for (const value of ['true', '1']) {
      const user = aSignedInUser(running)
      const other = addKeystoreSession(user.userId, user.keystoreUserId)
      expect((await call('sessionAllDelete', user.headers, { query: { except_current: value } })).status).toBe(204)
      expect(await reasonOf(other), value).toBe('token_invalid')
      bodyOf(await call('sessionGet', user.headers))
    }
    for (const value of ['false', '0', '']) {
      const user = aSignedInUser(running)
      expect((await call('sessionAllDelete', user.headers, { query: { except_current: value } })).status).toBe(204)
      expect(await reasonOf(user.token), value).toBe('token_invalid')
    }
  })

  it('DELETE /session/all › invalid_params and nothing changed, except_current is no boolean', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const before = databaseContent(running.connection)
    for (const old of ['true', { except_current: 'true' }]) {
      const { body } = await call('sessionAllDelete', headers, { query: { delete_all_session_params: old } })
      expect(body).toMatchObject({ errors: [{ error: 'param_not_permitted' }] })
      expect(JSON.stringify(body)).toContain('use except_current')
    }
    const refused = await call('sessionAllDelete', headers, { query: { except_current: 'perhaps' } })
    expect(refusalOf(refused)).toEqual({ status: 400, code: 'invalid_params' })
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('PATCH /session/resume › answers the presented token and its user, and records new_session', async () => {
    running = await start()
    const account = await createVaultAccount(running)
    const { user } = bodyOf<{ user: unknown }>(await call('meGet', account.headers))
    const { user_access_token } = await sessionOf(account.token)
    expect(bodyOf(await call('sessionResumePatch', account.headers))).toEqual({
      user_access_token,
      token_type: 'bearer',
      user,
    })
    expect(eventsOf(account.userId).at(-1)).toEqual({
      name: 'session.resumed',
      eventable_type: 'AccessToken',
      event_type: 'new_session',
      eventable_id: user_access_token?.id,
      creator: account.userId,
      value: null,
    })
  })

  it('POST /session/limited_in_time › answers the same further token in clear and sealed to the login key', async () => {
    running = await start()
    const account = await createVaultAccount(running)
    const reply = await call('sessionLimitedInTimePost', account.headers, { body: { valid_for: 60 } })
    const { session } = bodyOf<LimitedBody>(reply, 201)
    expect(session).toEqual({
      encrypted_session_authentication_string: expect.stringMatching(/^pdv1\.bs\.tok\./) as string,
      session_authentication_string: expect.stringMatching(VAULT_TOKEN) as string,
      valid_from: NOW,
      valid_till: '2026-01-01T00:01:00.000Z',
    })
    const token = session.session_authentication_string
    expect(account.loginKey.open(session.encrypted_session_authentication_string ?? '')).toBe(token)
    const { user_access_token } = await sessionOf(token)
    expect(eventsOf(account.userId).at(-1)).toMatchObject({
      name: 'session.created',
      eventable_id: user_access_token?.id,
      creator: account.userId,
    })
    running.clock.advanceMs(60_000)
    expect(await reasonOf(token)).toBe('token_expired')
    bodyOf(await call('sessionGet', account.headers))
  })

  it('POST /session/limited_in_time › valid_for_seconds means the same; valid_for wins', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const limited = async (body: unknown) =>
      bodyOf<LimitedBody>(await call('sessionLimitedInTimePost', headers, { body }), 201).session.valid_till
    expect(await limited({ valid_for_seconds: 60 })).toBe('2026-01-01T00:01:00.000Z')
    expect(await limited({ valid_for: null, valid_for_seconds: 60 })).toBe('2026-01-01T00:01:00.000Z')
    expect(await limited({ valid_for: 30, valid_for_seconds: 60 })).toBe('2026-01-01T00:00:30.000Z')
  })

  it('POST /session/limited_in_time › valid_for_invalid with the greatest value, beyond the presented token', async () => {
    running = await start()
    const { headers } = aSignedInUser(running, { validForSeconds: 100 })
    running.clock.advanceMs(12_345)
    const before = databaseContent(running.connection)
    for (const parameter of ['valid_for', 'valid_for_seconds']) {
      for (const seconds of [88, 2_592_000]) {
        const refused = await call('sessionLimitedInTimePost', headers, { body: { [parameter]: seconds } })
        expect(refusalOf(refused)).toEqual({ status: 400, code: 'valid_for_invalid' })
        expect(refused.body).toMatchObject({ errors: [{ extra_info: { parameter, greatest_value: 87 } }] })
      }
    }
    expect(databaseContent(running.connection)).toBe(before)
    const reply = await call('sessionLimitedInTimePost', headers, { body: { valid_for: 87 } })
    expect(bodyOf<LimitedBody>(reply, 201).session.valid_till).toBe('2026-01-01T00:01:39.345Z')
  })

  it('DELETE /session › ends what was made in it, and what was made in that, each with its event', async () => {
    running = await start()
    const account = await createVaultAccount(running)
    const make = async (authorization: string) => {
      const reply = await call('sessionLimitedInTimePost', { authorization }, { body: { valid_for: 60 } })
      return bodyOf<LimitedBody>(reply, 201).session.session_authentication_string
    }
    const loggedIn = account.headers.authorization
    const made = await make(loggedIn)
    const madeInMade = await make(made)
    const apart = account.loginKey.open(
      bodyOf<{ session: { encrypted_session_authentication_string: string } }>(await logIn(account.loginKey.publicKey))
        .session.encrypted_session_authentication_string,
    )
    await sessionOf(apart)

    expect((await call('sessionDelete', account.headers)).status).toBe(204)

    for (const token of [loggedIn, made, madeInMade]) expect(await reasonOf(token)).toBe('token_invalid')
    bodyOf(await call('sessionGet', { authorization: apart }))
    expect(eventsOf(account.userId).slice(-3)).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ name: 'session.deleted' }) as unknown),
    )
  })

  it('DELETE /session › of what was made in it leaves the one it was made in', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const reply = await call('sessionLimitedInTimePost', headers, { body: { valid_for: 60 } })
    const { session_authentication_string: authorization } = bodyOf<LimitedBody>(reply, 201).session
    expect((await call('sessionDelete', { authorization })).status).toBe(204)
    bodyOf(await call('sessionGet', headers))
  })

  it('POST /session/limited_in_time › nothing sealed for a user without a login key', async () => {
    running = await start()
    const agent = aSignedInUser(running, { userType: 'organization_agent' })
    const reply = await call('sessionLimitedInTimePost', agent.headers, { body: { valid_for: 60 } })
    const { session } = bodyOf<LimitedBody>(reply, 201)
    expect(session.encrypted_session_authentication_string).toBeNull()
    bodyOf(await call('meGet', { authorization: session.session_authentication_string }))
  })

  it.each([
    ['param_missing', 'valid_for', {}],
    ['param_missing', 'valid_for', { valid_for: null }],
    ['param_missing', 'valid_for', { valid_for_seconds: null }],
    ['valid_for_invalid', 'valid_for', { valid_for: 0 }],
    ['valid_for_invalid', 'valid_for', { valid_for: '60' }],
    ['valid_for_invalid', 'valid_for_seconds', { valid_for_seconds: 2_592_001 }],
    ['valid_for_invalid', 'valid_for_seconds', { valid_for: 60, valid_for_seconds: 0.5 }],
  ])('POST /session/limited_in_time › %s names %s and nothing changed, %#', async (code, parameter, body) => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const before = databaseContent(running.connection)
    const refused = await call('sessionLimitedInTimePost', headers, { body })
    expect(refusalOf(refused)).toEqual({ status: 400, code })
    expect(refused.body).toMatchObject({ errors: [{ extra_info: { parameter } }] })
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('every call › ignores the delegation header: sessions concern the caller', async () => {
    running = await start()
    const account = await createVaultAccount(running)
    for (const id of [UNKNOWN_ID, 'nonsense', aSignedInUser(running).userId]) {
      const headers = { ...account.headers, 'service-delegation-id': id }
      bodyOf(await logIn(account.loginKey.publicKey, {}, headers))
      bodyOf(await call('sessionGet', headers))
      expect(bodyOf(await call('sessionResumePatch', headers))).toMatchObject({ user: { id: account.userId } })
      bodyOf(await call('sessionLimitedInTimePost', headers, { body: { valid_for: 1 } }), 201)
      const keepCurrent = { query: { except_current: 'true' } }
      expect((await call('sessionAllDelete', headers, keepCurrent)).status).toBe(204)
    }
    const headers = { ...account.headers, 'service-delegation-id': UNKNOWN_ID }
    expect((await call('sessionDelete', headers)).status).toBe(204)
  })

  it('tokens › of the key-store open the vault, of a user who has a vault account', async () => {
    running = await start()
    const { headers } = aSignedInUser(running, { issuedBy: 'keystore' })
    bodyOf(await call('sessionGet', headers))
    const withoutVault = await registerUser(running)
    expect(await reasonOf(withoutVault.token)).toBe('token_invalid')
  })

  it('tokens › of the key-store do not open the vault, when tokens are separate', async () => {
    running = await start({ separateTokens: true })
    const user = aSignedInUser(running)
    const keystoreToken = addKeystoreSession(user.userId, user.keystoreUserId)
    bodyOf(await call('sessionGet', user.headers))
    expect(await reasonOf(keystoreToken)).toBe('token_invalid')
    const keystoreGet = (authorization: string) =>
      send({ operation: 'keystore.sessionGet', headers: { authorization } })
    bodyOf(await keystoreGet(keystoreToken))
    expect(refusalOf(await keystoreGet(user.token))).toEqual({ status: 401, code: 'unauthorized' })
  })

  /** A second session of the user, issued by the key-store. */
  function addKeystoreSession(userId: string, keystoreUserId: string): string {
    const token = `k_${newTestId()}`
    running.connection
      .prepare(
        "INSERT INTO sessions (token_hash, id, issued_by, vault_user_id, keystore_user_id, valid_from, valid_till) VALUES (?, ?, 'keystore', ?, ?, ?, ?)",
      )
      .run(hashToken(token), newTestId(), userId, keystoreUserId, NOW, '2026-01-08T00:00:00.000Z')
    return token
  }
})
