import { computed, ref, shallowRef, watch } from 'vue'
import type { Event } from '../../shared/contract/events.ts'
import { eventOperations } from '../../shared/contract/events.ts'
import { asUser, callService } from '../api/call.ts'
import { useKept } from '../api/kept-values.ts'
import { useReading } from '../api/use-reading.ts'
import { useActor } from '../session/use-actor.ts'

export interface FeedOptions {
  /** A day in UTC, `YYYY-MM-DD`, or empty for all days. */
  readonly day?: () => string
  /** Limits the events to those of this organization, its services and members. */
  readonly organization?: string
  /** Events per page. */
  readonly page?: number
}

const PAGE = 200

/**
 * The events of one actor, newest first: read page by page, and updated from the top. All are dropped as soon as the
 * user or the workspace is locked.
 */
export function useEventFeed(actor: string, { day = () => '', organization, page = PAGE }: FeedOptions = {}) {
  const { usable, whenLocked } = useActor(actor)
  const user = asUser(actor)
  const events = shallowRef<readonly Event[]>()
  /** Newer ones, held back so that nothing moves under the pointer. */
  const newer = shallowRef<readonly Event[]>([])
  const total = ref(0)
  /** Only the first page of all days is kept. */
  const { last, keep } = useKept<Awaited<ReturnType<typeof read>>>(() =>
    day() === '' ? `events ${actor} ${page} ${organization ?? ''}` : undefined,
  )
  let next: string | undefined
  const more = ref(false)
  let refreshing = Promise.resolve()
  const {
    failure,
    busy,
    read: reading,
    giveUp,
    drop,
  } = useReading(() => {
    events.value = undefined
    newer.value = []
    next = undefined
    more.value = false
  })

  function read(after: string | undefined) {
    return callService(user, eventOperations.eventsGet, {
      query: {
        per_page: page,
        ...(after !== undefined && { next_page_after: after }),
        ...(day() !== '' && { on_date: day() }),
        ...(organization !== undefined && { organization_id: organization }),
      },
    })
  }

  function takePage(reply: Awaited<ReturnType<typeof read>>, before: readonly Event[]): void {
    const known = new Set(before.map(({ id }) => id))
    events.value = [...before, ...reply.events.filter(({ id }) => !known.has(id))]
    next = reply.next_page_after ?? undefined
    more.value = next !== undefined
    total.value = reply.meta.total_count
  }

  /** Starts over with the newest event. */
  async function reload(): Promise<void> {
    giveUp()
    newer.value = []
    const known = last()
    const before = events.value === undefined ? known : undefined
    if (before !== undefined) takePage(before, [])
    await reading(
      () => read(undefined),
      (reply) => keep(reply) !== before && takePage(reply, []),
    )
  }

  /** @returns whether there was a further page */
  async function readMore(): Promise<boolean> {
    if (next === undefined || busy.value) return false
    return reading(
      () => read(next),
      (reply) => takePage(reply, events.value ?? []),
    )
  }

  /** Reads newer events; with `still`, they are held back. Events during the read are read afterwards. */
  function refresh(still: boolean): Promise<void> {
    refreshing = refreshing.then(() => refreshOnce(still))
    return refreshing
  }

  async function refreshOnce(still: boolean): Promise<void> {
    if (events.value === undefined) return reload()
    const known = new Set([...newer.value, ...events.value].map(({ id }) => id))
    await reading(
      (signal) => readSince(known, signal),
      (found) => {
        newer.value = [...found, ...newer.value]
        if (!still || events.value?.length === 0) showNewer()
      },
    )
  }

  async function readSince(known: ReadonlySet<string>, signal: AbortSignal): Promise<readonly Event[]> {
    const found: Event[] = []
    let after: string | undefined
    do {
      const reply = await read(after)
      if (signal.aborted) break
      total.value = reply.meta.total_count
      const fresh = reply.events.filter(({ id }) => !known.has(id))
      found.push(...fresh)
      after = fresh.length === reply.events.length ? (reply.next_page_after ?? undefined) : undefined
    } while (after !== undefined)
    return found
  }

  function showNewer(): void {
    if (newer.value.length > 0) events.value = [...newer.value, ...(events.value ?? [])]
    newer.value = []
  }

  whenLocked(drop)
  watch([usable, day], ([now]) => now && void reload(), { immediate: true })

  return {
    events: computed(() => events.value),
    newer: computed(() => newer.value),
    total: computed(() => total.value),
    more: computed(() => more.value),
    busy: computed(() => busy.value),
    failure: computed(() => failure.value),
    reload,
    readMore,
    refresh,
    showNewer,
  }
}

export type EventFeed = ReturnType<typeof useEventFeed>
