// Proves docs/contract/window.md, Inspector, Everywhere: lists.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import type { CallSummary } from '../../../shared/contract/workbench.ts'
import { text } from '../../i18n/i18n.ts'
import { answer, askedFor, aStatus, aUser, push, resetBridge } from '../../session/testing/fake-bridge.ts'
import { useInspectorFilter } from '../../session/inspector-filter.ts'
import { useShortcutListener } from '../../frame/shortcuts.ts'
import { mountAddress } from '../../session/testing/mount-window.ts'
import { byRole, press, settle } from '../../ui/testing/mount-ui.ts'
import InspectorView from './InspectorView.vue'
import routes from './routes.ts'
import { aCall } from './testing/a-call.ts'

const CALLS: readonly CallSummary[] = [
  aCall(5, { method: 'POST', path: '/vault/items', status: 201, duration_ms: 9 }),
  aCall(4, { path: '/vault/items/7', status: 404, duration_ms: 3 }),
  aCall(3, { api: 'keystore', path: '/keystore/session', status: 401, duration_ms: 20 }),
  aCall(2, { path: '/vault/version', source: 'loopback', duration_ms: 4 }),
]

// The test document has no layout; ten rows of 40 px are in sight.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(400)
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('callsGet', () => ({ calls: CALLS, kept: CALLS.length, total: CALLS.length }))
  answer('callGet', () => ({ call: detailOf(5) }))
})
afterEach(() => void vi.restoreAllMocks())

const detailOf = (number: number) => ({
  ...aCall(number),
  ...{ request_headers: {}, request_body: null, response_body: null, truncated: false, curl: 'curl' },
})
const rowElements = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role=row][data-index]')]
const numbers = () => rowElements().map((row) => Number(row.querySelector('[role=gridcell]')?.textContent))
const rowOf = (number: number): HTMLElement => {
  const row = rowElements()[numbers().indexOf(number)]
  if (row === undefined) throw new Error(`no row of call ${number}`)
  return row
}
const shows = (wanted: readonly number[]): Promise<void> => vi.waitFor(() => expect(numbers()).toEqual(wanted))

async function open(address: string) {
  const { router } = await mountAddress(routes, address)
  return { router, isAt: (wanted: string) => vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe(wanted)) }
}

describe('the list of calls', () => {
  it('is filtered and sorted by what the address says', async () => {
    await open('/inspector?outcome=failed&sort=-duration')

    await shows([3, 4])
  })

  it('writes the order into the address, which is newest first until somebody chooses', async () => {
    const { isAt } = await open('/inspector?kind=read')
    await shows([4, 3, 2])

    byRole('button', /^Status/).click()

    await isAt('/inspector?kind=read&sort=status')
    await shows([2, 3, 4])
  })

  it('stays as it is when a call is opened and closed', async () => {
    const { isAt } = await open('/inspector?outcome=failed')
    await shows([4, 3])

    rowOf(3).click()
    await isAt('/inspector/3?outcome=failed')
    byRole('button', text('inspector.detail.close')).click()

    await isAt('/inspector?outcome=failed')
    await shows([4, 3])
  })

  it('stays as it is when an address names a call and says nothing of the list', async () => {
    const { router, isAt } = await open('/inspector?outcome=failed')
    await shows([4, 3])

    await router.push('/inspector/3')

    await isAt('/inspector/3?outcome=failed')
    expect(numbers()).toEqual([4, 3])
  })

  it('keeps typed words out of the address', async () => {
    const { isAt } = await open('/inspector')
    await shows([5, 4, 3, 2])

    useInspectorFilter().text = 'path:items'
    await shows([5, 4])

    await isAt('/inspector')
  })

  it('can leave columns out, keep a filter and write a file, as every list', async () => {
    localStorage.setItem('vaultbench.columns', JSON.stringify({ calls: ['method'] }))
    await open('/inspector')
    await shows([5, 4, 3, 2])

    const heads = [...document.querySelectorAll('[role=columnheader]')].map((head) => head.textContent.trim())
    expect(heads).toEqual([
      '#',
      text('label.time'),
      text('inspector.column.path'),
      text('ui.status'),
      'ms',
      text('inspector.column.from'),
    ])
    for (const name of [text('rows.columns'), text('rows.saved.title'), text('parts.export.all')])
      expect(byRole('button', name)).toBeTruthy()
  })

  it('holds its rows under the pointer, and counts those of the new calls that fit', async () => {
    await open('/inspector?outcome=failed')
    await shows([4, 3])
    const list = document.querySelector('[role=grid]')?.parentElement
    list?.dispatchEvent(new PointerEvent('pointermove'))

    push({ type: 'call', call: aCall(6) })
    push({ type: 'call', call: aCall(7, { status: 500 }) })
    await vi.waitFor(() => expect(byRole('button', '1 new')).toBeTruthy())
    expect(numbers()).toEqual([4, 3])
    byRole('button', '1 new').click()

    await shows([7, 4, 3])
  })

  it('an open detail follows the row with the focus, and stays when the filter takes its row away', async () => {
    const { isAt } = await open('/inspector/5')
    await shows([5, 4, 3, 2])
    rowOf(5).focus()
    press(rowOf(5), 'ArrowDown')
    await isAt('/inspector/4')

    useInspectorFilter().text = 'keystore'
    await shows([3])
    await settle()

    await isAt('/inspector/4')
    expect(askedFor('callGet').map(({ params }) => params)).toEqual([{ number: 5 }, { number: 4 }])
  })

  it('shows an SD-JWT of a body in its parts', async () => {
    const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '')
    const [jwt, binding] = [{ iss: 'did:key:a' }, { aud: 'https://b.example' }].map(
      (payload) => `${part({ alg: 'ES256' })}.${part(payload)}.[hidden]`,
    )
    const response_body = JSON.stringify({
      vp_token: { one: [`${jwt}~${part(['salt', 'ageOver18', true])}~${binding}`] },
    })
    answer('callGet', () => ({ call: { ...detailOf(5), response_body } }))
    await open('/inspector/5')
    await vi.waitFor(() => expect(document.body.textContent).toContain('SD-JWT at /vp_token/one/0'))

    const parts = byRole('region', text('parts.result.presentation')).textContent
    const names = (['jwtHeader', 'jwtPayload', 'disclosed', 'keyBinding'] as const).map((name) =>
      text(`parts.result.${name}`),
    )
    const shown = [names[0], 'ES256', names[1], 'did:key:a', names[2], 'ageOver18', names[3], 'https://b.example']
    expect(parts).toMatch(new RegExp(shown.join('[^]*')))
  })

  it('says that nothing fits, and clears words and choices', async () => {
    const { isAt } = await open('/inspector?source=wallet')
    await vi.waitFor(() => expect(document.body.textContent).toContain(text('inspector.nothingFits')))
    useInspectorFilter().text = 'keystore'
    await settle()

    byRole('button', text('ui.clearFilters'), document.querySelector('[role=grid]') ?? undefined).click()

    await isAt('/inspector')
    await shows([5, 4, 3, 2])
  })

  it('is cleared after a question that says that this cannot be undone', async () => {
    answer('callsClear', () => undefined)
    await open('/inspector')
    await shows([5, 4, 3, 2])

    byRole('button', text('inspector.clear')).click()
    await settle()
    expect(document.querySelector('[role=alertdialog]')?.textContent).toMatch(/All 4 calls, .*This cannot be undone/)
    expect(askedFor('callsClear')).toEqual([])
    byRole('button', text('inspector.clearCalls')).click()

    await vi.waitFor(() => expect(askedFor('callsClear')).toHaveLength(1))
    await shows([])
  })

  it('says what appears here while there are none', async () => {
    answer('callsGet', () => ({ calls: [], kept: 0, total: 0 }))
    await open('/inspector')

    await vi.waitFor(() =>
      expect(document.body.textContent).toContain('Other programs cannot reach the service in this window'),
    )
  })
})

it('letters typed in one of two lists go to its own filter, those at the heading to that of the page', async () => {
  const component = defineComponent(() => {
    useShortcutListener()
    return () => [
      h('h1', { tabindex: -1 }, text('inspector.list')),
      h(InspectorView, { axis: 'columns', chosen: {} }),
      h(InspectorView, { axis: 'rows', chosen: {}, pageFilter: true }),
    ]
  })
  await mountAddress([{ path: '/both', component }], '/both')
  await vi.waitFor(() => expect(document.querySelectorAll('[role=grid]')).toHaveLength(2))
  const [inDrawer, inPage] = [...document.querySelectorAll<HTMLElement>('[role=grid]')].map((grid) =>
    grid.querySelector('[data-index]'),
  )
  const [ofDrawer, ofPage] = [...document.querySelectorAll('input')]

  if (!inDrawer || !inPage) throw new Error('no rows')
  press(inDrawer, 'v')
  expect(document.activeElement).toBe(ofDrawer)
  press(inPage, 'v')
  expect(document.activeElement).toBe(ofPage)
  ofDrawer?.focus()
  press(document.querySelector('h1') ?? inPage, 'v')
  expect(document.activeElement).toBe(ofPage)
})
