// Proves docs/contract/workbench.md, Damage.

// @module-tag full

import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { openDatabase } from '../../src-main/sqlite/database.ts'
import { RECORD_FILES } from '../../src-main/workbench/workspaces/record-files.ts'
import { onlyDatabase } from '../support/service/stored-items.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import {
  PASSPHRASE,
  registerUser,
  removeDirectory,
  startWorkbench,
  temporaryDirectory,
} from '../support/workbench/workbench.ts'

const { workspaceCheck, workspaceCreate, workspaceLock, workspaceOpen, statusGet, usersGet, itemCreate } =
  workbenchOperations
const PAGE = 4096

/** What a crash leaves: copied while the workspace was open, with the last writes still in the log. */
interface Image {
  readonly directory: string
  readonly passphrase: string | null
}

interface Files {
  readonly database: string
  readonly log: string
  readonly index: string
  /** The record of the workspace, and the second one. */
  readonly records: readonly string[]
}

let plain: Image
let guarded: Image
let directory: string
let workbench: TestWorkbench | undefined

beforeAll(async () => {
  plain = await crashImage(null)
  guarded = await crashImage(PASSPHRASE)
})

afterAll(() => {
  removeDirectory(plain.directory)
  removeDirectory(guarded.directory)
})

beforeEach(() => {
  directory = temporaryDirectory()
})

afterEach(async () => {
  await workbench?.application.close()
  workbench = undefined
  removeDirectory(directory)
})

async function crashImage(passphrase: string | null): Promise<Image> {
  const source = temporaryDirectory()
  const { call, application } = await startWorkbench(source)
  const { current } = await call(workspaceCreate, { body: { name: 'Mine', passphrase } })
  const { user } = await registerUser({ call }, 'Alice')
  for (let number = 0; number < 30; number += 1) {
    const slots = [{ label: 'Note', value: 'x'.repeat(500) }]
    await call(itemCreate, { params: { user_id: user.id }, body: { label: `item ${number}`, slots } })
  }
  await call(workspaceLock, {}) // everything is in the main file
  await call(workspaceOpen, { params: { workspace_id: String(current?.id) }, body: { passphrase } })
  await call(workbenchOperations.userSignIn, { params: { user_id: user.id }, body: { passphrase: PASSPHRASE } })
  const copy = temporaryDirectory()
  cpSync(source, copy, { recursive: true })
  await application.close()
  removeDirectory(source)
  return { directory: copy, passphrase }
}

function takeCopy({ directory: source }: Image): Files {
  cpSync(source, directory, { recursive: true })
  const database = onlyDatabase(directory)
  return {
    database,
    log: `${database}-wal`,
    index: `${database}-shm`,
    records: RECORD_FILES.map((name) => join(database, '..', name)),
  }
}

async function open({ passphrase }: Image): Promise<TestWorkbench> {
  workbench = await startWorkbench(directory)
  const { workspaces } = await workbench.call(statusGet, {})
  await workbench.call(workspaceOpen, { params: { workspace_id: String(workspaces[0]?.id) }, body: { passphrase } })
  return workbench
}

/** Of what a person would lose. The index of the log is rebuilt at every open; an empty log is none. */
function digests({ database, log, records }: Files): readonly (string | undefined)[] {
  return [database, log, ...records].map((path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined || !found.isFile() || (path === log && found.size === 0)) return undefined
    return createHash('sha256').update(readFileSync(path)).digest('hex')
  })
}

function overwrite(path: string, offset: number, bytes: Uint8Array): void {
  const content = readFileSync(path)
  content.set(bytes, offset)
  writeFileSync(path, content)
}

function replaceIn(path: string, pattern: RegExp, text: string): void {
  const before = readFileSync(path, 'utf8')
  const after = before.replace(pattern, text)
  if (after === before) throw new Error(`${path} does not hold ${String(pattern)}`)
  writeFileSync(path, after)
}

const noise = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 131 + 17) % 251)
const withoutLog = ({ log, index }: Files) => {
  rmSync(log)
  rmSync(index)
}

type Damage = readonly [what: string, image: () => Image, damage: (files: Files) => void, says: string]

const REFUSED: readonly Damage[] = [
  [
    'a file cut within its first page',
    () => plain,
    (f) => {
      withoutLog(f)
      truncateSync(f.database, 700)
    },
    'vault.db',
  ],
  [
    'a file cut in the middle',
    () => plain,
    (f) => {
      withoutLog(f)
      truncateSync(f.database, 5 * PAGE)
    },
    'is damaged',
  ],
  [
    'a file cut in the middle, its log being there',
    () => plain,
    (f) => {
      truncateSync(f.database, 5 * PAGE)
    },
    'is damaged',
  ],
  [
    'a protected file cut in the middle, its log being there',
    () => guarded,
    (f) => {
      truncateSync(f.database, 5 * PAGE)
    },
    'vault.db',
  ],
  [
    'an empty file',
    () => plain,
    (f) => {
      truncateSync(f.database, 0)
    },
    'it is empty',
  ],
  [
    'an empty file without its log',
    () => plain,
    (f) => {
      withoutLog(f)
      truncateSync(f.database, 0)
    },
    'it is empty',
  ],
  [
    'a missing file',
    () => plain,
    (f) => {
      rmSync(f.database)
    },
    'is missing',
  ],
  [
    'a folder in place of the file',
    () => plain,
    (f) => {
      withoutLog(f)
      rmSync(f.database)
      mkdirSync(f.database)
    },
    'vault.db',
  ],
  [
    'a header of noise',
    () => plain,
    (f) => {
      withoutLog(f)
      overwrite(f.database, 0, noise(100))
    },
    'not a readable database',
  ],
  [
    'an impossible page size',
    () => plain,
    (f) => {
      withoutLog(f)
      overwrite(f.database, 16, Uint8Array.of(7, 7))
    },
    'vault.db',
  ],
  [
    'a first page of zeros',
    () => plain,
    (f) => {
      withoutLog(f)
      overwrite(f.database, 0, new Uint8Array(PAGE))
    },
    'vault.db',
  ],
  [
    'a text in place of the file',
    () => plain,
    (f) => {
      withoutLog(f)
      writeFileSync(f.database, 'no database '.repeat(900))
    },
    'not a readable database',
  ],
  [
    'a file of a newer program',
    () => plain,
    (f) => {
      markAsNewer(f.database)
    },
    'newer version',
  ],
  [
    'a record that is no JSON',
    () => plain,
    (f) => {
      for (const record of f.records) writeFileSync(record, '{"id":')
    },
    'workspace.json is damaged',
  ],
  [
    'an empty record',
    () => plain,
    (f) => {
      for (const record of f.records) writeFileSync(record, '')
    },
    'workspace.json is damaged',
  ],
  [
    'a record without its key slots',
    () => plain,
    (f) => {
      for (const record of f.records) replaceIn(record, /"key_slots": \[[^\]]*\]/, '"key_slots": []')
    },
    'workspace.json is damaged',
  ],
  [
    'a changed key in a file slot',
    () => plain,
    (f) => {
      for (const record of f.records) replaceIn(record, /"key": "..../, '"key": "AAAA')
    },
    'workspace.json is damaged',
  ],
  [
    'a changed salt in a passphrase slot',
    () => guarded,
    (f) => {
      for (const record of f.records) replaceIn(record, /"salt": "..../, '"salt": "AAAA')
    },
    'workspace.json is damaged',
  ],
  [
    'a protected file cut in the middle',
    () => guarded,
    (f) => {
      withoutLog(f)
      truncateSync(f.database, 5 * PAGE)
    },
    'vault.db',
  ],
  [
    'a protected file with a changed byte',
    () => guarded,
    (f) => {
      withoutLog(f)
      overwrite(f.database, 200, noise(1))
    },
    'vault.db',
  ],
  [
    'a protected file with a page of zeros',
    () => guarded,
    (f) => {
      withoutLog(f)
      overwrite(f.database, 0, new Uint8Array(PAGE))
    },
    'vault.db',
  ],
  [
    'the protected file of another workspace',
    () => guarded,
    (f) => {
      withoutLog(f)
      cpSync(onlyDatabase(plain.directory), f.database)
    },
    'vault.db',
  ],
]

describe('a damaged directory is refused with file and cause, and left as it is', () => {
  it.each(REFUSED)('%s', async (_what, image, damage, says) => {
    const files = takeCopy(image())
    damage(files)
    const before = digests(files)
    const names = readdirSync(join(files.database, '..'))

    const refusal = await open(image()).then(
      () => undefined,
      (error: unknown) => error,
    )

    expect(refusal).toMatchObject({
      code: expect.stringMatching(/^workspace_(not_usable|passphrase_wrong)$/) as string,
    })
    expect(String(refusal)).toContain(says)
    expect(digests(files)).toEqual(before)
    expect(readdirSync(join(files.database, '..'))).toEqual(
      expect.arrayContaining(names.filter((name) => !name.endsWith('-shm'))),
    )
    expect((await workbench?.call(statusGet, {}))?.state).toBe('none')
  })
})

describe('what a crash may leave is opened without a question', () => {
  it.each<readonly [string, () => Image, (files: Files) => void]>([
    ['the log as it was', () => plain, () => undefined],
    ['the log of a protected file', () => guarded, () => undefined],
    [
      'no log: the last state that was written back',
      () => plain,
      (f) => {
        rmSync(f.log)
      },
    ],
    ['neither log nor index', () => plain, withoutLog],
    [
      'a log cut within a record',
      () => plain,
      (f) => {
        truncateSync(f.log, statSync(f.log).size - 1_000)
      },
    ],
    [
      'a log of noise',
      () => plain,
      (f) => {
        writeFileSync(f.log, noise(40_000))
      },
    ],
    [
      'an index of noise',
      () => plain,
      (f) => {
        writeFileSync(f.index, noise(32_768))
      },
    ],
    [
      'no index',
      () => guarded,
      (f) => {
        rmSync(f.index)
      },
    ],
  ])('%s', async (_what, image, damage) => {
    damage(takeCopy(image()))

    const { call, faults } = await open(image())

    expect((await call(usersGet, {})).users).toMatchObject([{ full_name: 'Alice', state: 'locked' }])
    expect(faults).toEqual([])
  })
})

describe('a page that went bad is noticed after an end that was not in order', () => {
  it('is told to the window and to the log, not before the window has painted', async () => {
    const files = takeCopy(plain)
    const pages = statSync(files.database).size / PAGE
    for (let page = pages - 6; page < pages; page += 1) overwrite(files.database, page * PAGE, new Uint8Array(PAGE))

    const { call, events, faults } = await open(plain)
    const first = await call(statusGet, {})
    await vi.waitFor(() => expect(faults).toHaveLength(1))

    expect(first.damage).toBeUndefined()
    expect((await call(statusGet, {})).damage).toContain(`${files.database} is damaged`)
    expect(events.at(-1)).toMatchObject({ type: 'status', status: { damage: expect.any(String) as string } })
    expect(faults).toMatchObject([{ name: 'StorageError', code: 'damaged' }])
  })

  it('finds nothing in a good file', async () => {
    takeCopy(guarded)
    const { call, faults } = await open(guarded)

    expect((await call(workspaceCheck, {})).damage).toEqual([])
    expect((await call(statusGet, {})).damage).toBeUndefined()
    expect(faults).toEqual([])
  })
})

function markAsNewer(path: string): void {
  const connection = openDatabase({ path })
  connection.pragma('user_version = 99990')
  connection.pragma('wal_checkpoint(TRUNCATE)')
  connection.close()
}
