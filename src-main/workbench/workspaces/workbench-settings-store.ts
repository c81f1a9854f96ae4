import { LockSettings } from '../../../shared/contract/workbench-locks.ts'
import type { Connection } from '../../sqlite/database.ts'
import { workspaceValues } from '../../sqlite/workspace-values.ts'

/** What is set for one workspace. */
export interface WorkbenchSettingsStore {
  /** Client tasks of signed-in users run by themselves. */
  runTasksAutomatically(): boolean
  saveRunTasksAutomatically(on: boolean): void
  /** When the workspace locks by itself; undefined: nobody has set it. */
  locks(): LockSettings | undefined
  saveLocks(locks: LockSettings): void
}

const RUN_TASKS_AUTOMATICALLY = 'run_tasks_automatically'
const LOCKS = 'locks'
const [OFF, ON] = [Buffer.from([0]), Buffer.from([1])] as const

/** The settings of a workspace, on SQLite. */
export function sqliteWorkbenchSettingsStore(connection: Connection): WorkbenchSettingsStore {
  const values = workspaceValues(connection)
  return {
    runTasksAutomatically: () => values.find(RUN_TASKS_AUTOMATICALLY)?.[0] === 1,
    saveRunTasksAutomatically: (on) => {
      values.save(RUN_TASKS_AUTOMATICALLY, on ? ON : OFF)
    },
    // What a later version wrote and this one does not know counts as not set.
    locks: () => LockSettings.safeParse(values.findJson(LOCKS)).data,
    saveLocks: (locks) => {
      values.saveJson(LOCKS, locks)
    },
  }
}
