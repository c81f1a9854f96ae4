import { saveBlob } from '../../ui/save-file.ts'
import { savedFileName } from './file-name.ts'
import type { StoredFile } from './stored-file.ts'
import { readParts } from './stored-file.ts'

/** The largest file for a browser without a save dialog: it is in memory as a whole. */
export const MOST_IN_MEMORY = 256 * 1024 * 1024

interface SavePicker {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
}

/** The file is too large to be saved here. */
export class TooLargeToSave extends Error {}

/** The target of a file: `download` if the browser has no save dialog, or does not let us write. */
export type SaveTarget = FileSystemFileHandle | 'download'

/**
 * Saves a stored file: part by part to a chosen target if the browser has a save dialog, else as a download.
 *
 * @param told called with the number of bytes read
 * @returns whether it was saved; false when the person closed the dialog
 */
export async function saveStoredFile(
  file: StoredFile,
  signal: AbortSignal,
  told: (bytes: number) => void,
): Promise<boolean> {
  const target = await chooseSaveTarget(savedFileName(file.facts.filename))
  if (target === undefined) return false
  await saveTo(target, file, { signal, told })
  return true
}

/**
 * Asks where to save; a browser does so only right after a click. @returns undefined if the person closed the dialog
 */
export async function chooseSaveTarget(suggestedName: string): Promise<SaveTarget | undefined> {
  const picker = (globalThis as SavePicker).showSaveFilePicker
  try {
    return picker === undefined ? 'download' : await picker({ suggestedName })
  } catch (error) {
    return withoutDialog(error)
  }
}

/** @throws {TooLargeToSave} if it can only be downloaded, and is too large for that */
export async function saveTo(
  target: SaveTarget,
  file: Pick<StoredFile, 'facts' | 'part'>,
  { signal, told }: { readonly signal: AbortSignal; readonly told: (bytes: number) => void },
): Promise<void> {
  const writable = target === 'download' ? undefined : await target.createWritable().catch(withoutDialog)
  if (writable === undefined || writable === 'download')
    await download(file, savedFileName(file.facts.filename), signal, told)
  else await stream(file, writable, signal, told)
}

/** Undefined if the person closed the dialog. */
function withoutDialog(error: unknown): 'download' | undefined {
  if (!(error instanceof DOMException)) throw error
  return error.name === 'AbortError' ? undefined : 'download'
}

async function stream(
  file: Pick<StoredFile, 'facts' | 'part'>,
  target: FileSystemWritableFileStream,
  signal: AbortSignal,
  told: (bytes: number) => void,
): Promise<void> {
  try {
    for await (const part of readParts(file, signal, told)) await target.write(part)
  } catch (error) {
    await target.abort() // leaves no partial file
    throw error
  }
  await target.close()
}

async function download(
  file: Pick<StoredFile, 'facts' | 'part'>,
  name: string,
  signal: AbortSignal,
  told: (bytes: number) => void,
): Promise<void> {
  if (file.facts.size > MOST_IN_MEMORY) throw new TooLargeToSave()
  const parts: Blob[] = []
  // Part by part, because one piece of 256 MiB would block the browser for a second.
  for await (const part of readParts(file, signal, told)) parts.push(new Blob([part]))
  // Without a type the browser saves any file and shows none.
  saveBlob(name, new Blob(parts, { type: 'application/octet-stream' }))
}
