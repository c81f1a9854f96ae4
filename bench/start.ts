import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { residentMiB, startChild } from './child.ts'
import { addManyItems, openFixture } from './fixture.ts'
import type { Row, Sample } from './measure.ts'
import { compare, median, secondsSince } from './measure.ts'

const ITEMS = 100_000
const IDLE_MS = 3_000

/** From start to the first answer, and the memory of an idle service, beside the bare server. */
export async function run(): Promise<readonly Row[]> {
  const fixture = openFixture()
  addManyItems(fixture, ITEMS)
  const directory = mkdtempSync(join(tmpdir(), 'vaultbench-bench-'))
  const path = await makeDataDirectory(directory, fixture.path)
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
    '>= 0.40',
    {
      name: 'bare Hono',
      measure: () =>
        start(
          ['bench/floor-server.ts', fixture.path],
          ({ port }: { port: number }) => `http://127.0.0.1:${port}/`,
          memory.floor,
        ),
    },
    {
      name: 'serve',
      measure: () =>
        start(
          ['dist/main/serve.js', '--port', '0', '--data', path],
          ({ url }: { url: string }) => `${url}/vault/version`,
          memory.product,
        ),
    },
    5,
  )
  fixture.close()
  rmSync(directory, { recursive: true })
  const idle = { floor: median(memory.floor), product: median(memory.product) }
  return [
    row,
    {
      ...row,
      name: 'idle memory, MiB (P10)',
      goal: '<= 1.7',
      floorPerSecond: idle.floor,
      productPerSecond: idle.product,
      ratio: idle.product / idle.floor,
      lowestRatio: idle.product / idle.floor,
      highestRatio: idle.product / idle.floor,
      note: 'figures are MiB, not per second',
    },
  ]
}

/** A data directory whose workspace holds the fixture's database. */
async function makeDataDirectory(directory: string, databasePath: string): Promise<string> {
  const { copyFileSync, readdirSync } = await import('node:fs')
  const child = await startChild<unknown>(['dist/main/serve.js', '--port', '0', '--data', directory])
  await child.stop()
  const [workspace] = readdirSync(join(directory, 'workspaces'))
  if (workspace === undefined) throw new Error('serve made no workspace')
  copyFileSync(databasePath, join(directory, 'workspaces', workspace, 'vault.db'))
  return directory
}
