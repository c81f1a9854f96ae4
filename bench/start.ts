import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src-main/service/ports.ts'
import { aSignedInUser } from '../tests/support/service/builders.ts'
import { residentMiB, startChild } from './child.ts'
import { changeClosedDatabase } from './closed-database.ts'
import { addManyItems } from './fixture.ts'
import type { Row, Side } from './measure.ts'
import { compare, median, memoryRow, secondsSince } from './measure.ts'

const ITEMS = 100_000
const IDLE_MS = 3_000
const AT_ONCE = 10
/** What the packed program starts (scripts/pack.ts), with compiled code kept from the start before, as every way to start has it. */
const SERVE = ['scripts/packed-entry.js', 'serve', '--port', '0']
const PACKED = [...SERVE, '--memory']

/** A program to start, and where its first line says that it answers. */
interface Program {
  readonly name: string
  readonly args: readonly string[]
  readonly url: (line: { readonly url: string; readonly port: number }) => string
}

/** From start to the first answer, and the memory of an idle service, beside the bare server. */
export async function run(): Promise<readonly Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'vaultbench-bench-'))
  const dataDirectory = join(directory, 'data')
  const bareDatabase = join(directory, 'bare.db')
  copyFileSync(await fillDataDirectory(dataDirectory), bareDatabase)
  const bare = {
    name: 'bare Hono',
    args: ['bench/floor-server.ts', bareDatabase],
    url: ({ port }) => `http://127.0.0.1:${port}/`,
  } satisfies Program
  const filled = service('serve', [...SERVE, '--data', dataDirectory])
  const packed = service('packed', PACKED)
  const rows = [
    await compare('start to first answer, 100,000 items (P9)', starts(bare), starts(filled), { rounds: 5 }),
    await compare('packed serve --memory to first answer', starts(bare), starts(packed), { rounds: 5 }),
  ]
  const floor = await idleMiB(bare)
  rows.push(
    memoryRow('idle memory, MiB (P10)', { floor, product: await idleMiB(filled) }),
    memoryRow('packed serve --memory, idle, MiB', { floor, product: await idleMiB(packed) }),
    memoryRow(`packed, ${AT_ONCE} at once, MiB`, { floor: floor * AT_ONCE, product: await manyAtOnce() }),
  )
  rmSync(directory, { recursive: true })
  return rows
}

const service = (name: string, args: readonly string[]): Program => ({
  name,
  args,
  url: ({ url }) => `${url}/vault/version`,
})

/** Starts follow one another without a pause, in which a processor would go to sleep. */
function starts({ name, args, url }: Program): Side {
  return {
    name,
    async measure() {
      const began = process.hrtime.bigint()
      const child = await startChild<Parameters<Program['url']>[0]>(args)
      await (await fetch(url(child.line))).arrayBuffer()
      const seconds = secondsSince(began)
      await child.stop()
      return { seconds, operations: 1 }
    },
  }
}

/** Median of three starts, each with its first answer given and some seconds of rest. */
async function idleMiB({ args, url }: Program): Promise<number> {
  const found: number[] = []
  for (let count = 0; count < 3; count += 1) {
    const child = await startChild<Parameters<Program['url']>[0]>(args)
    await (await fetch(url(child.line))).arrayBuffer()
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    found.push(residentMiB(child.pid))
    await child.stop()
  }
  return median(found)
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
  const child = await startChild<unknown>([...SERVE, '--data', directory])
  await child.stop()
  return changeClosedDatabase(directory, (connection) => {
    addManyItems({ connection, user: aSignedInUser({ connection, clock: systemClock }) }, ITEMS)
  })
}
