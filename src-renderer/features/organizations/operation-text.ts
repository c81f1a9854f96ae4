import type { OrganizationOperationName } from '../../../shared/contract/organization-rights.ts'
import { organizationAgentOperations } from '../../../shared/contract/organization-agents.ts'
import { organizationMemberOperations } from '../../../shared/contract/organization-members.ts'
import { organizationServiceOperations } from '../../../shared/contract/organization-services.ts'
import { organizationOperations } from '../../../shared/contract/organizations.ts'
import { servicePhrase } from '../../i18n/service-words.ts'

const OPERATIONS = {
  ...organizationOperations,
  ...organizationAgentOperations,
  ...organizationMemberOperations,
  ...organizationServiceOperations,
} as const satisfies Record<OrganizationOperationName, unknown>

/** The description of an operation, from the contract or in the language of the window. */
export function operationText(name: OrganizationOperationName): string {
  return servicePhrase(OPERATIONS[name].summary)
}

/** Method and path, as in the list of calls. */
export function operationCall(name: OrganizationOperationName): string {
  const { method, path } = OPERATIONS[name]
  return `${method} ${path}`
}
