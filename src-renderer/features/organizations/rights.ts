import type {
  OrganizationOperationName,
  OrganizationParty,
  OrganizationRightId,
} from '../../../shared/contract/organization-rights.ts'
import { mayCall, MEMBER_ROLES, ORGANIZATION_RIGHTS } from '../../../shared/contract/organization-rights.ts'
import type { Organization } from '../../../shared/contract/organizations.ts'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'

/** The parties that the service's policy distinguishes, in the order of the columns. */
export const PARTIES: readonly OrganizationParty[] = [...MEMBER_ROLES, 'agent']

export type OrganizationRight = (typeof ORGANIZATION_RIGHTS)[number]

/** The party of a user for an organization; undefined for outsiders. */
export function partyOf(
  organization: Pick<Organization, 'id' | 'own_role'>,
  user: Pick<WorkbenchUser, 'agent'> | undefined,
): OrganizationParty | undefined {
  const agent = user?.agent
  if (agent?.organization_id === organization.id && agent.service_id === null) return 'agent'
  return organization.own_role ?? undefined
}

/** Whether a party may call an operation; outsiders may call none. */
export function partyMay(party: OrganizationParty | undefined, operation: OrganizationOperationName): boolean {
  return party !== undefined && mayCall(party, operation)
}

export type Extent = 'all' | 'some' | 'none'

/** The extent of a party's right: the organization's agent may read where owners may change. */
export function extentOf(party: OrganizationParty | undefined, { operations }: OrganizationRight): Extent {
  const allowed = operations.filter((operation) => partyMay(party, operation)).length
  if (allowed === operations.length) return 'all'
  return allowed === 0 ? 'none' : 'some'
}

/** The parties that may call an operation, in the order of the columns. */
export function partiesFor(operation: OrganizationOperationName): readonly OrganizationParty[] {
  return PARTIES.filter((party) => mayCall(party, operation))
}

/** The parties that have a right as a whole. */
export function partiesWith(right: OrganizationRight): readonly OrganizationParty[] {
  return PARTIES.filter((party) => extentOf(party, right) === 'all')
}

export function rightOf(id: OrganizationRightId): OrganizationRight {
  // The ids are those of the table.
  return ORGANIZATION_RIGHTS.find((right) => right.id === id) as OrganizationRight
}
