import type { Connection } from '../../sqlite/database.ts'
import { workspaceValues } from '../../sqlite/workspace-values.ts'

/** The operator password of a workspace as stored. */
export interface OperatorPasswordStore {
  /** SHA-256 of the current password; undefined if none was set. */
  hash(): Uint8Array | undefined
  /** The password sealed under the local key, where it is remembered. */
  sealed(): Uint8Array | undefined
  /** Replaces the password, and deletes the stored old one. */
  save(password: { readonly hash: Uint8Array; readonly sealed: Uint8Array | undefined }): void
  /** Stores the current password, sealed; undefined deletes it. */
  saveSealed(sealed: Uint8Array | undefined): void
}

const HASH = 'operator_password_hash'
const SEALED = 'operator_password_sealed'

/** The operator password among the values of the workspace, on SQLite. */
export function sqliteOperatorPasswordStore(connection: Connection): OperatorPasswordStore {
  const values = workspaceValues(connection)
  const saveSealed = (sealed: Uint8Array | undefined): void => {
    if (sealed === undefined) values.remove(SEALED)
    else values.save(SEALED, sealed)
  }
  const replace = connection.transaction((hash: Uint8Array, sealed: Uint8Array | undefined) => {
    values.save(HASH, hash)
    saveSealed(sealed)
  })
  return {
    hash: () => values.find(HASH),
    sealed: () => values.find(SEALED),
    save: ({ hash, sealed }) => {
      replace.immediate(hash, sealed)
    },
    saveSealed,
  }
}
