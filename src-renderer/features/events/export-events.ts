import type { Event } from '../../../shared/contract/events.ts'
import { factsOf } from '../../feed/event-facts.ts'

export type ExportFormat = 'csv' | 'jsonl'

/** An event and how it reads. */
export interface ToldEvent {
  readonly event: Event
  readonly sentence: string
  readonly who: string
}

const COLUMNS = [
  'event_time',
  'sentence',
  'name',
  'event_type',
  'creator',
  'creator_name',
  'eventable_type',
  'eventable_id',
  'label',
  'item_id',
  'share_id',
  'user_id',
  'id',
  'parent_id',
  'value',
] as const

/** The events as the text of a file: CSV (RFC 4180) with a header, or one JSON object a line with `sentence` added. */
export function exportText(format: ExportFormat, events: readonly ToldEvent[]): string {
  if (format === 'jsonl')
    return events.map(({ event, sentence }) => `${JSON.stringify({ ...event, sentence })}\n`).join('')
  return [COLUMNS, ...events.map(rowOf)].map((row) => `${row.map(asCell).join(',')}\r\n`).join('')
}

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  jsonl: 'application/x-ndjson;charset=utf-8',
}

function rowOf({ event, sentence, who }: ToldEvent): readonly string[] {
  const { itemId, shareId, personId } = factsOf(event)
  const cells: Readonly<Record<(typeof COLUMNS)[number], string | null | undefined>> = {
    event_time: event.event_time,
    sentence,
    name: event.name,
    event_type: event.event_type,
    creator: event.creator,
    creator_name: who,
    eventable_type: event.eventable_type,
    eventable_id: event.eventable_id,
    label: event.label,
    item_id: itemId,
    share_id: shareId,
    user_id: personId,
    id: event.id,
    parent_id: event.parent_id,
    value: event.value === null ? null : JSON.stringify(event.value),
  }
  return COLUMNS.map((column) => cells[column] ?? '')
}

/** Labels come from other people: a cell that a spreadsheet would run as a formula gets an apostrophe in front. */
function asCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
