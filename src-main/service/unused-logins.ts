import type { StoredSession } from './authenticate.ts'
import type { Principal } from './call.ts'
import type { SessionStore } from './sessions.ts'

/** A stranger never gets to read the token; an owner uses it within seconds. About 1 KiB each. */
const MAX_UNUSED = 16_384

type NewSession = Parameters<SessionStore['add']>[0]

/**
 * Sessions opened with a public key, which anybody may present: they stay in memory until the token is used, because
 * only that proves that the key's owner asked. A restart ends them. Nobody is refused: beyond 16,384 the oldest is
 * dropped.
 */
export interface UnusedLogins extends Pick<SessionStore, 'add'> {
  /**
   * Takes the session of a token that is used for the first time; undefined when there is none, or its user lost the
   * key.
   *
   * @param store stores it; when this throws, the session stays here
   */
  begin(tokenHash: Uint8Array, store: (session: NewSession, vaultUserId: string) => void): StoredSession | undefined
  /** Drops the sessions of a principal. */
  forget(principal: Principal): void
}

interface LoginKeyOwners {
  /** The vault user with this id, with its key-store account; undefined without a login key. */
  findLoginKeyOwnerById(vaultUserId: string): { readonly keystore_user_id: string | null } | undefined
}

export function createUnusedLogins(users: LoginKeyOwners): UnusedLogins {
  /** Oldest first. */
  const logins = new Map<string, NewSession>()
  return {
    add(session) {
      const [oldest] = logins.keys()
      if (oldest !== undefined && logins.size >= MAX_UNUSED) logins.delete(oldest)
      logins.set(keyOf(session.token_hash), session)
    },
    begin(tokenHash, store) {
      const name = keyOf(tokenHash)
      const login = logins.get(name)
      const userId = login?.vault_user_id
      const owner = typeof userId === 'string' ? users.findLoginKeyOwnerById(userId) : undefined
      if (login === undefined || typeof userId !== 'string' || owner === undefined) return undefined
      const session = { ...login, keystore_user_id: owner.keystore_user_id }
      store(session, userId)
      logins.delete(name)
      return session
    },
    forget({ vaultUserId }) {
      for (const [name, login] of logins) if (login.vault_user_id === vaultUserId) logins.delete(name)
    },
  }
}

function keyOf(tokenHash: Uint8Array): string {
  return Buffer.from(tokenHash).toString('base64')
}
