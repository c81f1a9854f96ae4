import type { WorkbenchSettingsStore } from '../workbench/workbench-settings-store.ts'
import type { Connection } from './database.ts'
import { workspaceValues } from './workspace-values.ts'

const RUN_TASKS_AUTOMATICALLY = 'run_tasks_automatically'
const [OFF, ON] = [Buffer.from([0]), Buffer.from([1])] as const

/** The settings of a workspace, on SQLite; off where nothing is stored. */
export function sqliteWorkbenchSettingsStore(connection: Connection): WorkbenchSettingsStore {
  const values = workspaceValues(connection)
  return {
    runTasksAutomatically: () => values.find(RUN_TASKS_AUTOMATICALLY)?.[0] === 1,
    saveRunTasksAutomatically: (on) => {
      values.save(RUN_TASKS_AUTOMATICALLY, on ? ON : OFF)
    },
  }
}
