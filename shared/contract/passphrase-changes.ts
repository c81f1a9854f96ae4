import { z } from 'zod'
import { defineOperations } from './operation.ts'
import { KeystoreUser, SrpProof, SrpPublic, SrpSalt, SrpVerifier, Username } from './srp-values.ts'
import { Id, listOf, WrappedKey } from './values.ts'

const MAX_KEPT_LOGIN_KEYS = 100

const passphrase = { api: 'keystore', delegation: 'ignored', extension: true } as const

/** Replacing the passphrase of an account, and taking that back. No published client does either. */
export const passphraseOperations = defineOperations({
  srpUsersPut: {
    ...passphrase,
    method: 'PUT',
    path: '/srp/users',
    auth: 'token',
    summary:
      'Change the passphrase, with a proof of the old one (challenge purpose change_passphrase): new SRP verifier and ' +
      're-wrapped key-encryption key at once; other sessions and all login keys end, but for those named',
    body: z.object({
      srp_a: SrpPublic,
      srp_m: SrpProof,
      srp_salt: SrpSalt,
      srp_verifier: SrpVerifier,
      serialized_key_encryption_key: WrappedKey,
      /** Ids of login keys that go on. */
      keep_login_keys: listOf(Id, MAX_KEPT_LOGIN_KEYS).optional(),
    }),
    success: { status: 200, body: z.object({ user: KeystoreUser }) },
    errors: [
      'srp_value_invalid',
      'ciphertext_format_invalid',
      'login_failed',
      'session_not_sufficient',
      'forbidden',
      'too_many_requests',
    ],
  },
  srpUsersRestorePost: {
    ...passphrase,
    method: 'POST',
    path: '/srp/users/restore',
    auth: 'none',
    summary:
      'Take a change of passphrase back, with a proof of the old one (challenge purpose restore_passphrase), until ' +
      'somebody logged in with the new one, for 30 days at most; all sessions and login keys end',
    body: z.object({ username: Username, srp_a: SrpPublic, srp_m: SrpProof }),
    success: { status: 200, body: z.object({ user: KeystoreUser }) },
    errors: ['srp_value_invalid', 'login_failed', 'too_many_requests'],
  },
})
