import { asPhrase, sentenceText, ServiceError } from '../../../shared/contract/errors.ts'
import type { FilePart } from '../../../shared/contract/file-range.ts'
import type { OpenedFileFacts } from '../../../shared/contract/workbench-files.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import type { Account } from '../account/account.ts'
import { KIND_BYTES, kindOf } from './file-kind.ts'
import type { OpenedFile } from './open-file.ts'
import { readFileBytes } from './open-file.ts'

/** An opened file, and how to ask whether its user may still read it, where reading does not ask that itself. */
export interface ReadableFile {
  readonly file: OpenedFile
  readonly requireAccess?: () => Promise<void>
}

interface Held {
  readonly readable: Promise<ReadableFile>
  end: NodeJS.Timeout
}

/** How long a file stays open after it was last read. */
const HELD_MS = 60_000

export type HeldFiles = ReturnType<typeof createHeldFiles>

/**
 * Files that a user has open. Each stays open for a minute, because a file is read in parts; its key is wiped with those of
 * the user.
 */
export function createHeldFiles(account: Pick<Account, 'whenWiped'>) {
  const held = new Map<string, Held>()
  account.whenWiped(() => {
    for (const name of held.keys()) drop(name)
  })

  return {
    /**
     * The facts about the file with this name. @throws {ServiceError} `value_cannot_be_opened`, and the errors of
     * opening it
     */
    facts: (name: string, open: () => Promise<ReadableFile>): Promise<OpenedFileFacts> =>
      reading(name, open, async (file) => {
        const first = await readFileBytes(file, { range: { start: 0, end: Math.min(KIND_BYTES, file.size) } })
        return { ...file.names, size: file.size, kind: kindOf(first) }
      }),

    /** Answers as many bytes as there are. @throws as `facts` */
    part: (name: string, open: () => Promise<ReadableFile>, { start, bytes }: WantedBytes): Promise<FilePart> =>
      reading(name, open, async (file) => {
        const end = Math.min(start + bytes, file.size)
        if (start >= end) return { byte_size: file.size, first: 0, last: -1, data: new Uint8Array() }
        const data = await readFileBytes(file, { range: { start, end } })
        return { byte_size: file.size, first: start, last: end - 1, data }
      }),

    drop,
  }

  async function reading<Result>(
    name: string,
    open: () => Promise<ReadableFile>,
    work: (file: OpenedFile) => Promise<Result>,
  ): Promise<Result> {
    try {
      const { file } = await hold(name, open)
      const result = await work(file)
      held.get(name)?.end.refresh()
      return result
    } catch (error) {
      throw namedFault(error)
    }
  }

  async function hold(name: string, open: () => Promise<ReadableFile>): Promise<ReadableFile> {
    const known = held.get(name)
    if (known === undefined) return begin(name, open())
    known.end.refresh()
    const readable = await known.readable
    await readable.requireAccess?.()
    return readable
  }

  function begin(name: string, readable: Promise<ReadableFile>): Promise<ReadableFile> {
    held.set(name, { readable, end: setTimeout(() => drop(name), HELD_MS).unref() })
    readable.catch(() => drop(name))
    return readable
  }

  function drop(name: string): void {
    const known = held.get(name)
    if (known === undefined) return
    clearTimeout(known.end)
    held.delete(name)
    known.readable.then(
      ({ file }) => file.close(),
      () => undefined,
    )
  }
}

interface WantedBytes {
  readonly start: number
  readonly bytes: number
}

/** Translates the reason why a file cannot be opened; it never contains the key. */
export function namedFault(error: unknown): unknown {
  if (!(error instanceof CryptoError)) return error
  return new ServiceError('value_cannot_be_opened', sentenceText(asPhrase(error)), { cause: error })
}
