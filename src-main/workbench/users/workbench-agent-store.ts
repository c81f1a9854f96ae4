import type { Connection } from '../../sqlite/database.ts'
import { workbenchRows } from './workbench-row-store.ts'

/**
 * An organization or service that somebody acts for in this workspace. No key is here: the member's key store has them,
 * and the member opens the agent.
 */
export interface StoredWorkbenchAgent {
  /** Id within the workspace, beside those of the users. */
  readonly id: string
  readonly vault_user_id: string
  readonly full_name: string
  readonly organization_id: string
  /** Null for the organization itself. */
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
  return workbenchRows<StoredWorkbenchAgent, StoredWorkbenchAgent>(connection, {
    table: 'workbench_agents',
    columns: COLUMNS,
    changing: 'vault_user_id, full_name, through_user_id, key_fingerprint',
    read: (row) => row,
    write: (agent) => agent,
  })
}
