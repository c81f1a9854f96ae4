// Proves docs/contract/window.md, Everywhere: lists.

import { Trash2 } from '@lucide/vue'
import { beforeAll, expect, it, vi } from 'vitest'
import { h, ref } from 'vue'
import { i18n } from '../i18n/i18n.ts'
import { useToasts } from '../ui/toasts.ts'
import { refusal } from '../session/testing/fake-bridge.ts'
import { byRole, mountUi, settle } from '../ui/testing/mount-ui.ts'
import { saysSomething } from './column-values.ts'
import type { RecordKind } from './record-kind.ts'
import { useRecordKind } from './record-kind.ts'

interface Crane {
  readonly name: string
  readonly lifts: number
  readonly state: 'up' | 'down'
  readonly checked_at: string | null
  readonly owner: string
}

const CRANE: Crane = { name: 'Big', lifts: 1200, state: 'up', checked_at: null, owner: '' }
const word = (id: string): string => `crane.${id}`

beforeAll(() => {
  const words = { cranes: 'Cranes', name: 'Name', lifts: 'Lifts', state: 'State', up: 'Standing', down: 'Lying' }
  const more = { checked: 'Checked', never: 'never', owner: 'Owner', removeNamed: 'Remove {name}', remove: 'Remove' }
  const asked = { sure: 'Remove {name} for ever?', lost: 'It is lost.', gone: '{name} is gone' }
  i18n.global.mergeLocaleMessage('en', { crane: { ...words, ...more, ...asked } })
})

function mountKind(more: Partial<RecordKind<Crane>> = {}) {
  return mountGiven(craneKind(more))
}

const craneKind = (more: Partial<RecordKind<Crane>>): RecordKind<Crane> => ({
  name: 'cranes',
  keyOf: ({ name }) => name,
  placeOf: (id) => `/cranes/${id ?? ''}`,
  icon: Trash2,
  words: {
    list: word('cranes'),
    one: word('name'),
    filter: word('name'),
    none: word('never'),
    noneText: word('lost'),
  },
  valuesOf: ({ name }) => ({ name }),
  fields: [
    { label: word('name'), width: '1fr', text: ({ name }) => name },
    { label: word('lifts'), width: '5rem', count: ({ lifts }) => lifts },
    {
      label: word('state'),
      width: '5rem',
      state: ({ state }) => state,
      states: { up: word('up'), down: word('down') },
      filter: 'standing',
    },
    {
      label: word('checked'),
      id: 'at',
      width: '5rem',
      time: ({ checked_at }) => checked_at,
      none: word('never'),
    },
    { label: word('owner'), text: ({ owner }) => owner, mono: true },
  ],
  ...more,
})

function mountGiven(given: Parameters<typeof useRecordKind<Crane>>[0]) {
  let made: ReturnType<typeof useRecordKind<Crane>> | undefined
  mountUi(
    () => h('p'),
    () => {
      made = useRecordKind<Crane>(given)
    },
  )
  if (made === undefined) throw new Error('nothing was set up')
  return made
}

it('makes columns of the fields that have a width, named by the last word of their label', () => {
  const { columns, choices } = mountKind().value

  expect(columns.map(({ id, label, text }) => [id, label, text?.(CRANE)])).toEqual([
    ['name', 'Name', 'Big'],
    ['lifts', 'Lifts', '1,200'],
    ['state', 'State', 'Standing'],
    ['at', 'Checked', 'never'],
  ])
  expect(columns[1]?.order?.(CRANE)).toBe(1200)
  expect(columns.map(({ lead }) => lead === true)).toEqual([true, false, false, false])
  expect(choices).toMatchObject([
    {
      id: 'standing',
      options: [
        { value: 'up', label: 'Standing' },
        { value: 'down', label: 'Lying' },
      ],
    },
  ])
})

it('is named by another field than the first where that one says so', () => {
  const [name, ...others] = craneKind({}).fields
  const fields = [name, ...others].map((field, place) => (place === 1 ? { ...field, lead: true as const } : field))
  const kind = mountKind({ fields: fields as unknown as RecordKind<Crane>['fields'] }).value

  expect(kind.columns.map(({ lead, icon }) => [lead === true, icon !== undefined]).slice(0, 2)).toEqual([
    [false, false],
    [true, true],
  ])
  expect(kind.titleOf(CRANE)).toBe('1,200')
  expect(kind.factsOf(CRANE)[0]?.text).toBe('Big')
})

it('says in the detail what the list says, but for its title and what is empty', () => {
  const { factsOf, titleOf } = mountKind().value
  const facts = (crane: Crane) => factsOf(crane).map(({ id, text, time }) => [id, text ?? time])

  expect(titleOf(CRANE)).toBe('Big')
  expect(facts(CRANE)).toEqual([
    ['lifts', '1,200'],
    ['state', 'Standing'],
    ['at', 'never'],
  ])
  expect(facts({ ...CRANE, checked_at: '2026-11-01T08:00:00.000Z', owner: 'Mika' }).slice(2)).toEqual([
    ['at', '2026-11-01T08:00:00.000Z'],
    ['owner', 'Mika'],
  ])
})

const REMOVE = { id: 'remove', label: word('removeNamed'), short: word('remove'), icon: Trash2 }

it('asks before an action, and tells when it is done', async () => {
  const run = vi.fn(() => Promise.resolve())
  const asks = { title: word('sure'), text: word('lost'), confirm: word('remove') }
  const kind = mountKind({ actions: [{ ...REMOVE, asks, run, done: word('gone'), on: ({ state }) => state === 'up' }] })
  const { actionsOf, removal } = kind.value
  const [action] = actionsOf(CRANE)

  expect(actionsOf({ ...CRANE, state: 'down' })).toEqual([])
  expect(removal).toBeUndefined()
  expect(action).toMatchObject({ label: 'Remove Big', short: 'Remove' })
  void action?.run()
  await settle()
  expect(run).not.toHaveBeenCalled()
  expect(document.body.textContent).toContain('Remove Big for ever?')
  byRole('button', 'Remove').click()
  await settle()

  expect(run).toHaveBeenCalledExactlyOnceWith(CRANE)
  expect(useToasts().toasts.map(({ text, link }) => [text, link])).toEqual([['Big is gone', '/cranes/']])
})

it('says what was refused of an action that asks nothing', async () => {
  const run = () => Promise.reject(refusal('not_found', 404, 'This crane is gone.'))
  const [action] = mountKind({ actions: [{ ...REMOVE, run, done: word('gone') }] }).value.actionsOf(CRANE)

  void action?.run()
  await settle()

  expect(useToasts().toasts.map(({ text, tone, link }) => [text, tone, link])).toEqual([
    ['Remove Big: This crane is gone.', 'bad', '/cranes/Big'],
  ])
})

it('calls the button that leaves it as it was what the action says', async () => {
  const asks = { title: word('sure'), text: word('lost'), confirm: word('remove'), keep: word('owner') }
  const run = vi.fn()
  void mountKind({ actions: [{ ...REMOVE, asks, run }] })
    .value.actionsOf(CRANE)[0]
    ?.run()
  await settle()

  byRole('button', 'Owner').click()
  await settle()

  expect(run).not.toHaveBeenCalled()
  expect(document.querySelector('[role=alertdialog]')).toBeNull()
})

it('asks what the record says where not all of them are asked the same', async () => {
  const asks = { title: word('sure'), text: ({ state }: Crane) => word(state), confirm: word('remove') }
  const kind = mountKind({ actions: [{ ...REMOVE, asks, run: () => undefined }] })

  void kind.value.actionsOf(CRANE)[0]?.run()
  await settle()

  expect(byRole('alertdialog', /Big/).textContent).toContain('Standing')
})

it('leaves its icon out where the cell shows a sign of its own', () => {
  const named = { label: word('name'), width: '1fr', text: ({ name }: Crane) => name }
  const iconOf = (more: { readonly bare?: true }) =>
    mountKind({ fields: [{ ...named, ...more }] }).value.columns[0]?.icon

  expect(iconOf({})?.(CRANE)).toBe(Trash2)
  expect(iconOf({ bare: true })).toBeUndefined()
})

it('removes all that are selected where an action can', async () => {
  const runAll = vi.fn()
  const { actionsOf, removal } = mountKind({ actions: [{ ...REMOVE, runAll }] }).value

  await actionsOf(CRANE)[0]?.run()
  removal?.run([CRANE, CRANE])

  expect(removal?.label).toBe('Remove')
  expect(runAll.mock.calls).toEqual([[[CRANE]], [[CRANE, CRANE]]])
})

it('offers to make one where there are none, and shows what depends on something as it is now', () => {
  const isLocked = ref(false)
  const make = { label: word('up'), icon: Trash2, whenNone: true, run: vi.fn() }
  const kind = mountGiven(() =>
    craneKind({
      fields: [{ label: isLocked.value ? word('owner') : word('name'), width: '1fr' }],
      createActions: [isLocked.value ? { ...make, whyNot: 'Locked' } : make, { ...make, whenNone: false }],
    }),
  )
  expect(kind.value.columns.map(({ label }) => label)).toEqual(['Name'])
  expect(kind.value.nothing.actions).toMatchObject([{ label: 'Standing', primary: true }])

  isLocked.value = true

  expect(kind.value.columns.map(({ label }) => label)).toEqual(['Owner'])
  expect(kind.value.nothing.actions.map(({ whyNot }) => whyNot)).toEqual(['Locked'])
})

it('leaves a column of buttons out of order and export', () => {
  const buttons = { label: word('name'), id: 'menu', width: '3rem', hideLabel: true }
  const { columns } = mountKind({ fields: [{ label: word('name'), width: '1fr', text: () => '' }, buttons] }).value

  expect(columns.map(saysSomething)).toEqual([true, false])
  expect(columns[1]).toMatchObject({ id: 'menu', hideLabel: true })
})

it('offers what can be done where there are none, as it is at the moment', () => {
  const why = ref<string>()
  const kind = mountKind({ offers: () => [{ label: word('remove'), icon: Trash2, whyNot: why.value }] })

  why.value = 'not now'

  expect(kind.value.nothing.actions).toMatchObject([{ label: 'Remove', whyNot: 'not now' }])
  expect(mountKind().value.nothing.actions).toEqual([])
})
