import { MessageChannel, Worker } from 'node:worker_threads'
import { MAX_VERIFICATION_MS } from '../presentations/world.ts'
import type { Registries } from '../presentations/world.ts'
import type { CheckedPresentation, VerificationInput } from '../presentations/verify-presentation.ts'
import { serveRegistries } from './registry-port.ts'
import type { RegistryPort } from './registry-port.ts'
import { START_MS, taskThread } from './task-thread.ts'
import type { VerificationSettings, VerificationTask } from './verification-task.ts'

export interface VerificationThread {
  /** @throws {ThreadEnded} when it took too long, or the thread died */
  readonly verify: (input: VerificationInput, now: string) => Promise<CheckedPresentation>
  readonly close: () => Promise<void>
}

/** The thread stops by itself so much earlier, so that the checks it made are answered. */
const TO_ANSWER_MS = 500

/**
 * Verifies presentations on a thread of its own, by the same functions, with the registries of this one: the thread asks
 * for the entries it needs.
 *
 * @param maxMs longest time of one verification in milliseconds, from when the thread begins it
 * @param startMs longest time in milliseconds until it begins
 */
export function verificationThread(
  registries: Registries,
  {
    maxMs = MAX_VERIFICATION_MS,
    startMs = START_MS,
    startWorker = startVerificationWorker,
  }: VerificationThreadOptions = {},
): VerificationThread {
  const thread = taskThread(() => {
    const { port1, port2 } = new MessageChannel()
    const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    serveRegistries(registries, { port: port1, signal })
    return startWorker({ registries: { port: port2, signal }, maxMs: Math.max(0, maxMs - TO_ANSWER_MS) })
  })
  return {
    async verify(input, now) {
      const { known, ...plain } = input
      const current = {
        revision: registries.revision(),
        trust: registries.trustList(),
        allowInlineContexts: registries.allowInlineContexts?.() ?? false,
      }
      const task: VerificationTask = { ...plain, definition: known?.definition, now, registries: current }
      const checked = await thread.run(task, { limitMs: startMs, onNote: () => maxMs })
      return { ...(checked as Omit<CheckedPresentation, 'input'>), input } // by verification-worker.ts
    },
    close: () => thread.close(),
  }
}

export interface VerificationThreadOptions {
  readonly maxMs?: number | undefined
  readonly startMs?: number | undefined
  readonly startWorker?: (settings: VerificationSettings) => Worker
}

function startVerificationWorker(settings: VerificationSettings): Worker {
  const transferList: RegistryPort['port'][] = [settings.registries.port]
  // This spelling is what the bundle rewrites to the built worker (vite.config.ts); Node runs the source itself.
  return new Worker(new URL('./verification-worker.ts', import.meta.url), { workerData: settings, transferList })
}
