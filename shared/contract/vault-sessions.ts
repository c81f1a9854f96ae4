import { z } from 'zod'
import { answer, defineOperations } from './operation.ts'
import { PublicKeyText } from './public-key-text.ts'
import { SessionType, UserAccessToken } from './user-access-token.ts'
import { User } from './users.ts'
import { failsWith, QueryBoolean, ReplyCipherText, ReplyTime, ValidFor, namedObject } from './values.ts'

/** The lifetime, named as by key-store clients or by later vault clients; the first wins. */
const LimitedLifetime = z
  .object({ valid_for: ValidFor.nullish(), valid_for_seconds: ValidFor.nullish() })
  .refine(({ valid_for, valid_for_seconds }) => (valid_for ?? valid_for_seconds ?? null) !== null, {
    ...failsWith('param_missing', 'is missing: say for how many seconds the token is to stay valid'),
    path: ['valid_for'],
  })

const VaultSession = namedObject('VaultSession', { encrypted_session_authentication_string: ReplyCipherText })

const LimitedSession = namedObject('LimitedSession', {
  /** Null for users without a login key. */
  encrypted_session_authentication_string: ReplyCipherText.nullable(),
  session_authentication_string: z.string(),
  valid_from: ReplyTime,
  valid_till: ReplyTime,
})

const ownSession = { api: 'vault', delegation: 'ignored' } as const

/** Operations on vault sessions (docs/contract/vault.md, Sessions). */
export const vaultSessionOperations = defineOperations({
  sessionPost: {
    writesMayBeLost: true,
    ...ownSession,
    endpoint: 'POST /session',
    aliases: ['/sessions'],
    auth: 'none',
    summary: 'Log in with a public key; only its owner can read the answered token',
    body: z.object({ public_key: PublicKeyText, valid_for: ValidFor.nullish() }),
    success: answer(200, { session: VaultSession }),
    errors: ['invalid_public_key', 'valid_for_invalid', 'unauthorized', 'too_many_requests'],
  },
  sessionGet: {
    ...ownSession,
    endpoint: 'GET /session',
    auth: 'user',
    summary: 'The session of the presented token',
    success: answer(200, {
      session_type: SessionType,
      user_access_token: UserAccessToken.nullable(),
      valid_till: ReplyTime,
      valid: z.literal(true),
    }),
  },
  sessionDelete: {
    writesMayBeLost: true,
    ...ownSession,
    endpoint: 'DELETE /session',
    auth: 'user',
    summary: 'End the session of the presented token',
    errors: ['session_of_oidc'],
  },
  sessionAllDelete: {
    writesMayBeLost: true,
    ...ownSession,
    endpoint: 'DELETE /session/all',
    auth: 'user',
    summary: 'End all sessions of the user in both APIs, or all but the presented one',
    query: z.object({ except_current: QueryBoolean.optional() }),
    errors: ['invalid_params', 'param_not_permitted'],
  },
  sessionResumePatch: {
    ...ownSession,
    endpoint: 'PATCH /session/resume',
    auth: 'user',
    summary: 'Record that the client was started again, and answer the presented token and its user',
    success: answer(200, { user_access_token: UserAccessToken, token_type: z.literal('bearer'), user: User }),
    errors: ['session_of_oidc'],
  },
  sessionLimitedInTimePost: {
    writesMayBeLost: true,
    ...ownSession,
    endpoint: 'POST /session/limited_in_time',
    auth: 'user',
    summary: 'A further token of the same user that ends no later than the presented one, and with it',
    body: LimitedLifetime,
    success: answer(201, { session: LimitedSession }),
    errors: ['valid_for_invalid', 'session_of_oidc'],
  },
})
