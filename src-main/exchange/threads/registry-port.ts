import { performance } from 'node:perf_hooks'
import { receiveMessageOnPort } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { Registries } from '../presentations/open-context.ts'
import type { HeldStatusList } from '../registries/registry.ts'

/** The registries that a thread can query; entries are plain data. */
type Name = 'contexts' | 'dids' | 'schemas' | 'statusLists'

interface Question {
  /** The number of this question on its thread; its answer has the same. */
  readonly number: number
  readonly name: Name
  readonly key: string
}

/** The connection between the threads: a port for questions and answers, and a signal to wake the other. */
export interface RegistryPort {
  readonly port: MessagePort
  /** Counts the answers. */
  readonly signal: Int32Array
}

/** Longest wait for an answer: as long as a whole verification. */
const WAIT_MS = 5000

/** Answers each question at once, on the thread that has the registries. */
export function serveRegistries(registries: Registries, { port, signal }: RegistryPort): void {
  port.on('message', (question: Question) => {
    port.postMessage(answerTo(registries, question))
    Atomics.add(signal, 0, 1)
    Atomics.notify(signal, 0)
  })
  port.unref()
}

/** A registry that fails counts as one without the entry; `found` tells them apart. */
function answerTo(registries: Registries, { number, name, key }: Question): Answer {
  try {
    return { number, found: registries[name].find(key) }
  } catch {
    return { number, failed: true }
  }
}

type Answer = { readonly number: number } & ({ readonly found: unknown } | { readonly failed: true })

/** How many questions this thread has asked. */
let asked = 0

interface AskedRegistries extends Registries {
  /** Starts a task and forgets the entries of the one before. */
  readonly begin: (task: CurrentRegistries) => void
}

/**
 * The registries on the worker thread, which fetches each entry at first use. Lookups are synchronous, so this thread
 * sleeps until the answer arrives.
 *
 * @param waitMs longest wait for one answer in milliseconds; over it the lookup throws
 */
export function registriesOver(at: RegistryPort, waitMs = WAIT_MS): AskedRegistries {
  const held = new Map<string, unknown>()
  let current: CurrentRegistries = { revision: 0, trust: [], allowInlineContexts: false }
  const find = (name: Name, key: string): unknown => {
    const place = `${name} ${key}`
    if (!held.has(place)) held.set(place, ask(at, { name, key }, waitMs))
    return held.get(place)
  }
  // The answer is an entry of the registry with this name.
  return {
    contexts: { find: (url) => find('contexts', url) as JsonObject | undefined },
    dids: { find: (did) => find('dids', did) as JsonObject | undefined },
    schemas: { find: (url) => find('schemas', url) },
    statusLists: { find: (url) => find('statusLists', url) as HeldStatusList | undefined },
    trustList: () => current.trust,
    revision: () => current.revision,
    allowInlineContexts: () => current.allowInlineContexts,
    begin(task) {
      current = task
      held.clear()
    },
  }
}

/** The registry data of a task. */
export interface CurrentRegistries {
  readonly revision: number
  readonly trust: ReturnType<Registries['trustList']>
  readonly allowInlineContexts: boolean
}

function ask({ port, signal }: RegistryPort, question: Omit<Question, 'number'>, waitMs: number): unknown {
  const number = (asked += 1)
  const until = performance.now() + waitMs
  port.postMessage({ ...question, number } satisfies Question)
  for (;;) {
    const answered = Atomics.load(signal, 0)
    const received: { readonly message: Answer } | undefined = receiveMessageOnPort(port) // by serveRegistries
    if (received === undefined) {
      const leftMs = until - performance.now()
      if (leftMs <= 0) throw new Error('a registry did not answer')
      Atomics.wait(signal, 0, answered, leftMs)
    } else if (received.message.number === number) {
      if ('failed' in received.message) throw new Error('a registry did not answer')
      return received.message.found
    } // else the late answer to a question that was given up
  }
}
