import { MessageChannel, Worker } from 'node:worker_threads'
import type { Registries } from '../presentations/open-context.ts'
import type { SchemaOutcome, ValidateCredentialOnWorker } from '../registries/schema-validator.ts'
import { ANONYMOUS, isQueueFull } from '../../service/fair-queue.ts'
import { serveRegistries } from './registry-port.ts'
import type { RegistryPort } from './registry-port.ts'
import type { SchemaTask } from './schema-task.ts'
import { taskPool } from '../../threads/task-pool.ts'
import { START_MS, ThreadEnded } from '../../threads/task-thread.ts'

interface SchemaThreads {
  readonly validate: ValidateCredentialOnWorker
  readonly close: () => Promise<void>
}

/** Less than the limit of a whole verification, so that its other checks can be answered. */
const LIMIT_MS = 4000

/**
 * Validates with imported schemas on threads, because a pattern can backtrack for years, and references can double the
 * work at each level. A schema that takes too long ends its thread, and its check fails with `timeout`. If too many of
 * the sender's tasks are waiting, the check fails with `schema_not_checked`.
 *
 * @param limitMs the time limit of one schema in milliseconds, from when the thread begins it
 * @param startMs the longest time until it begins, in milliseconds
 */
export function schemaThreads(
  registries: Registries,
  { limitMs = LIMIT_MS, startMs = START_MS, startWorker = startSchemaWorker }: SchemaThreadsOptions = {},
): SchemaThreads {
  const pool = taskPool(() => {
    const { port1, port2 } = new MessageChannel()
    const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    serveRegistries(registries, { port: port1, signal })
    return startWorker({ port: port2, signal })
  })
  return {
    async validate(...order) {
      const [credential, credentialSchema, isStated = false, allowance] = order
      const task: SchemaTask = { credential, credentialSchema, isStated, revision: registries.revision() }
      const onNote = () => {
        allowance?.begun()
        return Math.max(1, Math.min(limitMs, allowance?.leftMs() ?? limitMs))
      }
      try {
        const outcome = await pool.run(task, { limitMs: startMs, onNote }, allowance?.sender ?? ANONYMOUS)
        return outcome as SchemaOutcome // posted by schema-worker.ts
      } catch (fault) {
        if (isQueueFull(fault)) return { result: 'fail', code: 'schema_not_checked', message: NOT_CHECKED }
        if (!(fault instanceof ThreadEnded)) throw fault
        return { result: 'fail', code: fault.code, violations: [] }
      }
    },
    close: () => pool.close(),
  }
}

const NOT_CHECKED = 'too many other schemas of this caller are waiting to be checked; try again later'

interface SchemaThreadsOptions {
  readonly limitMs?: number
  readonly startMs?: number
  readonly startWorker?: (registries: RegistryPort) => Worker
}

function startSchemaWorker(registries: RegistryPort): Worker {
  // The bundler rewrites exactly this expression to the built worker (vite.config.ts); Node runs the source.
  return new Worker(new URL('./schema-worker.ts', import.meta.url), {
    workerData: registries,
    transferList: [registries.port],
  })
}
