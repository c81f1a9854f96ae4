import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src-main/service/ports.ts'
import { aSignedInUser } from '../tests/support/service/builders.ts'
import { residentMiB, startChild } from './child.ts'
import { changeClosedDatabase } from './closed-database.ts'
import { addManyItems } from './fixture.ts'
import type { Goal } from './goals.ts'
import { productWithinMs, ratioAtLeast, ratioAtMost } from './goals.ts'
import type { Row, Sample, Side } from './measure.ts'
import { compare, median, memoryRow, secondsSince } from './measure.ts'

const ITEMS = 100_000
const IDLE_MS = 3_000
const AT_ONCE = 10
/** What the packed program starts (scripts/pack.ts). */
const PACKED = ['scripts/packed-entry.js', 'serve', '--memory', '--port', '0']

const IN_TOTAL: Goal = { says: '< 1,536 MiB', isReached: ({ productPerSecond }) => productPerSecond < 1_536 }

/** From start to the first answer, and the memory of an idle service, beside the bare server. */
export async function run(): Promise<readonly Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'vaultbench-bench-'))
  const dataDirectory = join(directory, 'data')
  const bareDatabase = join(directory, 'bare.db')
  copyFileSync(await fillDataDirectory(dataDirectory), bareDatabase)
  const memory: { floor: number[]; product: number[] } = { floor: [], product: [] }
  const bareArgs = ['bench/floor-server.ts', bareDatabase]
  const row = await compare(
    'start to first answer, 100,000 items (P9)',
    ratioAtLeast(0.4),
    bareSide(bareArgs, memory.floor),
    {
      name: 'serve',
      measure: () =>
        start(
          ['dist/main/vaultbench.js', 'serve', '--port', '0', '--data', dataDirectory],
          ({ url }: { url: string }) => `${url}/vault/version`,
          memory.product,
        ),
    },
    5,
  )
  const { packedRow, packed } = await comparePacked(bareArgs)
  const bare = median(packed.floor)
  rmSync(directory, { recursive: true })
  const idle = { floor: median(memory.floor), product: median(memory.product) }
  return [
    row,
    memoryRow('idle memory, MiB (P10)', ratioAtMost(1.7), idle),
    packedRow,
    memoryRow('packed serve --memory, idle, MiB', ratioAtMost(1.7), { floor: bare, product: median(packed.product) }),
    memoryRow(`packed, ${AT_ONCE} at once, MiB`, IN_TOTAL, { floor: bare * AT_ONCE, product: await manyAtOnce() }),
  ]
}

/** Starts a program until it answers; `kept` takes its idle memory. */
async function start(args: readonly string[], urlOf: (line: never) => string, kept: number[]): Promise<Sample> {
  const began = process.hrtime.bigint()
  const child = await startChild<never>(args)
  await (await fetch(urlOf(child.line))).arrayBuffer()
  const seconds = secondsSince(began)
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  kept.push(residentMiB(child.pid))
  await child.stop()
  return { seconds, operations: 1 }
}

function bareSide(args: readonly string[], kept: number[]): Side {
  return {
    name: 'bare Hono',
    measure: () => start(args, ({ port }: { port: number }) => `http://127.0.0.1:${port}/`, kept),
  }
}

async function comparePacked(bareArgs: readonly string[]) {
  const packed: { floor: number[]; product: number[] } = { floor: [], product: [] }
  const packedRow = await compare(
    'packed serve --memory to first answer',
    productWithinMs(400),
    bareSide(bareArgs, packed.floor),
    {
      name: 'packed',
      measure: () => start(PACKED, ({ url }: { url: string }) => `${url}/vault/version`, packed.product),
    },
    5,
  )
  return { packedRow, packed }
}

/** @returns the memory of all of them together, in MiB */
async function manyAtOnce(): Promise<number> {
  const children = await Promise.all(Array.from({ length: AT_ONCE }, () => startChild<unknown>(PACKED)))
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  const total = children.reduce((sum, { pid }) => sum + residentMiB(pid), 0)
  await Promise.all(children.map((child) => child.stop()))
  return total
}

/** A data directory with very many items in the workspace that the program makes. @returns the path of its database */
async function fillDataDirectory(directory: string): Promise<string> {
  const child = await startChild<unknown>(['dist/main/vaultbench.js', 'serve', '--port', '0', '--data', directory])
  await child.stop()
  return changeClosedDatabase(directory, (connection) => {
    addManyItems({ connection, user: aSignedInUser({ connection, clock: systemClock }) }, ITEMS)
  })
}
