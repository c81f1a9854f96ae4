import type { Event } from '../../shared/contract/events.ts'
import { EVENT_TYPES, eventOperations } from '../../shared/contract/events.ts'
import { faultyFieldsError } from '../../shared/contract/errors.ts'
import type { InputFor, ReplyFor } from '../../shared/contract/operation.ts'
import type { workbenchTaskOperations } from '../../shared/contract/workbench-tasks.ts'
import type { Client } from './client.ts'
import { pagesOf } from './pages.ts'

type Operation = typeof workbenchTaskOperations.eventExport
type Query = InputFor<Operation>['query']

/** About 50 MB of text; a reply has to fit into memory several times. */
const MAX_EVENTS = 100_000

/** A user's events as one text, newest first, with the filter of the list (ux, "Audit export"). */
export async function exportEvents(client: Client, query: Query): Promise<ReplyFor<Operation>> {
  const { events, truncated } = await readEvents(client, query)
  const isCsv = query.format === 'csv'
  return {
    filename: `events.${query.format}`,
    content_type: isCsv ? 'text/csv; charset=utf-8' : 'application/jsonl',
    content: isCsv ? csvOf(events) : events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    events: events.length,
    truncated,
  }
}

async function readEvents(client: Client, query: Query) {
  const event_type = EVENT_TYPES.find((type) => type === query.event_type)
  if (query.event_type !== undefined && event_type === undefined) throw unknownType()
  const { on_date } = query
  const filter = { ...(event_type !== undefined && { event_type }), ...(on_date !== undefined && { on_date }) }
  const text = query.text?.toLowerCase() ?? ''
  const events: Event[] = []
  const pages = pagesOf((page) => client.account.call(eventOperations.eventsGet, { query: { ...page, ...filter } }))
  for await (const page of pages) {
    events.push(...page.events.filter((event) => mentions(event, text)))
    if (events.length > MAX_EVENTS) return { events: events.slice(0, MAX_EVENTS), truncated: true }
  }
  return { events, truncated: false }
}

function mentions({ name, label }: Event, text: string): boolean {
  return text === '' || [name, label].some((part) => part?.toLowerCase().includes(text) === true)
}

const COLUMNS = [
  'event_time',
  'name',
  'event_type',
  'eventable_type',
  'eventable_id',
  'label',
  'creator',
  'value',
  'id',
  'parent_id',
] as const satisfies readonly (keyof Event)[]

function csvOf(events: readonly Event[]): string {
  const lines = events.map((event) => COLUMNS.map((column) => cell(event[column])).join(','))
  return [COLUMNS.join(','), ...lines].map((line) => `${line}\r\n`).join('')
}

/** What a spreadsheet takes for a formula; a label is somebody else's text. */
const FORMULA_START = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

function cell(value: Event[(typeof COLUMNS)[number]]): string {
  if (value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const harmless = FORMULA_START.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

function unknownType() {
  return faultyFieldsError([
    { path: 'event_type', code: 'invalid_params', message: 'event_type is not a type of event' },
  ])
}
