// Proves docs/contract/vault.md, Values.

import { describe, expect, it } from 'vitest'
import { uuidV7Source } from './uuid-v7.ts'

const zeros = (length: number) => new Uint8Array(length)
const ones = (length: number) => new Uint8Array(length).fill(0xff)

describe('uuidV7Source', () => {
  it('writes time, version and variant where RFC 9562 puts them', () => {
    const newId = uuidV7Source(() => 0x017f22e279b0, zeros)

    expect(newId()).toBe('017f22e2-79b0-7000-8000-000000000000')
  })

  it('keeps version and variant when every random bit is set', () => {
    const newId = uuidV7Source(() => 0x017f22e279b0, ones)

    expect(newId()).toBe('017f22e2-79b0-77ff-bfff-ffffffffffff')
  })

  it('ascends within one millisecond, past the end of the counter', () => {
    const newId = uuidV7Source(() => 1_700_000_000_000, ones)

    const ids = Array.from({ length: 10_000 }, newId)

    expect(ids).toEqual([...ids].sort())
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('ascends when the clock is before 1970', () => {
    const newId = uuidV7Source(() => -86_400_000, ones)

    const ids = Array.from({ length: 4 }, newId)

    expect(ids).toEqual([...ids].sort())
    expect(ids[0]?.startsWith('00000000-0000-7')).toBe(true)
  })

  it('ascends when the clock steps back', () => {
    const times = [2000, 1000, 1000, 2001]
    const newId = uuidV7Source(() => times.shift() ?? 0, ones)

    const ids = Array.from({ length: 4 }, newId)

    expect(ids).toEqual([...ids].sort())
    expect(ids[3]?.startsWith('00000000-07d1-')).toBe(true)
  })
})
