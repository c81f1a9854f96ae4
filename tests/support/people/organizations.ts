import { expect } from 'vitest'
import type { Organization, OrganizationService } from '../../../shared/contract/organizations.ts'
import type { ServiceRequest } from '../../../src-main/service/reply.ts'
import { aSignedInUser } from '../service/builders.ts'
import type { SignedInUser } from '../service/builders.ts'
import type { TestService } from '../service/test-service.ts'
import { newBundleKey, OPERATOR } from '../service/vault-accounts.ts'
import type { LoginKey } from '../service/vault-accounts.ts'
import { peopleCalls } from './people.ts'
import { callsOf } from '../service/vault-calls.ts'

/** An organization of a test, with the private key of its agent. */
export interface KeptOrganization {
  readonly organization: Organization
  readonly key: LoginKey
}

/** The same of one of its services. */
export interface KeptService {
  readonly service: OrganizationService
  readonly key: LoginKey
}

/** Calls of one signed-in user about organizations. */
export function organizationCalls(running: TestService, user: SignedInUser) {
  const calls = callsOf(running, user)
  return { ...calls, request, get, list }

  async function request(fields: object = {}): Promise<Organization> {
    const body = { name: 'Harbour Clinic', public_key: newBundleKey().publicKey, ...fields }
    return (await calls.ok<{ organization: Organization }>(201, 'organizationsPost', { body })).organization
  }
  function get(id: string): Promise<{ organization: Organization; services: readonly OrganizationService[] }> {
    return calls.ok(200, 'organizationsIdGet', { params: { id } })
  }
  function list(query: object = {}): Promise<OrganizationsPage> {
    return calls.ok(200, 'organizationsGet', { query })
  }
}

export interface OrganizationsPage {
  readonly organizations: readonly Organization[]
  readonly services: readonly OrganizationService[]
  readonly next_page_after: string | null
  readonly meta: readonly { readonly next_page_exists: boolean; readonly per_page: number; readonly order: string }[]
}

/** Calls of the operator in the session of a user. */
export function operatorCalls(running: TestService, user: SignedInUser = aSignedInUser(running)) {
  const send = (name: string, parts: Pick<ServiceRequest, 'params' | 'query' | 'body'> = {}) =>
    running.send({ operation: `vault.${name}`, headers: { ...user.headers, ...OPERATOR }, ...parts })
  const ok = async <Body>(name: string, parts?: Parameters<typeof send>[1]): Promise<Body> => {
    const reply = await send(name, parts)
    expect(reply).toMatchObject({ ok: true, status: 200 })
    return reply.body as Body
  }
  const review = (name: string) => async (id: string, body?: object) =>
    ok<{ organization: Organization; service: OrganizationService }>(name, { params: { id }, ...(body && { body }) })
  return {
    user,
    send,
    ok,
    validate: review('managementRequestedOrganizationsIdValidatePut'),
    reject: review('managementRequestedOrganizationsIdRejectDelete'),
    validateService: review('managementRequestedOrganizationServicesIdValidatePut'),
    rejectService: review('managementRequestedOrganizationServicesIdRejectDelete'),
  }
}

/** A validated organization whose only owner is the user. */
export async function anOrganization(
  running: TestService,
  owner: SignedInUser,
  key: LoginKey = newBundleKey(),
): Promise<KeptOrganization> {
  const { id } = await organizationCalls(running, owner).request({ public_key: key.publicKey })
  await operatorCalls(running).validate(id)
  return { organization: (await organizationCalls(running, owner).get(id)).organization, key }
}

/** A validated service of an organization. */
export async function aService(
  running: TestService,
  member: SignedInUser,
  organizationId: string,
  key: LoginKey = newBundleKey(),
): Promise<KeptService> {
  const { id } = await aRequestedService(running, member, organizationId, { public_key: key.publicKey })
  return { service: (await operatorCalls(running).validateService(id)).service, key }
}

/** A service that waits for review. */
export async function aRequestedService(
  running: TestService,
  member: SignedInUser,
  organizationId: string,
  fields: object = {},
): Promise<OrganizationService> {
  const service = { name: 'Appointments', public_key: newBundleKey().publicKey, ...fields }
  const { service: requested } = await callsOf(running, member).ok<{ service: OrganizationService }>(
    201,
    'organizationsOrganizationIdServicesPost',
    { params: { organization_id: organizationId }, body: { service } },
  )
  return requested
}

/** The agent of an organization, after a login by one of its owners. */
export function agentOf(
  running: TestService,
  owner: SignedInUser,
  { organization, key }: { readonly organization: Pick<Organization, 'id' | 'agent_id'>; readonly key: LoginKey },
): Promise<SignedInUser> {
  return loggedIn(running, owner, key, {
    name: 'organizationsIdLoginPost',
    params: { id: organization.id },
    agentId: organization.agent_id,
  })
}

/** The agent of a service, after a login by one of the members. */
export function serviceAgentOf(
  running: TestService,
  member: SignedInUser,
  { service, key }: KeptService,
): Promise<SignedInUser> {
  return loggedIn(running, member, key, {
    name: 'organizationsOrganizationIdServicesIdLoginPost',
    params: { organization_id: service.organization_id, id: service.id },
    agentId: service.agent_id,
  })
}

interface Login {
  readonly name: string
  readonly params: object
  readonly agentId: string | null
}

async function loggedIn(
  running: TestService,
  member: SignedInUser,
  key: LoginKey,
  { name, params, agentId }: Login,
): Promise<SignedInUser> {
  const login = await callsOf(running, member).ok<{ encrypted_access_token: string }>(200, name, { params })
  const token = key.open(login.encrypted_access_token)
  const headers = { authorization: token }
  const { body } = await running.send({ operation: 'vault.sessionGet', headers })
  const { user_access_token: session } = body as { user_access_token: { id: string } }
  // An agent has no key-store account.
  return { userId: agentId ?? '', keystoreUserId: '', sessionId: session.id, token, headers }
}

/** Makes a user member of an organization through an invitation by its agent. */
export async function join(
  running: TestService,
  agent: SignedInUser,
  user: SignedInUser,
  role: 'owner' | 'admin' = 'admin',
) {
  const { token } = await peopleCalls(running, agent).invite({ organization_member_role: role })
  return (await peopleCalls(running, user).connect(token)).connection
}
