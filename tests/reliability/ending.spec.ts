// Proves docs/contract/workbench.md, Durability.

// @module-tag full

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../src-main/sqlite/database.ts'
import type { Ledger } from '../support/service/item-load.ts'
import { disagreements, registerOverHttp, startLoad } from '../support/service/item-load.ts'
import type { Served } from '../support/service/served.ts'
import { startServed } from '../support/service/served.ts'
import { inconsistencies, onlyDatabase, storedItems } from '../support/service/stored-items.ts'
import { newRsaKey } from '../support/service/vault-accounts.ts'
import { removeDirectory, temporaryDirectory } from '../support/workbench/workbench.ts'

let directory: string
let served: Served | undefined

beforeEach(() => {
  directory = temporaryDirectory()
})

afterEach(async () => {
  await served?.stop('SIGKILL')
  removeDirectory(directory)
})

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s under mixed load › exits 0, keeps every acknowledged write and leaves nothing open',
  async (signal) => {
    const ledger: Ledger = new Map()
    served = await startServed('--data', directory)
    const load = startLoad(served.line.url, await registerOverHttp(served.line.url, newRsaKey()), ledger, 8)
    while (load.acknowledged() < 100 && load.unexpected.length === 0) await wait(5)

    const code = await served.stop(signal)
    await load.stop()

    expect(code).toBe(0)
    expect(load.unexpected).toEqual([])
    expect(served.log()).toBe('')
    const path = onlyDatabase(directory)
    expect([`${path}-wal`, `${path}-shm`, join(directory, 'holder.json')].filter(existsSync)).toEqual([])
    const connection = openDatabase({ path })
    expect(disagreements(ledger, storedItems(connection))).toEqual([])
    expect(inconsistencies(connection)).toEqual([])
    connection.close()
  },
)
