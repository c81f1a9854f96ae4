// Proves docs/contract/window.md, Files: screens, Folders, Acting for others.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { text as message } from '../../i18n/i18n.ts'
import { answer, arrive, askedFor, aStatus, aUser, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import type { FolderRow } from '../../../shared/contract/workbench-folders.ts'
import ChooseFolder from '../../parts/files/ChooseFolder.vue'
import { emptyRoute, mountAddress } from '../../session/testing/mount-window.ts'
import { byRole, giveSizes, press, type } from '../../ui/testing/mount-ui.ts'
import { useToasts } from '../../ui/toasts.ts'
import routes from './routes.ts'

const BOAT: FolderRow = {
  ...{ id: 'f1', label: 'Boat', problem: null, files_count: 1, bytes: 1500, slots_count: 1 },
  links: [{ item_id: 'i1', item_label: 'Boat papers', slot_id: 's1' }],
}
const FOREIGN: FolderRow = {
  ...{ id: 'f2', label: null, problem: 'It is of another program.', files_count: 0, bytes: 7, slots_count: 0 },
  links: [],
}
const BROKEN = { id: 'x1', filename: 'x1', content_type: '', size: 0, problem: 'The sealed bytes were changed.' }
const LETTER = { id: 'x2', filename: 'letter.txt', content_type: 'text/plain', size: 25, problem: null }
const STORED = { byte_size: 900, created_at: '2026-03-01T08:00:00Z' }
const ITEM = { id: 'i2', label: 'Car', item_template_label: 'Custom', shares_count: 2 }

let folders: readonly FolderRow[] = []

beforeEach(() => {
  resetBridge()
  folders = [BOAT, FOREIGN]
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('folderRows', () => ({ folders }))
  answer('fileRows', () => ({ files: [] }))
  answer('folderFiles', () => ({ files: [BROKEN, LETTER] }))
  answer('itemRows', () => ({ rows: [ITEM], matching: 1, total: 1, tags: [], templates: [] }))
  answer('forward as user', () => ({
    ok: true,
    status: 200,
    body: { data_size_of_uploaded_attachments_and_folders: 1500, data_size_limit: 3000 },
  }))
})

const open = (address = 'folders') =>
  mountAddress([...routes, emptyRoute('items', '/u/:actor/items/:id?')], `/u/alice/files/${address}`)
const page = (): string => document.body.textContent

describe('the screen of files', () => {
  it('says how much is stored, of how much there may be', async () => {
    await open()
    await vi.waitFor(() => expect(page()).toContain('1.5 kB of 3 kB'))
  })

  it('lists files that others shared by themselves, where the address says so', async () => {
    const file = { ...STORED, slot_label: 'Scan', item_label: 'Boat', filename: 'scan.png', has_thumbnail: false }
    const own = { ...file, slot_id: 's1', item_id: 'i1', own: true }
    answer('fileRows', () => ({ files: [own, { ...own, slot_id: 's2', own: false }, { ...own, slot_id: 's3' }] }))
    const rowCount = () => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')

    const { router } = await open('?whose=received')
    await vi.waitFor(() => expect(rowCount()).toBe('2'))
    expect(page()).toContain('Alice · 1 of 3')
    await router.push({ query: {} })

    await vi.waitFor(() => expect(rowCount()).toBe('4'))
    expect(page()).not.toContain('Alice · ')
  })

  it('says how large files are and when they were added, and sorts them by it', async () => {
    giveSizes()
    const file = { slot_label: 'Scan', item_label: 'Boat', item_id: 'i1', own: true, has_thumbnail: false }
    const sizes = { large: 2_000_000, small: 300, middle: 40_000 }
    answer('fileRows', () => ({
      files: Object.entries(sizes).map(([slot_id, byte_size], day) => ({
        ...{ ...file, slot_id, byte_size, filename: `${slot_id}.txt`, created_at: `2026-03-0${3 - day}T08:00:00Z` },
      })),
    }))
    const { router } = await open('?sort=-size')
    const order = () =>
      [...document.querySelectorAll('[data-index]')].map(({ textContent }) => /\w+(?=\.txt)/.exec(textContent)?.[0])

    await vi.waitFor(() => expect(order()).toEqual(['large', 'middle', 'small']))
    expect(page()).toContain('40 kB')
    await router.push({ query: { sort: 'added' } })
    await vi.waitFor(() => expect(order()).toEqual(['middle', 'small', 'large']))
    expect(document.querySelectorAll('[data-index] time')).toHaveLength(3)
  })

  it('tells kinds of files apart by icon and column, in which they are sorted', async () => {
    giveSizes()
    const file = { ...STORED, slot_label: 'Scan', item_label: 'Boat', item_id: 'i1', own: true, has_thumbnail: false }
    const names = ['a.zip', 'b.pdf', 'c.png']
    answer('fileRows', () => ({ files: names.map((filename) => ({ ...file, filename, slot_id: filename })) }))
    await open('?sort=kind')
    const rows = () => [...document.querySelectorAll('[data-index]')]

    await vi.waitFor(() =>
      expect(rows().map((row) => /[abc]\.[a-z]{3}/.exec(row.textContent)?.[0])).toEqual(['b.pdf', 'c.png', 'a.zip']),
    )
    expect(rows().map((row) => /lucide-file-[a-z]+/.exec(row.innerHTML)?.[0])).toEqual([
      'lucide-file-text',
      'lucide-file-image',
      'lucide-file-archive',
    ])
  })

  it('shows a file that does not open with its reason beside the others, and both can be deleted', async () => {
    await open('folders/f1')

    await vi.waitFor(() => expect(page()).toContain('letter.txt'))
    expect(page()).toContain(message('files.unreadable', { problem: 'The sealed bytes were changed.' }))
    expect([
      byRole('button', message('files.delete', { name: 'this file' })),
      byRole('button', message('files.delete', { name: 'letter.txt' })),
    ]).toHaveLength(2)
    expect(() => byRole('button', message('files.deleteFolder.do'))).toThrow()
  })

  it('offers nothing but deletion for a folder of another program', async () => {
    await open('folders/f2')

    await vi.waitFor(() => expect(page()).toContain('It is of another program.'))
    expect(askedFor('folderFiles')).toEqual([])
    for (const name of [message('files.addFiles'), 'Rename folder', message('files.link')])
      expect(() => byRole('button', name)).toThrow()
    byRole('button', message('files.deleteFolder.do')).click()
    await vi.waitFor(() => expect(page()).toContain(message('files.deleteFolder.text', { count: 0 })))
  })

  it('asks before a folder is linked to an item that others have, and shows what is refused', async () => {
    await open('folders/f1')
    await vi.waitFor(() => byRole('button', message('files.link')).click())
    await vi.waitFor(() => expect(askedFor('itemRows')).toHaveLength(1))
    const find = await vi.waitFor(() => byRole('textbox', message('parts.itemPicker.find')))
    await vi.waitFor(() => {
      press(find, 'Enter')
      expect(page()).toContain('The item has 2 shares.')
    })
    expect(askedFor('folderLink')).toEqual([])

    answer('folderLink', () => {
      throw refusal('not_found', 404)
    })
    byRole('button', message('files.linkShared.do')).click()
    await vi.waitFor(() => expect(askedFor('folderLink')).toMatchObject([{ body: { item_id: 'i2' } }]))
    answer('folderLink', () => ({ link: { item_id: 'i2', item_label: 'Car', slot_id: 's2' } }))
    await vi.waitFor(() => expect(page()).toContain('not_found'))
    byRole('button', message('files.linkShared.do')).click()
    await vi.waitFor(() =>
      expect(useToasts().toasts.map(({ text }) => text)).toEqual([
        message('files.linked', { folder: 'Boat', item: 'Car' }),
      ]),
    )
  })

  it('opens the folder after one that is deleted, and deletes only what no item links', async () => {
    giveSizes()
    folders = [FOREIGN, BOAT, { ...FOREIGN, id: 'f3', label: 'Letters', problem: null }]
    answer('folderDelete', ({ params }) => {
      folders = folders.filter((row) => row.id !== Reflect.get(Object(params), 'folder_id'))
    })
    const question = () => document.querySelector('[role=alertdialog]')
    const rowNamed = (name: string): HTMLElement => {
      const found = [...document.querySelectorAll<HTMLElement>('[data-index]')].find((row) =>
        row.textContent.includes(name),
      )
      return found ?? expect.fail(`no row ${name}`)
    }
    const { router } = await open('folders/f2?sort=-files')
    const boat = await vi.waitFor(() => rowNamed('Boat'))
    boat.focus()
    await arrive()
    press(boat, 'Delete')
    await arrive()
    expect(question()).toBeNull()

    await vi.waitFor(() =>
      byRole(
        'button',
        message('files.deleteFolder.do'),
        document.querySelector('[aria-label="Folder"]') ?? boat,
      ).click(),
    )
    await vi.waitFor(() => byRole('button', message('files.deleteFolder.do'), question() ?? boat).click())

    await vi.waitFor(() => expect(router.currentRoute.value.params['id']).toBe('f3'), 3000)
    expect(useToasts().toasts.at(-1)?.text).toMatch(/^Folder “.+” of Alice deleted$/u)
    expect(router.currentRoute.value.query).toEqual({ sort: '-files' })
    await arrive()
    rowNamed('Letters').focus()
    await arrive()
    press(rowNamed('Letters'), 'Delete')
    await vi.waitFor(() => expect(question()?.textContent).toContain('Letters'))
  })

  it('gives a renamed folder its former name back', async () => {
    answer('folderRename', ({ body }) => ({ folder: { ...BOAT, ...(body as object) } }))
    await open('folders/f1')
    await vi.waitFor(() => byRole('button', 'Rename folder').click())
    type(await vi.waitFor(() => byRole('textbox', message('label.name'))), 'Ship')
    byRole('button', message('files.rename.submit'), document.querySelector('[role=dialog]') ?? document).click()
    await vi.waitFor(() =>
      expect(useToasts().toasts.map(({ text }) => text)).toEqual([
        message('ui.savedOf', { name: 'Ship', whose: 'Alice' }),
      ]),
    )

    expect(await useToasts().undoLast()).toMatchObject({ undone: true })

    expect(askedFor('folderRename').map(({ body }) => body)).toEqual([{ label: 'Ship' }, { label: 'Boat' }])
  })

  it('says that a folder is gone', async () => {
    await open('folders/f9')
    await vi.waitFor(() => expect(page()).toContain(message('files.goneFolder')))
  })
})

describe('an empty slot for a folder', () => {
  it('links no folder for somebody who may only look', async () => {
    const through = { through_user_id: 'bob', through_name: 'Bob', connection_id: 'c', child: false }
    answer('usersGet', () => ({ users: [aUser('alice', { delegation: { ...through, role: 'reader' } })] }))
    await open('folders/f1')
    const button = await vi.waitFor(() => byRole('button', message('files.link')))

    expect(button.getAttribute('aria-description')).toBe(message('app.actingFor.whyNot.reader'))
    button.click()
    expect(askedFor('itemRows')).toEqual([])
  })

  it('chooses no folder where a reason stands against it', async () => {
    const slot = { actor: 'alice', itemId: 'i1', slotId: 's9', whyNot: 'A reader cannot do this' }
    await mountAddress([{ path: '/slot', component: ChooseFolder, props: slot }], '/slot')

    const choose = await vi.waitFor(() => byRole('button', message('files.choose')))
    expect(choose.getAttribute('aria-description')).toBe(slot.whyNot)
    press(choose, 'Enter')
    expect(() => byRole('menuitem', 'Boat')).toThrow()
  })

  it('takes one of the own folders that can be read', async () => {
    const slot = { actor: 'alice', itemId: 'i1', slotId: 's9' }
    await mountAddress([{ path: '/slot', component: ChooseFolder, props: slot }], '/slot')
    answer('folderLink', () => ({ link: { item_id: 'i1', item_label: 'Boat papers', slot_id: 's9' } }))
    await vi.waitFor(() => expect(askedFor('folderRows')).toHaveLength(1))

    byRole('button', message('files.choose')).click()
    await vi.waitFor(() => byRole('menuitem', 'Boat').click())

    await vi.waitFor(() =>
      expect(askedFor('folderLink')).toMatchObject([
        { params: { user_id: 'alice', folder_id: 'f1' }, body: { item_id: 'i1', slot_id: 's9' } },
      ]),
    )
  })
})
