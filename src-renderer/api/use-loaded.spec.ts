// Proves docs/contract/window.md, Everywhere.

import type { EffectScope } from 'vue'
import { effectScope, ref } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '../../shared/contract/caller.ts'
import { forgetKept } from './kept-values.ts'
import { useLoaded } from './use-loaded.ts'

interface Reading {
  readonly of: unknown
  readonly signal: AbortSignal
  readonly answer: (value: string) => void
  readonly refuse: (error: Error) => void
}

const refusal = new CallError('x', 500, [])
let readings: Reading[]
let scope: EffectScope

/** Every reading waits until the test answers it. */
function read(signal: AbortSignal, of: unknown): Promise<string> {
  return new Promise((answer, refuse) => readings.push({ of, signal, answer, refuse }))
}

/** As a component runs it. */
function inScope<T>(setup: () => T): T {
  const result = scope.run(setup)
  if (result === undefined) throw new Error('no scope')
  return result
}

async function answerWith(value: string, number = readings.length - 1): Promise<void> {
  readings[number]?.answer(value)
  await Promise.resolve().then(() => undefined)
}

beforeEach(() => {
  readings = []
  scope = effectScope()
})
afterEach(() => scope.stop())

describe('useLoaded', () => {
  it('reads nothing by itself where nothing is said of what it belongs to or depends on', () => {
    inScope(() => useLoaded(read))

    expect(readings).toEqual([])
  })

  it('keeps the last value while it is read again, and when that fails, until a reading succeeds', async () => {
    const readNow = vi.fn<() => Promise<string>>().mockResolvedValueOnce('first')
    const { value, failure, busy, reload } = useLoaded(readNow)
    const reading = reload()
    expect(busy.value).toBe(true)
    await reading
    expect([value.value, busy.value]).toEqual(['first', false])

    readNow.mockRejectedValueOnce(refusal)
    await reload()
    expect([value.value, failure.value, busy.value]).toMatchObject(['first', { status: 500 }, false])

    readNow.mockResolvedValueOnce('second')
    await reload()
    expect([value.value, failure.value]).toEqual(['second', undefined])
  })

  it('throws an overtaken answer away, and gives its call up', async () => {
    const { value, busy, reload } = useLoaded(read)
    const slow = reload()
    const quick = reload()
    expect(readings.map(({ signal }) => signal.aborted)).toEqual([true, false])

    readings[0]?.answer('slow')
    await slow
    expect([value.value, busy.value]).toEqual([undefined, true])
    readings[1]?.answer('quick')
    await quick
    expect([value.value, busy.value]).toEqual(['quick', false])
  })

  it('does not speak of the refusal of an overtaken reading', async () => {
    const { value, failure, reload } = useLoaded(read)
    const slow = reload()
    const quick = reload()
    readings[1]?.answer('quick')
    await quick
    readings[0]?.refuse(refusal)
    await slow

    expect([value.value, failure.value]).toEqual(['quick', undefined])
  })

  it('forgets what it holds and what is on its way when it is dropped', async () => {
    const { value, busy, reload, drop } = useLoaded(read)
    const late = reload()
    drop()
    expect([busy.value, readings[0]?.signal.aborted]).toEqual([false, true])
    readings[0]?.answer('late')
    await late

    expect(value.value).toBeUndefined()
  })

  it('is read when its owner becomes usable, and dropped in the moment of the lock', async () => {
    const usable = ref(false)
    const { value, reload } = inScope(() => useLoaded(read, { whose: { usable } }))
    await reload()
    expect(readings).toHaveLength(0)

    usable.value = true
    await answerWith('read')
    expect(value.value).toBe('read')

    void reload()
    usable.value = false
    expect([value.value, readings[1]?.signal.aborted]).toEqual([undefined, true])
    await answerWith('late')
    expect(value.value).toBeUndefined()
  })

  it('is read anew for another actor, and shows nothing of the one before', async () => {
    const actor = ref<string | undefined>('alice')
    const { value } = inScope(() => useLoaded(read, { of: () => actor.value }))
    await answerWith('of Alice')
    expect(value.value).toBe('of Alice')

    actor.value = 'bob'
    expect(value.value).toBeUndefined()
    await answerWith('of Bob')
    expect([value.value, readings.map(({ of }) => of)]).toEqual(['of Bob', ['alice', 'bob']])

    actor.value = undefined
    expect([value.value, readings.length]).toEqual([undefined, 2])
  })

  it('lets stay what may stay while another one is read', async () => {
    const page = ref('1')
    const { value } = inScope(() => useLoaded(read, { of: () => page.value, stays: () => true }))
    await answerWith('page 1')
    page.value = '2'

    expect(value.value).toBe('page 1')
    await answerWith('page 2')
    expect(value.value).toBe('page 2')
  })

  it('drops what cannot be read again where that is asked for', async () => {
    const { value, failure, reload, drop, take } = useLoaded(read, { dropOnFailure: true })
    take('known')
    expect(value.value).toBe('known')
    const reading = reload()
    readings[0]?.refuse(refusal)
    await reading

    expect([value.value, failure.value]).toMatchObject([undefined, { status: 500 }])
    drop()
    expect(failure.value).toBeUndefined()
  })

  it('keeps what a call answered when a reading that began before brings what was', async () => {
    const { value, busy, reload, take } = useLoaded(read)
    const before = reload()
    take('answered')
    readings[0]?.answer('before')
    await before
    expect([value.value, busy.value, readings.length]).toEqual(['answered', true, 2])

    await answerWith('newest')

    expect([value.value, busy.value]).toEqual(['newest', false])
  })

  it('forgets what it holds and what is on its way when its component ends', async () => {
    const { value, take } = inScope(() => useLoaded(read, { of: () => 'alice' }))
    take('known')
    scope.stop()
    expect([value.value, readings[0]?.signal.aborted]).toEqual([undefined, true])
    await answerWith('late')

    expect(value.value).toBeUndefined()
  })

  it('does not hide a bug', async () => {
    const { reload } = useLoaded(() => Promise.reject(new RangeError('a bug')))

    await expect(reload()).rejects.toThrow('a bug')
  })
})

describe('useLoaded › kept', () => {
  const open = () => inScope(() => useLoaded(read, { of: () => true, kept: 'people' }))
  async function visit(value: string): Promise<void> {
    open()
    await answerWith(value)
    scope.stop()
    scope = effectScope()
  }
  afterEach(() => forgetKept())

  it('shows what was read last at once, and reads it quietly again', async () => {
    await visit('Mika')
    const { value, busy } = open()
    expect([value.value, busy.value, readings.length]).toEqual(['Mika', false, 2])

    await answerWith('Mika and Kim')
    expect(value.value).toBe('Mika and Kim')
  })

  it('shows nothing of before a change or a lock, nor what was read before it and answered after', async () => {
    await visit('Mika')
    forgetKept()
    expect(open().value.value).toBeUndefined()

    forgetKept()
    await answerWith('Kim')
    expect(open().value.value).toBeUndefined()
  })
})
