import { z } from 'zod'
import { atMost } from './bounds.ts'
import { Connection } from './connections.ts'
import { depthOf, MAX_JSON_DEPTH } from './json-depth.ts'
import { answer, defineOperations } from './operation.ts'
import { pagingQuery, pagingReply } from './paging.ts'
import { failsWith, Id, ReplyCipherText, ReplyId, ReplyTime, ShortText, Time, namedObject } from './values.ts'

/** The kinds of things an event can be about. */
export const EVENTABLE_TYPES = ['AccessToken', 'Classification', 'Connection', 'Item', 'TemplateItem', 'Slot'] as const
export const EventableType = z.enum(EVENTABLE_TYPES).meta({ id: 'EventableType' })
export type EventableType = z.infer<typeof EventableType>

export const EVENT_TYPES = [
  'create',
  'update',
  'delete',
  'view',
  'milestone',
  'start',
  'stop',
  'pause',
  'resume',
  'new_session',
] as const
export const EventType = z.enum(EVENT_TYPES).meta({ id: 'EventType' })
export type EventType = z.infer<typeof EventType>

/** What a client may record; everything else is recorded by the service (docs/contract/vault.md, Events). */
export const CLIENT_EVENT_TYPES = ['milestone', 'start', 'stop', 'pause', 'resume', 'view'] as const
const ClientEventType = z.enum(CLIENT_EVENT_TYPES).meta({ id: 'ClientEventType' })

const Details = z.record(z.string(), z.unknown())

/** A recorded event (docs/contract/vault.md, Events). */
export const Event = namedObject('Event', {
  id: ReplyId,
  /** The event that caused this one. */
  parent_id: ReplyId.nullable(),
  /** `system`, or the id of the user who caused the event. */
  creator: z.string().nullable(),
  user_id: ReplyId,
  eventable_type: EventableType,
  eventable_id: ReplyId,
  event_type: EventType,
  name: z.string().nullable(),
  /** The label of the record at that time. */
  label: z.string().nullable(),
  /** The details never hold cipher text, keys or tokens. */
  value: Details.nullable(),
  /** The time since the `start` that a `stop` belongs to. */
  duration_in_seconds: z.int().nullable(),
  activity_ids: z.array(ReplyId),
  event_time: ReplyTime,
})
export type Event = z.infer<typeof Event>

/** An event with its details as fields of their own; fields that only older clients know are always null. */
export const Activity = namedObject('Activity', {
  id: ReplyId,
  timestamp: ReplyTime,
  event_type: EventType,
  item_id: ReplyId.nullable(),
  item_label: z.string().nullable(),
  slot_id: ReplyId.nullable(),
  slot_label: z.string().nullable(),
  share_id: ReplyId.nullable(),
  connection_id: ReplyId.nullable(),
  invitation_id: ReplyId.nullable(),
  user_id: ReplyId.nullable(),
  encrypted_user_name: ReplyCipherText.nullable(),
  attachment_id: ReplyId.nullable(),
  attachment_label: z.string().nullable(),
  label: z.string().nullable(),
  description: z.null(),
  start_time: ReplyTime,
  end_time: z.null(),
  created_at: ReplyTime,
  updated_at: ReplyTime,
  background_color: z.null(),
  value: Details.nullable(),
  image: z.null(),
  duration_in_words: z.null(),
  event_ids: z.array(ReplyId),
})
export type Activity = z.infer<typeof Activity>

const EventsMeta = namedObject('EventsMeta', { pages: z.int(), total_count: z.int(), next_page_exists: z.boolean() })

/** `meta` of the two event lists is one object, unlike that of every other list. */
const eventsReply = z.object({
  events: z.array(Event),
  next_page_after: z.string().nullable(),
  meta: EventsMeta,
})

const MAX_VALUE_CHARACTERS = 64 * 1024

function isDetails(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return depthOf(text) <= MAX_JSON_DEPTH && Details.safeParse(value).success
  } catch {
    return false
  }
}

/** The details of an event that a client records, as the JSON text of an object. */
const DetailsText = z
  .string()
  .check(atMost(MAX_VALUE_CHARACTERS, 'must not be larger than 64 KiB'))
  .refine(isDetails, failsWith('invalid_params', 'must be the JSON text of an object of at most 64 levels'))

const NewClientEvent = namedObject('NewClientEvent', {
  eventable_type: EventableType,
  eventable_id: Id,
  event_type: ClientEventType,
  parent_id: Id.nullish(),
  event_time: Time.nullish(),
  name: ShortText.nullish(),
  label: ShortText.nullish(),
  value: DetailsText.nullish(),
})
export type NewClientEvent = z.output<typeof NewClientEvent>

const Alerts = namedObject('Alerts', {
  /** The count is always 0, because there are no conversations. */
  conversations: z.int(),
  /** Received shares that await acceptance, and client tasks to do. */
  notifications: z.int(),
  /** Invitations that were sent and not yet used. */
  invitations: z.int(),
})

const base = { api: 'vault', auth: 'user' } as const
const read = { ...base, delegation: 'reader' } as const

/** Operations on events (docs/contract/vault.md, Events). */
export const eventOperations = defineOperations({
  eventFeedGet: {
    ...read,
    endpoint: 'GET /event_feed',
    summary: 'What happened, newest first',
    query: z.object(pagingQuery),
    success: { status: 200, body: eventsReply },
    errors: ['invalid_params', 'invalid_cursor'],
  },
  eventsGet: {
    ...read,
    endpoint: 'GET /events',
    summary: 'What happened, newest first; of one type, on one day (UTC) or about one organization',
    query: z.object({
      event_type: EventType.optional(),
      on_date: z.iso.date(failsWith('invalid_params', 'must be a day such as 2026-01-31')).optional(),
      /** Extension: limits the list to events of this organization, its services and members. */
      organization_id: Id.optional(),
      ...pagingQuery,
    }),
    success: { status: 200, body: eventsReply },
    errors: ['invalid_params', 'invalid_cursor'],
  },
  eventsIdGet: {
    ...read,
    endpoint: 'GET /events/{id}',
    summary: 'Fetch one event',
    success: answer(200, { event: Event }),
    errors: ['not_found'],
  },
  eventsPost: {
    ...base,
    delegation: 'admin',
    endpoint: 'POST /events',
    summary: 'Record an event of your own about a record you can read',
    body: NewClientEvent,
    success: answer(201, { event: Event }),
    errors: ['invalid_params', 'param_missing'],
  },
  activitiesGet: {
    ...read,
    endpoint: 'GET /activities',
    summary: 'What happened, newest first, with the connections it concerns',
    query: z.object(pagingQuery),
    success: answer(200, {
      activities: z.array(Activity),
      events: z.array(Event),
      connections: z.array(Connection),
      ...pagingReply,
    }),
    errors: ['invalid_params', 'invalid_cursor'],
  },
  activitiesIdGet: {
    ...read,
    endpoint: 'GET /activities/{id}',
    summary: 'Fetch one activity',
    success: { status: 200, body: Activity },
    errors: ['not_found'],
  },
  alertsGet: {
    ...read,
    endpoint: 'GET /alerts',
    summary: 'How many shares, tasks and invitations await an answer',
    success: answer(200, { alerts: Alerts }),
  },
})
