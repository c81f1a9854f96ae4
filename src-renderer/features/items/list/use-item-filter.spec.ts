// Proves docs/contract/window.md, Items.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { resetService } from '../testing/fake-service.ts'
import { mountSetup } from '../testing/mount-setup.ts'
import { useItemFilter } from './use-item-filter.ts'

vi.mock('../../../api/call.ts', async () => (await import('../testing/fake-service.ts')).fakeCalls)

beforeEach(resetService)

describe('item filter', () => {
  it('asks for the newest first and for nothing else, at the start', async () => {
    const { result } = await mountSetup(() => useItemFilter('alice'))
    expect(result.query.value).toEqual({ order_by: 'updated_at', order: 'desc' })
    expect(result.active.value).toBe(false)
  })

  it('turns choices and columns into a query', async () => {
    const { result } = await mountSetup(() => useItemFilter('alice'))
    result.chosen.value = { owner: ['shared'], tag: ['home', 'travel'], tree: ['tag'], template: ['Custom'] }
    result.sort.value = { id: 'name', direction: 'ascending' }
    expect(result.query.value).toEqual({
      own: false,
      node_ids: ['home', 'travel'],
      scheme: 'tag',
      template: 'Custom',
      order_by: 'label',
      order: 'asc',
    })
  })

  it('asks for the items of one owner', async () => {
    const { result } = await mountSetup(() => useItemFilter('alice'))
    result.chosen.value = { owner: ['vault-bob'] }
    expect(result.query.value).toEqual({ owner_id: 'vault-bob', order_by: 'updated_at', order: 'desc' })
  })

  it('asks for what fits best first while words are sought, unless a column was chosen', async () => {
    vi.useFakeTimers()
    const { result } = await mountSetup(() => useItemFilter('alice'))
    result.text.value = 'pass'
    await vi.advanceTimersByTimeAsync(100)
    expect(result.query.value).toEqual({ text: 'pass' })
    result.sort.value = { id: 'name', direction: 'ascending' }
    expect(result.query.value).toEqual({ text: 'pass', order_by: 'label', order: 'asc' })
    vi.useRealTimers()
  })

  it('waits for a pause in typing, but clears at once', async () => {
    vi.useFakeTimers()
    const { result } = await mountSetup(() => useItemFilter('alice'))
    result.text.value = ' pass '
    expect(result.query.value.text).toBeUndefined()
    await vi.advanceTimersByTimeAsync(100)
    expect(result.query.value.text).toBe('pass')
    result.clear()
    expect(result.query.value.text).toBeUndefined()
    vi.useRealTimers()
  })
})
