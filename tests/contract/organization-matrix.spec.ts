// Proves docs/contract/vault.md, Organizations: rights.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../shared/contract/errors.ts'
import { managementOperations } from '../../shared/contract/management.ts'
import { organizationAgentOperations } from '../../shared/contract/organization-agents.ts'
import { organizationMemberOperations } from '../../shared/contract/organization-members.ts'
import { MEMBER_ROLES, ORGANIZATION_POLICY, ORGANIZATION_RIGHTS } from '../../shared/contract/organization-rights.ts'
import { organizationServiceOperations } from '../../shared/contract/organization-services.ts'
import { organizationOperations } from '../../shared/contract/organizations.ts'
import type { ReviewState } from '../../shared/contract/organizations.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import { databaseContent } from '../support/service/database-content.ts'
import {
  aMember,
  aRunningOrganization,
  aRunningService,
  aUserOf,
  membersOf,
  outcomeOf,
  personCalls,
} from '../support/people/organization-parties.ts'
import { aRequestedService, operatorCalls } from '../support/people/organizations.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { newBundleKey, OPERATOR } from '../support/service/vault-accounts.ts'

/*
 * Who may do what in an organization. The tables of rights (docs/contract/vault.md, Organizations: rights) stand here
 * in words of their own; from them follows the outcome of every operation on an object in every state, for everybody
 * who could call. The service is asked all of it, and the table of the program is compared with them: neither can
 * change alone.
 */

/** Who may call what. */
const WHO = {
  organizationsGet: 'any',
  organizationsIdGet: 'any',
  organizationsOrganizationIdServicesIdGet: 'any',
  serviceUsersIdGet: 'service agent',
  organizationsPost: 'human',
  organizationsIdPut: 'requestor',
  organizationsIdDelete: 'requestor',
  organizationsIdLoginPost: 'organization owner',
  organizationsOrganizationIdMembersGet: 'owner',
  organizationsOrganizationIdMembersIdPut: 'owner',
  organizationsOrganizationIdMembersIdDelete: 'owner',
  organizationsOrganizationIdRequestedServicesGet: 'owner, admin',
  organizationsOrganizationIdServicesPost: 'owner, admin',
  organizationsOrganizationIdServicesIdPut: 'owner, admin',
  organizationsOrganizationIdServicesIdDelete: 'owner, admin',
  organizationsOrganizationIdServicesIdLoginPost: 'owner, admin',
  organizationsOrganizationIdAgentsGet: 'any',
  organizationsIdSessionsPost: 'organization owner',
  organizationsOrganizationIdServicesIdSessionsPost: 'owner, admin',
  organizationsOrganizationIdSessionsGet: 'owner, admin',
  organizationsOrganizationIdSessionsIdDelete: 'owner, admin',
  organizationsOrganizationIdServicesIdSuspensionPut: 'owner',
  organizationsOrganizationIdServicesIdAgentDelete: 'owner',
  managementAgentsIdSuspensionPut: 'operator',
  managementRequestedOrganizationsGet: 'operator',
  managementRequestedOrganizationsIdValidatePut: 'operator',
  managementRequestedOrganizationsIdRejectDelete: 'operator',
  managementRequestedOrganizationServicesGet: 'operator',
  managementRequestedOrganizationServicesIdValidatePut: 'operator',
  managementRequestedOrganizationServicesIdRejectDelete: 'operator',
} as const
type OperationName = keyof typeof WHO
const NAMES = Object.keys(WHO) as OperationName[]

/** What the agent of an organization may call like an owner. */
const LIKE_AN_OWNER: readonly OperationName[] = [
  'organizationsGet',
  'organizationsIdGet',
  'organizationsOrganizationIdServicesIdGet',
  'organizationsOrganizationIdAgentsGet',
  'organizationsOrganizationIdMembersGet',
  'organizationsOrganizationIdRequestedServicesGet',
]

/** Roles of members: right, operations, owner, admin. */
const MEMBER_RIGHTS: readonly [string, readonly OperationName[], 'yes' | 'no', 'yes' | 'no'][] = [
  [
    'list, change, remove members',
    [
      'organizationsOrganizationIdMembersGet',
      'organizationsOrganizationIdMembersIdPut',
      'organizationsOrganizationIdMembersIdDelete',
    ],
    'yes',
    'no',
  ],
  ['log in as organization agent', ['organizationsIdLoginPost', 'organizationsIdSessionsPost'], 'yes', 'no'],
  [
    'create, change, delete, list requested services',
    [
      'organizationsOrganizationIdServicesPost',
      'organizationsOrganizationIdServicesIdPut',
      'organizationsOrganizationIdServicesIdDelete',
      'organizationsOrganizationIdRequestedServicesGet',
    ],
    'yes',
    'yes',
  ],
  [
    'log in as service agent, and the sessions of programs',
    [
      'organizationsOrganizationIdServicesIdLoginPost',
      'organizationsOrganizationIdServicesIdSessionsPost',
      'organizationsOrganizationIdSessionsGet',
      'organizationsOrganizationIdSessionsIdDelete',
    ],
    'yes',
    'yes',
  ],
  [
    'suspend and delete services',
    ['organizationsOrganizationIdServicesIdSuspensionPut', 'organizationsOrganizationIdServicesIdAgentDelete'],
    'yes',
    'no',
  ],
]

/** The words of column "Who" that name roles. */
const ROLES_IN_WORDS: Readonly<Partial<Record<string, readonly string[]>>> = {
  'organization owner': ['owner'],
  owner: ['owner'],
  'owner, admin': ['owner', 'admin'],
}

/** Everybody who could call; `of` says what they are in the validated organization. */
const PARTIES = {
  owner: { of: 'owner', note: 'who requested it' },
  'second owner': { of: 'owner', note: 'who was invited' },
  admin: { of: 'admin' },
  'agent of the organization': { of: 'agent', agent: true },
  'agent of a service of it': { agent: true, serviceAgent: true },
  'requestor of organizations that are not validated': { requestor: true },
  'former member': {},
  'owner of another organization': {},
  'agent of another organization': { agent: true },
  'agent of a service of another organization': { agent: true, serviceAgent: true },
  'person connected with a service of it': {},
  stranger: {},
  'stranger with the operator password': { operator: true },
  'operator password alone': { operator: true, nobody: true },
  nobody: { nobody: true },
} as const satisfies Readonly<Record<string, Party>>
type PartyName = keyof typeof PARTIES

interface Party {
  readonly of?: 'owner' | 'admin' | 'agent'
  readonly note?: string
  readonly agent?: boolean
  readonly serviceAgent?: boolean
  /** Requested the organizations of this table that are requested and rejected. */
  readonly requestor?: boolean
  readonly operator?: boolean
  /** No session. */
  readonly nobody?: boolean
}

/** What a call is about: nothing in particular, a user, an agent, a session of one, an organization, or a service of the validated one. */
type Subject =
  | 'none'
  | 'user'
  | 'agent'
  | 'session'
  | 'suspended service'
  | `${ReviewState} organization`
  | `${ReviewState} service`

const ANY_ORGANIZATION: readonly Subject[] = [
  'requested organization',
  'validated organization',
  'rejected organization',
]
const ANY_SERVICE: readonly Subject[] = ['requested service', 'validated service', 'rejected service']

interface Row {
  readonly subjects: readonly Subject[]
  /** Where the call succeeds, and with what; elsewhere it is 409 `wrong_status`. */
  readonly in: readonly Subject[]
  readonly status: number
  readonly body?: () => object
  readonly query?: readonly object[]
}

const row = (subjects: readonly Subject[], where: Subject | readonly Subject[], status = 200): Row => ({
  subjects,
  in: typeof where === 'string' ? [where] : where,
  status,
})
const VALIDATED = 'validated organization'
const FOR_PROGRAM = { name: 'Nightly run', valid_for: 600 }
const details = { name: 'Harbour', description: 'By the sea' }

const ROWS: Readonly<Record<OperationName, Row>> = {
  organizationsGet: { ...row(['none'], 'none'), query: [{}, { mode: 'requested' }, { mode: 'member' }] },
  organizationsIdGet: row(ANY_ORGANIZATION, ANY_ORGANIZATION),
  organizationsOrganizationIdServicesIdGet: row(ANY_SERVICE, 'validated service'),
  serviceUsersIdGet: row(['user'], 'user'),
  organizationsPost: {
    ...row(['none'], 'none', 201),
    body: () => ({ name: 'Pier Car Hire', public_key: newBundleKey().publicKey }),
  },
  organizationsIdPut: {
    ...row(ANY_ORGANIZATION, 'requested organization'),
    body: () => ({ organization: details }),
  },
  organizationsIdDelete: row(ANY_ORGANIZATION, ['requested organization', 'rejected organization'], 204),
  organizationsIdLoginPost: row(ANY_ORGANIZATION, VALIDATED),
  organizationsOrganizationIdMembersGet: row(ANY_ORGANIZATION, VALIDATED),
  organizationsOrganizationIdMembersIdPut: {
    ...row(ANY_ORGANIZATION, VALIDATED),
    body: () => ({ organization_member: { role: 'owner' } }),
  },
  organizationsOrganizationIdMembersIdDelete: row(ANY_ORGANIZATION, VALIDATED, 204),
  organizationsOrganizationIdRequestedServicesGet: row(ANY_ORGANIZATION, VALIDATED),
  organizationsOrganizationIdServicesPost: {
    ...row(ANY_ORGANIZATION, VALIDATED, 201),
    body: () => ({ service: { name: 'Billing', public_key: newBundleKey().publicKey } }),
  },
  organizationsOrganizationIdServicesIdPut: {
    ...row(ANY_SERVICE, 'requested service'),
    body: () => ({ service: details }),
  },
  organizationsOrganizationIdServicesIdDelete: row(ANY_SERVICE, 'requested service', 204),
  organizationsOrganizationIdServicesIdLoginPost: row(ANY_SERVICE, 'validated service'),
  organizationsOrganizationIdAgentsGet: row(ANY_ORGANIZATION, ANY_ORGANIZATION),
  organizationsIdSessionsPost: { ...row(ANY_ORGANIZATION, VALIDATED, 201), body: () => FOR_PROGRAM },
  organizationsOrganizationIdServicesIdSessionsPost: {
    ...row(ANY_SERVICE, 'validated service', 201),
    body: () => FOR_PROGRAM,
  },
  organizationsOrganizationIdSessionsGet: row(ANY_ORGANIZATION, VALIDATED),
  organizationsOrganizationIdSessionsIdDelete: row(['session'], 'session', 204),
  organizationsOrganizationIdServicesIdSuspensionPut: {
    ...row(ANY_SERVICE, 'validated service'),
    body: () => ({ suspended: true }),
  },
  organizationsOrganizationIdServicesIdAgentDelete: row(
    [...ANY_SERVICE, 'suspended service'],
    'suspended service',
    204,
  ),
  managementAgentsIdSuspensionPut: { ...row(['agent'], 'agent'), body: () => ({ suspended: true }) },
  managementRequestedOrganizationsGet: row(['none'], 'none'),
  managementRequestedOrganizationsIdValidatePut: row(ANY_ORGANIZATION, 'requested organization'),
  managementRequestedOrganizationsIdRejectDelete: row(ANY_ORGANIZATION, 'requested organization'),
  managementRequestedOrganizationServicesGet: row(['none'], 'none'),
  managementRequestedOrganizationServicesIdValidatePut: row(ANY_SERVICE, 'requested service'),
  managementRequestedOrganizationServicesIdRejectDelete: row(ANY_SERVICE, 'requested service'),
}

/** Who sees that there is such a record at all (docs/contract/vault.md, Organizations). */
function sees({ requestor, of }: Party, subject: Subject): boolean {
  if (subject === 'requested organization' || subject === 'rejected organization') return requestor === true
  if (subject === 'requested service' || subject === 'rejected service') return of !== undefined
  return true
}

type Outcome = number | ErrorCode

/** What the tables above say of a call. */
function expected(name: OperationName, subject: Subject, partyName: PartyName): Outcome {
  const party: Party = PARTIES[partyName]
  const { in: where, status } = ROWS[name]
  if (WHO[name] !== 'operator' && party.nobody === true) return 'unauthorized'
  const refusal = REFUSALS[WHO[name]]({ name, subject, party, partyName })
  return refusal ?? (where.includes(subject) ? status : 'wrong_status')
}

interface Attempt {
  readonly name: OperationName
  readonly subject: Subject
  readonly party: Party
  readonly partyName: PartyName
}

/** Why somebody is refused, by the words of column "Who"; undefined where they are not. */
const REFUSALS: Readonly<Record<(typeof WHO)[OperationName], (attempt: Attempt) => Outcome | undefined>> = {
  /** Rule 4: operator password and a user session. */
  operator({ party: { operator, nobody } }) {
    if (operator !== true) return 'admin_password_invalid'
    return nobody === true ? 'unauthorized' : undefined
  },
  'service agent': ({ party }) => (party.serviceAgent === true ? undefined : 'agents_only'),
  human: ({ party }) => (party.agent === true ? 'forbidden' : undefined),
  /** What cannot be read is not there. */
  any: ({ name, subject, party }) =>
    sees(party, subject) && ROWS[name].in.includes(subject) ? undefined : 'not_found',
  requestor({ subject, party, partyName }) {
    if (!sees(party, subject)) return 'not_found'
    return isRequestor(partyName, subject) ? undefined : 'forbidden'
  },
  'organization owner': refusedRole,
  owner: refusedRole,
  'owner, admin': refusedRole,
}

function refusedRole({ name, subject, party }: Attempt): Outcome | undefined {
  if (!sees(party, subject)) return 'not_found'
  // There are no members before the organization is validated; only its requestor gets here.
  if (ANY_ORGANIZATION.includes(subject) && subject !== VALIDATED) return 'wrong_status'
  if (party.of === undefined) return 'not_organization_member'
  return mayByContract(name, party.of) ? undefined : 'role_not_sufficient'
}

/** The first owner of the validated organization requested it. */
function isRequestor(party: PartyName, subject: Subject): boolean {
  return subject === VALIDATED ? party === 'owner' : party === 'requestor of organizations that are not validated'
}

function mayByContract(name: OperationName, party: 'owner' | 'admin' | 'agent'): boolean {
  if (party === 'agent') return LIKE_AN_OWNER.includes(name)
  return MEMBER_RIGHTS.some(
    ([, names, owner, admin]) => names.includes(name) && (party === 'owner' ? owner : admin) === 'yes',
  )
}

const CASES = NAMES.flatMap((name) =>
  ROWS[name].subjects.flatMap((subject) => (ROWS[name].query ?? [{}]).map((query) => ({ name, subject, query }))),
)
const PARTY_NAMES = Object.keys(PARTIES) as PartyName[]
const PAIRS = NAMES.length * PARTY_NAMES.length
const CALLS = CASES.length * PARTY_NAMES.length

describe('the tables', () => {
  it('of the contract name every operation of organizations, and nothing else', () => {
    const registered = [
      organizationOperations,
      organizationMemberOperations,
      organizationAgentOperations,
      organizationServiceOperations,
      managementOperations,
    ].flatMap((operations) => Object.keys(operations))
    expect([...NAMES].sort()).toEqual(registered.sort())
    expect(Object.keys(ROWS).sort()).toEqual([...NAMES].sort())
  })

  it('of the contract agree with each other: column "Who" says what the rights of the roles say', () => {
    for (const name of NAMES) {
      const roles = MEMBER_ROLES.filter((role) => mayByContract(name, role))
      expect({ name, roles }).toEqual({ name, roles: ROLES_IN_WORDS[WHO[name]] ?? [] })
    }
  })

  it('of the contract and of the program are the same', () => {
    const needingARole = NAMES.filter((name) => MEMBER_RIGHTS.some(([, names]) => names.includes(name)))
    const fromContract = needingARole.map((name) => [
      name,
      (['owner', 'admin', 'agent'] as const).filter((party) => mayByContract(name, party)),
    ])
    expect(ORGANIZATION_POLICY).toEqual(Object.fromEntries(fromContract))
  })

  it('of the program as people read it covers every operation once, and never mixes what differs', () => {
    const named = ORGANIZATION_RIGHTS.flatMap(({ operations }) => operations)
    expect([...named].sort()).toEqual(Object.keys(ORGANIZATION_POLICY).sort())
    const bySet = (names: readonly (readonly string[])[]) => names.map((one) => [...one].sort().join()).sort()
    expect(bySet(ORGANIZATION_RIGHTS.map(({ operations }) => operations))).toEqual(
      bySet(MEMBER_RIGHTS.map(([, names]) => names)),
    )
  })
})

describeOverTransports(
  `role x operation: ${PAIRS} pairs of ${NAMES.length} operations and ${PARTY_NAMES.length} parties, in ${CALLS} calls`,
  (start) => {
    let running: TestService
    let world: World
    beforeAll(async () => {
      running = await start()
      world = await aWorld(running)
    })
    afterAll(async () => {
      expect(running.faults).toEqual([])
      await running.close()
    })

    it.each(CASES)('$name › $subject $query', async ({ name, subject, query }) => {
      const outcomes: Record<string, Outcome | undefined> = {}
      for (const party of PARTY_NAMES) outcomes[party] = await drive(name, subject, query, party)
      expect(outcomes).toEqual(Object.fromEntries(PARTY_NAMES.map((party) => [party, expected(name, subject, party)])))
    })

    /** Makes the call and takes its changes back, so that everybody finds the same. */
    async function drive(name: OperationName, subject: Subject, query: object, party: PartyName) {
      const before = databaseContent(running.connection)
      running.connection.exec('SAVEPOINT pair')
      const body = ROWS[name].body?.()
      const reply = await running.send({
        operation: `vault.${name}`,
        params: world.params(name, subject),
        headers: world.headers[party],
        query,
        ...(body !== undefined && { body }),
      })
      if (!reply.ok) expect(databaseContent(running.connection)).toBe(before)
      running.connection.exec('ROLLBACK TO pair')
      running.connection.exec('RELEASE pair')
      return outcomeOf(reply) as Outcome | undefined
    }
  },
)

interface World {
  readonly headers: Readonly<Record<PartyName, Readonly<Record<string, string>>>>
  params(name: OperationName, subject: Subject): Readonly<Record<string, string>> | undefined
}

/** Everybody, and one organization and service in each state. */
async function aWorld(running: TestService): Promise<World> {
  const operator = operatorCalls(running)
  const organization = await aRunningOrganization(running)
  const service = await aRunningService(running, organization)
  const secondOwner = await aMember(running, organization, 'owner')
  const admin = await aMember(running, organization, 'admin')
  const former = await aMember(running, organization, 'owner')
  const member = await aMember(running, organization, 'admin')
  const owner = personCalls(running, organization.owner)
  const parts = { params: { organization_id: organization.id, id: former.userId } }
  await owner.ok(204, 'organizationsOrganizationIdMembersIdDelete', parts)
  const person = await aUserOf(running, service)

  const other = await aRunningOrganization(running)
  const otherService = await aRunningService(running, other)

  const requestor = personCalls(running)
  const rejected = await requestor.request({ name: 'Rejected' })
  await operator.reject(rejected.id)
  const requestService = (name: string) => aRequestedService(running, owner.user, organization.id, { name })
  const rejectedService = await requestService('Rejected')
  await operator.rejectService(rejectedService.id)
  const suspended = await aRunningService(running, organization)
  await owner.ok(200, 'organizationsOrganizationIdServicesIdSuspensionPut', {
    params: { organization_id: organization.id, id: suspended.id },
    body: { suspended: true },
  })
  const ids: Readonly<Partial<Record<Subject, string>>> = {
    user: person.userId,
    'requested organization': (await requestor.request({ name: 'Requested' })).id,
    'validated organization': organization.id,
    'rejected organization': rejected.id,
    'requested service': (await requestService('Requested')).id,
    'validated service': service.id,
    'rejected service': rejectedService.id,
    'suspended service': suspended.id,
    agent: suspended.agent.userId,
    session: service.agent.sessionId,
  }
  const stranger = aSignedInUser(running).headers
  expect((await membersOf(running, organization.id, organization.owner)).members).toHaveLength(4)
  return {
    headers: {
      owner: organization.owner.headers,
      'second owner': secondOwner.headers,
      admin: admin.headers,
      'agent of the organization': organization.agent.headers,
      'agent of a service of it': service.agent.headers,
      'requestor of organizations that are not validated': requestor.user.headers,
      'former member': former.headers,
      'owner of another organization': other.owner.headers,
      'agent of another organization': other.agent.headers,
      'agent of a service of another organization': otherService.agent.headers,
      'person connected with a service of it': person.headers,
      stranger,
      'stranger with the operator password': { ...stranger, ...OPERATOR },
      'operator password alone': OPERATOR,
      nobody: {},
    },
    params(name, subject) {
      const id = ids[subject]
      if (id === undefined) return undefined
      if (name.startsWith('organizationsOrganizationIdMembersId')) return { organization_id: id, id: member.userId }
      const isNested = name.startsWith('organizationsOrganizationId')
      if (isNested && ANY_ORGANIZATION.includes(subject)) return { organization_id: id }
      if (isNested) return { organization_id: organization.id, id }
      return { id }
    },
  }
}
