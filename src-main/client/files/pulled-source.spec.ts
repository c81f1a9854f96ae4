// Proves docs/contract/window.md, Files.

import { describe, expect, it, vi } from 'vitest'
import { MAX_PART_BYTES } from '../../../shared/contract/workbench-files.ts'
import { pulledSource } from './pulled-source.ts'

const never = () => undefined
const SIZE = MAX_PART_BYTES + 10

describe('pulledSource', () => {
  it('wants part after part, from the start whenever it is opened', async () => {
    const source = pulledSource(SIZE, never)
    const [first, again] = [await source.open(), await source.open()]

    const one = first.next(new Uint8Array(1))
    expect(await source.wanted()).toEqual({ start: 0, bytes: MAX_PART_BYTES })
    source.give(0, new Uint8Array(MAX_PART_BYTES).fill(1))
    expect(await one).toBe(1)
    const rest = first.next(new Uint8Array(SIZE))
    expect(await source.wanted()).toEqual({ start: MAX_PART_BYTES, bytes: 10 })
    source.give(MAX_PART_BYTES, new Uint8Array(10).fill(2))
    expect(await rest).toBe(SIZE - 1)
    expect(await first.next(new Uint8Array(1))).toBe(0)

    void again.next(new Uint8Array(1))
    expect(await source.wanted()).toMatchObject({ start: 0 })
  })

  it('takes a part that is not wanted for one that was given before, and refuses one of another length', async () => {
    const source = pulledSource(10, never)
    const into = new Uint8Array(10)
    const reading = source.open().then((reader) => reader.next(into))
    await source.wanted()

    source.give(5, new Uint8Array(5))
    expect(() => source.give(0, new Uint8Array(9))).toThrow(expect.objectContaining({ code: 'source_changed' }))
    source.give(0, new Uint8Array(10).fill(7))

    expect([await reading, into[9]]).toEqual([10, 7])
  })

  it('wants nothing once it is ended, and fails whoever reads', async () => {
    const source = pulledSource(10, never)
    const reader = await source.open()
    const reading = reader.next(new Uint8Array(10))
    const reason = new Error('paused')

    source.end(reason)

    await expect(reading).rejects.toBe(reason)
    await expect(reader.next(new Uint8Array(1))).rejects.toBe(reason)
    expect(await source.wanted()).toBeNull()
  })

  it('says when whoever has the file is silent', async () => {
    const onSilence = vi.fn()
    const source = pulledSource(10, onSilence, 1)
    const reading = expect(source.open().then((reader) => reader.next(new Uint8Array(1)))).rejects.toThrow('gone')

    await vi.waitFor(() => expect(onSilence).toHaveBeenCalledOnce())

    source.end(new Error('gone'))
    await reading
  })
})
