// Proves docs/contract/window.md, Everywhere: exports.

import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createApp, effectScope } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { Event } from '../../../shared/contract/events.ts'
import { answer, aStatus, aUser, arrive, askedFor, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { anEvent } from '../../feed/testing/an-event.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useEventExport } from '../../feed/use-event-export.ts'
import { useEventList } from './use-event-list.ts'

vi.mock('../../ui/save-file.ts', () => ({ saveFile: vi.fn() }))

const saved = vi.mocked(saveFile)
const PAGE = 200
const STORED = 950

/** Newest first; every tenth is about a licence. */
const stored: readonly Event[] = Array.from({ length: STORED }, (_, index) =>
  anEvent({ id: `e${index}`, label: index % 10 === 0 ? 'Licence' : 'Passport', eventable_id: `i${index % 10}` }),
)

interface AskedPage {
  readonly query: { readonly next_page_after?: string; readonly on_date?: string }
}

function page({ next_page_after: after }: AskedPage['query']) {
  const start = after === undefined ? 0 : stored.findIndex(({ id }) => id === after) + 1
  const events = stored.slice(start, start + PAGE)
  const next = start + PAGE < STORED ? (events.at(-1)?.id ?? null) : null
  return { events, next_page_after: next, meta: { pages: 1, total_count: STORED, next_page_exists: next !== null } }
}

const cursorsAsked = () => askedFor('forward as user').map(({ body }) => (body as AskedPage).query.next_page_after)

function start() {
  const scope = effectScope()
  onTestFinished(() => {
    scope.stop()
  })
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/', component: { render: () => null } }],
  })
  const app = createApp({ render: () => null }).use(router)
  const made = scope.run(() =>
    app.runWithContext(() => {
      const list = useEventList('alice')
      return { list, exporting: useEventExport('alice', list) }
    }),
  )
  if (made === undefined) throw new Error('the scope is not active')
  return made
}

const savedLines = () =>
  (saved.mock.calls[0]?.[2] ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Event & { sentence: string })

beforeEach(() => {
  resetBridge()
  saved.mockReset()
  setActivePinia(createPinia())
  const store = useWorkbenchStore()
  store.setStatus(aStatus('open'))
  store.setUsers([aUser('alice')])
  answer('connectionRows', () => ({ rows: [] }))
  answer('forward as user', ({ body }) => ({ ok: true, status: 200, body: page((body as AskedPage).query) }))
})

describe('useEventExport', () => {
  it('writes every event, also of the pages that were not read yet', async () => {
    const { exporting } = start()
    await arrive()
    expect(cursorsAsked()).toEqual([undefined])

    await exporting.start('jsonl')

    expect(cursorsAsked()).toHaveLength(Math.ceil(STORED / PAGE))
    expect(savedLines().map(({ id }) => id)).toEqual(stored.map(({ id }) => id))
    expect(saved.mock.calls[0]?.[0]).toMatch(/^events-alice-\d{4}-\d\d-\d\d\.jsonl$/)
  })

  it('writes what passes the filter in use, of all pages, and nothing else', async () => {
    const { list, exporting } = start()
    await arrive()
    list.chosen.value = { item: ['i0'] }

    await exporting.start('jsonl')

    const lines = savedLines()
    expect(lines).toHaveLength(STORED / 10)
    expect(new Set(lines.map(({ label }) => label))).toEqual(new Set(['Licence']))
    expect(lines[0]?.sentence).toContain('Licence')
  })

  it('a page that is refused › writes nothing', async () => {
    const { list, exporting } = start()
    await arrive()
    answer('forward as user', () => {
      throw refusal('internal_error', 500)
    })

    await exporting.start('csv')

    expect(saved).not.toHaveBeenCalled()
    expect(list.feed.failure.value?.code).toBe('internal_error')
  })
})
