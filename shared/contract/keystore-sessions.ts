import { z } from 'zod'
import { atLeast } from './bounds.ts'
import { answer, defineOperations } from './operation.ts'
import { ChallengePurpose, SrpProof, SrpPublic, Username } from './srp-values.ts'
import { SessionType, UserAccessToken } from './user-access-token.ts'
import { failsWith, ReplyId, ReplyTime, ShortText, ValidFor, namedObject } from './values.ts'

/** Login and sessions of the key-store (docs/contract/keystore.md, SRP login, Sessions). */

const KeystoreSession = namedObject('KeystoreSession', {
  id: ReplyId,
  session_authentication_string: z.string(),
  valid_from: ReplyTime,
  valid_till: ReplyTime,
  username: z.string(),
})

const sessionReply = z.object({ session: KeystoreSession })

const SrpChallenge = namedObject('SrpChallenge', { challenge_salt: z.string(), challenge_b: z.string() })

/** A parameter without a value counts as true here, unlike elsewhere (docs/contract/keystore.md, Sessions). */
const ExceptCurrent = z
  .union([z.boolean(), z.string()], 'must be true or false')
  .refine(
    (value) => typeof value === 'boolean' || ['true', '1', '', 'false', '0'].includes(value),
    failsWith('invalid_params', 'must be true or false'),
  )
  .transform((value) => value === true || value === 'true' || value === '1' || value === '')
  .meta({ type: 'boolean' })

/** A missing lifetime is reported as missing, not as out of range. */
const RequiredValidFor = z
  .custom<number>((value) => value !== undefined, failsWith('param_missing', 'is missing'))
  .pipe(ValidFor)
  .meta({ examples: [3600] })

const login = { api: 'keystore', auth: 'none', delegation: 'ignored' } as const
const ownSession = { api: 'keystore', delegation: 'ignored' } as const

export const keystoreSessionOperations = defineOperations({
  srpChallengesPost: {
    writesMayBeLost: true,
    ...login,
    endpoint: 'POST /srp/challenges',
    summary: 'Begin an SRP login, or with purpose (extension) another proof of the passphrase',
    body: z.object({
      username: Username,
      srp_a: SrpPublic,
      purpose: ChallengePurpose.optional().meta({ 'x-extension': true }),
    }),
    success: answer(200, { challenge: SrpChallenge }),
    errors: ['srp_value_invalid'],
  },
  srpSessionPost: {
    writesMayBeLost: true,
    ...login,
    endpoint: 'POST /srp/sessions',
    aliases: ['/srp/session'],
    summary: 'Finish an SRP login',
    body: z.object({
      username: Username,
      srp_a: SrpPublic,
      srp_m: SrpProof,
      valid_for: ValidFor.optional(),
    }),
    success: { status: 201, body: sessionReply },
    errors: ['srp_value_invalid', 'valid_for_invalid', 'login_failed', 'too_many_requests'],
  },
  sessionWithLoginKeyPost: {
    writesMayBeLost: true,
    ...login,
    endpoint: 'POST /sessions/with_login_key',
    aliases: ['/session/with_login_key'],
    summary: 'Log in with a login key made in the workbench',
    body: z.object({
      login_key: ShortText.check(atLeast(1, 'must not be empty')),
      username: Username.optional(),
      valid_for: ValidFor.optional(),
    }),
    success: { status: 201, body: sessionReply },
    errors: ['valid_for_invalid', 'login_failed'],
  },
  sessionPost: {
    writesMayBeLost: true,
    ...login,
    endpoint: 'POST /session',
    aliases: ['/sessions'],
    summary: 'Always refused: use POST /srp/sessions, or with a public key POST /sessions of the vault',
    body: z.object({}),
    alwaysRefused: true,
    errors: ['param_not_permitted'],
  },
  sessionLimitedInTimePost: {
    writesMayBeLost: true,
    api: 'keystore',
    endpoint: 'POST /session/limited_in_time',
    auth: 'token',
    delegation: 'owner',
    neverForChildren: true,
    summary: 'A further token of the same user that ends no later than the presented one, and with it',
    body: z.object({ valid_for: RequiredValidFor }),
    success: { status: 201, body: sessionReply },
    errors: ['valid_for_invalid'],
  },
  sessionGet: {
    ...ownSession,
    endpoint: 'GET /session',
    auth: 'user',
    summary: 'The session of the presented token',
    success: answer(200, {
      session_type: SessionType,
      user_access_token: UserAccessToken.nullable(),
      valid_till: ReplyTime.nullable(),
      /** Only the vault's published answer has this; on the combined mount one answer serves clients of both. */
      valid: z.literal(true),
    }),
  },
  sessionDelete: {
    writesMayBeLost: true,
    ...ownSession,
    endpoint: 'DELETE /session',
    auth: 'user',
    summary: 'End the session of the presented token; for a JSON Web Token there is none to end',
  },
  sessionAllDelete: {
    writesMayBeLost: true,
    api: 'keystore',
    endpoint: 'DELETE /session/all',
    auth: 'token',
    delegation: 'owner',
    neverForChildren: true,
    summary: 'End all sessions of the user in both APIs, or all but the presented one',
    query: z.object({ except_current: ExceptCurrent.optional() }),
    errors: ['invalid_params', 'param_not_permitted'],
  },
})
