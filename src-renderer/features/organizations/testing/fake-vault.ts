import { answer, asked } from '../../../session/testing/fake-bridge.ts'
import { CallError } from '../../../../shared/contract/caller.ts'
import type { OrganizationMember } from '../../../../shared/contract/organization-members.ts'
import type { Organization, OrganizationService } from '../../../../shared/contract/organizations.ts'

interface VaultCall {
  readonly operation: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

type Give = (call: VaultCall) => unknown

const answers = new Map<string, Give>()

/** What the vault answers to an operation from now on; a thrown CallError is its refusal. */
export function answerVault(name: string, give: Give): void {
  answers.set(`vault.${name}`, give)
}

/** To be called after the bridge was reset. */
export function startVault(): void {
  answers.clear()
  answer('userCall', async ({ body }) => {
    const call = body as VaultCall // the window's own call
    try {
      const give = answers.get(call.operation)
      if (give === undefined) throw new Error(`nobody answers ${call.operation}`)
      return { ok: true, status: 200, body: await give(call) }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return { ok: false, status: error.status, body: { errors: error.errors } }
    }
  })
}

export function vaultCalls(name: string): readonly VaultCall[] {
  return asked
    .filter(({ operation }) => operation === 'workbench.userCall')
    .map(({ body }) => body as VaultCall)
    .filter(({ operation }) => operation === `vault.${name}`)
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
