// Proves docs/contract/window.md, Everywhere: lists.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h, ref } from 'vue'
import { mountUi, press, settle } from './testing/mount-ui.ts'
import type { ListColumn } from './list-model.ts'
import VirtualList from './VirtualList.vue'

// Of the list; 0 is what has no layout.
const width = vi.hoisted(() => ({ value: 0 }))
vi.mock('@vueuse/core', async (original) => ({
  ...(await original<object>()),
  useElementSize: () => ({ width, height: { value: 400 } }),
}))

const names = Array.from({ length: 1000 }, (_, index) => `row ${index}`)

// The test document has no layout; ten rows of 40 px are in sight.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(40_000)
})
afterEach(() => {
  vi.restoreAllMocks()
  width.value = 0
})

const NAME = { id: 'name', label: 'Name', width: '1fr' }
const STATE = { id: 'state', label: 'State', width: '8rem', sortable: true }

async function mountList(columns: readonly ListColumn[] = [NAME]) {
  const [selected, current] = [ref<ReadonlySet<string>>(new Set()), ref<string>()]
  const [opened, edited] = [vi.fn(), vi.fn()]
  mountUi(() =>
    h(
      VirtualList<string>,
      {
        items: names,
        itemKey: (name: string) => name,
        label: 'Items',
        columns,
        selectable: true,
        selected: selected.value,
        'onUpdate:selected': (next: ReadonlySet<string>) => (selected.value = next),
        current: current.value,
        'onUpdate:current': (next: string | undefined) => (current.value = next),
        onOpen: opened,
        onEdit: edited,
      },
      { 'cell-name': ({ item }: { item: string }) => item, 'cell-state': () => 'new' },
    ),
  )
  await settle()
  row(0).focus()
  await settle()
  return { selected, current, opened, edited }
}

const rows = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-index]')]
function row(index: number): HTMLElement {
  const found = rows().find((element) => element.dataset['index'] === String(index))
  if (!found) throw new Error(`row ${index} is not mounted`)
  return found
}
async function key(name: string, modifiers: KeyboardEventInit = {}): Promise<void> {
  press(document.activeElement ?? document.body, name, modifiers)
  await settle()
}

describe('VirtualList', () => {
  it('mounts a screenful and counts all rows and the header', async () => {
    await mountList()

    expect(rows().length).toBeLessThan(40)
    expect(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')).toBe('1001')
    expect(row(3).getAttribute('aria-rowindex')).toBe('5')
  })

  it.each([
    ['the pointer', () => row(3).dispatchEvent(new Event('pointerover', { bubbles: true }))],
    ['a key', () => press(row(0), 'Shift')],
    ['scrolling', () => row(0).closest('[role=rowgroup]')?.dispatchEvent(new Event('scroll'))],
  ])('mounts rows out of sight once %s reaches it, and before hardly more than those in sight', async (_, reach) => {
    await mountList()
    expect(rows().length).toBeLessThanOrEqual(13)

    reach()
    await settle()
    expect(rows().length).toBeGreaterThanOrEqual(18)
  })

  it('has one tab stop, which arrow keys move', async () => {
    const { current } = await mountList()

    await key('ArrowDown')
    await key('ArrowDown')

    expect(current.value).toBe('row 2')
    expect(document.activeElement).toBe(row(2))
    expect(rows().filter(({ tabIndex }) => tabIndex === 0)).toEqual([row(2)])
  })

  it('End moves the focus to the last row, which was not mounted before', async () => {
    await mountList()

    await key('End')

    expect(document.activeElement).toBe(row(999))
  })

  it('Space selects, Shift and arrow extend, Ctrl A takes all', async () => {
    const { selected } = await mountList()

    await key(' ')
    expect(selected.value).toEqual(new Set(['row 0']))
    expect(row(0).getAttribute('aria-selected')).toBe('true')
    await key('ArrowDown', { shiftKey: true })
    expect(selected.value).toEqual(new Set(['row 0', 'row 1']))
    expect(row(1).getAttribute('aria-selected')).toBe('true')
    await key('a', { ctrlKey: true })

    expect(selected.value.size).toBe(1000)
  })

  it('Enter opens and F2 edits the row with the focus', async () => {
    const { opened, edited } = await mountList()
    await key('ArrowDown')

    await key('Enter')
    await key('F2')

    expect(opened).toHaveBeenCalledWith('row 1')
    expect(edited).toHaveBeenCalledWith('row 1')
  })

  it('keeps the row with the focus mounted, when the list is scrolled away from it', async () => {
    await mountList()
    const scroller = document.querySelector<HTMLElement>('[role=rowgroup] ~ [role=rowgroup]')
    if (!scroller) throw new Error('no scroller')

    scroller.scrollTop = 20_000
    scroller.dispatchEvent(new Event('scroll'))
    await settle()

    expect(rows().some(({ dataset }) => Number(dataset['index']) > 490)).toBe(true)
    expect(document.activeElement).toBe(row(0))
  })

  it('gives the name a line of its own where it has no room beside another column', async () => {
    width.value = 340
    await mountList([NAME, STATE])
    const heads = [...document.querySelectorAll('[role=columnheader]')].filter((head) => !head.querySelector('input'))

    expect(row(1).style.height).toBe('58px')
    expect(row(1).style.transform).toBe('translateY(58px)')
    expect(row(1).querySelector('[role=rowheader]')?.classList).toContain('row-start-1')
    expect(row(1).querySelector('[role=gridcell]:not(:has(input))')?.parentElement?.classList).toContain('row-start-2')
    expect(heads.map(({ classList }) => classList.contains('sr-only'))).toEqual([false, true])
    await key('ArrowDown')
    expect(document.activeElement).toBe(row(1))
  })

  it('leaves out a column rather than cutting a name in sight', async () => {
    const isName = (element: HTMLElement): boolean => element.role === 'rowheader'
    width.value = 800
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
    const needed = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(400)
    await mountList([NAME, STATE, { id: 'kind', label: 'Kind', width: '20rem' }])
    const shown = () => [...document.querySelectorAll('[role=columnheader]')].map(({ textContent }) => textContent)
    expect(shown()).toEqual(['', 'Name', 'State', 'Kind'])
    needed.mockImplementation(function (this: HTMLElement) {
      return isName(this) ? 520 : 400
    })

    await key('ArrowDown')
    await vi.waitFor(() => expect(shown()).toEqual(['', 'Name', 'State']))

    expect(row(0).parentElement?.style.getPropertyValue('--tracks')).toContain('minmax(32.5625rem, 1fr)')
  })

  it('measures no name while it is scrolled, and does afterwards', async () => {
    width.value = 800
    const measured = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(0)
    await mountList([NAME, STATE])
    await vi.waitFor(() => expect(measured).toHaveBeenCalled())
    const scroller = document.querySelector<HTMLElement>('[role=rowgroup] ~ [role=rowgroup]')
    if (!scroller) throw new Error('no scroller')

    scroller.scrollTop = 20_000
    scroller.dispatchEvent(new Event('scroll'))
    await new Promise(requestAnimationFrame)
    measured.mockClear()
    await new Promise(requestAnimationFrame)
    expect(measured).not.toHaveBeenCalled()

    await vi.waitFor(() => expect(measured).toHaveBeenCalled())
  })
})
