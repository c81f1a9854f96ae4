// Proves docs/contract/window.md, Events.

import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { effectScope } from 'vue'
import type { Event } from '../../shared/contract/events.ts'
import { answer, aStatus, aUser, arrive, asked, resetBridge } from '../session/testing/fake-bridge.ts'
import { useWorkbenchStore } from '../session/workbench-store.ts'
import { anEvent } from './testing/an-event.ts'
import { useEventFeed } from './use-event-feed.ts'

const PAGE = 3

interface AskedPage {
  readonly query: { readonly next_page_after?: string }
}

let stored: Event[] = []

/** The service: newest first, the cursor is the id of the last event of a page. */
function page(query: AskedPage['query']) {
  const start = query.next_page_after === undefined ? 0 : stored.findIndex(({ id }) => id === query.next_page_after) + 1
  const events = stored.slice(start, start + PAGE)
  const next = start + PAGE < stored.length ? (events.at(-1)?.id ?? null) : null
  return {
    events,
    next_page_after: next,
    meta: { pages: 1, total_count: stored.length, next_page_exists: next !== null },
  }
}

function happen(...names: readonly string[]): void {
  stored = [...names.map((name) => anEvent({ id: name, name })), ...stored]
}

function startFeed() {
  const scope = effectScope()
  onTestFinished(() => {
    scope.stop()
  })
  const feed = scope.run(() => useEventFeed('alice', { page: PAGE }))
  if (feed === undefined) throw new Error('the scope is not active')
  return feed
}

const idsOf = (events: readonly Event[] | undefined): readonly string[] => (events ?? []).map(({ id }) => id)

describe('useEventFeed', () => {
  beforeEach(() => {
    resetBridge()
    setActivePinia(createPinia())
    const store = useWorkbenchStore()
    store.setStatus(aStatus('open'))
    store.setUsers([aUser('alice')])
    stored = []
    happen('e5', 'e4', 'e3', 'e2', 'e1')
    answer('forward as user', ({ body }) => ({ ok: true, status: 200, body: page((body as AskedPage).query) }))
  })

  it('reads page by page to the end', async () => {
    const feed = startFeed()
    await arrive()
    expect([idsOf(feed.events.value), feed.more.value, feed.total.value]).toEqual([['e5', 'e4', 'e3'], true, 5])

    expect(await feed.readMore()).toBe(true)

    expect([idsOf(feed.events.value), feed.more.value]).toEqual([['e5', 'e4', 'e3', 'e2', 'e1'], false])
    expect(await feed.readMore()).toBe(false)
  })

  it('puts what happened since on top, over several pages where it was much', async () => {
    const feed = startFeed()
    await arrive()
    happen('e9', 'e8', 'e7', 'e6')

    await feed.refresh(false)

    expect(idsOf(feed.events.value)).toEqual(['e9', 'e8', 'e7', 'e6', 'e5', 'e4', 'e3'])
    await feed.readMore()
    expect(idsOf(feed.events.value).slice(-2)).toEqual(['e2', 'e1'])
  })

  it('holds newer ones back while nothing may move, and shows each once', async () => {
    const feed = startFeed()
    await arrive()
    happen('e6')
    await feed.refresh(true)
    happen('e7')
    await feed.refresh(true)
    expect([idsOf(feed.events.value)[0], idsOf(feed.newer.value)]).toEqual(['e5', ['e7', 'e6']])

    feed.showNewer()

    expect(idsOf(feed.events.value)).toEqual(['e7', 'e6', 'e5', 'e4', 'e3'])
    expect(feed.newer.value).toEqual([])
  })

  it('drops everything the moment the user is locked, also what is on its way', async () => {
    const feed = startFeed()
    await arrive()
    const reading = feed.readMore()
    useWorkbenchStore().setUsers([aUser('alice', { state: 'locked' })])
    expect(feed.events.value).toBeUndefined()

    await reading

    expect(feed.events.value).toBeUndefined()
    expect(asked).toHaveLength(2)
  })
})
