import type { WorkbenchSettingsStore } from '../workbench/workbench-settings-store.ts'
import type { Connection } from './database.ts'

const RUN_TASKS_AUTOMATICALLY = 'run_tasks_automatically'
const [OFF, ON] = [Buffer.from([0]), Buffer.from([1])] as const

/** The settings of a workspace, on SQLite; off where nothing is stored. */
export function sqliteWorkbenchSettingsStore(connection: Connection): WorkbenchSettingsStore {
  const read = connection.prepare<[string], Uint8Array>('SELECT value FROM workbench_settings WHERE name = ?').pluck()
  const write = connection.prepare<[string, Uint8Array]>(/* sql */ `
    INSERT INTO workbench_settings (name, value) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
  `)
  return {
    runTasksAutomatically: () => read.get(RUN_TASKS_AUTOMATICALLY)?.[0] === 1,
    saveRunTasksAutomatically: (on) => void write.run(RUN_TASKS_AUTOMATICALLY, on ? ON : OFF),
  }
}
