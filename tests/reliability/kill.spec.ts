// Proves docs/contract/workbench.md, Durability.

// @module-tag full

import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../src-main/sqlite/database.ts'
import { draws } from '../support/draws.ts'
import type { Ledger } from '../support/service/item-load.ts'
import { disagreements, registerOverHttp, startLoad } from '../support/service/item-load.ts'
import type { Served } from '../support/service/served.ts'
import { startServed } from '../support/service/served.ts'
import { inconsistencies, onlyDatabase, storedItems } from '../support/service/stored-items.ts'
import { newRsaKey } from '../support/service/vault-accounts.ts'
import { removeDirectory, temporaryDirectory } from '../support/workbench/workbench.ts'

const CYCLES = draws(5, 60)
const LONGEST_LOAD_MS = 250
/** Answered writes before each kill, so that a slow machine proves as much as a fast one. */
const FEWEST_WRITES = 4

let directory: string
let served: Served | undefined

beforeEach(() => {
  directory = temporaryDirectory()
})

afterEach(async () => {
  await served?.stop('SIGKILL')
  removeDirectory(directory)
})

it(`kill -9 › loses no acknowledged write and halves none, ${CYCLES} times under mixed load`, async () => {
  const ledger: Ledger = new Map()
  const unexpected: string[] = []
  let acknowledged = 0
  served = await startServed('--data', directory)
  const token = await registerOverHttp(served.line.url, newRsaKey())

  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    served ??= await startServed('--data', directory)
    const load = startLoad(served.line.url, token, ledger)
    await wait(randomInt(LONGEST_LOAD_MS))
    while (load.acknowledged() < FEWEST_WRITES && load.unexpected.length === 0) await wait(1)
    await served.stop('SIGKILL')
    served = undefined
    await load.stop()
    acknowledged += load.acknowledged()
    unexpected.push(...load.unexpected)
  }

  const connection = openDatabase({ path: onlyDatabase(directory) })
  const stored = storedItems(connection)
  const damage = inconsistencies(connection)
  connection.close()

  expect(unexpected).toEqual([])
  expect(acknowledged).toBeGreaterThanOrEqual(CYCLES * FEWEST_WRITES)
  // Each worker makes two items before it deletes one, so every cycle leaves at least one.
  expect(stored.size).toBeGreaterThanOrEqual(CYCLES)
  expect(disagreements(ledger, stored)).toEqual([])
  expect(damage).toEqual([])
})

it('the comparison › sees a lost, a returned, a changed and a half item', () => {
  const ledger: Ledger = new Map([
    ['kept', { label: 'a', state: 'there' }],
    ['unanswered', { label: 'a', maybe: 'b', state: 'maybe deleted' }],
    ['lost', { label: 'lost', state: 'there' }],
    ['returned', { label: 'returned', state: 'deleted' }],
    ['changed', { label: 'changed', state: 'there' }],
  ])
  const item = { label: 'a', slots: 4, created: 1 }
  const stored = new Map([
    ['kept', item],
    ['unanswered', { ...item, label: 'b' }],
    ['returned', item],
    ['changed', item],
    ['half', { ...item, slots: 3 }],
    ['unreported', { ...item, created: 0 }],
  ])

  expect(disagreements(ledger, stored)).toEqual([
    'lost: lost',
    'back again: returned',
    'changed: changed is a',
    'half: half has 3 slots, 1 events',
    'half: unreported has 4 slots, 0 events',
  ])
})
