import type { DelegationRole } from '../../../shared/contract/delegation-rights.ts'
import type { Connection } from '../../sqlite/database.ts'
import { workbenchRows } from './workbench-row-store.ts'

/** An account owner for whom a user of this workspace acts. No key is stored here: the delegate's key store has it. */
export interface StoredWorkbenchDelegation {
  /** Id within the workspace, beside those of the users. */
  readonly id: string
  readonly vault_user_id: string
  /** The name that the account owner uses, else the one that the delegate gave. */
  readonly full_name: string
  /** The delegate's side. */
  readonly connection_id: string
  readonly role: DelegationRole
  /** A child user that the delegate made. */
  readonly child: boolean
  /** The delegate, a user of the workspace. */
  readonly through_user_id: string
  readonly colour: number
  readonly key_fingerprint: string
  readonly created_at: string
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
