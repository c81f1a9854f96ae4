import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../../../shared/coded-error.ts'
import { fileUploadJournal } from './file-upload-journal.ts'
import type { UploadJournal } from './upload-record.ts'

/** Port for storing a user's uploads across restarts: for each a sealed note and a journal. */
export interface UploadStore {
  /** Notes by upload id. */
  notes(): Promise<ReadonlyMap<string, string>>
  /** Stores or replaces a note. Resolves once it would survive a power failure. */
  keepNote(id: string, note: string): Promise<void>
  journal(id: string): UploadJournal
  /** Deletes note and journal. */
  remove(id: string): Promise<void>
}

const NOTE = '.note'
const JOURNAL = '.journal'

/** A store in a folder, which is created with the first note. */
export function fileUploadStore(folder: string): UploadStore {
  const noteOf = (id: string) => join(folder, `${id}${NOTE}`)
  const journalOf = (id: string) => join(folder, `${id}${JOURNAL}`)
  return {
    async notes() {
      const ids = (await namesIn(folder))
        .filter((name) => name.endsWith(NOTE))
        .map((name) => name.slice(0, -NOTE.length))
      return new Map(await Promise.all(ids.map(async (id) => [id, await readFile(noteOf(id), 'utf8')] as const)))
    },
    async keepNote(id, note) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const temporary = `${noteOf(id)}.new`
      const file = await open(temporary, 'w', 0o600)
      try {
        await file.writeFile(note)
        await file.datasync()
      } finally {
        await file.close()
      }
      await rename(temporary, noteOf(id))
    },
    journal: (id) => fileUploadJournal(journalOf(id)),
    async remove(id) {
      for (const path of [noteOf(id), journalOf(id)]) {
        await rm(path, { force: true })
        await rm(`${path}.new`, { force: true })
      }
    },
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** A store in memory. */
export function memoryUploadStore(): UploadStore {
  const notes = new Map<string, string>()
  const journals = new Map<string, string[]>()
  return {
    notes: () => Promise.resolve(new Map(notes)),
    keepNote: (id, note) => Promise.resolve(void notes.set(id, note)),
    journal: (id) => ({
      read: () => Promise.resolve([...(journals.get(id) ?? [])]),
      begin: (lines) => Promise.resolve(void journals.set(id, [...lines])),
      add: (line) => Promise.resolve(void journals.get(id)?.push(line)),
      note: (line) => void journals.get(id)?.push(line),
      remove: () => Promise.resolve(void journals.delete(id)),
      close: () => Promise.resolve(),
    }),
    remove(id) {
      notes.delete(id)
      journals.delete(id)
      return Promise.resolve()
    },
  }
}
