import type { keystoreChildUserOperations } from '../../../shared/contract/child-users.ts'
import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import { readPublicKey } from '../../crypto/session-token-seal.ts'
import type { HandlersFor } from '../../service/call.ts'
import { namingPublicKeyFaults } from '../../service/public-key-faults.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { EncryptionKeyStore } from '../encryption-keys/encryption-key-store.ts'
import type { KeyPairStore } from '../key-pairs/key-pair-store.ts'
import type { DelegationStore, ReadDelegation } from './delegation-store.ts'
import { newDelegation, renderDelegation } from './delegation-rules.ts'
import type { VaultOfDelegations } from './vault-of-delegations.ts'

interface ChildUserDependencies {
  readonly accounts: Pick<AccountStore, 'add' | 'findByVaultUser'>
  readonly keys: Pick<EncryptionKeyStore, 'addDataEncryptionKey'>
  readonly keyPairs: Pick<KeyPairStore, 'add'>
  readonly delegations: Pick<DelegationStore, 'add' | 'find'>
  readonly vault: VaultOfDelegations
}

/** Stores all keys of a child user in one step (docs/contract/keystore.md, Child users). */
export function childUserHandlers(
  dependencies: ChildUserDependencies,
): HandlersFor<typeof keystoreChildUserOperations> {
  const { accounts, keys, keyPairs, delegations, vault } = dependencies
  return {
    childUsersPost(call, { body }) {
      const { keystoreUserId, vaultUserId } = call
      const pair = body.child_keypair_for_connection
      namingPublicKeyFaults(() => readPublicKey(pair.public_key), 'child_keypair_for_connection.public_key')
      const childId = body.vault_child_id.toLowerCase()
      const parent = vaultUserId === null ? undefined : vault.children.parentOf(childId, vaultUserId)
      if (parent === undefined) {
        throw new ServiceError('not_found', 'You are not the parent of a child user with this id.', {
          extraInfo: { parameter: 'vault_child_id' },
        })
      }
      if (parent.token !== body.delegation_token) {
        const rule = 'is not the one of this child user'
        throw faultyFieldsError([{ path: 'delegation_token', code: 'delegation_token_unknown', rule }])
      }
      if (accounts.findByVaultUser(childId) !== undefined) {
        throw new ServiceError('child_user_exists', 'The keys of this child user are already stored.')
      }
      const child = { keystore_user_id: call.newId(), created_at: call.now }
      accounts.add({
        id: child.keystore_user_id,
        username: null,
        srp_salt: null,
        srp_verifier: null,
        vault_user_id: childId,
        created_at: call.now,
        queued_for_deletion_after: null,
      })
      const dekId = call.newId()
      keys.addDataEncryptionKey({ id: dekId, ...child, serialized_data_encryption_key: body.child_dek })
      keyPairs.add({
        id: call.newId(),
        ...child,
        public_key: pair.public_key,
        encrypted_serialized_key: pair.encrypted_private_key,
        metadata: {},
        external_identifiers: [pair.external_id],
      })
      const delegation: ReadDelegation = {
        ...newDelegation({
          token: body.delegation_token,
          accountOwnerId: child.keystore_user_id,
          vaultAccountOwnerId: childId,
          role: 'owner',
          nowMs: call.nowMs,
        }),
        delegate_id: keystoreUserId,
        claimed_at: call.now,
        verification_attempted_at: call.now,
        verified: 1,
        delegate_public_key: parent.publicKey,
        is_connection_key: 0,
        account_owner_kek: body.child_kek,
      }
      delegations.add(delegation)
      vault.children.keysStored(call, childId, dekId)
      return { delegation: renderDelegation(delegation, keystoreUserId), private_dek_external_id: dekId }
    },
  }
}
