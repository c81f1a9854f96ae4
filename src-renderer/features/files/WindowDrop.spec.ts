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
  it('become part of the own item that is open, or an item each', async () => {
    await open('/u/alice/items/i1')

    expect((await drop(FILE, new File(['d'], 'b.txt'))).defaultPrevented).toBe(true)
    expect(offered()).toEqual([
      message('files.drop.openItem'),
      message('files.drop.oneItem'),
      message('files.drop.newFolder'),
      message('files.drop.newItem', { count: 2 }),
    ])
    expect(document.activeElement?.textContent.trim()).toBe(message('files.drop.openItem'))
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

    await drop(FILE, new File(['d'], 'b.txt'))
    byRole('button', message('files.drop.newItem', { count: 2 })).click()
    await vi.waitFor(() => expect(places()).toHaveLength(5))
    expect(places().slice(3)).toMatchObject([{ label: 'a.txt' }, { label: 'b.txt' }])
  })

  it('become one new item, first where no item is open', async () => {
    answer('itemCreate', () => ({ item: { id: 'made' } }))
    await open('/u/alice/items')
    await drop(FILE, new File(['d'], 'b.txt'), new File(['e'], 'c.txt'))
    expect(document.activeElement?.textContent.trim()).toBe(message('files.drop.oneItem'))

    byRole('button', message('files.drop.oneItem')).click()

    await vi.waitFor(() => expect(places()).toHaveLength(3))
    expect(askedFor('itemCreate')[0]?.body).toMatchObject({ label: 'a.txt and 2 more', slots: [] })
    expect(new Set(places().map((place) => JSON.stringify(place)))).toEqual(
      new Set([JSON.stringify({ kind: 'item', item_id: 'made' })]),
    )
    expect(useToasts().toasts[0]?.link).toMatchObject({ name: 'items', params: { id: 'made' } })
    expect(asks()).toBe(false)
  })

  it('become a folder, which a new item links', async () => {
    answer('itemCreate', () => ({ item: { id: 'made' } }))
    answer('folderCreate', () => ({ folder: { id: 'f2' } }))
    answer('folderLink', () => ({ link: {} }))
    await open('/u/alice/items')
    await drop(FILE)

    byRole('button', message('files.drop.newFolder')).click()

    await vi.waitFor(() => expect(places()).toEqual([{ kind: 'folder', folder_id: 'f2' }]))
    expect(askedFor('folderLink')[0]).toMatchObject({
      params: { folder_id: 'f2' },
      body: { item_id: 'made', label: 'a.txt' },
    })
  })

  it('stay in question where there is no place to be made for them', async () => {
    answer('itemCreate', () => {
      throw refusal('storage_full', 507)
    })
    await open('/u/alice/items')
    await drop(FILE, new File(['d'], 'b.txt'))
    byRole('button', message('files.drop.oneItem')).click()
    await arrive()

    expect([asks(), places()]).toEqual([true, []])
    expect(useToasts().toasts[0]?.tone).toBe('bad')
  })

  it('are told where they can be dropped while they are over a list, not where a part of it takes them', async () => {
    await open('/u/alice/items')
    const pane = document.createElement('section')
    pane.dataset['pane'] = ''
    pane.innerHTML = '<p>List</p><div data-takes-files><p>Item</p></div>'
    document.body.append(pane)
    const mark = () => document.body.textContent.includes(message('files.dropAsks'))
    const send = async (type: Parameters<typeof dragEvent>[0], to: Element | null, more = {}) => {
      to?.dispatchEvent(Object.assign(dragEvent(type, [FILE]), more))
      await arrive()
      return mark()
    }
    const [list, item] = pane.querySelectorAll('p')

    expect(await send('dragenter', list ?? null)).toBe(true)
    expect(await send('dragenter', item ?? null)).toBe(false)
    expect(await send('dragenter', list ?? null)).toBe(true)
    expect(await send('dragleave', list ?? null, { relatedTarget: null })).toBe(false)
    pane.remove()
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

    expect(offered()).toEqual([message('files.drop.newItemOne'), message('files.drop.newFolder')])
  })

  it('are added by nobody who only reads for somebody else', async () => {
    const delegation = { role: 'reader' as const, through_user_id: null, account_owner: 'Ada' }
    answer('usersGet', () => ({ users: [aUser('alice', { delegation: delegation as never })] })) // as much of it as counts
    await open('/u/alice/items/i1')
    await drop(FILE)

    for (const name of offered()) byRole('button', name).click()
    await arrive()

    expect(offered()).toHaveLength(3)
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
