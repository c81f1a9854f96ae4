// Proves docs/contract/workbench.md, Damage.

// @module-tag full

import { randomInt } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { RECORD_FILES } from '../../src-main/workbench/workspaces/record-files.ts'
import { draws } from '../support/draws.ts'
import { onlyDatabase } from '../support/service/stored-items.ts'
import { everythingOf, fillWorkspace } from '../support/workbench/filled-workspace.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { removeDirectory, startWorkbench, temporaryDirectory } from '../support/workbench/workbench.ts'

const { statusGet, workspaceCheck, workspaceOpen } = workbenchOperations

const WORKSPACE_PASSPHRASE = 'a passphrase of the workspace'
const DRAWS = draws(25, 500)
const BLOCKS = 'a block'
const ALL_BLOCKS = 'files'
const TARGETS = ['vault.db', 'vault.db.seal', ...RECORD_FILES, BLOCKS, ALL_BLOCKS] as const
/** A data directory with a protected workspace that was closed in order, and what a person sees in it. */
let closed: string
let everything: object
let userId: string

let directory: string
let workbench: TestWorkbench | undefined

beforeAll(async () => {
  closed = temporaryDirectory()
  const { call, application } = await startWorkbench(closed, { ballastBytes: 0 })
  const files = [1_000, 70_000, 200_000, 1_300_000]
  userId = await fillWorkspace(call, { passphrase: WORKSPACE_PASSPHRASE, items: 6, files })
  everything = await everythingOf(call, userId)
  await application.close()
})
afterAll(() => {
  removeDirectory(closed)
})
beforeEach(() => {
  directory = temporaryDirectory()
  cpSync(closed, directory, { recursive: true })
})
afterEach(async () => {
  await workbench?.application.close()
  workbench = undefined
  removeDirectory(directory)
})

const folder = () => join(onlyDatabase(directory), '..')

function changed(path: string, change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path)
  change(bytes)
  writeFileSync(path, bytes)
}

function flip(path: string): string {
  const [at, bit] = [randomInt(statSync(path).size), randomInt(8)]
  changed(path, (bytes) => (bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)))
  return `bit ${bit} of byte ${at} flipped`
}

function cut(path: string): string {
  const size = randomInt(statSync(path).size)
  truncateSync(path, size)
  return `cut to ${size} bytes`
}

function remove(path: string): string {
  rmSync(path, { recursive: true })
  return 'deleted'
}

/** Loses something of the closed workspace. @returns what it was */
function loseSomething(): string {
  const target = TARGETS[randomInt(TARGETS.length)] ?? BLOCKS
  const blocks = readdirSync(join(folder(), ALL_BLOCKS)).filter((name) => /^[0-9a-f]{32}$/.test(name))
  const name = target === BLOCKS ? `${ALL_BLOCKS}/${String(blocks[randomInt(blocks.length)])}` : target
  const path = join(folder(), name)
  const kinds = target === ALL_BLOCKS ? [remove] : [flip, cut, remove]
  const lose = kinds[randomInt(kinds.length)] ?? remove
  return `${name}: ${lose(path)}`
}

/** What a person is told, and what is left. */
interface Outcome {
  /** In words, or by the code of a call. */
  readonly told: readonly string[]
  readonly isWhole: boolean
}

/** Opens the workspace, has it checked and reads everything once. */
async function outcome(): Promise<Outcome> {
  workbench = await startWorkbench(directory, { ballastBytes: 0 })
  const { call } = workbench
  const [listed] = (await call(statusGet, {})).workspaces
  const params = { workspace_id: String(listed?.id) }
  try {
    await call(workspaceOpen, { params, body: { passphrase: WORKSPACE_PASSPHRASE } })
  } catch (fault) {
    const { code, message } = fault as { code: string; message: string }
    expect(code).toBe('workspace_not_usable')
    return { told: [message], isWhole: false }
  }
  const { damage } = await call(workspaceCheck, {})
  const told = [...damage]
  let isWhole = false
  try {
    isWhole = same(await everythingOf(call, userId), everything)
  } catch (fault) {
    const { code } = fault as { code: string }
    expect(['file_damaged', 'storage_damaged']).toContain(code)
    told.push(code)
  }
  return { told: [...told, (await call(statusGet, {})).damage ?? []].flat(), isWhole }
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

const records = () => RECORD_FILES.map((name) => readFileSync(join(folder(), name), 'utf8'))

describe('of a closed protected workspace', () => {
  it.each(Array.from({ length: DRAWS }, (_, index) => index + 1))(
    'a random loss, number %i › is mended or named, and never passed over in silence',
    async () => {
      const lost = loseSomething()

      const { told, isWhole } = await outcome()

      if (/^files|^vault\.db:/.test(lost)) {
        expect(told.join(), lost).toMatch(/vault\.db|blocks? of the stored files|_damaged$/)
      } else {
        expect({ told, isWhole }, lost).toEqual({ told: [], isWhole: true })
        expect(new Set(records()).size, lost).toBe(1)
      }
    },
  )

  const SLOT = 'key_slots'
  it.each([
    ['the salt', [SLOT, '0', 'salt']],
    ['the sealed key', [SLOT, '0', 'sealed_key']],
    ['the cost', [SLOT, '0', 'ops_limit']],
    ['the sealed keys', ['sealed_keys']],
    ['the name of the database', ['database']],
  ])('a change of %s in one record › is mended from the other; in both it is named', async (_, path) => {
    for (const name of RECORD_FILES) {
      changeRecord(name, path)
      expect(await outcome(), name).toEqual({ told: [], isWhole: true })
      expect(new Set(records()).size).toBe(1)
      await workbench?.application.close()
    }

    for (const name of RECORD_FILES) changeRecord(name, path)
    const { told, isWhole } = await outcome()
    expect([told.join(), isWhole]).toEqual([expect.stringMatching(/workspace\.json is damaged/), false])
  })
})

/** As a person reads a record: a member, of a member, is another one. */
function changeRecord(name: string, path: readonly string[]): void {
  const file = join(folder(), name)
  const record = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  let owner = record
  for (const member of path.slice(0, -1)) owner = owner[member] as Record<string, unknown> // of the record above
  const last = path.at(-1) ?? ''
  const before = owner[last]
  owner[last] = typeof before === 'number' ? before + 1 : typeof before === 'string' ? otherText(before) : 'vault-7.db'
  writeFileSync(file, JSON.stringify(record, null, 2))
}

function otherText(text: string): string {
  return `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`
}
