import type { FilePart } from '../../../shared/contract/file-range.ts'
import type { OpenedFileFacts } from '../../../shared/contract/workbench-files.ts'
import { MAX_PART_BYTES, workbenchFileOperations as operations } from '../../../shared/contract/workbench-files.ts'
import type { FolderFile } from '../../../shared/contract/workbench-folders.ts'
import { workbenchFolderOperations as folderOperations } from '../../../shared/contract/workbench-folders.ts'
import { call } from '../../api/call.ts'

/** A stored file that can be read in parts. */
export interface StoredFile {
  readonly facts: Omit<OpenedFileFacts, 'kind'>
  /** Detects its kind, for which a file that was only listed is read. */
  readonly look: (signal?: AbortSignal) => Promise<OpenedFileFacts>
  /** Reads bytes from `start`; fewer than requested only at the end of the file. */
  readonly part: (start: number, bytes: number, signal?: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>
}

/** A file of known kind. */
export interface OpenedFile extends Pick<StoredFile, 'part' | 'look'> {
  readonly facts: OpenedFileFacts
}

export interface SlotFile {
  readonly actor: string
  readonly item_id: string
  readonly slot_id: string
}

/** Opens the file of a slot, own or received. */
export async function openSlotFile({ actor, item_id, slot_id }: SlotFile, signal?: AbortSignal): Promise<OpenedFile> {
  const params = { user_id: actor, item_id, slot_id }
  const facts = await call(operations.slotFileOpen, { params }, signal)
  const read: ReadRange = (query, until) => call(operations.slotFilePart, { params, query }, until)
  return { ...stored(facts, read, () => Promise.resolve(facts)), facts }
}

/** A file of an own folder, as it was listed. */
export function folderFile(actor: string, folder_id: string, file: FolderFile): StoredFile {
  const params = { user_id: actor, folder_id, file_id: file.id }
  return stored(
    file,
    (query, until) => call(folderOperations.folderFilePart, { params, query }, until),
    (until) => call(folderOperations.folderFileOpen, { params }, until),
  )
}

/** A file in the folder of a slot, as it was listed. */
export function slotFolderFile({ actor, item_id, slot_id }: SlotFile, file: FolderFile): StoredFile {
  const params = { user_id: actor, item_id, slot_id, file_id: file.id }
  return stored(
    file,
    (query, until) => call(folderOperations.slotFolderFilePart, { params, query }, until),
    (until) => call(folderOperations.slotFolderFileOpen, { params }, until),
  )
}

type ReadRange = (query: { start: number; bytes: number }, signal?: AbortSignal) => Promise<FilePart>

function stored(facts: StoredFile['facts'], read: ReadRange, look: StoredFile['look']): StoredFile {
  return {
    facts,
    look,
    async part(start, wanted, signal) {
      const bytes = new Uint8Array(Math.max(0, Math.min(wanted, facts.size - start)))
      for (let filled = 0; filled < bytes.length;) {
        const query = { start: start + filled, bytes: Math.min(MAX_PART_BYTES, bytes.length - filled) }
        const { data } = await read(query, signal)
        // After an answer without bytes, the same bytes would be requested for ever.
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
 * @param told called with the number of bytes read
 */
export async function* readParts(
  { facts, part }: Pick<StoredFile, 'facts' | 'part'>,
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
