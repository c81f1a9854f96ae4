import { Worker } from 'node:worker_threads'
import type { DescriptorEvaluation } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import { evaluateHere } from '../presentations/evaluation.ts'
import type { EvaluateOnWorker, FieldPlace, KnownDefinition, Submitted } from '../presentations/evaluation.ts'
import type { Allowance } from '../registries/stop-code.ts'
import { ANONYMOUS, isQueueFull } from '../../service/fair-queue.ts'
import { isSameField } from './evaluation-task.ts'
import type { EvaluationTask } from './evaluation-task.ts'
import { taskPool } from '../../threads/task-pool.ts'
import { ThreadEnded } from '../../threads/task-thread.ts'

interface EvaluationThreads {
  readonly start: () => void
  readonly evaluate: EvaluateOnWorker
  readonly close: () => Promise<void>
}

interface EvaluationThreadsOptions {
  readonly startWorker?: () => Worker
  readonly fieldMs?: number
  /** The time limit for all fields of a definition together. */
  readonly allMs?: number
}

/** The time limit for one field (docs/contract/exchange.md, Filters). */
const FIELD_MS = 250
/** The time that a thread takes to start reduces the limit of a field, but not below this share of it. */
const MIN_SHARE = 0.6
/** The time limit for all fields, the same as for a whole verification. */
const ALL_MS = 5000

/**
 * Evaluates definitions with backtracking patterns, which can take any time, on threads. A field that takes too long
 * ends its thread and fails with `filter_timeout`; then the other fields are evaluated again. If the thread dies, all
 * fields take too long, or too many of the sender's tasks are waiting, every field with such a pattern fails.
 */
export function evaluationThreads(
  elapsedMs: () => number,
  { startWorker = startEvaluationWorker, fieldMs = FIELD_MS, allMs = ALL_MS }: EvaluationThreadsOptions = {},
) {
  const pool = taskPool(startWorker)
  const evaluate: EvaluateOnWorker = async (known, submitted, allowance) => {
    const started = elapsedMs()
    const overrun: FieldPlace[] = []
    const slowFields = countSlowFields(known, submitted)
    while (overrun.length < slowFields) {
      const leftMs = Math.min(allMs - (elapsedMs() - started), allowance?.leftMs() ?? allMs)
      if (leftMs <= 0) break
      const { definition } = known
      const outcome = await tryOnce({ definition, submitted, overrun }, leftMs, allowance)
      if ('evaluations' in outcome) return outcome.evaluations
      if (outcome.during === undefined) break
      overrun.push(outcome.during)
    }
    return evaluateHere(known, submitted) // fields with such patterns fail untried
  }
  return { start: () => pool.start(), evaluate, close: () => pool.close() } satisfies EvaluationThreads

  async function tryOnce(task: EvaluationTask, leftMs: number, allowance: Allowance | undefined): Promise<Outcome> {
    let during: FieldPlace | undefined
    const postedMs = elapsedMs()
    let startMs: number | undefined
    const onNote = (note: unknown) => {
      during = note as FieldPlace // posted by evaluation-worker.ts
      startMs ??= elapsedMs() - postedMs
      return Math.min(leftMs, Math.max(fieldMs * MIN_SHARE, fieldMs - startMs))
    }
    try {
      const result = await pool.run(task, { limitMs: leftMs, onNote }, allowance?.sender ?? ANONYMOUS)
      return { evaluations: result as readonly DescriptorEvaluation[] } // posted by evaluation-worker.ts
    } catch (fault) {
      if (isQueueFull(fault)) return { during: undefined }
      pool.start() // for the next try
      if (!(fault instanceof ThreadEnded)) throw fault
      const isOverrun = fault.code === 'timeout' && !task.overrun.some((one) => during && isSameField(one, during))
      return { during: isOverrun ? during : undefined }
    }
  }
}

type Outcome =
  | { readonly evaluations: readonly DescriptorEvaluation[] }
  /** The field that took too long; undefined if another try is pointless. */
  | { readonly during: FieldPlace | undefined }

function countSlowFields({ prepared }: KnownDefinition, submitted: readonly Submitted[]): number {
  const fields = submitted.flatMap(({ descriptor }) => prepared.descriptors.get(descriptor)?.fields ?? [])
  return fields.filter(({ filter }) => filter?.backtracks).length
}

function startEvaluationWorker(): Worker {
  // The bundler rewrites exactly this expression to the built worker (vite.config.ts); Node runs the source.
  return new Worker(new URL('./evaluation-worker.ts', import.meta.url))
}
