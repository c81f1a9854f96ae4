import type { StoredWorkbenchAgent, WorkbenchAgentStore } from '../workbench/workbench-agent-store.ts'
import type { Connection } from './database.ts'

const COLUMNS =
  'id, vault_user_id, full_name, organization_id, service_id, through_user_id, colour, key_fingerprint, created_at'

/** The agents of a workspace, on SQLite. */
export function sqliteWorkbenchAgentStore(connection: Connection): WorkbenchAgentStore {
  const all = connection.prepare<[], StoredWorkbenchAgent>(
    `SELECT ${COLUMNS} FROM workbench_agents ORDER BY created_at, id`,
  )
  const one = connection.prepare<[string], StoredWorkbenchAgent>(`SELECT ${COLUMNS} FROM workbench_agents WHERE id = ?`)
  const upsert = connection.prepare<StoredWorkbenchAgent>(/* sql */ `
    INSERT INTO workbench_agents (${COLUMNS})
    VALUES (@id, @vault_user_id, @full_name, @organization_id, @service_id, @through_user_id, @colour,
      @key_fingerprint, @created_at)
    ON CONFLICT (id) DO UPDATE SET
      vault_user_id = excluded.vault_user_id,
      full_name = excluded.full_name,
      through_user_id = excluded.through_user_id,
      key_fingerprint = excluded.key_fingerprint
  `)
  const remove = connection.prepare<[string]>('DELETE FROM workbench_agents WHERE id = ?')
  return {
    list: () => all.all(),
    find: (id) => one.get(id),
    save: (agent) => void upsert.run(agent),
    remove: (id) => void remove.run(id),
  }
}
