import { isoTime } from '../../service/ports.ts'
import { inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'

/** A presentation that was found to be valid, for as long as it may not be accepted again. */
export interface AcceptedPresentation {
  /** SHA-256 of the signature as text. */
  readonly digest: Uint8Array
  readonly holder: string
  /** Null when no definition was asked for. */
  readonly submission_id: string | null
  readonly expires_at: string
}

const VERIFICATION_KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** The record of a verification; never the presentation itself. */
interface VerificationRecord {
  readonly id: string
  readonly verified_at: string
  /** Null without a signature. */
  readonly digest: Uint8Array | null
  readonly holder: string | null
  readonly definition_id: string | null
  readonly valid: boolean
  /** Codes of the checks that failed, in order. */
  readonly codes: readonly string[]
}

export type Earlier = 'same' | 'same_submission_id' | 'none'

export type AcceptedPresentationStore = ReturnType<typeof acceptedPresentationStore>

/** Accepted presentations and records of verifications on SQLite. */
export function acceptedPresentationStore(connection: Connection) {
  const findDigest = connection.prepare<[Uint8Array, string]>(
    'SELECT 1 FROM accepted_presentations WHERE digest = ? AND expires_at > ?',
  )
  const findSubmission = connection.prepare<[string, string | null, string]>(
    'SELECT 1 FROM accepted_presentations WHERE holder = ? AND submission_id = ? AND expires_at > ?',
  )
  const insert = connection.prepare<AcceptedPresentation>(
    // An expired record may be replaced.
    `INSERT OR REPLACE INTO accepted_presentations ${inserted('digest, holder, submission_id, expires_at')}`,
  )
  const insertRecord = connection.prepare(
    `INSERT INTO verifications ${inserted('id, verified_at, digest, holder, definition_id, valid, codes')}`,
  )
  const forgetAccepted = connection.prepare<[string]>('DELETE FROM accepted_presentations WHERE expires_at <= ?')
  const forgetRecords = connection.prepare<[string]>('DELETE FROM verifications WHERE verified_at < ?')

  return {
    /** Compares this presentation with those that were accepted and are still recorded. */
    findEarlier(
      { digest, holder, submission_id }: Pick<AcceptedPresentation, 'digest' | 'holder' | 'submission_id'>,
      now: string,
    ): Earlier {
      if (findDigest.get(digest, now) !== undefined) return 'same'
      return findSubmission.get(holder, submission_id, now) === undefined ? 'none' : 'same_submission_id'
    },
    addAccepted: (presentation: AcceptedPresentation) => void insert.run(presentation),
    addRecord: ({ valid, codes, ...rest }: VerificationRecord) =>
      void insertRecord.run({ ...rest, valid: Number(valid), codes: JSON.stringify(codes) }),
    /** Deletes records that have expired at that moment, in milliseconds. */
    forget(nowMs: number) {
      forgetAccepted.run(isoTime(nowMs))
      forgetRecords.run(isoTime(nowMs - VERIFICATION_KEPT_MS))
    },
  }
}
