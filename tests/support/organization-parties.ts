import type { Connection } from '../../shared/contract/connections.ts'
import type { MemberRole } from '../../shared/contract/organization-rights.ts'
import type { Organization, OrganizationService } from '../../shared/contract/organizations.ts'
import type { ServiceReply } from '../../src-main/service/reply.ts'
import { aSignedInUser } from './builders.ts'
import type { Caller, SignedInUser } from './builders.ts'
import { bodyOf } from './keystore-accounts.ts'
import { newConnectionKey, peopleCalls } from './people.ts'
import type { TestService } from './test-service.ts'
import type { LoginKey } from './vault-accounts.ts'
import { newBundleKey, OPERATOR } from './vault-accounts.ts'
import { callsOf, CIPHER_TEXT } from './vault-calls.ts'

/** A validated organization and those who have to do with it from the start. */
export interface TestOrganization {
  readonly id: string
  readonly key: LoginKey
  /** Requested it, and became its first owner. */
  readonly owner: SignedInUser
  readonly agent: Caller
}

/** A validated service, acting through its agent. */
export interface TestOrganizationService {
  readonly id: string
  readonly key: LoginKey
  readonly agent: Caller
}

type AgentLoginBody = { readonly encrypted_access_token: string }
type OrganizationBody = { readonly organization: Organization }
type ServiceBody = { readonly service: OrganizationService }

/** Calls about organizations, besides those about people and items. */
export function organizationCallsOf(service: TestService, user: Caller) {
  const people = peopleCalls(service, user)
  return { ...people, user, request, requestService, logIn, logInToService, inviteMember, join }

  async function request(name = 'Harbour Clinic', key: LoginKey = newBundleKey()): Promise<Organization> {
    const body = { name, public_key: key.publicKey }
    return (await people.ok<OrganizationBody>(201, 'organizationsPost', { body })).organization
  }

  async function requestService(
    organization_id: string,
    name = 'Appointments',
    key: LoginKey = newBundleKey(),
  ): Promise<OrganizationService> {
    const parts = { params: { organization_id }, body: { service: { name, public_key: key.publicKey } } }
    return (await people.ok<ServiceBody>(201, 'organizationsOrganizationIdServicesPost', parts)).service
  }

  async function logIn({ id, key, agentId }: Login): Promise<Caller> {
    const reply = await people.ok<AgentLoginBody>(200, 'organizationsIdLoginPost', { params: { id } })
    return agentOf(agentId, key.open(reply.encrypted_access_token))
  }

  async function logInToService(organization_id: string, { id, key, agentId }: Login): Promise<Caller> {
    const parts = { params: { organization_id, id } }
    const reply = await people.ok<AgentLoginBody>(200, 'organizationsOrganizationIdServicesIdLoginPost', parts)
    return agentOf(agentId, key.open(reply.encrypted_access_token))
  }

  /** As the agent. @returns the token of the invitation */
  async function inviteMember(organization_member_role?: MemberRole): Promise<string> {
    return (await people.invite(organization_member_role === undefined ? {} : { organization_member_role })).token
  }

  /** Accepts an invitation. @returns the own side of the connection */
  async function join(token: string): Promise<Connection['own']> {
    return (await people.connect(token)).connection.own
  }
}

export type OrganizationCalls = ReturnType<typeof organizationCallsOf>

interface Login {
  readonly id: string
  readonly key: LoginKey
  /** Vault user id of the agent. */
  readonly agentId: string | null
}

const agentOf = (agentId: string | null, token: string): Caller => ({
  userId: agentId ?? '',
  headers: { authorization: token },
})

/** Calls with the operator password, in the session of a user. */
export function managementCallsOf(service: TestService, user: Caller = aSignedInUser(service)) {
  const calls = callsOf(service, { headers: { ...user.headers, ...OPERATOR } })
  const organization = async (name: string, id: string) =>
    (await calls.ok<OrganizationBody>(200, name, { params: { id } })).organization
  const serviceOf = async (name: string, id: string) =>
    (await calls.ok<ServiceBody>(200, name, { params: { id } })).service
  return {
    ...calls,
    validate: (id: string) => organization('managementRequestedOrganizationsIdValidatePut', id),
    reject: (id: string) => organization('managementRequestedOrganizationsIdRejectDelete', id),
    validateService: (id: string) => serviceOf('managementRequestedOrganizationServicesIdValidatePut', id),
    rejectService: (id: string) => serviceOf('managementRequestedOrganizationServicesIdRejectDelete', id),
  }
}

/** An organization from its request to the session of its agent. */
export async function aRunningOrganization(
  service: TestService,
  { owner = aSignedInUser(service), name = 'Harbour Clinic' }: { owner?: SignedInUser; name?: string } = {},
): Promise<TestOrganization> {
  const key = newBundleKey()
  const calls = organizationCallsOf(service, owner)
  const { id } = await calls.request(name, key)
  const { agent_id: agentId } = await managementCallsOf(service).validate(id)
  return { id, key, owner, agent: await calls.logIn({ id, key, agentId }) }
}

/** Somebody who accepted the invitation of the organization. */
export async function aMember(
  service: TestService,
  { agent }: Pick<TestOrganization, 'agent'>,
  role: MemberRole,
  user = aSignedInUser(service),
): Promise<SignedInUser> {
  const token = await organizationCallsOf(service, agent).inviteMember(role)
  await organizationCallsOf(service, user).join(token)
  return user
}

/** A service of the organization from its request to the session of its agent. */
export async function aRunningService(
  service: TestService,
  { id: organizationId, owner }: TestOrganization,
  name = 'Appointments',
): Promise<TestOrganizationService> {
  const key = newBundleKey()
  const calls = organizationCallsOf(service, owner)
  const { id } = await calls.requestService(organizationId, name, key)
  const { agent_id: agentId } = await managementCallsOf(service).validateService(id)
  return { id, key, agent: await calls.logInToService(organizationId, { id, key, agentId }) }
}

/** Connects a person with the agent of a service; the agent invites. */
export async function useService(service: TestService, { agent }: TestOrganizationService, person: Caller) {
  const { token } = await peopleCalls(service, agent).invite({ encrypted_recipient_name: CIPHER_TEXT })
  return peopleCalls(service, person).connect(token, newConnectionKey())
}

/** The status of an answer that succeeded, else the code of its refusal. */
export const outcomeOf = (reply: ServiceReply): number | string | undefined =>
  reply.ok ? reply.status : reply.body.errors[0]?.error

/** The list of members as its owner sees it. */
export async function membersOf(service: TestService, id: string, user: Caller) {
  const reply = await service.send({
    operation: 'vault.organizationsOrganizationIdMembersGet',
    params: { organization_id: id },
    query: { per_page: '500' },
    headers: user.headers,
  })
  return bodyOf<{ members: { id: string; role: MemberRole; email: string | null }[]; owners_count: number }>(reply)
}
