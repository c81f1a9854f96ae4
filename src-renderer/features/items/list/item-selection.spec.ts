// Proves docs/contract/window.md, Everywhere: lists.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, push, resetService, user } from '../testing/fake-service.ts'
import { mountSetup, settle } from '../testing/mount-setup.ts'
import { itemRow, rowsReply } from '../testing/samples.ts'
import { useItemRows } from './use-item-rows.ts'

vi.mock('../../../api/call.ts', async () => (await import('../testing/fake-service.ts')).fakeCalls)

const everything = Array.from({ length: 300 }, (_, number) => itemRow(number))
let rows = everything

beforeEach(() => {
  resetService()
  rows = everything
  answer('itemRows', ({ query }) => rowsReply(rows, query))
})

async function mountSelection() {
  const mounted = await mountSetup(() => {
    const list = useItemRows(
      'alice',
      () => ({}),
      () => new Set(),
    )
    return { list, selection: list.selection }
  })
  await settle()
  return mounted.result
}

describe('row selection', () => {
  it('keeps the items, also of rows that were not read yet', async () => {
    const { selection } = await mountSelection()
    await selection.choose(new Set(['2', '250']))
    expect(selection.items.value.map(({ id }) => id)).toEqual(['item-2', 'item-250'])
  })

  it('stays with its items when rows move', async () => {
    const { list, selection } = await mountSelection()
    await selection.choose(new Set(['2']))
    rows = [itemRow(999), ...rows]
    await list.refresh(false)
    await settle()
    expect(selection.items.value.map(({ id }) => id)).toEqual(['item-2'])
    expect([...selection.keys.value]).toEqual(['3'])
  })

  it('is empty after the user was locked', async () => {
    const { selection } = await mountSelection()
    await selection.choose(new Set(['2']))
    push({ type: 'users', users: [user('alice', 'locked')] })
    expect(selection.items.value).toEqual([])
  })
})
