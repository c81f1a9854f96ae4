import { ref, watch } from 'vue'
import type { Event } from '../../shared/contract/events.ts'
import { useListView, useReadRows } from '../rows/list-rows.ts'
import { useActor } from '../session/use-actor.ts'
import { useVaultChanges } from '../session/use-vault-changes.ts'
import type { EventFeed } from './use-event-feed.ts'

/** Rows to load ahead of the visible ones. */
const AHEAD = 100

interface FeedFilter {
  /** The events that match the filter. */
  readonly fitting?: (events: readonly Event[]) => readonly Event[]
  /** The dependencies of the filter. */
  readonly filter?: () => unknown
}

/**
 * The rows of a feed, followed live. Filters that the service does not know are applied here, so further pages are read
 * until enough events match or none are left.
 */
export function useFeedRows(
  actor: string,
  feed: EventFeed,
  { fitting = (events) => events, filter = () => undefined }: FeedFilter = {},
) {
  const { usable } = useActor(actor)
  const view = useListView()
  const wanted = ref(AHEAD)
  const rows = useReadRows<Event>({
    ...feed,
    keyOf: ({ id }) => id,
    rows: () => feed.events.value && fitting(feed.events.value),
    added: () => fitting(feed.newer.value).length || undefined,
    show: (_, last) => (wanted.value = Math.max(wanted.value, last + AHEAD)),
    view,
  })

  async function fill(): Promise<void> {
    while (rows.count.value < wanted.value && feed.more.value) if (!(await feed.readMore())) return
  }
  watch([rows.list, wanted, feed.busy], () => void fill())
  watch(filter, () => (wanted.value = AHEAD))
  useVaultChanges(actor, () => usable.value && void feed.refresh(view.held.value))

  return rows
}
