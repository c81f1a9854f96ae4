import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { FieldPlace, Submitted } from '../presentations/evaluation.ts'

/** The message to the evaluation thread, posted by evaluation-threads.ts. */
export interface EvaluationTask {
  readonly definition: JsonObject
  readonly submitted: readonly Submitted[]
  /** Fields that took too long before, and now fail without another try. */
  readonly overrun: readonly FieldPlace[]
}

export function isSameField(one: FieldPlace, other: FieldPlace): boolean {
  return one.descriptor === other.descriptor && one.field === other.field
}
