// Proves docs/contract/vault.md, Organizations, Organizations: members.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MemberRole } from '../../shared/contract/organization-rights.ts'
import type { Organization } from '../../shared/contract/organizations.ts'
import type { ServiceReply, ServiceRequest } from '../../src-main/service/reply.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import type { Caller, SignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import { draws } from '../support/draws.ts'
import { membersOf, outcomeOf } from '../support/people/organization-parties.ts'
import { agentOf, operatorCalls, organizationCalls } from '../support/people/organizations.ts'
import { newConnectionKey, peopleCalls } from '../support/people/people.ts'
import { believeClock } from '../support/service/pass-time.ts'
import { startService } from '../support/service/test-service.ts'
import type { LoginKey } from '../support/service/vault-accounts.ts'
import { newBundleKey } from '../support/service/vault-accounts.ts'
import {
  isLastOwner,
  isLastOwnerOfAny,
  newModel,
  ownersOf,
  refusedToOwnersOnly,
  removeMember,
  removePerson,
  settle,
} from './organization-model.ts'
import type { ModelOrganization } from './organization-model.ts'
import { PEOPLE, step } from './organization-steps.ts'
import type { Step, StepOf } from './organization-steps.ts'

/*
 * Whatever members, agents, the operator and time do: a validated organization has an owner. Members are exactly those
 * whom the list shows, and whoever was invited is a member as long as the connection with the agent is there.
 */

const DAY_MS = 24 * 60 * 60 * 1000
const QUEUE_DAYS = 7
const KEYSTORE_QUEUE_DAYS = 14
const INVITATION_DAYS = 30
const YEAR_SECONDS = 365 * 24 * 60 * 60

interface Made {
  readonly id: string
  readonly key: LoginKey
  agentId: string | null
}

/** A service with people, and an organization of the first one, who may be about to be deleted. */
async function start() {
  const running = startService()
  const service = {
    ...running,
    send: (request: ServiceRequest) => running.service.dispatch(request),
    close: () => Promise.resolve(),
  }
  const newPerson = () => aSignedInUser(running, { validForSeconds: YEAR_SECONDS })
  const world = {
    service,
    people: Array.from({ length: PEOPLE }, newPerson),
    management: operatorCalls(service, newPerson()),
    organizations: [] as Made[],
    invitations: [] as {
      readonly token: string
      readonly organization: number
      readonly role: MemberRole
      /** The owner in whose session of the agent it was made. */
      readonly by: number
      due: number
    }[],
    used: new Set<string>(),
    /** Deleted unused, because the maker is no longer owner. */
    withdrawn: new Set<string>(),
    model: newModel(),
  }
  await request(world, { kind: 'request', person: 0 })
  await review(world, { kind: 'validate', organization: 0 })
  return world
}
type World = Awaited<ReturnType<typeof start>>

const callerOf = ({ people }: World, number: number) => people[number] as SignedInUser

/** Makes a call; a refusal must change nothing. Who lost the session is refused whatever it is. */
async function attempt(
  { service }: World,
  user: Caller,
  name: string,
  parts: Omit<ServiceRequest, 'operation'>,
): Promise<ServiceReply> {
  await service.send({ operation: 'vault.versionGet' }) // what is due is done before every call; not a change of this one
  const before = databaseContent(service.connection)
  const reply = await service.send({ operation: `vault.${name}`, headers: user.headers, ...parts })
  if (!reply.ok) expect(databaseContent(service.connection)).toBe(before)
  return reply
}

/** Compares the outcome of a call with what the model says. */
async function expectOutcome(
  world: World,
  by: number | 'agent',
  call: Promise<ServiceReply> | ServiceReply,
  expected: number | string,
): Promise<ServiceReply> {
  const hasNoSession = by !== 'agent' && (world.model.gone.has(by) || world.model.signedOut.has(by))
  const reply = await call
  expect(outcomeOf(reply)).toBe(hasNoSession ? 'unauthorized' : expected)
  return reply
}

async function request(world: World, { person: by }: StepOf<'request'>): Promise<void> {
  const key = newBundleKey()
  const body = { name: `Of ${by}`, public_key: key.publicKey }
  const reply = await expectOutcome(world, by, attempt(world, callerOf(world, by), 'organizationsPost', { body }), 201)
  if (!reply.ok) return
  const { organization: made } = reply.body as { organization: Organization }
  world.organizations.push({ id: made.id, key, agentId: null })
  world.model.organizations.push({ requestor: by, state: 'requested', members: new Map(), connected: new Map() })
}

interface Chosen {
  readonly made: Made
  readonly known: ModelOrganization
}

function choose(world: World, index: number): Chosen | undefined {
  const [made, known] = [world.organizations[index], world.model.organizations[index]]
  return made && known && { made, known }
}

async function review(world: World, { kind, organization: index }: StepOf<'validate' | 'reject' | 'withdraw'>) {
  const chosen = choose(world, index)
  if (chosen === undefined) return
  const { made, known } = chosen
  if (kind === 'withdraw') return withdraw(world, chosen)
  const names = {
    validate: 'managementRequestedOrganizationsIdValidatePut',
    reject: 'managementRequestedOrganizationsIdRejectDelete',
  }
  const reply = await world.management.send(names[kind], { params: { id: made.id } })
  const refusal = known.state === 'gone' ? 'not_found' : 'wrong_status'
  expect(outcomeOf(reply)).toBe(known.state === 'requested' ? 200 : refusal)
  if (!reply.ok) return
  known.state = kind === 'validate' ? 'validated' : 'rejected'
  if (kind === 'reject') return
  made.agentId = (reply.body as { organization: Organization }).organization.agent_id
  known.members.set(known.requestor, 'owner')
}

async function withdraw(world: World, { made, known }: Chosen): Promise<void> {
  const { requestor } = known
  const outcomes = { gone: 'not_found', validated: 'wrong_status', requested: 204, rejected: 204 }
  const call = attempt(world, callerOf(world, requestor), 'organizationsIdDelete', { params: { id: made.id } })
  const reply = await expectOutcome(world, requestor, call, outcomes[known.state])
  if (reply.ok) known.state = 'gone'
}

/** The first owner who still has a session. */
const openingKey = ({ model }: World, known: ModelOrganization): number | undefined =>
  ownersOf(known).find((one) => !model.signedOut.has(one))

/** The session of the agent, opened by whatever owner still has one. */
async function agentFor(world: World, { made, known }: Chosen): Promise<Caller | undefined> {
  const owner = openingKey(world, known)
  if (known.state !== 'validated' || owner === undefined) return undefined
  return agentOf(world.service, callerOf(world, owner), {
    organization: { id: made.id, agent_id: made.agentId },
    key: made.key,
  })
}

async function invite(world: World, { organization: index, role: as }: StepOf<'invite'>): Promise<void> {
  const chosen = choose(world, index)
  const agent = chosen && (await agentFor(world, chosen))
  const by = chosen && openingKey(world, chosen.known)
  if (agent === undefined || by === undefined) return
  const { token } = await peopleCalls(world.service, agent).invite({ organization_member_role: as })
  world.invitations.push({ token, organization: index, role: as, by, due: world.model.now + INVITATION_DAYS })
}

async function addMember(world: World, member: number, as: MemberRole): Promise<void> {
  await invite(world, { kind: 'invite', organization: 0, role: as })
  await accept(world, { kind: 'accept', back: 0, person: member })
}

async function accept(world: World, { back, person: by }: StepOf<'accept'>): Promise<void> {
  const invitation = world.invitations.at(-1 - back)
  const known = invitation && world.model.organizations[invitation.organization]
  if (invitation === undefined || known === undefined) return
  const outcome = () => {
    if (world.withdrawn.has(invitation.token)) return 'not_found'
    if (world.used.has(invitation.token)) return 'invitation_used'
    if (invitation.due <= world.model.now) return 'invitation_expired'
    return known.members.has(by) ? 'already_member' : 201
  }
  const connection = { invitation_token: invitation.token }
  const call = attempt(world, callerOf(world, by), 'connectionsPost', {
    body: { public_key: newConnectionKey(), connection },
  })
  const reply = await expectOutcome(world, by, call, outcome())
  if (!reply.ok) return
  world.used.add(invitation.token)
  known.members.set(by, invitation.role)
  known.connected.set(by, 'member')
}

/** The agent accepts the invitation of a person: that makes no member, and leaves what is there as it is. */
async function meet(world: World, { organization: index, person: one }: StepOf<'meet'>): Promise<void> {
  const { model, service } = world
  const chosen = choose(world, index)
  const agent = chosen && (await agentFor(world, chosen))
  if (agent === undefined || model.gone.has(one) || model.signedOut.has(one)) return
  const { token } = await peopleCalls(service, callerOf(world, one)).invite()
  await peopleCalls(service, agent).connect(token)
  if (!chosen?.known.connected.has(one)) chosen?.known.connected.set(one, 'plain')
}

function targetOf({ members }: ModelOrganization, target: StepOf<'remove'>['target']): number | undefined {
  if (typeof target === 'number') return target
  return [...members.keys()][target.member % Math.max(1, members.size)]
}

/** Who changes or removes a member: mostly an owner. */
async function actorOf(world: World, chosen: Chosen, by: StepOf<'remove'>['by']) {
  if (by === 'agent') {
    const agent = await agentFor(world, chosen)
    return agent && { who: 'agent' as const, caller: agent }
  }
  const who = by === 'an owner' ? ownersOf(chosen.known)[0] : by
  return who === undefined ? undefined : { who, caller: callerOf(world, who) }
}

/** Names a member by the user, or by the membership as the connection tells it. */
function memberName({ service, people }: World, { made }: Chosen, member: number, byMemberId: boolean): string {
  const { userId } = people[member] as SignedInUser
  const sql = 'SELECT id FROM organization_members WHERE organization_id = ? AND user_id = ?'
  const membership = service.connection.prepare<[string, string], string>(sql).pluck().get(made.id, userId)
  return (byMemberId ? membership : undefined) ?? userId
}

async function changeMember(world: World, action: StepOf<'change' | 'remove'>): Promise<void> {
  const chosen = choose(world, action.organization)
  const actor = chosen && (await actorOf(world, chosen, action.by))
  if (chosen === undefined || actor === undefined) return
  const { known } = chosen
  const member = targetOf(known, action.target)
  if (member === undefined) return
  const loses = action.kind === 'remove' || action.role === 'admin'
  const refusal = () => {
    const refused = refusedToOwnersOnly(known, actor.who)
    if (refused !== undefined) return refused
    if (!known.members.has(member)) return 'not_found'
    return loses && isLastOwner(known, member) ? 'last_owner' : undefined
  }
  const name = `organizationsOrganizationIdMembersId${action.kind === 'remove' ? 'Delete' : 'Put'}`
  const call = attempt(world, actor.caller, name, {
    params: { organization_id: chosen.made.id, id: memberName(world, chosen, member, action.byMemberId) },
    ...(action.kind === 'change' && { body: { organization_member: { role: action.role } } }),
  })
  const reply = await expectOutcome(world, actor.who, call, refusal() ?? (action.kind === 'remove' ? 204 : 200))
  if (!reply.ok) return
  if (action.kind === 'remove') removeMember(known, member)
  else known.members.set(member, action.role)
}

/** Ends the connection with the agent from either side. */
async function disconnect(world: World, { organization: index, target, side }: StepOf<'disconnect'>) {
  const chosen = choose(world, index)
  const member = chosen && targetOf(chosen.known, target)
  if (chosen === undefined || member === undefined || world.model.gone.has(member)) return
  const actor = side === 'agent' ? await agentFor(world, chosen) : callerOf(world, member)
  if (actor === undefined) return
  const [one, other] = [callerOf(world, member).userId, chosen.made.agentId ?? '']
  const sql = 'SELECT id FROM connections WHERE user_id = ? AND other_user_id = ?'
  const find = world.service.connection.prepare<[string, string], string>(sql).pluck()
  const id = side === 'agent' ? find.get(other, one) : find.get(one, other)
  expect(id !== undefined).toBe(chosen.known.connected.has(member))
  if (id === undefined) return
  const call = attempt(world, actor, 'connectionsIdDelete', { params: { id } })
  const isMembership = chosen.known.connected.get(member) === 'member'
  const outcome = isMembership && isLastOwner(chosen.known, member) ? 'last_owner' : 204
  const reply = await expectOutcome(world, side === 'agent' ? 'agent' : member, call, outcome)
  if (!reply.ok) return
  if (isMembership) removeMember(chosen.known, member)
  else chosen.known.connected.delete(member)
}

async function queue(world: World, { kind, person: by }: StepOf<'queue' | 'stay'>): Promise<void> {
  const { model } = world
  const [name, status] = kind === 'queue' ? ['meDeletionQueuePost', 202] : ['meDeletionQueueDelete', 204]
  const reply = await expectOutcome(world, by, attempt(world, callerOf(world, by), name, {}), status)
  if (!reply.ok) return
  if (kind === 'stay') model.queued.delete(by)
  else model.queued.set(by, model.queued.get(by) ?? model.now + QUEUE_DAYS)
}

async function deleteAccount(world: World, { person: by }: StepOf<'deleteAccount'>): Promise<void> {
  const outcome = isLastOwnerOfAny(world.model, by) ? 'last_owner' : 204
  const reply = await expectOutcome(world, by, attempt(world, callerOf(world, by), 'meDelete', {}), outcome)
  if (reply.ok) removePerson(world.model, by)
}

/** The key-store account goes after its own waiting time, and the session with it; the vault account stays. */
async function deleteKeystore({ service, model, people }: World, { person: by }: StepOf<'deleteKeystore'>) {
  const { headers } = people[by] as SignedInUser
  const reply = await service.send({ operation: 'keystore.usersDeletionQueuePost', headers })
  if (reply.ok) model.keystoreQueued.set(by, model.keystoreQueued.get(by) ?? model.now + KEYSTORE_QUEUE_DAYS)
}

async function agentEnds(world: World, { organization: index, call }: StepOf<'agentEnds'>): Promise<void> {
  const chosen = choose(world, index)
  const agent = chosen && (await agentFor(world, chosen))
  if (agent === undefined) return
  expect(outcomeOf(await attempt(world, agent, call, {}))).toBe('forbidden')
}

function wait({ service, model }: World, { days }: StepOf<'wait'>): void {
  service.clock.advanceMs(days * DAY_MS)
  believeClock(service)
  model.now += days
}

const TAKE: { readonly [Kind in Step['kind']]: (world: World, action: StepOf<Kind>) => Promise<void> | void } = {
  invite,
  accept,
  meet,
  change: changeMember,
  remove: changeMember,
  disconnect,
  queue,
  stay: queue,
  deleteAccount,
  deleteKeystore,
  wait,
  request,
  validate: review,
  reject: review,
  withdraw: review,
  agentEnds,
}

/** Whoever loses the role of an owner takes along the invitations that nobody used. */
function withdrawInvitations({ model, invitations, used, withdrawn }: World): void {
  for (const { token, organization: index, by, due } of invitations) {
    const isOwner = model.organizations[index]?.members.get(by) === 'owner'
    if (!isOwner && !used.has(token) && due > model.now) withdrawn.add(token)
  }
}

const sorted = (entries: Iterable<readonly [string, unknown]>) => [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** What must hold after every step, by the rows and by what the service answers. */
async function compare(world: World): Promise<void> {
  const { service, model, people } = world
  const { connection } = service
  const idOf = (number: number) => (people[number] as SignedInUser).userId
  await service.send({ operation: 'vault.versionGet' }) // what is due is done with the next call
  settle(model)
  withdrawInvitations(world)

  const withoutOwner = connection.prepare(/* sql */ `
    SELECT name FROM organizations WHERE status = 'validated' AND NOT EXISTS (
      SELECT 1 FROM organization_members JOIN users ON users.id = user_id
      WHERE organization_id = organizations.id AND role = 'owner')
  `)
  expect(withoutOwner.all()).toEqual([])
  const living = connection.prepare<[string], number>('SELECT count(*) FROM users WHERE id = ?').pluck()
  expect(people.map(({ userId }) => living.get(userId) === 0)).toEqual(people.map((_, one) => model.gone.has(one)))

  const members = connection.prepare<[string], { user_id: string; role: string }>(
    'SELECT user_id, role FROM organization_members WHERE organization_id = ?',
  )
  const connected = connection.prepare<[string | null], { other_user_id: string; connection_type: string | null }>(
    'SELECT other_user_id, connection_type FROM connections WHERE user_id = ?',
  )
  for (const [index, known] of model.organizations.entries()) {
    const made = world.organizations[index] as Made
    const expected = sorted([...known.members].map(([one, as]) => [idOf(one), as] as const))
    expect(sorted(members.all(made.id).map((row) => [row.user_id, row.role] as const))).toEqual(expected)
    const kinds = [...known.connected].map(([one, kind]) => [idOf(one), kind === 'plain' ? null : kind] as const)
    const rows = connected.all(made.agentId).map((row) => [row.other_user_id, row.connection_type] as const)
    expect(sorted(rows)).toEqual(sorted(kinds))
    const owner = ownersOf(known).find((one) => !model.signedOut.has(one))
    if (owner === undefined) continue
    const shown = await membersOf(service, made.id, callerOf(world, owner))
    expect(sorted(shown.members.map((member) => [member.id, member.role] as const))).toEqual(expected)
    expect(shown.owners_count).toBe(ownersOf(known).length)
  }
  for (const [one, user] of people.entries()) {
    if (model.gone.has(one) || model.signedOut.has(one)) continue
    const { organizations } = await organizationCalls(service, user).ok<{ organizations: Organization[] }>(
      200,
      'organizationsGet',
      { query: { mode: 'member' } },
    )
    const own = world.organizations.flatMap(({ id }, index) => {
      const as = model.organizations[index]?.members.get(one)
      return as === undefined ? [] : [[id, as] as const]
    })
    expect(sorted(organizations.map(({ id, own_role }) => [id, own_role] as const))).toEqual(sorted(own))
  }
}

it('organizations › after any steps, each validated one has an owner, and its members are who they should be', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 20, maxLength: 30 }), async (isLeaving, steps) => {
      const world = await start()
      await addMember(world, 1, 'admin')
      await addMember(world, 2, isLeaving ? 'admin' : 'owner')
      if (isLeaving) await queue(world, { kind: 'queue', person: 0 })
      for (const action of steps) {
        await TAKE[action.kind](world, action as never)
        await compare(world)
      }
      expect(world.service.faults).toEqual([])
      world.service.connection.close()
    }),
    { numRuns: draws(12, 120) },
  )
})

it('organizations › the last owner is kept in every way, and let go when somebody else owns it too', async () => {
  const world = await start()
  const last = { organization: 0, by: 'an owner', target: 0, byMemberId: false } as const
  // The first owner goes and comes back by invitation, so that there is a connection to end.
  await addMember(world, 1, 'owner')
  await changeMember(world, { kind: 'remove', ...last })
  await addMember(world, 0, 'owner')
  await changeMember(world, { kind: 'change', ...last, by: 0, target: 1, role: 'admin' })
  const [founder] = world.model.organizations
  expect(founder && ownersOf(founder)).toEqual([0])

  await changeMember(world, { kind: 'change', ...last, role: 'admin' })
  await changeMember(world, { kind: 'remove', ...last })
  for (const side of ['person', 'agent'] as const) {
    await disconnect(world, { kind: 'disconnect', organization: 0, target: 0, side })
  }
  await deleteAccount(world, { kind: 'deleteAccount', person: 0 })
  await queue(world, { kind: 'queue', person: 0 })
  wait(world, { kind: 'wait', days: 8 })
  await compare(world)
  expect([founder && ownersOf(founder), world.model.gone.size]).toEqual([[0], 0])

  await changeMember(world, { kind: 'change', ...last, target: 1, role: 'owner' })
  await compare(world)
  expect([founder && ownersOf(founder), [...world.model.gone]]).toEqual([[1], [0]])
  world.service.connection.close()
})
