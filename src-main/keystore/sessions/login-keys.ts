import type { LoginKeyStore } from './login-key-store.ts'

export interface NewLoginKey {
  readonly keystoreUserId: string
  readonly label: string
  /** When the key expires; ISO 8601, null for never. */
  readonly expireAt: string | null
}

export type LoginKeys = ReturnType<typeof createLoginKeys>

interface LoginKeySecrets {
  newSecretToken(): string
  hashToken(token: string): Uint8Array
}

export function createLoginKeys(store: LoginKeyStore, secrets: LoginKeySecrets) {
  return {
    /**
     * Creates a login key for a signed-in user (docs/contract/keystore.md, Login keys). The key is returned once and
     * stored as a hash. It opens a session, but decrypts nothing without the secret string.
     */
    createLoginKey(call: { readonly now: string; newId(): string }, { keystoreUserId, label, expireAt }: NewLoginKey) {
      const login_key = secrets.newSecretToken()
      const stored = {
        id: call.newId(),
        keystore_user_id: keystoreUserId,
        label,
        created_at: call.now,
        expire_at: expireAt,
      }
      store.add({ ...stored, key_hash: secrets.hashToken(login_key) })
      return { ...stored, login_key }
    },

    /** The owner of a login key; undefined if it is unknown or has expired. */
    ownerOfLoginKey(loginKey: string, now: string) {
      const stored = store.findByHash(secrets.hashToken(loginKey))
      if (stored === undefined || (stored.expire_at !== null && stored.expire_at <= now)) return undefined
      return stored.keystore_user_id
    },

    idsOf: (keystoreUserId: string) => store.idsOf(keystoreUserId),
    /** Ends the login keys of a user except these. */
    endAllBut: (keystoreUserId: string, keptIds: readonly string[]) => store.deleteAllBut(keystoreUserId, keptIds),
  }
}
