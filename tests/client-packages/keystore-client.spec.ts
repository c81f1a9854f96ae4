// Proves docs/contract/keystore.md, Usernames.

import { generateKeyPairSync, pbkdf2Sync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashToken, newSecretToken } from '../../src-main/crypto/token.ts'
import { createLoginKeys } from '../../src-main/keystore/sessions/login-keys.ts'
import { loginKeyStore } from '../../src-main/keystore/sessions/login-key-store.ts'
import { aSignedInUser, newTestId, UNKNOWN_ID } from '../support/service/builders.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import type {
  ApiKeys,
  Apis5,
  Apis6,
  Outcome,
  PublishedClient,
} from '../support/published/published-keystore-clients.ts'
import {
  publishedClient5,
  publishedClient6,
  publishedSrpClient,
  publishedSrpVerifier,
} from '../support/published/published-keystore-clients.ts'
import { describeRows } from '../support/tiers.ts'

type Client = PublishedClient<Apis5 | Apis6>

const WRAPPED_KEY = 'Aes256Gcm.c2VhbGVk.QUAAAAAFaXYADAAAAAA='
const OTHER_WRAPPED_KEY = 'Aes256Gcm.YW5vdGhlcg==.QUAAAAAFaXYADAAAAAA='
const PUBLIC_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString()

/** The published derivation: every byte becomes one character, so bytes from 0x80 on become two in UTF-8. */
function publishedSrpPassword(passphrase: string, secret: string): string {
  const salt = Array.from(secret.replaceAll('-', '')).reverse().join('')
  return pbkdf2Sync(passphrase, salt, 100_000, 32, 'sha256').toString('latin1')
}

const SECRET = 'xQCSCK-8A1d6d-emUjx8-YVGDcT-UhctWy-2rfHyv-7JNAgh-9'
const PASSWORD = publishedSrpPassword('supersecretpassword', SECRET)

const field = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((current, key) => (current as Record<string, unknown>)[key], value)
const textField = (value: unknown, ...path: readonly string[]): string => String(field(value, ...path))

const errorOf = ({ status, body }: Outcome) => ({ status, code: field(body, 'errors', '0', 'error') })

const PACKAGES: readonly [string, (basePath: string, keys?: ApiKeys) => Client][] = [
  ['keystore-api-sdk 6.2.0', publishedClient6],
  ['keystore-api-sdk 5.4.2', publishedClient5],
]

describeRows('published key-store client %s', PACKAGES, (_, makeClient) => {
  let server: TestHttpServer
  let anybody: Client
  beforeEach(async () => {
    server = await startHttpServer({ requireIssuedUsername: false })
    anybody = makeClient(`${server.url}/keystore`)
  })
  afterEach(async () => {
    expect(server.faults).toEqual([])
    await server.close()
  })

  const clientWith = (token: string) =>
    makeClient(`${server.url}/keystore`, {
      Authorization: token,
      'Meeco-Subscription-Key': 'any key',
      'Meeco-Delegation-Id': '',
      authorizationoidc2: '',
    })

  async function register(username: string, password = PASSWORD): Promise<Outcome> {
    const srp = await publishedSrpClient(username, password)
    const verifier = await publishedSrpVerifier(srp)
    return anybody.call(({ user }) => user.srpUsersPost({ username, ...verifier }))
  }

  async function logIn(username: string, password = PASSWORD, valid_for?: number): Promise<Outcome> {
    const srp = await publishedSrpClient(username, password)
    const srp_a = srp.getPublicKey()
    const { body } = await anybody.call(({ user }) => user.srpChallengesPost({ username, srp_a }))
    srp.setSalt(textField(body, 'challenge', 'challenge_salt'))
    srp.setServerPublicKey(textField(body, 'challenge', 'challenge_b'))
    const proof = { username, srp_a, srp_m: srp.getProof(), ...(valid_for === undefined ? {} : { valid_for }) }
    return anybody.call(({ session }) => session.srpSessionPost(proof))
  }

  const tokenOf = ({ body }: Outcome) => textField(body, 'session', 'session_authentication_string')

  async function signedIn(username = 'M9znjHbD5Xi'): Promise<Client> {
    await register(username)
    return clientWith(tokenOf(await logIn(username)))
  }

  it('registers a reserved username and logs in with the binary-string password of the published SDK', async () => {
    expect(Buffer.from(PASSWORD, 'latin1').toString('hex')).toBe(
      '99add08f62e26c1e145479f42c3aa8688cbfc9b220238f69fbe7448a82967173',
    )
    const reserved = await anybody.call(({ user }) => user.srpUsernamePost({}))
    expect(reserved.status).toBe(200)
    const username = textField(reserved.body, 'username')
    expect(await register(username)).toMatchObject({ status: 201, body: { user: { username } } })
    const login = await logIn(username, PASSWORD, 3600)
    expect(login).toMatchObject({
      status: 201,
      body: { session: { username, valid_from: '2026-01-01T00:00:00.000Z', valid_till: '2026-01-01T01:00:00.000Z' } },
    })
  })

  it('sees username_taken with status 400, and 401 for a wrong passphrase and an unknown user', async () => {
    expect((await register('ada')).status).toBe(201)
    expect(errorOf(await register('ada'))).toEqual({ status: 400, code: 'username_taken' })
    expect(errorOf(await logIn('ada', 'wrong'))).toEqual({ status: 401, code: 'login_failed' })
    expect(errorOf(await logIn('nobody'))).toEqual({ status: 401, code: 'login_failed' })
  })

  it('sees 404 for a delegation that there is not, and 401 without a session', async () => {
    const { token } = aSignedInUser(server, { issuedBy: 'keystore' })
    const read = (client: Client) =>
      client.call((apis: Pick<Apis5, 'delegation'> | Pick<Apis6, 'delegation'>) =>
        apis.delegation.delegationsDelegationTokenGet(UNKNOWN_ID),
      )

    expect(errorOf(await read(clientWith(token)))).toEqual({ status: 404, code: 'not_found' })
    expect(errorOf(await read(anybody))).toEqual({ status: 401, code: 'unauthorized' })
  })

  it('sees 429 after 10 wrong passphrases', async () => {
    await register('ada')
    for (let count = 0; count < 10; count += 1) expect((await logIn('ada', 'wrong')).status).toBe(401)
    expect(errorOf(await logIn('ada'))).toEqual({ status: 429, code: 'too_many_requests' })
  })

  it('logs in with a login key', async () => {
    const registered = await register('ada')
    const loginKeys = createLoginKeys(loginKeyStore(server.connection), { newSecretToken, hashToken })
    const { login_key } = loginKeys.createLoginKey(
      { now: '2026-01-01T00:00:00.000Z', newId: newTestId },
      { keystoreUserId: textField(registered.body, 'user', 'id'), label: 'test', expireAt: null },
    )
    const login = await anybody.call(({ session }) => session.sessionWithLoginKeyPost({ login_key, username: 'ada' }))
    expect(login).toMatchObject({ status: 201, body: { session: { username: 'ada' } } })
    const wrong = await anybody.call(({ session }) => session.sessionWithLoginKeyPost({ login_key: 'x' }))
    expect(errorOf(wrong)).toEqual({ status: 401, code: 'login_failed' })
  })

  it('gets the same admission token each time', async () => {
    const client = await signedIn()
    const first = await client.call(({ admission }) => admission.externalAdmissionTokensGet())
    expect(first).toMatchObject({
      status: 200,
      body: {
        external_admission_token: {
          vault_api_admission_token: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
          passphrase_store_admission_token: null,
        },
      },
    })
    expect((await client.call(({ admission }) => admission.externalAdmissionTokensGet())).body).toEqual(first.body)
  })

  it('stores, replaces and reads the key encryption key', async () => {
    const client = await signedIn()
    const missing = await client.call(({ kek }) => kek.keyEncryptionKeyGet())
    expect(errorOf(missing)).toEqual({ status: 404, code: 'key_encryption_key_not_found' })
    const post = (serialized_key_encryption_key: string) =>
      client.call(({ kek }) => kek.keyEncryptionKeyPost({ serialized_key_encryption_key }))
    const first = await post(WRAPPED_KEY)
    expect(first.status).toBe(201)
    expect((await post(OTHER_WRAPPED_KEY)).status).toBe(201)
    expect(errorOf(await post('clear key'))).toEqual({ status: 400, code: 'ciphertext_format_invalid' })
    expect(await client.call(({ kek }) => kek.keyEncryptionKeyGet())).toMatchObject({
      status: 200,
      body: {
        key_encryption_key: {
          id: textField(first.body, 'key_encryption_key', 'id'),
          serialized_key_encryption_key: OTHER_WRAPPED_KEY,
        },
      },
    })
  })

  it('stores, reads and deletes data encryption keys', async () => {
    const client = await signedIn()
    const stored = await client.call(({ dek }) =>
      dek.dataEncryptionKeysPost({ serialized_data_encryption_key: WRAPPED_KEY }),
    )
    expect(stored).toMatchObject({
      status: 201,
      body: { data_encryption_key: { serialized_data_encryption_key: WRAPPED_KEY } },
    })
    const id = textField(stored.body, 'data_encryption_key', 'id')
    const get = () => client.call(({ dek }) => dek.dataEncryptionKeysIdGet(id))
    expect(await get()).toMatchObject({ status: 200, body: stored.body })
    expect((await client.call(({ dek }) => dek.dataEncryptionKeysIdDelete(id))).status).toBe(204)
    expect(errorOf(await get())).toEqual({ status: 404, code: 'not_found' })
    const again = await client.call(({ dek }) => dek.dataEncryptionKeysIdDelete(id))
    expect(errorOf(again)).toEqual({ status: 404, code: 'not_found' })
  })

  it('stores and reads passphrase artefacts', async () => {
    const client = await signedIn()
    const get = () => client.call(({ artefact }) => artefact.passphraseDerivationArtefactGet())
    const post = (derivation_artefacts: string) =>
      client.call(({ artefact }) =>
        artefact.passphraseDerivationArtefactPost({ derivation_artefacts, verification_artefacts: 'eyJiIjoyfQ==' }),
      )
    expect((await get()).status).toBe(404)
    const stored = await post('eyJhIjoxfQ==')
    expect(stored.status).toBe(201)
    expect(await get()).toMatchObject({ status: 200, body: stored.body })
    expect(errorOf(await post('not base64!'))).toEqual({ status: 400, code: 'invalid_params' })
  })

  it('stores, finds, changes and deletes key pairs; the public key comes back byte for byte', async () => {
    const client = await signedIn()
    const stored = await client.call(({ keypair }) =>
      keypair.keypairsPost({
        public_key: PUBLIC_KEY,
        encrypted_serialized_key: WRAPPED_KEY,
        metadata: { colour: 'red' },
        external_identifiers: ['auth'],
      }),
    )
    const id = textField(stored.body, 'keypair', 'id')
    const content = {
      id,
      public_key: PUBLIC_KEY,
      encrypted_serialized_key: WRAPPED_KEY,
      metadata: { colour: 'red' },
      external_identifiers: ['auth'],
    }
    expect(stored).toMatchObject({ status: 201, body: { keypair: content } })
    const answered = { status: 200, body: { keypair: content } }
    expect(await client.call(({ keypair }) => keypair.keypairsIdGet(id))).toMatchObject(answered)
    expect(await client.call(({ keypair }) => keypair.keypairsIdGet('auth'))).toMatchObject(answered)
    expect(await client.call(({ keypair }) => keypair.keypairsExternalIdExternalIdGet('auth'))).toMatchObject(answered)

    const name = 'a b/c?ü'
    const renamed = await client.call(({ keypair }) => keypair.keypairsIdPatch(id, { external_identifiers: [name] }))
    expect(renamed).toMatchObject({ status: 200, body: { keypair: { ...content, external_identifiers: [name] } } })
    const byName = await client.call(({ keypair }) => keypair.keypairsExternalIdExternalIdGet(name))
    expect(byName).toMatchObject({ status: 200, body: renamed.body })

    expect((await client.call(({ keypair }) => keypair.keypairsIdDelete(id))).status).toBe(204)
    expect(errorOf(await client.call(({ keypair }) => keypair.keypairsIdGet(id)))).toEqual({
      status: 404,
      code: 'not_found',
    })
    const bad = await client.call(({ keypair }) =>
      keypair.keypairsPost({ public_key: 'no key', encrypted_serialized_key: WRAPPED_KEY }),
    )
    expect(errorOf(bad)).toEqual({ status: 400, code: 'invalid_public_key' })
    const empty = await client.call(({ keypair }) => keypair.keypairsPost({}))
    expect(errorOf(empty)).toEqual({ status: 400, code: 'param_missing' })
  })

  it('ends its session, and all sessions or all but the current one', async () => {
    await register('ada')
    const clients = []
    for (let count = 0; count < 3; count += 1) clients.push(clientWith(tokenOf(await logIn('ada'))))
    const [first, second, third] = clients
    if (first === undefined || second === undefined || third === undefined) throw new Error('three clients were made')
    const statusOf = async (client: Client) => (await client.call(({ kek }) => kek.keyEncryptionKeyGet())).status

    expect((await first.call(({ session }) => session.sessionDelete())).status).toBe(204)
    expect(await statusOf(first)).toBe(401)
    expect((await second.call(({ session }) => session.sessionAllDelete(true))).status).toBe(204)
    expect([await statusOf(second), await statusOf(third)]).toEqual([404, 401])
    expect((await second.call(({ session }) => session.sessionAllDelete())).status).toBe(204)
    expect(await statusOf(second)).toBe(401)
  })

  it('joins the deletion queue once and leaves it', async () => {
    const client = await signedIn()
    const join = () => client.call(({ user }) => user.usersDeletionQueuePost())
    const first = await join()
    expect(first).toMatchObject({
      status: 201,
      body: { deletion_queue_item: { queued_for_deletion_after: '2026-01-15T00:00:00.000Z' } },
    })
    expect(await join()).toMatchObject({ status: 200, body: first.body })
    expect((await client.call(({ user }) => user.usersDeletionQueueDelete())).status).toBe(204)
  })

  it('reads version, status and captcha key without credentials', async () => {
    expect(await anybody.call(({ monitoring }) => monitoring.versionGet())).toMatchObject({
      status: 200,
      body: { component: { api_version: '5.8.1', name: 'keystore' } },
    })
    expect(await anybody.call(({ monitoring }) => monitoring.monitorStatusGet())).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    })
    expect(await anybody.call(({ wellKnown }) => wellKnown.wellKnownRecaptchaGet())).toMatchObject({
      status: 200,
      body: { site_key: '' },
    })
    expect((await anybody.call(({ home }) => home.homeCaptchaFormGet())).status).toBe(404)
    expect((await anybody.call(({ home }) => home.homeCaptchaCallbackFormGet('/'))).status).toBe(404)
  })

  it('sees 401 without a token, and 404 for what belongs to somebody else', async () => {
    const owner = await signedIn('ada')
    const stored = await owner.call(({ dek }) =>
      dek.dataEncryptionKeysPost({ serialized_data_encryption_key: WRAPPED_KEY }),
    )
    const id = textField(stored.body, 'data_encryption_key', 'id')
    const stranger = await signedIn('bob')
    for (const wanted of [id, UNKNOWN_ID]) {
      const get = await stranger.call(({ dek }) => dek.dataEncryptionKeysIdGet(wanted))
      expect(errorOf(get)).toEqual({ status: 404, code: 'not_found' })
    }
    // Names missing from the key map arrive as the text "undefined".
    const unknown = await anybody.call(({ dek }) => dek.dataEncryptionKeysIdGet(id))
    expect(errorOf(unknown)).toEqual({ status: 401, code: 'unauthorized' })
    expect(unknown.body).toMatchObject({ errors: [{ extra_info: { reason: 'token_missing' } }] })
  })
})

describe('published key-store client 5.4.2, on its own', () => {
  it('gives back what was on the wire, and is refused login with a passphrase', async () => {
    const server = await startHttpServer()
    const client = publishedClient5(`${server.url}/keystore`)
    const reserved = await client.call(({ user }) => user.srpUsernamePost({}))
    expect(reserved.result).toEqual(reserved.body)
    const login = await client.call(({ session }) => session.sessionPost({ username: 'ada', passphrase: 'secret' }))
    expect(errorOf(login)).toEqual({ status: 400, code: 'param_not_permitted' })
    await server.close()
  })
})

describe('published key-store client 6.2.0, on its own', () => {
  it('makes a further token and reads its session', async () => {
    const server = await startHttpServer({ requireIssuedUsername: false })
    const basePath = `${server.url}/keystore`
    const anybody = publishedClient6(basePath)
    const srp = await publishedSrpClient('ada', PASSWORD)
    const verifier = await publishedSrpVerifier(srp)
    await anybody.call(({ user }) => user.srpUsersPost({ username: 'ada', ...verifier }))
    const srp_a = srp.getPublicKey()
    const { body } = await anybody.call(({ user }) => user.srpChallengesPost({ username: 'ada', srp_a }))
    srp.setSalt(textField(body, 'challenge', 'challenge_salt'))
    srp.setServerPublicKey(textField(body, 'challenge', 'challenge_b'))
    const proof = { username: 'ada', srp_a, srp_m: srp.getProof() }
    const login = await anybody.call(({ session }) => session.srpSessionPost(proof))
    const token = textField(login.body, 'session', 'session_authentication_string')

    const client = publishedClient6(basePath, { Authorization: token })
    const further = await client.call(({ session }) => session.sessionLimitedInTimePost({ valid_for: 60 }))
    expect(further).toMatchObject({ status: 201, body: { session: { valid_till: '2026-01-01T00:01:00.000Z' } } })
    const refused = await client.call(({ session }) => session.sessionLimitedInTimePost({ valid_for: null }))
    expect(errorOf(refused)).toEqual({ status: 400, code: 'param_missing' })

    const second = textField(further.body, 'session', 'session_authentication_string')
    const session = await publishedClient6(basePath, { Authorization: second }).call((apis) =>
      apis.session.sessionGet(),
    )
    expect(session).toMatchObject({
      status: 200,
      body: { session_type: 'token', valid_till: '2026-01-01T00:01:00.000Z', user_access_token: { token: second } },
    })
    await server.close()
  })
})
