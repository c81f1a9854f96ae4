import { MessageChannel, Worker } from 'node:worker_threads'
import type { DefinitionVerdict, ReadDefinitionOnWorker } from '../presentation-definitions/definition-reader.ts'
import { MAX_VERIFICATION_MS } from '../presentations/open-context.ts'
import type { Registries } from '../presentations/open-context.ts'
import { presentationText } from '../presentations/presentation.ts'
import type { VerifyPresentation } from '../presentations/verifier.ts'
import type { VerifiedPresentation } from '../presentations/answer.ts'
import { ANYBODY } from '../../service/fair-queue.ts'
import { serveRegistries } from './registry-port.ts'
import type { RegistryPort } from './registry-port.ts'
import { taskPool } from '../../threads/task-pool.ts'
import { START_MS } from '../../threads/task-thread.ts'
import type { DefinitionTask, VerificationSettings, VerificationTask } from './verification-task.ts'

interface VerificationThreads {
  /** Begins to start the first of them, so that the first presentation need not wait for it. */
  readonly start: () => void
  /**
   * @throws {ServiceError} `too_many_requests` when too many of the sender wait already
   * @throws {ThreadEnded} when it took too long, or the thread died
   */
  readonly verify: VerifyPresentation
  /** Checks a definition that takes long. @throws as above */
  readonly readDefinition: ReadDefinitionOnWorker
  readonly close: () => Promise<void>
}

/** The first thread stays: whoever comes after a quiet minute waits no longer than whoever comes now. */
const POOL = { keepsFirst: true } as const

/** The thread stops by itself so much earlier, so that the checks it made are answered. */
const TO_ANSWER_MS = 500

/**
 * Verifies presentations on threads of their own, by the same functions, with the registries of this one: a thread asks
 * for the entries it needs. What was sent goes there as text, and the answer alone comes back: copying a mebibyte of small
 * values would hold this thread longer than writing them.
 *
 * @param maxMs longest time of one verification in milliseconds, from when the thread begins it
 * @param startMs longest time in milliseconds until it begins
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
    return startWorker({ registries: { port: port2, signal }, maxMs: Math.max(0, maxMs - TO_ANSWER_MS) })
  }, POOL)
  return {
    start: () => pool.start(),
    async verify(input, now, sender = ANYBODY) {
      const { known, presentation, ...plain } = input
      const current = {
        revision: registries.revision(),
        trust: registries.trustList(),
        allowInlineContexts: registries.allowInlineContexts?.() ?? false,
      }
      const sent = presentationText(presentation)
      const task: VerificationTask = { ...plain, sent, definition: known?.definition, now, registries: current }
      const verified = await pool.run(task, { limitMs: startMs, onNote: () => maxMs }, sender)
      return verified as VerifiedPresentation // by verification-worker.ts
    },
    async readDefinition(text, sender) {
      const task: DefinitionTask = { newDefinition: text }
      const verdict = await pool.run(task, { limitMs: startMs, onNote: () => maxMs }, sender)
      return verdict as DefinitionVerdict // by verification-worker.ts
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
  // This spelling is what the bundle rewrites to the built worker (vite.config.ts); Node runs the source itself.
  return new Worker(new URL('./verification-worker.ts', import.meta.url), { workerData: settings, transferList })
}
