import type { EventableType, EventType } from '../../../shared/contract/events.ts'
import type { Page, PageRequest } from '../../../shared/contract/paging.ts'
import type { StoredEvent } from '../../service/events.ts'

/** An event as it is listed. */
export interface ListedEvent extends StoredEvent {
  /** Of a `stop` whose parent is a `start`: when that was. */
  readonly started_at: string | null
}

export interface EventFilter {
  readonly event_type?: EventType | undefined
  /** `YYYY-MM-DD`, a day in UTC. */
  readonly on_date?: string | undefined
  /** Only events of this organization, its services and members. */
  readonly organization_id?: string | undefined
}

/** Reads the feed of a user, newest first. */
export interface EventFeedStore {
  find(userId: string, id: string): ListedEvent | undefined
  page(userId: string, filter: EventFilter, request: PageRequest): Page<ListedEvent>
  count(userId: string, filter: EventFilter): number
  /** Whether the user can read the record, so that a client may record what happens to it. */
  isReadable(userId: string, record: { readonly type: EventableType; readonly id: string }): boolean
  /** What awaits an answer (vault contract 3.10, E104). */
  alerts(userId: string): { readonly notifications: number; readonly invitations: number }
}
