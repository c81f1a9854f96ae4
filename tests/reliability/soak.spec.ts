// Proves docs/contract/workbench.md, Commands.

import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { registerOverHttp, startLoad } from '../support/service/item-load.ts'
import type { Served } from '../support/service/served.ts'
import { startServed } from '../support/service/served.ts'
import { newRsaKey } from '../support/service/vault-accounts.ts'
import { removeDirectory, temporaryDirectory } from '../support/workbench/workbench.ts'

const SOAK_MS = 5 * 60_000
const REST_MS = 60_000
const WORKERS = 16
const PAGE = '/vault/items?per_page=200'
const MEBIBYTE = 1024 * 1024

let directory: string
let served: Served

beforeEach(async () => {
  directory = temporaryDirectory()
  served = await startServed('--data', directory)
})

afterEach(async () => {
  await served.stop('SIGKILL')
  removeDirectory(directory)
})

/** Resident memory of a process, now or at most so far. */
function memoryOf(pid: number, line: 'VmRSS' | 'VmHWM'): number {
  const [, kibibytes] =
    new RegExp(`^${line}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kibibytes) * 1024) / MEBIBYTE
}

it.skipIf(process.platform !== 'linux')(
  'memory of a busy service › stays below 350 MiB and is given back within a minute',
  async () => {
    const { pid, url } = served.line
    const token = await registerOverHttp(url, newRsaKey())
    const headers = { authorization: token }
    const load = startLoad(url, token, new Map(), WORKERS)
    const until = Date.now() + SOAK_MS
    while (Date.now() < until) {
      const page = await fetch(`${url}${PAGE}`, { headers })
      expect([page.status, (await page.text()).length > 0]).toEqual([200, true])
    }
    await load.stop()
    const most = memoryOf(pid, 'VmHWM')
    await wait(REST_MS)
    const rested = memoryOf(pid, 'VmRSS')

    console.log(
      `${load.acknowledged()} writes, at most ${most.toFixed(0)} MiB, ${rested.toFixed(0)} MiB after a minute`,
    )
    expect(load.unexpected).toEqual([])
    expect(most).toBeLessThan(350)
    expect(rested).toBeLessThan(250)
  },
  SOAK_MS + 3 * REST_MS,
)
