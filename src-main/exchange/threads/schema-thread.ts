import { MessageChannel, Worker } from 'node:worker_threads'
import type { Registries } from '../presentations/world.ts'
import type { SchemaOutcome, ValidateCredentialApart } from '../registries/schema-validator.ts'
import { serveRegistries } from './registry-port.ts'
import type { RegistryPort } from './registry-port.ts'
import type { SchemaTask } from './schema-task.ts'
import { START_MS, taskThread, ThreadEnded } from './task-thread.ts'

export interface SchemaThread {
  readonly validate: ValidateCredentialApart
  readonly close: () => Promise<void>
}

/** Less than a whole verification may take (contract 13), so that its other checks are answered. */
const LIMIT_MS = 4000

/**
 * Validates with imported schemas on a thread of its own: a pattern can go back for years, and references can double the
 * work at each level. A schema that takes too long ends the thread, and the check fails with `timeout`.
 *
 * @param limitMs longest time of one schema in milliseconds, from when the thread begins it
 * @param startMs longest time in milliseconds until it begins
 */
export function schemaThread(
  registries: Registries,
  { limitMs = LIMIT_MS, startMs = START_MS, startWorker = startSchemaWorker }: SchemaThreadOptions = {},
): SchemaThread {
  const thread = taskThread(() => {
    const { port1, port2 } = new MessageChannel()
    const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    serveRegistries(registries, { port: port1, signal })
    return startWorker({ port: port2, signal })
  })
  return {
    async validate(credential, credentialSchema) {
      const task: SchemaTask = { credential, credentialSchema, revision: registries.revision() }
      try {
        const outcome = await thread.run(task, { limitMs: startMs, onNote: () => limitMs })
        return outcome as SchemaOutcome // by schema-worker.ts
      } catch (fault) {
        if (!(fault instanceof ThreadEnded)) throw fault
        return { result: 'fail', code: fault.code, violations: [] }
      }
    },
    close: () => thread.close(),
  }
}

export interface SchemaThreadOptions {
  readonly limitMs?: number
  readonly startMs?: number
  readonly startWorker?: (registries: RegistryPort) => Worker
}

function startSchemaWorker(registries: RegistryPort): Worker {
  // This spelling is what the bundle rewrites to the built worker (vite.config.ts); Node runs the source itself.
  return new Worker(new URL('./schema-worker.ts', import.meta.url), {
    workerData: registries,
    transferList: [registries.port],
  })
}
