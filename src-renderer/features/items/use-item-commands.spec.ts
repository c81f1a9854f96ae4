// Proves docs/contract/window.md, Everywhere.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useCommands } from '../../frame/commands.ts'
import { usePendingRemovals } from '../../session/pending-removals.ts'
import { answer, askedFor, push, refuse, resetService, user } from './testing/fake-service.ts'
import { mountSetup } from './testing/mount-setup.ts'
import { itemRow, rowsReply } from './testing/samples.ts'
import { useItemCommands } from './use-item-commands.ts'

vi.mock('../../api/call.ts', async () => (await import('./testing/fake-service.ts')).fakeCalls)

beforeEach(() => {
  resetService()
  answer('itemRows', ({ query }) => rowsReply([itemRow(1), itemRow(2)], query))
})

async function mountCommands() {
  const { router } = await mountSetup(() => {
    useItemCommands('alice')
    return true
  })
  const [source] = [...useCommands().sources]
  if (source === undefined) throw new Error('no search source')
  return { router, source, commands: useCommands() }
}

describe('item commands', () => {
  it('find at most eight items of the actor and open the chosen one', async () => {
    const { router, source } = await mountCommands()
    const found = await source.search('item')
    expect(askedFor('itemRows')[0]).toMatchObject({ params: { user_id: 'alice' }, query: { text: 'item', limit: 8 } })
    found[1]?.run()
    await vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe('/u/alice/items/item-2'))
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
    expect(askedFor('itemRows')).toEqual([])
  })

  it('find nothing when the call is refused meanwhile', async () => {
    const { source } = await mountCommands()
    answer('itemRows', () => refuse('user_locked', 423, 'locked'))
    expect(await source.search('item')).toEqual([])
  })
})
