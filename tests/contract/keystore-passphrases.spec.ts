// Proves docs/contract/keystore.md, Login keys, Changing the passphrase.

import { expect, it } from 'vitest'
import type { ChallengePurpose } from '../../shared/contract/srp-values.ts'
import { createSrpVerifier } from '../../src-main/crypto/srp-client.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import {
  bodyOf,
  logIn,
  OWN_WRAPPED_KEY,
  proofFor,
  PUBLISHED_WRAPPED_KEY,
  refusalOf,
  registerUser,
  requestLoginKey,
} from '../support/service/keystore-accounts.ts'
import type { Identity, RegisteredUser, SessionBody } from '../support/service/keystore-accounts.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const LOGIN_FAILED = { status: 401, code: 'login_failed' }
const SESSION_NOT_SUFFICIENT = { status: 403, code: 'session_not_sufficient' }
const EXHAUSTED = { status: 429, code: 'too_many_requests' }
const NEW = 'new'

describeOverTransports('key-store passphrases', (start) => {
  let running: TestService

  const send: TestService['send'] = (request) => running.send(request)
  const replacement = ({ username }: Identity, password = NEW) => ({
    ...createSrpVerifier({ username, password }),
    serialized_key_encryption_key: OWN_WRAPPED_KEY,
  })
  const put = (headers: RegisteredUser['headers'], body: object) =>
    send({ operation: 'keystore.srpUsersPut', headers, body })
  const freshProof = async (identity: Identity, purpose?: ChallengePurpose) => {
    const { srp_a, srp_m } = await proofFor(running, identity, purpose)
    return { srp_a, srp_m }
  }
  const change = async (user: RegisteredUser, extra: object = {}) =>
    put(user.headers, { ...replacement(user), ...(await freshProof(user, 'change_passphrase')), ...extra })
  const restore = async (identity: Identity) =>
    send({ operation: 'keystore.srpUsersRestorePost', body: await proofFor(running, identity, 'restore_passphrase') })
  const renewed = (user: RegisteredUser): RegisteredUser => ({ ...user, password: NEW })
  const storeKey = async (user: RegisteredUser) => {
    const body = { serialized_key_encryption_key: PUBLISHED_WRAPPED_KEY }
    const reply = await send({ operation: 'keystore.keyEncryptionKeyPost', headers: user.headers, body })
    return bodyOf<{ key_encryption_key: { id: string } }>(reply, 201).key_encryption_key.id
  }
  const keyOf = (headers: RegisteredUser['headers']) => send({ operation: 'keystore.keyEncryptionKeyGet', headers })
  const loginKey = async (user: RegisteredUser, label: string) =>
    bodyOf<{ id: string; login_key: string }>(await requestLoginKey(running, user, { label }), 201)
  const labels = () => running.connection.prepare('SELECT label FROM login_keys ORDER BY label').pluck().all()
  const sessionCount = () => running.connection.prepare('SELECT count(*) FROM sessions').pluck().get()
  const headersOf = async (user: Identity) => {
    const { session } = bodyOf<SessionBody>(await logIn(running, user), 201)
    return { authorization: session.session_authentication_string }
  }

  it('PUT /srp/users › the new passphrase logs in, the old one does not, the key keeps its id', async () => {
    running = await start()
    const user = await registerUser(running)
    const id = await storeKey(user)

    expect(bodyOf(await change(user))).toEqual({ user: { id: user.keystoreUserId, username: user.username } })
    expect(refusalOf(await logIn(running, user))).toEqual(LOGIN_FAILED)
    bodyOf(await logIn(running, renewed(user)), 201)
    expect(bodyOf(await keyOf(user.headers))).toEqual({
      key_encryption_key: { id, serialized_key_encryption_key: OWN_WRAPPED_KEY },
    })
  })

  it('PUT /srp/users › ends the other sessions and open challenges, keeps the presented session', async () => {
    running = await start()
    const user = await registerUser(running)
    const stranger = await registerUser(running)
    bodyOf(await logIn(running, user), 201)
    const openProof = await proofFor(running, user)

    bodyOf(await change(user))
    const sessions = running.connection.prepare('SELECT keystore_user_id FROM sessions ORDER BY valid_from').pluck()
    expect(sessions.all().sort()).toEqual([user.keystoreUserId, stranger.keystoreUserId].sort())
    bodyOf(await send({ operation: 'keystore.sessionGet', headers: user.headers }))
    const late = await send({ operation: 'keystore.srpSessionPost', body: openProof })
    expect(refusalOf(late)).toEqual(LOGIN_FAILED)
  })

  it('PUT /srp/users › changes nothing, refused', async () => {
    running = await start()
    const user = await registerUser(running)
    bodyOf(await logIn(running, user), 201)
    const proof = await freshProof(user, 'change_passphrase')
    const before = databaseContent(running.connection)
    const whole = { ...replacement(user), ...proof }
    const tried: readonly (readonly [object, string])[] = [
      [{ ...whole, serialized_key_encryption_key: 'clear key' }, 'ciphertext_format_invalid'],
      [{ ...whole, srp_verifier: '0' }, 'invalid_params'],
      [{ ...whole, srp_a: '0' }, 'srp_value_invalid'],
      [{ ...whole, keep_login_keys: ['not an id'] }, 'invalid_params'],
      [{ ...whole, srp_a: undefined }, 'param_missing'],
      [{ ...whole, srp_m: undefined }, 'param_missing'],
      [{}, 'param_missing'],
    ]
    for (const [body, code] of tried) expect(refusalOf(await put(user.headers, body))).toEqual({ status: 400, code })
    const anonymous = await send({ operation: 'keystore.srpUsersPut', headers: {}, body: whole })
    expect(refusalOf(anonymous)).toEqual({ status: 401, code: 'unauthorized' })
    expect(databaseContent(running.connection)).toBe(before)
    bodyOf(await put(user.headers, whole)) // none of them used the challenge up
  })

  it('PUT /srp/users › login_failed without a right proof of the old passphrase, made for this', async () => {
    running = await start()
    const user = await registerUser(running)
    const stranger = await registerUser(running, 'of somebody else')
    const used = await freshProof(user, 'change_passphrase')
    bodyOf(await put(user.headers, { ...replacement(user, user.password), ...used }))
    const before = running.connection.prepare('SELECT id, srp_verifier FROM keystore_users').all()
    const proofs = {
      'of another passphrase': await freshProof({ ...user, password: NEW }, 'change_passphrase'),
      'of a login': await freshProof(user),
      'of another purpose': await freshProof(user, 'login_key'),
      'of somebody else': await freshProof(stranger, 'change_passphrase'),
      'used already': used,
      'never asked for': { srp_a: '05', srp_m: '0'.repeat(64) },
    }
    for (const [kind, proof] of Object.entries(proofs)) {
      const refused = await put(user.headers, { ...replacement(user), ...proof })
      expect({ kind, ...refusalOf(refused) }).toEqual({ kind, ...LOGIN_FAILED })
    }
    expect(running.connection.prepare('SELECT id, srp_verifier FROM keystore_users').all()).toEqual(before)
    expect(sessionCount()).toBe(2)
  })

  it('POST /srp/sessions › a proof that was made for another purpose logs nobody in', async () => {
    running = await start()
    const user = await registerUser(running)
    const body = await proofFor(running, user, 'change_passphrase')
    expect(refusalOf(await send({ operation: 'keystore.srpSessionPost', body }))).toEqual(LOGIN_FAILED)
  })

  it('PUT /srp/users › wrong proofs count like failed logins', async () => {
    running = await start()
    const user = await registerUser(running)
    const wrong = { ...user, password: 'wrong' }
    for (let count = 0; count < 10; count += 1) expect(refusalOf(await change(wrong))).toEqual(LOGIN_FAILED)
    expect(refusalOf(await change(user))).toEqual(EXHAUSTED)
    expect(refusalOf(await logIn(running, user))).toEqual(EXHAUSTED)
    expect(refusalOf(await restore(user))).toEqual(EXHAUSTED)
    expect(refusalOf(await requestLoginKey(running, user, { label: 'a' }))).toEqual(EXHAUSTED)
  })

  it('PUT /srp/users › session_not_sufficient, a session made in another one, or in that', async () => {
    running = await start()
    const user = await registerUser(running)
    const madeIn = async (headers: RegisteredUser['headers']) => {
      const made = await send({ operation: 'keystore.sessionLimitedInTimePost', headers, body: { valid_for: 60 } })
      return { authorization: bodyOf<SessionBody>(made, 201).session.session_authentication_string }
    }
    const made = await madeIn(user.headers)
    for (const headers of [made, await madeIn(made)]) {
      const refused = await change({ ...user, headers })
      expect(refusalOf(refused)).toEqual(SESSION_NOT_SUFFICIENT)
    }
    bodyOf(await logIn(running, user), 201)
  })

  it('PUT /srp/users › session_not_sufficient, a session of a login key', async () => {
    running = await start()
    const user = await registerUser(running)
    const { login_key } = await loginKey(user, 'a script')
    const opened = await send({ operation: 'keystore.sessionWithLoginKeyPost', body: { login_key } })
    const { session_authentication_string: authorization } = bodyOf<SessionBody>(opened, 201).session
    expect(refusalOf(await change({ ...user, headers: { authorization } }))).toEqual(SESSION_NOT_SUFFICIENT)
  })

  it('PUT /srp/users › session_not_sufficient, a session that began before its kind was noted', async () => {
    running = await start()
    const user = await registerUser(running)
    running.connection.exec('UPDATE sessions SET opened_by = NULL')
    expect(refusalOf(await change(user))).toEqual(SESSION_NOT_SUFFICIENT)
    bodyOf(await change({ ...user, headers: await headersOf(user) }))
  })

  it('PUT /srp/users › forbidden, a user without passphrase login', async () => {
    running = await start()
    const { headers } = aSignedInUser(running)
    const body = { ...replacement({ username: 'x', password: 'p' }), srp_a: '05', srp_m: '0' }
    expect(refusalOf(await put(headers, body))).toEqual({ status: 403, code: 'forbidden' })
    const key = await send({ operation: 'keystore.loginKeysPost', headers, body: { ...body, label: 'a' } })
    expect(refusalOf(key)).toEqual({ status: 403, code: 'forbidden' })
  })

  it('PUT /srp/users › ends the login keys but for those named; others of nobody else', async () => {
    running = await start()
    const user = await registerUser(running)
    const stranger = await registerUser(running)
    await loginKey(user, 'ends')
    const kept = await loginKey(user, 'stays')
    const foreign = await loginKey(stranger, 'of a stranger')

    const refused = await change(user, { keep_login_keys: [kept.id, foreign.id] })
    expect(refusalOf(refused)).toEqual({ status: 400, code: 'invalid_params' })
    expect(refused.body).toMatchObject({ errors: [{ extra_info: { parameter: 'keep_login_keys[1]' } }] })
    expect(labels()).toEqual(['ends', 'of a stranger', 'stays'])

    bodyOf(await change(user, { keep_login_keys: [kept.id] }))
    expect(labels()).toEqual(['of a stranger', 'stays'])
    bodyOf(await change(renewed(user)))
    expect(labels()).toEqual(['of a stranger'])
  })

  it('PUT /srp/users › keeps what was replaced sealed, and nothing of it in clear', async () => {
    running = await start()
    const user = await registerUser(running)
    await storeKey(user)
    const { srp_salt, srp_verifier } = running.connection.prepare('SELECT * FROM keystore_users').get() as Record<
      'srp_salt' | 'srp_verifier',
      string
    >
    bodyOf(await change(user))
    const [kept] = running.connection.prepare('SELECT * FROM replaced_passphrases').all() as { sealed: Buffer }[]
    expect(kept).toMatchObject({ keystore_user_id: user.keystoreUserId, kept_till: '2026-01-31T00:00:00.000Z' })
    for (const part of [srp_salt, srp_verifier, PUBLISHED_WRAPPED_KEY]) {
      expect(kept?.sealed.includes(part)).toBe(false)
      expect(databaseContent(running.connection)).not.toContain(part)
    }
  })

  it('POST /srp/users/restore › brings passphrase and key back; every session and login key ends', async () => {
    running = await start()
    const user = await registerUser(running)
    const id = await storeKey(user)
    const kept = await loginKey(user, 'kept by the change')
    bodyOf(await change(user, { keep_login_keys: [kept.id] }))

    expect(bodyOf(await restore(user))).toEqual({ user: { id: user.keystoreUserId, username: user.username } })
    expect([sessionCount(), labels()]).toEqual([0, []])
    expect(refusalOf(await logIn(running, renewed(user)))).toEqual(LOGIN_FAILED)
    expect(bodyOf(await keyOf(await headersOf(user)))).toEqual({
      key_encryption_key: { id, serialized_key_encryption_key: PUBLISHED_WRAPPED_KEY },
    })
    expect(refusalOf(await restore(user))).toEqual(LOGIN_FAILED)
  })

  it('POST /srp/users/restore › a user who had no key-encryption key has none again', async () => {
    running = await start()
    const user = await registerUser(running)
    bodyOf(await change(user))
    bodyOf(await restore(user))
    expect(refusalOf(await keyOf(await headersOf(user)))).toEqual({ status: 404, code: 'key_encryption_key_not_found' })
  })

  it.each([
    ['a login', (user: RegisteredUser) => logIn(running, user)],
    ['a login key', (user: RegisteredUser) => requestLoginKey(running, user, { label: 'a' })],
  ])('POST /srp/users/restore › login_failed after %s with the new passphrase', async (_, prove) => {
    running = await start()
    const user = await registerUser(running)
    bodyOf(await change(user))
    bodyOf(await prove(renewed(user)), 201)
    expect(running.connection.prepare('SELECT * FROM replaced_passphrases').all()).toEqual([])
    expect(refusalOf(await restore(user))).toEqual(LOGIN_FAILED)
    bodyOf(await logIn(running, renewed(user)), 201)
  })

  it('POST /srp/users/restore › until 30 days are over, although nothing was purged', async () => {
    running = await start()
    const user = await registerUser(running)
    bodyOf(await change(user))
    running.clock.advanceMs(30 * DAY_MS - 1)
    const proof = await proofFor(running, user, 'restore_passphrase')
    running.clock.advanceMs(1)
    expect(refusalOf(await send({ operation: 'keystore.srpUsersRestorePost', body: proof }))).toEqual(LOGIN_FAILED)
    expect(refusalOf(await restore(user))).toEqual(LOGIN_FAILED)
    running.clock.advanceMs(-1)
    bodyOf(await restore(user))
  })

  it('POST /srp/users/restore › login_failed for any other proof, and nothing changes', async () => {
    running = await start()
    const user = await registerUser(running)
    const other = await registerUser(running)
    bodyOf(await change(user))
    const before = running.connection.prepare('SELECT * FROM keystore_users').all()
    const proofs = {
      'of the new passphrase': await proofFor(running, renewed(user), 'restore_passphrase'),
      'of a wrong one': await proofFor(running, { ...user, password: 'wrong' }, 'restore_passphrase'),
      'of the old one for a login': await proofFor(running, user),
      'of a user who changed none': await proofFor(running, other, 'restore_passphrase'),
      'of nobody': await proofFor(running, { username: 'nobody', password: 'p' }, 'restore_passphrase'),
    }
    for (const [kind, body] of Object.entries(proofs)) {
      const refused = await send({ operation: 'keystore.srpUsersRestorePost', body })
      expect({ kind, ...refusalOf(refused) }).toEqual({ kind, ...LOGIN_FAILED })
    }
    expect(running.connection.prepare('SELECT * FROM keystore_users').all()).toEqual(before)
    bodyOf(await restore(user))
  })

  it('POST /srp/challenges › the salts say neither who exists nor who changed a passphrase', async () => {
    running = await start()
    const user = await registerUser(running)
    const saltOf = async (username: string, purpose?: ChallengePurpose) => {
      const body = { username, srp_a: '05', ...(purpose !== undefined && { purpose }) }
      const reply = await send({ operation: 'keystore.srpChallengesPost', body })
      return bodyOf<{ challenge: { challenge_salt: string } }>(reply).challenge.challenge_salt
    }
    for (const username of [user.username, 'nobody']) {
      const former = await saltOf(username, 'restore_passphrase')
      expect(former).toMatch(/^[0-9a-f]{64}$/)
      expect(await saltOf(username, 'restore_passphrase')).toBe(former)
      expect(await saltOf(username)).not.toBe(former)
      expect(await saltOf(username, 'change_passphrase')).toBe(await saltOf(username))
    }
    const refused = await send({
      operation: 'keystore.srpChallengesPost',
      body: { username: 'a', srp_a: '05', purpose: 'x' },
    })
    expect(refusalOf(refused)).toEqual({ status: 400, code: 'invalid_params' })
  })

  it('POST /login_keys › login_failed without a right proof made for this, and no key is made', async () => {
    running = await start()
    const user = await registerUser(running)
    const proofs = {
      'of a wrong passphrase': await freshProof({ ...user, password: 'wrong' }, 'login_key'),
      'of a login': await freshProof(user),
      'of another purpose': await freshProof(user, 'change_passphrase'),
    }
    for (const [kind, proof] of Object.entries(proofs)) {
      const body = { label: 'a', ...proof }
      const refused = await send({ operation: 'keystore.loginKeysPost', headers: user.headers, body })
      expect({ kind, ...refusalOf(refused) }).toEqual({ kind, ...LOGIN_FAILED })
    }
    const without = await send({ operation: 'keystore.loginKeysPost', headers: user.headers, body: { label: 'a' } })
    expect(refusalOf(without)).toEqual({ status: 400, code: 'param_missing' })
    expect(labels()).toEqual([])
  })
})
