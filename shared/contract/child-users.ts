import { z } from 'zod'
import { Connection } from './connections.ts'
import { DelegationReply } from './delegations.ts'
import { answer, defineOperations } from './operation.ts'
import { PublicKeyText } from './public-key-text.ts'
import { User } from './users.ts'
import { failsWith, Label, ReplyId, ShortText, WrappedKey, namedObject } from './values.ts'

/**
 * Child users have no login of their own and are reached through the delegations of their parents
 * (docs/contract/vault.md, Child users; docs/contract/keystore.md, Child users).
 */

const PublicKeyForConnection = namedObject('PublicKeyForConnection', {
  pem: PublicKeyText,
  external_id: ShortText.nullish(),
})

export const childUserOperations = defineOperations({
  childUsersPost: {
    api: 'vault',
    auth: 'user',
    endpoint: 'POST /child_users',
    delegation: 'ignored',
    summary: 'Make a child user and the connection to it; its keys follow with POST /child_users of the key-store',
    body: z.object({
      parent_public_key_for_connection: PublicKeyForConnection,
      child_public_key_for_connection: PublicKeyForConnection,
    }),
    success: answer(201, { user: User, connection_from_parent_to_child: Connection }),
    errors: ['invalid_public_key', 'param_missing', 'forbidden'],
  },
})

/** A missing token has a code of its own, as published clients know it. */
const RequiredDelegationToken = z
  .custom<string>(
    (value) => typeof value === 'string' && value !== '',
    failsWith('delegation_token_required', 'is missing: it comes with the child user of the vault'),
  )
  .meta({ type: 'string' })

const ChildKeyPair = namedObject('ChildKeypairForConnection', {
  encrypted_private_key: WrappedKey,
  public_key: PublicKeyText,
  external_id: Label,
})

export const keystoreChildUserOperations = defineOperations({
  childUsersPost: {
    api: 'keystore',
    auth: 'user',
    endpoint: 'POST /child_users',
    delegation: 'owner',
    summary: 'Store the keys of a child user that was made in the vault; its parent can act for it from then on',
    body: z.object({
      delegation_token: RequiredDelegationToken,
      vault_child_id: ShortText,
      /** The child's key-encryption key under the parent's. */
      child_kek: WrappedKey,
      /** The child's data-encryption key under the child's key-encryption key. */
      child_dek: WrappedKey,
      child_keypair_for_connection: ChildKeyPair,
    }),
    success: answer(201, { ...DelegationReply.shape, private_dek_external_id: ReplyId }),
    errors: [
      'delegation_token_required',
      'delegation_token_unknown',
      'child_user_exists',
      'not_found',
      'param_missing',
      'invalid_public_key',
      'ciphertext_format_invalid',
      'invalid_params',
    ],
  },
})
