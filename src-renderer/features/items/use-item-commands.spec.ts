// Proves docs/contract/window.md, Everywhere, Items.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Command } from '../../frame/commands.ts'
import { useCommands } from '../../frame/commands.ts'
import { text } from '../../i18n/i18n.ts'
import { usePendingRemovals } from '../../session/pending-removals.ts'
import { useSearcher } from '../../session/use-searched.ts'
import { answer, askedFor, push, refuse, resetService, user } from './testing/fake-service.ts'
import { mountSetup } from './testing/mount-setup.ts'
import { itemRow } from './testing/samples.ts'
import { itemIcon } from '../../parts/template-icons.ts'
import { useItemCommands } from './use-item-commands.ts'

vi.mock('../../api/call.ts', async () => (await import('./testing/fake-service.ts')).fakeCalls)

beforeEach(() => {
  resetService()
  answer('itemsFound', () => ({ rows: [itemRow(1), itemRow(2)], complete: true }))
})

async function mountCommands() {
  const { router } = await mountSetup(() => {
    useItemCommands(useSearcher())
    return true
  })
  const [source] = [...useCommands().sources]
  if (source === undefined) throw new Error('no search source')
  return { router, source, commands: useCommands() }
}

describe('item commands', () => {
  it('find a few items of the actor and open the chosen one', async () => {
    const { router, source } = await mountCommands()
    const found = await source.search('item')
    expect(askedFor('itemsFound')[0]).toMatchObject({
      params: { user_id: 'alice' },
      query: { text: 'item', limit: 12 },
    })
    found[1]?.run()
    await vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe('/u/alice/items/item-2'))
  })

  it('show what was found so far, until all items were looked through or something else was typed', async () => {
    const { source } = await mountCommands()
    const typing = new AbortController()
    const shown: (readonly string[])[] = []
    const show = (found: readonly Command[]): void => void shown.push(found.map(({ title }) => title))
    answer('itemsFound', () => ({ rows: [itemRow(1)], complete: askedFor('itemsFound').length > 1 }))

    const found = await source.search('item', { show, signal: typing.signal })

    expect(shown).toEqual([['Item 1']])
    expect(found.map(({ title }) => title)).toEqual(['Item 1'])
    answer('itemsFound', () => ({ rows: [], complete: false }))
    const before = askedFor('itemsFound').length
    typing.abort()
    await source.search('other', { show, signal: typing.signal })
    expect(askedFor('itemsFound')).toHaveLength(before + 1)
  })

  it('say whose they are and where, with the icon of their template', async () => {
    const { source } = await mountCommands()
    answer('itemsFound', () => ({ rows: [itemRow(1, { item_template_label: 'Bank account' })], complete: true }))
    const [found] = await source.search('item')
    expect(found).toMatchObject({
      owner: { name: user('alice').full_name },
      place: text('items.title'),
      icon: itemIcon({ item_template_label: 'Bank account' }),
    })
  })

  it('do not find what is being deleted', async () => {
    const { source } = await mountCommands()
    usePendingRemovals().add('alice', ['item-1'])
    expect((await source.search('item')).map(({ title }) => title)).toEqual(['Item 2'])
  })

  it('make a new item by Ctrl N', async () => {
    const { router, commands } = await mountCommands()
    const command = commands.commands.find(({ shortcut }) => shortcut === 'Ctrl+N')
    command?.run()
    await vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe('/u/alice/items/new'))
  })

  it('are not there for a locked user, and find nothing', async () => {
    const { source, commands } = await mountCommands()
    push({ type: 'users', users: [user('alice', 'locked')] })
    expect(commands.commands).toEqual([])
    expect(await source.search('item')).toEqual([])
    expect(askedFor('itemsFound')).toEqual([])
  })

  it('find nothing when the call is refused meanwhile', async () => {
    const { source } = await mountCommands()
    answer('itemsFound', () => refuse('user_locked', 423, 'locked'))
    expect(await source.search('item')).toEqual([])
  })
})
