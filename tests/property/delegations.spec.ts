// Proves docs/contract/vault.md, Delegation header, Delegations, Delegations: taking back, Child users, Users: deleting;
// docs/contract/keystore.md, Delegation, Delegations: states, Delegations: the vault, Child users: growing up.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { roleSuffices } from '../../shared/contract/delegation-rights.ts'
import { draws } from '../support/draws.ts'
import {
  isThere,
  isVerifiedBetween,
  newDelegationWorld,
  PEOPLE,
  roleBetween,
  rows,
  STEP_NAMES,
  takeStep,
} from '../support/people/delegation-world.ts'
import type { DelegationWorld, DrawnCall } from '../support/people/delegation-world.ts'
import { actingFor } from '../support/people/delegations.ts'

/*
 * Whatever account owners, delegates, strangers and parents call, in whatever order:
 *
 * - only who was let in, by a call of somebody who may, is let in, by the role that was said last; in the key-store only who
 *   claimed and was handed the key besides;
 * - what a delegate made is of no use when the right is gone;
 * - a child without a login has a parent who can open its account;
 * - the two parts agree about every delegation.
 */

const aCall = fc.record<DrawnCall>({
  who: fc.nat(PEOPLE - 1),
  actsFor: fc.oneof(fc.constant(null), fc.nat(PEOPLE + 1)),
  inSession: fc.nat(4).map((number) => number === 0),
  step: fc.constantFrom(...STEP_NAMES),
  role: fc.nat(2),
  about: fc.nat(7),
  side: fc.nat(7),
})

const call = (who: number, step: DrawnCall['step'], more: Partial<DrawnCall> = {}): DrawnCall => ({
  who,
  step,
  actsFor: null,
  inSession: false,
  role: 0,
  about: 0,
  side: 0,
  ...more,
})

/** In which every kind of call succeeds, so that none is drawn in vain. */
const STORY: readonly DrawnCall[] = [
  call(1, 'take over'),
  call(1, 'make a session', { actsFor: 0 }),
  call(1, 'invite', { actsFor: 0 }),
  call(1, 'invite', { inSession: true }),
  call(2, 'follow a link'),
  call(0, 'make a token', { role: 1 }),
  call(0, 'invite a delegate'),
  call(3, 'follow a link', { side: 1 }),
  call(3, 'claim'),
  call(0, 'share'),
  call(0, 'change the role', { role: 1 }),
  call(2, 'make a token', { role: 2 }),
  call(2, 'offer', { side: 1 }),
  call(1, 'accept an offer'),
  call(1, 'end the delegation'),
  call(2, 'begin'),
  call(2, 'take back'),
  call(2, 'make a token'),
  call(2, 'end the token'),
  call(2, 'make a child'),
  call(2, 'grow up', { actsFor: PEOPLE + 1 }),
  call(0, 'disconnect', { about: 1, side: 1 }),
  call(3, 'queue for deletion'),
  call(2, 'queue for deletion in the key-store'),
  call(1, 'delete the account'),
  call(0, 'let time pass'),
]

interface Row {
  readonly user_id: string
  readonly other_user_id: string
  readonly connection_type: string | null
  readonly delegation_token: string
  readonly delegation_role: string
}

interface KeystoreRow {
  readonly delegation_token: string
  readonly delegation_role: string
  readonly owner: string
}

const statusOf = async ({ service }: DelegationWorld, operation: string, headers: object, params?: object) =>
  (await service.send({ operation, headers: { ...headers }, ...(params && { params }) })).status

async function requireLaws(world: DelegationWorld): Promise<void> {
  expect(world.service.faults).toEqual([])
  await requireThatOnlyDelegatesActForOthers(world)
  await requireThatLinksAndSessionsEnd(world)
  requireThatThePartsAgree(world)
  requireThatChildrenAreReached(world)
}

async function requireThatOnlyDelegatesActForOthers(world: DelegationWorld): Promise<void> {
  const everybody = [...world.people.map(({ userId }) => userId), ...world.childIds]
  for (const { userId, headers } of world.people.filter((one) => isThere(world, one.userId))) {
    for (const owner of everybody.filter((one) => one !== userId)) {
      const sent = actingFor({ headers }, owner)
      const letsIn = roleBetween(world, userId, owner) !== undefined
      expect(await statusOf(world, 'vault.meGet', sent)).toBe(letsIn ? 200 : 403)
      const isVerified = isVerifiedBetween(world, userId, owner)
      expect(await statusOf(world, 'keystore.keypairsGet', sent)).toBe(isVerified ? 200 : 403)
    }
  }
}

async function requireThatLinksAndSessionsEnd(world: DelegationWorld): Promise<void> {
  for (const { token, maker, owner, offers, used } of world.links) {
    if (used || maker === owner) continue
    const role = roleBetween(world, maker, owner)
    if (role !== undefined && roleSuffices(role, offers === undefined ? 'admin' : 'owner')) continue
    expect(await statusOf(world, 'vault.invitationsIdGet', {}, { token })).toBe(404)
  }
  for (const { maker, owner, headers } of world.sessions) {
    if (roleBetween(world, maker, owner) === 'owner') continue
    expect(await statusOf(world, 'vault.meGet', headers)).toBe(401)
  }
}

function requireThatThePartsAgree(world: DelegationWorld): void {
  const inVault = rows<Row>(world, 'SELECT * FROM connections WHERE delegation_token IS NOT NULL')
  const delegates = inVault.filter(({ connection_type }) => connection_type === 'delegate')
  expect(inVault).toHaveLength(2 * delegates.length) // both sides say the same, and one of them is the delegate
  const inKeystore = new Map(
    rows<KeystoreRow>(
      world,
      `SELECT d.*, o.vault_user_id AS owner FROM delegations d JOIN keystore_users o ON o.id = d.account_owner_id`,
    ).map((one) => [one.delegation_token, one]),
  )
  for (const { delegation_token, delegation_role, other_user_id: owner } of delegates) {
    expect(inKeystore.get(delegation_token)).toMatchObject({ delegation_role, owner })
  }
}

function requireThatChildrenAreReached(world: DelegationWorld): void {
  const reached = rows<{ id: string }>(
    world,
    `SELECT u.id FROM users u JOIN keystore_users o ON o.vault_user_id = u.id WHERE o.srp_verifier IS NOT NULL
     UNION SELECT o.vault_user_id FROM delegations d
       JOIN keystore_users o ON o.id = d.account_owner_id
       JOIN keystore_users g ON g.id = d.delegate_id
       JOIN connections c ON c.user_id = g.vault_user_id AND c.other_user_id = o.vault_user_id
     WHERE d.delegation_role = 'owner' AND d.verified = 1 AND d.account_owner_kek IS NOT NULL
       AND c.connection_type = 'delegate' AND c.delegation_token = d.delegation_token`,
  ).map(({ id }) => id)
  const children = rows<{ id: string }>(world, 'SELECT id FROM users').filter(({ id }) => world.childIds.includes(id))
  expect(children.map(({ id }) => id).filter((id) => !reached.includes(id))).toEqual([])
}

it('delegations › strangers stay out, what was taken back ends, and a child keeps a way in, whatever is called', async () => {
  const succeeded = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(aCall, { minLength: 10, maxLength: 40 }), async (calls) => {
      const world = await newDelegationWorld()
      try {
        await requireLaws(world)
        for (const drawn of calls) {
          const { status, inSession } = await takeStep(world, drawn)
          expect(status).toBeLessThan(500)
          if (status >= 300) continue // a refused call changes nothing, as other tests show
          succeeded.add(drawn.step)
          if (inSession) succeeded.add('in a session that a delegate made')
          await requireLaws(world)
        }
      } finally {
        await world.service.service.close()
        world.service.connection.close()
      }
    }),
    { numRuns: draws(16, 200), examples: [[[...STORY]]] },
  )
  // A kind of call that is always refused would prove nothing.
  expect([...STEP_NAMES, 'in a session that a delegate made'].filter((one) => !succeeded.has(one))).toEqual([])
})
