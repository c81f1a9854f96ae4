import type { SizeType } from '../../../shared/contract/files.ts'
import type { Cursor, Page, PageRequest } from '../../../shared/contract/paging.ts'
import { pageOf } from '../../service/cursor.ts'
import { columnsOf, idList, inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import { statementCache } from '../../sqlite/statement-cache.ts'

export interface StoredAttachment {
  readonly id: string
  readonly user_id: string
  /** The size of the stored main file. */
  readonly byte_size: number
  readonly filename: string
  readonly content_type: string
  readonly main_blob_id: number
  /** Null if it was uploaded in one piece. */
  readonly artifact_blob_id: number | null
  readonly created_at: string
  /** The time since which no slot links to it. Null while one does; empty until the unlinking is stamped. */
  readonly unlinked_since: string | null
}

export interface StoredThumbnail {
  readonly id: string
  readonly attachment_id: string
  readonly size_type: SizeType
  readonly blob_id: number
  readonly created_at: string
}

/** A slot with the attachment it links to. */
export interface AttachmentLink {
  readonly id: string
  readonly attachment_id: string
  readonly encrypted_value: string | null
}

const COLUMNS =
  'id, user_id, byte_size, filename, content_type, main_blob_id, artifact_blob_id, created_at, unlinked_since'
const THUMBNAIL_COLUMNS = 'id, attachment_id, size_type, blob_id, created_at'

export type AttachmentStore = ReturnType<typeof attachmentStore>

/** Attachments and their thumbnails. */
export function attachmentStore(connection: Connection) {
  return { ...attachmentStatements(connection), ...linkStatements(connection), ...thumbnailStatements(connection) }
}

const place = ({ created_at, id }: StoredAttachment): Cursor => ({ sortValue: created_at, id })

function attachmentStatements(connection: Connection) {
  const byId = connection.prepare<[string], StoredAttachment>(
    `SELECT ${COLUMNS} FROM attachments WHERE id = ? AND main_blob_id IS NOT NULL`,
  )
  const byIds = connection.prepare<[string], StoredAttachment>(/* sql */ `
    SELECT ${COLUMNS} FROM attachments
    WHERE id IN (SELECT value FROM json_each(?)) AND main_blob_id IS NOT NULL ORDER BY created_at, id
  `)
  const insert = connection.prepare<StoredAttachment>(`INSERT INTO attachments ${inserted(COLUMNS)}`)
  const remove = connection.prepare<[string]>('DELETE FROM attachments WHERE id = ?')
  const page = statementCache<StoredAttachment>(connection)
  return {
    findAttachment: (id: string) => byId.get(id),
    attachmentsByIds: (ids: readonly string[]): readonly StoredAttachment[] => byIds.all(idList(ids)),
    addAttachment: (attachment: StoredAttachment) => void insert.run(attachment),
    deleteAttachment: (id: string) => void remove.run(id),
    /** Lists what a user uploaded, in the order of upload. */
    pageOfAttachments(userId: string, request: PageRequest): Page<StoredAttachment> {
      const beyond = request.after === undefined ? '' : 'AND (created_at, id) > (+@sortValue, +@id)'
      const sql = `SELECT ${COLUMNS} FROM attachments
        WHERE user_id = @userId AND main_blob_id IS NOT NULL ${beyond} ORDER BY created_at, id LIMIT @limit`
      const rows = page(sql).all({ userId, ...request.after, limit: request.perPage + 1 })
      return pageOf(rows, request.perPage, place)
    },
  }
}

function linkStatements(connection: Connection) {
  const mayRead = connection
    .prepare<{ id: string; userId: string }, number>(/* sql */ `
      SELECT EXISTS (SELECT 1 FROM attachments WHERE id = @id AND user_id = @userId) OR EXISTS (
        SELECT 1 FROM slots s CROSS JOIN items i ON i.id = s.item_id WHERE s.attachment_id = @id AND i.user_id = @userId
      )`)
    .pluck()
  const ofBlob = connection
    .prepare<[number, number], string>(
      'SELECT id FROM attachments WHERE main_blob_id = ? UNION ALL SELECT id FROM attachments WHERE artifact_blob_id = ?',
    )
    .pluck()
  const isLinked = connection
    .prepare<[string], number>('SELECT EXISTS (SELECT 1 FROM slots WHERE attachment_id = ?)')
    .pluck()
  const links = connection.prepare<[string], AttachmentLink>(/* sql */ `
    SELECT s.id, s.attachment_id, s.encrypted_value
    FROM items i CROSS JOIN slots s ON s.item_id = i.id
    WHERE i.user_id = ? AND s.attachment_id IS NOT NULL ORDER BY s.created_at, s.id
  `)
  const earliest = connection
    .prepare<[], string | null>('SELECT min(unlinked_since) FROM attachments WHERE unlinked_since IS NOT NULL')
    .pluck()
  const stamp = connection.prepare<[string]>("UPDATE attachments SET unlinked_since = ? WHERE unlinked_since = ''")
  const removeUnlinked = connection.prepare<[string]>(
    "DELETE FROM attachments WHERE unlinked_since <= ? AND unlinked_since <> ''",
  )
  return {
    /** Whether the user uploaded it or has it in a slot; slots contain only what a share grants. */
    mayReadAttachment: (userId: string, id: string) => mayRead.get({ id, userId }) === 1,
    /** Like `mayReadAttachment`, for the attachment that a file belongs to. */
    mayReadBlob: (userId: string, blobId: number) =>
      ofBlob.all(blobId, blobId).some((id) => mayRead.get({ id, userId }) === 1),
    isAttachmentLinked: (id: string) => isLinked.get(id) === 1,
    /** Slots of the user's items, own or received, that have an attachment. */
    linksOf: (userId: string): readonly AttachmentLink[] => links.all(userId),
    /** An empty text means that some have not been stamped yet. */
    earliestUnlinked: () => earliest.get() ?? null,
    stampUnlinked: (now: string) => void stamp.run(now),
    deleteUnlinked: (until: string) => void removeUnlinked.run(until),
  }
}

function thumbnailStatements(connection: Connection) {
  const byId = connection.prepare<[string], StoredThumbnail>(`SELECT ${THUMBNAIL_COLUMNS} FROM thumbnails WHERE id = ?`)
  const ofAttachments = connection.prepare<[string], StoredThumbnail>(/* sql */ `
    SELECT ${columnsOf('t', THUMBNAIL_COLUMNS)} FROM json_each(?) a CROSS JOIN thumbnails t ON t.attachment_id = a.value
    ORDER BY t.created_at, t.id
  `)
  const insert = connection.prepare<StoredThumbnail>(`INSERT INTO thumbnails ${inserted(THUMBNAIL_COLUMNS)}`)
  const remove = connection.prepare<[string]>('DELETE FROM thumbnails WHERE id = ?')
  const removeSize = connection.prepare<[string, string]>(
    'DELETE FROM thumbnails WHERE attachment_id = ? AND size_type = ?',
  )
  return {
    findThumbnail: (id: string) => byId.get(id),
    thumbnailsOf: (attachmentIds: readonly string[]): readonly StoredThumbnail[] =>
      ofAttachments.all(idList(attachmentIds)),
    addThumbnail: (thumbnail: StoredThumbnail) => void insert.run(thumbnail),
    deleteThumbnail: (id: string) => void remove.run(id),
    deleteThumbnailOfSize: (attachmentId: string, sizeType: string) => void removeSize.run(attachmentId, sizeType),
  }
}
