import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import type { Listeners } from '../../../shared/listeners.ts'

/** Pushes events to every window. */
export type EventFeed = Listeners<WorkbenchEvent>
