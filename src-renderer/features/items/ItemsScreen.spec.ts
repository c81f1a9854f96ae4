// Proves docs/contract/window.md, Everywhere, Everywhere: undo, Items, Tags.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { text } from '../../i18n/i18n.ts'
import { answer, askedFor, push, resetService, status, user } from './testing/fake-service.ts'
import { mountPage, settle } from './testing/mount-setup.ts'
import { useToasts } from '../../ui/toasts.ts'
import { giveSizes } from '../../ui/testing/mount-ui.ts'
import { itemRow, openedItem, openedSlot, rowsReply, scheme } from './testing/samples.ts'

vi.mock('../../api/call.ts', async () => (await import('./testing/fake-service.ts')).fakeCalls)

beforeEach(() => {
  resetService()
  answer('itemRows', ({ params, query }) =>
    rowsReply(params?.['user_id'] === 'alice' ? [itemRow(1, { label: 'Passport of Alice' })] : [], query),
  )
  answer('itemOpen', () => openedItem([openedSlot('number', { value: 'C01X00T47' })], { label: 'Passport of Alice' }))
})

const shownText = (): string => document.body.textContent

async function type(label: string, value: string): Promise<void> {
  const id = [...document.querySelectorAll('label')].find((one) => one.textContent.trim() === label)?.htmlFor ?? ''
  const field = document.getElementById(id)
  if (!(field instanceof HTMLInputElement)) throw new Error(`no field ${label}`)
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await nextTick()
}

afterEach(() => void vi.restoreAllMocks())

describe('items page', () => {
  it('shows the opened item with its values', async () => {
    await mountPage('/u/alice/items/item-1')
    await settle()
    expect(shownText()).toContain('C01X00T47')
    expect(shownText()).toContain('1 item')
  })

  it('searches in values once that is switched on, and says which rows only they fit', async () => {
    localStorage.clear()
    giveSizes()
    answer('itemRows', ({ query }) => {
      const found_by_value = query?.['text'] === 'door'
      return rowsReply(found_by_value && query['values'] !== true ? [] : [itemRow(1, { found_by_value })], query)
    })
    answer('itemValuesClose', () => undefined)
    await mountPage('/u/alice/items')
    await settle()
    const field = document.querySelector<HTMLInputElement>(`input[aria-label="${text('items.filter.text')}"]`)
    if (field === null) throw new Error('no field for words')
    field.value = 'door'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await vi.waitFor(() => expect(shownText()).toContain(text('items.empty.noMatch')))
    const [toggle] = document.querySelectorAll<HTMLElement>(`[aria-label="${text('items.values.search')}"]`)
    expect(shownText()).not.toContain(text('items.values.found'))

    toggle?.click()
    await vi.waitFor(() => expect(shownText()).toContain(text('items.values.found')))
    expect(askedFor('itemValuesClose')).toEqual([])

    toggle?.click()
    await vi.waitFor(() =>
      expect(askedFor('itemValuesClose').map(({ params }) => params)).toEqual([{ user_id: 'alice' }]),
    )
    await vi.waitFor(() => expect(shownText()).not.toContain(text('items.values.found')))
  })

  it('shows a reader who acts for somebody no editor, and says why', async () => {
    const delegation = { through_user_id: 'bob', through_name: 'Bob', connection_id: 'c', role: 'reader', child: false }
    answer('usersGet', () => ({ users: [{ ...user('alice'), delegation }, user('bob')] }))
    const { router } = await mountPage('/u/alice/items/item-1/edit')
    await settle()
    expect(document.querySelector('form')).toBeNull()
    expect(shownText()).toContain('C01X00T47')

    await router.push('/u/alice/items/new')
    await settle()
    expect(document.querySelector('form')).toBeNull()
    expect(shownText()).toContain(text('app.actingFor.whyNot.reader'))
  })

  it('says beside each person what was not sent', async () => {
    const slots = [openedSlot('number', { label: 'Number' }), openedSlot('note', { label: 'Note' })]
    answer('itemOpen', () => openedItem(slots))
    const share = {
      slot_id: null,
      slot_label: null,
      via: null,
      state: 'accepted',
      created_at: '2026-11-01T08:00:00.000Z',
    }
    const bob = { ...share, share_id: 's1', person: { user_id: 'vault-bob', name: 'Bob', connected: true } }
    const eve = { user_id: 'vault-eve', name: 'Eve', connected: true }
    answer('itemShares', () => ({
      rows: [bob, { ...share, share_id: 's2', person: eve, slot_id: 'note', slot_label: 'Note' }],
    }))
    answer('taskRows', () => ({
      rows: [{ work_type: 'update_item_shares', state: 'todo', last_state_transition_at: null }],
    }))
    await mountPage('/u/alice/items/item-1')
    await settle()

    const people = [...document.querySelectorAll('section[aria-label="Shared with"] li')].map((row) => row.textContent)
    expect(people[0]).toContain(text('items.sharedWith.older', { slots: 'Number and Note' }))
    expect(people[0]).not.toContain('Not sent')
    expect(people[1]).toContain(text('items.sharedWith.leftOut', { slots: 'Number' }))
    expect(askedFor('taskRows')[0]?.query).toMatchObject({ target_id: 'item-1' })
  })

  it('shows nothing of the former user in the first frame of the next one', async () => {
    const { router } = await mountPage('/u/alice/items/item-1')
    await settle()
    await router.push('/u/bob/items')
    await nextTick()
    expect(shownText()).not.toContain('Alice')
    await settle()
    expect(shownText()).toContain(text('items.empty.title'))
  })

  it('shows no value any more once the workspace is locked', async () => {
    await mountPage('/u/alice/items/item-1')
    await settle()
    push({ type: 'status', status: status('locked') })
    await nextTick()
    expect(shownText()).not.toContain('C01X00T47')
    expect(shownText()).not.toContain('Passport of Alice')
  })

  it('asks before typed input is left behind', async () => {
    const { router } = await mountPage('/u/alice/items/item-1/edit')
    await settle()
    await type(text('items.column.name'), 'Passport 2')
    const leaving = router.push('/u/alice/items')
    await settle()
    expect(shownText()).toContain(text('items.editor.discardTitle'))
    const discard = [...document.querySelectorAll('button')].find(
      (one) => one.textContent.trim() === text('items.editor.discard'),
    )
    discard?.click()
    await leaving
    expect(router.currentRoute.value.fullPath).toBe('/u/alice/items')
  })

  it('lets go without asking when nothing was typed', async () => {
    const { router } = await mountPage('/u/alice/items/item-1/edit')
    await settle()
    await router.push('/u/alice/items')
    expect(router.currentRoute.value.fullPath).toBe('/u/alice/items')
  })

  it('lists what the address asks for, and names a tag that no item has', async () => {
    answer('classificationSchemesGet', () => ({ classification_schemes: [scheme('tag', true, ['sport'])] }))
    await mountPage('/u/alice/items?tag=travel&tag=sport&tree=tag&sort=name')
    await settle()

    expect(askedFor('itemRows')[0]?.query).toMatchObject({ node_ids: ['travel', 'sport'], scheme: 'tag', order: 'asc' })
    expect(shownText()).toContain('Tag: travel, sport')
    expect(shownText()).toContain('Tree: Tags')
  })

  it('reads list and item again when another window renamed a tag', async () => {
    await mountPage('/u/alice/items/item-1')
    await settle()
    expect(shownText()).toContain('travel')
    const renamed = openedItem()
    answer('itemOpen', () => ({ ...renamed, tags: renamed.tags.map((tag) => ({ ...tag, label: 'Journeys' })) }))

    push({
      type: 'change',
      vault_user_id: 'vault-alice',
      name: 'tag.updated',
      eventable_type: 'Classification',
      eventable_id: 'travel',
      item_id: null,
      share_id: null,
    })

    await vi.waitFor(() => expect(askedFor('itemRows').length).toBeGreaterThan(1))
    await vi.waitFor(() => expect(shownText()).toContain('Journeys'))
  })

  it('offers tags of own items to be changed, and those of received ones only to be read', async () => {
    await mountPage('/u/alice/items/item-1')
    await settle()
    const names = () => [...document.querySelectorAll('button')].map((one) => one.getAttribute('aria-label'))
    const change = ['Remove tag travel from Passport of Alice', 'Add tag to Passport of Alice', 'Add tag to number']
    expect(names()).toEqual(expect.arrayContaining(change))

    answer('itemOpen', () => openedItem(undefined, { label: 'Passport of Alice', own: false }))
    push({ type: 'status', status: status('locked') })
    push({ type: 'status', status: status('open') })
    await settle()

    expect(shownText()).toContain('travel')
    for (const name of change) expect(names()).not.toContain(name)
  })

  describe('received items', () => {
    const sender = { user_id: 'vault-bob', name: 'Bob', connected: true }
    const received = { own: false, owner_id: 'vault-bob', sender }
    const share = {
      share_id: 's1',
      state: 'acceptance_required',
      sender,
      owner: sender,
      terms: null,
      expires_at: null,
      onsharing_permitted: false,
      single_slot: false,
      needs_passphrase: false,
      created_at: '2026-11-01T08:00:00.000Z',
    }
    const rowNamed = (name: string): HTMLElement =>
      [...document.querySelectorAll<HTMLElement>('[role=row]')].find((one) => one.textContent.includes(name)) ??
      expect.fail('no row')
    const click = async (name: string, where: ParentNode = document): Promise<void> => {
      const found = [...where.querySelectorAll<HTMLElement>('button')].find(
        (one) => (one.getAttribute('aria-label') ?? one.textContent).trim() === name,
      )
      ;(found ?? expect.fail(`no button ${name}`)).click()
      await settle()
    }

    beforeEach(() => {
      giveSizes()
      const rows = [
        itemRow(1, { ...received, share_id: 's1', share_state: 'acceptance_required' }),
        itemRow(2, { ...received, share_id: 's2', share_state: 'accepted' }),
        itemRow(3),
      ]
      answer('itemRows', ({ query }) => rowsReply(rows, query))
      answer('itemOpen', ({ params }) => {
        const opened = openedItem([], { id: params?.['item_id'] ?? '', own: false })
        return params?.['item_id'] === 'item-1' ? { ...opened, share } : opened
      })
      answer('shareAccept', () => openedItem([], { own: false }))
    })

    it('are removed in their row with Undo, and the next one is opened', async () => {
      const { router } = await mountPage('/u/alice/items/item-2')
      await settle()
      rowNamed('Item 2').focus()
      await settle()
      await click(text('items.removeReceived'), rowNamed('Item 2'))

      expect(router.currentRoute.value.path).toBe('/u/alice/items/item-3')
      expect(useToasts().toasts.at(-1)).toMatchObject({
        text: text('parts.ending.leave.one', { item: 'Item 2', person: 'Bob' }),
      })
    })

    it('that wait are accepted in their row, which stays, as what came can be read', async () => {
      await mountPage('/u/alice/items')
      await settle()
      rowNamed('Item 1').focus()
      await settle()
      await click(text('parts.answer.accept'), rowNamed('Item 1'))

      expect(askedFor('shareAccept').map(({ params }) => params)).toEqual([{ user_id: 'alice', share_id: 's1' }])
      expect(useToasts().toasts.at(-1)?.text).toContain('Item 1')
    })

    it('that wait are declined in their pane, and the next one is opened', async () => {
      const { router } = await mountPage('/u/alice/items/item-1')
      await settle()
      await click(text('parts.answer.decline'), document.querySelector('section[aria-label="Item"]') ?? document)

      expect(router.currentRoute.value.path).toBe('/u/alice/items/item-2')
      expect(document.body.textContent).not.toContain('Item 1')
    })
  })

  it('tags an own item from its row, and gives the focus back to it', async () => {
    answer('itemRows', ({ query }) => rowsReply([itemRow(1), itemRow(2, { own: false })], query))
    answer('classificationSchemesGet', () => ({ classification_schemes: [scheme('tag', true, ['sport'])] }))
    answer('itemsIdPut', () => ({ item: { classification_node_ids: ['sport'] }, slots: [] }))
    // The test document has no layout.
    for (const side of ['offsetHeight', 'clientHeight', 'scrollHeight', 'offsetWidth'] as const) {
      vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(800)
    }
    await mountPage('/u/alice/items')
    await settle()
    const row = (number: number) =>
      [...document.querySelectorAll<HTMLElement>('[role=row]')].find((one) =>
        one.textContent.includes(`Item ${number}`),
      )
    const named = (where: ParentNode | undefined, name: string) =>
      where?.querySelector<HTMLElement>(`button[aria-label="${name}"]`)
    const choice = () => document.querySelector('[role=dialog][aria-label="Add tag to Item 1"]')

    expect(named(row(2), text('items.tags.add'))).toBeNull()
    named(row(1), text('items.tags.add'))?.focus()
    named(row(1), text('items.tags.add'))?.click()
    await settle()
    expect(choice()?.textContent).toContain('sport')

    choice()?.querySelector<HTMLElement>('[role=option]')?.click()
    await settle()
    expect(askedFor('itemsIdPut').map(({ params, body }) => [params?.['id'], body])).toEqual([
      ['item-1', { item: { classification_nodes_attributes: [{ node_id: 'sport' }] } }],
    ])
    expect(document.activeElement).toBe(row(1))
  })
})
