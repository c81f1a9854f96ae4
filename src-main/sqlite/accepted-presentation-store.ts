import type {
  AcceptedPresentation,
  AcceptedPresentationStore,
} from '../exchange/presentations/accepted-presentation-store.ts'
import type { Connection } from './database.ts'

/** Accepted presentations and records of verifications on SQLite. */
export function sqliteAcceptedPresentationStore(connection: Connection): AcceptedPresentationStore {
  const findDigest = connection.prepare<[Uint8Array, string]>(
    'SELECT 1 FROM accepted_presentations WHERE digest = ? AND expires_at > ?',
  )
  const findSubmission = connection.prepare<[string, string | null, string]>(
    'SELECT 1 FROM accepted_presentations WHERE holder = ? AND submission_id = ? AND expires_at > ?',
  )
  const insert = connection.prepare<AcceptedPresentation>(/* sql */ `
    INSERT INTO accepted_presentations (digest, holder, submission_id, expires_at)
    VALUES (@digest, @holder, @submission_id, @expires_at)
  `)
  const insertRecord = connection.prepare(/* sql */ `
    INSERT INTO verifications (id, verified_at, digest, holder, definition_id, valid, codes)
    VALUES (@id, @verified_at, @digest, @holder, @definition_id, @valid, @codes)
  `)
  const forgetAccepted = connection.prepare<[string]>('DELETE FROM accepted_presentations WHERE expires_at <= ?')
  const forgetRecords = connection.prepare<[string]>('DELETE FROM verifications WHERE verified_at < ?')

  return {
    findEarlier({ digest, holder, submission_id }, now) {
      if (findDigest.get(digest, now) !== undefined) return 'same'
      return findSubmission.get(holder, submission_id, now) === undefined ? 'none' : 'same_submission_id'
    },
    addAccepted: (presentation) => void insert.run(presentation),
    addRecord: ({ valid, codes, ...rest }) =>
      void insertRecord.run({ ...rest, valid: Number(valid), codes: JSON.stringify(codes) }),
    forget(now, recordsBefore) {
      forgetAccepted.run(now)
      forgetRecords.run(recordsBefore)
    },
  }
}
