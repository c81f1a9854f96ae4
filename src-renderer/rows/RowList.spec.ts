// Proves docs/contract/window.md, Everywhere: lists, Presenting.

import { Inbox } from '@lucide/vue'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { h, nextTick, ref, shallowRef } from 'vue'
import { SEQUENCE_MS, useShortcutListener, useShortcutRegistry } from '../frame/shortcuts.ts'
import { text } from '../i18n/i18n.ts'
import type { Failure } from '../ui/failure.ts'
import { usePresenting } from '../ui/presenting.ts'
import { byRole, mountUi, pointAtRow, press, settle } from '../ui/testing/mount-ui.ts'
import type { RowColumn } from './list-rows.ts'
import RowList from './RowList.vue'
import { useWholeRows } from './use-whole-rows.ts'

interface Thing {
  readonly id: string
  readonly name: string
}

const NAME: RowColumn<Thing> = { id: 'name', label: 'Name', width: '1fr', lead: true, text: ({ name }) => name }
const SIZE: RowColumn<Thing> = {
  id: 'size',
  label: 'Size',
  width: '4rem',
  text: ({ name }) => '·'.repeat(name.length),
  order: ({ name }) => name.length,
  mono: true,
}

// The test document has no layout; ten rows of 40 px are in sight.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(400)
})
afterEach(() => void vi.restoreAllMocks())

async function mountList(names: readonly string[] | null = ['Ada', 'Bea', 'Cyd', 'Dee']) {
  const things = (some: readonly string[]): readonly Thing[] => some.map((name) => ({ id: name, name }))
  const read = shallowRef<readonly Thing[] | undefined>(names === null ? undefined : things(names))
  const failure = shallowRef<Failure>()
  const [opened, noMatch] = [ref<string>(), ref<string>()]
  const [remove, reload, clear, act, named] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()]
  const rows = useWholeRows<Thing>(
    { rows: () => read.value, busy: ref(false), failure, reload },
    { keyOf: ({ id }) => id, columns: () => [NAME, SIZE] },
  )
  const list = () =>
    h(
      RowList<Thing>,
      {
        rows,
        label: 'Things',
        name: 'things',
        columns: [NAME, SIZE],
        opened: opened.value,
        actions: ({ name }) => {
          named(name)
          return [{ id: 'greet', label: `Greet ${name}`, icon: Inbox, first: true, run: () => act(name) }]
        },
        empty: { icon: Inbox, title: 'Nothing yet', text: '', noMatch: noMatch.value, clearLabel: 'Clear' },
        sort: rows.sort.value,
        'onUpdate:sort': (next) => (rows.sort.value = next),
        filter: { label: 'Filter things' },
        words: rows.words.value,
        'onUpdate:words': (next) => (rows.words.value = next),
        onRemove: remove,
        onClear: clear,
      },
      { bulk: () => h('button', 'Remove them') },
    )
  mountUi(list, useShortcutListener)
  await settle()
  const take = async (next: readonly string[] | undefined): Promise<void> => {
    read.value = next && things(next)
    await settle()
  }
  return { rows, take, failure, opened, noMatch, remove, reload, clear, act, named }
}

const rowElements = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-index]')]
/** What a row shows first. */
const nameIn = (element: Element | null): string => element?.querySelector('.font-medium')?.textContent.trim() ?? ''
const shownNames = (): readonly string[] => rowElements().map(nameIn)
const focusedName = (): string => nameIn(document.activeElement)
async function key(name: string, modifiers: KeyboardEventInit = {}): Promise<void> {
  press(document.activeElement ?? document.body, name, modifiers)
  await settle()
}

describe('what is typed in a list', () => {
  const typedIn = async (letters: string): Promise<void> => {
    for (const letter of letters) await key(letter)
  }

  async function mountFocused() {
    const mounted = await mountList()
    useShortcutRegistry().register([{ keys: 'G I', label: 'Items', run: () => undefined }])
    mounted.rows.view.focus()
    await settle()
    return { ...mounted, field: byRole('textbox', 'Filter things') }
  }

  it('is looked for, with a letter that could have begun a sequence of keys and did not', async () => {
    const { rows, field } = await mountFocused()
    await typedIn('g')
    expect(document.activeElement).not.toBe(field)

    await typedIn('a')

    expect(rows.words.value).toBe('ga')
    expect(document.activeElement).toBe(field)
  })

  it('is looked for once no key has followed a letter that begins a sequence', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { rows, field } = await mountFocused()
    await typedIn('g')
    expect(rows.words.value).toBe('')

    await vi.advanceTimersByTimeAsync(SEQUENCE_MS)

    expect(rows.words.value).toBe('g')
    expect(document.activeElement).toBe(field)
  })

  it('is not looked for where it is a sequence of keys, or another key follows', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { rows } = await mountFocused()
    await typedIn('gi')
    await typedIn('g')
    await key('ArrowDown')

    await vi.advanceTimersByTimeAsync(SEQUENCE_MS)

    expect(rows.words.value).toBe('')
    expect(focusedName()).toBe('Bea')
  })
})

describe('RowList', () => {
  it('moves the focus to the next row when its row is gone, and from the last one back', async () => {
    const { rows, take } = await mountList()
    rows.view.focus()
    await settle()
    await key('ArrowDown')
    expect(focusedName()).toBe('Bea')

    await take(['Ada', 'Cyd', 'Dee'])
    expect(focusedName()).toBe('Cyd')
    await key('End')
    await take(['Ada', 'Cyd'])

    expect(focusedName()).toBe('Cyd')
  })

  it('leaves the focus with its row when rows come above it', async () => {
    const { rows, take } = await mountList()
    rows.view.focus()
    await settle()
    await key('ArrowDown')

    await take(['New', 'Ada', 'Bea', 'Cyd', 'Dee'])

    expect(focusedName()).toBe('Bea')
  })

  it('takes no focus that is elsewhere', async () => {
    const { take } = await mountList()

    await take(['Bea'])

    expect(document.activeElement).toBe(document.body)
  })

  it('has room of its own for what is done with a row, which covers no cell', async () => {
    await mountList()

    const [row] = rowElements()
    const actions = row?.querySelector('[role=gridcell]:has([aria-label="Greet Ada"])')
    const tracks = row?.parentElement?.style.getPropertyValue('--tracks')

    expect(row?.style.gridTemplateColumns).toBe('var(--tracks)')
    expect(tracks).toBe('2.25rem minmax(15rem, 1fr) 4rem 2.5rem')
    expect(actions?.classList.contains('absolute')).toBe(false)
  })

  it('draws the buttons of the active row and of the one pointed at, and of no other', async () => {
    const { rows } = await mountList()
    const greeted = () =>
      [...document.querySelectorAll('[aria-label^="Greet "]')].map((one) => one.getAttribute('aria-label'))
    expect(greeted()).toEqual(['Greet Ada'])

    await pointAtRow('Cyd')
    expect(greeted()).toEqual(['Greet Ada', 'Greet Cyd'])

    rows.view.focus()
    await settle()
    await key('ArrowDown')
    expect(greeted()).toEqual(['Greet Bea', 'Greet Cyd'])
  })

  it('asks no row for its actions again while it stays in view', async () => {
    const names = Array.from({ length: 200 }, (_, number) => `Row ${number}`)
    const { named } = await mountList(names)
    named.mockClear()

    const scroller = document.querySelector<HTMLElement>('[role=grid] [role=rowgroup]:last-child')
    if (scroller === null) throw new Error('no list')
    scroller.scrollTop = 800
    scroller.dispatchEvent(new Event('scroll'))
    await settle()

    const asked = new Set(named.mock.calls.flat())
    expect([asked.has('Row 5'), asked.size > 0]).toEqual([false, true])
  })

  it('leaves a button that has the focus where it is, wherever the pointer goes', async () => {
    await mountList()
    await pointAtRow('Cyd')
    byRole('button', 'Greet Cyd').focus()

    await pointAtRow('Dee')

    expect(document.activeElement?.getAttribute('aria-label')).toBe('Greet Cyd')
  })

  it('goes on from the row that is open', async () => {
    const { rows, opened } = await mountList()

    opened.value = 'Cyd'
    await settle()
    rows.view.focus()
    await settle()

    expect(focusedName()).toBe('Cyd')
  })

  it.each([
    ['F10', { shiftKey: true }],
    ['ContextMenu', {}],
  ])('opens a menu of what can be done with the row by the key %s', async (name, modifiers) => {
    const { rows, act } = await mountList()
    rows.view.focus()
    await settle()
    await key('ArrowDown')

    await key(name, modifiers)
    const entries = [...document.querySelectorAll('[role=menu] [role=menuitem]')].map((entry) => entry.textContent)
    byRole('menuitem', /^Greet Bea/u).click()
    await settle()

    expect(entries).toEqual([
      expect.stringContaining(text('ui.open')),
      expect.stringContaining(text('rows.menu.select')),
      expect.stringContaining('Greet Bea'),
    ])
    expect(act.mock.calls).toEqual([['Bea']])
    expect(document.querySelector('[role=menu]')).toBeNull()
    expect(focusedName()).toBe('Bea')
  })

  it('opens the menu of a row by right click, from which it is selected', async () => {
    const { rows } = await mountList()
    const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 30, clientY: 60 })

    rowElements()[2]?.dispatchEvent(event)
    await settle()
    byRole('menuitem', /^Select/u).click()
    await settle()

    expect(event.defaultPrevented).toBe(true)
    expect(rows.selection.items.value.map(({ name }) => name)).toEqual(['Cyd'])
  })

  it('finds words by what every column says, best first, and marks them in the name', async () => {
    const { rows } = await mountList(['Renew', 'Item new', 'Other', 'New item'])

    rows.words.value = 'NÉW'
    await settle()

    expect(shownNames()).toEqual(['New item', 'Item new', 'Renew'])
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['New', 'new', 'new'])
    byRole('button', 'Name').click()
    await settle()
    expect(shownNames()).toEqual(['Item new', 'New item', 'Renew'])
    rows.words.value = '····· new'
    await settle()
    expect(shownNames()).toEqual(['Item new', 'New item', 'Renew'])
    rows.words.value = ''
    await settle()
    expect(document.querySelector('mark')).toBeNull()
  })

  it('has its own filter, which says that nothing fits and is cleared in place', async () => {
    const { rows } = await mountList()
    rows.words.value = 'Zoe'
    await settle()
    expect(document.querySelector('[role=grid]')?.textContent).toContain(text('rows.noMatch'))

    byRole('button', 'Clear').click()
    await settle()

    expect(rows.words.value).toBe('')
    expect(shownNames()).toEqual(['Ada', 'Bea', 'Cyd', 'Dee'])
  })

  it('has no filter while there is nothing to filter', async () => {
    const { take } = await mountList()
    expect(document.querySelector('.filter-bar')).not.toBeNull()

    await take([])

    expect(document.querySelector('.filter-bar')).toBeNull()
  })

  it('removes everything that is selected with one of its rows, that one first, and another row alone', async () => {
    const { rows, remove } = await mountList()
    rows.selection.choose(new Set(['0', '1']))
    rows.view.focus()
    await settle()
    await key('ArrowDown')

    await key('Delete')
    await key('End')
    await key('Delete')

    expect(remove.mock.calls).toEqual([
      [
        [
          { id: 'Bea', name: 'Bea' },
          { id: 'Ada', name: 'Ada' },
        ],
      ],
      [[{ id: 'Dee', name: 'Dee' }]],
    ])
  })

  it('shows the bulk bar with its number while rows are selected, also after they moved', async () => {
    const { rows, take } = await mountList()
    expect(document.querySelector('[role=toolbar]')).toBeNull()

    rows.selection.choose(new Set(['1', '2']))
    await take(['Cyd', 'New', 'Bea'])

    expect(document.querySelector('[role=toolbar]')?.textContent).toContain('Remove them')
    expect(rows.selection.keys.value).toEqual(new Set(['0', '2']))
  })

  it('holds what comes while somebody points at it, and shows it when asked', async () => {
    const { take } = await mountList(['Ada'])
    document.querySelector('[role=grid]')?.parentElement?.dispatchEvent(new Event('pointermove'))

    await take(['New', 'Ada'])
    expect(shownNames()).toEqual(['Ada'])
    byRole('button', /1/).click()
    await settle()

    expect(shownNames()).toEqual(['New', 'Ada'])
  })

  it('holds nothing where a dialog closed above a pointer that rests', async () => {
    const { take } = await mountList(['Ada'])
    document.querySelector('[role=grid]')?.parentElement?.dispatchEvent(new Event('pointerenter'))

    await take(['Made', 'Ada'])

    expect(shownNames()).toEqual(['Made', 'Ada'])
  })

  it('sorts by a column, up and down', async () => {
    await mountList(['Bea', 'Ada'])

    byRole('button', 'Name').click()
    await settle()
    expect(shownNames()).toEqual(['Ada', 'Bea'])
    byRole('button', 'Name').click()
    await settle()

    expect(shownNames()).toEqual(['Bea', 'Ada'])
  })

  it('says that it is read, that there is nothing, and that nothing fits', async () => {
    const { rows, take, noMatch, clear } = await mountList(null)
    await vi.waitFor(() => expect(document.body.textContent).toContain(text('ui.loading')))

    await take([])
    expect(document.body.textContent).toContain('Nothing yet')
    expect(document.querySelector('[role=grid]')).toBeNull()
    await take(['Ada'])
    rows.words.value = 'b'
    noMatch.value = 'Nothing fits'
    await settle()

    expect(document.querySelector('[role=grid]')?.textContent).toContain('Nothing fits')
    byRole('button', 'Clear').click()
    expect(clear).toHaveBeenCalledOnce()
  })

  it('shows a failure above the rows that were read, and reads again', async () => {
    const { failure, reload } = await mountList()

    failure.value = { message: 'The service is gone.' }
    await nextTick()

    expect(byRole('alert', /The service is gone/)).toBeDefined()
    expect(shownNames()).toContain('Ada')
    byRole('button', text('ui.retry')).click()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('holds back what others change while somebody points at it, and not what the bar of its selection changes', async () => {
    const { rows, take } = await mountList()
    const pill = () => document.body.textContent.includes(text('ui.changedRows'))
    const point = (at: Element | undefined) => at?.dispatchEvent(new Event('pointermove', { bubbles: true }))
    rows.selection.choose(new Set(['0', '1']))
    await settle()

    point(rowElements()[0])
    await take(['Bea', 'Ada', 'Cyd', 'Dee'])
    expect(pill()).toBe(true)
    byRole('button', text('ui.changedRows')).click()
    await settle()

    point(rowElements()[0])
    rows.view.scroll(true)
    const bulk = byRole('button', 'Remove them')
    point(bulk)
    bulk.click()
    await take(['Cyd', 'Bea', 'Ada', 'Dee'])
    expect(pill()).toBe(false)
    expect(shownNames()).toEqual(['Cyd', 'Bea', 'Ada', 'Dee'])
  })

  it('forgets words and selection when its rows are dropped', async () => {
    const { rows, take } = await mountList()
    rows.selection.choose(new Set(['0']))
    rows.words.value = 'a'

    await take(undefined)
    await take(['Ada', 'Bea'])

    expect(rows.words.value).toBe('')
    expect(rows.selection.items.value).toEqual([])
  })

  it('does the first thing that can be done with a row by Ctrl Enter, and any by its button', async () => {
    const { rows, act } = await mountList()
    rows.view.focus()
    await settle()

    await key('Enter', { ctrlKey: true })
    await pointAtRow('Cyd')
    byRole('button', 'Greet Cyd').click()

    expect(act.mock.calls).toEqual([['Ada'], ['Cyd']])
  })

  it('sorts by every column that says something', async () => {
    const { rows } = await mountList(['Beatrix', 'Cy', 'Ada'])

    byRole('button', 'Size').click()
    await settle()

    expect(rows.sort.value).toEqual({ id: 'size', direction: 'ascending' })
    expect(rowElements().map((row) => row.textContent.slice(0, 2))).toEqual(['Cy', 'Ad', 'Be'])
  })

  it('leaves out a column that was not chosen, and never the first one', async () => {
    const { rows } = await mountList()
    const tools = rows.view.tools.value
    expect(tools?.columns.value).toEqual([{ id: 'size', label: 'Size', shown: true }])

    tools?.toggle('size')
    await settle()

    expect(document.querySelectorAll('[role=columnheader]')).toHaveLength(2)
    tools?.toggle('size')
    await settle()
    expect(document.querySelectorAll('[role=columnheader]')).toHaveLength(3)
  })

  it('leaves out columns of ids and keys before an audience', async () => {
    await mountList()
    const labels = () => [...document.querySelectorAll('[role=columnheader]')].map(({ textContent }) => textContent)
    const all = labels()
    const presenting = usePresenting()

    presenting.on = true
    await settle()

    expect(labels()).toEqual(all.filter((label) => !label.includes('Size')))
    expect(all).not.toEqual(labels())
  })

  it('tells what is open from what is selected', async () => {
    const { opened } = await mountList()

    opened.value = 'Bea'
    await settle()

    const shadowed = rowElements().filter(({ className }) => className.includes('inset_3px'))
    expect(shadowed.map((row) => row.getAttribute('data-index'))).toEqual(['1'])
  })
})
