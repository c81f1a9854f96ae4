import type { OrganizationMember } from '../../../../shared/contract/organization-members.ts'
import type { Organization, OrganizationService } from '../../../../shared/contract/organizations.ts'
import { answer } from '../../../session/testing/fake-bridge.ts'
import { fakeCalls } from '../../../session/testing/fake-calls.ts'

/** The fake vault for the calls of an actor. */
const { start, answerTo, calls } = fakeCalls('user', 'vault')
export { answerTo as answerVault, calls as vaultCalls }

/** Starts a fake vault, in a workspace whose operator console is closed. */
export function startVault(): void {
  start()
  answer('operatorGet', () => ({ operator: { state: 'closed', remembered: false } }))
}

export function anOrganization(changes: Partial<Organization> = {}): Organization {
  return {
    id: 'o1',
    name: 'Harbour Clinic',
    description: null,
    url: null,
    email: null,
    status: 'validated',
    requestor_id: 'vault-dana',
    validated_by_id: 'vault-dana',
    agent_id: 'vault-clinic',
    validated_at: '2026-11-20T08:00:00.000Z',
    created_at: '2026-11-19T08:00:00.000Z',
    rejection_reason: null,
    own_role: 'owner',
    ...changes,
  }
}

export function aService(changes: Partial<OrganizationService> = {}): OrganizationService {
  return {
    id: 's1',
    organization_id: 'o1',
    name: 'Appointments',
    description: null,
    contract: null,
    status: 'validated',
    validated_by_id: 'vault-dana',
    agent_id: 'vault-appointments',
    validated_at: '2026-11-20T08:00:00.000Z',
    created_at: '2026-11-19T08:00:00.000Z',
    rejection_reason: null,
    ...changes,
  }
}

export function aMember(id: string, changes: Partial<OrganizationMember> = {}): OrganizationMember {
  return {
    id,
    full_name: id,
    email: null,
    role: 'admin',
    created_at: '2026-11-20T08:00:00.000Z',
    ...changes,
  }
}

/** One page of the members' list. */
export function membersPage(
  members: readonly OrganizationMember[],
  rest: { readonly next?: string; readonly total?: number; readonly owners?: number } = {},
) {
  return {
    members,
    organization: anOrganization(),
    total_count: rest.total ?? members.length,
    owners_count: rest.owners ?? members.filter(({ role }) => role === 'owner').length,
    next_page_after: rest.next ?? null,
    meta: [],
  }
}
