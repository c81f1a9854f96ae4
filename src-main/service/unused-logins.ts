import type { StoredSession } from './authenticate.ts'
import type { Principal } from './call.ts'
import type { SessionStore } from './sessions.ts'

/** The token of a stranger's login is read by nobody; its owner uses one within seconds. About 1 KiB each. */
const MAX_UNUSED = 16_384

type NewSession = Parameters<SessionStore['add']>[0]

/**
 * Sessions that were asked for with a public key, which anybody may name: they are kept in memory until the token is used,
 * because only then its owner is known to have asked. A restart ends them. Nobody is refused one: where there are 16,384,
 * the oldest gives way.
 */
export interface UnusedLogins extends Pick<SessionStore, 'add'> {
  /**
   * The session of a token that is used for the first time; undefined when there is none, or its user lost the key.
   *
   * @param keep stores it; when it throws, the session stays here
   */
  begin(tokenHash: Uint8Array, keep: (session: NewSession, vaultUserId: string) => void): StoredSession | undefined
  /** Ends those of a principal. */
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
      logins.set(nameOf(session.token_hash), session)
    },
    begin(tokenHash, keep) {
      const name = nameOf(tokenHash)
      const login = logins.get(name)
      const userId = login?.vault_user_id
      const owner = typeof userId === 'string' ? users.findLoginKeyOwnerById(userId) : undefined
      if (login === undefined || typeof userId !== 'string' || owner === undefined) return undefined
      const session = { ...login, keystore_user_id: owner.keystore_user_id }
      keep(session, userId)
      logins.delete(name)
      return session
    },
    forget({ vaultUserId }) {
      for (const [name, login] of logins) if (login.vault_user_id === vaultUserId) logins.delete(name)
    },
  }
}

function nameOf(tokenHash: Uint8Array): string {
  return Buffer.from(tokenHash).toString('base64')
}
