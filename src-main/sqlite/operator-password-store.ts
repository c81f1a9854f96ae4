import type { OperatorPasswordStore } from '../workbench/operator-password-store.ts'
import type { Connection } from './database.ts'
import { workspaceValues } from './workspace-values.ts'

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
