// Proves docs/contract/window.md, What is stale.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import type { OpenedSlot } from '../../../../shared/contract/workbench-items.ts'
import type { AwaitedCopy } from '../../../../shared/contract/workbench-tasks.ts'
import { openedSlot } from '../testing/samples.ts'
import { useArrivals } from './use-arrivals.ts'

const FIRST = '2026-11-20T08:00:00.000Z'
const LATER = '2026-11-20T09:00:00.000Z'

const number = (value: string, updated_at = FIRST) =>
  openedSlot('number', { state: 'readable', value, verification: 'verified', updated_at })
const pin = (updated_at = FIRST) => openedSlot('pin', { state: 'hidden', value: null, updated_at })
const waitsFor = (...slot_ids: string[]): AwaitedCopy => ({ item_id: 'item', slot_ids, new_slots: 0, state: 'todo' })

let scope: ReturnType<typeof effectScope>
beforeEach(() => {
  vi.useFakeTimers()
  scope = effectScope()
})
afterEach(() => {
  scope.stop()
  vi.useRealTimers()
})

function follow(first: readonly OpenedSlot[], awaits?: AwaitedCopy) {
  const slots = shallowRef(first)
  const awaited = shallowRef(awaits)
  const arrived = scope.run(() =>
    useArrivals(
      () => slots.value,
      () => awaited.value,
    ),
  )
  return { slots, awaited, seen: () => [...(arrived ?? new Map())] }
}

describe('what arrives', () => {
  it('is marked with what stood there before, for three seconds, and no other slot is', async () => {
    const { slots, seen } = follow([number('old'), openedSlot('name', { value: 'same' })])
    slots.value = [number('new', LATER), openedSlot('name', { value: 'same', updated_at: LATER })]
    await nextTick()
    expect(seen()).toEqual([['number', 'old']])
    vi.advanceTimersByTime(2999)
    expect(seen()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(seen()).toEqual([])
  })

  it('is not what somebody sees first, nor a value that cannot be read any more', async () => {
    const { slots, seen } = follow([])
    slots.value = [number('first')]
    await nextTick()
    slots.value = [openedSlot('number', { state: 'withheld', value: null })]
    await nextTick()
    expect(seen()).toEqual([])
  })

  it('is known of a hidden value once it is awaited no more and was written', async () => {
    const { slots, awaited, seen } = follow([pin(), number('same')], waitsFor('pin'))
    slots.value = [pin(LATER), number('same', LATER)]
    awaited.value = undefined
    await nextTick()
    expect(seen()).toEqual([['pin', null]])
  })

  it('is not said of a hidden value that is only not known to be awaited any more', async () => {
    const { awaited, seen } = follow([pin()], waitsFor('pin'))
    awaited.value = undefined
    await nextTick()
    expect(seen()).toEqual([])
  })

  it('leaves nothing behind when its place goes', async () => {
    const { slots, seen } = follow([number('old')])
    slots.value = [number('new')]
    await nextTick()
    scope.stop()
    expect(seen()).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})
