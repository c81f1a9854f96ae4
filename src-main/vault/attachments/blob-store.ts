import { assigned, inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'

/** A file of blocks as stored. */
export interface StoredBlob {
  readonly id: number
  readonly blob_key: string
  readonly user_id: string
  readonly filename: string
  readonly content_type: string
  /** The size as declared, in bytes. */
  readonly byte_size: number
  /** The bytes of the joined blocks; null before they are joined. */
  readonly stored_size: number | null
  readonly committed_at: string | null
  readonly is_linked: 0 | 1
  readonly created_at: string
}

/** A stored block, whose bytes are in the file `file_name`. */
export interface StoredBlock {
  readonly blob_id: number
  readonly block_id: string
  /** The offset in the file; null before the blocks are joined. */
  readonly first_byte: number | null
  readonly byte_size: number
  readonly sha256: Uint8Array
  readonly file_name: string
}

const BLOB_COLUMNS =
  'id, blob_key, user_id, filename, content_type, byte_size, stored_size, committed_at, is_linked, created_at'
const NEW_BLOB_COLUMNS = BLOB_COLUMNS.replace('id, ', '')
const BLOCK_COLUMNS = 'blob_id, block_id, first_byte, byte_size, sha256, file_name'

export type BlobStore = ReturnType<typeof blobStore>

/** Stores blobs and the places of their blocks. */
export function blobStore(connection: Connection) {
  return { ...blobStatements(connection), ...blockStatements(connection), ...removalStatements(connection) }
}

function blobStatements(connection: Connection) {
  const byId = connection.prepare<[number], StoredBlob>(`SELECT ${BLOB_COLUMNS} FROM blobs WHERE id = ?`)
  const byKey = connection.prepare<[string], StoredBlob>(`SELECT ${BLOB_COLUMNS} FROM blobs WHERE blob_key = ?`)
  const insert = connection.prepare<Omit<StoredBlob, 'id'>>(`INSERT INTO blobs ${inserted(NEW_BLOB_COLUMNS)}`)
  const commit = connection.prepare<Pick<StoredBlob, 'id' | 'stored_size' | 'committed_at'>>(
    `UPDATE blobs SET ${assigned('stored_size, committed_at')} WHERE id = @id`,
  )
  const link = connection.prepare<[number]>('UPDATE blobs SET is_linked = 1 WHERE id = ?')
  const remove = connection.prepare<[number]>('DELETE FROM blobs WHERE id = ?')
  const open = connection
    .prepare<[string], number>('SELECT count(*) FROM blobs WHERE user_id = ? AND is_linked = 0')
    .pluck()
  const earliest = connection
    .prepare<[], string | null>('SELECT min(created_at) FROM blobs WHERE is_linked = 0')
    .pluck()
  const removeOpen = connection.prepare<[string]>('DELETE FROM blobs WHERE is_linked = 0 AND created_at <= ?')
  return {
    findBlob: (id: number) => byId.get(id),
    findBlobByKey: (key: string) => byKey.get(key),
    /** Returns its id. */
    addBlob: (blob: Omit<StoredBlob, 'id'>) => Number(insert.run(blob).lastInsertRowid),
    commitBlob: (blob: Pick<StoredBlob, 'id' | 'stored_size' | 'committed_at'>) => void commit.run(blob),
    linkBlob: (id: number) => void link.run(id),
    deleteBlob: (id: number) => void remove.run(id),
    /** Counts uploads of the user that are not used yet. */
    countOpenBlobs: (userId: string) => open.get(userId) ?? 0,
    earliestOpenBlob: () => earliest.get() ?? null,
    deleteOpenBlobs: (madeUntil: string) => void removeOpen.run(madeUntil),
  }
}

function blockStatements(connection: Connection) {
  const one = connection.prepare<[number, string], StoredBlock>(
    `SELECT ${BLOCK_COLUMNS} FROM blob_blocks WHERE blob_id = ? AND block_id = ?`,
  )
  const all = connection.prepare<[number], StoredBlock>(`SELECT ${BLOCK_COLUMNS} FROM blob_blocks WHERE blob_id = ?`)
  const between = connection.prepare<{ id: number; first: number; last: number }, StoredBlock>(/* sql */ `
    SELECT ${BLOCK_COLUMNS} FROM blob_blocks
    WHERE blob_id = @id AND first_byte <= @last AND first_byte >= (
      SELECT max(first_byte) FROM blob_blocks WHERE blob_id = @id AND first_byte <= @first
    ) ORDER BY first_byte
  `)
  const sizes = connection.prepare<[number], { readonly blocks: number; readonly bytes: number }>(
    'SELECT count(*) AS blocks, coalesce(sum(byte_size), 0) AS bytes FROM blob_blocks WHERE blob_id = ?',
  )
  const insert = connection.prepare<StoredBlock>(`INSERT INTO blob_blocks ${inserted(BLOCK_COLUMNS)}`)
  const place = connection.prepare<Pick<StoredBlock, 'blob_id' | 'block_id' | 'first_byte'>>(
    'UPDATE blob_blocks SET first_byte = @first_byte WHERE blob_id = @blob_id AND block_id = @block_id',
  )
  const remove = connection.prepare<[number, string]>('DELETE FROM blob_blocks WHERE blob_id = ? AND block_id = ?')
  const removeUnplaced = connection.prepare<[number]>(
    'DELETE FROM blob_blocks WHERE blob_id = ? AND first_byte IS NULL',
  )
  return {
    findBlock: (blobId: number, blockId: string) => one.get(blobId, blockId),
    blocksOf: (blobId: number): readonly StoredBlock[] => all.all(blobId),
    /** The blocks that contain these bytes of a joined file, in order. */
    blocksBetween: (id: number, first: number, last: number): readonly StoredBlock[] =>
      between.all({ id, first, last }),
    sizesOf: (blobId: number) => sizes.get(blobId) ?? { blocks: 0, bytes: 0 },
    addBlock: (block: StoredBlock) => void insert.run(block),
    placeBlock: (block: Pick<StoredBlock, 'blob_id' | 'block_id' | 'first_byte'>) => void place.run(block),
    deleteBlock: (blobId: number, blockId: string) => void remove.run(blobId, blockId),
    deleteUnplacedBlocks: (blobId: number) => void removeUnplaced.run(blobId),
  }
}

function removalStatements(connection: Connection) {
  // Block files whose row was deleted are listed, and removed after the next change.
  const known = connection
    .prepare<{ name: string }, number>(/* sql */ `
      SELECT 1 FROM blob_blocks WHERE file_name = @name
      UNION ALL SELECT 1 FROM removed_block_files WHERE file_name = @name
    `)
    .pluck()
  const named = connection.prepare<[], string>('SELECT file_name FROM blob_blocks').pluck()
  const removed = connection.prepare<[], string>('SELECT file_name FROM removed_block_files').pluck()
  const any = connection.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM removed_block_files)').pluck()
  const forget = connection.prepare('DELETE FROM removed_block_files')
  return {
    namesFile: (name: string) => known.get({ name }) !== undefined,
    /** The files of all blocks. */
    namedFiles: () => named.all(),
    hasRemovedFiles: () => any.get() === 1,
    /** Clears the list of files whose row was deleted and returns them; the caller has to delete them. */
    takeRemovedFiles(): readonly string[] {
      const names = removed.all()
      forget.run()
      return names
    },
  }
}
