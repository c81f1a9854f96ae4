import type { Cursor, Page, PageRequest } from '../../../shared/contract/paging.ts'
import { pageOf } from '../../service/cursor.ts'
import { inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import { statementCache } from '../../sqlite/statement-cache.ts'

export interface StoredFolder {
  readonly id: string
  readonly user_id: string
  readonly created_at: string
  readonly unlinked_since: string | null
  /** The number of slots that link to it. */
  readonly slots_count: number
}

/** A file of a folder. */
export interface FolderFile {
  readonly name: string
  readonly blob_id: number
  readonly bytesize: number
}

const COLUMNS = `id, user_id, created_at, unlinked_since,
  (SELECT count(*) FROM slots WHERE attachments_folder_id = attachments_folders.id) AS slots_count`

export type FolderStore = ReturnType<typeof folderStore>

/** Attachments folders and the files in them. */
export function folderStore(connection: Connection) {
  const byId = connection.prepare<[string], StoredFolder>(`SELECT ${COLUMNS} FROM attachments_folders WHERE id = ?`)
  const insert = connection.prepare<Omit<StoredFolder, 'slots_count'>>(
    `INSERT INTO attachments_folders ${inserted('id, user_id, created_at, unlinked_since')}`,
  )
  const remove = connection.prepare<[string]>('DELETE FROM attachments_folders WHERE id = ?')
  const earliest = connection
    .prepare<[], string | null>('SELECT min(unlinked_since) FROM attachments_folders WHERE unlinked_since IS NOT NULL')
    .pluck()
  const stamp = connection.prepare<[string]>(
    "UPDATE attachments_folders SET unlinked_since = ? WHERE unlinked_since = ''",
  )
  const removeUnlinked = connection.prepare<[string]>(
    "DELETE FROM attachments_folders WHERE unlinked_since <= ? AND unlinked_since <> ''",
  )
  const holds = connection
    .prepare<[string, string], number>(/* sql */ `
      SELECT EXISTS (
        SELECT 1 FROM slots s CROSS JOIN items i ON i.id = s.item_id WHERE s.attachments_folder_id = ? AND i.user_id = ?
      )`)
    .pluck()
  const page = statementCache<StoredFolder>(connection)
  return {
    ...fileStatements(connection),
    findFolder: (id: string) => byId.get(id),
    /** Whether the user has it in an own or received slot. */
    holdsFolder: (userId: string, id: string) => holds.get(id, userId) === 1,
    addFolder: (folder: Omit<StoredFolder, 'slots_count'>) => void insert.run(folder),
    deleteFolder: (id: string) => void remove.run(id),
    earliestUnlinkedFolder: () => earliest.get() ?? null,
    stampUnlinkedFolders: (now: string) => void stamp.run(now),
    deleteUnlinkedFolders: (until: string) => void removeUnlinked.run(until),
    pageOfFolders(userId: string, request: PageRequest): Page<StoredFolder> {
      const beyond = request.after === undefined ? '' : 'AND (created_at, id) > (+@sortValue, +@id)'
      const sql = `SELECT ${COLUMNS} FROM attachments_folders WHERE user_id = @userId ${beyond}
        ORDER BY created_at, id LIMIT @limit`
      const rows = page(sql).all({ userId, ...request.after, limit: request.perPage + 1 })
      return pageOf(rows, request.perPage, place)
    },
  }
}

const place = ({ created_at, id }: StoredFolder): Cursor => ({ sortValue: created_at, id })

function fileStatements(connection: Connection) {
  const files = connection.prepare<[string], FolderFile>(/* sql */ `
    SELECT f.name, f.blob_id, b.stored_size AS bytesize
    FROM attachments_folder_files f JOIN blobs b ON b.id = f.blob_id WHERE f.folder_id = ? ORDER BY f.name
  `)
  const file = connection.prepare<[string, string], FolderFile>(/* sql */ `
    SELECT f.name, f.blob_id, b.stored_size AS bytesize
    FROM attachments_folder_files f JOIN blobs b ON b.id = f.blob_id WHERE f.folder_id = ? AND f.name = ?
  `)
  const insert = connection.prepare<[string, string, number]>(
    'INSERT INTO attachments_folder_files (folder_id, name, blob_id) VALUES (?, ?, ?)',
  )
  const remove = connection.prepare<[string, string]>(
    'DELETE FROM attachments_folder_files WHERE folder_id = ? AND name = ?',
  )
  const measure = connection.prepare<{ id: string }>(/* sql */ `
    UPDATE attachments_folders SET byte_size = (
      SELECT coalesce(sum(b.stored_size), 0) FROM attachments_folder_files f JOIN blobs b ON b.id = f.blob_id
      WHERE f.folder_id = @id
    ) WHERE id = @id
  `)
  return {
    filesOfFolder: (folderId: string): readonly FolderFile[] => files.all(folderId),
    findFolderFile: (folderId: string, name: string) => file.get(folderId, name),
    addFolderFile(folderId: string, name: string, blobId: number): void {
      insert.run(folderId, name, blobId)
      measure.run({ id: folderId })
    },
    deleteFolderFile(folderId: string, name: string): void {
      remove.run(folderId, name)
      measure.run({ id: folderId })
    },
  }
}
