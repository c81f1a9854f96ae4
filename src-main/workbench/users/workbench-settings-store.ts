import { LockSettings } from '../../../shared/contract/workbench-locks.ts'
import type { Connection } from '../../sqlite/database.ts'
import { workspaceValues } from '../../sqlite/workspace-values.ts'

const RUN_TASKS_AUTOMATICALLY = 'run_tasks_automatically'
const LOCKS = 'locks'
const [OFF, ON] = [Buffer.from([0]), Buffer.from([1])] as const

export type WorkbenchSettingsStore = ReturnType<typeof workbenchSettingsStore>

/** Stores the settings of one workspace. */
export function workbenchSettingsStore(connection: Connection) {
  const values = workspaceValues(connection)
  return {
    /** Client tasks of signed-in users run by themselves. */
    runTasksAutomatically: () => values.find(RUN_TASKS_AUTOMATICALLY)?.[0] === 1,
    saveRunTasksAutomatically: (on: boolean) => {
      values.save(RUN_TASKS_AUTOMATICALLY, on ? ON : OFF)
    },
    /** When the workspace locks automatically; undefined if not set. */
    // A value of a later version that this one does not know counts as not set.
    locks: (): LockSettings | undefined => LockSettings.safeParse(values.findJson(LOCKS)).data,
    saveLocks: (locks: LockSettings) => {
      values.saveJson(LOCKS, locks)
    },
  }
}
