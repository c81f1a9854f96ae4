// Proves docs/contract/window.md, Users, Everywhere.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { text } from '../i18n/i18n.ts'
import { byRole, mountUi, press, settle, type } from '../ui/testing/mount-ui.ts'
import ActorSwitcher from './ActorSwitcher.vue'
import { useFrame } from './frame-store.ts'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(400)
})
afterEach(() => void vi.restoreAllMocks())

const ACTORS = [
  { id: 'alice', name: 'Alice Weber', colour: 0, detail: 'Signed in' },
  { id: 'bob', name: 'Bob Okafor', colour: 1, detail: 'Locked' },
  { id: 'mia', name: 'Mia', colour: 2, detail: 'Signed in', by: { name: 'Alice Weber', colour: 0 } },
]
const ACCOUNTS = [{ id: 'c1', name: 'Kim', detail: 'as reader' }]

async function mountOpen() {
  const events = { onSwitch: vi.fn(), onActFor: vi.fn(), onAdd: vi.fn(), onLock: vi.fn() }
  mountUi(() => h(ActorSwitcher, { actors: ACTORS, accounts: ACCOUNTS, current: 'alice', ...events }))
  useFrame().actorsOpen = true
  await settle()
  await settle()
  return events
}

const options = (): string[] => [...document.querySelectorAll('[role=option]')].map((one) => one.textContent.trim())
const field = (): HTMLElement => byRole('combobox', text('frame.actor.find'))

it('offers everybody to act as, and whom the user may act for, and says who acts', async () => {
  await mountOpen()

  expect(document.activeElement).toBe(field())
  expect(options()).toEqual([
    expect.stringMatching(new RegExp(`^A?Alice WeberSigned in${text('frame.actor.current')}$`)),
    expect.stringContaining('Bob Okafor'),
    expect.stringContaining(text('frame.actor.pair', { delegate: 'Alice Weber', owner: 'Mia' })),
    expect.stringContaining(`Kim${text('frame.actor.actFor')} · as reader`),
  ])
})

it.each([
  ['oka', 'onSwitch', 'bob'],
  ['mia alice', 'onSwitch', 'mia'],
  ['kim', 'onActFor', 'c1'],
] as const)('leads by %j and Enter to %s, and closes', async (typed, event, id) => {
  const events = await mountOpen()

  type(field(), typed)
  await settle()
  press(field(), 'Enter')
  await settle()

  expect(events[event]).toHaveBeenCalledExactlyOnceWith(id)
  expect(useFrame().actorsOpen).toBe(false)
})

it('empties the field with the first Escape and closes with the next', async () => {
  const events = await mountOpen()
  type(field(), 'bob')
  await settle()

  press(field(), 'Escape')
  await settle()
  expect(useFrame().actorsOpen).toBe(true)
  press(field(), 'Escape')
  await settle()

  expect(useFrame().actorsOpen).toBe(false)
  expect(events.onSwitch).not.toHaveBeenCalled()
})

it('adds a user and locks the workspace', async () => {
  const events = await mountOpen()
  byRole('button', text('frame.actor.add')).click()
  await settle()
  expect(events.onAdd).toHaveBeenCalledOnce()

  useFrame().actorsOpen = true
  await settle()
  byRole('button', new RegExp(`^${text('frame.lock')}`)).click()
  await settle()
  expect(events.onLock).toHaveBeenCalledOnce()
})
