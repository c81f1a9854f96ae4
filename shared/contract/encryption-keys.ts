import { z } from 'zod'
import { answer, defineOperations } from './operation.ts'
import { ReplyCipherText, ReplyId, WrappedKey, namedObject } from './values.ts'

/** Wrapped keys that the service stores and cannot read. */

const KeyEncryptionKey = namedObject('KeyEncryptionKey', {
  id: ReplyId,
  serialized_key_encryption_key: ReplyCipherText,
})

const DataEncryptionKey = namedObject('DataEncryptionKey', {
  id: ReplyId,
  serialized_data_encryption_key: ReplyCipherText,
})

const keyEncryptionKeyReply = z.object({ key_encryption_key: KeyEncryptionKey })
const dataEncryptionKeyReply = z.object({ data_encryption_key: DataEncryptionKey })

const ownKey = { api: 'keystore', auth: 'user', delegation: 'ignored' } as const

export const encryptionKeyOperations = defineOperations({
  keyEncryptionKeyPost: {
    ...ownKey,
    endpoint: 'POST /key_encryption_key',
    summary: 'Store the key-encryption key; replaces an earlier one until there is a vault account',
    body: z.object({ serialized_key_encryption_key: WrappedKey }),
    success: { status: 201, body: keyEncryptionKeyReply },
    errors: ['ciphertext_format_invalid', 'key_encryption_key_exists'],
  },
  keyEncryptionKeyGet: {
    ...ownKey,
    endpoint: 'GET /key_encryption_key',
    summary: 'The wrapped key-encryption key',
    success: { status: 200, body: keyEncryptionKeyReply },
    errors: ['key_encryption_key_not_found'],
  },
  dataEncryptionKeysPost: {
    api: 'keystore',
    endpoint: 'POST /data_encryption_keys',
    auth: 'user',
    delegation: 'admin',
    summary: 'Store a wrapped data-encryption key',
    body: z.object({ serialized_data_encryption_key: WrappedKey }),
    success: { status: 201, body: dataEncryptionKeyReply },
    errors: ['ciphertext_format_invalid'],
  },
  /** No published client lists them; replacing all keys requires knowing which exist. */
  dataEncryptionKeysGet: {
    api: 'keystore',
    endpoint: 'GET /data_encryption_keys',
    auth: 'user',
    delegation: 'reader',
    extension: true,
    summary: 'The wrapped data-encryption keys of the user, oldest first',
    success: answer(200, { data_encryption_keys: z.array(DataEncryptionKey) }),
  },
  dataEncryptionKeysIdGet: {
    api: 'keystore',
    endpoint: 'GET /data_encryption_keys/{id}',
    auth: 'user',
    delegation: 'reader',
    summary: 'A wrapped data-encryption key',
    success: { status: 200, body: dataEncryptionKeyReply },
    errors: ['not_found'],
  },
  dataEncryptionKeysIdDelete: {
    api: 'keystore',
    endpoint: 'DELETE /data_encryption_keys/{id}',
    auth: 'user',
    delegation: 'refused',
    guard: { by: 'use', inWindow: null },
    summary: 'Delete a data-encryption key that no account or agent ever used as its own',
    errors: ['not_found', 'data_encryption_key_in_use'],
  },
})
