import type { MemberRole } from '../../../shared/contract/organization-rights.ts'
import type { ServiceReply } from '../../../src-main/service/reply.ts'
import { aSignedInUser } from '../service/builders.ts'
import type { Caller, SignedInUser } from '../service/builders.ts'
import { bodyOf } from '../service/keystore-accounts.ts'
import { agentOf, anOrganization, aService, join, organizationCalls, serviceAgentOf } from './organizations.ts'
import { connectUsers, peopleCalls } from './people.ts'
import type { TestService } from '../service/test-service.ts'

/** A validated organization whose agent acts. */
export interface TestOrganization {
  readonly id: string
  /** Requested it, and became its first owner. */
  readonly owner: SignedInUser
  readonly agent: SignedInUser
}

/** A validated service whose agent acts. */
export interface TestOrganizationService {
  readonly id: string
  /** Public key of the agent. */
  readonly publicKey: string
  readonly agent: SignedInUser
}

/** Everything a person does around organizations, and who it is. */
export function personCalls(running: TestService, user = aSignedInUser(running)) {
  return { ...peopleCalls(running, user), ...organizationCalls(running, user), user }
}

/** An organization from its request to the session of its agent. */
export async function aRunningOrganization(
  running: TestService,
  owner = aSignedInUser(running),
): Promise<TestOrganization> {
  const kept = await anOrganization(running, owner)
  return { id: kept.organization.id, owner, agent: await agentOf(running, owner, kept) }
}

/** A service of the organization from its request to the session of its agent. */
export async function aRunningService(
  running: TestService,
  { id, owner }: TestOrganization,
): Promise<TestOrganizationService> {
  const kept = await aService(running, owner, id)
  const agent = await serviceAgentOf(running, owner, kept)
  return { id: kept.service.id, publicKey: kept.key.publicKey, agent }
}

/** Somebody who accepted the invitation of the organization. */
export async function aMember(
  running: TestService,
  { agent }: TestOrganization,
  role: MemberRole,
): Promise<SignedInUser> {
  const user = aSignedInUser(running)
  await join(running, agent, user, role)
  return user
}

/** Somebody who is connected with the agent of a service. */
export async function aUserOf(running: TestService, { agent }: TestOrganizationService): Promise<SignedInUser> {
  const user = aSignedInUser(running)
  await connectUsers(running, agent, user)
  return user
}

/** The status of an answer that succeeded, else the code of its refusal. */
export const outcomeOf = (reply: ServiceReply): number | string | undefined =>
  reply.ok ? reply.status : reply.body.errors[0]?.error

/** The list of members as an owner sees it. */
export async function membersOf(running: TestService, organization_id: string, { headers }: Caller) {
  const reply = await running.send({
    operation: 'vault.organizationsOrganizationIdMembersGet',
    params: { organization_id },
    query: { per_page: '500' },
    headers,
  })
  return bodyOf<{ members: readonly { id: string; role: MemberRole }[]; owners_count: number }>(reply)
}
