// Proves docs/contract/workbench.md, Damage.

import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { closeDatabase, findDamage, openDatabase } from '../../src-main/sqlite/database.ts'
import { inspectFile, sealFile } from '../../src-main/sqlite/file-seal.ts'
import { inspectLog } from '../../src-main/sqlite/log-check.ts'
import { draws } from '../support/draws.ts'
import { onlyDatabase } from '../support/service/stored-items.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import {
  PASSPHRASE,
  registerUser,
  removeDirectory,
  startWorkbench,
  temporaryDirectory,
} from '../support/workbench/workbench.ts'

const { workspaceCreate, workspaceOpen, workspaceCheck, statusGet, itemCreate, usersGet } = workbenchOperations
const FLIPS = draws(60, 400)
/** Waits for the check after each opening. */
const FULL = { tags: ['full'] }
const HEADER_BYTES = 32
const FRAME_BYTES = 24 + 4096

/** Numbers that look random and are the same at every run. */
function numbersBelow(limit: number, seed = 1): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

function flip(path: string, byte: number, bit = 0): void {
  const bytes = readFileSync(path)
  bytes[byte] = (bytes[byte] ?? 0) ^ (1 << bit)
  writeFileSync(path, bytes)
}

let closed: string
let left: string
let directory: string
let workbench: TestWorkbench | undefined

/** A data directory closed in order, and a copy of what a kill would have left just before. */
beforeAll(async () => {
  closed = temporaryDirectory()
  left = temporaryDirectory()
  const { call, application } = await startWorkbench(closed)
  await call(workspaceCreate, { body: { name: 'Mine', passphrase: null } })
  const { user } = await registerUser({ call }, 'Alice')
  for (let number = 0; number < 10; number += 1) {
    const slots = [{ label: 'Note', value: 'x'.repeat(500) }]
    await call(itemCreate, { params: { user_id: user.id }, body: { label: `item ${number}`, slots } })
  }
  cpSync(closed, left, { recursive: true })
  await application.close()
})
afterAll(() => {
  removeDirectory(closed)
  removeDirectory(left)
})
beforeEach(() => {
  directory = temporaryDirectory()
})
afterEach(async () => {
  await workbench?.application.close()
  workbench = undefined
  removeDirectory(directory)
})

async function open(): Promise<TestWorkbench> {
  workbench = await startWorkbench(directory)
  const { workspaces } = await workbench.call(statusGet, {})
  await workbench.call(workspaceOpen, { params: { workspace_id: String(workspaces[0]?.id) }, body: {} })
  return workbench
}

async function reopen(): Promise<TestWorkbench> {
  await workbench?.application.close()
  return open()
}

const damageOf = async ({ call }: TestWorkbench) => (await call(statusGet, {})).damage

describe('bits that flip in a file that was closed in order', () => {
  it(`plain › ${FLIPS} of ${FLIPS} are noticed by what was written at its closing`, async () => {
    const path = onlyDatabase(closed)
    const copy = `${directory}/vault.db`
    cpSync(path, copy)
    cpSync(`${path}.seal`, `${copy}.seal`)
    const next = numbersBelow(statSync(path).size)
    expect((await inspectFile(copy)).notices).toEqual([])

    let noticed = 0
    for (let count = 0; count < FLIPS; count += 1) {
      const byte = next()
      flip(copy, byte, count % 8)
      if ((await inspectFile(copy)).notices.length === 1) noticed += 1
      flip(copy, byte, count % 8)
    }

    expect(noticed).toBe(FLIPS)
  })

  it('a seal of an earlier version › is not compared, and what it tells stays told', async () => {
    const path = `${directory}/vault.db`
    cpSync(onlyDatabase(closed), path)
    const seal = { checked_at: '2026-01-01T00:00:00.000Z', notices: ['a page'], pages: 'AAAA' }
    writeFileSync(`${path}.seal`, JSON.stringify(seal))

    expect(await inspectFile(path)).toEqual({ checkedAt: undefined, notices: ['a page'] })
  })

  it('protected › every page authenticates itself, also without such digests', async () => {
    const options = { path: `${directory}/vault.db`, key: new Uint8Array(32).fill(9) }
    const connection = openDatabase(options)
    connection.exec('CREATE TABLE t (a TEXT)')
    for (let row = 0; row < 200; row += 1) connection.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(500))
    closeDatabase(connection)
    await sealFile(options.path, { checkedAt: '2026-01-01T00:00:00.000Z', notices: [], isPlain: false })
    expect(readFileSync(`${options.path}.seal`, 'utf8')).toContain('"page_crc32":null')
    expect(findDamage(options)).toEqual([])
    const next = numbersBelow(statSync(options.path).size)

    const unnoticed: number[] = []
    for (let count = 0; count < FLIPS; count += 1) {
      const byte = next()
      flip(options.path, byte, count % 8)
      if (findDamage(options).length === 0) unnoticed.push(byte)
      flip(options.path, byte, count % 8)
    }

    expect(unnoticed).toEqual([])
  })

  it('is told to the window and to the log, with the tables it concerns; the seal is 0600', async () => {
    cpSync(closed, directory, { recursive: true })
    const path = onlyDatabase(directory)
    expect(statSync(`${path}.seal`).mode & 0o777).toBe(0o600)
    flip(path, statSync(path).size - 2_000)

    const told = await damageOf(await open())
    expect(told).toMatch(/1 of its pages differ from what this program wrote \(the first is page \d+, which hold \w+/)
    expect(readdirSync(dirname(path))).not.toContain('vault.db.seal')
    expect(workbench?.faults).toContainEqual(expect.objectContaining({ name: 'StorageError', code: 'damaged' }))
  })

  it('stays told after the next close in order, until a person has asked', async () => {
    cpSync(closed, directory, { recursive: true })
    const path = onlyDatabase(directory)
    flip(path, statSync(path).size - 2_000)
    await open()

    const again = await reopen()
    expect(await damageOf(again)).toContain('differ from what this program wrote')
    const { damage } = await again.call(workspaceCheck, {})
    expect(damage.join()).toContain('differ from what this program wrote')

    expect(await damageOf(await reopen())).toBeUndefined()
  })
})

describe('bits that flip in a protected file that was closed in order', () => {
  const protectedOne = async () => {
    workbench = await startWorkbench(directory)
    await workbench.call(workspaceCreate, { body: { name: 'Safe', passphrase: PASSPHRASE } })
    const { user } = await registerUser(workbench, 'Alice')
    for (let number = 0; number < 10; number += 1) {
      const slots = [{ label: 'Note', value: 'x'.repeat(500) }]
      await workbench.call(itemCreate, { params: { user_id: user.id }, body: { label: `item ${number}`, slots } })
    }
    await workbench.application.close()
    return onlyDatabase(directory)
  }
  const opened = async () => {
    workbench = await startWorkbench(directory)
    const { workspaces } = await workbench.call(statusGet, {})
    const params = { workspace_id: String(workspaces[0]?.id) }
    return workbench.call(workspaceOpen, { params, body: { passphrase: PASSPHRASE } })
  }

  it('are named: at the opening, by the check after it, or by the call that meets them first', FULL, async () => {
    const path = await protectedOne()
    const next = numbersBelow(statSync(path).size / 4096)
    const untold: number[] = []
    for (let count = 0; count < draws(4, 60); count += 1) {
      const byte = next() * 4096 + 100
      flip(path, byte)
      const told = await opened().then(
        async () => {
          await vi.waitFor(async () => expect(await damageOf(workbench as TestWorkbench)).toBeDefined())
          return true
        },
        (fault: unknown) => (fault as { code?: string }).code === 'workspace_not_usable',
      )
      if (!told) untold.push(byte)
      const faults = (workbench?.faults.splice(0) ?? []) as Error[]
      await workbench?.application.close()
      flip(path, byte)
      expect(faults.map(({ name }) => name)).not.toContain('TypeError')
    }
    expect(untold).toEqual([])
  })
})

describe('the check a person asks for', () => {
  it('finds nothing in a good file, and names rows that refer to nothing', async () => {
    cpSync(closed, directory, { recursive: true })
    const { call } = await open()
    expect((await call(workspaceCheck, {})).damage).toEqual([])

    const connection = openDatabase({ path: onlyDatabase(directory) })
    connection.pragma('foreign_keys = OFF')
    connection.prepare('DELETE FROM items WHERE id = (SELECT min(id) FROM items)').run()
    connection.close()

    const { damage } = await call(workspaceCheck, {})
    expect(damage.join()).toMatch(/row \S+ of slots refers to a missing row of items/)
    expect(await damageOf({ call } as TestWorkbench)).toContain('refers to a missing row of items')
    workbench?.faults.splice(0)
  })

  it('is refused while no workspace is open', async () => {
    workbench = await startWorkbench(directory)
    await expect(workbench.call(workspaceCheck, {})).rejects.toThrow(
      expect.objectContaining({ code: 'workspace_locked' }),
    )
  })

  it('reads a protected file as well', async () => {
    workbench = await startWorkbench(directory)
    await workbench.call(workspaceCreate, { body: { name: 'Safe', passphrase: PASSPHRASE } })

    expect((await workbench.call(workspaceCheck, {})).damage).toEqual([])
  })
})

describe('the log after an end that was not in order', () => {
  let path: string
  let log: string
  beforeEach(() => {
    cpSync(left, directory, { recursive: true })
    path = onlyDatabase(directory)
    log = `${path}-wal`
  })
  const frames = () => Math.floor((statSync(log).size - HEADER_BYTES) / FRAME_BYTES)

  it('whole, or torn at its end: nothing that was acknowledged is missing, and nothing is said', () => {
    expect(inspectLog(path)).toBeUndefined()
    const bytes = readFileSync(log)
    const next = numbersBelow(FRAME_BYTES - 1)
    for (let count = 0; count < 20; count += 1) {
      writeFileSync(log, bytes.subarray(0, bytes.length - 1 - next()))
      expect(inspectLog(path)).toBeUndefined()
    }
  })

  it('broken in the middle: names how many changes may be missing, wherever the bit is', () => {
    const middle = HEADER_BYTES + Math.floor(frames() / 2) * FRAME_BYTES
    const next = numbersBelow(FRAME_BYTES)
    for (let count = 0; count < 40; count += 1) {
      const byte = middle + next()
      flip(log, byte, count % 8)
      expect(inspectLog(path)?.lostChanges).toBeGreaterThan(0)
      flip(log, byte, count % 8)
    }
  })

  it('broken in its header: every change in it may be missing', () => {
    for (let byte = 0; byte < HEADER_BYTES; byte += 1) {
      flip(log, byte)
      expect(inspectLog(path)?.lostChanges).toBeGreaterThan(5)
      flip(log, byte)
    }
  })

  it('is told to the window with the times between which changes may be missing, and kept', async () => {
    flip(log, HEADER_BYTES + Math.floor(frames() / 2) * FRAME_BYTES + 1_000)
    const broken = readFileSync(log)

    const opened = await open()

    expect(await damageOf(opened)).toMatch(
      /\d+ of the last changes, made after (\S+Z|the beginning) and until \S+Z, may be missing; the log was saved as /,
    )
    expect(opened.faults).toContainEqual(expect.objectContaining({ name: 'StorageError', code: 'damaged' }))
    const kept = readdirSync(dirname(path)).filter((name) => name.startsWith('vault.db-wal.broken-'))
    expect(kept).toHaveLength(1)
    expect(readFileSync(`${dirname(path)}/${String(kept[0])}`)).toEqual(broken)
    expect((await opened.call(usersGet, {})).users.length).toBeLessThanOrEqual(1)
  })
})
