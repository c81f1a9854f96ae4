// Proves docs/contract/keystore.md, Data encryption keys, Key pairs, Deletion queue; docs/contract/vault.md, Users.

import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { keystoreOperations, serviceOperations, vaultOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { SRP_ATTEMPTS } from '../../src-main/keystore/sessions/proofs.ts'
import type { ServiceRequest } from '../../src-main/service/reply.ts'
import { acceptedCall, settingsFor } from '../support/calls/accepted-calls.ts'
import { aChild } from '../support/people/delegations.ts'
import { LASTING, startTokenOwners } from '../support/people/token-owners.ts'
import type { PersonWithTokens, TokenOwners } from '../support/people/token-owners.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { bodyOf, OWN_WRAPPED_KEY, refusalOf } from '../support/service/keystore-accounts.ts'
import { startService } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

/*
 * What a token alone may destroy (docs/security.md): after any call with any token the owner signs in with the passphrase
 * and reads every value that the call does not name.
 */

const NOT_SUFFICIENT = { status: 403, code: 'session_not_sufficient' }
const KINDS = [
  'passphrase',
  'public key',
  'limited in time',
  'login key',
  'by delegation',
  'JWT',
  'of an agent',
] as const
type Kind = (typeof KINDS)[number]
/** What the owner of the keys came with, or a delegate. */
const OWN_KINDS = KINDS.filter((kind) => kind !== 'of an agent')

let owners: TokenOwners
/** The same data behind a service where the sender of an invitation confirms. */
let multistep: TestService
let running: TestService
let owner: SignedInUser
let person: PersonWithTokens

beforeAll(async () => {
  owners = await startTokenOwners()
  ;({ running, person } = owners)
  const { service } = startService({ oidcIssuers: [owners.issuer.config], multistepInvitations: true }, running)
  multistep = { ...running, service, send: (request) => service.dispatch(request) }
  owner = person.user
})

async function rolledBackTransactions(work: () => Promise<void>): Promise<void> {
  const { connection } = running
  connection.exec('SAVEPOINT destruction')
  try {
    await work()
  } finally {
    connection.exec('ROLLBACK TO destruction; RELEASE destruction')
  }
}

const as = (kind: Kind, operation: Operation, parts: Omit<ServiceRequest, 'operation' | 'headers'> = {}) =>
  running.send({ operation: operation.id, headers: person.tokens.get(kind) ?? {}, ...parts })

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

describe.each(OWN_KINDS)('with a token of the kind "%s"', (kind) => {
  const OF_SOMEBODY_ELSE = 'a key of somebody else'
  it.each([null, UNKNOWN_ID, OF_SOMEBODY_ELSE])('PUT /me names %s › the former key stays', async (other) => {
    await rolledBackTransactions(async () => {
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
      await person.expectAllValues()
      expect(privateKeyId()).toBe(id)
    })
  })

  it('the login key pair is neither deleted nor renamed', async () => {
    const params = { id: loginPairId() }
    const code = kind === 'by delegation' ? 'delegation_not_permitted' : 'keypair_in_use'
    const rename = { params, body: { external_identifiers: ['another'] } }
    expect(refusalOf(await as(kind, keystoreOperations.keypairsIdPatch, rename)).code).toBe(code)
    expect(refusalOf(await as(kind, keystoreOperations.keypairsIdDelete, { params })).code).toBe(code)
    await person.expectAllValues()
  })

  it.each([vaultOperations.meDelete, vaultOperations.meDeletionQueuePost, keystoreOperations.usersDeletionQueuePost])(
    '$id › needs a session the owner opened',
    async (operation) => {
      await rolledBackTransactions(async () => {
        const reply = await as(kind, operation)
        if (person.full.includes(kind)) expect(reply.ok).toBe(true)
        else {
          expect(refusalOf(reply)).toEqual(NOT_SUFFICIENT)
          await person.expectAllValues()
        }
      })
    },
  )
})

describe('key pairs that are needed', () => {
  const remove = (id: string) => as('public key', keystoreOperations.keypairsIdDelete, { params: { id } })

  it('an invitation that waits keeps its own', async () => {
    await rolledBackTransactions(async () => {
      const pair = await person.client.keys.create('pdv1')
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
    await rolledBackTransactions(async () => {
      const pair = await person.client.keys.create('pdv1')
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
    await rolledBackTransactions(async () => {
      const pair = await person.client.keys.create('pdv1')
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

  const SPELLINGS: readonly (readonly [string, (pem: string) => string])[] = [
    ['line ends of Windows', (pem) => pem.replaceAll('\n', '\r\n')],
    ['line ends of old Macs', (pem) => pem.replaceAll('\n', '\r')],
    ['another end', (pem) => (pem.endsWith('\n') ? pem.trimEnd() : `${pem}\n`)],
    ['empty lines around', (pem) => `\n\n${pem}\n \n`],
  ]
  it.each(SPELLINGS)(
    'the same key with %s is known by connections, invitations and organizations',
    async (_, spell) => {
      await rolledBackTransactions(async () => {
        const pairs = [1, 2, 3].map(() => person.client.keys.create('published'))
        const [connected, invited, organized] = await Promise.all(pairs)
        const spelled = (pair: { readonly publicKey: string } | undefined) => spell(pair?.publicKey ?? '')
        running.connection
          .prepare(
            `INSERT INTO connections (id, user_id, other_user_id, other_id, user_public_key, created_at)
           VALUES ('connection', ?, ?, 'other', ?, '2026-01-01T00:00:00.000Z')`,
          )
          .run(owner.userId, aSignedInUser(running).userId, spelled(connected))
        const invitation = { public_key: { public_key: spelled(invited), keypair_external_id: 'a name' } }
        bodyOf(await as('public key', vaultOperations.invitationsPost, { body: invitation }), 201)
        const organization = { name: 'Harbour', public_key: spelled(organized) }
        bodyOf(await as('public key', vaultOperations.organizationsPost, { body: organization }), 201)

        for (const pair of [connected, invited, organized])
          expect(refusalOf(await remove(pair?.id ?? '')).code).toBe('keypair_in_use')
      })
    },
  )

  it('one that nothing needs goes', async () => {
    await rolledBackTransactions(async () => {
      const pair = await person.client.keys.create('pdv1')
      expect((await remove(pair.id)).status).toBe(204)
    })
  })
})

describe('who comes from an identity provider', () => {
  const DELETIONS = ['keystore.usersDeletionQueuePost', 'vault.meDeletionQueuePost', 'vault.meDelete']

  it('and has nothing but its token, deletes the account with it', async () => {
    const headers = await owners.issuer.headers('another', LASTING)
    await rolledBackTransactions(async () => {
      const send = (operation: string) => running.send({ operation, headers })
      expect((await send('vault.meGet')).status).toBe(200)
      const replies = []
      for (const id of DELETIONS) replies.push((await send(id)).status)
      expect(replies).toEqual([201, 202, 204])
    })
  })

  it('and is a parent with a passphrase, deletes no child with the token', async () => {
    await rolledBackTransactions(async () => {
      const child = await aChild(running, owner)
      const headers = { ...person.tokens.get('JWT'), 'service-delegation-id': child.userId }
      expect(refusalOf(await running.send({ operation: 'vault.meDelete', headers }))).toEqual(NOT_SUFFICIENT)
    })
  })
})

it('a parent deletes a child, in a session the parent opened', async () => {
  await rolledBackTransactions(async () => {
    const child = await aChild(running, owner)
    const remove = (kind: Kind) =>
      running.send({
        operation: 'vault.meDelete',
        headers: { ...person.tokens.get(kind), 'service-delegation-id': child.userId },
      })
    expect(refusalOf(await remove('login key'))).toEqual(NOT_SUFFICIENT)
    expect(refusalOf(await remove('limited in time'))).toEqual(NOT_SUFFICIENT)
    expect((await remove('public key')).status).toBe(204)
    await person.expectAllValues()
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
  await rolledBackTransactions(async () => {
    const { connection } = running
    connection.prepare('DELETE FROM data_encryption_keys WHERE keystore_user_id = ?').run(owner.keystoreUserId)
    const left = connection.prepare('SELECT count(*) FROM data_encryption_keys').pluck()
    const before = left.get()
    await expect(person.enter()).rejects.toMatchObject({ code: 'value_cannot_be_opened' })
    expect(left.get()).toBe(before)
  })
})

/** Whatever may change something: exchange and verifier have no values of users. */
const asked = serviceOperations.filter(
  ({ api, method }) => (api === 'vault' || api === 'keystore') && !['GET', 'HEAD'].includes(method),
)

/** Helpers give the user a passphrase of theirs where they need a proof of one: with it a proof is a wrong one. */
async function withOwnPassphrase<Result>(
  { keystoreUserId }: SignedInUser,
  work: () => Promise<Result>,
): Promise<Result> {
  const { connection } = running
  const own = connection.prepare('SELECT * FROM keystore_users WHERE id = ?').get(keystoreUserId)
  const result = await work()
  if (own !== undefined) {
    connection
      .prepare(
        'UPDATE keystore_users SET username = @username, srp_salt = @srp_salt, srp_verifier = @srp_verifier WHERE id = @id',
      )
      .run(own)
  }
  return result
}

type Asking = 'person' | 'ofIssuer' | 'agent'

/** Who has what the call is about: an agent has no keys, delegates or organizations, and a login key needs a passphrase. */
function havingWhatIsNeeded(asking: Asking, { id, api, path }: Operation): SignedInUser {
  // Preparing it takes the keys of its user away.
  if (id === keystoreOperations.srpUsersRestorePost.id) return aSignedInUser(running)
  const lacking =
    asking === 'agent' ? api === 'keystore' || /delegation|organization|agents/.test(path) : path.includes('login_key')
  return lacking ? owner : owners[asking].user
}

/** Makes the call with every kind of token, and without any. */
async function expectValuesAfter(operation: Operation, asking: Asking): Promise<void> {
  const asks = owners[asking]
  if (/login_key|srp/.test(operation.path)) running.clock.advanceMs(SRP_ATTEMPTS.windowMs) // wrong proofs are counted
  for (const [kind, headers] of [['none', {}] as const, ...asks.tokens]) {
    // It names every value.
    if (operation.guard?.by === 'session' && asks.full.includes(kind)) continue
    await rolledBackTransactions(async () => {
      const call = await prepared(operation, asking)
      const before = running.connection.prepare('SELECT total_changes()').pluck().get()
      await serviceFor(operation).send({ ...call, headers: { ...call.headers, ...headers } })
      const after = running.connection.prepare('SELECT total_changes()').pluck().get()
      if (before !== after) await asks.expectAllValues()
    })
  }
}

/** Without the token of whoever it was made for. */
async function prepared(operation: Operation, asking: Asking): Promise<ServiceRequest> {
  const user = havingWhatIsNeeded(asking, operation)
  const call = await withOwnPassphrase(user, () => acceptedCall(serviceFor(operation), user, operation))
  const { authorization: _, ...headers } = call.headers ?? {}
  return { ...call, headers }
}

const serviceFor = (operation: Operation) => (Object.keys(settingsFor(operation)).length === 0 ? running : multistep)

const PROVED = serviceOperations.filter(({ guard }) => guard?.by === 'proof')
describe.each(PROVED)('$id', (operation) => {
  it.each(KINDS)('with a token of the kind "%s" › is refused without a proof of the owner', async (kind) => {
    running.clock.advanceMs(SRP_ATTEMPTS.windowMs) // wrong proofs are counted
    await rolledBackTransactions(async () => {
      const call = await prepared(operation, 'person')
      const reply = await running.send({ ...call, headers: { ...call.headers, ...person.tokens.get(kind) } })
      expect([401, 403]).toContain(refusalOf(reply).status)
    })
  })
})

describe.each(asked)('$id', (operation) => {
  it.each(['person', 'ofIssuer', 'agent'] as const)(
    'asked by %s › leaves every value of theirs that it does not name, whatever the token',
    (asking) => expectValuesAfter(operation, asking),
  )
})

it('every token holds to the end: none of these calls was refused for its age', async () => {
  for (const { tokens } of [owners.person, owners.ofIssuer, owners.agent])
    for (const [kind, headers] of tokens)
      expect([kind, (await running.send({ operation: 'vault.meGet', headers })).status]).toEqual([kind, 200])
})
