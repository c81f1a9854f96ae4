import { z } from 'zod'
import { answer, defineOperations } from './operation.ts'
import { PublicKeyText } from './public-key-text.ts'
import { KeystoreUser, SrpSalt, SrpVerifier, Username } from './srp-values.ts'
import { ReplyTime, WrappedKey } from './values.ts'

/** Issuing usernames and registering accounts (docs/contract/keystore.md, Usernames). */

export const usernameOperations = defineOperations({
  srpUsernamePost: {
    api: 'keystore',
    endpoint: 'POST /srp/username',
    auth: 'none',
    delegation: 'ignored',
    summary: 'Issue a username that can be registered for 24 hours',
    // The captcha is off; clients send the key all the same.
    body: z.object({ captcha_token: z.unknown().optional() }),
    success: answer(200, { username: z.string(), expires_at: ReplyTime }),
    errors: ['too_many_requests'],
  },
  srpUsersPost: {
    api: 'keystore',
    endpoint: 'POST /srp/users',
    auth: 'none',
    delegation: 'owner',
    summary:
      'Register an issued username with its SRP verifier; with the delegation header (extension) a child user gets ' +
      'a login of its own',
    body: z.object({
      username: Username,
      srp_salt: SrpSalt,
      srp_verifier: SrpVerifier,
      /** Required for a child user, and forbidden for others: its key-encryption key, wrapped under its passphrase. */
      serialized_key_encryption_key: WrappedKey.optional().meta({ 'x-extension': true }),
      /** Required for a child user, and forbidden for others: the pair with which it logs in to the vault. */
      login_key_pair: z
        .object({ public_key: PublicKeyText, encrypted_serialized_key: WrappedKey })
        .meta({ id: 'ChildLoginKeyPair' })
        .optional()
        .meta({ 'x-extension': true }),
    }),
    success: answer(201, { user: KeystoreUser }),
    errors: [
      'username_taken',
      'username_not_issued',
      'unauthorized',
      'delegation_not_permitted',
      'wrong_status',
      'param_not_permitted',
      'param_missing',
      'invalid_public_key',
      'name_taken',
      'ciphertext_format_invalid',
      'too_many_requests',
    ],
  },
})
