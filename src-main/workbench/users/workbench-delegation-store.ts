import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import type { Connection } from '../../sqlite/database.ts'
import type { StoredActedFor } from './workbench-row-store.ts'
import { workbenchRows } from './workbench-row-store.ts'

/** The account of somebody whom a delegate acts for, by the name that its owner uses, else the one that the delegate gave. */
export interface StoredWorkbenchDelegation extends StoredActedFor {
  /** The delegate's side. */
  readonly connection_id: string
  readonly role: DelegationRole
  /** A child user that the delegate made. */
  readonly child: boolean
}

type Row = Omit<StoredWorkbenchDelegation, 'child'> & { readonly child: 0 | 1 }

const COLUMNS = `id, vault_user_id, full_name, connection_id, role, child, through_user_id, colour, key_fingerprint,
  created_at`

export type WorkbenchDelegationStore = ReturnType<typeof workbenchDelegationStore>

/** The accounts acted for in a workspace, on SQLite. */
export function workbenchDelegationStore(connection: Connection) {
  return workbenchRows<StoredWorkbenchDelegation, Row>(connection, {
    table: 'workbench_delegations',
    columns: COLUMNS,
    changing: 'full_name, role, key_fingerprint',
    read: (row) => ({ ...row, child: row.child === 1 }),
    write: (delegation) => ({ ...delegation, child: delegation.child ? 1 : 0 }),
  })
}
