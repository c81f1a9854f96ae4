import { describe, expect, it } from 'vitest'
import { randomBytes, randomPool } from './random.ts'

describe('randomBytes', () => {
  it('gives buffers of their own, also across the refill of the pool', () => {
    const drawn = Array.from({ length: 5000 }, () => randomBytes(24))

    expect(new Set(drawn.map((bytes) => Buffer.from(bytes).toString('hex'))).size).toBe(5000)
    expect(drawn.every((bytes) => bytes.length === 24 && bytes.buffer.byteLength === 24)).toBe(true)
  })

  it('fills requests that are longer than the pool', () => {
    const bytes = randomBytes(200_000)

    expect(bytes.length).toBe(200_000)
    expect(bytes.subarray(-64).some((byte) => byte !== 0)).toBe(true)
  })

  it('changes nothing it gave out before', () => {
    const first = randomBytes(32)
    const copy = first.slice()

    for (let draw = 0; draw < 5000; draw += 1) randomBytes(32)

    expect(first).toEqual(copy)
  })
})

describe('randomPool', () => {
  it('overwrites what it handed out', () => {
    const pools: Uint8Array[] = []
    const draw = randomPool((bytes) => pools.push(bytes.fill(7)))

    const drawn = [draw(24), draw(8)]

    expect(drawn.map((bytes) => [...new Set(bytes)])).toEqual([[7], [7]])
    expect([...(pools[0] ?? []).slice(0, 33)]).toEqual([...new Array<number>(32).fill(0), 7])
  })

  it('asks the system once for many small draws', () => {
    let calls = 0
    const draw = randomPool(() => (calls += 1))

    for (let count = 0; count < 2000; count += 1) draw(24)

    expect(calls).toBe(1)
  })
})
