import { uuidV7Source } from '../../../src-main/crypto/uuid-v7.ts'
import { hashToken, newAccessToken } from '../../../src-main/crypto/token.ts'
import type { Clock } from '../../../src-main/service/ports.ts'
import { isoTime } from '../../../src-main/service/ports.ts'
import type { TestService } from './test-service.ts'

/** Ids of rows that tests insert themselves; ascending, so that rows made later sort later. */
export const newTestId = uuidV7Source(() => Date.parse('2025-12-01T00:00:00.000Z'))

/** An id that belongs to nothing. */
export const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000'

export interface SignedInUser {
  /** Vault user. */
  readonly userId: string
  /** The key-store user linked to it. */
  readonly keystoreUserId: string
  readonly sessionId: string
  readonly token: string
  /** Ready for `send({ operation, headers })`. */
  readonly headers: { readonly authorization: string }
}

/** Whoever calls, however they came to their token. */
export interface Caller {
  readonly userId: string
  readonly headers: Readonly<Record<string, string>>
}

interface SignedInUserOptions {
  readonly issuedBy?: 'vault' | 'keystore'
  readonly validForSeconds?: number
  readonly userType?: 'human' | 'organization_agent' | 'service_agent'
}

/** A vault user with a linked key-store user and a session, put into the database without any call. */
export function aSignedInUser(
  { connection, clock }: Pick<TestService, 'connection'> & { readonly clock: Clock },
  { issuedBy = 'vault', validForSeconds = 7 * 24 * 60 * 60, userType = 'human' }: SignedInUserOptions = {},
): SignedInUser {
  const user = { userId: newTestId(), keystoreUserId: newTestId(), sessionId: newTestId() }
  const token = newAccessToken(issuedBy)
  const now = isoTime(clock.nowMs())
  connection.prepare('INSERT INTO users (id, user_type, joined_at) VALUES (?, ?, ?)').run(user.userId, userType, now)
  connection
    .prepare('INSERT INTO keystore_users (id, vault_user_id, created_at) VALUES (?, ?, ?)')
    .run(user.keystoreUserId, user.userId, now)
  connection
    .prepare(/* sql */ `
      INSERT INTO sessions (token_hash, id, issued_by, vault_user_id, keystore_user_id, valid_from, valid_till,
        opened_by)
      VALUES (@tokenHash, @sessionId, @issuedBy, @userId, @keystoreUserId, @now, @validTill, 'passphrase')
    `)
    .run({
      ...user,
      tokenHash: hashToken(token),
      issuedBy,
      now,
      validTill: isoTime(clock.nowMs() + validForSeconds * 1000),
    })
  return { ...user, token, headers: { authorization: token } }
}
