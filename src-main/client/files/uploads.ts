import { CallError } from '../../../shared/contract/caller.ts'
import { ServiceError } from '../../../shared/contract/errors.ts'
import type { InputFor, ReplyFor } from '../../../shared/contract/operation.ts'
import type { Upload, workbenchFileOperations } from '../../../shared/contract/workbench-files.ts'
import { openBound, sealBound } from '../../crypto/bound-aead.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import type { DataKeys } from '../../crypto/data-keys.ts'
import { openingKey } from '../../crypto/data-keys.ts'
import { MAX_FILE_BYTES } from '../../crypto/files/file-layout.ts'
import { wipe } from '../../crypto/keys.ts'
import { randomBytes } from '../../crypto/random.ts'
import type { Account } from '../account/account.ts'
import { allowNotFound } from '../account/call-errors.ts'
import { sourceChanged } from './file-source.ts'
import type { FolderUploads } from './file-place.ts'
import { putInPlace, requirePlace } from './file-place.ts'
import type { PulledSource } from './pulled-source.ts'
import { pulledSource } from './pulled-source.ts'
import type { FileTools, UploadedFile } from './upload-file.ts'
import { uploadFile } from './upload-file.ts'
import type { UploadStore } from './upload-store.ts'

interface UploadsOptions {
  readonly account: Account
  readonly tools: FileTools
  readonly folders: FolderUploads
  readonly uploadStore: UploadStore
  readonly newId: () => string
  readonly now: () => string
  /** Called for every change, and for progress a few times a second. */
  readonly announce: (upload: Upload) => void
  /** Records faults of the program. */
  readonly noteFault: (fault: unknown) => void
}

type StartRequest = InputFor<(typeof workbenchFileOperations)['uploadStart']>['body']
type Answer = ReplyFor<(typeof workbenchFileOperations)['uploadStart']>

export type Uploads = ReturnType<typeof createUploads>

/** An upload as recorded for the next start of the program. */
interface Noted extends Pick<Upload, 'filename' | 'content_type' | 'size' | 'place' | 'created_at'> {
  readonly hidesNames: boolean
  /** Set once the whole file is stored. */
  readonly stored?: UploadedFile
}

interface Entry {
  upload: Upload
  noted: Noted
  attempt: Attempt | undefined
}

/** One attempt to read the file, from its start. */
interface Attempt {
  readonly source: PulledSource
  readonly cancel: AbortController
  ended: Promise<void>
}

/** The limit for one user; further uploads wait. */
const MAX_RUNNING = 2
const PROGRESS_EVERY_MS = 250
const NOTE_CONTEXT = 'un'

/** Ends the reading of the file without deleting its record. */
class Stopped extends Error {}

/**
 * Uploads files that the window delivers in parts (docs/contract/window.md, Files). Each upload is recorded until it is
 * done, so that it can continue after any interruption. Resuming reads the file again from the start, but stored blocks
 * are only compared, not sent again.
 */
export function createUploads({
  account,
  tools,
  folders,
  uploadStore,
  newId,
  now,
  announce,
  noteFault,
}: UploadsOptions) {
  const entries = new Map<string, Entry>()
  const queue: Entry[] = []
  const running = new Set<Entry>()
  let loading: Promise<void> | undefined
  let isClosed = false
  account.whenWiped(() => {
    isClosed = true
    queue.length = 0
    for (const entry of entries.values()) entry.attempt?.source.end(new Stopped())
  })

  return {
    async rows(): Promise<Upload[]> {
      await load()
      return [...entries.values()].map(({ upload }) => upload).sort((a, b) => (a.id < b.id ? 1 : -1))
    },
    /** @throws {ServiceError} `payload_too_large` */
    async start({ filename, content_type, size, hides_names: hidesNames, place }: StartRequest): Promise<Answer> {
      if (size > MAX_FILE_BYTES) {
        throw new ServiceError('payload_too_large', `A file must not be larger than 2 GiB (${MAX_FILE_BYTES} bytes).`)
      }
      await load()
      const noted = { filename, content_type, size, place, created_at: now(), hidesNames }
      const entry = entryOf(newId(), noted, 'waiting')
      await note(entry)
      entries.set(entry.upload.id, entry)
      begin(entry)
      return answer(entry)
    },
    async wanted(id: string): Promise<Answer> {
      return answer(await find(id))
    },
    async give(id: string, start: number, bytes: Uint8Array): Promise<Answer> {
      const entry = await find(id)
      entry.attempt?.source.give(start, bytes)
      return answer(entry)
    },
    async pause(id: string): Promise<Answer> {
      const entry = await find(id)
      stop(entry, 'paused')
      return answer(entry)
    },
    /** @throws {ServiceError} `source_changed` when the size of the file has changed */
    async resume(id: string, size: number): Promise<Answer> {
      const entry = await find(id)
      const { state } = entry.upload
      if (state === 'done' || state === 'linking') return answer(entry)
      if (size !== entry.upload.size) throw sourceChanged('no longer has the size it had at the start')
      stop(entry, 'paused')
      await entry.attempt?.ended
      if (entry.upload.state === 'paused') begin(entry) // it may have ended meanwhile
      return answer(entry)
    },
    async forget(id: string): Promise<void> {
      const entry = await find(id)
      entries.delete(id)
      leaveQueue(entry)
      entry.attempt?.cancel.abort(new Stopped())
      entry.attempt?.source.end(new Stopped())
      await entry.attempt?.ended
      const { place, state } = entry.upload
      if (place.kind === 'folder' && state !== 'done') await folders.discard(place.folder_id, id)
      await uploadStore.remove(id)
    },
    /** Resolves when all uploads have ended; called after the keys are wiped. */
    async settled(): Promise<void> {
      for (const { attempt } of entries.values()) await attempt?.ended
    },
  }

  /** Reads the notes once; after a failure the next caller tries again. */
  function load(): Promise<void> {
    loading ??= readNotes().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }

  async function readNotes(): Promise<void> {
    for (const [id, text] of await uploadStore.notes()) {
      const noted = openNote(account.keys(), id, text)
      if (noted === undefined) await uploadStore.remove(id)
      else entries.set(id, entryOf(id, noted, noted.stored === undefined ? 'needs_file' : 'failed'))
    }
  }

  async function find(id: string): Promise<Entry> {
    await load()
    const entry = entries.get(id)
    if (entry === undefined) throw new ServiceError('not_found', 'There is no such upload.')
    return entry
  }

  async function answer(entry: Entry): Promise<Answer> {
    const { state } = entry.upload
    const isReading = state === 'running' || state === 'linking'
    const wanted = isReading ? await (entry.attempt?.source.wanted() ?? null) : null
    return { upload: entry.upload, wanted }
  }

  function begin(entry: Entry): void {
    const onSilence = () => stop(entry, 'needs_file')
    const source = pulledSource(entry.upload.size, onSilence)
    entry.attempt = { source, cancel: new AbortController(), ended: Promise.resolve() }
    queue.push(entry)
    change(entry, { state: 'waiting', problem: null, done_bytes: 0 })
    beginNext()
  }

  function beginNext(): void {
    while (!isClosed && running.size < MAX_RUNNING) {
      const entry = queue.shift()
      if (entry?.attempt === undefined) return
      running.add(entry)
      change(entry, { state: 'running' })
      const { attempt } = entry
      attempt.ended = run(entry, attempt).finally(() => {
        attempt.source.end(new Stopped())
        running.delete(entry)
        beginNext()
      })
    }
  }

  function stop(entry: Entry, state: 'paused' | 'needs_file'): void {
    const isUnderWay = entry.upload.state === 'waiting' || entry.upload.state === 'running'
    if (!isUnderWay && state !== 'paused') return
    leaveQueue(entry)
    entry.attempt?.source.end(new Stopped())
    if (entry.upload.state !== 'done' && entry.upload.state !== 'linking') change(entry, { state })
  }

  function leaveQueue(entry: Entry): void {
    const place = queue.indexOf(entry)
    if (place !== -1) queue.splice(place, 1)
  }

  async function run(entry: Entry, attempt: Attempt): Promise<void> {
    try {
      const stored = (await storedBefore(entry)) ?? (await store(entry, attempt))
      if (!entries.has(entry.upload.id)) return
      change(entry, { state: 'linking', done_bytes: entry.upload.size })
      const placed = await putInPlace({ account, folders }, entry.upload, stored)
      await uploadStore.remove(entry.upload.id)
      change(entry, { state: 'done', ...placed })
    } catch (error) {
      if (error instanceof Stopped || isClosed) return
      change(entry, { state: 'failed', problem: sentenceFor(error) })
    }
  }

  /** Undefined if the file was never stored, or was deleted since; it is then stored again. */
  async function storedBefore(entry: Entry): Promise<UploadedFile | undefined> {
    const { stored, ...notStored } = entry.noted
    if (stored === undefined || entry.upload.place.kind === 'folder') return stored
    if ((await allowNotFound(tools.store.getAttachment(stored.attachmentId))) !== undefined) return stored
    entry.noted = notStored
    await note(entry)
    return undefined
  }

  async function store(entry: Entry, { source, cancel }: Attempt): Promise<UploadedFile> {
    const { id, filename, content_type, place } = entry.upload
    await requirePlace(account, place)
    const isInFolder = place.kind === 'folder'
    const store = isInFolder ? await folders.storeFor(place.folder_id, id) : tools.store
    const hidesNames = isInFolder || entry.noted.hidesNames
    // The published format reveals the name, and cannot represent an empty file.
    const family = hidesNames || entry.upload.size === 0 ? 'pdv1' : (account.keys().format ?? 'pdv1')
    let announcedMs = 0
    const stored = await uploadFile(
      { ...tools, store },
      {
        source,
        file: { filename, content_type },
        family,
        hidesNames,
        journal: uploadStore.journal(id),
        keys: currentKeys(account),
        signal: cancel.signal,
        onProgress(done_bytes) {
          entry.upload = { ...entry.upload, done_bytes }
          if (performance.now() - announcedMs < PROGRESS_EVERY_MS) return
          announcedMs = performance.now()
          announceIfCurrent(entry)
        },
      },
    )
    entry.noted = { ...entry.noted, stored }
    if (entries.has(id)) await note(entry)
    return stored
  }

  function change(entry: Entry, changes: Partial<Upload>): void {
    entry.upload = { ...entry.upload, ...changes }
    announceIfCurrent(entry)
  }

  function announceIfCurrent(entry: Entry): void {
    if (!isClosed && entries.has(entry.upload.id)) announce(entry.upload)
  }

  async function note({ upload, noted }: Entry): Promise<void> {
    await uploadStore.keepNote(upload.id, sealNote(account.keys(), upload.id, noted))
  }

  function sentenceFor(error: unknown): string {
    if (error instanceof CallError || error instanceof ServiceError) return error.message
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return 'The disk is full.'
    noteFault(error)
    return 'The upload failed because of an error in the program.'
  }
}

function entryOf(id: string, noted: Noted, state: 'waiting' | 'needs_file' | 'failed'): Entry {
  const { filename, content_type, size, place, created_at } = noted
  const isStored = noted.stored !== undefined
  const upload: Upload = {
    ...{ id, filename, content_type, size, state, place, created_at },
    done_bytes: isStored ? size : 0,
    problem: isStored ? 'The file is stored, but not yet added to its item or folder.' : null,
    item_id: null,
    slot_id: null,
  }
  return { upload, noted, attempt: undefined }
}

/** The keys are looked up at every use, so that nothing is sealed under wiped keys. */
function currentKeys(account: Account): DataKeys {
  return {
    get dataEncryptionKey() {
      return account.keys().dataEncryptionKey
    },
    get formerDataKeys() {
      return account.keys().formerDataKeys ?? []
    },
  }
}

/** The name, the target and the key of a file are private. */
function sealNote({ dataEncryptionKey: key }: DataKeys, id: string, noted: Noted): string {
  const content = Buffer.from(JSON.stringify(noted))
  try {
    return sealBound({ key, ctx: NOTE_CONTEXT, bound: [id] }, content, randomBytes)
  } finally {
    wipe(content)
  }
}

/** Opens a note; undefined if these keys cannot open it, so that the upload cannot continue. */
function openNote(keys: DataKeys, id: string, text: string): Noted | undefined {
  try {
    const content = openBound({ key: openingKey(keys, text), ctx: NOTE_CONTEXT, bound: [id] }, text)
    const noted = JSON.parse(Buffer.from(content).toString()) as Noted // sealed by sealNote
    wipe(content)
    return noted
  } catch (error) {
    if (error instanceof CryptoError) return undefined
    throw error
  }
}
