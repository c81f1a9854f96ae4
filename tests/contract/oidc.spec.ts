// Proves docs/contract/keystore.md, OpenID Connect, Test issuers, Sessions, Principals; docs/contract/vault.md, Credentials, Sessions.

import { createHmac } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { serviceOperations } from '../../shared/contract/index.ts'
import { isObject } from '../../shared/presentation-exchange/json.ts'
import { aChild } from '../support/people/delegations.ts'
import { operatorCalls } from '../support/people/organizations.ts'
import { aSignedInUser, newTestId, UNKNOWN_ID } from '../support/service/builders.ts'
import { bodyOf, OWN_WRAPPED_KEY, refusalOf } from '../support/service/keystore-accounts.ts'
import { databaseContent } from '../support/service/database-content.ts'
import type { TestIssuer } from '../support/service/oidc-issuers.ts'
import { anIssuer, MINTED_S } from '../support/service/oidc-issuers.ts'
import { believeClock } from '../support/service/pass-time.ts'
import { describeOverTransports, OPERATOR_PASSWORD, startService } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { newBundleKey } from '../support/service/vault-accounts.ts'

interface MeBody {
  readonly user: { readonly id: string; readonly full_name: string | null; readonly email: string }
}
interface IdBody {
  readonly data_encryption_key: { readonly id: string; readonly serialized_data_encryption_key: string }
}

const SECOND = { kid: 'second', carries_over_from: ['https://first.test'] }

let first: TestIssuer
let second: TestIssuer
let foreign: TestIssuer

beforeAll(async () => {
  first = await anIssuer('https://first.test')
  second = await anIssuer('https://second.test', { algorithm: 'EdDSA', ...SECOND })
  foreign = await anIssuer('https://foreign.test')
})

/** An id for every parameter of a path. */
function paramsOf(path: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, UNKNOWN_ID]))
}

describeOverTransports('OpenID Connect', (start) => {
  let running: TestService

  const startWithIssuers = () => start({ oidcIssuers: [first.config, second.config, foreign.config] })
  const get = (operation: string, headers: Readonly<Record<string, string>>) => running.send({ operation, headers })
  const me = async (headers: Readonly<Record<string, string>>) => bodyOf<MeBody>(await get('vault.meGet', headers), 200)
  const count = (table: string) => running.connection.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  const reasonOf = async (headers: Readonly<Record<string, string>>) => {
    const reply = await get('vault.meGet', headers)
    return reply.ok ? 'accepted' : reply.body.errors[0]?.extra_info['reason']
  }

  it('the first token of somebody makes a vault user with name and email, the second finds it', async () => {
    running = await startWithIssuers()
    const headers = await first.headers('ada', { name: 'Ada Lovelace', email: 'ada@example.org' })

    const { user } = await me(headers)

    expect(user).toMatchObject({ full_name: 'Ada Lovelace', email: 'ada@example.org', user_type: 'human' })
    expect((await me(await first.headers('ada', { name: 'Another Name' }))).user).toMatchObject({
      id: user.id,
      full_name: 'Ada Lovelace',
    })
    expect([count('users'), count('keystore_users'), count('oidc_identities')]).toEqual([1, 0, 1])
  })

  it('each part opens its account with the first call, and both are one person', async () => {
    running = await startWithIssuers()
    const headers = await first.headers('ada')
    expect(refusalOf(await get('keystore.keyEncryptionKeyGet', headers))).toMatchObject({ status: 404 })
    expect([count('users'), count('keystore_users')]).toEqual([0, 1])

    const { user } = await me(headers)

    expect([count('users'), count('keystore_users'), count('oidc_identities')]).toEqual([1, 1, 1])
    expect(running.connection.prepare('SELECT vault_user_id, username FROM keystore_users').get()).toEqual({
      vault_user_id: user.id,
      username: null,
    })
  })

  it('a vault account can be made with the admission token, which the key store answers to a JWT', async () => {
    running = await startWithIssuers()
    const headers = await first.headers('ada')
    const { external_admission_token } = bodyOf<{ external_admission_token: { vault_api_admission_token: string } }>(
      await get('keystore.externalAdmissionTokensGet', headers),
      200,
    )
    const body = {
      public_key: newBundleKey().publicKey,
      admission_token: external_admission_token.vault_api_admission_token,
    }
    const made = bodyOf<MeBody>(await running.send({ operation: 'vault.mePost', body }), 201)

    expect((await me(headers)).user.id).toBe(made.user.id)
    expect(refusalOf(await get('keystore.externalAdmissionTokensGet', headers))).toEqual({
      status: 400,
      code: 'vault_account_exists',
    })
  })

  it('the admission token of somebody whose vault account a JWT opened since makes no second one', async () => {
    running = await startWithIssuers()
    const headers = await first.headers('ada')
    const { external_admission_token } = bodyOf<{ external_admission_token: { vault_api_admission_token: string } }>(
      await get('keystore.externalAdmissionTokensGet', headers),
      200,
    )
    const { user } = await me(headers)
    const body = {
      public_key: newBundleKey().publicKey,
      admission_token: external_admission_token.vault_api_admission_token,
    }
    const make = () => running.send({ operation: 'vault.mePost', body })

    expect(refusalOf(await make())).toEqual({ status: 400, code: 'admission_token_invalid' })

    expect((await me(headers)).user.id).toBe(user.id)
    await running.send({ operation: 'vault.meDelete', headers })
    const made = bodyOf<MeBody>(await make(), 201)
    expect((await me(headers)).user.id).toBe(made.user.id)
  })

  it.each([
    ['oidc_token', (token: string) => ({ oidc_token: token })],
    ['authorizationoidc2', (token: string) => ({ authorizationoidc2: token })],
    ['Authorization', (token: string) => ({ authorization: token })],
    ['Authorization with Bearer', (token: string) => ({ authorization: `Bearer ${token}` })],
    [
      'oidc_token, the others as published clients leave them',
      (token: string) => ({ authorization: '', oidc_token: token, authorizationoidc2: 'undefined' }),
    ],
  ])('is taken in the header %s', async (_, headersOf) => {
    running = await startWithIssuers()
    const headers = headersOf(await first.token())
    expect((await me(headers)).user.id).toBe((await me(await first.headers('ada'))).user.id)
  })

  it('the first credential counts: a bad one is refused although the next is good', async () => {
    running = await startWithIssuers()
    const user = aSignedInUser(running)
    const good = await first.token()
    expect((await me({ ...user.headers, oidc_token: good })).user.id).toBe(user.userId)
    expect(await reasonOf({ authorization: 'v_unknown', oidc_token: good })).toBe('token_invalid')
    expect(await reasonOf({ oidc_token: await first.token({ aud: 'x' }), authorizationoidc2: good })).toBe(
      'invalid_jwt',
    )
  })

  it.each([
    ['9,000 characters without form', 'x'.repeat(9_000), 'is not a JSON Web Token'],
    ['9,000 characters in three parts', `e30.${'x'.repeat(8_992)}.eHh4`, 'invalid_jwt'],
    ['more characters than a token has', `e30.${'x'.repeat(17_000)}.eHh4`, 'longer than 16384 characters'],
  ])('a credential that is no token is 401, however long: %s', async (_, token, told) => {
    running = await startWithIssuers()
    for (const headers of [{ oidc_token: token }, { authorizationoidc2: token }]) {
      const reply = await get('vault.meGet', headers)
      expect(refusalOf(reply)).toEqual({ status: 401, code: 'unauthorized' })
      expect(JSON.stringify(reply.body)).toContain(told)
    }
    expect(count('users')).toBe(0)
  })

  it('a hostile token is 401 in every header and for both parts, makes nobody, and has no address looked at', async () => {
    const rsa = await anIssuer('https://rsa.test', { algorithm: 'RS256' })
    running = await start({ oidcIssuers: [first.config, rsa.config] })
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const [header = '', payload = '', signature = ''] = (await first.token()).split('.')
    const confused = `${part({ alg: 'HS256', kid: rsa.publicJwk['kid'] })}.${(await rsa.token()).split('.')[1] ?? ''}`
    const hmac = createHmac('sha256', JSON.stringify(rsa.publicJwk)).update(confused).digest('base64url')
    const address = `http://127.0.0.1:1/`
    const stranger = await anIssuer('https://first.test', { kid: 'of a stranger' })
    const ownKey = { jwk: stranger.publicJwk, jku: address, x5u: address, kid: first.publicJwk['kid'] }
    const hostile = [
      ...['none', 'None', 'NONE', ''].map((alg) => `${part({ alg })}.${payload}.`),
      `${part({ alg: 'none' })}.${payload}.${signature}`,
      `${confused}.${hmac}`,
      await stranger.token({}, ownKey),
      ...(await Promise.all(['../../dev/null', "' OR 1=1 --", '__proto__'].map((kid) => first.token({}, { kid })))),
      await first.token({}, { b64: true, crit: ['b64'] }),
      ...(await Promise.all(
        [
          { iss: 'https://second.test' },
          { aud: 'somebody else' },
          { exp: MINTED_S - 3600 },
          { nbf: MINTED_S + 3600 },
          { iat: MINTED_S + 3600 },
        ].map((claims) => first.token(claims)),
      )),
      `${header}.${part({ token: await first.token() })}.${signature}`,
      `${header}.${payload}.${signature}.${payload}.${signature}`,
      `${header}.${payload}`,
    ]
    for (const token of hostile) {
      const sent = [{ oidc_token: token }, { authorizationoidc2: token }, { authorization: `Bearer ${token}` }]
      for (const headers of sent) {
        for (const operation of ['vault.meGet', 'keystore.sessionGet']) {
          expect(refusalOf(await get(operation, headers)), token).toEqual({ status: 401, code: 'unauthorized' })
        }
      }
    }
    expect([count('users'), count('keystore_users'), count('oidc_identities')]).toEqual([0, 0, 0])
    await me(await first.headers('ada'))
  })

  it('a token of 16,000 characters signs in', async () => {
    running = await startWithIssuers()
    const headers = await first.headers('ada', { note: 'x'.repeat(11_500) })
    expect(await reasonOf(headers)).toBe('accepted')
  })

  it('GET /session › oidc, without a token, until exp; of a token session token', async () => {
    running = await startWithIssuers()
    const user = aSignedInUser(running)
    const headers = await first.headers('ada')
    for (const operation of ['vault.sessionGet', 'keystore.sessionGet']) {
      expect(bodyOf(await get(operation, headers), 200)).toEqual({
        session_type: 'oidc',
        user_access_token: null,
        valid_till: '2026-01-01T01:00:00.000Z',
        valid: true,
      })
      expect(bodyOf(await get(operation, user.headers), 200)).toMatchObject({
        session_type: 'token',
        user_access_token: { token: user.token },
      })
    }
  })

  it('the session of an organization ends with the token it was opened with', async () => {
    running = await startWithIssuers()
    const headers = await first.headers('ada')
    await me(headers)
    const key = newBundleKey()
    const body = { name: 'Harbour Clinic', public_key: key.publicKey }
    const made = await running.send({ operation: 'vault.organizationsPost', headers, body })
    const { organization } = bodyOf<{ organization: { id: string } }>(made, 201)
    await operatorCalls(running).validate(organization.id)

    const params = { id: organization.id }
    const login = await running.send({ operation: 'vault.organizationsIdLoginPost', headers, params })
    const agent = { authorization: key.open(bodyOf<{ encrypted_access_token: string }>(login).encrypted_access_token) }

    expect(bodyOf(await get('vault.sessionGet', agent))).toMatchObject({ valid_till: '2026-01-01T01:00:00.000Z' })
    running.clock.advanceMs(61 * 60 * 1000)
    expect(refusalOf(await get('vault.meGet', agent))).toMatchObject({ status: 401, code: 'unauthorized' })
  })

  it('calls that need a session › check the token first: 401 for one that is none, 403 for a good one', async () => {
    running = await startWithIssuers()
    const good = await first.headers('ada')
    await get('keystore.sessionGet', good)
    const bad = [
      await first.headers('ada', { exp: MINTED_S - 3600 }),
      await first.headers('ada', { aud: 'somebody else' }),
      await first.headers('ada', { iss: 'https://unknown.test' }),
    ]
    const needing = serviceOperations.filter(({ auth }) => auth === 'token')
    expect(needing.length).toBeGreaterThan(0)
    const before = databaseContent(running.connection)
    for (const { id, path } of needing) {
      const send = async (headers: Readonly<Record<string, string>>) =>
        refusalOf(await running.send({ operation: id, headers, params: paramsOf(path) }))
      for (const headers of bad) expect(await send(headers), id).toEqual({ status: 401, code: 'unauthorized' })
      expect(await send(good), id).toEqual({ status: 403, code: 'forbidden' })
    }
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('sessions › session_of_oidc in the vault, forbidden in the key store, where ending one is without effect', async () => {
    running = await startWithIssuers()
    const headers = await first.headers('ada')
    await me(headers)
    const refused = async (operation: string, body?: unknown) =>
      refusalOf(await running.send({ operation, headers, body }))
    expect(await refused('vault.sessionDelete')).toEqual({ status: 409, code: 'session_of_oidc' })
    expect(await refused('vault.sessionResumePatch')).toEqual({ status: 409, code: 'session_of_oidc' })
    expect(await refused('vault.sessionLimitedInTimePost', { valid_for: 60 })).toEqual({
      status: 409,
      code: 'session_of_oidc',
    })
    expect(await refused('keystore.sessionLimitedInTimePost', { valid_for: 60 })).toEqual({
      status: 403,
      code: 'forbidden',
    })
    expect(await refused('keystore.sessionAllDelete')).toEqual({ status: 403, code: 'forbidden' })
    expect((await get('keystore.sessionDelete', headers)).status).toBe(204)
    expect((await get('vault.sessionAllDelete', headers)).status).toBe(204)
    await me(headers)
    expect(count('sessions')).toBe(0)
  })

  it('every operation of the key store for users takes a JWT, but for those that need a session of their own', async () => {
    running = await startWithIssuers()
    const headers = await first.headers('ada')
    await me(headers) // without a vault account there is nothing to act for, and POST /delegations is refused for that
    const ofUsers = serviceOperations.filter(
      ({ api, auth }) => api === 'keystore' && (auth === 'user' || auth === 'token'),
    )
    const refusals: string[] = []
    for (const { id, path } of ofUsers) {
      const reply = await running.send({ operation: id, headers, params: paramsOf(path) })
      if (reply.status === 403) refusals.push(id)
      expect([id, reply.status]).not.toEqual([id, 401])
    }
    expect(refusals.sort()).toEqual(
      ofUsers
        .filter(({ auth }) => auth === 'token')
        .map(({ id }) => id)
        .sort(),
    )
    expect(refusals).toEqual(
      expect.arrayContaining([
        'keystore.srpUsersPut',
        'keystore.sessionAllDelete',
        'keystore.sessionLimitedInTimePost',
      ]),
    )
  })

  it('every operation of the vault for users takes a JWT, with the operator password where that is asked for too', async () => {
    running = await startWithIssuers()
    const headers = { ...(await first.headers('ada')), admin_password: OPERATOR_PASSWORD }
    const ofUsers = serviceOperations.filter(({ api, auth }) => api === 'vault' && auth.endsWith('user'))
    expect(ofUsers.length).toBeGreaterThan(80)
    for (const { id, path } of ofUsers) {
      const { status } = await running.send({ operation: id, headers, params: paramsOf(path) })
      expect([id, status === 401 || status >= 500]).toEqual([id, false])
    }
  })

  it('every operation for users refuses a JWT of somebody unknown, and nothing is changed', async () => {
    running = await startWithIssuers()
    const stranger = await anIssuer('https://stranger.test')
    const headers = await stranger.headers('ada')
    const before = databaseContent(running.connection)
    for (const { id, auth, path } of serviceOperations) {
      if (auth !== 'user') continue
      const reply = await running.send({ operation: id, headers, params: paramsOf(path) })
      expect([id, reply.status]).toEqual([id, 401])
    }
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('a JWT carries a key store of its own: what one subject keeps another does not find', async () => {
    running = await startWithIssuers()
    const [ada, bob] = [await first.headers('ada'), await first.headers('bob')]
    const body = { serialized_data_encryption_key: OWN_WRAPPED_KEY }
    const made = await running.send({ operation: 'keystore.dataEncryptionKeysPost', headers: ada, body })
    if (!made.ok) throw new Error(JSON.stringify(made.body))
    const { id } = (made.body as IdBody).data_encryption_key
    const read = (headers: Readonly<Record<string, string>>) =>
      running.send({ operation: 'keystore.dataEncryptionKeysIdGet', headers, params: { id } })
    expect((await read(ada)).status).toBe(200)
    expect((await read(bob)).status).toBe(404)
  })

  it('the same subject of another issuer is somebody else', async () => {
    running = await startWithIssuers()
    const ids = await Promise.all(
      [first, second, foreign].map(async (issuer) => (await me(await issuer.headers('ada'))).user.id),
    )
    expect(new Set(ids).size).toBe(3)
  })

  it.each([
    ['the subject of before', () => 'ada'],
    ['the id of the vault user', (userId: string) => userId],
    ['the id of the vault user in capitals', (userId: string) => userId.toUpperCase()],
  ])('a change of the provider › the same user, named by %s', async (_, nameOf) => {
    running = await startWithIssuers()
    const before = (await me(await first.headers('ada'))).user.id

    const changed = await second.headers('ada-2', { extension_serviceUserId: nameOf(before) })

    expect((await me(changed)).user.id).toBe(before)
    expect((await me(await second.headers('ada-2'))).user.id).toBe(before)
    expect((await me(await first.headers('ada'))).user.id).toBe(before)
    expect(count('users')).toBe(1)
  })

  it('a change of the provider › by the claim of published clients, and by the id of the key-store user', async () => {
    running = await startWithIssuers()
    await get('keystore.sessionGet', await first.headers('ada'))
    const id = running.connection.prepare<[], string>('SELECT id FROM keystore_users').pluck().get()
    const changed = await second.headers('ada-2', { extension_meecoUserId: id })
    await get('keystore.sessionGet', changed)
    expect([count('keystore_users'), count('oidc_identities')]).toEqual([1, 2])
  })

  it('a change of the provider › ours wins over the claim of published clients', async () => {
    running = await startWithIssuers()
    const ada = (await me(await first.headers('ada'))).user.id
    await me(await first.headers('bob'))
    const changed = await second.headers('x', { extension_serviceUserId: 'ada', extension_meecoUserId: 'bob' })
    expect((await me(changed)).user.id).toBe(ada)
  })

  it('a change of the provider › an issuer that may not take over is refused, and makes nobody', async () => {
    running = await startWithIssuers()
    const ada = (await me(await first.headers('ada'))).user.id
    const before = databaseContent(running.connection)
    for (const named of ['ada', ada]) {
      const reply = await get('vault.meGet', await foreign.headers('mallory', { extension_serviceUserId: named }))
      expect(refusalOf(reply)).toEqual({ status: 403, code: 'forbidden' })
    }
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('a change of the provider › users with a login of their own only where the issuer may', async () => {
    const trusted = await anIssuer('https://trusted.test', { carries_over_accounts: true })
    running = await start({ oidcIssuers: [first.config, second.config, trusted.config] })
    const user = aSignedInUser(running)
    const claim = { extension_serviceUserId: user.userId }
    expect(refusalOf(await get('vault.meGet', await second.headers('x', claim)))).toMatchObject({ code: 'forbidden' })

    expect((await me(await trusted.headers('x', claim))).user.id).toBe(user.userId)
    expect((await me(user.headers)).user.id).toBe(user.userId)
    // From now on the person came with tokens of an issuer, which others would have to be trusted with.
    expect(refusalOf(await get('vault.meGet', await second.headers('x', claim)))).toMatchObject({ code: 'forbidden' })
  })

  it('a change of the provider › never an agent, which is refused; who is named by nobody is a new user', async () => {
    const trusted = await anIssuer('https://trusted.test', {
      carries_over_accounts: true,
      carries_over_from: ['https://first.test'],
    })
    running = await start({ oidcIssuers: [first.config, trusted.config] })
    const agents = (['organization_agent', 'service_agent'] as const).map((userType) => {
      return aSignedInUser(running, { userType }).userId
    })
    running.connection.prepare('UPDATE keystore_users SET vault_user_id = NULL').run()
    const before = databaseContent(running.connection)
    for (const agent of agents) {
      for (const claim of ['extension_serviceUserId', 'extension_meecoUserId']) {
        const reply = await get('vault.meGet', await trusted.headers('x', { [claim]: agent.toUpperCase() }))
        expect(refusalOf(reply)).toEqual({ status: 403, code: 'forbidden' })
      }
    }
    expect(databaseContent(running.connection)).toBe(before)

    const people = count('users')
    expect(agents).not.toContain((await me(await trusted.headers('y', { extension_serviceUserId: 'nobody' }))).user.id)
    expect(count('users')).toBe(Number(people) + 1)

    // Somebody whom the issuer before calls like an agent is no agent, and has a change of provider like anybody.
    const called = (await me(await first.headers(agents[0] ?? ''))).user.id
    expect((await me(await trusted.headers('z', { extension_serviceUserId: agents[0] }))).user.id).toBe(called)
  })

  it('a change of the provider › nobody is stopped by who is called like their id, or ends in that account', async () => {
    const trusted = await anIssuer('https://trusted.test', {
      carries_over_accounts: true,
      carries_over_from: ['https://first.test', 'https://foreign.test'],
    })
    running = await start({ oidcIssuers: [first.config, foreign.config, trusted.config] })
    const withPassphrase = aSignedInUser(running).userId
    const ada = (await me(await first.headers('ada'))).user.id
    await get('keystore.sessionGet', await first.headers('ada'))
    const inKeystore = running.connection
      .prepare<[string], string>('SELECT id FROM keystore_users WHERE vault_user_id = ?')
      .pluck()
      .get(ada)
    for (const [index, [named, person]] of (
      [
        [withPassphrase, withPassphrase],
        [ada, ada],
        [inKeystore, ada],
      ] as const
    ).entries()) {
      for (const issuer of [first, foreign]) {
        expect((await me(await issuer.headers(named ?? ''))).user.id).not.toBe(person)
      }
      const changed = await trusted.headers(`new-${index}`, { extension_serviceUserId: named })
      expect((await me(changed)).user.id).toBe(person)
    }
  })

  it('a change of the provider › never a child, who is reached through its parents only', async () => {
    const trusted = await anIssuer('https://trusted.test', { carries_over_accounts: true })
    running = await start({ oidcIssuers: [trusted.config] })
    const child = await aChild(running, aSignedInUser(running))
    const keystoreUser = running.connection
      .prepare<[string], string>('SELECT id FROM keystore_users WHERE vault_user_id = ?')
      .pluck()
    const before = databaseContent(running.connection)
    for (const named of [child.userId, keystoreUser.get(child.userId)]) {
      const reply = await get('vault.meGet', await trusted.headers('x', { extension_serviceUserId: named }))
      expect(refusalOf(reply)).toEqual({ status: 403, code: 'forbidden' })
    }
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('a change of the provider › who is known already stays who it is', async () => {
    running = await startWithIssuers()
    await me(await first.headers('ada'))
    const own = (await me(await second.headers('bob'))).user.id
    expect((await me(await second.headers('bob', { extension_serviceUserId: 'ada' }))).user.id).toBe(own)
  })

  it('a change of the provider › a name that two issuers use for two people is refused', async () => {
    const both = await anIssuer('https://both.test', {
      carries_over_from: ['https://first.test', 'https://foreign.test'],
    })
    running = await start({ oidcIssuers: [first.config, foreign.config, both.config] })
    await me(await first.headers('ada'))
    await me(await foreign.headers('ada'))
    const reply = await get('vault.meGet', await both.headers('x', { extension_serviceUserId: 'ada' }))
    expect(refusalOf(reply)).toEqual({ status: 403, code: 'forbidden' })
  })

  it('a change of the provider › users whom unrelated issuers call the same are in nobody’s way', async () => {
    const unrelated = await anIssuer('https://unrelated.test')
    running = await start({ oidcIssuers: [first.config, second.config, foreign.config, unrelated.config] })
    const ada = (await me(await first.headers('ada'))).user.id
    for (const issuer of [foreign, unrelated]) await me(await issuer.headers('ada'))
    const people = count('users')

    expect((await me(await second.headers('x', { extension_serviceUserId: 'ada' }))).user.id).toBe(ada)
    expect(count('users')).toBe(people)
  })

  it('a change of the provider › nor are those whom they call by the id of a user, or who have such an id', async () => {
    running = await startWithIssuers()
    const ada = (await me(await first.headers('ada'))).user.id
    await me(await foreign.headers(ada))
    expect((await me(await second.headers('x', { extension_serviceUserId: ada }))).user.id).toBe(ada)

    // The other way round: the trusted issuer calls somebody by what is the id of a stranger.
    const stranger = (await me(await foreign.headers('stranger'))).user.id
    const called = (await me(await first.headers(stranger))).user.id
    expect((await me(await second.headers('y', { extension_serviceUserId: stranger }))).user.id).toBe(called)
  })

  it('a change of the provider › whom only unrelated issuers call so is refused, also when trusted ones know the person', async () => {
    const both = await anIssuer('https://both.test', { carries_over_from: ['https://first.test'] })
    running = await start({ oidcIssuers: [first.config, second.config, both.config] })
    await me(await first.headers('ada'))
    // Ada goes on with the second issuer, which calls her ada-2; the third one is trusted with the names of the first.
    await me(await second.headers('ada-2', { extension_serviceUserId: 'ada' }))
    const before = databaseContent(running.connection)
    const reply = await get('vault.meGet', await both.headers('x', { extension_serviceUserId: 'ada-2' }))
    expect(refusalOf(reply)).toEqual({ status: 403, code: 'forbidden' })
    expect(databaseContent(running.connection)).toBe(before)
  })

  it('DELETE /me › the next token begins anew; the key-store account stays', async () => {
    running = await startWithIssuers()
    const headers = await first.headers('ada')
    await get('keystore.sessionGet', headers)
    const { user } = await me(headers)
    expect((await running.send({ operation: 'vault.meDelete', headers })).status).toBe(204)
    expect((await me(headers)).user.id).not.toBe(user.id)
    expect([count('users'), count('keystore_users'), count('oidc_identities')]).toEqual([1, 1, 1])
  })

  it('POST /users/deletion_queue › with a JWT; once both accounts are gone nobody is remembered', async () => {
    running = await startWithIssuers()
    const headers = await first.headers('ada')
    bodyOf(await running.send({ operation: 'keystore.usersDeletionQueuePost', headers }), 201)
    running.clock.advanceMs(15 * 86_400_000)
    believeClock(running)
    await running.send({ operation: 'vault.versionGet' })
    expect([count('keystore_users'), count('oidc_identities')]).toEqual([0, 0])
  })

  it('no message, log or row holds a token', async () => {
    running = await startWithIssuers()
    const token = await first.token()
    const bad = await first.token({ aud: 'x' })
    await me({ oidc_token: token })
    const reply = await get('vault.meGet', { oidc_token: bad })
    for (const secret of [token, bad].flatMap((one) => one.split('.'))) {
      expect(JSON.stringify(reply.body)).not.toContain(secret)
      expect(databaseContent(running.connection)).not.toContain(secret)
    }
    expect(running.faults).toEqual([])
  })

  it('a token ends: token_expired with its leeway of a minute', async () => {
    running = await startWithIssuers()
    const headers = await first.headers('ada', { exp: MINTED_S + 10 })
    await me(headers)
    running.clock.advanceMs(69_999)
    await me(headers)
    running.clock.advanceMs(1)
    expect(await reasonOf(headers)).toBe('token_expired')
  })

  it('a test issuer publishes what it is and its public keys, to anybody', async () => {
    running = await start({ requireSubscriptionKey: true })
    running.service.oidc.issuers.saveTest({ ...first.config, test_id: UNKNOWN_ID })
    const ask = (name: string, id: string) => running.send({ operation: `keystore.${name}`, params: { id } })
    expect(bodyOf(await ask('testIssuersIdJwksGet', UNKNOWN_ID), 200)).toEqual(first.config.jwks)
    expect(bodyOf(await ask('testIssuersIdMetadataGet', UNKNOWN_ID), 200)).toMatchObject({
      issuer: 'https://first.test',
      jwks_uri: `${running.url === undefined ? '' : `${running.url}/keystore`}/test_issuers/${UNKNOWN_ID}/jwks`,
      id_token_signing_alg_values_supported: ['ES256'],
    })
    for (const name of ['testIssuersIdJwksGet', 'testIssuersIdMetadataGet']) {
      expect(refusalOf(await ask(name, newTestId()))).toEqual({ status: 404, code: 'not_found' })
    }
  })

  it('who is known comes in although nothing can be written; who is new does not', async () => {
    running = await startWithIssuers()
    const headers = await first.headers('ada')
    await get('keystore.sessionGet', headers)
    running.connection.pragma('query_only = on')
    expect((await get('keystore.sessionGet', headers)).status).toBe(200)
    expect(refusalOf(await get('keystore.sessionGet', await first.headers('bob')))).toMatchObject({
      code: 'storage_read_only',
    })
    running.connection.pragma('query_only = off')
    expect((await get('keystore.sessionGet', await first.headers('bob'))).status).toBe(200)
  })

  it('without any issuer a JWT is of an unknown one', async () => {
    running = await start()
    expect(await reasonOf(await first.headers('ada'))).toBe('unknown_issuer')
  })

  it('separate tokens keep no JWT out', async () => {
    running = await start({ oidcIssuers: [first.config], separateTokens: true })
    const headers = await first.headers('ada')
    await me(headers)
    expect((await get('keystore.sessionGet', headers)).status).toBe(200)
  })
})

it('OpenID Connect › many first calls at once make one user', async () => {
  const { service, connection } = startService({ oidcIssuers: [first.config] })
  const headers = await first.headers('ada')
  const calls = ['vault.meGet', 'keystore.sessionGet', 'vault.meGet', 'vault.sessionGet']
  const replies = await Promise.all(calls.map((operation) => service.dispatch({ operation, headers })))
  expect(replies.map(({ ok, body }) => ok && isObject(body))).toEqual([true, true, true, true])
  expect(connection.prepare('SELECT count(*) FROM oidc_identities').pluck().get()).toBe(1)
  await service.close()
  connection.close()
})
