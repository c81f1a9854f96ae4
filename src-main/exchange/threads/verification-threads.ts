import { MessageChannel, Worker } from 'node:worker_threads'
import type { DefinitionVerdict, ReadDefinitionOnWorker } from '../presentation-definitions/definition-reader.ts'
import { MAX_VERIFICATION_MS } from '../presentations/open-context.ts'
import type { Registries } from '../presentations/open-context.ts'
import { tokenText } from '../presentations/presentation.ts'
import type { VerifyPresentation } from '../presentations/verifier.ts'
import type { VerifiedPresentation } from '../presentations/answer.ts'
import { ANONYMOUS } from '../../service/fair-queue.ts'
import { serveRegistries } from './registry-port.ts'
import type { RegistryPort } from './registry-port.ts'
import { taskPool } from '../../threads/task-pool.ts'
import { START_MS } from '../../threads/task-thread.ts'
import type { DefinitionTask, VerificationSettings, VerificationTask } from './verification-task.ts'

interface VerificationThreads {
  /** Starts the first thread ahead of time, without waiting for it. */
  readonly start: () => void
  /**
   * @throws {ServiceError} `too_many_requests` if too many of the sender's tasks are waiting
   * @throws {ThreadEnded} if the task took too long, or the thread died
   */
  readonly verify: VerifyPresentation
  /** Checks a definition that takes long. Throws like `verify`. */
  readonly readDefinition: ReadDefinitionOnWorker
  readonly close: () => Promise<void>
}

/** Keeps the first thread, so that a presentation after a quiet minute need not wait for its start. */
const POOL = { keepsFirst: true } as const

/** How much earlier the thread stops by itself, to answer the checks it has completed. */
const RESERVE_MS = 500

/**
 * Verifies presentations on threads, which ask this thread for the registry entries they need. Presentations are posted
 * as text, because cloning a mebibyte of small values would block this thread for longer.
 *
 * @param maxMs the time limit of one verification in milliseconds, from when the thread begins it
 * @param startMs the longest time until it begins, in milliseconds
 */
export function verificationThreads(
  registries: Registries,
  {
    maxMs = MAX_VERIFICATION_MS,
    startMs = START_MS,
    startWorker = startVerificationWorker,
  }: VerificationThreadOptions = {},
): VerificationThreads {
  const pool = taskPool(() => {
    const { port1, port2 } = new MessageChannel()
    const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    serveRegistries(registries, { port: port1, signal })
    return startWorker({ registries: { port: port2, signal }, maxMs: Math.max(0, maxMs - RESERVE_MS) })
  }, POOL)
  return {
    start: () => pool.start(),
    async verify(input, now, sender = ANONYMOUS) {
      const { known, token, ...plain } = input
      const current = {
        revision: registries.revision(),
        trust: registries.trustList(),
        allowInlineContexts: registries.allowInlineContexts?.() ?? false,
      }
      const sent = tokenText(token)
      const task: VerificationTask = { ...plain, sent, definition: known?.definition, now, registries: current }
      const verified = await pool.run(task, { limitMs: startMs, onNote: () => maxMs }, sender)
      return verified as VerifiedPresentation // posted by verification-worker.ts
    },
    async readDefinition(text, sender) {
      const task: DefinitionTask = { newDefinition: text }
      const verdict = await pool.run(task, { limitMs: startMs, onNote: () => maxMs }, sender)
      return verdict as DefinitionVerdict // posted by verification-worker.ts
    },
    close: () => pool.close(),
  }
}

interface VerificationThreadOptions {
  readonly maxMs?: number | undefined
  readonly startMs?: number | undefined
  readonly startWorker?: (settings: VerificationSettings) => Worker
}

function startVerificationWorker(settings: VerificationSettings): Worker {
  const transferList: RegistryPort['port'][] = [settings.registries.port]
  // The bundler rewrites exactly this expression to the built worker (vite.config.ts); Node runs the source.
  return new Worker(new URL('./verification-worker.ts', import.meta.url), { workerData: settings, transferList })
}
