import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src-main/service/ports.ts'
import { aSignedInUser } from '../tests/support/service/builders.ts'
import { residentMiB, startChild } from './child.ts'
import { changeClosedDatabase } from './closed-database.ts'
import { addManyItems } from './fixture.ts'
import { ratioAtLeast, ratioAtMost } from './goals.ts'
import type { Row, Sample } from './measure.ts'
import { compare, median, memoryRow, secondsSince } from './measure.ts'

const ITEMS = 100_000
const IDLE_MS = 3_000

/** From start to the first answer, and the memory of an idle service, beside the bare server. */
export async function run(): Promise<readonly Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'vaultbench-bench-'))
  const dataDirectory = join(directory, 'data')
  const bareDatabase = join(directory, 'bare.db')
  copyFileSync(await fillDataDirectory(dataDirectory), bareDatabase)
  const memory: { floor: number[]; product: number[] } = { floor: [], product: [] }
  const start = async (args: readonly string[], urlOf: (line: never) => string, kept: number[]): Promise<Sample> => {
    const began = process.hrtime.bigint()
    const child = await startChild<never>(args)
    await (await fetch(urlOf(child.line))).arrayBuffer()
    const seconds = secondsSince(began)
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    kept.push(residentMiB(child.pid))
    await child.stop()
    return { seconds, operations: 1 }
  }
  const row = await compare(
    'start to first answer, 100,000 items (P9)',
    ratioAtLeast(0.4),
    {
      name: 'bare Hono',
      measure: () =>
        start(
          ['bench/floor-server.ts', bareDatabase],
          ({ port }: { port: number }) => `http://127.0.0.1:${port}/`,
          memory.floor,
        ),
    },
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
  rmSync(directory, { recursive: true })
  const idle = { floor: median(memory.floor), product: median(memory.product) }
  return [row, memoryRow('idle memory, MiB (P10)', ratioAtMost(1.7), idle)]
}

/** A data directory with very many items in the workspace that the program makes. @returns the path of its database */
async function fillDataDirectory(directory: string): Promise<string> {
  const child = await startChild<unknown>(['dist/main/vaultbench.js', 'serve', '--port', '0', '--data', directory])
  await child.stop()
  return changeClosedDatabase(directory, (connection) => {
    addManyItems({ connection, user: aSignedInUser({ connection, clock: systemClock }) }, ITEMS)
  })
}
