import type { encryptionKeyOperations } from '../../../shared/contract/encryption-keys.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { HandlersFor } from '../../service/call.ts'
import type { EncryptionKeyStore, StoredDataEncryptionKey } from './encryption-key-store.ts'

/** Handlers of the key-encryption key and the data-encryption keys of a user. */
export function encryptionKeyHandlers(keys: EncryptionKeyStore): HandlersFor<typeof encryptionKeyOperations> {
  return {
    keyEncryptionKeyPost(call, { body: { serialized_key_encryption_key } }) {
      const { keystoreUserId, vaultUserId } = call
      // An interrupted registration may be repeated. A later replacement by a published client would lose all items.
      if (vaultUserId !== null && keys.findKeyEncryptionKey(keystoreUserId) !== undefined) {
        throw new ServiceError('key_encryption_key_exists', 'The key-encryption key is in use and cannot be replaced.')
      }
      const key = { keystore_user_id: keystoreUserId, serialized_key_encryption_key, created_at: call.now }
      const id = keys.putKeyEncryptionKey({ id: call.newId(), ...key })
      return { key_encryption_key: { id, serialized_key_encryption_key } }
    },

    keyEncryptionKeyGet(call) {
      const key = keys.findKeyEncryptionKey(call.keystoreUserId)
      if (key === undefined) {
        throw new ServiceError('key_encryption_key_not_found', 'This user has not stored a key-encryption key yet.')
      }
      return { key_encryption_key: key }
    },

    dataEncryptionKeysPost(call, { body: { serialized_data_encryption_key } }) {
      const key = {
        id: call.newId(),
        keystore_user_id: call.keystoreUserId,
        serialized_data_encryption_key,
        created_at: call.now,
      }
      keys.addDataEncryptionKey(key)
      return { data_encryption_key: key }
    },

    dataEncryptionKeysGet: ({ keystoreUserId }) => ({
      data_encryption_keys: [...keys.findDataEncryptionKeys(keystoreUserId)],
    }),

    dataEncryptionKeysIdGet(call, { params }) {
      return { data_encryption_key: getDataEncryptionKey(call.keystoreUserId, params.id) }
    },

    dataEncryptionKeysIdDelete(call, { params }) {
      const { id } = getDataEncryptionKey(call.keystoreUserId, params.id)
      if (keys.isNeeded(id)) {
        throw new ServiceError(
          'data_encryption_key_in_use',
          'This is or was the private_dek_external_id of a vault user, or the key of an agent: values may depend on it.',
        )
      }
      keys.deleteDataEncryptionKey(call.keystoreUserId, id)
      return undefined
    },
  }

  function getDataEncryptionKey(keystoreUserId: string, id: string): StoredDataEncryptionKey {
    const key = keys.findDataEncryptionKey(keystoreUserId, id)
    if (key === undefined) throw new ServiceError('not_found', 'No data-encryption key of this user has this id.')
    return key
  }
}
