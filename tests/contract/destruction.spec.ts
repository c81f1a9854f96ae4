// Proves docs/contract/keystore.md, Data encryption keys, Key pairs, Deletion queue; docs/contract/vault.md, Users.

import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { keystoreOperations, serviceOperations, vaultOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import type { PersonAccount } from '../../src-main/client/account/account.ts'
import { makeLoginKey } from '../../src-main/client/account/change-passphrase.ts'
import { enterAccount, reserveSecretString } from '../../src-main/client/account/enter-account.ts'
import { createClient } from '../../src-main/client/client.ts'
import type { PersonClient } from '../../src-main/client/client.ts'
import { openItem } from '../../src-main/client/items/open-items.ts'
import type { ServiceReply, ServiceRequest } from '../../src-main/service/reply.ts'
import { acceptedCall, settingsFor } from '../support/calls/accepted-calls.ts'
import { aChild, aDelegation } from '../support/people/delegations.ts'
import { createTextItem, valuesOf } from '../support/people/client-people.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { bodyOf, OWN_WRAPPED_KEY, refusalOf } from '../support/service/keystore-accounts.ts'
import { anIssuer, MINTED_S } from '../support/service/oidc-issuers.ts'
import type { TestIssuer } from '../support/service/oidc-issuers.ts'
import { startService } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

/*
 * What a token alone may destroy (docs/security.md): after any call with any token the owner signs in with the passphrase
 * and reads every value that the call does not name.
 */

const passphrase = 'correct horse battery staple'
const cost = { opsLimit: 1, memoryKib: 8 }
const VALUES = { Number: 'C01X', Place: 'Kiel' }
const NOT_SUFFICIENT = { status: 403, code: 'session_not_sufficient' }

/** Of a token that is good for as long as these tests take by the clock of the service. */
const LASTING = { exp: MINTED_S + 24 * 60 * 60 }

type Kind = 'passphrase' | 'public key' | 'limited in time' | 'login key' | 'by delegation' | 'JWT'
const FULL: readonly Kind[] = ['passphrase', 'public key']
const KINDS: readonly Kind[] = [...FULL, 'limited in time', 'login key', 'by delegation', 'JWT']

let running: TestService
let issuer: TestIssuer
let secretString: string
let owner: SignedInUser
let itemId: string
let client: PersonClient
const via: TestService['send'] = (request) => running.send(request)
const headersOf = new Map<Kind, Readonly<Record<string, string>>>()

const tokenIn = (reply: ServiceReply) => ({
  authorization: bodyOf<{ session: { session_authentication_string: string } }>(reply, 201).session
    .session_authentication_string,
})

beforeAll(async () => {
  issuer = await anIssuer('https://issuer.test', { carries_over_accounts: true })
  const started = startService({ oidcIssuers: [issuer.config] })
  running = { ...started, send: (request) => started.service.dispatch(request), close: () => Promise.resolve() }
  secretString = await reserveSecretString(via)
  const profile = { full_name: 'Alice Weber', email: 'alice@example.org' }
  const tokens = { vault: '', keystore: '' }
  const send: TestService['send'] = (request) => {
    const { authorization } = request.headers ?? {}
    if (typeof authorization === 'string')
      tokens[request.operation.startsWith('vault.') ? 'vault' : 'keystore'] = authorization
    return running.send(request)
  }
  const account = await enterAccount({ send, secretString, passphrase, profile, cost })
  client = createClient(account)
  itemId = (await createTextItem(client, 'Passport', VALUES)).item.id
  owner = signedIn(account, tokens.vault)
  headersOf.set('public key', owner.headers)
  headersOf.set('passphrase', { authorization: tokens.keystore })
  await takeTokens(account)
})

/** With the tokens of an account, as helpers take a user. */
function signedIn(account: PersonAccount, token: string): SignedInUser {
  const ids = running.connection
    .prepare<[string], { keystoreUserId: string; sessionId: string }>(
      `SELECT keystore_user_id AS keystoreUserId, id AS sessionId FROM sessions
       WHERE vault_user_id = ? AND issued_by = 'vault' ORDER BY id LIMIT 1`,
    )
    .get(account.vaultUserId)
  if (ids === undefined) throw new Error('the account has no session')
  return { ...ids, userId: account.vaultUserId, token, headers: { authorization: token } }
}

async function takeTokens(account: PersonAccount): Promise<void> {
  const limited = { operation: 'keystore.sessionLimitedInTimePost', body: { valid_for: 24 * 60 * 60 } }
  headersOf.set('limited in time', tokenIn(await running.send({ ...limited, headers: owner.headers })))
  const known = { send: via, secretString, passphrase, cost }
  const login_key = await makeLoginKey(account, { label: 'a script', expireAt: null }, known)
  const entered = await running.send({ operation: 'keystore.sessionWithLoginKeyPost', body: { login_key } })
  headersOf.set('login key', tokenIn(entered))
  const delegate = aSignedInUser(running)
  await aDelegation(running, owner, delegate, 'owner')
  const claims = { ...LASTING, sub: 'alice', extension_serviceUserId: owner.userId }
  headersOf.set('JWT', { authorization: `Bearer ${await issuer.token(claims)}` })
  expect(await as('JWT', vaultOperations.meGet)).toMatchObject({ status: 200, body: { user: { id: owner.userId } } })
  headersOf.set('by delegation', { ...delegate.headers, 'service-delegation-id': owner.userId })
}

async function takenBack(work: () => Promise<void>): Promise<void> {
  running.connection.exec('SAVEPOINT destruction')
  try {
    await work()
  } finally {
    running.connection.exec('ROLLBACK TO destruction; RELEASE destruction')
  }
}

const as = (kind: Kind, operation: Operation, parts: Omit<ServiceRequest, 'operation' | 'headers'> = {}) =>
  running.send({ operation: operation.id, headers: headersOf.get(kind) ?? {}, ...parts })

async function expectAllValues(): Promise<void> {
  running.clock.advanceMs(2000) // logins of one user are counted
  const account = await enterAccount({ send: via, secretString, passphrase, cost })
  expect(valuesOf(await openItem(createClient(account), itemId))).toEqual(VALUES)
}

const privateKeyId = () =>
  running.connection
    .prepare('SELECT private_dek_external_id FROM users WHERE id = ?')
    .pluck()
    .get(owner.userId) as string
const loginPairId = () =>
  running.connection
    .prepare("SELECT key_pair_id FROM key_pair_identifiers WHERE external_identifier = 'auth' AND keystore_user_id = ?")
    .pluck()
    .get(owner.keystoreUserId) as string

const name = (kind: Kind, private_dek_external_id: string | null) =>
  as(kind, vaultOperations.mePut, { body: { user: { private_dek_external_id } } })
const removeDataKey = (kind: Kind, id: string) =>
  as(kind, keystoreOperations.dataEncryptionKeysIdDelete, { params: { id } })

describe.each(KINDS)('with a token of the kind "%s"', (kind) => {
  const OF_SOMEBODY_ELSE = 'a key of somebody else'
  it.each([null, UNKNOWN_ID, OF_SOMEBODY_ELSE])('PUT /me names %s › the former key stays', async (other) => {
    await takenBack(async () => {
      const id = privateKeyId()
      const body = { serialized_data_encryption_key: OWN_WRAPPED_KEY }
      const foreign = await running.send({
        operation: 'keystore.dataEncryptionKeysPost',
        headers: aSignedInUser(running).headers,
        body,
      })
      const key = bodyOf<{ data_encryption_key: { id: string } }>(foreign, 201).data_encryption_key.id
      expect((await name(kind, other === OF_SOMEBODY_ELSE ? key : other)).status).toBe(200)
      const refused = refusalOf(await removeDataKey(kind, id))
      expect(refused.code).toBe(kind === 'by delegation' ? 'delegation_not_permitted' : 'data_encryption_key_in_use')
      await expectAllValues()
      expect(privateKeyId()).toBe(id)
    })
  })

  it('the login key pair is neither deleted nor renamed', async () => {
    const params = { id: loginPairId() }
    const code = kind === 'by delegation' ? 'delegation_not_permitted' : 'keypair_in_use'
    const rename = { params, body: { external_identifiers: ['another'] } }
    expect(refusalOf(await as(kind, keystoreOperations.keypairsIdPatch, rename)).code).toBe(code)
    expect(refusalOf(await as(kind, keystoreOperations.keypairsIdDelete, { params })).code).toBe(code)
    await expectAllValues()
  })

  it.each([vaultOperations.meDelete, vaultOperations.meDeletionQueuePost, keystoreOperations.usersDeletionQueuePost])(
    '$id › needs a session the owner opened',
    async (operation) => {
      await takenBack(async () => {
        const reply = await as(kind, operation)
        if (FULL.includes(kind)) expect(reply.ok).toBe(true)
        else {
          expect(refusalOf(reply)).toEqual(NOT_SUFFICIENT)
          await expectAllValues()
        }
      })
    },
  )
})

describe('key pairs that are needed', () => {
  const remove = (id: string) => as('public key', keystoreOperations.keypairsIdDelete, { params: { id } })

  it('an invitation that waits keeps its own', async () => {
    await takenBack(async () => {
      const pair = await client.keys.create('pdv1')
      bodyOf(
        await as('public key', vaultOperations.invitationsPost, {
          body: { public_key: { public_key: pair.publicKey, keypair_external_id: 'a name' } },
        }),
        201,
      )
      expect(refusalOf(await remove(pair.id))).toEqual({ status: 409, code: 'keypair_in_use' })
    })
  })

  it('a connection keeps its own, and the name it is found by', async () => {
    await takenBack(async () => {
      const pair = await client.keys.create('pdv1')
      const params = { id: pair.id }
      const rename = (external_identifiers: readonly string[]) =>
        as('public key', keystoreOperations.keypairsIdPatch, { params, body: { external_identifiers } })
      expect((await rename(['a tag', 'another'])).status).toBe(200)
      const { userId } = aSignedInUser(running)
      const connect = running.connection.prepare(
        `INSERT INTO connections (id, user_id, other_user_id, other_id, user_public_key, user_keypair_external_id, created_at)
         VALUES (?, ?, ?, 'other', 'as it was', 'a tag', '2026-01-01T00:00:00.000Z')`,
      )
      connect.run('connection', owner.userId, userId)
      expect(refusalOf(await remove(pair.id))).toEqual({ status: 409, code: 'keypair_in_use' })
      expect(refusalOf(await rename(['another'])).code).toBe('keypair_in_use')
      expect((await rename(['a tag'])).status).toBe(200)
    })
  })

  it('an organization keeps its own, and its tag, for who asked for it', async () => {
    await takenBack(async () => {
      const pair = await client.keys.create('pdv1')
      const params = { id: pair.id }
      const body = { name: 'Harbour', public_key: pair.publicKey }
      const made = await as('public key', vaultOperations.organizationsPost, { body })
      const { id } = bodyOf<{ organization: { id: string } }>(made, 201).organization
      const tag = { params, body: { external_identifiers: [`organization:${id}`] } }
      expect((await as('login key', keystoreOperations.keypairsIdPatch, tag)).status).toBe(200)
      const untag = { params, body: { external_identifiers: [] } }
      expect(refusalOf(await as('login key', keystoreOperations.keypairsIdPatch, untag)).code).toBe('keypair_in_use')
      expect(refusalOf(await remove(pair.id)).code).toBe('keypair_in_use')
    })
  })

  it('one that nothing needs goes', async () => {
    await takenBack(async () => {
      const pair = await client.keys.create('pdv1')
      expect((await remove(pair.id)).status).toBe(204)
    })
  })
})

describe('who comes from an identity provider', () => {
  const DELETIONS = [
    keystoreOperations.usersDeletionQueuePost,
    vaultOperations.meDeletionQueuePost,
    vaultOperations.meDelete,
  ]

  it('and has nothing but its token, deletes the account with it', async () => {
    const headers = await issuer.headers('somebody', LASTING)
    await takenBack(async () => {
      const send = (operation: string) => running.send({ operation, headers })
      expect((await send('vault.meGet')).status).toBe(200)
      const replies = []
      for (const { id } of DELETIONS) replies.push((await send(id)).status)
      expect(replies).toEqual([201, 202, 204])
    })
  })

  it('and is a parent with a passphrase, deletes no child with the token', async () => {
    await takenBack(async () => {
      const child = await aChild(running, owner)
      const headers = { ...headersOf.get('JWT'), 'service-delegation-id': child.userId }
      expect(refusalOf(await running.send({ operation: 'vault.meDelete', headers }))).toEqual(NOT_SUFFICIENT)
    })
  })
})

it('a parent deletes a child, in a session the parent opened', async () => {
  await takenBack(async () => {
    const child = await aChild(running, owner)
    const remove = (kind: Kind) =>
      running.send({
        operation: 'vault.meDelete',
        headers: { ...headersOf.get(kind), 'service-delegation-id': child.userId },
      })
    expect(refusalOf(await remove('login key'))).toEqual(NOT_SUFFICIENT)
    expect(refusalOf(await remove('limited in time'))).toEqual(NOT_SUFFICIENT)
    expect((await remove('public key')).status).toBe(204)
    await expectAllValues()
  })
})

it('every call that takes something away or replaces keys says in docs/security.md what guards it', () => {
  const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `(\w+\.\w+)` +\| (\w+) /gm)].map(([, id, by]) => `${id} ${by}`)
  const REPLACES_KEYS = [
    keystoreOperations.keypairsIdPatch,
    keystoreOperations.keyEncryptionKeyPost,
    vaultOperations.mePut,
  ]
  const due = serviceOperations.filter(
    (operation) =>
      (operation.method === 'DELETE' && operation.alwaysRefused !== true) ||
      operation.guard !== undefined ||
      REPLACES_KEYS.some(({ id }) => id === operation.id),
  )
  const wanted = due.map(({ id, guard }) => `${id} ${guard?.by ?? 'named'}`)
  expect(listed.sort()).toEqual(wanted.sort())
})

it('a data key that is missing › is named; none is made in its place', async () => {
  await takenBack(async () => {
    running.connection.prepare('DELETE FROM data_encryption_keys WHERE keystore_user_id = ?').run(owner.keystoreUserId)
    const entering = enterAccount({ send: via, secretString, passphrase, cost })
    await expect(entering).rejects.toMatchObject({ code: 'value_cannot_be_opened' })
    expect(running.connection.prepare('SELECT count(*) FROM data_encryption_keys').pluck().get()).toBe(0)
  })
})

const USER_CALLS: readonly string[] = ['user', 'token', 'optional']
/** Not those that carry a proof, and those of a service where the sender of an invitation confirms. */
const asked = serviceOperations.filter(
  (operation) =>
    USER_CALLS.includes(operation.auth) &&
    !['GET', 'HEAD'].includes(operation.method) &&
    operation.guard?.by !== 'proof' &&
    Object.keys(settingsFor(operation)).length === 0,
)

/** Helpers give the user a passphrase of theirs where they need a proof of one. */
async function withOwnPassphrase<Result>(work: () => Promise<Result>): Promise<Result> {
  const { connection } = running
  const own = connection.prepare('SELECT * FROM keystore_users WHERE id = ?').get(owner.keystoreUserId)
  const result = await work()
  connection
    .prepare(
      'UPDATE keystore_users SET username = @username, srp_salt = @srp_salt, srp_verifier = @srp_verifier WHERE id = @id',
    )
    .run(own)
  return result
}

/** What takes the whole account away where the session is full: it names every value. */
const takesAll = ({ guard }: Operation, kind: Kind) => guard?.by === 'session' && FULL.includes(kind)

describe.each(asked)('$id', (operation) => {
  it('leaves every value that it does not name, whatever the token', async () => {
    for (const kind of KINDS) {
      if (takesAll(operation, kind)) continue
      await takenBack(async () => {
        const call = await withOwnPassphrase(() => acceptedCall(running, owner, operation))
        const before = running.connection.prepare('SELECT total_changes()').pluck().get()
        await running.send({ ...call, headers: { ...call.headers, ...headersOf.get(kind) } })
        const after = running.connection.prepare('SELECT total_changes()').pluck().get()
        if (before !== after) await expectAllValues()
      })
    }
  })
})
