import type { Connection } from '../../sqlite/database.ts'
import type { StoredActedFor } from './workbench-row-store.ts'
import { workbenchRows } from './workbench-row-store.ts'

/** An organization or service that a member acts for in this workspace. */
export interface StoredWorkbenchAgent extends StoredActedFor {
  readonly organization_id: string
  /** Null for the organization itself. */
  readonly service_id: string | null
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
