import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import { useWorkbenchChanges } from '../../session/use-workbench-changes.ts'

/** Whether a change concerns organizations. */
export function isOrganizationChange(event: WorkbenchEvent): boolean {
  return event.type === 'operator' || (event.type === 'change' && /^(organization|service|member)\./.test(event.name))
}

/**
 * Calls `changed` when an organization may have changed, by anybody: the service notifies only the new member and the
 * agent of a membership, and not the owners who see the list.
 */
export function useOrganizationChanges(changed: () => Promise<void>): void {
  useWorkbenchChanges(isOrganizationChange, changed)
}
