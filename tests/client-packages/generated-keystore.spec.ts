// Proves docs/contract/keystore.md, SRP login, Sessions, Login keys, Changing the passphrase, Own lists, Child users, Status,
// Test issuers; docs/contract/vault.md, Sessions, Child users.

// @module-tag full

import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { KEYSTORE_API_VERSION, VAULT_API_VERSION } from '../../shared/contract/component.ts'
import type { ChallengePurpose } from '../../shared/contract/srp-values.ts'
import { keysOfChild } from '../support/people/delegations.ts'
import type { GeneratedClient, GeneratedConnection } from '../support/published/generated-clients.ts'
import { answered, generatedClient, refused } from '../support/published/generated-clients.ts'
import { publishedSrpClient, publishedSrpVerifier } from '../support/published/published-keystore-clients.ts'
import { newKeyPair } from '../../src-main/crypto/key-pair.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import { PUBLISHED_WRAPPED_KEY as WRAPPED_KEY } from '../support/service/keystore-accounts.ts'
import { anIssuer, AUDIENCE, MINTED_S } from '../support/service/oidc-issuers.ts'
import { newRsaKey } from '../support/service/vault-accounts.ts'

/*
 * What no published package has a name for in the key-store, or another part has the same name for, called by clients that
 * are generated from the documents; proofs of a passphrase come from the published SRP library.
 */

const PASSWORD = 'srp password of a client'
const LOGIN_KEY = newRsaKey()

let server: TestHttpServer
let vault: GeneratedClient<'vault'>
let keystore: GeneratedClient<'keystore'>
let nobody: GeneratedConnection
beforeAll(async () => {
  server = await startHttpServer()
  vault = await generatedClient('vault')
  keystore = await generatedClient('keystore')
  nobody = keystore.connect(server.url)
})
beforeEach(() => {
  server.clock.advanceMs(1000) // for what may be asked so often in a second
})
afterAll(async () => {
  expect(server.faults).toEqual([])
  await server.close()
})

const withToken = (Authorization: string) => keystore.connect(server.url, { Authorization })
const inVault = (Authorization: string) => vault.connect(server.url, { Authorization })

async function registered(): Promise<{ readonly username: string; readonly token: string }> {
  const { username } = await answered(200, keystore.srpUsernamePost({ client: nobody, body: {} }))
  const verifier = await publishedSrpVerifier(await publishedSrpClient(username, PASSWORD))
  await answered(201, keystore.srpUsersPost({ client: nobody, body: { username, ...verifier } }))
  return { username, token: await loggedIn(username) }
}

async function proofOf(username: string, password: string, purpose?: ChallengePurpose) {
  const srp = await publishedSrpClient(username, password)
  const srp_a = srp.getPublicKey()
  const body = { username, srp_a, ...(purpose !== undefined && { purpose }) }
  const { challenge } = await answered(200, keystore.srpChallengesPost({ client: nobody, body }))
  srp.setSalt(challenge.challenge_salt)
  srp.setServerPublicKey(challenge.challenge_b)
  return { username, srp_a, srp_m: srp.getProof() }
}

async function logIn(username: string, password = PASSWORD) {
  return keystore.srpSessionPost({ client: nobody, body: await proofOf(username, password) })
}
const loggedIn = async (username: string, password?: string) =>
  (await answered(201, logIn(username, password))).session.session_authentication_string

describe('calls that both parts have', () => {
  it('each part says which it is, and that it is there', async () => {
    const [client, other] = [vault.connect(server.url), nobody]
    const version = (name: string, api_version: string) => ({ component: { name, api_version } })

    expect(await answered(200, vault.versionGet({ client }))).toEqual(version('vault', VAULT_API_VERSION))
    expect(await answered(200, keystore.versionGet({ client: other }))).toEqual(
      version('keystore', KEYSTORE_API_VERSION),
    )
    expect(await answered(200, vault.monitorStatusGet({ client }))).toMatchObject({ status: 'ok' })
    expect(await answered(200, keystore.monitorStatusGet({ client: other }))).toMatchObject({ status: 'ok' })
  })

  it('sessions are opened, read, derived and ended in each part, and all of both from either', async () => {
    const { username, token } = await registered()
    const { external_admission_token } = await answered(
      200,
      keystore.externalAdmissionTokensGet({ client: withToken(token) }),
    )
    const public_key = LOGIN_KEY.publicKey
    const admission_token = external_admission_token.vault_api_admission_token
    await answered(201, vault.mePost({ client: nobodyInVault(), body: { public_key, admission_token } }))

    const openVault = async () => {
      const { session } = await answered(200, vault.sessionPost({ client: nobodyInVault(), body: { public_key } }))
      return LOGIN_KEY.open(session.encrypted_session_authentication_string)
    }
    const inBoth = [await openVault(), token] as const
    expect(await readBoth(...inBoth)).toEqual(inBoth)
    expect(
      await refused(vault.sessionPost({ client: nobodyInVault(), body: { public_key: newKeyPair().publicKey } })),
    ).toEqual([401, 'unauthorized'])
    expect(await refused(keystore.sessionPost({ client: nobody, body: {} }))).toEqual([400, 'param_not_permitted'])

    const limited = await limitedIn(...inBoth)
    expect(await readBoth(...limited)).toEqual(limited)
    await answered(204, vault.sessionDelete({ client: inVault(limited[0]) }))
    await answered(204, keystore.sessionDelete({ client: withToken(limited[1]) }))
    expect(await readBoth(...limited)).toEqual([401, 401])

    await answered(204, vault.sessionAllDelete({ client: inVault(inBoth[0]), query: { except_current: true } }))
    expect(await readBoth(...inBoth)).toEqual([inBoth[0], 401])
    await answered(204, keystore.sessionAllDelete({ client: withToken(await loggedIn(username)) }))
    expect(await readBoth(...inBoth)).toEqual([401, 401])
  })

  const nobodyInVault = () => vault.connect(server.url)

  /** What each part says a token is: itself, or the status of the refusal. */
  async function readBoth(vaultToken: string, keystoreToken: string): Promise<readonly unknown[]> {
    const ofVault = await vault.sessionGet({ client: inVault(vaultToken) })
    const ofKeystore = await keystore.sessionGet({ client: withToken(keystoreToken) })
    return [ofVault, ofKeystore].map(({ data, response }) => data?.user_access_token?.token ?? response.status)
  }

  async function limitedIn(vaultToken: string, keystoreToken: string) {
    const inVaultFor = (valid_for: number) =>
      vault.sessionLimitedInTimePost({ client: inVault(vaultToken), body: { valid_for } })
    const inKeystoreFor = (valid_for: number) =>
      keystore.sessionLimitedInTimePost({ client: withToken(keystoreToken), body: { valid_for } })
    for (const call of [inVaultFor, inKeystoreFor]) {
      expect(await refused(call(100 * 24 * 3600))).toEqual([400, 'valid_for_invalid'])
    }
    const [one, other] = [await answered(201, inVaultFor(60)), await answered(201, inKeystoreFor(60))]
    return [one.session.session_authentication_string, other.session.session_authentication_string] as const
  }

  it('a parent makes the user of a child in the vault, and its keys in the key-store', async () => {
    const parent = aSignedInUser(server)
    const pair = newKeyPair()
    const body = {
      parent_public_key_for_connection: { pem: newKeyPair().publicKey, external_id: 'my child' },
      child_public_key_for_connection: { pem: pair.publicKey, external_id: 'parent_connection' },
    }
    const made = await answered(201, vault.childUsersPost({ client: inVault(parent.token), body }))
    const token = made.connection_from_parent_to_child.the_other_user.integration_data?.delegation_token ?? ''
    const keys = () =>
      keystore.childUsersPost({
        client: withToken(parent.token),
        body: keysOfChild({ userId: made.user.id, token, pair }),
      })

    expect(made.user).toMatchObject({ user_type: 'human', private_dek_external_id: null })
    await answered(201, keys())
    expect(await refused(keys())).toEqual([400, 'child_user_exists'])
    const { delegations } = await answered(200, keystore.delegationsGet({ client: withToken(parent.token) }))
    expect(delegations).toMatchObject([{ delegation_token: token, delegation_role: 'owner', verified: true }])
    const stranger = aSignedInUser(server)
    expect(await answered(200, keystore.delegationsGet({ client: withToken(stranger.token) }))).toEqual({
      delegations: [],
    })
    expect(await refused(vault.childUsersPost({ client: nobodyInVault(), body }))).toEqual([401, 'unauthorized'])
  })
})

describe('own lists', () => {
  it('key pairs and data keys are those of the caller, without private halves', async () => {
    const client = withToken((await registered()).token)
    const pair = { public_key: LOGIN_KEY.publicKey, encrypted_serialized_key: WRAPPED_KEY, metadata: { note: 'mine' } }
    const { keypair } = await answered(201, keystore.keypairsPost({ client, body: pair }))
    const serialized = { serialized_data_encryption_key: WRAPPED_KEY }
    const { data_encryption_key } = await answered(201, keystore.dataEncryptionKeysPost({ client, body: serialized }))

    const { keypairs } = await answered(200, keystore.keypairsGet({ client }))
    expect(keypairs).toMatchObject([{ id: keypair.id, key_type: 'rsa', metadata: { note: 'mine' } }])
    expect(JSON.stringify(keypairs)).not.toContain(WRAPPED_KEY)
    expect(await answered(200, keystore.dataEncryptionKeysGet({ client }))).toMatchObject({
      data_encryption_keys: [{ id: data_encryption_key.id, ...serialized }],
    })
    const other = withToken((await registered()).token)
    expect(await answered(200, keystore.keypairsGet({ client: other }))).toEqual({ keypairs: [] })
    expect(await answered(200, keystore.dataEncryptionKeysGet({ client: other }))).toMatchObject({
      data_encryption_keys: [],
    })
    expect(await refused(keystore.keypairsGet({ client: nobody }))).toEqual([401, 'unauthorized'])
  })

  it('a session is listed, and ended by its id', async () => {
    const { username, token } = await registered()
    const other = withToken(await loggedIn(username))
    const sessionsOf = async (client: GeneratedConnection) =>
      (await answered(200, keystore.sessionsGet({ client }))).sessions
    const [mine] = (await sessionsOf(withToken(token))).filter(({ current }) => current)
    const end = (client: GeneratedConnection) => keystore.sessionsIdDelete({ client, path: { id: mine?.id ?? '' } })

    expect(await sessionsOf(other)).toHaveLength(2)
    expect(await refused(end(withToken((await registered()).token)))).toEqual([404, 'not_found'])
    await answered(204, end(other))
    expect(await sessionsOf(other)).toMatchObject([{ current: true, issued_by: 'keystore' }])
    expect(await refused(keystore.sessionsGet({ client: withToken(token) }))).toEqual([401, 'unauthorized'])
  })

  it('a login key is made with a proof, listed without itself, logs in, and is deleted', async () => {
    const { username, token } = await registered()
    const client = withToken(token)
    const { srp_a, srp_m } = await proofOf(username, PASSWORD, 'login_key')
    const make = () => keystore.loginKeysPost({ client, body: { label: 'Backup', srp_a, srp_m } })
    const { id, login_key } = await answered(201, make())
    const logInWithIt = () => keystore.sessionWithLoginKeyPost({ client: nobody, body: { login_key } })

    expect(await refused(make())).toEqual([401, 'login_failed'])
    expect(await answered(201, logInWithIt())).toMatchObject({ session: { username } })
    const { login_keys } = await answered(200, keystore.loginKeysGet({ client }))
    expect(login_keys).toEqual([{ id, label: 'Backup', created_at: login_keys[0]?.created_at, expire_at: null }])
    await answered(204, keystore.loginKeysIdDelete({ client, path: { id } }))
    expect(await answered(200, keystore.loginKeysGet({ client }))).toEqual({ login_keys: [] })
    expect(await refused(logInWithIt())).toEqual([401, 'login_failed'])
    expect(await refused(keystore.loginKeysIdDelete({ client, path: { id } }))).toEqual([404, 'not_found'])
  })
})

it('a passphrase is changed with a proof of the old one, and that is taken back once', async () => {
  const { username, token } = await registered()
  const { srp_a, srp_m } = await proofOf(username, PASSWORD, 'change_passphrase')
  const verifier = await publishedSrpVerifier(await publishedSrpClient(username, 'another one'))
  const body = { srp_a, srp_m, ...verifier, serialized_key_encryption_key: WRAPPED_KEY }
  const change = () => keystore.srpUsersPut({ client: withToken(token), body })
  const restore = async () =>
    keystore.srpUsersRestorePost({ client: nobody, body: await proofOf(username, PASSWORD, 'restore_passphrase') })

  expect(await answered(200, change())).toMatchObject({ user: { username } })
  expect(await refused(change())).toEqual([401, 'login_failed'])
  expect(await refused(logIn(username))).toEqual([401, 'login_failed'])

  expect(await answered(200, restore())).toMatchObject({ user: { username } })
  expect(await refused(restore())).toEqual([401, 'login_failed'])
  expect(await loggedIn(username)).toMatch(/^k_/)
  expect(await refused(logIn(username, 'another one'))).toEqual([401, 'login_failed'])
})

it('a test issuer says what it is, and its keys verify its tokens', async () => {
  const issuer = await anIssuer('https://a.issuer.test')
  server.service.oidc.issuers.saveTest({ ...issuer.config, test_id: UNKNOWN_ID })
  const path = { id: UNKNOWN_ID }

  const metadata = await answered(200, keystore.testIssuersIdMetadataGet({ client: nobody, path }))
  const keys = createLocalJWKSet(await answered(200, keystore.testIssuersIdJwksGet({ client: nobody, path })))

  expect(metadata.jwks_uri).toBe(`${server.url}/keystore/test_issuers/${UNKNOWN_ID}/jwks`)
  const expected = { issuer: metadata.issuer, audience: AUDIENCE, currentDate: new Date(MINTED_S * 1000) }
  expect((await jwtVerify(await issuer.token(), keys, expected)).payload.sub).toBe('ada')
  const other = await anIssuer('https://a.issuer.test')
  await expect(jwtVerify(await other.token(), keys, expected)).rejects.toThrow('signature verification failed')
  for (const call of [keystore.testIssuersIdMetadataGet, keystore.testIssuersIdJwksGet]) {
    expect(await refused(call({ client: nobody, path: { id: server.url } }))).toEqual([404, 'not_found'])
  }
})
