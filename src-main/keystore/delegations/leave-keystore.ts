import type { Change } from '../../service/call.ts'
import { isoTime } from '../../service/ports.ts'
import type { TimedWork } from '../../service/timed-work.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { KeystorePurgeStore } from '../purge/keystore-purge-store.ts'
import type { DelegationStore } from './delegation-store.ts'
import type { VaultOfDelegations } from './vault-of-delegations.ts'

interface LeavingDependencies {
  readonly accounts: Pick<AccountStore, 'findById' | 'delete'>
  readonly delegations: Pick<DelegationStore, 'grantedBy' | 'grantedTo'>
  readonly vault: Pick<VaultOfDelegations, 'end' | 'children'>
}

/**
 * Deletes key-store users who are due in the deletion queue, and ends their delegations in the vault too. Children
 * among them, and children whom nobody else can reach, are deleted in both parts.
 */
export function deleteDueKeystoreUsers(
  queue: Pick<KeystorePurgeStore, 'earliestDeletion' | 'idsDueForDeletion'>,
  { accounts, delegations, vault }: LeavingDependencies,
): TimedWork {
  return {
    erases: true,
    earliest: () => queue.earliestDeletion(),
    run(change, dueByMs) {
      for (const id of queue.idsDueForDeletion(isoTime(dueByMs))) {
        leave(change, id)
        accounts.delete(id)
      }
    },
  }

  function leave(change: Change, id: string): void {
    const vaultUserId = accounts.findById(id)?.vault_user_id ?? null
    if (vaultUserId !== null) {
      for (const childId of vault.children.onlyChildrenOf(vaultUserId)) vault.children.delete(change, childId)
      if (vault.children.isChild(vaultUserId)) vault.children.delete(change, vaultUserId)
    }
    for (const one of [...delegations.grantedBy(id), ...delegations.grantedTo(id)]) {
      vault.end(change, one.delegation_token)
    }
  }
}
