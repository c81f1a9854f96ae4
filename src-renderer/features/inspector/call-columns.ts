import { CircleAlert, CircleCheck, CircleX } from '@lucide/vue'
import type { Component } from 'vue'
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

export type StatusTone = 'ok' | 'warn' | 'bad'

/** Refusals that the caller caused are warnings; faults of the service are bad. */
export function statusTone({ status }: Pick<CallSummary, 'status'>): StatusTone {
  if (status < 400) return 'ok'
  return status < 500 ? 'warn' : 'bad'
}

/** The icon of each tone; the status number is the text. */
export const STATUS_TONES: Readonly<Record<StatusTone, { readonly text: string; readonly icon: Component }>> = {
  ok: { text: 'text-ok', icon: CircleCheck },
  warn: { text: 'text-warn', icon: CircleAlert },
  bad: { text: 'text-bad', icon: CircleX },
}

/** Milliseconds; the shorter the time, the more digits. */
export function milliseconds(duration: number): string {
  const digits = duration < 10 ? 2 : duration < 100 ? 1 : 0
  return n(duration, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
