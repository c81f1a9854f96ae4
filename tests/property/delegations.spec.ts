// Proves docs/contract/vault.md, Delegation header, Delegations, Child users; docs/contract/keystore.md, Delegations:
// states, Delegations: the vault.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DELEGATION_ROLES } from '../../shared/contract/delegation-rights.ts'
import { signDelegationToken } from '../../src-main/crypto/delegation-signature.ts'
import { newKeyPair } from '../../src-main/crypto/key-pair.ts'
import type { ServiceRequest } from '../../src-main/service/reply.ts'
import { draws } from '../support/draws.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import type { SignedInUser } from '../support/service/builders.ts'
import { bodyOf } from '../support/service/keystore-accounts.ts'
import { aChild, actingFor, SEALED_KEK, TAKEN_KEK } from '../support/people/delegations.ts'
import { startService } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'

/*
 * Whatever account owners, delegates, strangers and parents call, in whatever order: the two parts agree about every
 * delegation, only who is the delegate of a connection is let in, by the role it has, and a child without a login has a
 * parent who can open its account.
 */

const PEOPLE = 4
const pairs = Array.from({ length: PEOPLE + 1 }, () => newKeyPair())
const DAY_MS = 24 * 60 * 60 * 1000

interface Call {
  readonly who: number
  /** For whom: an index of a person, the child, or nobody. */
  readonly actsFor: number | null
  readonly what: number
  readonly role: number
  readonly token: number
  readonly side: number
}

const aCall = fc.record<Call>({
  who: fc.nat(PEOPLE - 1),
  actsFor: fc.oneof(fc.constant(null), fc.nat(PEOPLE)),
  what: fc.nat(12),
  role: fc.nat(2),
  token: fc.nat(7),
  side: fc.nat(7),
})

interface World {
  readonly service: TestService
  readonly people: readonly SignedInUser[]
  readonly childId: string
}

async function newWorld(): Promise<World> {
  const running = startService()
  const service: TestService = {
    ...running,
    send: (request) => running.service.dispatch(request),
    close: () => Promise.resolve(),
  }
  const people = Array.from({ length: PEOPLE }, () => aSignedInUser(running, { validForSeconds: 365 * 24 * 60 * 60 }))
  const [parent] = people
  if (parent === undefined) throw new Error('nobody is there')
  // Each pair of people is connected, with keys whose private halves are known here.
  const { userId: childId } = await aChild(service, parent)
  const connect = running.connection.prepare(`INSERT INTO connections (id, user_id, other_user_id, other_id,
    user_public_key, created_at) VALUES (?, ?, ?, ?, ?, '2026-01-01T00:00:00.000Z')`)
  const all = [...people.map(({ userId }) => userId), childId]
  for (const [from, one] of all.entries()) {
    for (const [to, other] of all.entries()) {
      if (from === to || (one === childId && other === parent.userId) || (other === childId && one === parent.userId))
        continue
      connect.run(idOf(from, to), one, other, idOf(to, from), pairs[from]?.publicKey)
    }
  }
  await beginOne(service, people)
  return { service, people, childId }
}

/** The second one acts for the first from the beginning: chance alone would seldom get so far. */
async function beginOne(service: TestService, [owner, delegate]: readonly SignedInUser[]): Promise<void> {
  const pair = pairs[1]
  if (owner === undefined || delegate === undefined || pair === undefined) throw new Error('two people')
  const send = async (user: SignedInUser, request: Omit<ServiceRequest, 'headers'>) =>
    bodyOf<{ connection?: { own: { delegation_token: string } } }>(
      await service.send({ ...request, headers: user.headers }),
    )
  const { connection } = await send(owner, {
    operation: 'vault.connectionsIdPut',
    params: { id: idOf(0, 1) },
    body: { role: 'owner' },
  })
  const token = connection?.own.delegation_token ?? ''
  const params = { delegation_token: token }
  await send(delegate, {
    operation: 'keystore.delegationsDelegationTokenClaimPost',
    params,
    body: { delegate_signature: signDelegationToken(pair, token) },
  })
  await send(owner, {
    operation: 'keystore.delegationsDelegationTokenSharePut',
    params,
    body: { encrypted_kek: SEALED_KEK, delegate_public_key: pair.publicKey },
  })
}

const idOf = (from: number, to: number) => `01890000-0000-7000-8000-0000000000${from}${to}`

/** What a call of the model is to the service; ids and tokens are taken from what is there. */
function requestOf({ service, people, childId }: World, call: Call): ServiceRequest {
  const column = (sql: string, ...given: string[]) =>
    service.connection
      .prepare<string[], string>(sql)
      .pluck()
      .all(...given)
  const person = people[call.who]
  if (person === undefined) throw new Error('nobody is there')
  const owner = call.actsFor === null ? undefined : (people[call.actsFor]?.userId ?? childId)
  const me = owner ?? person.userId
  const sides = column('SELECT id FROM connections WHERE user_id = ? ORDER BY id', me)
  const every = column('SELECT delegation_token FROM delegations ORDER BY created_at, delegation_token')
  // Half of the calls are about what is the caller's: chance alone would seldom find it.
  const likely = (sql: string) => (call.token % 2 === 0 ? column(sql, me) : [])
  const pick = (found: readonly string[]) => {
    const from = found.length > 0 ? found : every
    return from[call.token % Math.max(1, from.length)] ?? idOf(0, 0)
  }
  const granted = pick(
    likely(`SELECT delegation_token FROM delegations d JOIN keystore_users o ON o.id = d.account_owner_id
      WHERE o.vault_user_id = ? ORDER BY 1`),
  )
  const received = pick(
    likely("SELECT delegation_token FROM connections WHERE user_id = ? AND connection_type = 'delegate' ORDER BY 1"),
  )
  const keyOf = (token: string) =>
    column(
      "SELECT user_public_key FROM connections WHERE delegation_token = ? AND connection_type = 'delegate'",
      token,
    )[0]
  const role = DELEGATION_ROLES[call.role] ?? 'reader'
  const id = sides[call.side % Math.max(1, sides.length)] ?? idOf(0, 0)
  const byToken = (token: string) => ({ params: { delegation_token: token } })
  const [roleGranted = role] = column('SELECT delegation_role FROM delegations WHERE delegation_token = ?', granted)
  const pair = pairs[call.who] ?? newKeyPair()
  const offers = column('SELECT id FROM delegation_invitations ORDER BY id')
  const offer = { params: { id: offers[call.side % Math.max(1, offers.length)] ?? idOf(0, 0) } }
  const calls: readonly ServiceRequest[] = [
    { operation: 'vault.connectionsIdPut', params: { id }, body: { role } },
    { operation: 'vault.connectionsIdPut', params: { id }, body: { role: 'remove_delegation' } },
    { operation: 'vault.delegationsConnectionIdPut', params: { connection_id: id }, body: { delegation_role: role } },
    { operation: 'vault.delegationsConnectionIdDelete', params: { connection_id: id } },
    { operation: 'vault.connectionsIdDelete', params: { id } },
    { operation: 'keystore.delegationsPost', body: { delegation_role: role } },
    {
      operation: 'keystore.delegationsDelegationTokenClaimPost',
      ...byToken(received),
      body: { delegate_signature: signDelegationToken(call.side % 3 === 0 ? newKeyPair() : pair, received) },
    },
    {
      operation: 'keystore.delegationsDelegationTokenSharePut',
      ...byToken(granted),
      body: { encrypted_kek: SEALED_KEK, delegate_public_key: keyOf(granted) ?? pairs[0]?.publicKey },
    },
    {
      operation: 'keystore.delegationsDelegationTokenReencryptPut',
      ...byToken(received),
      body: { encrypted_kek: TAKEN_KEK },
    },
    { operation: 'keystore.delegationsDelegationTokenDelete', ...byToken(pick([])) },
    {
      operation: 'vault.delegationInvitationsPost',
      body: { connection_id: id, delegation_token: granted, delegation_role: roleGranted },
    },
    { operation: 'vault.delegationInvitationsIdAcceptPut', ...offer },
    { operation: 'keystore.sessionLimitedInTimePost', body: { valid_for: 3600 } },
  ]
  const headers = owner === undefined ? person.headers : actingFor(person, owner)
  return { headers, ...(calls[call.what] ?? { operation: 'vault.meGet' }) }
}

interface Row {
  readonly user_id: string
  readonly other_user_id: string
  readonly connection_type: string | null
  readonly delegation_token: string | null
  readonly delegation_role: string | null
}

async function requireInvariants({ service, people, childId }: World): Promise<void> {
  const { connection, faults } = service
  expect(faults).toEqual([])
  const rows = connection.prepare<[], Row>('SELECT * FROM connections').all()
  const delegates = rows.filter(({ connection_type }) => connection_type === 'delegate')
  const roles = new Map(
    connection
      .prepare<[], { delegation_token: string; delegation_role: string; verified: 0 | 1; vault_user_id: string }>(
        `SELECT d.*, o.vault_user_id FROM delegations d JOIN keystore_users o ON o.id = d.account_owner_id`,
      )
      .all()
      .map((one) => [one.delegation_token, one]),
  )
  for (const { delegation_token: token, delegation_role: role, other_user_id: owner } of delegates) {
    expect(roles.get(token ?? '')).toMatchObject({ delegation_role: role, vault_user_id: owner })
  }
  // Both sides say the same, and one of them is the delegate.
  const named = rows.filter(({ delegation_token }) => delegation_token !== null)
  expect(named).toHaveLength(2 * delegates.length)

  for (const { userId, headers } of people) {
    for (const owner of [...people.map((one) => one.userId), childId]) {
      if (owner === userId) continue
      const { status } = await service.send({ operation: 'vault.meGet', headers: actingFor({ headers }, owner) })
      const isDelegate = delegates.some((one) => one.user_id === userId && one.other_user_id === owner)
      expect(status).toBe(isDelegate ? 200 : 403)
      const inKeystore = await service.send({
        operation: 'keystore.keypairsGet',
        headers: actingFor({ headers }, owner),
      })
      if (inKeystore.ok)
        expect([...roles.values()]).toContainEqual(expect.objectContaining({ vault_user_id: owner, verified: 1 }))
    }
  }
  const openers = connection
    .prepare(`SELECT 1 FROM delegations d JOIN keystore_users o ON o.id = d.account_owner_id
      JOIN keystore_users g ON g.id = d.delegate_id
      JOIN connections c ON c.user_id = g.vault_user_id AND c.other_user_id = o.vault_user_id
      WHERE o.vault_user_id = ? AND d.delegation_role = 'owner' AND d.verified = 1 AND d.account_owner_kek IS NOT NULL
        AND c.connection_type = 'delegate' AND c.delegation_token = d.delegation_token`)
    .all(childId)
  expect(openers.length).toBeGreaterThan(0)
  // No session outlives the delegation it was made by.
  const orphans = connection
    .prepare(`SELECT id FROM sessions WHERE delegation_token IS NOT NULL
      AND delegation_token NOT IN (SELECT delegation_token FROM delegations WHERE delegation_role = 'owner')`)
    .all()
  expect(orphans).toEqual([])
}

it('delegations › the parts agree, strangers stay out, and a child keeps a parent, whatever is called', async () => {
  const outcomes = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(aCall, { minLength: 10, maxLength: 40 }), async (calls) => {
      const world = await newWorld()
      try {
        for (const call of calls) {
          const request = requestOf(world, call)
          const { status } = await world.service.send(request)
          const key = `${request.operation} ${status < 300 ? 'done' : 'refused'}`
          outcomes.set(key, (outcomes.get(key) ?? 0) + 1)
          expect(status).toBeLessThan(500)
          await requireInvariants(world)
        }
        world.service.clock.advanceMs(DAY_MS)
        world.service.service.applyDueChanges(world.service.clock.nowMs())
        await requireInvariants(world)
      } finally {
        world.service.service.close()
        world.service.connection.close()
      }
    }),
    { numRuns: draws(12, 60) },
  )
  // A run in which everything is refused would prove nothing.
  for (const what of ['vault.connectionsIdPut', 'vault.connectionsIdDelete', 'keystore.delegationsPost']) {
    expect(outcomes.get(`${what} done`)).toBeGreaterThan(0)
  }
}, 120_000)
