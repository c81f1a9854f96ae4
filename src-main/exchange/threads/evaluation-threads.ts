import { Worker } from 'node:worker_threads'
import type { DescriptorEvaluation } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import { evaluateHere } from '../presentations/evaluation.ts'
import type { EvaluateOnWorker, FieldPlace, KnownDefinition, Submitted } from '../presentations/evaluation.ts'
import type { Allowance } from '../registries/stop-code.ts'
import { ANYBODY, isQueueFull } from '../../service/fair-queue.ts'
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
  /** The limit for all tries of one definition together. */
  readonly allMs?: number
}

/** Longest time of one field (docs/contract/exchange.md, Filters). */
const FIELD_MS = 250
/** Less by the time the thread needs to start, so that the answer comes in time; but never less than this part of it. */
const LEAST_PART = 0.6
/** Longest time of all of them: what a whole verification may take. */
const ALL_MS = 5000

/**
 * Evaluates definitions with patterns that can take any time on threads of their own, by the same functions. A field that
 * takes too long ends its thread and fails with `filter_timeout`; the others are evaluated again, without it. When the
 * thread dies, all takes too long, or too much of the sender waits already, every field with such a pattern fails.
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
    return evaluateHere(known, submitted) // all that is left to be tried fails without being tried
  }
  return { start: () => pool.start(), evaluate, close: () => pool.close() } satisfies EvaluationThreads

  async function tryOnce(task: EvaluationTask, leftMs: number, allowance: Allowance | undefined): Promise<Outcome> {
    let during: FieldPlace | undefined
    const asked = elapsedMs()
    let startMs: number | undefined
    const onNote = (note: unknown) => {
      during = note as FieldPlace // by evaluation-worker.ts
      startMs ??= elapsedMs() - asked
      return Math.min(leftMs, Math.max(fieldMs * LEAST_PART, fieldMs - startMs))
    }
    try {
      const result = await pool.run(task, { limitMs: leftMs, onNote }, allowance?.sender ?? ANYBODY)
      return { evaluations: result as readonly DescriptorEvaluation[] } // by evaluation-worker.ts
    } catch (fault) {
      if (isQueueFull(fault)) return { during: undefined }
      pool.start() // for the next one
      if (!(fault instanceof ThreadEnded)) throw fault
      const isOverrun = fault.code === 'timeout' && !task.overrun.some((one) => during && isSameField(one, during))
      return { during: isOverrun ? during : undefined }
    }
  }
}

type Outcome =
  | { readonly evaluations: readonly DescriptorEvaluation[] }
  /** The field that was being evaluated too long; undefined when it is not worth to try again. */
  | { readonly during: FieldPlace | undefined }

function countSlowFields({ prepared }: KnownDefinition, submitted: readonly Submitted[]): number {
  const fields = submitted.flatMap(({ descriptor }) => prepared.descriptors.get(descriptor)?.fields ?? [])
  return fields.filter(({ filter }) => filter?.backtracks).length
}

function startEvaluationWorker(): Worker {
  // This spelling is what the bundle rewrites to the built worker (vite.config.ts); Node runs the source itself.
  return new Worker(new URL('./evaluation-worker.ts', import.meta.url))
}
