// Proves docs/contract/window.md, Everywhere: lists.

import { CircleCheck, Trash2 } from '@lucide/vue'
import { beforeEach, expect, it, vi } from 'vitest'
import { defineComponent, h, ref, shallowRef } from 'vue'
import { text } from '../i18n/i18n.ts'
import { answer, aStatus, resetBridge } from '../session/testing/fake-bridge.ts'
import { mountAddress } from '../session/testing/mount-window.ts'
import { byRole, giveSizes, press, settle } from '../ui/testing/mount-ui.ts'
import { useReadRows } from './list-rows.ts'
import type { RecordKind } from './record-kind.ts'
import { useRecordKind } from './record-kind.ts'
import RecordList from './RecordList.vue'
import { useKindList, useKindRows } from './use-kind-rows.ts'

type Slots = Readonly<Record<string, (props: { row: string; close: () => void; leave: () => void }) => unknown>>

const cranes = shallowRef<readonly string[]>([])

beforeEach(() => {
  giveSizes()
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [] }))
  cranes.value = ['Big', 'Middle', 'Small']
})

const kindOf = (more: Partial<RecordKind<string>>): RecordKind<string> => ({
  name: 'cranes',
  keyOf: (name) => name,
  placeOf: (id) => ({ name: 'cranes', params: { id: id ?? null } }),
  icon: Trash2,
  words: { list: 'label.usersHere', one: 'users.detail', filter: 'users.filter', none: 'users.first.heading' },
  fields: [{ label: 'label.name', width: '1fr', text: (name) => name }],
  ...more,
})

/** A page with a list of cranes, read as a whole, or where `paged` a part of them. */
async function mountCranes(address: string, more: Partial<RecordKind<string>>, slots: Slots = {}, paged = false) {
  const source = { rows: () => cranes.value, busy: ref(false), failure: ref(undefined), reload: () => undefined }
  const page = defineComponent({
    props: { id: { type: String, required: false, default: undefined } },
    setup(props) {
      const kind = useRecordKind<string>(kindOf(more))
      const reading = paged
        ? useKindList(kind, { ...useReadRows({ ...source, keyOf: (name: string) => name }), words: ref('') })
        : useKindRows(kind, source)
      return () => h(RecordList<string>, { ...kind.value, id: props.id || undefined, source: reading }, slots)
    },
  })
  const { router } = await mountAddress(
    [{ path: '/cranes/:id?', name: 'cranes', component: page, props: true }],
    address,
  )
  await settle()
  return () => router.currentRoute.value.params['id'] ?? ''
}

const rowOf = (name: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('[data-index]')].find((row) => row.textContent.includes(name)) ??
  expect.fail(`no row of ${name}`)
const detail = (): Element | null => document.querySelector(`section[aria-label="${text('users.detail')}"]`)

it('opens the next one in the place of one that goes, and says that one was never there', async () => {
  const opened = await mountCranes('/cranes/Middle', {})
  cranes.value = ['Big', 'Small']
  await vi.waitFor(() => expect(opened()).toBe('Small'))

  await mountCranes('/cranes/Nobody', {})
  expect(detail()?.textContent).toContain(text('rows.gone'))
})

it('follows one that went to another place, instead', async () => {
  const opened = await mountCranes('/cranes/Middle', {
    movedTo: (_, gone) => (gone === 'Middle' ? { name: 'cranes', params: { id: 'Big' } } : undefined),
  })
  cranes.value = ['Big', 'Small']

  await vi.waitFor(() => expect(opened()).toBe('Big'))
})

it('is opened by whatever names a record', async () => {
  await mountCranes('/cranes/B', { isNamed: (name, id) => name.startsWith(id) })

  expect(byRole('region', 'Big')).toBeDefined()
})

it('has no detail where opening a record does something else, or nothing', async () => {
  const open = vi.fn()
  const opened = await mountCranes('/cranes', { open })
  rowOf('Small').focus()
  await settle()
  press(rowOf('Small'), 'Enter')
  await settle()

  expect(open).toHaveBeenCalledExactlyOnceWith('Small')
  expect([opened(), detail()]).toEqual(['', null])
})

it('does with all that are selected what can be done with them', async () => {
  const check = vi.fn()
  const id = 'check'
  const on = (name: string): boolean => name !== 'Big'
  const action = {
    id,
    label: 'ui.copyId',
    short: 'ui.copyLink',
    icon: CircleCheck,
    on,
    run: vi.fn(),
    runSelected: check,
  }
  await mountCranes('/cranes', { actions: [action] })
  rowOf('Big').focus()
  await settle()
  press(rowOf('Big'), 'a', { ctrlKey: true })
  await settle()

  byRole('button', text('ui.copyLink')).click()

  expect(check).toHaveBeenCalledExactlyOnceWith(['Middle', 'Small'])
})

it('of rows in pages shows what the pane reads itself, which leads on to the next one', async () => {
  const pane: Slots = { pane: ({ leave }) => h('button', { onClick: leave }, 'answer') }
  const opened = await mountCranes('/cranes/Middle', {}, pane, true)
  byRole('button', 'answer').click()
  await vi.waitFor(() => expect(opened()).toBe('Small'))

  await mountCranes('/cranes/Elsewhere', {}, pane, true)
  expect(detail()?.textContent).toContain('answer')
})
