import type { Connection } from '../../sqlite/database.ts'
import { workbenchRows } from './workbench-row-store.ts'

/** A stored user of the workspace. Sealed fields are sealed under the local key, bound to this row. */
export interface StoredWorkbenchUser {
  readonly id: string
  readonly username: string
  readonly vault_user_id: string | null
  readonly full_name: string
  readonly email: string
  readonly user_type: 'human' | 'organization_agent' | 'service_agent'
  readonly colour: number
  readonly key_fingerprint: string | null
  /** False if registration was interrupted. */
  readonly registered: boolean
  /** The account is in the format of published clients, who open it, too. */
  readonly published_format: boolean
  readonly sealed_secret_string: Uint8Array
  readonly sealed_passphrase: Uint8Array | null
  readonly created_at: string
}

type Flag = 'registered' | 'published_format'
type Row = Omit<StoredWorkbenchUser, Flag> & Readonly<Record<Flag, 0 | 1>>

const COLUMNS = `id, username, vault_user_id, full_name, email, user_type, colour, key_fingerprint, registered,
  published_format, sealed_secret_string, sealed_passphrase, created_at`

export type WorkbenchUserStore = ReturnType<typeof workbenchUserStore>

/** The users of a workspace, on SQLite. */
export function workbenchUserStore(connection: Connection) {
  return workbenchRows<StoredWorkbenchUser, Row>(connection, {
    table: 'workbench_users',
    columns: COLUMNS,
    changing: `vault_user_id, full_name, email, user_type, colour, key_fingerprint, registered, sealed_secret_string,
      sealed_passphrase`,
    read: fromRow,
    write: rowOf,
  })
}

function fromRow(row: Row): StoredWorkbenchUser {
  return { ...row, registered: row.registered === 1, published_format: row.published_format === 1 }
}

function rowOf(user: StoredWorkbenchUser): Row {
  return { ...user, registered: user.registered ? 1 : 0, published_format: user.published_format ? 1 : 0 }
}

type AccessKeyStore = ReturnType<typeof accessKeyStore>

/** Stores hashes of the credentials of other programs. */
export function accessKeyStore(connection: Connection) {
  const forget = connection.prepare<{ name: string; key_hash: Uint8Array }>(
    'DELETE FROM subscription_keys WHERE name = @name OR key_hash = @key_hash',
  )
  const insert = connection.prepare(
    'INSERT INTO subscription_keys (key_hash, id, name, created_at) VALUES (@key_hash, @id, @name, @created_at)',
  )
  const replace = connection.transaction((key: Parameters<AccessKeyStore['saveSubscriptionKey']>[0]) => {
    forget.run({ name: key.name, key_hash: key.key_hash })
    insert.run(key)
  })
  return {
    /** Adds a subscription key; one of the same name is replaced. */
    saveSubscriptionKey: (key: {
      readonly id: string
      readonly name: string
      readonly key_hash: Uint8Array
      readonly created_at: string
    }) => {
      replace.immediate(key)
    },
  }
}
