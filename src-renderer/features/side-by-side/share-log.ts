import type { Event } from '../../../shared/contract/events.ts'
import type { CallSummary } from '../../../shared/contract/workbench.ts'

/** An event of an item that two users have, as one line. */
export interface LogLine {
  /** The events that one call caused, in either feed. */
  readonly id: string
  readonly at: string
  /** The vault user who caused it, or `system`; empty if neither user knows them. */
  readonly creator: string
  /** The most telling event. */
  readonly name: string
  /** Labels of slots that were changed. */
  readonly slots: readonly string[]
  /** The vault user at whom it was directed, if any. */
  readonly towards: string | undefined
  /** Client tasks it left behind. */
  readonly taskIds: readonly string[]
}

/** Event names from cause to effect: the first of them among the events of a call gives the line its name. */
const TELLING = [
  'share.created',
  'share.received',
  'share.accepted',
  'share.rejected',
  'share.expired',
  'share.deleted',
  'task.done',
  'task.failed',
  'share.updated',
  'share.encrypted',
  'item.deleted',
  'item.updated',
  'item.created',
  'slot.deleted',
  'slot.updated',
  'task.created',
]

/** Omits automatic work of the recipient's client, and reads. */
const SILENT = new Set(['item.viewed', 'share.encrypted'])

/** Whether an event is about one of these items, by any of their ids. */
export function isAbout(event: Event, itemIds: ReadonlySet<string>): boolean {
  const { item_id, original_id } = event.value ?? {}
  return [event.eventable_id, item_id, original_id].some((id) => typeof id === 'string' && itemIds.has(id))
}

/** One line for all events of one call, newest first. Only calls that changed something are listed. */
export function linesOf(events: readonly Event[]): LogLine[] {
  const groups = new Map<string, Event[]>()
  // A feed hides creators whom its user does not know; the other feed may have the creator of the same moment.
  const creators = new Map(
    events.flatMap(({ event_time, creator }) => (creator === null ? [] : [[event_time, creator]])),
  )
  for (const event of events) {
    const key = `${event.creator ?? creators.get(event.event_time) ?? ''} ${event.event_time}`
    groups.set(key, [...(groups.get(key) ?? []), event])
  }
  return [...groups]
    .map(([id, group]) => lineOf(id, group))
    .filter(({ name }) => !SILENT.has(name))
    .sort(newestFirst)
}

function lineOf(id: string, group: readonly Event[]): LogLine {
  const [main] = [...group].sort((a, b) => rankOf(a) - rankOf(b))
  if (main === undefined) throw new Error('a line has an event')
  const { event_time: at, name } = main
  return {
    id,
    at,
    creator: group.find(({ creator }) => creator !== null)?.creator ?? '',
    name: name ?? main.event_type,
    slots: [...new Set(group.filter(isSlotChange).flatMap(({ label }) => (label === null ? [] : [label])))],
    towards: textIn(main, 'user_id'),
    taskIds: group
      .filter(({ name: of }) => of === 'task.created')
      .flatMap((one) => textIn(one, 'client_task_id') ?? []),
  }
}

function isSlotChange({ name }: Event): boolean {
  return name === 'slot.updated' || name === 'slot.created' || name === 'slot.deleted'
}

function rankOf({ name }: Event): number {
  const rank = TELLING.indexOf(name ?? '')
  return rank === -1 ? TELLING.length : rank
}

function textIn({ value }: Event, key: string): string | undefined {
  const found = value?.[key]
  return typeof found === 'string' ? found : undefined
}

function newestFirst(a: LogLine, b: LogLine): number {
  return a.at < b.at ? 1 : a.at > b.at ? -1 : 0
}

/** Times are rounded to milliseconds, and a call is recorded shortly after it ended. */
const TOLERANCE_MS = 5

/** The call that caused a line, if the journal still has it: its user's write that began closest to that moment. */
export function callsBehind(
  { at, creator }: Pick<LogLine, 'at' | 'creator'>,
  calls: readonly CallSummary[],
  vaultUserOf: (call: CallSummary) => string | undefined,
): readonly CallSummary[] {
  const moment = Date.parse(at)
  const distance = (call: CallSummary): number => Math.abs(moment - (Date.parse(call.at) - call.duration_ms))
  const during = calls.filter((call) => {
    const end = Date.parse(call.at)
    const ran = moment >= end - call.duration_ms - TOLERANCE_MS && moment <= end
    return ran && call.method !== 'GET' && call.status < 400 && vaultUserOf(call) === creator
  })
  return during.toSorted((one, other) => distance(one) - distance(other)).slice(0, 1)
}

/** The number of encrypted values in a request, including the recipient's copies. */
export function sealedValues(requestBody: string | null): number {
  return requestBody?.match(/"encrypted_value"\s*:\s*"/g)?.length ?? 0
}
