import type { OperatorEvent, OperatorSubject } from '../../../shared/contract/operator-events.ts'
import type { Page, PageRequest } from '../../../shared/contract/paging.ts'

/** Conditions on a list of events; all of them must hold. */
export interface OperatorEventFilter {
  readonly name?: string | undefined
  readonly subject_type?: OperatorSubject | undefined
  /** Part of label or note, without regard to case. */
  readonly like?: string | undefined
  /** From this moment on, and before that one. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface OperatorEventStore {
  add(event: OperatorEvent): void
  /** Newest first. */
  page(filter: OperatorEventFilter, request: PageRequest): Page<OperatorEvent>
  count(filter: OperatorEventFilter): number
}
