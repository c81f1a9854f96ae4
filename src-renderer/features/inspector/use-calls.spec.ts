// Proves docs/contract/window.md, Inspector.

import { createPinia, setActivePinia } from 'pinia'
import type { EffectScope } from 'vue'
import { effectScope, nextTick, ref } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '../../../shared/contract/caller.ts'
import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import { aStatus, aWorkspace } from '../../session/testing/fake-bridge.ts'
import { leave } from '../../session/leaving.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { parseCallFilter } from './call-filter.ts'
import { aCall } from './testing/a-call.ts'
import { MOST_CALLS, useCalls } from './use-calls.ts'

const { call, listeners } = vi.hoisted(() => ({
  call: vi.fn(),
  listeners: new Set<(event: WorkbenchEvent) => void>(),
}))
vi.mock('../../api/call.ts', () => ({ call, bridge: {} }))
vi.mock('../../session/use-workbench.ts', () => ({
  onWorkbenchEvent(listener: (event: WorkbenchEvent) => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}))

const range = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => aCall(newest - index))
const announce = (number: number, changes = {}): void => {
  for (const listener of listeners) listener({ type: 'call', call: aCall(number, changes) })
}

describe('useCalls', () => {
  let scope: EffectScope
  const steady = ref(false)
  const filter = ref('')
  const open = () => {
    scope = effectScope()
    const calls = scope.run(() =>
      useCalls(
        () => parseCallFilter(filter.value),
        () => steady.value,
      ),
    )
    if (calls === undefined) throw new Error('no scope')
    return calls
  }
  const numbers = (calls: ReturnType<typeof open>) => calls.shown.value.map(({ number }) => number)

  beforeEach(() => {
    vi.useFakeTimers()
    setActivePinia(createPinia())
    steady.value = false
    filter.value = ''
    call.mockReset()
  })
  afterEach(() => {
    leave()
    scope.stop()
    vi.useRealTimers()
  })

  it('reads page after page until the oldest kept call', async () => {
    call.mockResolvedValueOnce({ calls: range(700, 201) }).mockResolvedValueOnce({ calls: range(200, 151) })
    const calls = open()
    await calls.load()
    expect(call.mock.calls.map(([, request]) => request as unknown)).toEqual([
      { query: { limit: 500 } },
      { query: { limit: 500, before: 201 } },
    ])
    expect(calls.total.value).toBe(550)
    expect(numbers(calls)[0]).toBe(700)
    expect(numbers(calls).at(-1)).toBe(151)
  })

  it('reads the next time only until what is known, and everything again in another workspace', async () => {
    call.mockResolvedValueOnce({ calls: range(700, 201) }).mockResolvedValueOnce({ calls: range(200, 151) })
    await open().load()
    scope.stop()
    call.mockReset().mockResolvedValueOnce({ calls: range(720, 221) })
    const again = open()
    await again.load()
    expect([call.mock.calls.length, again.total.value]).toEqual([1, 570])
    scope.stop()

    leave()
    call
      .mockReset()
      .mockResolvedValueOnce({ calls: range(500, 1) })
      .mockResolvedValueOnce({ calls: [] })
    const other = open()
    await other.load()
    expect([call.mock.calls.length, other.total.value]).toEqual([2, 500])
  })

  it('shows at once what is known, with the calls that came since, and draws the same ones once', async () => {
    call.mockResolvedValueOnce({ calls: range(2, 1) })
    await open().load()
    scope.stop()
    announce(4)
    announce(3)
    call.mockResolvedValueOnce({ calls: range(4, 1) })

    const again = open()
    const rows = again.listed.value
    expect([again.loaded.value, numbers(again)]).toEqual([true, [4, 3, 2, 1]])
    await again.load()

    expect(again.listed.value).toBe(rows)
  })

  it('reads again what it missed, and forgets what another window removed', async () => {
    call.mockResolvedValueOnce({ calls: range(2, 1) })
    await open().load()
    scope.stop()
    announce(5)
    call.mockResolvedValueOnce({ calls: range(5, 1) })
    const again = open()
    expect(numbers(again)).toEqual([2, 1])
    await again.load()
    expect(numbers(again)).toEqual([5, 4, 3, 2, 1])
    scope.stop()

    call.mockResolvedValueOnce({ calls: range(6, 6) })
    const emptied = open()
    await emptied.load()
    expect(numbers(emptied)).toEqual([6])
  })

  it('puts new calls on top, gathered, each once and in order', async () => {
    call.mockResolvedValue({ calls: range(2, 1) })
    const calls = open()
    await calls.load()
    for (const number of [3, 5, 4, 5]) announce(number)
    expect(numbers(calls)).toEqual([2, 1])
    vi.advanceTimersByTime(100)
    expect(numbers(calls)).toEqual([5, 4, 3, 2, 1])
  })

  it('keeps no more than the journal', async () => {
    call.mockResolvedValueOnce({ calls: range(1, 1) })
    const calls = open()
    await calls.load()
    for (let number = 2; number <= MOST_CALLS + 10; number += 1) announce(number)
    vi.advanceTimersByTime(100)
    expect(calls.total.value).toBe(MOST_CALLS)
    expect(numbers(calls).at(-1)).toBe(11)
  })

  it('lets new calls wait while rows must not move, and shows them afterwards', async () => {
    call.mockResolvedValue({ calls: range(1, 1) })
    const calls = open()
    await calls.load()
    steady.value = true
    announce(2)
    announce(3)
    vi.advanceTimersByTime(100)
    expect(numbers(calls)).toEqual([1])
    expect(calls.newCount.value).toBe(2)
    expect(calls.total.value).toBe(3)
    steady.value = false
    await nextTick()
    expect(numbers(calls)).toEqual([3, 2, 1])
    expect(calls.newCount.value).toBe(0)
  })

  it('lets new calls wait while paused; shows them when asked', async () => {
    call.mockResolvedValue({ calls: [] })
    const calls = open()
    await calls.load()
    calls.paused.value = true
    announce(1)
    vi.advanceTimersByTime(100)
    expect(numbers(calls)).toEqual([])
    calls.showNew()
    expect(numbers(calls)).toEqual([1])
  })

  it('shows new calls at once where none is shown that could move', async () => {
    call.mockResolvedValue({ calls: range(1, 1) })
    const calls = open()
    await calls.load()
    filter.value = '#2'
    steady.value = true
    announce(2)
    vi.advanceTimersByTime(100)
    expect(numbers(calls)).toEqual([2])
  })

  it('filters what is shown and what waits, by the name of the user too', async () => {
    useWorkbenchStore().setUsers([{ id: 'b', full_name: 'Bob Okafor' } as never])
    call.mockResolvedValue({ calls: [aCall(2, { user_id: 'b' }), aCall(1)] })
    const calls = open()
    await calls.load()
    filter.value = 'actor:bob'
    expect(numbers(calls)).toEqual([2])
    calls.paused.value = true
    announce(3)
    announce(4, { user_id: 'b' })
    vi.advanceTimersByTime(100)
    expect(calls.newCount.value).toBe(1)
    expect(calls.total.value).toBe(4)
  })

  it('clears the journal, and with it what waits', async () => {
    call.mockResolvedValueOnce({ calls: range(2, 1) }).mockResolvedValueOnce(undefined)
    const calls = open()
    await calls.load()
    calls.paused.value = true
    announce(3)
    vi.advanceTimersByTime(100)
    await calls.clear()
    expect(calls.total.value).toBe(0)
  })

  it('says why nothing could be read, and reads again', async () => {
    call
      .mockRejectedValueOnce(new CallError('workbench.callsGet', 500, []))
      .mockResolvedValueOnce({ calls: range(1, 1) })
    const calls = open()
    await calls.load()
    expect(calls.failure.value).toMatchObject({ status: 500 })
    expect(calls.loaded.value).toBe(false)
    await calls.load()
    expect(calls.failure.value).toBeUndefined()
    expect(numbers(calls)).toEqual([1])
  })

  it('reads again after the connection came back', async () => {
    call.mockResolvedValue({ calls: range(1, 1) })
    const calls = open()
    await calls.load()
    const store = useWorkbenchStore()
    store.setConnected(false)
    await nextTick()
    call.mockResolvedValue({ calls: range(3, 1) })
    store.setConnected(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(numbers(calls)).toEqual([3, 2, 1])
  })

  it('forgets the calls of a workspace that is left, shown, waiting and on their way, and reads those of the next', async () => {
    const store = useWorkbenchStore()
    store.setStatus(aStatus('open'))
    call.mockResolvedValueOnce({ calls: range(2, 1) })
    const calls = open()
    await calls.load()
    let answerLate: (reply: unknown) => void = () => undefined
    call.mockReturnValueOnce(new Promise((resolve) => (answerLate = resolve)))
    void calls.load()
    calls.paused.value = true
    announce(3)
    vi.advanceTimersByTime(100)
    announce(4)
    call.mockResolvedValue({ calls: range(9, 8) })

    store.setStatus(aStatus('open', aWorkspace({ id: 'w2' })))
    expect(calls.total.value).toBe(0)
    answerLate({ calls: range(5, 1) })
    await vi.advanceTimersByTimeAsync(100)

    expect(numbers(calls)).toEqual([9, 8])
    expect(calls.total.value).toBe(2)
  })

  it('keeps them while the workspace is locked and unlocked', async () => {
    const store = useWorkbenchStore()
    store.setStatus(aStatus('open'))
    call.mockResolvedValueOnce({ calls: range(2, 1) })
    const calls = open()
    await calls.load()

    store.setStatus(aStatus('locked'))
    store.setStatus(aStatus('open'))

    expect(numbers(calls)).toEqual([2, 1])
  })

  it('listens no more once it is gone', () => {
    open()
    scope.stop()
    expect(listeners.size).toBe(0)
  })
})
