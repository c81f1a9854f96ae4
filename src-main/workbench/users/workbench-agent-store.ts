import { inserted, replaced } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'

/**
 * An organization or service that somebody acts for in this workspace. No key is here: the member's key store has them,
 * and the member opens the agent.
 */
export interface StoredWorkbenchAgent {
  /** Id within the workspace, beside those of the users. */
  readonly id: string
  readonly vault_user_id: string
  /** Of the organization or service. */
  readonly full_name: string
  readonly organization_id: string
  /** Null: the organization itself. */
  readonly service_id: string | null
  /** The user of the workspace who opened it last. */
  readonly through_user_id: string
  readonly colour: number
  readonly key_fingerprint: string
  readonly created_at: string
}

const COLUMNS =
  'id, vault_user_id, full_name, organization_id, service_id, through_user_id, colour, key_fingerprint, created_at'

export type WorkbenchAgentStore = ReturnType<typeof workbenchAgentStore>

/** The agents of a workspace, on SQLite. */
export function workbenchAgentStore(connection: Connection) {
  const all = connection.prepare<[], StoredWorkbenchAgent>(
    `SELECT ${COLUMNS} FROM workbench_agents ORDER BY created_at, id`,
  )
  const one = connection.prepare<[string], StoredWorkbenchAgent>(`SELECT ${COLUMNS} FROM workbench_agents WHERE id = ?`)
  const upsert = connection.prepare<StoredWorkbenchAgent>(/* sql */ `
    INSERT INTO workbench_agents ${inserted(COLUMNS)}
    ON CONFLICT (id) DO UPDATE SET ${replaced('vault_user_id, full_name, through_user_id, key_fingerprint')}
  `)
  const remove = connection.prepare<[string]>('DELETE FROM workbench_agents WHERE id = ?')
  return {
    /** In the order they were added. */
    list: (): readonly StoredWorkbenchAgent[] => all.all(),
    find: (id: string) => one.get(id),
    /** Adds or replaces. */
    save: (agent: StoredWorkbenchAgent) => void upsert.run(agent),
    remove: (id: string) => void remove.run(id),
  }
}
