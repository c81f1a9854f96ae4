import type { Connection } from '../../sqlite/database.ts'
import { workspaceValues } from '../../sqlite/workspace-values.ts'

/** The operator password of a workspace as stored. */
export type OperatorPasswordStore = ReturnType<typeof sqliteOperatorPasswordStore>

const HASH = 'operator_password_hash'
const SEALED = 'operator_password_sealed'

/** The operator password among the values of the workspace, on SQLite. */
export function sqliteOperatorPasswordStore(connection: Connection) {
  const values = workspaceValues(connection)
  /** Stores the current password, sealed; undefined deletes it. */
  const saveSealed = (sealed: Uint8Array | undefined): void => {
    if (sealed === undefined) values.remove(SEALED)
    else values.save(SEALED, sealed)
  }
  const replace = connection.transaction((hash: Uint8Array, sealed: Uint8Array | undefined) => {
    values.save(HASH, hash)
    saveSealed(sealed)
  })
  return {
    /** SHA-256 of the current password; undefined if none was set. */
    hash: () => values.find(HASH),
    /** The password sealed under the local key, where it is remembered. */
    sealed: () => values.find(SEALED),
    /** Replaces the password, and deletes the stored old one. */
    save: ({ hash, sealed }: { readonly hash: Uint8Array; readonly sealed: Uint8Array | undefined }) => {
      replace.immediate(hash, sealed)
    },
    saveSealed,
  }
}
