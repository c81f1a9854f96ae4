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

/** A page takes milliseconds; this is for a thread that never answers. */
const LIMIT_MS = START_MS

/**
 * The values of one actor's items that are not secret. They are opened and searched in a thread of their own, which starts
 * with the first search and ends with the keys, so that no opened value is in the memory of the service or of the window.
 */
export function createValueIndex(account: Account, startWorker: () => Worker = startValueWorker) {
  let running: Running | undefined

  return {
    /**
     * Finds which of the words the values of each item contain. The first search starts reading all items; until that is
     * done, only those read so far are searched.
     *
     * @param words folded; only the first 32 count
     * @throws {ServiceError} `user_locked`
     */
    async find(words: readonly string[]) {
      const index = (running ??= begin())
      const looked = words.slice(0, MAX_WORDS)
      const found = await settled(index, index.find(looked))
      const textOf = memoized((mask) => looked.filter((_, bit) => ((mask >>> bit) & 1) === 1).join('\n'))
      return {
        complete: index.isComplete(),
        wordsOf: (itemId: string) => textOf(found?.[index.numbers.get(itemId) ?? -1] ?? 0),
      }
    },
    /** Items that were read again, after they changed. */
    noteRead(page: Page) {
      if (running !== undefined) void settled(running, running.keep(page))
    },
    end,
  }

  function begin(): Running {
    const index = run(account, startWorker)
    account.whenWiped(() => running === index && void end())
    void settled(index, index.reading)
    return index
  }

  /** Undefined if the index was ended or failed: the next search starts over. */
  async function settled<Result>(index: Running, result: Promise<Result>): Promise<Result | undefined> {
    try {
      return await result
    } catch {
      if (running === index) await end()
      return undefined
    }
  }

  /** Ends the thread, with all that it holds. */
  async function end(): Promise<void> {
    const ended = running
    running = undefined
    await ended?.end()
  }
}

/** Memoizes, since many items contain the same words. */
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
  const does = (task: ValueTask): Promise<unknown> => thread.run(task, { limitMs: LIMIT_MS })
  const numbers = new Map<string, number>()
  let isEnded = false
  let isComplete = false
  const reading = readAll()

  return {
    numbers,
    /** All items; it fails where the thread or a call does. */
    reading,
    isComplete: () => isComplete,
    keep,
    find: async (words: readonly string[]) => (await does({ kind: 'find', words })) as Uint32Array, // the answer of value-worker.ts
    async end() {
      isEnded = true
      wipe(keys.dataEncryptionKey, ...(keys.formerDataKeys ?? []))
      await thread.close()
    },
  }

  async function readAll(): Promise<void> {
    await does({ kind: 'begin', keys })
    for await (const page of pagesOf((query) => account.call(vaultOperations.itemsGet, { query }))) {
      if (isEnded) return
      await keep(page)
    }
    isComplete = true
  }

  function keep({ items, slots }: Page): Promise<unknown> {
    const slotsOf = Map.groupBy(slots, ({ item_id }) => item_id)
    const sealed = items.map(({ id, own, original_id }): SealedItem => {
      const number = numbers.get(id) ?? numbers.size
      numbers.set(id, number)
      return { number, item: { id, own, original_id }, slots: (slotsOf.get(id) ?? []).filter(hasValue) }
    })
    return does({ kind: 'keep', items: sealed })
  }
}

const hasValue = ({ encrypted_value }: Slot): boolean => encrypted_value !== null

/** A copy of the keys in shared memory: wiping it here wipes it in the thread. */
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
