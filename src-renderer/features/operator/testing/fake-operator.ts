import type { OperatorConsole } from '../../../../shared/contract/workbench-operator.ts'
import type { Organization, OrganizationService } from '../../../../shared/contract/organizations.ts'
import { answer, push, refusal } from '../../../session/testing/fake-bridge.ts'
import { fakeCalls } from '../../../session/testing/fake-calls.ts'

/** The fake vault for the calls of the operator. */
const vault = fakeCalls<{ readonly user_id: string | null }>('operator', 'vault')
export const { answerTo: answerOperator, calls: operatorCalls } = vault

let operatorConsole: OperatorConsole = { state: 'none', remembered: false }

/** Call this after the bridge was reset. The console behaves like the real one; its password is `harbour-desk`. */
export function startOperator(state: OperatorConsole): void {
  vault.start()
  operatorConsole = state
  answer('operatorGet', () => ({ operator: operatorConsole }))
  answer('operatorOpen', ({ body }) => {
    const { password, remember } = body as { password: string | null; remember: boolean }
    if (password !== null && password !== 'harbour-desk') throw refusal('admin_password_invalid', 401)
    return changed({ state: 'open', remembered: operatorConsole.remembered || remember })
  })
  answer('operatorClose', () => changed({ ...operatorConsole, state: 'closed' }))
  answer('operatorPasswordSet', ({ body }) => {
    const { password, remember } = body as { password: string | null; remember: boolean }
    return {
      ...changed({ state: 'open', remembered: remember }),
      password: password === null ? 'made-for-the-desk' : null,
    }
  })
}

function changed(next: OperatorConsole): { readonly operator: OperatorConsole } {
  operatorConsole = next
  push({ type: 'operator', part: 'state' })
  return { operator: operatorConsole }
}

export function anOrganization(id: string, changes: Partial<Organization> = {}): Organization {
  return {
    id,
    name: `Organization ${id}`,
    description: null,
    url: null,
    email: null,
    status: 'requested',
    requestor_id: 'vault-dana',
    validated_by_id: null,
    agent_id: null,
    validated_at: null,
    created_at: '2026-11-20T09:00:00.000Z',
    rejection_reason: null,
    own_role: null,
    ...changes,
  }
}

export function aService(id: string, changes: Partial<OrganizationService> = {}): OrganizationService {
  return {
    id,
    organization_id: 'o-clinic',
    name: `Service ${id}`,
    description: null,
    contract: null,
    status: 'requested',
    validated_by_id: null,
    agent_id: null,
    validated_at: null,
    created_at: '2026-11-21T09:00:00.000Z',
    rejection_reason: null,
    ...changes,
  }
}

/** The answers of an empty vault, for calls that a test is not about. */
export function answerEmptyVault(): void {
  const paging = { next_page_after: null, meta: [] }
  answerOperator('managementRequestedOrganizationsGet', () => ({ organizations: [], ...paging }))
  answerOperator('managementRequestedOrganizationServicesGet', () => ({ services: [], ...paging }))
  answerOperator('systemClassificationNodesGet', () => ({ classification_schemes: [] }))
  answerOperator('systemItemTemplatesGet', () => ({ item_templates: [] }))
  answerOperator('systemImagesGet', () => ({ images: [] }))
  answerOperator('systemEventsGet', () => ({ operator_events: [], total_count: 0, ...paging }))
}
