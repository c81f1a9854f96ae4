import type { LocalKey } from '../crypto/keys.ts'
import { openRecord, sealRecord } from '../crypto/local-key.ts'
import type { StoredWorkbenchUser } from './workbench-user-store.ts'

const SECRET_STRING = 'workbench_users.secret_string'
const PASSPHRASE = 'workbench_users.passphrase'

export type UserSecrets = ReturnType<typeof createUserSecrets>

/** Secret strings and remembered passphrases of a workspace's users, sealed under its local key. */
export function createUserSecrets(localKey: LocalKey) {
  return {
    sealSecretString: (id: string, text: string) => seal(SECRET_STRING, id, text),
    sealPassphrase: (id: string, text: string) => seal(PASSPHRASE, id, text),
    secretStringOf: ({ id, sealed_secret_string }: StoredWorkbenchUser) =>
      open(SECRET_STRING, id, sealed_secret_string),
    rememberedPassphrase: ({ id, sealed_passphrase }: StoredWorkbenchUser) =>
      sealed_passphrase === null ? undefined : open(PASSPHRASE, id, sealed_passphrase),
  }

  function seal(table: string, id: string, text: string): Buffer {
    return sealRecord(localKey, { table, id }, Buffer.from(text, 'utf8'))
  }

  function open(table: string, id: string, sealed: Uint8Array): string {
    return Buffer.from(openRecord(localKey, { table, id }, sealed)).toString('utf8')
  }
}
