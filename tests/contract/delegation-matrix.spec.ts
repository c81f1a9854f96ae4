// Proves docs/contract/vault.md, Delegation header; docs/contract/keystore.md, Delegation.

import { beforeAll, describe, expect, it } from 'vitest'
import type { DelegationRole } from '../../shared/contract/delegation-rights.ts'
import { DELEGATION_ROLES } from '../../shared/contract/delegation-rights.ts'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import type { ServiceRequest } from '../../src-main/service/reply.ts'
import { aSignedInUser, UNKNOWN_ID } from '../support/service/builders.ts'
import type { Caller, SignedInUser } from '../support/service/builders.ts'
import { bodyOf, givePassphrase, refusalOf, requestLoginKey } from '../support/service/keystore-accounts.ts'
import { aChild, actingFor, aDelegation, aSecondParent } from '../support/people/delegations.ts'
import { draws } from '../support/draws.ts'
import type { TestIssuer } from '../support/service/oidc-issuers.ts'
import { anIssuer } from '../support/service/oidc-issuers.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { OPERATOR } from '../support/service/vault-accounts.ts'

/*
 * Who may act for whom by which call: role × operation × kind of session. The tables of the contract stand here in words
 * of their own, by method and path; what each operation says of itself is compared with them, and then the service is
 * asked all of it: neither can change alone.
 */

type Rule = 'ignored' | 'refused' | DelegationRole

/** The first line that fits counts (docs/contract/vault.md, Delegation header). */
const VAULT: readonly (readonly [RegExp, Rule])[] = [
  // They always concern the caller, or nobody.
  [/^\w+ \/(?:session|sessions)(?:\/|$)/, 'ignored'],
  [/^POST \/me$/, 'ignored'],
  [/^\w+ \/(?:management|system|admission_tokens|blob-store|blobs\/public)(?:\/|$)/, 'ignored'],
  [/^POST \/child_users$/, 'ignored'],
  [/^GET \/(?:version|monitor\/status)$/, 'ignored'],
  // All GET endpoints of the acting user's data, blobs, metrics, event feed.
  [/^(?:GET|HEAD) /, 'reader'],
  // Organization and service requests, member and service management in the acting user's place.
  [/^\w+ \/organizations(?:\/|$)/, 'owner'],
  // PUT /connections/{id}, delegation removal, delegation invitations.
  [/^PUT \/connections\/\{id\}$/, 'owner'],
  [/^\w+ \/(?:delegations|delegation_invitations)(?:\/|$)/, 'owner'],
  // PUT /me, DELETE /me, deletion queue.
  [/^\w+ \/me(?:\/|$)/, 'owner'],
  // Items, templates, slots, tags, attachments, folders, thumbnails; shares; invitations, share intents, connections; tasks, events.
  [
    /^\w+ \/(?:items|item_templates|slots|classification_nodes|attachments|direct|attachments_folders|thumbnails)(?:\/|$|_)/,
    'admin',
  ],
  [/^\w+ \/(?:shares|incoming_shares|outgoing_shares|share_intents|invitations|connections)(?:\/|$)/, 'admin'],
  [/^\w+ \/(?:client_task_queue|events)$/, 'admin'],
]

/** docs/contract/keystore.md, Delegation. */
const KEYSTORE: Readonly<Record<string, Rule>> = {
  'GET /data_encryption_keys': 'reader',
  'GET /data_encryption_keys/{id}': 'reader',
  'POST /data_encryption_keys': 'admin',
  'DELETE /data_encryption_keys/{id}': 'refused',
  'GET /keypairs': 'reader',
  'GET /keypairs/{id}': 'reader',
  'GET /keypairs/external_id/{external_id}': 'reader',
  'POST /keypairs': 'admin',
  'PATCH /keypairs/{id}': 'refused',
  'DELETE /keypairs/{id}': 'refused',
  'GET /delegations/{delegation_token}': 'reader',
  'DELETE /delegations/{delegation_token}': 'owner',
  'PUT /delegations/{delegation_token}/share': 'owner',
  'PUT /delegations/{delegation_token}/reencrypt': 'owner',
  'POST /delegations/{delegation_token}/claim': 'refused',
  'POST /delegations': 'refused',
  'GET /delegations': 'refused',
  'POST /child_users': 'owner',
  'POST /srp/users': 'owner',
  'GET /external_admission_tokens': 'owner',
  'DELETE /session/all': 'owner',
  'POST /session/limited_in_time': 'owner',
  'POST /users/deletion_queue': 'owner',
  'DELETE /users/deletion_queue': 'owner',
  'GET /key_encryption_key': 'ignored',
  'POST /key_encryption_key': 'ignored',
  'GET /passphrase_derivation_artefact': 'ignored',
  'POST /passphrase_derivation_artefact': 'ignored',
  'PUT /srp/users': 'ignored',
  'GET /session': 'ignored',
  'DELETE /session': 'ignored',
  'GET /sessions': 'refused',
  'DELETE /sessions/{id}': 'refused',
  'GET /login_keys': 'refused',
  'POST /login_keys': 'refused',
  'DELETE /login_keys/{id}': 'refused',
}

/** What needs more when it is asked for, as the part of the request that asks. */
const MORE: Readonly<Record<string, readonly (readonly [string, DelegationRole])[]>> = {
  'vault.clientTaskQueueGet': [['query.change_state', 'admin']],
  'vault.invitationsPost': [
    ['body.invitation.delegation_token', 'owner'],
    ['body.invitation.delegate_role', 'owner'],
  ],
}

/** Never for a child user, whatever the role. */
const NOT_FOR_CHILDREN = ['keystore.sessionLimitedInTimePost', 'keystore.sessionAllDelete']

const called = ({ method, path }: Operation) => `${method} ${path}`
const signsIn = ({ api, auth, delegation }: Operation) =>
  (api === 'vault' || api === 'keystore') &&
  (auth === 'user' || auth === 'token' || auth === 'optional' || auth === 'operator_user' || delegation !== 'ignored')
const operations = serviceOperations.filter(signsIn)

function ruleOf(operation: Operation): Rule | undefined {
  if (operation.api === 'keystore') return KEYSTORE[called(operation)]
  return VAULT.find(([pattern]) => pattern.test(called(operation)))?.[1]
}

const RANK: Readonly<Record<DelegationRole, number>> = { reader: 1, admin: 2, owner: 3 }

interface Case {
  readonly role: DelegationRole | null
  readonly kind: Kind
  readonly forChild: boolean
}

type Outcome = 'let in' | 'refused' | 'needs a session'

function expectedOf(operation: Operation, one: Case): Outcome {
  // A JSON Web Token is no session; that comes before whom the call is for.
  if (one.kind === 'OIDC token' && operation.auth === 'token') return 'needs a session'
  return isLetIn(operation, one) ? 'let in' : 'refused'
}

function isLetIn(operation: Operation, { role, kind, forChild }: Case): boolean {
  const rule = ruleOf(operation)
  // In a session made for the owner nothing concerns the delegate, but the session itself.
  if (rule === 'ignored') return kind !== 'made by delegation' || operation.path === '/session'
  if (rule === 'refused' || rule === undefined || role === null) return false
  if (forChild && NOT_FOR_CHILDREN.includes(operation.id)) return false
  return RANK[role] >= RANK[rule]
}

describe('the table of delegations', () => {
  it.each(operations)('$id says what the contract says', (operation) => {
    expect(operation.delegation).toBe(ruleOf(operation))
    const more = operation.delegationFor?.map(({ part, path, role }) => [[part, ...path].join('.'), role])
    expect(more ?? []).toEqual(MORE[operation.id] ?? [])
    expect(operation.neverForChildren ?? false).toBe(NOT_FOR_CHILDREN.includes(operation.id))
  })

  it('has no line for a call that there is not', () => {
    const calls = new Set(operations.filter(({ api }) => api === 'keystore').map(called))
    expect(Object.keys(KEYSTORE).filter((call) => !calls.has(call))).toEqual([])
    const used = new Set(operations.filter(({ api }) => api === 'vault').map((one) => String(patternOf(one))))
    const forAnybody = ['/^POST \\/me$/', '/^GET \\/(?:version|monitor\\/status)$/']
    expect(VAULT.map(([pattern]) => String(pattern)).filter((one) => !used.has(one))).toEqual(forAnybody)
  })
})

function patternOf(operation: Operation): RegExp | undefined {
  return VAULT.find(([pattern]) => pattern.test(called(operation)))?.[0]
}

/** Nothing of it can succeed: what a call without a body or with an unknown id is answered comes after the right. */
function callOf({ id, path, auth, method }: Operation, headers: Readonly<Record<string, string>>): ServiceRequest {
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, UNKNOWN_ID]))
  return {
    operation: id,
    headers: auth === 'operator_user' ? { ...headers, ...OPERATOR } : headers,
    ...(Object.keys(params).length > 0 && { params }),
    ...(method !== 'GET' && { body: {} }),
  }
}

/** Calls that change something without saying what; each is asked of a service of its own. */
const takesEffect = ({ method, path, body }: Operation) =>
  method !== 'GET' && method !== 'HEAD' && !path.includes('{') && body === undefined

const SESSIONS = ['vault', 'keystore', 'limited in time'] as const
type Kind = (typeof SESSIONS)[number] | 'login key' | 'made by delegation' | 'OIDC token'

/** Over HTTP each call is made once, and in the deep run by everybody, too: the rules do not know the transport. */
const EVERYBODY = draws(0, 1) === 1

describeOverTransports('delegation matrix', (start, transport) => {
  let issuer: TestIssuer
  beforeAll(async () => {
    issuer = await anIssuer('https://issuer.test')
  })

  async function parties({ role, kind, forChild }: Case) {
    const running = await start(kind === 'OIDC token' ? { oidcIssuers: [issuer.config] } : {})
    const delegate = await delegateOf(running, kind)
    const ownerId = forChild ? await childFor(running, delegate, role) : await ownerFor(running, delegate, role)
    const headers = actingFor(delegate, ownerId)
    return { running, headers: kind === 'made by delegation' ? await limited(running, { headers }) : headers }
  }

  async function ownerFor(running: TestService, delegate: Caller, role: DelegationRole | null): Promise<string> {
    const owner = aSignedInUser(running)
    if (role !== null) await aDelegation(running, owner, delegate, role)
    return owner.userId
  }

  /** Who acts as the owner made the child; with less it is somebody else's. */
  async function childFor(running: TestService, delegate: Caller, role: DelegationRole | null): Promise<string> {
    if (role === 'owner') return (await aChild(running, delegate)).userId
    const parent = aSignedInUser(running)
    const child = await aChild(running, parent)
    if (role !== null) await aSecondParent(running, { child, parent, second: delegate, role })
    return child.userId
  }

  async function delegateOf(running: TestService, kind: Kind): Promise<Caller> {
    if (kind === 'OIDC token') return byToken(running)
    const user = aSignedInUser(running, { issuedBy: kind === 'keystore' ? 'keystore' : 'vault' })
    if (kind === 'limited in time') return { ...user, headers: await limited(running, user) }
    return kind === 'login key' ? { ...user, headers: await byLoginKey(running, user) } : user
  }

  async function byToken(running: TestService): Promise<Caller> {
    const headers = await issuer.headers('the delegate')
    const { user } = bodyOf<{ user: { id: string } }>(await running.send({ operation: 'vault.meGet', headers }), 200)
    return { userId: user.id, headers }
  }

  async function byLoginKey(running: TestService, user: SignedInUser) {
    const made = await requestLoginKey(running, givePassphrase(running, user), { label: 'a program' })
    const { login_key } = bodyOf<{ login_key: string }>(made, 201)
    const reply = await running.send({ operation: 'keystore.sessionWithLoginKeyPost', body: { login_key } })
    const { session } = bodyOf<{ session: { session_authentication_string: string } }>(reply, 201)
    return { authorization: session.session_authentication_string }
  }

  async function limited(running: TestService, { headers }: Pick<Caller, 'headers'>) {
    const reply = await running.send({
      operation: 'keystore.sessionLimitedInTimePost',
      headers,
      body: { valid_for: 3600 },
    })
    const { session } = bodyOf<{ session: { session_authentication_string: string } }>(reply, 201)
    return { authorization: session.session_authentication_string }
  }

  const outcome = async (running: TestService, request: ServiceRequest) => {
    const { status, code } = refusalOf(await running.send(request))
    if (code === 'delegation_not_permitted') return status === 403 ? 'refused' : `${code} with ${status}`
    if (code === 'forbidden') return 'needs a session'
    return status === 401 || status >= 500 ? `${status}` : 'let in'
  }

  const CASES: readonly Case[] = [
    ...[null, ...DELEGATION_ROLES].flatMap((role) => SESSIONS.map((kind) => ({ role, kind, forChild: false }))),
    ...DELEGATION_ROLES.map((role) => ({ role, kind: 'vault', forChild: true }) as const),
    ...[null, ...DELEGATION_ROLES].map((role) => ({ role, kind: 'OIDC token', forChild: false }) as const),
    ...(EVERYBODY ? DELEGATION_ROLES : (['admin'] as const)).map(
      (role) => ({ role, kind: 'login key', forChild: false }) as const,
    ),
    { role: 'owner', kind: 'made by delegation', forChild: false }, // no other role may make one
  ]

  /** Every operation has a turn, and every case the same number of them. */
  const askedOf = (turn: number) =>
    transport === 'in process' || EVERYBODY
      ? operations
      : operations.filter((_, index) => index % CASES.length === turn % CASES.length)

  it('asks for every operation', () => {
    const asked = CASES.flatMap((_, turn) => askedOf(turn))
    expect(new Set(asked).size).toBe(operations.length)
  })

  describe.each([...CASES.entries()])('case %i, %o', (turn, one) => {
    let given: Awaited<ReturnType<typeof parties>>
    beforeAll(async () => {
      given = await parties(one)
    })

    it('is let in where the table says so, and nowhere else', async () => {
      const wrong: string[] = []
      for (const operation of askedOf(turn)) {
        const { running, headers } = takesEffect(operation) ? await parties(one) : given
        const expected = expectedOf(operation, one)
        const found = await outcome(running, callOf(operation, headers))
        if (found !== expected) wrong.push(`${operation.id}: ${found}, expected ${expected}`)
      }
      expect(wrong).toEqual([])
    })
  })
})
