import type { OpenedFileFacts } from '../../../shared/contract/workbench-files.ts'
import { MAX_PART_BYTES, workbenchFileOperations as operations } from '../../../shared/contract/workbench-files.ts'
import type { FilePart } from '../../../shared/contract/file-stretch.ts'
import { call } from '../../api/call.ts'

/** A stored file that can be read in parts, wherever it lies. */
export interface StoredFile {
  readonly facts: OpenedFileFacts
  /** Bytes from `start` on; fewer than asked for at the end of the file alone. */
  readonly part: (start: number, bytes: number, signal?: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>
}

/** Where the file of a slot is. */
export interface SlotFile {
  readonly actor: string
  readonly item_id: string
  readonly slot_id: string
}

/** Opens the file of a slot, own or received. */
export async function openSlotFile({ actor, item_id, slot_id }: SlotFile, signal?: AbortSignal): Promise<StoredFile> {
  const params = { user_id: actor, item_id, slot_id }
  const facts = await call(operations.slotFileOpen, { params }, signal)
  return stored(facts, (query, until) => call(operations.slotFilePart, { params, query }, until))
}

type ReadStretch = (query: { start: number; bytes: number }, signal?: AbortSignal) => Promise<FilePart>

function stored(facts: OpenedFileFacts, read: ReadStretch): StoredFile {
  return {
    facts,
    async part(start, wanted, signal) {
      const bytes = new Uint8Array(Math.max(0, Math.min(wanted, facts.size - start)))
      for (let filled = 0; filled < bytes.length;) {
        const query = { start: start + filled, bytes: Math.min(MAX_PART_BYTES, bytes.length - filled) }
        const { data } = await read(query, signal)
        // An answer without bytes would be asked for again for ever.
        if (data.length === 0) throw new TypeError('the file ended before its size')
        bytes.set(data.subarray(0, bytes.length - filled), filled)
        filled += data.length
      }
      return bytes
    },
  }
}

/**
 * Reads a file part by part.
 *
 * @param told how many bytes were read
 */
export async function* readParts(
  { facts, part }: StoredFile,
  signal: AbortSignal,
  told: (bytes: number) => void = () => undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let start = 0; start < facts.size; start += MAX_PART_BYTES) {
    signal.throwIfAborted()
    const bytes = await part(start, MAX_PART_BYTES, signal)
    told(start + bytes.length)
    yield bytes
  }
}
