import { z } from 'zod'
import { defineOperations } from './operation.ts'
import { KeystoreUser, SrpSalt, SrpVerifier, Username } from './srp-values.ts'
import { ReplyTime } from './values.ts'

/** Usernames and how an account comes into being (docs/contract/keystore.md, Usernames). */

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
})
