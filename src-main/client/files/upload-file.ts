import { CallError } from '../../../shared/contract/caller.ts'
import type { DataKeys } from '../../crypto/data-keys.ts'
import { attachmentSubKeyFor, formatFileKey } from '../../crypto/files/attachment-key.ts'
import type { FileFamily } from '../../crypto/files/attachment-key.ts'
import type { BlockCipher } from '../../crypto/files/block-cipher.ts'
import type { FileArtefacts } from '../../crypto/files/file-artefacts.ts'
import { writeArtefacts } from '../../crypto/files/file-artefacts.ts'
import type { FileLayout } from '../../crypto/files/file-layout.ts'
import { blockCount, contentRange, layoutOfNewFile, OVERHEAD, storedBytes } from '../../crypto/files/file-layout.ts'
import { HIDDEN_NAMES, sealFileNames } from '../../crypto/files/file-names.ts'
import { wipe } from '../../crypto/keys.ts'
import type { BlockOutcome, BlockTask } from './block-task.ts'
import type { BlockThreads } from './block-threads.ts'
import { blockWindow } from './block-window.ts'
import type { FileSource } from './file-source.ts'
import { sourceChanged } from './file-source.ts'
import type { FileDescription, FileStore, UploadTarget } from './file-store.ts'
import { artefactsName, blockIdOf } from './file-store.ts'
import type { PauseGate } from './pause-gate.ts'
import type { MadeBlock, UploadJournal, UploadRecord } from './upload-record.ts'
import { journalLines, madeLine, newUploadRecord, readUploadRecord, recordAt, storedLine } from './upload-record.ts'

/** Shared by all uploads and downloads. */
export interface FileTools {
  readonly store: FileStore
  readonly threads: BlockThreads
}

export interface Upload {
  readonly source: FileSource
  readonly file: FileDescription
  /** Ours, except for readers with only a published client (docs/contract/client-crypto.md, Telling formats apart). */
  readonly family: FileFamily
  /** Hides name and type from the service; only in our format. */
  readonly hidesNames?: boolean
  /** Records progress, so that the upload can continue after a restart. */
  readonly journal: UploadJournal
  /** The keys of the uploading user, which seal the journal. */
  readonly keys: DataKeys
  readonly gate?: PauseGate
  /** Cancels the upload. The service deletes the uploaded blocks. */
  readonly signal?: AbortSignal
  /** Called with the stored and the total bytes of content. */
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void
}

export interface UploadedFile {
  readonly attachmentId: string
  /** The value of the slot that will name the attachment. */
  readonly keyText: string
}

/** Blocks under way besides those in the threads: one is being read, the others are being stored. */
const BLOCKS_BESIDE_THREADS = 3
/** How often an upload address may expire; each is valid for an hour. */
const MAX_PLACES = 24
/** The upload address has expired, or was used up by an attempt whose response was lost. */
const PLACE_EXPIRED: readonly number[] = [403, 410]
const PLACE_UNUSABLE: readonly number[] = [...PLACE_EXPIRED, 400, 404, 409]

/**
 * Seals a file block by block and stores it (docs/contract/client-crypto.md, Files: uploading). An earlier attempt in
 * the journal is continued if the size and the content of the blocks sealed so far are unchanged; otherwise the upload
 * starts over with a new key.
 *
 * @throws {ServiceError} `source_changed` when the source changes meanwhile
 * @throws {CallError} refusals of the store
 * @throws the reason of the signal; an aborted upload has no journal any more
 */
export async function uploadFile(tools: FileTools, upload: Upload): Promise<UploadedFile> {
  const progress = await resumeOrBegin(tools, upload)
  try {
    for (let places = 1; ; places += 1) {
      const outcome = await attempt(tools, upload, progress.record).catch((error: unknown) => ({ error }))
      if (!('error' in outcome)) return outcome
      await recoverFrom(outcome.error, { tools, upload, progress, mayMove: places < MAX_PLACES })
    }
  } catch (error) {
    if (upload.signal?.aborted === true) await upload.journal.remove()
    throw error
  } finally {
    wipe(progress.record.fileKey.key)
    await upload.journal.close()
  }
}

/** The state of an upload. The record is replaced when it starts over or moves to another address. */
interface Progress {
  record: UploadRecord
  /** True when an earlier attempt has sealed blocks. */
  isResumed: boolean
}

async function resumeOrBegin(tools: FileTools, upload: Upload): Promise<Progress> {
  const earlier = readUploadRecord(upload.keys, await upload.journal.read())
  if (earlier === undefined || !isSameUpload(earlier, upload)) {
    return { record: await begin(tools, upload), isResumed: false }
  }
  await upload.journal.begin(journalLines(upload.keys, earlier)) // drops an incomplete last line
  return { record: earlier, isResumed: true }
}

interface Failure {
  readonly tools: FileTools
  readonly upload: Upload
  readonly progress: Progress
  readonly mayMove: boolean
}

/** Prepares the next attempt. @throws the error, if the upload cannot recover from it */
async function recoverFrom(error: unknown, { tools, upload, progress, mayMove }: Failure): Promise<void> {
  if (error instanceof ContentDiffers) {
    if (!progress.isResumed) throw sourceChanged('changes while it is read')
    wipe(progress.record.fileKey.key)
    progress.record = await begin(tools, upload)
    progress.isResumed = false
  } else if (mayMove && isPlaceGone(error, progress.isResumed)) {
    progress.record = await moveToNewPlace(tools, upload, progress.record)
    progress.isResumed = true
  } else throw error
}

/** The source no longer has the content that was sealed, or its size has changed. */
class ContentDiffers extends Error {}

function isSameUpload({ size, file, hidesNames, fileKey }: UploadRecord, upload: Upload): boolean {
  return (
    size === upload.source.size &&
    file.filename === upload.file.filename &&
    file.content_type === upload.file.content_type &&
    hidesNames === (upload.hidesNames ?? false) &&
    fileKey.family === upload.family
  )
}

function isPlaceGone(error: unknown, isResumed: boolean): boolean {
  return error instanceof CallError && (isResumed ? PLACE_UNUSABLE : PLACE_EXPIRED).includes(error.status)
}

async function begin(tools: FileTools, upload: Upload): Promise<UploadRecord> {
  const { source, file, family, hidesNames = false } = upload
  const target = await requestPlace(tools, layoutOfNewFile(family, source.size), hidesNames ? HIDDEN_NAMES : file)
  const record = newUploadRecord({ size: source.size, file, family, hidesNames }, target)
  await upload.journal.begin(journalLines(upload.keys, record))
  return record
}

/** The digests stay valid, because the blocks are sealed again with the same key and header. */
async function moveToNewPlace(tools: FileTools, upload: Upload, record: UploadRecord): Promise<UploadRecord> {
  const moved = recordAt(record, await requestPlace(tools, layoutOf(record), declaredNames(record)))
  await upload.journal.begin(journalLines(upload.keys, moved))
  return moved
}

function requestPlace({ store }: FileTools, layout: FileLayout, file: FileDescription): Promise<UploadTarget> {
  return store.requestUpload({ ...file, byte_size: storedBytes(layout) }, 'content')
}

function layoutOf({ fileKey, size }: UploadRecord): FileLayout {
  return layoutOfNewFile(fileKey.family, size)
}

function declaredNames({ hidesNames, file }: UploadRecord): FileDescription {
  return hidesNames ? HIDDEN_NAMES : file
}

async function attempt(tools: FileTools, upload: Upload, record: UploadRecord): Promise<UploadedFile> {
  const { store } = tools
  const { url, blob_id, blob_key } = record.target
  await storeBlocks(tools, upload, record)
  const blockIds = Array.from({ length: blockCount(layoutOf(record)) }, (_, index) => blockIdOf(index))
  await store.commitBlocks(url, blockIds, declaredNames(record).content_type)
  const artefacts = await storeArtefacts(tools, record)
  upload.signal?.throwIfAborted()
  const { id } = await store.createAttachment({
    blob_id,
    blob_key,
    encrypted_artifact_blob_id: artefacts.blob_id,
    encrypted_artifact_blob_key: artefacts.blob_key,
  })
  await upload.journal.remove()
  return { attachmentId: id, keyText: formatFileKey(record.fileKey) }
}

async function storeBlocks({ store, threads }: FileTools, upload: Upload, record: UploadRecord): Promise<void> {
  const layout = layoutOf(record)
  const { source, journal, signal, gate } = upload
  const memoryBytes = Math.min(layout.size, layout.blockBytes) + OVERHEAD[layout.format]
  const window = blockWindow(threads.threads + BLOCKS_BESIDE_THREADS, memoryBytes, signal)
  const cipher = cipherOf(record)
  const digestKey = attachmentSubKeyFor(record.fileKey.key, 'digests')
  const reader = await source.open()
  let doneBytes = 0
  try {
    for (let index = 0; index < blockCount(layout); index += 1) {
      await gate?.passed(signal)
      const memory = await window.take()
      const { start, end } = contentRange(layout, index)
      if ((await reader.next(memory.subarray(0, end - start))) < end - start) throw new ContentDiffers()
      window.run(() => storeBlock(index, { memory, bytes: end - start }))
    }
    if ((await reader.next(new Uint8Array(1))) > 0) throw new ContentDiffers()
    await window.done()
  } finally {
    await window.settled()
    await reader.close()
    wipe(digestKey)
    if (cipher.format !== 'published') wipe(cipher.key)
  }

  async function storeBlock(
    index: number,
    content: Pick<BlockTask, 'memory' | 'bytes'>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const { memory } = record.stored.has(index) ? await compare(index, content) : await sealAndPut(index, content)
    doneBytes += content.bytes
    upload.onProgress?.(doneBytes, layout.size)
    return memory
  }

  async function compare(index: number, content: Pick<BlockTask, 'memory' | 'bytes'>): Promise<BlockOutcome> {
    const expected = record.made.get(index)?.digest ?? ''
    return unchanged(await threads.run({ kind: 'compare', ...content, digestKey, expected }, record.target.blob_key))
  }

  /**
   * The digest is on disk before the block is sent, so that after a crash its nonce is never used for other content.
   */
  async function sealAndPut(index: number, content: Pick<BlockTask, 'memory' | 'bytes'>): Promise<BlockOutcome> {
    const expected = record.made.get(index)?.digest
    const block = { cipher, place: { index, count: blockCount(layout) } }
    const sealed = unchanged(
      await threads.run({ kind: 'seal', ...content, block, digestKey, expected }, record.target.blob_key),
    )
    const made: MadeBlock = { digest: sealed.digest ?? '', seal: sealed.seal }
    if (expected === undefined || made.seal !== undefined) {
      record.made.set(index, made)
      await journal.add(madeLine(index, made))
    }
    await store.putBlock(record.target.url, blockIdOf(index), sealed.memory.subarray(0, sealed.bytes))
    record.stored.add(index)
    journal.note(storedLine(index))
    return sealed
  }
}

function unchanged(outcome: BlockOutcome): BlockOutcome {
  if (outcome.isChanged === true) throw new ContentDiffers()
  return outcome
}

function cipherOf({ fileKey, header, size }: UploadRecord): BlockCipher {
  const { format } = layoutOfNewFile(fileKey.family, size)
  return format === 'published'
    ? { format, key: fileKey.key }
    : { format, key: attachmentSubKeyFor(fileKey.key, 'blocks'), header }
}

async function storeArtefacts({ store }: FileTools, record: UploadRecord): Promise<UploadTarget> {
  const bytes = writeArtefacts(artefactsOf(record))
  const content_type = 'application/json'
  const filename = artefactsName(declaredNames(record).filename)
  const target = await store.requestUpload({ filename, content_type, byte_size: bytes.length }, 'artefacts')
  await store.putBlock(target.url, blockIdOf(0), bytes)
  await store.commitBlocks(target.url, [blockIdOf(0)], content_type)
  return target
}

function artefactsOf(record: UploadRecord): FileArtefacts {
  const { fileKey, header, hidesNames, file, target, made } = record
  const { format, ...layout } = layoutOf(record)
  if (format === 'published') {
    const seals = Array.from({ length: made.size }, (_, index) => made.get(index)?.seal ?? missingSeal(index))
    return { layout: { format, ...layout }, seals }
  }
  const names = hidesNames ? sealFileNames(fileKey.key, target.blob_key, file) : undefined
  return { layout: { format, ...layout }, header, names }
}

function missingSeal(index: number): never {
  throw new Error(`block ${index} of the upload was stored without its nonce and tag`)
}
