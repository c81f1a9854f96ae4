import { ref, watch } from 'vue'
import type { Event } from '../../shared/contract/events.ts'
import { useListView, useReadRows } from '../rows/list-rows.ts'
import { useActor } from '../session/use-actor.ts'
import { useVaultChanges } from '../session/use-vault-changes.ts'
import type { EventFeed } from './use-event-feed.ts'

/** Rows to load ahead of the visible ones. */
const AHEAD = 100

interface FeedFilter {
  /** The events that pass it. */
  readonly fitting?: (events: readonly Event[]) => readonly Event[]
  /** The dependencies of the filter. */
  readonly filter?: () => unknown
}

/**
 * A feed as a list shows it, followed live. What the service does not filter is filtered here, so pages are read on until
 * enough events pass or there are none left.
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
