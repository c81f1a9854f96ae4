import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import type { Chosen } from '../ui/chosen-filters.ts'
import { orderOf, useTypedFilter } from './use-typed-filter.ts'

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
    expect(orderOf(fields, 'made', undefined)).toEqual({ order_by: 'created_at', order: 'desc' })
  })
})
