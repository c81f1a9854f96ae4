import type { CallSummary } from '../../../shared/contract/workbench.ts'
import { n } from '../../i18n/i18n.ts'
import type { RecordShape } from '../../rows/export/records-file.ts'
import type { ListSort } from '../../ui/list-model.ts'

export const NEWEST_FIRST: ListSort = { id: 'number', direction: 'descending' }

const WRITTEN = [
  ...(['number', 'at', 'source', 'api', 'operation', 'method', 'path', 'status', 'duration_ms'] as const),
  ...(['user_id', 'acting_for', 'made_by_user_id', 'error'] as const),
]

/** The form of calls in an exported file: the service's own fields, without headers and bodies. */
export const CALL_SHAPE: RecordShape<CallSummary, (typeof WRITTEN)[number]> = {
  columns: WRITTEN,
  cells: (call) =>
    Object.fromEntries(WRITTEN.map((member) => [member, call[member]?.toString()])) as Record<
      (typeof WRITTEN)[number],
      string | undefined
    >,
  line: (call) => call,
}

/** Refusals that the caller caused are warnings; faults of the service are bad. */
export function statusTone({ status }: Pick<CallSummary, 'status'>): 'ok' | 'warn' | 'bad' {
  if (status < 400) return 'ok'
  return status < 500 ? 'warn' : 'bad'
}

/** Milliseconds; the shorter the time, the more digits. */
export function milliseconds(duration: number): string {
  const digits = duration < 10 ? 2 : duration < 100 ? 1 : 0
  return n(duration, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
