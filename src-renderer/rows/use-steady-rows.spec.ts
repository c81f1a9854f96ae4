// Proves docs/contract/window.md, Everywhere: lists.

import { describe, expect, it } from 'vitest'
import { ref, shallowRef } from 'vue'
import { useSteadyRows } from './use-steady-rows.ts'

interface Named {
  readonly id: string
  readonly name: string
}

const row = (id: string, name = id): Named => ({ id, name })

function steadyRows() {
  const read = shallowRef<readonly Named[] | undefined>([row('a'), row('b')])
  const held = ref(false)
  const steady = useSteadyRows<Named>(
    () => read.value,
    ({ id }) => id,
    () => held.value,
  )
  return { read, held, ...steady }
}

describe('useSteadyRows', () => {
  it('shows what was read at once while nobody points at the list', () => {
    const { read, rows, waiting } = steadyRows()

    read.value = [row('c'), row('a'), row('b')]

    expect(rows.value).toEqual([row('c'), row('a'), row('b')])
    expect(waiting.value).toBeUndefined()
  })

  it('brings rows up to date where they stand, and keeps what came until it is asked for', () => {
    const { read, held, rows, waiting, showNewer } = steadyRows()
    held.value = true

    read.value = [row('c'), row('a', 'changed'), row('b')]

    expect(rows.value).toEqual([row('a', 'changed'), row('b')])
    expect(waiting.value).toBe(1)
    showNewer()
    expect(rows.value?.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
    expect(waiting.value).toBeUndefined()
  })

  it('drops everything at once when the list is dropped', () => {
    const { read, held, rows } = steadyRows()
    held.value = true

    read.value = undefined

    expect(rows.value).toBeUndefined()
  })
})
