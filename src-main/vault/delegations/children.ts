import { loginKeyTaken } from '../../service/public-key-faults.ts'
import type { Change } from '../../service/call.ts'
import type { TimedWork } from '../../service/timed-work.ts'
import { erasedAfter } from '../../service/timed-work.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { Leave } from '../users/delete-user.ts'
import { loginKeyFingerprint } from '../users/login-key.ts'
import type { UserStore } from '../users/user-store.ts'
import type { ChildUserStore } from './child-user-store.ts'
import { delegationOf } from './delegated-connection.ts'
import type { Delegations } from './vault-delegations.ts'
import type { KeystoreOfDelegations } from './keystore-of-delegations.ts'

/** After this time, a child without keys counts as abandoned. */
const UNFINISHED_MS = 24 * 60 * 60 * 1000

interface ChildrenDependencies {
  readonly children: ChildUserStore
  readonly connections: Pick<ConnectionStore, 'findBetween' | 'withDelegation'>
  readonly delegations: Pick<Delegations, 'isOnlyParent'>
  readonly keystore: Pick<KeystoreOfDelegations, 'deleteAccountOf'>
  readonly users: Pick<UserStore, 'hasLoginKey'>
  readonly deleteUser: Leave
}

/** Manages child users, who have no login until they grow up (docs/contract/vault.md, Child users). */
export function createChildren({
  children,
  connections,
  delegations,
  keystore,
  users,
  deleteUser,
}: ChildrenDependencies) {
  return {
    isChild: (userId: string) => children.has(userId),
    /** The connection that makes a user the parent of a child. */
    parentOf(childId: string, userId: string) {
      if (!children.has(childId)) return undefined
      const side = connections.findBetween(userId, childId)
      const delegation = side && delegationOf(side)
      if (side === undefined || delegation?.delegateId !== userId || delegation.role !== 'owner') return undefined
      return { token: delegation.token, publicKey: side.user_public_key }
    },
    keysStored({ now }: Pick<Change, 'now'>, childId: string, dataEncryptionKeyId: string) {
      children.noteKeys(childId, dataEncryptionKeyId, now)
    },
    /** @throws {ServiceError} `invalid_public_key`, `name_taken` */
    growUp(childId: string, publicKey: string) {
      const fingerprint = loginKeyFingerprint(publicKey)
      if (users.hasLoginKey(fingerprint)) throw loginKeyTaken('login_key_pair.public_key')
      children.giveLogin(childId, { publicKey, fingerprint })
    },
    delete: deleteUser,
    onlyChildrenOf,
    /** Must be called before a user is deleted. Also deletes children whom nobody else can reach, with their keys. */
    leave,
    timedWork: deleteUnfinished(children, deleteUser),
  }

  function leave(change: Change, userId: string): void {
    if (children.has(userId)) {
      children.remove(userId)
      keystore.deleteAccountOf(userId)
    }
    for (const childId of onlyChildrenOf(userId)) deleteUser(change, childId)
  }

  /** Children whose only parent is this user. */
  function onlyChildrenOf(userId: string): readonly string[] {
    return connections.withDelegation(userId).flatMap((side) => {
      const delegation = delegationOf(side)
      const isParent = delegation?.delegateId === userId
      return isParent && delegations.isOnlyParent(delegation) ? [delegation.accountOwnerId] : []
    })
  }
}

/** Deletes children whose keys were never stored. */
function deleteUnfinished(
  children: Pick<ChildUserStore, 'earliestUnfinished' | 'unfinishedSince'>,
  deleteUser: Leave,
): TimedWork {
  return erasedAfter(UNFINISHED_MS, {
    oldest: children.earliestUnfinished,
    erase(change, until) {
      for (const id of children.unfinishedSince(until)) deleteUser(change, id)
    },
  })
}
