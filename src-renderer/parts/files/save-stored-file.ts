import { saveBlob } from '../../ui/save-file.ts'
import { savedFileName } from './file-name.ts'
import type { StoredFile } from './stored-file.ts'
import { readParts } from './stored-file.ts'

/** What a browser without a dialog for saving can be handed: it is in memory as a whole. */
export const MOST_IN_MEMORY = 256 * 1024 * 1024

interface SavePicker {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
}

/** The file is larger than what can be saved here. */
export class TooLargeToSave extends Error {}

/**
 * Saves a stored file where the person says: part by part where the browser has a dialog for it, else as a download.
 *
 * @param told how many bytes were read
 * @returns whether it was saved; false when the person closed the dialog
 */
export async function saveStoredFile(
  file: StoredFile,
  signal: AbortSignal,
  told: (bytes: number) => void,
): Promise<boolean> {
  const name = savedFileName(file.facts.filename)
  const picker = (globalThis as SavePicker).showSaveFilePicker
  const target = picker === undefined ? 'none' : await chosenTarget(() => picker({ suggestedName: name }))
  if (target === undefined) return false
  if (target === 'none') await download(file, name, signal, told)
  else await stream(file, target, signal, told)
  return true
}

/** Undefined: the person closed the dialog. `none`: the browser has one and does not let us write. */
async function chosenTarget(
  choose: () => Promise<FileSystemFileHandle>,
): Promise<FileSystemWritableFileStream | 'none' | undefined> {
  try {
    return await (await choose()).createWritable()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return error.name === 'AbortError' ? undefined : 'none'
  }
}

async function stream(
  file: StoredFile,
  target: FileSystemWritableFileStream,
  signal: AbortSignal,
  told: (bytes: number) => void,
): Promise<void> {
  try {
    for await (const part of readParts(file, signal, told)) await target.write(part)
  } catch (error) {
    await target.abort() // nothing of it is left at the place
    throw error
  }
  await target.close()
}

async function download(
  file: StoredFile,
  name: string,
  signal: AbortSignal,
  told: (bytes: number) => void,
): Promise<void> {
  if (file.facts.size > MOST_IN_MEMORY) throw new TooLargeToSave()
  const parts: Blob[] = []
  // One by one: a browser that is handed 256 MiB in one piece stands still for a second.
  for await (const part of readParts(file, signal, told)) parts.push(new Blob([part]))
  // No type: whatever it is, the browser saves it and shows none of it.
  saveBlob(name, new Blob(parts, { type: 'application/octet-stream' }))
}
