// Proves docs/contract/window.md, Everywhere: lists.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ref, shallowRef } from 'vue'
import { answer, askedFor, push, refuse, resetService, status } from '../testing/fake-service.ts'
import { mountSetup, settle } from '../testing/mount-setup.ts'
import { itemRow, rowsReply } from '../testing/samples.ts'
import { useItemRows } from './use-item-rows.ts'

vi.mock('../../../api/call.ts', async () => (await import('../testing/fake-service.ts')).fakeCalls)

const everything = Array.from({ length: 1000 }, (_, number) => itemRow(number))
let rows = everything

beforeEach(() => {
  resetService()
  rows = everything
  answer('itemRows', ({ query }) => rowsReply(rows, query))
})

async function mountRows() {
  const text = ref('')
  const hidden = shallowRef<ReadonlySet<string>>(new Set())
  const mounted = await mountSetup(() =>
    useItemRows(
      'alice',
      () => ({ text: text.value }),
      () => hidden.value,
    ),
  )
  await settle()
  return { ...mounted, text, hidden }
}

const offsets = (): unknown[] => askedFor('itemRows').map(({ query }) => query?.['offset'])

describe('item rows', () => {
  it('knows the whole length from the first page', async () => {
    const { result } = await mountRows()
    expect(result.count.value).toBe(1000)
    expect(result.at(0)?.label).toBe('Item 0')
    expect(result.at(500)).toBeUndefined()
  })

  it('reads the pages in view, each one once', async () => {
    const { result } = await mountRows()
    await result.show(480, 520)
    await result.show(490, 530)
    expect(offsets()).toEqual([0, 400, 500])
    expect(result.at(520)?.label).toBe('Item 520')
  })

  it('reads for the latest view only, when the view moves while reading', async () => {
    const { result } = await mountRows()
    const first = result.show(200, 210)
    void result.show(500, 510)
    void result.show(800, 810)
    await first
    expect(offsets()).toEqual([0, 200, 800])
  })

  it('begins again with another filter and ignores the answer to the former one', async () => {
    const { result, text } = await mountRows()
    let late: () => void = () => undefined
    const slow = new Promise<void>((resolve) => (late = resolve))
    answer('itemRows', async ({ query }) => {
      if (query?.['text'] === 'slow') await slow
      return rowsReply(query?.['text'] === 'slow' ? [itemRow(1)] : [itemRow(2), itemRow(3)], query)
    })
    text.value = 'slow'
    await settle()
    text.value = 'fast'
    await settle()
    late()
    await settle()
    expect(result.count.value).toBe(2)
  })

  it('leaves hidden items out of rows and count', async () => {
    const { result, hidden } = await mountRows()
    hidden.value = new Set(['item-1'])
    expect(result.count.value).toBe(999)
    expect(result.at(1)?.id).toBe('item-2')
    expect(result.rowOf('item-2')).toBe(1)
    expect(result.rowOf('item-1')).toBeUndefined()
  })

  it('patches rows in place and holds moves back, while the list must be still', async () => {
    const { result } = await mountRows()
    rows = [itemRow(2000), itemRow(0, { label: 'Renamed', updated_at: '2026-11-21T09:00:00.000Z' }), ...rows.slice(1)]
    await result.refresh(true)
    expect(result.at(0)?.label).toBe('Renamed')
    expect(result.newer.value?.matching).toBe(1001)
    result.showNewer()
    expect(result.at(0)?.id).toBe('item-2000')
    expect(result.newer.value).toBeUndefined()
  })

  it('holds nothing back when only rows are gone that were hidden already', async () => {
    const { result, hidden } = await mountRows()
    hidden.value = new Set(['item-1'])
    rows = rows.filter(({ id }) => id !== 'item-1')
    await result.refresh(true)
    expect(result.newer.value).toBeUndefined()
    expect(result.count.value).toBe(999)
    expect(result.at(1)?.id).toBe('item-2')
  })

  it('takes changes over at once when nobody points at the list', async () => {
    const { result } = await mountRows()
    rows = rows.slice(1)
    await result.refresh(false)
    expect(result.at(0)?.id).toBe('item-1')
    expect(result.count.value).toBe(999)
  })

  it('drops everything in the moment of locking, and late answers with it', async () => {
    const { result } = await mountRows()
    const reading = result.show(500, 510)
    push({ type: 'status', status: status('locked') })
    expect(result.at(0)).toBeUndefined()
    expect(result.count.value).toBe(0)
    await reading
    expect(result.loaded.value).toBeUndefined()
  })

  it('keeps the rows and says why when a reading is refused', async () => {
    const { result } = await mountRows()
    answer('itemRows', () => refuse('internal_error', 500, 'the disk is gone'))
    await result.refresh(false)
    expect(result.failure.value?.message).toBe('The disk is gone.')
    expect(result.at(0)?.id).toBe('item-0')
  })

  it('reads again while not all values were looked through', async () => {
    answer('itemRows', ({ query }) => ({ ...rowsReply(rows, query), complete: askedFor('itemRows').length > 2 }))
    await mountRows()

    await vi.waitFor(() => expect(askedFor('itemRows')).toHaveLength(3), 5000)
    await expect(vi.waitFor(() => expect(askedFor('itemRows')).toHaveLength(4), 1200)).rejects.toThrow()
  })

  it('finds the items of rows that were never in view', async () => {
    const { result } = await mountRows()
    const found = await result.rowsAt([0, 950])
    expect(found.get(950)?.id).toBe('item-950')
  })
})
