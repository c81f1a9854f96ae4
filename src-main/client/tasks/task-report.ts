import { z } from 'zod'
import { TaskReport } from '../../../shared/contract/workbench-tasks.ts'

/** Ignores keys in an unknown form, because another client may have written the report. */
const AnyReport = z.object({
  tries: TaskReport.shape.tries.catch(0),
  step: TaskReport.shape.step.catch(null),
  reason: TaskReport.shape.reason.catch(null),
  code: TaskReport.shape.code.catch(null),
  shares: TaskReport.shape.shares.catch(null),
  values: TaskReport.shape.values.catch(null),
})

/** Reads the report of a task as far as it is in our form. */
export function readReport(report: Readonly<Record<string, unknown>>): TaskReport {
  return AnyReport.parse(report)
}
