import { z } from 'zod'
import { answer, defineOperations } from './operation.ts'
import { SrpProof, SrpPublic } from './srp-values.ts'
import { Label, ReplyId, ReplyTime, namedObject } from './values.ts'

/**
 * Lists of a user's own sessions, key pairs and login keys. No published client has them, so all are extensions
 * (docs/contract/keystore.md, Own lists).
 */

const SessionIssuer = z.enum(['vault', 'keystore']).meta({ id: 'SessionIssuer' })
const KeyType = z.enum(['pdv1', 'rsa']).meta({ id: 'KeyType' })

const ListedSession = namedObject('ListedSession', {
  id: ReplyId,
  /** The API that issued the token; both accept it. */
  issued_by: SessionIssuer,
  valid_from: ReplyTime,
  valid_till: ReplyTime,
  client_identifier: z.string().nullable(),
  timezone: z.string().nullable(),
  /** True for the session of this call. */
  current: z.boolean(),
  /** The vault user id of the delegate who opened it for this user; null for the user's own sessions. */
  made_by_user_id: ReplyId.nullable(),
})
export type ListedSession = z.infer<typeof ListedSession>

const ListedKeyPair = namedObject('ListedKeypair', {
  id: ReplyId,
  public_key: z.string(),
  key_type: KeyType,
  /** 64 hex digits: SHA-256 of the SPKI DER, or of the text of a bundle. */
  fingerprint: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  external_identifiers: z.array(z.string()),
})
export type ListedKeyPair = z.infer<typeof ListedKeyPair>

const ListedLoginKey = namedObject('ListedLoginKey', {
  id: ReplyId,
  label: z.string(),
  created_at: ReplyTime,
  /** Null if it does not expire. */
  expire_at: ReplyTime.nullable(),
})
export type ListedLoginKey = z.infer<typeof ListedLoginKey>

const own = { api: 'keystore', auth: 'token', delegation: 'refused', extension: true } as const

export const keystoreListOperations = defineOperations({
  sessionsGet: {
    ...own,
    endpoint: 'GET /sessions',
    summary: 'The running sessions of the user, whichever API issued them, newest first',
    success: answer(200, { sessions: z.array(ListedSession) }),
  },
  sessionsIdDelete: {
    ...own,
    endpoint: 'DELETE /sessions/{id}',
    summary: 'End a session of the user',
    errors: ['not_found'],
  },
  keypairsGet: {
    ...own,
    endpoint: 'GET /keypairs',
    auth: 'user',
    delegation: 'reader',
    summary: 'The key pairs of the user without their private keys, oldest first',
    success: answer(200, { keypairs: z.array(ListedKeyPair) }),
  },
  loginKeysGet: {
    ...own,
    endpoint: 'GET /login_keys',
    summary: 'The login keys of the user, also expired ones, newest first; the keys themselves are not stored',
    success: answer(200, { login_keys: z.array(ListedLoginKey) }),
  },
  loginKeysPost: {
    ...own,
    endpoint: 'POST /login_keys',
    guard: { by: 'proof', inWindow: 'loginKeyMake' },
    summary: 'Make a login key, with a proof of the passphrase (challenge purpose login_key); it is answered only once',
    body: z.object({
      srp_a: SrpPublic,
      srp_m: SrpProof,
      label: Label,
      /** A future time; a plain date is its beginning in UTC. Absent or null: the key does not expire. */
      expire_at: z.union([z.iso.datetime({ offset: true }), z.iso.date()]).nullish(),
    }),
    success: { status: 201, body: ListedLoginKey.extend({ login_key: z.string() }) },
    errors: ['invalid_params', 'srp_value_invalid', 'login_failed', 'forbidden', 'too_many_requests'],
  },
  loginKeysIdDelete: {
    ...own,
    endpoint: 'DELETE /login_keys/{id}',
    summary: 'Delete a login key; the sessions it opened stay valid',
    errors: ['not_found'],
  },
})
