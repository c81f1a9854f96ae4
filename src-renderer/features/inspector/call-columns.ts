import { CircleAlert, CircleCheck, CircleX } from '@lucide/vue'
import type { Component } from 'vue'
import type { CallSummary } from '../../../shared/contract/workbench.ts'
import type { ListColumn } from '../../ui/list-model.ts'

/** The columns of the list of calls. @param t translates a key of the messages */
export function callColumns(t: (key: string) => string): readonly ListColumn[] {
  return [
    { id: 'number', label: t('inspector.column.number'), width: '3.5rem', align: 'end' },
    { id: 'time', label: t('inspector.column.time'), width: '7rem', hideBelow: 560 },
    { id: 'method', label: t('inspector.column.method'), width: '4.75rem' },
    { id: 'path', label: t('inspector.column.path'), width: 'minmax(8rem, 1fr)' },
    { id: 'status', label: t('inspector.column.status'), width: '4.75rem' },
    { id: 'duration', label: t('inspector.column.duration'), width: '4.25rem', align: 'end', hideBelow: 480 },
    { id: 'from', label: t('inspector.column.from'), width: '12rem', hideBelow: 640 },
  ]
}

export type StatusTone = 'ok' | 'warn' | 'bad'

/** Refusals of the caller's making are warnings; faults of the service are bad. */
export function statusTone({ status }: Pick<CallSummary, 'status'>): StatusTone {
  if (status < 400) return 'ok'
  return status < 500 ? 'warn' : 'bad'
}

/** Colour and icon; the number itself is the word. */
export const STATUS_TONES: Readonly<Record<StatusTone, { readonly text: string; readonly icon: Component }>> = {
  ok: { text: 'text-ok', icon: CircleCheck },
  warn: { text: 'text-warn', icon: CircleAlert },
  bad: { text: 'text-bad', icon: CircleX },
}

/** Milliseconds with as many digits as matter. */
export function milliseconds(duration: number): string {
  return duration < 10 ? duration.toFixed(2) : duration < 100 ? duration.toFixed(1) : duration.toFixed(0)
}
