import type { z } from 'zod'
import type { Connection } from './database.ts'

export interface StoredSettings<Settings> {
  readonly read: () => Settings | undefined
  readonly save: (settings: Settings) => void
}

/** Named values of a workspace without a table of their own. */
export interface WorkspaceValues {
  find(name: string): Uint8Array | undefined
  save(name: string, value: Uint8Array): void
  remove(name: string): void
  findJson(name: string): unknown
  saveJson(name: string, value: object): void
  /** Settings of one shape under a name; `read` returns undefined before the first save. */
  settings<Settings extends object>(name: string, shape: z.ZodType<Settings>): StoredSettings<Settings>
}

/** The values in the table `workbench_settings`; JSON is stored as UTF-8. */
export function workspaceValues(connection: Connection): WorkspaceValues {
  const read = connection.prepare<[string], Uint8Array>('SELECT value FROM workbench_settings WHERE name = ?').pluck()
  const write = connection.prepare<[string, Uint8Array]>(/* sql */ `
    INSERT INTO workbench_settings (name, value) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
  `)
  const remove = connection.prepare<[string]>('DELETE FROM workbench_settings WHERE name = ?')
  const find = (name: string) => read.get(name)
  const save = (name: string, value: Uint8Array) => void write.run(name, value)
  return {
    find,
    save,
    remove: (name) => void remove.run(name),
    findJson,
    saveJson,
    settings: (name, shape) => ({
      read: () => shape.optional().parse(findJson(name)),
      save: (settings) => {
        saveJson(name, settings)
      },
    }),
  }

  function findJson(name: string): unknown {
    const stored = find(name)
    return stored && (JSON.parse(Buffer.from(stored).toString('utf8')) as unknown)
  }

  function saveJson(name: string, value: object): void {
    save(name, Buffer.from(JSON.stringify(value), 'utf8'))
  }
}
