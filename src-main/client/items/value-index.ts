import { Worker } from 'node:worker_threads'
import { vaultOperations } from '../../../shared/contract/index.ts'
import type { ReplyFor } from '../../../shared/contract/operation.ts'
import type { Slot } from '../../../shared/contract/slots.ts'
import type { DataKeys } from '../../crypto/data-keys.ts'
import { wipe } from '../../crypto/keys.ts'
import { START_MS, taskThread } from '../../threads/task-thread.ts'
import type { Account } from '../account/account.ts'
import { pagesOf } from '../account/pages.ts'
import type { SealedItem } from './value-texts.ts'
import type { ValueTask } from './value-worker.ts'

type Page = Pick<ReplyFor<typeof vaultOperations.itemsGet>, 'items' | 'slots'>

export interface FoundValues {
  /** The words that the values of an item contain, one per line. */
  readonly wordsOf: (itemId: string) => string
  /** Whether all items were searched. */
  readonly complete: boolean
}

const MAX_WORDS = 32

/** A page takes milliseconds; the limit is for a thread that never answers. */
const LIMIT_MS = START_MS

/**
 * Searches the values of a user's items, except secret ones. They are opened in a separate thread, which starts with
 * the first search and ends when the keys are wiped, so that no opened value is in the memory of the service or the
 * window.
 */
export function createValueIndex(account: Account, startWorker: () => Worker = startValueWorker) {
  let running: Running | undefined

  return {
    /**
     * Finds the words that the values of each item contain. The first search starts to read all items; until it has
     * finished, only those read so far are searched.
     *
     * @param words folded for search; only the first 32 count
     * @throws {ServiceError} `user_locked`
     */
    async find(words: readonly string[]) {
      const index = (running ??= begin())
      const searched = words.slice(0, MAX_WORDS)
      const found = await settled(index, index.find(searched))
      const textOf = memoized((mask) => searched.filter((_, bit) => ((mask >>> bit) & 1) === 1).join('\n'))
      return {
        complete: index.isComplete(),
        wordsOf: (itemId: string) => textOf(found?.[index.numbers.get(itemId) ?? -1] ?? 0),
      }
    },
    /** Replaces the values of items that changed. */
    noteRead(page: Page) {
      if (running !== undefined) void settled(running, running.replace(page))
    },
    end,
  }

  function begin(): Running {
    const index = run(account, startWorker)
    account.whenWiped(() => running === index && void end())
    void settled(index, index.reading)
    return index
  }

  /** Undefined if the index has ended or failed; the next search then starts over. */
  async function settled<Result>(index: Running, result: Promise<Result>): Promise<Result | undefined> {
    try {
      return await result
    } catch {
      if (running === index) await end()
      return undefined
    }
  }

  /** Ends the thread, and with it every opened value. */
  async function end(): Promise<void> {
    const ended = running
    running = undefined
    await ended?.end()
  }
}

/** Caches results, because many items contain the same words. */
function memoized(make: (mask: number) => string): (mask: number) => string {
  const made = new Map<number, string>()
  return (mask) => {
    const text = made.get(mask) ?? make(mask)
    made.set(mask, text)
    return text
  }
}

type Running = ReturnType<typeof run>

function run(account: Account, startWorker: () => Worker) {
  const keys = sharedCopy(account.keys())
  const thread = taskThread(startWorker, undefined)
  const runTask = (task: ValueTask): Promise<unknown> => thread.run(task, { limitMs: LIMIT_MS })
  const numbers = new Map<string, number>()
  let isEnded = false
  let isComplete = false
  const reading = readAll()

  return {
    numbers,
    /** Resolves when all items are read; rejects if the thread or a call fails. */
    reading,
    isComplete: () => isComplete,
    replace,
    find: async (words: readonly string[]) => (await runTask({ kind: 'find', words })) as Uint32Array, // from value-worker.ts
    async end() {
      isEnded = true
      wipe(keys.dataEncryptionKey, ...(keys.formerDataKeys ?? []))
      await thread.close()
    },
  }

  async function readAll(): Promise<void> {
    await runTask({ kind: 'begin', keys })
    for await (const page of pagesOf((query) => account.call(vaultOperations.itemsGet, { query }))) {
      if (isEnded) return
      await replace(page)
    }
    isComplete = true
  }

  function replace({ items, slots }: Page): Promise<unknown> {
    const slotsOf = Map.groupBy(slots, ({ item_id }) => item_id)
    const sealed = items.map(({ id, own, original_id }): SealedItem => {
      const number = numbers.get(id) ?? numbers.size
      numbers.set(id, number)
      return { number, item: { id, own, original_id }, slots: (slotsOf.get(id) ?? []).filter(hasValue) }
    })
    return runTask({ kind: 'replace', items: sealed })
  }
}

const hasValue = ({ encrypted_value }: Slot): boolean => encrypted_value !== null

/** Copies the keys into shared memory, so that wiping them here also wipes them in the thread. */
function sharedCopy(keys: DataKeys): DataKeys {
  const shared = <Key extends Uint8Array>(key: Key): Key => {
    const copy = new Uint8Array(new SharedArrayBuffer(key.length))
    copy.set(key)
    return copy as Uint8Array as Key // a copy of a key is a key of the same kind
  }
  const { dataEncryptionKey, formerDataKeys } = keys
  return {
    dataEncryptionKey: shared(dataEncryptionKey),
    ...(formerDataKeys !== undefined && { formerDataKeys: formerDataKeys.map(shared) }),
  }
}

function startValueWorker(): Worker {
  // The bundler rewrites exactly this expression to the built worker (vite.config.ts); Node runs the source.
  return new Worker(new URL('./value-worker.ts', import.meta.url))
}
