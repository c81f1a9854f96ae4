// Proves docs/contract/window.md, Tags.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import { text as message } from '../../i18n/i18n.ts'
import { answer, askedFor, aStatus, aUser, push, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { fakeCalls } from '../../session/testing/fake-calls.ts'
import { emptyRoute, mountAddress } from '../../session/testing/mount-window.ts'
import { useToasts } from '../../ui/toasts.ts'
import routes from './routes.ts'
import { aScheme } from './testing/a-scheme.ts'
// Read here once, not within the time of the first test.
import './TagsView.vue'

const vault = fakeCalls('user', 'vault')
let tags: Record<string, number>

beforeEach(() => {
  resetBridge()
  tags = { Travel: 1, Work: 4 }
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  // One of the four classifications with "Work" is that of a slot.
  answer('itemRows', () => ({
    rows: [],
    total: 5,
    matching: 5,
    templates: [],
    nodes: [{ id: 'tag-Work', items_count: 3 }],
  }))
  vault.start()
  vault.answerTo('classificationSchemesGet', () => ({
    classification_schemes: [aScheme('tag', tags), aScheme('country', { France: 1 })],
  }))
  vault.answerTo('classificationNodesPost', ({ body }) => ({ classification_node: { id: 'new', ...labelOf(body) } }))
})

// The test document has no layout; ten rows of 40 px are in sight.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(400)
})
afterEach(() => void vi.restoreAllMocks())

const labelOf = (body: unknown) => (body as { classification_node: { label: string } }).classification_node

async function open(address = '/u/alice/tags') {
  const { router } = await mountAddress([...routes, emptyRoute('items', '/u/:actor/items/:id?/:mode?')], address)
  await vi.waitFor(() => expect(cells().length).toBeGreaterThan(0))
  return router
}

/** Of each row that is shown: name and number of items. */
const cells = (): string[][] =>
  [...document.querySelectorAll('[role=row][data-index]')].map((row) =>
    [...row.querySelectorAll('[role=rowheader], [role=gridcell]')]
      .map((cell) => cell.textContent.trim())
      .filter((text) => text !== ''),
  )
const rowOf = (label: string): HTMLElement => {
  const row = [...document.querySelectorAll<HTMLElement>('[role=row][data-index]')].find((one) =>
    one.textContent.includes(label),
  )
  if (row === undefined) throw new Error(`no row ${label}`)
  return row
}
async function press(row: HTMLElement, key: string): Promise<void> {
  row.focus()
  await nextTick()
  row.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}
const button = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find(
    (one) => one.textContent.trim().startsWith(name) || one.getAttribute('aria-label') === name,
  )
  if (found === undefined) throw new Error(`no button ${name}`)
  return found
}
const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
async function send(label: string): Promise<void> {
  await vi.waitFor(() => expect(dialog()).not.toBeNull())
  const field = dialog()?.querySelector('input')
  if (!field) throw new Error('no field')
  field.value = label
  field.dispatchEvent(new Event('input', { bubbles: true }))
  dialog()
    ?.querySelector('form')
    ?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
}

const tagChanged = (name: string): WorkbenchEvent => ({
  type: 'change',
  vault_user_id: 'vault-alice',
  name,
  eventable_type: 'Classification',
  eventable_id: 'tag-Travel',
  item_id: null,
  share_id: null,
})

describe('the list of tags', () => {
  it('shows own tags with the number of items, as the list of items counts them', async () => {
    await open()

    await vi.waitFor(() =>
      expect(cells()).toEqual([
        ['Travel', '0'],
        ['Work', '3'],
      ]),
    )
  })

  it('leads to the items that have the tag', async () => {
    const router = await open()

    await press(rowOf('Work'), 'Enter')

    await vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe('/u/alice/items?tag=tag-Work'))
  })

  it('shows a tree, says that it is everybody’s, and offers to change nothing', async () => {
    await open('/u/alice/tags/country')
    await vi.waitFor(() => expect(cells()).toEqual([['France', '0']]))

    expect(document.body.textContent).toContain('Everyone uses this tree')
    expect(document.querySelector('[aria-label^="More for"]')).toBeNull()
    rowOf('France').querySelector<HTMLInputElement>('[type=checkbox]')?.click()
    await vi.waitFor(() =>
      expect(document.querySelector('[role=toolbar]')?.textContent).toContain(message('parts.export.all')),
    )
    expect(document.querySelector('[role=toolbar]')?.textContent).not.toMatch(/Merge|Delete/)
    await press(rowOf('France'), 'F2')
    await press(rowOf('France'), 'Delete')
    await new Promise((resolve) => setTimeout(resolve))
    expect(dialog()).toBeNull()
    expect(useToasts().toasts).toEqual([])
  })

  it('shows what another program renamed', async () => {
    await open()
    tags = { Journeys: 1, Work: 4 }

    push(tagChanged('tag.updated'))

    await vi.waitFor(() => expect(cells().map(([label]) => label)).toEqual(['Journeys', 'Work']))
  })

  it('reads the tags again for events of tags alone, the numbers for every change', async () => {
    await open()
    await vi.waitFor(() => expect(askedFor('itemRows')).toHaveLength(1))

    push(tagChanged('item.classified'))

    await vi.waitFor(() => expect(askedFor('itemRows')).toHaveLength(2))
    expect(vault.calls('classificationSchemesGet')).toHaveLength(1)
  })
})

describe('changing tags', () => {
  it('makes one in a dialog, and shows a name that is taken at its field', async () => {
    await open()
    vault.answerTo('classificationNodesPost', () => {
      throw refusal('name_taken', 409, 'You already have a tag named "Work".')
    })
    button('New tag').click()
    await send('Work')
    await vi.waitFor(() => expect(dialog()?.textContent).toContain('You already have a tag named "Work".'))
    expect(dialog()?.querySelector('input')?.value).toBe('Work')

    vault.answerTo('classificationNodesPost', ({ body }) => {
      tags = { ...tags, Sport: 0 }
      return { classification_node: { id: 'new', ...labelOf(body) } }
    })
    await send('Sport')

    await vi.waitFor(() => expect(cells().map(([label]) => label)).toEqual(['Sport', 'Travel', 'Work']))
    expect(dialog()).toBeNull()
    expect(useToasts().toasts.at(-1)?.text).toBe(message('tags.made', { tag: 'Sport' }))
  })

  it('renames by F2 and deletes by Delete, with Undo', async () => {
    vault.answerTo('classificationNodesIdPut', () => ({}))
    await open()

    await press(rowOf('Travel'), 'F2')
    await send('Journeys')
    await vi.waitFor(() =>
      expect(vault.calls('classificationNodesIdPut')).toMatchObject([
        { params: { id: 'tag-Travel' }, body: { classification_node: { label: 'Journeys' } } },
      ]),
    )
    await vi.waitFor(() => expect(dialog()).toBeNull())
    await press(rowOf('Work'), 'Delete')
    await vi.waitFor(() => expect(cells().map(([label]) => label)).toEqual(['Travel']))
    void useToasts().undo(useToasts().toasts.at(-1)?.id ?? 0)

    await vi.waitFor(() => expect(cells().map(([label]) => label)).toEqual(['Travel', 'Work']))
    expect(vault.calls('classificationNodesIdDelete')).toEqual([])
  })

  it('says that the only tag has no other to be merged into', async () => {
    tags = { Travel: 1 }
    await open()

    await press(rowOf('Travel'), 'ContextMenu')

    await vi.waitFor(() =>
      expect(document.querySelector('[role=menu]')?.textContent).toContain(message('tags.mergeAlone')),
    )
  })

  it('merges those that are selected into the one that most items have, unless another is chosen', async () => {
    vault.answerTo('classificationNodesIdMergePost', () => ({}))
    await open()
    await vi.waitFor(() => expect(cells()[1]).toEqual(['Work', '3']))

    for (const label of ['Travel', 'Work']) {
      rowOf(label).querySelector<HTMLInputElement>('[type=checkbox]')?.click()
      await nextTick()
    }
    await vi.waitFor(() => button(message('tags.mergeSelected')).click())
    await vi.waitFor(() => expect(dialog()?.querySelector('select')?.value).toBe('tag-Work'))
    dialog()
      ?.querySelector('form')
      ?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))

    await vi.waitFor(() => expect(cells().map(([label]) => label)).toEqual(['Work']))
    expect(useToasts().toasts.at(-1)?.text).toBe(message('tags.removal.merged', { tag: 'Travel', into: 'Work' }))
    useToasts().flush()
    await vi.waitFor(() =>
      expect(vault.calls('classificationNodesIdMergePost')).toMatchObject([
        { params: { id: 'tag-Travel' }, body: { into_id: 'tag-Work' } },
      ]),
    )
  })
})
