import type { TaskRow } from '../../../shared/contract/workbench-tasks.ts'
import { oneOf, text } from '../../i18n/i18n.ts'
import type { RunResult } from './use-tasks.ts'

/** The result of a run, in one line. */
export function runText(result: RunResult): string {
  if (result.left > 0) return text('tasks.endedLeft', { ...result })
  if (result.failed > 0) return text('tasks.endedFailed', { ...result })
  return result.done === 0 ? text('tasks.nothingRun') : text('tasks.ended', { ...result })
}

/** The result of a task, or why there is none yet. */
export function resultText({ report, state, runnable }: Pick<TaskRow, 'report' | 'state' | 'runnable'>): string {
  if (state === 'failed') return failedText(report)
  if (state === 'done') return doneText(report)
  if (!runnable) return text('tasks.result.notRunnable')
  return text(state === 'in_progress' ? 'tasks.result.elsewhere' : 'tasks.result.waiting')
}

function failedText({ reason, step }: TaskRow['report']): string {
  const why = reason ?? text('tasks.result.noReason')
  return step === null ? why : text('tasks.result.failedAt', { step: text(oneOf('tasks.step.*', step)), reason: why })
}

/** The work of a finished task. */
export function doneText({ values, shares }: TaskRow['report']): string {
  return text('tasks.result.done', {
    values: text('tasks.result.values', { count: values ?? 0 }),
    shares: text('tasks.result.shares', { count: shares ?? 0 }),
  })
}
