import type { FileHandle } from 'node:fs/promises'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isMissing } from '../../../shared/coded-error.ts'
import type { UploadJournal } from './upload-record.ts'

/** Stores the journal of an upload in a file. Lines that are added during a flush share the next one. */
export function fileUploadJournal(path: string): UploadJournal {
  let handle: FileHandle | undefined
  let unflushed: string[] = []
  let flushed: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  return {
    async read() {
      try {
        const lines = (await readFile(path, 'utf8')).split('\n')
        return lines.slice(0, -1) // the last element is empty, or a line left incomplete by a crash
      } catch (error) {
        if (isMissing(error)) return []
        throw error
      }
    },
    async begin(lines) {
      await close()
      const temporary = `${path}.new`
      handle = await open(temporary, 'w', 0o600)
      await handle.writeFile(textOf(lines))
      await handle.datasync()
      await rename(temporary, path)
      await flushFolder(dirname(path))
    },
    add(line) {
      unflushed.push(line)
      return flush()
    },
    note(line) {
      unflushed.push(line)
    },
    async remove() {
      await close()
      await rm(path, { force: true })
    },
    close,
  }

  /** Writes and flushes every waiting line after the previous flush. */
  function flush(): Promise<void> {
    next ??= flushed.then(async () => {
      next = undefined
      const lines = unflushed
      unflushed = []
      handle ??= await open(path, 'a', 0o600)
      await handle.appendFile(textOf(lines))
      await handle.datasync()
    })
    const mine = next
    flushed = mine.catch(() => undefined) // the callers get the error from `mine`
    return mine
  }

  async function close(): Promise<void> {
    await flushed
    unflushed = []
    await handle?.close()
    handle = undefined
  }
}

/** Makes the rename survive a power loss. Windows cannot flush a folder, and does not need to. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}
