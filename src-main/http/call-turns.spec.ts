import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { MaybePromise } from '../service/maybe-promise.ts'
import { createCallTurns } from './call-turns.ts'

it('runs a call at once while there is time left in the turn', () => {
  const turns = createCallTurns(10_000)

  expect([turns.take(() => 1), turns.take(() => 2)]).toEqual([1, 2])
})

it('runs one call in each turn when no time is left, in the order in which they came', async () => {
  const turns = createCallTurns(0)
  const ran: number[] = []
  const results = [1, 2, 3].map((number) => turns.take(() => ran.push(number)))
  expect(ran).toEqual([1])

  await nextTurn()
  expect(ran).toEqual([1, 2])
  expect(await settled(results)).toEqual([1, 2, 3])
})

it('lets no newcomer pass those that wait', async () => {
  const turns = createCallTurns(0)
  const ran: number[] = []
  const waiting = [1, 2, 3].map((number) => turns.take(() => ran.push(number)))
  await nextTurn()

  await settled([...waiting, turns.take(() => ran.push(4))])
  expect(ran).toEqual([1, 2, 3, 4])
})

it('tells a caller that waited what its call threw, and goes on', async () => {
  const turns = createCallTurns(0)
  const fault = new Error('refused')
  const results = [
    turns.take(() => 1),
    turns.take(() => {
      throw fault
    }),
    turns.take(() => 3),
  ]

  expect(await Promise.allSettled(results.map((result) => Promise.resolve(result)))).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: fault },
    { status: 'fulfilled', value: 3 },
  ])
})

it('begins a turn of its own for a call that comes later', async () => {
  const turns = createCallTurns(0)
  void turns.take(() => 1)
  await nextTurn()
  await nextTurn()

  expect(turns.take(() => 2)).toBe(2)
})

function settled(results: readonly MaybePromise<number>[]): Promise<readonly number[]> {
  return Promise.all(results.map((result) => Promise.resolve(result)))
}
