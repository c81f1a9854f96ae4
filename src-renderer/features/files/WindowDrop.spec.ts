// Proves docs/contract/window.md, Files: screens, Acting for others.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { text as message } from '../../i18n/i18n.ts'
import { dragEvent } from '../../parts/files/testing/mount-part.ts'
import { anUpload } from '../../parts/files/testing/an-upload.ts'
import {
  answer,
  arrive,
  askedFor,
  aStatus,
  aUser,
  push,
  refusal,
  resetBridge,
} from '../../session/testing/fake-bridge.ts'
import { mountAddress } from '../../session/testing/mount-window.ts'
import { byRole } from '../../ui/testing/mount-ui.ts'
import { useToasts } from '../../ui/toasts.ts'
import WindowDrop from './WindowDrop.vue'

const FILE = new File(['abc'], 'a.txt', { type: 'text/plain' })
const component = defineComponent(() => () => h(WindowDrop, { actor: 'alice' }))
const ROUTES = [
  { path: '/u/:actor/items/:id?', name: 'items', component },
  { path: '/u/:actor/files/:tab/:id?', name: 'files', component },
]

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('uploadRows', () => ({ uploads: [] }))
  answer('uploadStart', () => ({ upload: anUpload({ state: 'done' }), wanted: null }))
  answer('itemOpen', () => ({ item: { id: 'i1', own: true } }))
})

async function open(address: string): Promise<void> {
  await mountAddress(ROUTES, address)
  await arrive()
}

async function drop(...things: Parameters<typeof dragEvent>[1]): Promise<Event> {
  const event = dragEvent('drop', things)
  document.body.dispatchEvent(event)
  await arrive()
  return event
}

const asks = (): boolean => document.querySelector('[role=dialog]') !== null
const offered = (): readonly string[] =>
  [...document.querySelectorAll('[role=dialog] footer button, [role=dialog] button')]
    .map(({ textContent }) => textContent.trim())
    .filter((text) => text.startsWith('Into'))
const places = () => askedFor('uploadStart').map(({ body }) => (body as { place: unknown }).place) // by the contract

describe('files that are dropped on no place in particular', () => {
  it('become an item each, or part of the own item that is open', async () => {
    await open('/u/alice/items/i1')

    expect((await drop(FILE, new File(['d'], 'b.txt'))).defaultPrevented).toBe(true)
    expect(offered()).toEqual([message('files.drop.openItem'), message('files.drop.newItem')])
    byRole('button', message('files.drop.openItem')).click()
    await vi.waitFor(() => expect(places()).toHaveLength(2))
    expect(places()).toEqual([
      { kind: 'item', item_id: 'i1' },
      { kind: 'item', item_id: 'i1' },
    ])
    await vi.waitFor(() => expect(asks()).toBe(false))

    await drop(FILE)
    byRole('button', message('files.drop.newItemOne')).click()
    await vi.waitFor(() => expect(places()).toHaveLength(3))
    expect(places()[2]).toMatchObject({ kind: 'new_item', label: 'a.txt' })
  })

  it('become part of the folder that is open', async () => {
    await open('/u/alice/files/folders/f1')
    await drop(FILE)

    byRole('button', message('files.drop.openFolder')).click()

    await vi.waitFor(() => expect(places()).toEqual([{ kind: 'folder', folder_id: 'f1' }]))
  })

  it('are not added to a received item, which says why', async () => {
    answer('itemOpen', () => ({ item: { id: 'i1', own: false } }))
    await open('/u/alice/items/i1')
    await drop(FILE)
    const into = byRole('button', message('files.drop.openItem'))

    into.click()
    await arrive()

    expect(into.getAttribute('aria-disabled')).toBe('true')
    expect([asks(), places()]).toEqual([true, []])
  })

  it.each([
    ['that is gone', '/u/alice/items/i1'],
    ['of another user', '/u/bob/items/i2'],
    ['that is not made yet', '/u/alice/items/new'],
  ])('are not offered an item %s', async (_, address) => {
    answer('itemOpen', () => {
      throw refusal('not_found', 404)
    })
    await open(address)
    await drop(FILE)

    expect(offered()).toEqual([message('files.drop.newItemOne')])
  })

  it('are added by nobody who only reads for somebody else', async () => {
    const delegation = { role: 'reader' as const, through_user_id: null, account_owner: 'Ada' }
    answer('usersGet', () => ({ users: [aUser('alice', { delegation: delegation as never })] })) // as much of it as counts
    await open('/u/alice/items/i1')
    await drop(FILE)

    for (const name of offered()) byRole('button', name).click()
    await arrive()

    expect(offered()).toHaveLength(2)
    expect(places()).toEqual([])
  })

  it('are taken from no locked user, and are gone once the user is locked', async () => {
    await open('/u/alice/items/i1')
    await drop(FILE)
    expect(asks()).toBe(true)

    push({ type: 'users', users: [aUser('alice', { state: 'locked' })] })
    await vi.waitFor(() => expect(asks()).toBe(false))
    expect((await drop(FILE)).defaultPrevented).toBe(true) // the page never goes to a file

    expect(asks()).toBe(false)
  })

  it('are named, the first eight of many; a folder is named as one that was not added', async () => {
    await open('/u/alice/items')
    await drop(...Array.from({ length: 10 }, (_, at) => new File(['x'], `scan ${at}.png`)), 'folder')
    const named = [...document.querySelectorAll('[role=dialog] li')].map(({ textContent }) => textContent.trim())

    expect([named.length, named[0], named[8]]).toEqual([9, 'scan 0.png', 'and 2 more'])
    expect(useToasts().toasts.map(({ text }) => text)).toEqual([
      '“Holiday” is a folder and was not added. Drop the files in it instead.',
    ])
  })

  it('are left alone where another place took them, and where there are none', async () => {
    await open('/u/alice/items')
    const taken = dragEvent('drop', [FILE])
    taken.preventDefault()
    document.body.dispatchEvent(taken)

    expect((await drop('text')).defaultPrevented).toBe(false)
    await drop('folder', 'folder')

    expect(asks()).toBe(false)
    expect(useToasts().toasts[0]?.text).toBe('2 folders were not added. Drop the files in them instead.')
  })
})
