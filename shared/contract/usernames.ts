import { z } from 'zod'
import { defineOperations } from './operation.ts'
import { ReplyId, ReplyTime, ShortText, WrappedKey } from './values.ts'

/** Usernames and how an account comes into being (key-store contract 5). */

/** Longer than any name that can be registered; keeps look-ups and stored failures small. */
export const Username = ShortText.min(1, 'must not be empty')

const SrpSalt = z.string().regex(/^(?:[0-9a-fA-F]{2}){16,64}$/, 'must be 16 to 64 bytes in hexadecimal')
const SrpVerifier = z.string().regex(/^[0-9a-fA-F]{1,512}$/, 'must be a hexadecimal number of at most 512 digits')

const KeystoreUser = z.object({ id: ReplyId, username: z.string() })

export const usernameOperations = defineOperations({
  srpUsernamePost: {
    api: 'keystore',
    method: 'POST',
    path: '/srp/username',
    auth: 'none',
    delegation: 'ignored',
    summary: 'Reserve a username for 24 hours',
    // The captcha is off; clients send the key all the same.
    body: z.object({ captcha_token: z.unknown().optional() }),
    success: { status: 200, body: z.object({ username: z.string(), expires_at: ReplyTime }) },
    errors: ['too_many_requests'],
  },
  srpUsersPost: {
    api: 'keystore',
    method: 'POST',
    path: '/srp/users',
    auth: 'none',
    delegation: 'ignored',
    summary: 'Register a reserved username with its SRP verifier',
    body: z.object({ username: Username, srp_salt: SrpSalt, srp_verifier: SrpVerifier }),
    success: { status: 201, body: z.object({ user: KeystoreUser }) },
    errors: ['username_taken', 'username_not_issued', 'too_many_requests'],
  },
  srpUsersPut: {
    api: 'keystore',
    method: 'PUT',
    path: '/srp/users',
    auth: 'token',
    delegation: 'ignored',
    summary: 'Change the passphrase: new SRP verifier and re-wrapped key-encryption key at once; other sessions end',
    extension: true,
    body: z.object({ srp_salt: SrpSalt, srp_verifier: SrpVerifier, serialized_key_encryption_key: WrappedKey }),
    success: { status: 200, body: z.object({ user: KeystoreUser }) },
    errors: ['ciphertext_format_invalid', 'forbidden'],
  },
})
