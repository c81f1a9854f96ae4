import { z } from 'zod'
import { defineOperations } from './operation.ts'
import { IdPath, ReplyId, WrappedKey } from './values.ts'

/** Wrapped keys that the service stores and cannot read (key-store contract 9 and 10). */

const KeyEncryptionKey = z.object({
  key_encryption_key: z.object({ id: ReplyId, serialized_key_encryption_key: z.string() }),
})

const DataEncryptionKey = z.object({
  data_encryption_key: z.object({ id: ReplyId, serialized_data_encryption_key: z.string() }),
})

const ownKey = { api: 'keystore', auth: 'user', delegation: 'ignored' } as const

export const encryptionKeyOperations = defineOperations({
  keyEncryptionKeyPost: {
    ...ownKey,
    method: 'POST',
    path: '/key_encryption_key',
    summary: 'Store the key-encryption key; replaces an earlier one until there is a vault account',
    body: z.object({ serialized_key_encryption_key: WrappedKey }),
    success: { status: 201, body: KeyEncryptionKey },
    errors: ['ciphertext_format_invalid', 'key_encryption_key_exists'],
  },
  keyEncryptionKeyGet: {
    ...ownKey,
    method: 'GET',
    path: '/key_encryption_key',
    summary: 'The wrapped key-encryption key',
    success: { status: 200, body: KeyEncryptionKey },
    errors: ['key_encryption_key_not_found'],
  },
  dataEncryptionKeysPost: {
    api: 'keystore',
    method: 'POST',
    path: '/data_encryption_keys',
    auth: 'user',
    delegation: 'admin',
    summary: 'Store a wrapped data-encryption key',
    body: z.object({ serialized_data_encryption_key: WrappedKey }),
    success: { status: 201, body: DataEncryptionKey },
    errors: ['ciphertext_format_invalid'],
  },
  dataEncryptionKeysIdGet: {
    api: 'keystore',
    method: 'GET',
    path: '/data_encryption_keys/{id}',
    auth: 'user',
    delegation: 'reader',
    summary: 'A wrapped data-encryption key',
    params: IdPath,
    success: { status: 200, body: DataEncryptionKey },
    errors: ['not_found'],
  },
  dataEncryptionKeysIdDelete: {
    api: 'keystore',
    method: 'DELETE',
    path: '/data_encryption_keys/{id}',
    auth: 'user',
    delegation: 'refused',
    summary: 'Delete a data-encryption key that the vault account does not use',
    params: IdPath,
    success: { status: 204 },
    errors: ['not_found', 'data_encryption_key_in_use'],
  },
})
