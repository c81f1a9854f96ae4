import type { WorkbenchStatus } from '../../shared/contract/workbench.ts'
import type { Entry } from './workbench-store.ts'

export type WindowView = 'starting' | 'no-access' | 'unreachable' | 'welcome' | 'unlock' | 'workbench'

export interface WindowState {
  readonly entry: Entry
  readonly status: Pick<WorkbenchStatus, 'state'> | undefined
  readonly locking: boolean
  readonly choosing: boolean
  readonly unlocking: string | undefined
}

/** The current view of the window. The route is kept, so that unlocking leads back to the same page. */
export function windowView({ entry, status, locking, choosing, unlocking }: WindowState): WindowView {
  if (entry === 'refused') return 'no-access'
  if (entry === 'starting' || status === undefined) return entry === 'unreachable' ? 'unreachable' : 'starting'
  if (choosing) return 'welcome'
  if (unlocking !== undefined || locking || status.state === 'locked') return 'unlock'
  return status.state === 'none' ? 'welcome' : 'workbench'
}
