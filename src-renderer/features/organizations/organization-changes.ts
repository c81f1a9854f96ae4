import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import { useWorkbenchChanges } from '../../session/use-workbench-changes.ts'

/** What concerns organizations, among all changes. */
export function isOrganizationChange(event: WorkbenchEvent): boolean {
  return event.type === 'operator' || (event.type === 'change' && /^(organization|service|member)\./.test(event.name))
}

/**
 * Tells that something of an organization may have changed, by whomever: the service tells the new member and the agent
 * of a membership, and not the owners who look at the list.
 */
export function useOrganizationChanges(changed: () => Promise<void>): void {
  useWorkbenchChanges(isOrganizationChange, changed)
}
