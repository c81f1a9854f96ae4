import type { StoredSession } from '../../service/authenticate.ts'
import type { Principal } from '../../service/call.ts'
import type { StoredKeyPair } from '../key-pairs/key-pair-store.ts'
import type { StoredLoginKey } from '../sessions/login-key-store.ts'

/** A key pair without what is secret about it. */
export type PublicKeyPair = Pick<StoredKeyPair, 'id' | 'public_key' | 'metadata' | 'external_identifiers'>

/** Lists of what one user has, for that user alone. */
export interface KeystoreListStore {
  /** Sessions of the principal that are valid beyond `now`, newest first. */
  findSessions(principal: Principal, now: string): readonly StoredSession[]
  /** Ends a session that `findSessions` would list; false when there is no such session. */
  deleteSession(principal: Principal, id: string, now: string): boolean
  /** In the order they were made. */
  findKeyPairs(keystoreUserId: string): readonly PublicKeyPair[]
  /** Newest first. */
  findLoginKeys(keystoreUserId: string): readonly StoredLoginKey[]
  /** False when the user has no such login key. */
  deleteLoginKey(keystoreUserId: string, id: string): boolean
}
