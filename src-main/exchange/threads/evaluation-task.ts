import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { FieldPlace, Submitted } from '../presentations/evaluation.ts'

/** What the evaluating thread gets; posted by evaluation-threads.ts, nobody else. */
export interface EvaluationTask {
  readonly definition: JsonObject
  readonly submitted: readonly Submitted[]
  /** Fields that took too long before: they fail without being tried again. */
  readonly overrun: readonly FieldPlace[]
}

export function isSameField(one: FieldPlace, other: FieldPlace): boolean {
  return one.descriptor === other.descriptor && one.field === other.field
}
