import { defineStore } from 'pinia'
import { computed, shallowReactive, watch } from 'vue'
import type { FilePlace, Upload, WantedPart } from '../../../shared/contract/workbench-files.ts'
import { workbenchFileOperations as operations } from '../../../shared/contract/workbench-files.ts'
import { compareTexts } from '../../../shared/folded-text.ts'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import { onWorkbenchEvent } from '../../session/use-workbench.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'

/** An upload with its user. */
export interface UploadRow {
  readonly actor: string
  readonly upload: Upload
  /** Bytes a second while it runs; 0 until it is known. */
  readonly speed: number
  /** A problem of this window. */
  readonly problem: string | undefined
}

interface Answer {
  readonly upload: Upload
  readonly wanted: WantedPart
}

/** The number of parallel uploads; a browser has few connections to one server, and other calls need some. */
const SENDING = 2
/** The share of the newest measurement in the speed that is shown. */
const NEWEST = 0.3

/**
 * The uploads of all signed-in users, from the main process, and the local files they are read from. A file stays here
 * until its upload is done or cancelled, so that it can be paused and resumed.
 */
export const useUploads = defineStore('uploads', () => {
  const store = useWorkbenchStore()
  const rows = shallowReactive(new Map<string, UploadRow>())
  const files = new Map<string, File>()
  /** When an upload's bytes were last measured, for its speed. */
  const measured = new Map<string, { readonly at: number; readonly bytes: number }>()
  const sending = new Set<string>()
  const waiting = shallowReactive<{ readonly run: () => Promise<void>; readonly actor: string }[]>([])
  const afterwards = new Set<(row: UploadRow, file: File) => void>()
  let running = 0

  const list = computed(() =>
    [...rows.values()].toSorted((one, other) => compareTexts(other.upload.created_at, one.upload.created_at)),
  )
  const open = computed(() => list.value.filter(({ upload }) => upload.state !== 'done'))
  /** The progress of all uploads in percent. */
  const percent = computed(() => {
    const size = sum(open.value, ({ upload }) => upload.size)
    // At most 99, because all bytes have arrived before the last file belongs to its item.
    return size === 0 ? 0 : Math.min(99, Math.floor((100 * sum(open.value, ({ upload }) => upload.done_bytes)) / size))
  })

  function take(actor: string, told: Upload): void {
    const upload = stateHere(told)
    const before = rows.get(upload.id)
    const row = { actor, upload, speed: speedOf(upload, before?.speed ?? 0), problem: undefined }
    rows.set(upload.id, row)
    const file = files.get(upload.id)
    if (upload.state !== 'done' || file === undefined) return
    files.delete(upload.id)
    for (const tell of afterwards) tell(row, file)
  }

  function speedOf(upload: Upload, before: number): number {
    const now = { at: performance.now(), bytes: upload.done_bytes }
    const last = measured.get(upload.id)
    measured.set(upload.id, now)
    if (last === undefined || upload.state !== 'running' || now.at <= last.at || now.bytes < last.bytes) return before
    const speed = (1000 * (now.bytes - last.bytes)) / (now.at - last.at)
    return before === 0 ? speed : NEWEST * speed + (1 - NEWEST) * before
  }

  /** Runs it once fewer than SENDING uploads run. */
  function inTurn(actor: string, run: () => Promise<void>): void {
    waiting.push({ actor, run })
    next()
  }

  function next(): void {
    if (running >= SENDING) return
    const turn = waiting.shift()
    if (turn === undefined) return
    running += 1
    void turn.run().finally(() => {
      running -= 1
      next()
    })
    next()
  }

  /**
   * Seals and stores a file of this window.
   *
   * @param refused why it could not begin
   */
  function start(actor: string, file: File, place: FilePlace, refused: (reason: string) => void): void {
    inTurn(actor, async () => {
      try {
        const answer = await call(operations.uploadStart, {
          params: { user_id: actor },
          body: { filename: file.name, content_type: file.type || undefined, size: file.size, place },
        })
        files.set(answer.upload.id, file)
        await send(actor, answer)
      } catch (error) {
        refused(failureOf(error).message)
      }
    })
  }

  /** Sends parts until no more are wanted. */
  async function send(actor: string, first: Answer): Promise<void> {
    const { id } = first.upload
    take(actor, first.upload)
    if (sending.has(id)) return
    sending.add(id)
    try {
      let part = await whatIsWanted(actor, first)
      while (part !== null) {
        const bytes = await readPart(id, part)
        if (bytes === undefined) {
          await loseFile(actor, id)
          return
        }
        const params = { user_id: actor, upload_id: id, start: part.start }
        const answer = await call(operations.uploadPart, { params, body: bytes })
        if (!rows.has(id)) return
        take(actor, answer.upload)
        part = await whatIsWanted(actor, answer)
      }
    } catch (error) {
      fail(id, failureOf(error).message)
    } finally {
      sending.delete(id)
    }
  }

  /** The next part to send; asks the main process, which answers once it is this upload's turn. */
  async function whatIsWanted(actor: string, { upload, wanted }: Answer): Promise<WantedPart> {
    if (upload.state !== 'waiting' || wanted !== null) return wanted
    const answer = await call(operations.uploadWanted, { params: { user_id: actor, upload_id: upload.id } })
    if (!rows.has(upload.id)) return null
    take(actor, answer.upload)
    return answer.wanted
  }

  /** Undefined if the file was changed, moved or deleted, or is not in this window. */
  async function readPart(
    id: string,
    { start, bytes }: NonNullable<WantedPart>,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    try {
      const read = await files
        .get(id)
        ?.slice(start, start + bytes)
        .arrayBuffer()
      return read?.byteLength === bytes ? new Uint8Array(read) : undefined
    } catch (error) {
      if (error instanceof DOMException) return undefined
      throw error
    }
  }

  async function loseFile(actor: string, id: string): Promise<void> {
    files.delete(id)
    const { upload } = await call(operations.uploadPause, { params: { user_id: actor, upload_id: id } })
    take(actor, upload)
  }

  function fail(id: string, problem: string | undefined): void {
    const row = rows.get(id)
    if (row !== undefined) rows.set(id, { ...row, problem })
  }

  async function pause({ actor, upload }: UploadRow): Promise<void> {
    await tried(upload.id, async () => {
      const answer = await call(operations.uploadPause, { params: { user_id: actor, upload_id: upload.id } })
      take(actor, answer.upload)
    })
  }

  /**
   * @param given the file again, if this window does not have it. A failed upload is tried without it, because all
   *   parts may be stored already; otherwise it asks for its file.
   */
  function resume({ actor, upload }: UploadRow, given?: File): void {
    if (given !== undefined) files.set(upload.id, given)
    const size = files.get(upload.id)?.size ?? (upload.state === 'failed' ? upload.size : undefined)
    if (size === undefined) {
      take(actor, upload)
      return
    }
    fail(upload.id, undefined)
    inTurn(actor, () =>
      tried(
        upload.id,
        async () => {
          const params = { user_id: actor, upload_id: upload.id }
          await send(actor, await call(operations.uploadResume, { params, body: { size } }))
        },
        () => given !== undefined && files.delete(upload.id),
      ),
    )
  }

  /** Cancels it, or forgets one that is over. */
  async function forget({ actor, upload }: UploadRow): Promise<void> {
    await tried(upload.id, async () => {
      await call(operations.uploadForget, { params: { user_id: actor, upload_id: upload.id } })
      drop(upload.id)
    })
  }

  async function tried(id: string, act: () => Promise<void>, refused: () => unknown = () => undefined): Promise<void> {
    try {
      await act()
    } catch (error) {
      refused()
      fail(id, failureOf(error).message)
    }
  }

  function drop(id: string): void {
    rows.delete(id)
    files.delete(id)
    measured.delete(id)
  }

  async function read(actor: string): Promise<void> {
    try {
      const { uploads } = await call(operations.uploadRows, { params: { user_id: actor } })
      for (const upload of uploads) if (isSignedIn(actor)) take(actor, upload)
    } catch (error) {
      failureOf(error) // it was locked meanwhile; the next sign-in reads it again
    }
  }

  /** Whether a stopped upload needs its file again is known only here: it does unless this window has the file. */
  function stateHere(upload: Upload): Upload {
    if (upload.state !== 'paused' && upload.state !== 'needs_file') return upload
    return { ...upload, state: files.has(upload.id) ? 'paused' : 'needs_file' }
  }

  const isSignedIn = (actor: string): boolean =>
    store.status?.state === 'open' && store.usersById.get(actor)?.state === 'signed_in'
  const signedIn = computed(() => store.users.map(({ id }) => id).filter(isSignedIn))

  // Drops a locked user's uploads and files.
  watch(
    signedIn,
    (now, before = []) => {
      for (const { actor, upload } of [...rows.values()]) if (!now.includes(actor)) drop(upload.id)
      const left = waiting.filter(({ actor }) => now.includes(actor))
      if (left.length < waiting.length) waiting.splice(0, waiting.length, ...left)
      for (const actor of now) if (!before.includes(actor)) void read(actor)
    },
    { immediate: true, flush: 'sync' },
  )
  onWorkbenchEvent((event) => {
    if (event.type === 'upload' && isSignedIn(event.user_id)) take(event.user_id, event.upload)
  })

  /** Hears of every file of this window that was stored, with the file. Returns how to stop. */
  function onStored(told: (row: UploadRow, file: File) => void): () => void {
    afterwards.add(told)
    return () => afterwards.delete(told)
  }

  return { list, open, percent, waiting: computed(() => waiting.length), start, pause, resume, forget, onStored }
})

function sum(some: readonly UploadRow[], of: (row: UploadRow) => number): number {
  return some.reduce((total, row) => total + of(row), 0)
}
