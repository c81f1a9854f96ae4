import { afterEach, expect, it, vi } from 'vitest'
import { startChild } from './child.ts'
import { ratioAtLeast } from './goals.ts'
import { compare, memoryRow } from './measure.ts'
import { benchLog } from './program-log.ts'

const FAST = { name: 'fast', measure: () => ({ seconds: 1, operations: 4 }) }
const SLOW = { name: 'slow', measure: () => ({ seconds: 1, operations: 1 }) }

afterEach(() => vi.restoreAllMocks())

it('compare › says whether the row falls short of its goal, and nothing where there is none', async () => {
  expect(await compare('row', ratioAtLeast(0.3), FAST, SLOW)).toMatchObject({ goal: '>= 0.30', fallsShort: true })
  expect(await compare('row', ratioAtLeast(0.2), FAST, SLOW)).toMatchObject({ ratio: 0.25, fallsShort: false })
  expect(await compare('row', 'shown', FAST, SLOW)).not.toHaveProperty('fallsShort')
})

it('memoryRow › counts in MiB', () => {
  const row = memoryRow('row', ratioAtLeast(3), { floor: 50, product: 100 })
  expect(row).toMatchObject({ unit: 'MiB', floorPerSecond: 50, productPerSecond: 100, ratio: 2, fallsShort: true })
})

it('compare › refuses a row whose program logged an error, and the next row knows nothing of it', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const line = JSON.stringify({ level: 'error', message: 'a database is not as it was left' })
  const complaining = { name: 'complaining', measure: () => endOf(`console.error(${JSON.stringify(line)})`) }

  await expect(compare('start', 'shown', FAST, complaining)).rejects.toThrow(
    `start: the program logged an error\n${line}`,
  )
  expect(written).toHaveBeenCalledWith(`${line}\n`)
  await expect(compare('next', 'shown', FAST, SLOW)).resolves.toMatchObject({ name: 'next' })
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

  await expect(compare('row', 'shown', FAST, complaining)).rejects.toThrow(/a call ended with a fault.*the cause/)
})

it('compare › takes a row whose program only warned', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const warning = {
    name: 'warning',
    measure: () => endOf('console.error("(node:1) Warning: old"); console.error("null")'),
  }

  await expect(compare('row', 'shown', FAST, warning, 1)).resolves.toMatchObject({ name: 'row' })
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
