import { z } from 'zod'

/**
 * The rights in an organization (docs/contract/vault.md, Organizations: rights): the service enforces this table, and
 * the window shows it.
 */

export const MEMBER_ROLES = ['owner', 'admin'] as const
export const MemberRole = z.enum(MEMBER_ROLES).meta({ id: 'MemberRole' })
export type MemberRole = z.infer<typeof MemberRole>

/** The parties that can have a right: members by their role, and the agent of the organization itself. */
export type OrganizationParty = MemberRole | 'agent'

/** Which parties may call each operation. An operation that is not listed is open to all, or to its requestor only. */
export const ORGANIZATION_POLICY = {
  organizationsIdLoginPost: ['owner'],
  organizationsOrganizationIdMembersGet: ['owner', 'agent'],
  organizationsOrganizationIdMembersIdPut: ['owner'],
  organizationsOrganizationIdMembersIdDelete: ['owner'],
  organizationsOrganizationIdRequestedServicesGet: ['owner', 'admin', 'agent'],
  organizationsOrganizationIdServicesPost: ['owner', 'admin'],
  organizationsOrganizationIdServicesIdPut: ['owner', 'admin'],
  organizationsOrganizationIdServicesIdDelete: ['owner', 'admin'],
  organizationsOrganizationIdServicesIdLoginPost: ['owner', 'admin'],
  organizationsIdSessionsPost: ['owner'],
  organizationsOrganizationIdServicesIdSessionsPost: ['owner', 'admin'],
  organizationsOrganizationIdSessionsGet: ['owner', 'admin'],
  organizationsOrganizationIdSessionsIdDelete: ['owner', 'admin'],
  organizationsOrganizationIdServicesIdSuspensionPut: ['owner'],
  organizationsOrganizationIdServicesIdAgentDelete: ['owner'],
} as const satisfies Readonly<Record<string, readonly OrganizationParty[]>>

export type OrganizationOperationName = keyof typeof ORGANIZATION_POLICY

/** The rights that the window shows, each with the operations it permits; every operation belongs to one of them. */
export const ORGANIZATION_RIGHTS = [
  {
    id: 'manage_members',
    operations: [
      'organizationsOrganizationIdMembersGet',
      'organizationsOrganizationIdMembersIdPut',
      'organizationsOrganizationIdMembersIdDelete',
    ],
  },
  { id: 'act_as_organization', operations: ['organizationsIdLoginPost', 'organizationsIdSessionsPost'] },
  {
    id: 'manage_services',
    operations: [
      'organizationsOrganizationIdRequestedServicesGet',
      'organizationsOrganizationIdServicesPost',
      'organizationsOrganizationIdServicesIdPut',
      'organizationsOrganizationIdServicesIdDelete',
    ],
  },
  {
    id: 'act_as_service',
    operations: [
      'organizationsOrganizationIdServicesIdLoginPost',
      'organizationsOrganizationIdServicesIdSessionsPost',
      'organizationsOrganizationIdSessionsGet',
      'organizationsOrganizationIdSessionsIdDelete',
    ],
  },
  {
    id: 'suspend_services',
    operations: [
      'organizationsOrganizationIdServicesIdSuspensionPut',
      'organizationsOrganizationIdServicesIdAgentDelete',
    ],
  },
] as const satisfies readonly { readonly id: string; readonly operations: readonly OrganizationOperationName[] }[]

export type OrganizationRightId = (typeof ORGANIZATION_RIGHTS)[number]['id']

/** Whether a party may call an operation of an organization. */
export function mayCall(party: OrganizationParty, operation: OrganizationOperationName): boolean {
  const parties: readonly OrganizationParty[] = ORGANIZATION_POLICY[operation]
  return parties.includes(party)
}
