import { phrase, ServiceError } from '../../../shared/contract/errors.ts'
import { mayCall, ORGANIZATION_POLICY } from '../../../shared/contract/organization-rights.ts'
import type { OrganizationOperationName, OrganizationParty } from '../../../shared/contract/organization-rights.ts'
import type { Organization, OrganizationService, ReviewState } from '../../../shared/contract/organizations.ts'
import { readPublicKey } from '../../crypto/session-token-seal.ts'
import { namingPublicKeyFaults } from '../../service/public-key-faults.ts'
import { notForAgents } from '../users/user-rules.ts'
import type { StoredUser } from '../users/user-store.ts'
import type { Suspension } from './agent-store.ts'
import type { StoredService } from './organization-service-store.ts'
import type { ReadOrganization } from './organization-store.ts'

/** An organization as clients see it; its key is not shown. */
export function renderOrganization(organization: ReadOrganization): Organization {
  const { public_key: _key, members_count: _members, owners_count: _owners, ...shown } = organization
  return shown
}

/** A service as clients see it; its key and who asked for it are not shown. */
export function renderService({
  public_key: _key,
  requestor_id: _requestor,
  ...shown
}: StoredService): OrganizationService {
  return shown
}

/** @throws {ServiceError} `forbidden`: agents act for somebody, they neither ask for organizations nor join them. */
export function requireHuman({ user_type }: Pick<StoredUser, 'user_type'>, what: string): void {
  if (user_type === 'human') return
  throw notForAgents(`Only a person can ${what}, not an agent.`)
}

/** @throws {ServiceError} `invalid_public_key`: no token could be sealed to it. */
export function requireUsableAgentKey(publicKey: string, path: string): void {
  namingPublicKeyFaults(() => readPublicKey(publicKey), path)
}

/** Whether the organization is shown to a user: validated ones to all, others to who asked for them. */
export function isShownTo(userId: string, { status, requestor_id }: ReadOrganization): boolean {
  return status === 'validated' || requestor_id === userId
}

/** @throws {ServiceError} `forbidden` for everybody but who asked for the organization. */
export function requireRequestor(userId: string, { requestor_id }: ReadOrganization): void {
  if (requestor_id === userId) return
  throw new ServiceError('forbidden', 'Only who requested the organization may do this.', {
    extraInfo: { reason: 'requestor_only' },
  })
}

/** @throws {ServiceError} `wrong_status` unless the record is in one of these states. */
export function requireStatus(
  { status }: { readonly status: ReviewState },
  allowed: readonly ReviewState[],
  subject: 'organization' | 'service',
): void {
  if (allowed.includes(status)) return
  throw new ServiceError(
    'wrong_status',
    phrase`The ${subject} is ${status}; this needs it to be ${allowed.join(' or ')}.`,
  )
}

/** The user's party in an organization; undefined for others. */
export function partyOf(
  userId: string,
  { own_role, agent_id }: Pick<ReadOrganization, 'own_role' | 'agent_id'>,
): OrganizationParty | undefined {
  return own_role ?? (agent_id === userId ? 'agent' : undefined)
}

/**
 * Whether the user may do something in an organization that is shown to the user: the table of rights decides.
 *
 * @throws {ServiceError} `wrong_status` while it is not validated, `not_organization_member`, `role_not_sufficient`
 */
export function requireRight(
  userId: string,
  organization: ReadOrganization,
  operation: OrganizationOperationName,
): void {
  requireStatus(organization, ['validated'], 'organization')
  const party = partyOf(userId, organization)
  if (party === undefined) {
    throw new ServiceError('not_organization_member', 'Only members of the organization may do this.')
  }
  if (mayCall(party, operation)) return
  const roles = ORGANIZATION_POLICY[operation].filter((role) => role !== 'agent')
  const message = `Your role ${party} does not allow this in the organization; it needs the role ${roles.join(' or ')}.`
  throw new ServiceError('role_not_sufficient', message)
}

/** @throws {ServiceError} `forbidden` if the operator suspended it: its owners neither reinstate nor delete it. */
export function requireReinstatable({ suspended_by }: Pick<Suspension, 'suspended_by'>): void {
  if (suspended_by === 'organization') return
  throw new ServiceError('forbidden', 'The operator suspended it, and only the operator reinstates it.', {
    extraInfo: { reason: 'suspended_by_operator' },
  })
}

export function noOrganization(): ServiceError {
  return new ServiceError('not_found', 'There is no organization with this id.', {
    extraInfo: { parameter: 'organization_id' },
  })
}

export function noService(): ServiceError {
  return new ServiceError('not_found', 'There is no service with this id.')
}
