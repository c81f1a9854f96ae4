// Proves docs/contract/exchange.md, Requests.

import { describe, expect, it } from 'vitest'
import { fairQueue } from './fair-queue.ts'
import type { FairQueue } from './fair-queue.ts'

const MANY = { ofGroup: 100, ofSender: 100, ofAll: 100, taskMs: 5000 }

function takeAll(queue: FairQueue<string>): readonly string[] {
  const task = queue.take()
  return task === undefined ? [] : [task, ...takeAll(queue)]
}

describe('fairQueue', () => {
  it('many of one sender, one of another › come in turn', () => {
    const queue = fairQueue<string>(MANY)
    for (const task of ['a1', 'a2', 'a3']) queue.add({ key: 'a' }, task)
    queue.add({ key: 'b' }, 'b1')

    expect(takeAll(queue)).toEqual(['a1', 'b1', 'a2', 'a3'])
  })

  it('groups of one sender › come in turn, and share its turn', () => {
    const queue = fairQueue<string>(MANY)
    for (const task of ['a1', 'a2', 'a3']) queue.add({ key: 'a', group: 'one' }, task)
    queue.add({ key: 'a', group: 'two' }, 'A1')
    for (const task of ['b1', 'b2']) queue.add({ key: 'b' }, task)

    expect(takeAll(queue)).toEqual(['a1', 'b1', 'A1', 'b2', 'a2', 'a3'])
  })

  it('who had a turn and comes again › comes after those who wait', () => {
    const queue = fairQueue<string>(MANY)
    queue.add({ key: 'a' }, 'a1')
    queue.add({ key: 'b' }, 'b1')
    queue.add({ key: 'c' }, 'c1')

    expect(queue.take()).toBe('a1')
    queue.add({ key: 'a' }, 'a2')
    expect(takeAll(queue)).toEqual(['b1', 'c1', 'a2'])
  })

  it('who took long › comes after who took little, and not for ever', () => {
    const queue = fairQueue<string>(MANY)
    for (const task of ['a1', 'a2']) queue.add({ key: 'a' }, task)
    for (let count = 1; count <= 40; count += 1) queue.add({ key: 'b' }, `b${count}`)
    const taken: (string | undefined)[] = []
    for (let count = 0; count < 42; count += 1) {
      const task = queue.take()
      taken.push(task)
      queue.addUsage({ key: task?.slice(0, 1) ?? '' }, task === 'a1' ? 2000 : 100)
    }

    expect(taken.indexOf('a2')).toBeGreaterThan(9)
    expect(taken.indexOf('a2')).toBeLessThan(30)
  })

  it('ten groups of a sender that take long, one after the other › another one comes next whenever it comes', () => {
    const queue = fairQueue<string>(MANY)
    const hostile = Array.from({ length: 10 }, (_, group) => ({ key: 'a', group: `${group}` }))
    for (const sender of hostile) queue.add(sender, sender.group)
    const waits: number[] = []
    for (let round = 0; round < 5; round += 1) {
      for (let busy = 0; busy < 12; busy += 1) again()
      queue.add({ key: 'a', group: 'honest' }, 'honest')
      let others = 0
      while (again() !== 'honest') others += 1
      waits.push(others)
    }

    expect(waits).toEqual([0, 0, 0, 0, 0])

    /** Does the next task; the hostile ones take long and come anew. */
    function again(): string | undefined {
      const task = queue.take()
      const sender = { key: 'a', group: task ?? '' }
      queue.addUsage(sender, task === 'honest' ? 30 : 1000)
      if (task !== undefined && task !== 'honest') queue.add(sender, task)
      return task
    }
  })

  it('new groups that take long come all the time › one that had its turns is not passed over by them for ever', () => {
    const queue = fairQueue<string>(MANY)
    queue.add({ key: 'a', group: 'honest' }, 'honest')
    let turns = 0
    for (let count = 0; count < 200; count += 1) {
      queue.add({ key: 'a', group: `${count}` }, `${count}`)
      const task = queue.take() ?? ''
      queue.addUsage({ key: 'a', group: task }, task === 'honest' ? 30 : 1000)
      if (task !== 'honest') continue
      turns += 1
      queue.add({ key: 'a', group: 'honest' }, 'honest')
    }

    expect(turns).toBeGreaterThan(15) // as if they were as light as it
  })

  it.each([
    ['a group', { ...MANY, ofGroup: 2 }, { key: 'a', group: 'one' }, { key: 'a', group: 'two' }],
    ['a sender', { ...MANY, ofSender: 2 }, { key: 'a', group: 'two' }, { key: 'b' }],
  ])('above the limit of %s › refuses it, and takes others', (_, limits, refused, taken) => {
    const queue = fairQueue<string>(limits)
    for (const task of ['1', '2']) queue.add({ key: 'a', group: 'one' }, task)

    expect(() => queue.add(refused, '3')).toThrow(
      expect.objectContaining({ code: 'too_many_requests', retryAfterSeconds: 5 }),
    )
    queue.add(taken, '4')
    expect(takeAll(queue)).toHaveLength(3)
  })

  it.each([
    ['a sender', { ...MANY, ofSender: 4 }, { key: 'a', group: 'two' }],
    ['all', { ...MANY, ofAll: 4 }, { key: 'b' }],
  ])('above the limit of %s › the newest of the group with most gives way, down to as many', (_, limits, other) => {
    const queue = fairQueue<string>(limits)
    const refused: string[] = []
    const add = (sender: Parameters<typeof queue.add>[0], task: string) => {
      queue.add(sender, task, ({ code }) => refused.push(`${task} ${code}`))
    }
    for (const task of ['1', '2', '3', '4']) add({ key: 'a', group: 'one' }, task)

    add(other, 'A')
    add(other, 'B')
    expect(refused).toEqual(['4 too_many_requests', '3 too_many_requests'])
    expect(() => add(other, 'C')).toThrow(expect.objectContaining({ code: 'too_many_requests' }))
    expect(takeAll(queue)).toEqual(['1', 'A', '2', 'B'])
  })

  it('above the limit of all › refuses anybody, until one is taken', () => {
    const queue = fairQueue<string>({ ...MANY, ofAll: 1 })
    queue.add({ key: 'a' }, 'a1')

    expect(() => queue.add({ key: 'b' }, 'b1')).toThrow(expect.objectContaining({ code: 'too_many_requests' }))
    expect(queue.take()).toBe('a1')
    queue.add({ key: 'b' }, 'b1')
    expect(takeAll(queue)).toEqual(['b1'])
  })
})
