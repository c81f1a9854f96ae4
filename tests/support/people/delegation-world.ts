import { DELEGATION_ROLES } from '../../../shared/contract/delegation-rights.ts'
import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import { signDelegationToken } from '../../../src-main/crypto/delegation-signature.ts'
import { newKeyPair } from '../../../src-main/crypto/key-pair.ts'
import { createSrpVerifier } from '../../../src-main/crypto/srp-client.ts'
import type { ServiceReply, ServiceRequest } from '../../../src-main/service/reply.ts'
import { aSignedInUser } from '../service/builders.ts'
import type { SignedInUser } from '../service/builders.ts'
import { OWN_WRAPPED_KEY, reserveUsername } from '../service/keystore-accounts.ts'
import { startService } from '../service/test-service.ts'
import type { TestService } from '../service/test-service.ts'
import { aChild, actingFor, keysOfChild, SEALED_KEK, TAKEN_KEK } from './delegations.ts'
import type { TestChild } from './delegations.ts'

/*
 * A small world of people who are all connected, and what any of them may call about delegations, for tests that draw the
 * calls at random. Beside the service the world keeps a ledger of what the calls that succeeded have granted and ended, by
 * the rules of docs/contract/vault.md (Delegations, Delegations: taking back) and docs/contract/keystore.md (Delegations),
 * without looking at what the service stored about it.
 */

export const PEOPLE = 4
const DAY_MS = 24 * 60 * 60 * 1000
const MAX_CHILDREN = 3
const pairs = Array.from({ length: PEOPLE + MAX_CHILDREN }, () => newKeyPair())
const login = createSrpVerifier({ username: 'grown', password: 'a password of its own' })

/** What is drawn for a call: numbers that are taken modulo what there is. */
export interface Choice {
  readonly who: number
  /** For whom: an index of a person or child, or nobody. */
  readonly actsFor: number | null
  /** In a session that a delegate made before, if there is one, and not with a header. */
  readonly inSession: boolean
  readonly role: number
  /** Among what the call could be about: an even number takes only what is likely to succeed. */
  readonly about: number
  readonly side: number
}

export interface DrawnCall extends Choice {
  readonly step: StepName
}

/** A delegation, by what was called about it. */
interface Noted {
  readonly owner: string
  role: DelegationRole
  /** Who acts for the owner in the vault. */
  letsIn?: string
  claimedBy?: string
  signedWith?: string
  sharedTo?: string
}

interface Link {
  readonly token: string
  /** Who made it, and for whom; the same, unless a delegate made it. */
  readonly maker: string
  readonly owner: string
  /** Token of the delegation that comes with it. */
  readonly offers?: string
  used: boolean
}

interface MadeSession {
  readonly maker: string
  readonly owner: string
  readonly headers: { readonly authorization: string }
}

export interface DelegationWorld {
  readonly service: TestService
  readonly people: readonly SignedInUser[]
  readonly childIds: string[]
  /** The delegations that were begun and did not end, by their tokens. */
  readonly noted: Map<string, Noted>
  readonly links: Link[]
  readonly sessions: MadeSession[]
}

/** In which role somebody may act for an owner in the vault. */
export function roleBetween({ noted }: DelegationWorld, delegate: string, owner: string): DelegationRole | undefined {
  return [...noted.values()].find((one) => one.letsIn === delegate && one.owner === owner)?.role
}

/** Whether somebody may act for an owner in the key-store: claimed and handed over, by one and the same key pair. */
export function isVerifiedBetween({ noted }: DelegationWorld, delegate: string, owner: string): boolean {
  return [...noted.values()].some((one) => one.claimedBy === delegate && one.owner === owner && isVerified(one))
}

export async function newDelegationWorld(): Promise<DelegationWorld> {
  const running = startService()
  const service: TestService = {
    ...running,
    send: (request) => running.service.dispatch(request),
    close: () => Promise.resolve(),
  }
  const people = Array.from({ length: PEOPLE }, () => aSignedInUser(running, { validForSeconds: 365 * 24 * 60 * 60 }))
  const world: DelegationWorld = {
    service,
    people,
    childIds: [],
    noted: new Map(),
    links: [],
    sessions: [],
  }
  const parent = personAt(people, 0)
  addChild(world, parent, await aChild(service, parent))
  // The second one acts for the first from the beginning: chance alone would seldom get so far.
  for (const [who, step] of [
    [0, 'begin'],
    [1, 'claim'],
    [0, 'share'],
  ] as const) {
    const first = { actsFor: null, inSession: false, role: 0, about: 0, side: 0 }
    await takeStep(world, { ...first, who, step })
  }
  return world
}

/** Takes a step; answers what came of it, and whether it was taken in a session that a delegate had made. */
export async function takeStep(
  world: DelegationWorld,
  drawn: DrawnCall,
): Promise<{ readonly status: number; readonly inSession: boolean }> {
  const person = personAt(world.people, drawn.who)
  const made = drawn.inSession ? world.sessions[drawn.about % Math.max(1, world.sessions.length)] : undefined
  const everybody = [...world.people.map(({ userId }) => userId), ...world.childIds]
  const owner = drawn.actsFor === null ? undefined : everybody[drawn.actsFor % everybody.length]
  const me = made?.owner ?? owner ?? person.userId
  const headers = made?.headers ?? (owner === undefined ? person.headers : actingFor(person, owner))
  const actor = { person, me, maker: made?.maker ?? person.userId, pair: pairs[drawn.who] ?? newKeyPair() }
  const step: TakeStep = STEPS[drawn.step]
  const { request, done } = await step(world, actor, drawn)
  const reply = await world.service.send({ ...request, headers: { ...headers } })
  if (reply.ok) await done?.(bodyIn(reply))
  forgetTheGone(world)
  return { status: reply.status, inSession: made !== undefined }
}

interface Actor {
  /** Who calls, unless in a session. */
  readonly person: SignedInUser
  /** For whom. */
  readonly me: string
  /** Who calls, also where it is in a session. */
  readonly maker: string
  readonly pair: ReturnType<typeof newKeyPair>
}

interface Step {
  readonly request: Omit<ServiceRequest, 'headers'>
  /** What the ledger notes when it succeeded. */
  readonly done?: (body: Body) => void | Promise<void>
}

interface Body {
  readonly connection?: { readonly own: { readonly delegation_token: string | null } }
  readonly delegation?: { readonly delegation_token: string }
  readonly invitation?: { readonly token: string }
  readonly session?: { readonly session_authentication_string: string }
  readonly user?: { readonly id: string }
  readonly connection_from_parent_to_child?: TestConnection
}

interface TestConnection {
  readonly own: { readonly id: string }
  readonly the_other_user: { readonly id: string; readonly integration_data: { readonly delegation_token: string } }
}

type TakeStep = (world: DelegationWorld, actor: Actor, drawn: Choice) => Step | Promise<Step>

/** Every kind of call, by a name. */
const STEPS = {
  begin: (world, actor, drawn) => {
    const side = sideOf(world, actor, drawn, 'c.delegation_role IS NULL')
    const role = roleAt(drawn)
    return {
      request: { operation: 'vault.connectionsIdPut', ...params(side), body: { role } },
      done: ({ connection }) => begin(world, connection?.own.delegation_token ?? '', { side, role }),
    }
  },
  'change the role': (world, actor, drawn) => {
    const side = sideOf(world, actor, drawn, "c.delegation_role IS NOT NULL AND c.connection_type IS NOT 'delegate'")
    const role = roleAt(drawn)
    return {
      request: {
        operation: 'vault.delegationsConnectionIdPut',
        params: { connection_id: side.id },
        body: { delegation_role: role },
      },
      done: ({ connection }) => begin(world, connection?.own.delegation_token ?? '', { side, role }),
    }
  },
  'take back': (world, actor, drawn) => {
    const side = sideOf(world, actor, drawn, "c.delegation_role IS NOT NULL AND c.connection_type IS NOT 'delegate'")
    return {
      request: { operation: 'vault.connectionsIdPut', ...params(side), body: { role: 'remove_delegation' } },
      done: () => endBetween(world, side),
    }
  },
  'end the delegation': (world, actor, drawn) => {
    const side = sideOf(world, actor, drawn, 'c.delegation_role IS NOT NULL')
    return {
      request: { operation: 'vault.delegationsConnectionIdDelete', params: { connection_id: side.id } },
      done: () => endBetween(world, side),
    }
  },
  disconnect: (world, actor, drawn) => {
    const side = sideOf(world, actor, drawn, 'c.delegation_role IS NOT NULL')
    return {
      request: { operation: 'vault.connectionsIdDelete', ...params(side) },
      done: () => endBetween(world, side),
    }
  },
  'make a token': (world, { me }, drawn) => ({
    request: { operation: 'keystore.delegationsPost', body: { delegation_role: roleAt(drawn) } },
    done: ({ delegation }) =>
      void world.noted.set(delegation?.delegation_token ?? '', { owner: me, role: roleAt(drawn) }),
  }),
  claim: (world, { me, person, pair }, drawn) => {
    const token = tokenOf(world, drawn, [
      "SELECT delegation_token FROM connections WHERE user_id = ? AND connection_type = 'delegate' ORDER BY id DESC",
      me,
    ])
    const signer = drawn.side % 3 === 2 ? newKeyPair() : pair
    return {
      request: {
        operation: 'keystore.delegationsDelegationTokenClaimPost',
        params: { delegation_token: token },
        body: { delegate_signature: signDelegationToken(signer, token) },
      },
      done: () => {
        const noted = world.noted.get(token)
        if (noted === undefined || isVerified(noted)) return
        Object.assign(noted, { claimedBy: person.userId, signedWith: signer.publicKey })
      },
    }
  },
  share: (world, { me }, drawn) => {
    const token = tokenOf(world, drawn, [
      `SELECT c.delegation_token FROM connections c JOIN delegations d USING (delegation_token)
       WHERE c.user_id = ? AND c.connection_type IS NULL ORDER BY d.account_owner_kek IS NOT NULL, c.id`,
      me,
    ])
    const [key = pairs[0]?.publicKey] = column(
      world,
      "SELECT user_public_key FROM connections WHERE delegation_token = ? AND connection_type = 'delegate'",
      token,
    )
    return {
      request: {
        operation: 'keystore.delegationsDelegationTokenSharePut',
        params: { delegation_token: token },
        body: { encrypted_kek: SEALED_KEK, delegate_public_key: key },
      },
      done: () => {
        const noted = world.noted.get(token)
        if (noted !== undefined && key !== undefined) noted.sharedTo ??= key // it is said once, with the first key
      },
    }
  },
  'take over': (world, { me }, drawn) => ({
    request: {
      operation: 'keystore.delegationsDelegationTokenReencryptPut',
      params: { delegation_token: tokenOf(world, drawn, receivedBy(me)) },
      body: { encrypted_kek: TAKEN_KEK },
    },
  }),
  'end the token': (world, { me }, drawn) => {
    const token = tokenOf(world, drawn, grantedBy(me))
    return {
      request: { operation: 'keystore.delegationsDelegationTokenDelete', params: { delegation_token: token } },
      done: () => void world.noted.delete(token),
    }
  },
  offer: (world, actor, drawn) => {
    const token = freeTokenOf(world, actor.me, drawn)
    const side = sideOf(world, actor, drawn, 'c.delegation_role IS NULL')
    return {
      request: {
        operation: 'vault.delegationInvitationsPost',
        body: { connection_id: side.id, delegation_token: token, delegation_role: roleOf(world, token) },
      },
    }
  },
  'accept an offer': (world, { me }) => {
    const [offer] = rows<{ id: string; token: string }>(
      world,
      `SELECT id, delegation_token AS token FROM delegation_invitations ORDER BY invited_user_id IS ? DESC, state = 'new' DESC, id`,
      me,
    )
    return {
      request: { operation: 'vault.delegationInvitationsIdAcceptPut', params: { id: offer?.id ?? idOf(0, 0) } },
      done: () => void Object.assign(world.noted.get(offer?.token ?? '') ?? {}, { letsIn: me }),
    }
  },
  'make a session': (world, { me, maker }) => ({
    request: { operation: 'keystore.sessionLimitedInTimePost', body: { valid_for: 3600 } },
    done: ({ session }) => {
      const headers = { authorization: session?.session_authentication_string ?? '' }
      if (maker !== me) world.sessions.push({ maker, owner: me, headers })
    },
  }),
  invite: (world, { me, maker, pair }) => ({
    request: { operation: 'vault.invitationsPost', body: { public_key: { public_key: pair.publicKey } } },
    done: ({ invitation }) => void world.links.push({ token: invitation?.token ?? '', maker, owner: me, used: false }),
  }),
  'invite a delegate': (world, { me, maker, pair }, drawn) => {
    const token = freeTokenOf(world, me, drawn)
    const role = roleOf(world, token)
    return {
      request: {
        operation: 'vault.invitationsPost',
        body: {
          public_key: { public_key: pair.publicKey },
          invitation: { delegation_token: token, delegate_role: role },
        },
      },
      done: ({ invitation }) =>
        void world.links.push({
          token: invitation?.token ?? '',
          maker,
          owner: me,
          offers: token,
          used: false,
        }),
    }
  },
  'follow a link': (world, { me, pair }, drawn) => {
    const foreign = world.links.filter(({ owner, used }) => owner !== me && !used)
    const from = drawn.about % 2 === 0 && foreign.length > 0 ? foreign : world.links
    const link = from[drawn.side % Math.max(1, from.length)]
    return {
      request: {
        operation: 'vault.connectionsPost',
        body: {
          public_key: { public_key: pair.publicKey },
          connection: { invitation_token: link?.token ?? 'nothing' },
        },
      },
      done: () => {
        if (link === undefined) return
        link.used = true
        Object.assign(world.noted.get(link.offers ?? '') ?? {}, { letsIn: me })
      },
    }
  },
  'make a child': (world, { person }) => {
    if (world.childIds.length === MAX_CHILDREN) return { request: { operation: 'vault.meGet' } }
    const [ofParent, ofChild] = [newKeyPair(), newKeyPair()]
    return {
      request: {
        operation: 'vault.childUsersPost',
        body: {
          parent_public_key_for_connection: { pem: ofParent.publicKey, external_id: 'my child' },
          child_public_key_for_connection: { pem: ofChild.publicKey, external_id: 'parent_connection' },
        },
      },
      async done({ user, connection_from_parent_to_child: made }) {
        const token = made?.the_other_user.integration_data.delegation_token ?? ''
        const child = { userId: user?.id ?? '', token, pair: ofChild }
        const { headers } = person
        await world.service.send({ operation: 'keystore.childUsersPost', headers, body: keysOfChild(child) })
        addChild(world, person, child)
      },
    }
  },
  'grow up': async (world) => ({
    request: {
      operation: 'keystore.srpUsersPost',
      body: {
        username: await reserveUsername(world.service),
        ...login,
        serialized_key_encryption_key: OWN_WRAPPED_KEY,
        login_key_pair: { public_key: newKeyPair().publicKey, encrypted_serialized_key: OWN_WRAPPED_KEY },
      },
    },
  }),
  'delete the account': () => ({ request: { operation: 'vault.meDelete' } }),
  'queue for deletion': () => ({ request: { operation: 'vault.meDeletionQueuePost' } }),
  'queue for deletion in the key-store': () => ({ request: { operation: 'keystore.usersDeletionQueuePost' } }),
  'let time pass': ({ service }) => {
    service.clock.advanceMs(8 * DAY_MS)
    service.service.applyDueChanges(service.clock.nowMs())
    return { request: { operation: 'vault.versionGet' } }
  },
} satisfies Record<string, TakeStep>

export type StepName = keyof typeof STEPS
// The names of an object that is written here.
export const STEP_NAMES = Object.keys(STEPS) as readonly StepName[]

/** Whether a token lets its delegate in to the key-store. */
function isVerified({ claimedBy, signedWith, sharedTo }: Noted): boolean {
  return claimedBy !== undefined && sharedTo !== undefined && signedWith === sharedTo
}

/** Whether an account is there in both parts. */
export function isThere({ service }: Pick<DelegationWorld, 'service'>, userId: string): boolean {
  return (
    service.connection
      .prepare('SELECT 1 FROM users u JOIN keystore_users k ON k.vault_user_id = u.id WHERE u.id = ?')
      .get(userId) !== undefined
  )
}

/** Rows of the database, for choosing what a call is about. */
export function rows<Row>({ service }: Pick<DelegationWorld, 'service'>, sql: string, ...given: string[]): Row[] {
  return service.connection.prepare<string[], Row>(sql).all(...given)
}

function column(world: DelegationWorld, sql: string, ...given: string[]): string[] {
  return rows<Record<string, string>>(world, sql, ...given).flatMap((row) => Object.values(row))
}

interface Side {
  readonly id: string
  readonly userId: string
  readonly otherUserId: string
}

/** A side of the acting user's; `likely` says which ones such a call succeeds with. */
function sideOf(world: DelegationWorld, { me }: Pick<Actor, 'me'>, { about, side }: Choice, likely: string): Side {
  const find = (condition: string) =>
    rows<Side>(
      world,
      `SELECT c.id, c.user_id AS userId, c.other_user_id AS otherUserId FROM connections c
       WHERE c.user_id = ? AND ${condition} ORDER BY c.id`,
      me,
    )
  const wanted = about % 2 === 0 ? find(likely) : []
  const from = wanted.length > 0 ? wanted : find('true')
  return from[side % Math.max(1, from.length)] ?? { id: idOf(0, 0), userId: me, otherUserId: me }
}

function tokenOf(
  world: DelegationWorld,
  { about }: Pick<Choice, 'about'>,
  [sql, ...given]: readonly [string, ...string[]],
): string {
  const likely = about % 2 === 0 ? column(world, sql, ...given) : []
  const from = likely.length > 0 ? likely : [...world.noted.keys()]
  return from[Math.floor(about / 2) % Math.max(1, from.length)] ?? idOf(0, 0)
}

const grantedBy = (me: string): readonly [string, string] => [
  `SELECT delegation_token FROM delegations d JOIN keystore_users o ON o.id = d.account_owner_id
   WHERE o.vault_user_id = ? ORDER BY d.delegation_token`,
  me,
]
const receivedBy = (me: string): readonly [string, string] => [
  `SELECT delegation_token FROM delegations d JOIN keystore_users g ON g.id = d.delegate_id
   WHERE g.vault_user_id = ? AND d.verified = 1 AND d.account_owner_kek IS NOT NULL ORDER BY d.delegation_token`,
  me,
]

/** A token of the acting user's that nobody has. */
function freeTokenOf(world: DelegationWorld, me: string, drawn: Choice): string {
  return tokenOf(world, drawn, [
    `SELECT delegation_token FROM delegations d JOIN keystore_users o ON o.id = d.account_owner_id
     WHERE o.vault_user_id = ? AND d.delegate_id IS NULL
       AND NOT EXISTS (SELECT 1 FROM connections c WHERE c.delegation_token = d.delegation_token) ORDER BY 1`,
    me,
  ])
}

function roleOf(world: DelegationWorld, token: string): DelegationRole {
  const [role] = column(world, 'SELECT delegation_role FROM delegations WHERE delegation_token = ?', token)
  return DELEGATION_ROLES.find((one) => one === role) ?? 'reader'
}

const roleAt = ({ role }: Pick<Choice, 'role'>) => DELEGATION_ROLES[role] ?? 'reader'
const params = ({ id }: Side) => ({ params: { id } })

/** Or goes on in another role. */
function begin(
  { noted }: DelegationWorld,
  token: string,
  { side, role }: { readonly side: Side; readonly role: DelegationRole },
): void {
  const before = noted.get(token) ?? { owner: side.userId, role }
  noted.set(token, Object.assign(before, { letsIn: side.otherUserId, role }))
}

/** Whoever of the two acted for the other one does no more. */
function endBetween({ noted }: DelegationWorld, { userId, otherUserId }: Side): void {
  for (const [token, { owner, letsIn }] of noted) {
    if ((owner === userId && letsIn === otherUserId) || (owner === otherUserId && letsIn === userId))
      noted.delete(token)
  }
}

/** What is not there acts for nobody, and nobody for it. */
function forgetTheGone(world: DelegationWorld): void {
  for (const [token, { owner, letsIn = owner }] of world.noted) {
    if (!isThere(world, owner) || !isThere(world, letsIn)) world.noted.delete(token)
  }
}

function addChild(
  world: DelegationWorld,
  parent: SignedInUser,
  { userId, token }: Pick<TestChild, 'userId' | 'token'>,
): void {
  world.childIds.push(userId)
  const key = 'stored together'
  const one = { owner: userId, role: 'owner', letsIn: parent.userId } as const
  world.noted.set(token, { ...one, claimedBy: parent.userId, signedWith: key, sharedTo: key })
  connectEach(world, [...world.people.map((person) => person.userId), ...world.childIds])
}

/** Whoever is not connected yet, with keys whose private halves are known here. */
function connectEach({ service }: DelegationWorld, userIds: readonly string[]): void {
  const connect = service.connection.prepare(/* sql */ `
    INSERT OR IGNORE INTO connections (id, user_id, other_user_id, other_id, user_public_key, created_at)
    SELECT ?, u.id, o.id, ?, ?, '2026-01-01T00:00:00.000Z' FROM users u, users o WHERE u.id = ? AND o.id = ?
  `)
  for (const [from, one] of userIds.entries()) {
    for (const [to, other] of userIds.entries()) {
      if (from !== to) connect.run(idOf(from, to), idOf(to, from), pairs[from]?.publicKey, one, other)
    }
  }
}

const idOf = (from: number, to: number) => `01890000-0000-7000-8000-0000000000${from}${to}`

function personAt(people: readonly SignedInUser[], index: number): SignedInUser {
  const person = people[index]
  if (person === undefined) throw new Error('nobody is there')
  return person
}

/** The body of a reply that succeeded; the steps read what they asked for. */
function bodyIn(reply: ServiceReply): Body {
  return reply.ok ? (reply.body ?? {}) : {}
}
