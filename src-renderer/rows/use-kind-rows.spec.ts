// Proves docs/contract/window.md, Everywhere: lists.

import { Pencil, Trash2 } from '@lucide/vue'
import { expect, it, vi } from 'vitest'
import { computed, h, ref } from 'vue'
import { text } from '../i18n/i18n.ts'
import type { Chosen } from '../ui/chosen-filters.ts'
import { mountUi } from '../ui/testing/mount-ui.ts'
import { useReadRows } from './list-rows.ts'
import type { RecordAction } from './record-kind.ts'
import { useRecordKind } from './record-kind.ts'
import { useKindList, useKindRows } from './use-kind-rows.ts'

interface Crane {
  readonly name: string
  readonly state: string
}

const CRANES: readonly Crane[] = [
  { name: 'Big', state: 'up' },
  { name: 'Small', state: 'down' },
]
const SOURCE = { rows: () => CRANES, busy: ref(false), failure: ref(undefined), reload: () => undefined }

/** What is made in the setup of a component. */
function setUp<Made>(make: () => Made): Made {
  const made: Made[] = []
  mountUi(
    () => h('p'),
    () => void made.push(make()),
  )
  const [one] = made
  if (one === undefined) throw new Error('nothing was set up')
  return one
}

const useCranes = () =>
  useRecordKind<Crane>({
    name: 'cranes',
    keyOf: ({ name }) => name,
    placeOf: () => '/cranes',
    icon: Trash2,
    words: {
      list: 'label.usersHere',
      one: 'users.detail',
      filter: 'users.filter',
      none: 'users.first.heading',
      noMatch: 'users.noMatch',
    },
    fields: [
      { label: 'label.name', width: '1fr', text: ({ name }) => name },
      { label: 'label.state', state: ({ state }) => state, states: {}, filter: 'state' },
    ],
  })

it('says that nothing fits while something is filtered by, in the words of its screen', () => {
  const chosen = ref<Chosen>({})
  const { list, words } = setUp(() => useKindRows(useCranes(), SOURCE, { address: { chosen, sort: ref() } }))

  expect(list.value.empty.noMatch).toBeUndefined()
  words.value = 'bridge'
  expect(list.value.empty.noMatch).toBe(text('users.noMatch'))
  words.value = ' '
  expect(list.value.empty.noMatch).toBeUndefined()
  chosen.value = { state: ['up'] }
  expect(list.value.empty.noMatch).toBe(text('users.noMatch'))
})

it('shows records that the service filters: words and chips go back to whoever reads them', () => {
  const [words, chosen] = [ref('big'), ref<Chosen>({ state: ['up'] })]
  const { list } = setUp(() =>
    useKindList(useCranes(), { ...useReadRows({ ...SOURCE, keyOf: ({ name }: Crane) => name }), words, chosen }),
  )
  const shown = computed(() => list.value.rows.count.value)

  expect([list.value.words, list.value.chosen]).toEqual(['big', { state: ['up'] }])
  expect([shown.value, list.value.filter.filters.map(({ id }) => id)]).toEqual([2, ['state']])
  list.value['onUpdate:words']('small')
  list.value['onUpdate:chosen']({})
  expect([words.value, chosen.value]).toEqual(['small', {}])
})

function mountList(actions: readonly RecordAction<string>[], inMenu?: true) {
  const words = { list: 'ui.more', one: 'ui.more', filter: 'ui.more', none: 'ui.more' }
  const described = { name: 'cranes', placeOf: () => '/', icon: Pencil, words, actions }
  return setUp(() => {
    const kind = useRecordKind<string>({ ...described, fields: [{ label: 'ui.more' }], keyOf: (row) => row })
    return useKindRows(kind, { ...SOURCE, rows: () => ['Big'] }, inMenu && { inMenu })
  }).list.value
}

const edit = vi.fn()
const ACTIONS = [
  { id: 'edit', label: 'ui.copyId', icon: Pencil, run: edit },
  { id: 'remove', label: 'ui.copyLink', icon: Trash2, runAll: vi.fn() },
]

it('keeps what is done with a record in its menu, with its keys, where it should not stand in the row', () => {
  const list = mountList(ACTIONS, true)

  expect(list.actions).toBeUndefined()
  expect(list.menu?.('Big')).toMatchObject([
    { id: 'edit', shortcut: 'F2' },
    { separator: true },
    { id: 'remove', shortcut: 'Delete', tone: 'bad' },
  ])
})

it('edits by its key what can be edited now', () => {
  mountList([{ id: 'edit', label: 'ui.copyId', icon: Pencil, whyNot: () => 'Locked', run: edit }]).onEdit('Big')
  expect(edit).not.toHaveBeenCalled()

  const list = mountList(ACTIONS)
  list.onEdit('Big')

  expect(edit).toHaveBeenCalledExactlyOnceWith('Big')
  expect(list.menu).toBeUndefined()
})
