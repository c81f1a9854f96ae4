import { missingField, ServiceError } from '../../../shared/contract/errors.ts'
import { LOGIN_KEY_PAIR } from '../../../shared/contract/key-pairs.ts'
import type { KeystoreCall, PublicCall } from '../../service/call.ts'
import type { LoginOfChild } from '../accounts/account-handlers.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import type { EncryptionKeyStore } from '../encryption-keys/encryption-key-store.ts'
import type { KeyPairStore } from '../key-pairs/key-pair-store.ts'
import type { VaultOfDelegations } from './vault-of-delegations.ts'

interface GrowingUpDependencies {
  readonly accounts: Pick<AccountStore, 'giveLogin'>
  readonly keys: Pick<EncryptionKeyStore, 'putKeyEncryptionKey'>
  readonly keyPairs: Pick<KeyPairStore, 'add' | 'findByExternalIdentifier' | 'delete'>
  readonly vault: Pick<VaultOfDelegations, 'children'>
}

/**
 * Gives a child user their own login (docs/contract/keystore.md, Child users: growing up). The parents stay delegates
 * until the former child ends the delegations.
 */
export function createGrowingUp({ accounts, keys, keyPairs, vault }: GrowingUpDependencies) {
  /**
   * @throws {ServiceError} `wrong_status` if the user has a login; `param_missing`, `invalid_public_key`, `name_taken`
   */
  return function growUp(
    call: PublicCall & Partial<KeystoreCall>,
    { kek, loginKeyPair, ...login }: LoginOfChild,
  ): { readonly id: string; readonly username: string } {
    const { keystoreUserId, vaultUserId } = call
    if (keystoreUserId === undefined || !vaultUserId) throw new Error('a delegation without an account owner')
    if (!vault.children.isChild(vaultUserId)) {
      throw new ServiceError('wrong_status', 'This user already has a login.')
    }
    if (kek === undefined) throw missingField('serialized_key_encryption_key')
    if (loginKeyPair === undefined) throw missingField('login_key_pair')
    vault.children.growUp(vaultUserId, loginKeyPair.public_key)
    accounts.giveLogin(keystoreUserId, login)
    const stored = { keystore_user_id: keystoreUserId, created_at: call.now }
    keys.putKeyEncryptionKey({ id: call.newId(), ...stored, serialized_key_encryption_key: kek })
    const existing = keyPairs.findByExternalIdentifier(keystoreUserId, LOGIN_KEY_PAIR)
    if (existing !== undefined) keyPairs.delete(keystoreUserId, existing.id)
    keyPairs.add({
      id: call.newId(),
      ...stored,
      ...loginKeyPair,
      metadata: {},
      external_identifiers: [LOGIN_KEY_PAIR],
    })
    return { id: keystoreUserId, username: login.username }
  }
}
