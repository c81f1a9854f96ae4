import { MAX_ARTEFACTS_BYTES } from '../../../shared/contract/attachments.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import { attachmentSubKeyFor, parseFileKey } from '../../crypto/files/attachment-key.ts'
import type { FileKey } from '../../crypto/files/attachment-key.ts'
import type { BlockCipher } from '../../crypto/files/block-cipher.ts'
import type { FileArtefacts } from '../../crypto/files/file-artefacts.ts'
import { readArtefacts } from '../../crypto/files/file-artefacts.ts'
import type { ByteRange, FileFormat, FileLayout } from '../../crypto/files/file-layout.ts'
import { blockCount, contentRange, OVERHEAD, storedBytes, storedRange } from '../../crypto/files/file-layout.ts'
import { openFileNames } from '../../crypto/files/file-names.ts'
import { wipe } from '../../crypto/keys.ts'
import type { BlockOutcome } from './block-task.ts'
import { blockWindow } from './block-window.ts'
import type { FileDescription, StoredAttachment } from './file-store.ts'
import type { PauseGate } from './pause-gate.ts'
import type { FileTools } from './upload-file.ts'

/** A stored file, ready to be read. */
export interface OpenedFile {
  readonly size: number
  readonly format: FileFormat
  /** Whether a part can be read without reading everything before it. */
  readonly canSeek: boolean
  /** Name and type as declared by the uploader; the type is not verified. */
  readonly names: FileDescription
  /**
   * Reads the file or a part of it, in order. Changed bytes are never delivered, but a failure may follow correct ones.
   *
   * @throws {CryptoError} `cannot_open` with the block that was changed, is missing or misplaced
   * @throws {RangeError} for a range outside the file
   */
  read(sink: FileSink, options?: ReadOptions): Promise<void>
  /** Wipes the key. */
  close(): void
}

/** Receives bytes, whose memory is reused afterwards. */
export type FileSink = (bytes: Uint8Array, position: number) => Promise<void> | void

export interface ReadOptions {
  /** The whole file by default. */
  readonly range?: ByteRange
  readonly gate?: PauseGate
  readonly signal?: AbortSignal
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void
}

/** Blocks under way besides those in the threads: one is being delivered, the others are being fetched. */
const BLOCKS_BESIDE_THREADS = 3

/**
 * Opens an attachment with the value of its slot (docs/contract/client-crypto.md, Files: downloading).
 *
 * @throws {CallError} `not_found` and other refusals of the store
 * @throws {CryptoError} `key_invalid`, `wrong_key`, `artefacts_invalid`, `unsupported_version`; `cannot_open` when its
 *   name cannot be opened
 */
export async function openFile(tools: FileTools, attachmentId: string, keyText: string): Promise<OpenedFile> {
  const fileKey = parseFileKey(keyText)
  try {
    const stored = await tools.store.getAttachment(attachmentId)
    const artefacts = readArtefacts(await tools.store.readWhole(stored.encryption_artifact.url, MAX_ARTEFACTS_BYTES))
    refuseMismatch(fileKey, stored, artefacts)
    return openedFile(tools, { fileKey, stored, artefacts, names: namesOf(fileKey, stored, artefacts) })
  } catch (error) {
    wipe(fileKey.key)
    throw error
  }
}

interface FileParts {
  readonly fileKey: FileKey
  readonly stored: StoredAttachment
  readonly artefacts: FileArtefacts
  readonly names: FileDescription
}

function refuseMismatch({ family }: FileKey, { main }: StoredAttachment, { layout }: FileArtefacts): void {
  if ((layout.format === 'published') !== (family === 'published')) {
    throw new CryptoError('wrong_key', 'the key and the file have different formats')
  }
  if (main.bytesize !== storedBytes(layout)) {
    throw new CryptoError('artefacts_invalid', "the description of the file's blocks does not match its size")
  }
}

function namesOf({ key }: FileKey, { main }: StoredAttachment, artefacts: FileArtefacts): FileDescription {
  if ('header' in artefacts && artefacts.names !== undefined) return openFileNames(key, artefacts.names)
  return { filename: main.filename, content_type: main.content_type }
}

function openedFile(tools: FileTools, { fileKey, stored, artefacts, names }: FileParts): OpenedFile {
  const { layout } = artefacts
  const cipher = cipherOf(fileKey, artefacts)
  const canSeek = layout.format !== 'pdv1.ss' || blockCount(layout) === 1
  return {
    size: layout.size,
    format: layout.format,
    canSeek,
    names,
    async read(sink, { range = { start: 0, end: layout.size }, ...options } = {}) {
      const isWithin = range.start >= 0 && range.start <= range.end && range.end <= layout.size
      if (!isWithin) throw new RangeError('the range to read is not within the file')
      await readBlocks(tools, { cipher, stored, artefacts, canSeek }, { sink, range, ...options })
    },
    close: () => wipe(fileKey.key, cipher.key),
  }
}

function cipherOf({ key }: FileKey, artefacts: FileArtefacts): BlockCipher {
  return 'header' in artefacts
    ? { format: artefacts.layout.format, key: attachmentSubKeyFor(key, 'blocks'), header: artefacts.header }
    : { format: 'published', key }
}

interface Blocks extends Pick<FileParts, 'stored' | 'artefacts'> {
  readonly cipher: BlockCipher
  readonly canSeek: boolean
}

type Reading = Omit<ReadOptions, 'range'> & { readonly sink: FileSink; readonly range: ByteRange }

/** Blocks are fetched and opened side by side and given out in their order; those of a stream are opened in order, too. */
async function readBlocks({ store, threads }: FileTools, blocks: Blocks, reading: Reading): Promise<void> {
  const { cipher, stored, artefacts, canSeek } = blocks
  const { layout } = artefacts
  const { sink, range, gate, signal, onProgress } = reading
  const count = blockCount(layout)
  const memoryBytes = Math.min(layout.size, layout.blockBytes) + OVERHEAD[layout.format]
  const window = blockWindow(threads.threads + BLOCKS_BESIDE_THREADS, memoryBytes, signal)
  const { first, last } = blocksOf(range, layout)
  let before: Promise<BlockOutcome | undefined> = Promise.resolve(undefined)
  let given: Promise<void> = Promise.resolve()
  try {
    for (let index = canSeek ? first : 0; index <= last; index += 1) {
      await gate?.passed(signal)
      const memory = await window.take()
      const opened = open(index, fetched(index, memory), before)
      const taken = give(index, opened, given)
      ;[before, given] = [opened, taken]
      window.run(async () => {
        await taken
        return (await opened).memory
      })
    }
    await window.done()
  } finally {
    await window.settled()
    wipe((await before.catch(() => undefined))?.state ?? new Uint8Array())
  }

  async function fetched(index: number, memory: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const { start, end } = storedRange(layout, index)
    const bytes = await store.readInto(stored.main.url, start, memory.subarray(0, end - start))
    if (bytes < end - start) {
      throw new CryptoError(
        'cannot_open',
        `block ${index + 1} of ${count} of the file is not there, or only a part of it`,
      )
    }
    return memory
  }

  async function open(
    index: number,
    fetching: Promise<Uint8Array<ArrayBuffer>>,
    previous: Promise<BlockOutcome | undefined>,
  ): Promise<BlockOutcome> {
    const memory = await fetching
    const state = layout.format === 'pdv1.ss' ? (await previous)?.state : undefined
    const seal = 'seals' in artefacts ? artefacts.seals[index] : undefined
    const { start, end } = storedRange(layout, index)
    const block = { cipher, place: { index, count } }
    return threads.run({ kind: 'open', memory, bytes: end - start, block, seal, state }, stored.id)
  }

  async function give(index: number, opening: Promise<BlockOutcome>, previous: Promise<void>): Promise<void> {
    const { memory, bytes } = await opening
    await previous
    signal?.throwIfAborted()
    const { start, end } = contentRange(layout, index)
    const part = memory.subarray(Math.max(0, range.start - start), bytes - Math.max(0, end - range.end))
    if (part.length > 0) await sink(part, Math.max(start, range.start))
    onProgress?.(Math.max(0, Math.min(end, range.end) - range.start), range.end - range.start)
  }
}

/** A range up to the end includes the last block, even if that is empty. */
function blocksOf({ start, end }: ByteRange, layout: FileLayout): { readonly first: number; readonly last: number } {
  const lastOfAll = blockCount(layout) - 1
  return {
    first: Math.min(lastOfAll, Math.floor(start / layout.blockBytes)),
    last: end === layout.size ? lastOfAll : Math.ceil(end / layout.blockBytes) - 1,
  }
}

/** Reads a part into a buffer of its own, for content that is small enough to show. */
export async function readFileBytes(file: OpenedFile, options: ReadOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { start, end } = options.range ?? { start: 0, end: file.size }
  const bytes = new Uint8Array(end - start)
  await file.read((part, position) => bytes.set(part, position - start), options)
  return bytes
}
