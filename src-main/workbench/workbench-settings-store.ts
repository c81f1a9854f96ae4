/** What is set for one workspace. */
export interface WorkbenchSettingsStore {
  /** Client tasks of signed-in users run by themselves. */
  runTasksAutomatically(): boolean
  saveRunTasksAutomatically(on: boolean): void
}
