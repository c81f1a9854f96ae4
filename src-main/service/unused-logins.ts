import type { StoredSession } from './authenticate.ts'
import type { Principal } from './call.ts'
import type { SessionStore } from './sessions.ts'

/** The number of unused logins, of about 1 KiB each. Owners use theirs within seconds. */
const MAX_UNUSED = 16_384

type NewSession = Parameters<SessionStore['add']>[0]

/**
 * Sessions opened with a public key, which anybody may present. They stay in memory until the token is used, because
 * only its use proves that the owner of the key asked. A restart ends them. Beyond {@link MAX_UNUSED} the oldest is
 * dropped.
 */
export interface UnusedLogins extends Pick<SessionStore, 'add'> {
  /**
   * Takes the session of a token at its first use; undefined if there is none, or if its user no longer has a login
   * key.
   *
   * @param store stores the session; if it throws, the session stays in memory
   */
  begin(tokenHash: Uint8Array, store: (session: NewSession, vaultUserId: string) => void): StoredSession | undefined
  /** Drops the sessions of a principal. */
  forget(principal: Principal): void
}

interface LoginKeyOwners {
  /** Finds a vault user by id; undefined if the user has no login key. */
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
