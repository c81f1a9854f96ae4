import { performance } from 'node:perf_hooks'
import { receiveMessageOnPort } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { Registries } from '../presentations/open-context.ts'
import type { HeldStatusList } from '../registries/registry.ts'

/** The registries that a thread can query. */
type Name = 'contexts' | 'dids' | 'schemas' | 'statusLists' | 'issuerMetadata' | 'trustAnchors'

interface Question {
  /** Identifies the question and its answer. */
  readonly number: number
  readonly name: Name
  readonly key: string
}

/** The connection between two threads: a port for questions and answers, and a signal that wakes the asking thread. */
export interface RegistryPort {
  readonly port: MessagePort
  /** Counts the answers. */
  readonly signal: Int32Array
}

/** The longest wait for an answer, as long as a whole verification may take. */
const WAIT_MS = 5000

/** Answers questions on the thread that has the registries. */
export function serveRegistries(registries: Registries, { port, signal }: RegistryPort): void {
  port.on('message', (question: Question) => {
    port.postMessage(answerTo(registries, question))
    Atomics.add(signal, 0, 1)
    Atomics.notify(signal, 0)
  })
  port.unref()
}

/** Finds an entry; a fault of the registry is reported as `failed`. */
function answerTo(registries: Registries, { number, name, key }: Question): Answer {
  try {
    return { number, found: registries[name]?.find(key) }
  } catch {
    return { number, failed: true }
  }
}

type Answer = { readonly number: number } & ({ readonly found: unknown } | { readonly failed: true })

/** The number of the last question of this thread. */
let lastNumber = 0

interface RemoteRegistries extends Registries {
  /** Starts a task and drops the cached entries of the task before. */
  readonly begin: (task: CurrentRegistries) => void
}

/**
 * The registries for a worker thread, which fetches each entry at its first use. Look-ups are synchronous, so the
 * thread sleeps until the answer arrives.
 *
 * @param waitMs the longest wait for one answer in milliseconds, after which the look-up throws
 */
export function registriesOver(registryPort: RegistryPort, waitMs = WAIT_MS): RemoteRegistries {
  const cached = new Map<string, unknown>()
  let current: CurrentRegistries = { revision: 0, trust: [], allowInlineContexts: false }
  const find = (name: Name, key: string): unknown => {
    const place = `${name} ${key}`
    if (!cached.has(place)) cached.set(place, ask(registryPort, { name, key }, waitMs))
    return cached.get(place)
  }
  // An answer is an entry of the registry that was asked.
  return {
    contexts: { find: (url) => find('contexts', url) as JsonObject | undefined },
    dids: { find: (did) => find('dids', did) as JsonObject | undefined },
    schemas: { find: (url) => find('schemas', url) },
    statusLists: { find: (url) => find('statusLists', url) as HeldStatusList | undefined },
    issuerMetadata: { find: (url) => find('issuerMetadata', url) as JsonObject | undefined },
    trustAnchors: { find: (subject) => find('trustAnchors', subject) as readonly string[] | undefined },
    trustList: () => current.trust,
    revision: () => current.revision,
    allowInlineContexts: () => current.allowInlineContexts,
    begin(task) {
      current = task
      cached.clear()
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
  const number = (lastNumber += 1)
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
    } // otherwise it is the late answer to an abandoned question
  }
}
