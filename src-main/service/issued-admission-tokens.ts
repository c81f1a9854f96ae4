/**
 * An admission token allows the creation of one vault account. The key store gives each user one token at a time, so
 * that a key-store user has at most one vault account (docs/contract/vault.md, Admission tokens).
 */

/** A token in answers to the operator. */
export interface AdmissionToken {
  readonly id: string
  /** 40 lower-case hex digits. */
  readonly token_value: string
  readonly used: boolean
}

/** The key-store user who is now linked; null for a token that the operator issued. */
export interface UsedAdmission {
  readonly keystoreUserId: string | null
}

interface CreationCall {
  readonly now: string
  newId(): string
}

export interface AdmissionTokens {
  /** A new token that belongs to no key-store user. */
  createForOperator(call: CreationCall): AdmissionToken
  /** Finds a token, used or not; undefined if it was never issued. */
  findByToken(tokenValue: string): AdmissionToken | undefined
  /** The unused token of a key-store user without a vault account; a new one if the last one was used. */
  ofKeystoreUser(call: CreationCall, keystoreUserId: string): AdmissionToken
  /**
   * Uses up a token for a new vault user, and links the vault user to the key-store user the token was made for,
   * including all sessions.
   *
   * @returns undefined, without any change, if the token is unknown or already used
   */
  use(tokenValue: string, vaultUserId: string): UsedAdmission | undefined
}

/** A stored token. Its value is sealed under the local key, until the token is used. */
export interface StoredAdmissionToken {
  readonly id: string
  readonly sealed_token: Uint8Array
  readonly keystore_user_id: string | null
  readonly used_by: string | null
  readonly created_at: string
}

export interface AdmissionTokenStore {
  add(token: StoredAdmissionToken & { readonly token_hash: Uint8Array }): void
  findByHash(tokenHash: Uint8Array): StoredAdmissionToken | undefined
  findOfKeystoreUser(keystoreUserId: string): StoredAdmissionToken | undefined
  remove(id: string): void
  /** Marks the token as used and forgets its sealed value; links the key-store user, if there is one. */
  markUsed(token: StoredAdmissionToken, vaultUserId: string): void
}

/** The cryptography that tokens need; implemented by `crypto`. */
export interface AdmissionTokenSecrets {
  randomBytes(count: number): Uint8Array
  hashToken(token: string): Uint8Array
  /** Seals the content for the token with this id. */
  seal(id: string, content: Uint8Array): Uint8Array
  open(id: string, sealed: Uint8Array): Uint8Array
}

const TOKEN_BYTES = 20

/** @param linkVaultUser links the existing sessions of a key-store user to the vault user */
export function createAdmissionTokens(
  store: AdmissionTokenStore,
  secrets: AdmissionTokenSecrets,
  linkVaultUser: (keystoreUserId: string, vaultUserId: string) => void,
): AdmissionTokens {
  return {
    createForOperator: (call) => create(call, null),

    findByToken(tokenValue) {
      const stored = store.findByHash(secrets.hashToken(tokenValue))
      return stored && { id: stored.id, token_value: tokenValue, used: stored.used_by !== null }
    },

    ofKeystoreUser(call, keystoreUserId) {
      const stored = store.findOfKeystoreUser(keystoreUserId)
      if (stored === undefined) return create(call, keystoreUserId)
      if (stored.used_by !== null) {
        store.remove(stored.id)
        return create(call, keystoreUserId)
      }
      const token_value = Buffer.from(secrets.open(stored.id, stored.sealed_token)).toString('utf8')
      return { id: stored.id, token_value, used: false }
    },

    use(tokenValue, vaultUserId) {
      const stored = store.findByHash(secrets.hashToken(tokenValue))
      if (stored === undefined || stored.used_by !== null) return undefined
      store.markUsed(stored, vaultUserId)
      if (stored.keystore_user_id !== null) linkVaultUser(stored.keystore_user_id, vaultUserId)
      return { keystoreUserId: stored.keystore_user_id }
    },
  }

  function create(call: CreationCall, keystoreUserId: string | null): AdmissionToken {
    const id = call.newId()
    const token_value = Buffer.from(secrets.randomBytes(TOKEN_BYTES)).toString('hex')
    store.add({
      id,
      token_hash: secrets.hashToken(token_value),
      sealed_token: secrets.seal(id, Buffer.from(token_value, 'utf8')),
      keystore_user_id: keystoreUserId,
      used_by: null,
      created_at: call.now,
    })
    return { id, token_value, used: false }
  }
}
