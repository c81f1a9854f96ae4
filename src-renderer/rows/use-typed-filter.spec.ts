// Proves docs/contract/window.md, Everywhere: lists.

import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { effectScope, nextTick, ref, shallowRef } from 'vue'
import type { Chosen } from '../ui/chosen-filters.ts'
import type { ListSort } from '../ui/list-model.ts'
import { orderOf, useRelevanceOrder, useTypedFilter } from './use-typed-filter.ts'

describe('the filter of rows that the service filters', () => {
  const scope = effectScope()
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    scope.stop()
    vi.useRealTimers()
  })

  it('looks for what was typed after a pause, and for nothing as soon as the field is empty', async () => {
    const chosen = shallowRef<Chosen>({})
    const { text, sought, active, clear } = scope.run(() => useTypedFilter(chosen)) ?? expect.unreachable()
    text.value = ` ${'x'.repeat(300)} `
    await nextTick()
    expect([sought.value, active.value]).toEqual(['', true])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sought.value).toBe('x'.repeat(255))
    chosen.value = { owner: ['own'] }
    clear()
    expect([sought.value, active.value, chosen.value]).toEqual(['', false, {}])
  })

  it('orders by the field of a column, and by the first where there is no such column', () => {
    const fields = { name: 'label', made: 'created_at' } as const
    expect(orderOf(fields, 'made', { id: 'name', direction: 'ascending' })).toEqual({ order_by: 'label', order: 'asc' })
    for (const id of ['owner', 'toString', '__proto__'])
      expect(orderOf(fields, 'made', { id, direction: 'descending' }).order_by).toBe('created_at')
    expect(orderOf(fields, 'made', undefined)).toEqual({})
  })
})

describe('the order of a list that is searched', () => {
  const FIRST: ListSort = { id: 'made', direction: 'descending' }
  const BY_NAME: ListSort = { id: 'name', direction: 'ascending' }

  function anOrder() {
    const [sort, searched] = [shallowRef<ListSort | undefined>(FIRST), ref(false)]
    const scope = effectScope()
    onTestFinished(() => scope.stop())
    const order =
      scope.run(() => useRelevanceOrder({ sort, first: FIRST }, () => searched.value)) ?? expect.unreachable()
    return { sort, searched, order }
  }

  it('is best first, and as it was once the search ends', () => {
    const { searched, order } = anOrder()
    expect(order.value).toEqual(FIRST)
    searched.value = true
    expect(order.value).toBeUndefined()
    searched.value = false
    expect(order.value).toEqual(FIRST)
  })

  it('is the one somebody chose before', () => {
    const { searched, order } = anOrder()
    order.value = BY_NAME
    searched.value = true
    expect(order.value).toEqual(BY_NAME)
  })

  it('is the one somebody chooses, also the first one, until somebody ends that or the search', () => {
    const { sort, searched, order } = anOrder()
    searched.value = true
    order.value = FIRST
    expect(order.value).toEqual(FIRST)
    order.value = undefined
    expect([order.value, sort.value]).toEqual([undefined, FIRST])
    order.value = FIRST
    searched.value = false
    searched.value = true
    expect(order.value).toBeUndefined()
  })
})
