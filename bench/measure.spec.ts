import { afterEach, expect, it, vi } from 'vitest'
import { startChild } from './child.ts'
import type { Goal } from './goals.ts'
import { atMost, goalText, ratioAtLeast, SHOWN } from './goals.ts'
import { compare, limitRounds, memoryRow } from './measure.ts'
import { benchLog } from './program-log.ts'
import { goalOf, ROW_NAMES } from './row-goals.ts'

const FAST = { name: 'fast', measure: () => ({ seconds: 1, operations: 4 }) }
const SLOW = { name: 'slow', measure: () => ({ seconds: 1, operations: 1 }) }

afterEach(() => vi.restoreAllMocks())

it('compare › says whether the row falls short of its goal, and nothing where there is none', async () => {
  const wanting = (goal: Goal) => compare('row', FAST, SLOW, { goal })
  expect(await wanting(ratioAtLeast(0.3))).toMatchObject({ goal: 'ratio >= 0.30', fallsShort: true })
  expect(await wanting(ratioAtLeast(0.2))).toMatchObject({ ratio: 0.25, fallsShort: false })
  expect(await wanting(SHOWN)).not.toHaveProperty('fallsShort')
})

it('compare › takes the goal of the row, and refuses one that has none before it measures', async () => {
  const measure = vi.fn(FAST.measure)
  await expect(compare('row', { ...FAST, measure }, SLOW)).rejects.toThrow('no goal for row')
  await expect(compare('toString', { ...FAST, measure }, SLOW)).rejects.toThrow('no goal for toString')

  expect(measure).not.toHaveBeenCalled()
  const [name = ''] = ROW_NAMES
  expect(await compare(name, FAST, SLOW)).toMatchObject({ name, goal: goalText(goalOf(name)) })
})

it('compare › keeps what was counted while the product ran, which the goal may be about', async () => {
  const seen = { longest: 0 }
  const product = { name: 'product', measure: () => ({ seconds: 1, operations: ++seen.longest }) }

  const row = await compare('row', FAST, product, { rounds: 2, besides: () => seen, goal: atMost(2, 'longest') })
  expect(row).toMatchObject({ besides: { longest: 3 }, goal: 'longest <= 2', fallsShort: true })
})

it('limitRounds › lets no row take more, and those that take fewer alone', async () => {
  limitRounds(2)
  const rows = await Promise.all([1, 2, 3].map((rounds) => compare('row', FAST, SLOW, { rounds, goal: SHOWN })))
  limitRounds(Infinity)

  expect(rows.map(({ rounds }) => rounds)).toEqual([1, 2, 2])
})

it('memoryRow › counts in MiB', () => {
  const row = memoryRow('row', { floor: 50, product: 100 }, { goal: ratioAtLeast(3) })
  expect(row).toMatchObject({ unit: 'MiB', floorPerSecond: 50, productPerSecond: 100, ratio: 2, fallsShort: true })
})

it('compare › refuses a row whose program logged an error, and the next row knows nothing of it', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const line = JSON.stringify({ level: 'error', message: 'a database differs from when it was closed' })
  const complaining = { name: 'complaining', measure: () => endOf(`console.error(${JSON.stringify(line)})`) }

  await expect(compare('start', FAST, complaining, { goal: SHOWN })).rejects.toThrow(
    `start: the program logged an error\n${line}`,
  )
  expect(written).toHaveBeenCalledWith(`${line}\n`)
  await expect(compare('next', FAST, SLOW, { goal: SHOWN })).resolves.toMatchObject({ name: 'next' })
})

it('compare › refuses a row whose service in this process logged one', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const complaining = {
    name: 'complaining',
    measure() {
      benchLog.error('a call ended with a fault', new Error('the cause'))
      return { seconds: 1, operations: 1 }
    },
  }

  await expect(compare('row', FAST, complaining, { goal: SHOWN })).rejects.toThrow(
    /a call ended with a fault.*the cause/,
  )
})

it('compare › takes a row whose program only warned', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const warning = {
    name: 'warning',
    measure: () => endOf('console.error("(node:1) Warning: old"); console.error("null")'),
  }

  await expect(compare('row', FAST, warning, { rounds: 1, goal: SHOWN })).resolves.toMatchObject({ name: 'row' })
  expect(written).toHaveBeenCalledWith('(node:1) Warning: old\n')
})

it('startChild › refuses a program that does not end well', async () => {
  const child = await startChild(['-e', `process.on('SIGTERM', () => process.exit(3)); ${READY}`])

  await expect(child.stop()).rejects.toThrow('ended with 3')
})

const READY = `setInterval(() => undefined, 1000); console.log('{}')`

/** Starts a program with these words, and ends it. */
async function endOf(script: string) {
  const child = await startChild(['-e', `${script}; ${READY}`])
  await child.stop()
  return { seconds: 1, operations: 1 }
}
