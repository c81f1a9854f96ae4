import { describe, expect, it } from 'vitest'
import { createWriteTurns } from './write-turns.ts'

/** A write that ends when it is told to. */
function slowWrite() {
  let end = (_: string): void => undefined
  const ended = new Promise<string>((resolve) => (end = resolve))
  return { write: () => ended, end }
}

describe('createWriteTurns', () => {
  it('runs a write at once while nothing takes long, and throws what it throws', () => {
    const { take } = createWriteTurns()

    expect(take({ key: 'ada' }, () => 'done')).toBe('done')
    expect(() =>
      take({ key: 'ada' }, () => {
        throw new Error('refused')
      }),
    ).toThrow('refused')
    expect(take({ key: 'ada' }, () => 'still')).toBe('still')
  })

  it('lets writes wait for one that takes long, and senders take turns', async () => {
    const { take } = createWriteTurns()
    const slow = slowWrite()
    const order: string[] = []
    const note = (name: string) => () => void order.push(name)

    const first = take({ key: 'ada' }, slow.write)
    const waiting = [
      { key: 'ada', name: 'ada 1' },
      { key: 'ada', name: 'ada 2' },
      { key: 'bob', name: 'bob 1' },
    ].map(async ({ key, name }) => take({ key }, note(name)))
    expect(order).toEqual([])
    slow.end('slow')

    expect(await first).toBe('slow')
    await Promise.all(waiting)
    expect(order).toEqual(['ada 1', 'bob 1', 'ada 2'])
  })

  it('goes on after a write that failed', async () => {
    const { take } = createWriteTurns()
    const failing = take({ key: 'ada' }, () => Promise.reject(new Error('no')))
    const refused = take({ key: 'ada' }, () => {
      throw new Error('neither')
    })
    const last = take({ key: 'bob' }, () => 'done')

    await expect(failing).rejects.toThrow('no')
    await expect(refused).rejects.toThrow('neither')
    expect(await last).toBe('done')
    await new Promise(setImmediate)
    expect(take({ key: 'bob' }, () => 'at once')).toBe('at once')
  })
})
