import type { TaskRow } from '../../../shared/contract/workbench-tasks.ts'
import { text } from '../../i18n/i18n.ts'
import type { RunResult } from './use-tasks.ts'

/** How a run ended, in one line. */
export function runText(result: RunResult): string {
  if (result.left > 0) return text('tasks.endedLeft', { ...result })
  if (result.failed > 0) return text('tasks.endedFailed', { ...result })
  return result.done === 0 ? text('tasks.nothingRun') : text('tasks.ended', { ...result })
}

/** What a task that is done has done. */
export function doneText({ values, shares }: TaskRow['report']): string {
  return text('tasks.result.done', {
    values: text('tasks.result.values', { count: values ?? 0 }),
    shares: text('tasks.result.shares', { count: shares ?? 0 }),
  })
}
