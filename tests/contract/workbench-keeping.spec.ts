// Proves docs/contract/workbench.md, Workspaces: keeping, Sample workspace.

import { existsSync, readdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WORKSPACE_KEPT_DAYS } from '../../shared/contract/workbench.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { WorkbenchEvent } from '../../shared/contract/workbench.ts'
import type { StartOptions } from '../../src-main/composition/application.ts'
import { MAKING } from '../../src-main/sqlite/portioned-removal.ts'
import { RECORD_FILES } from '../../src-main/workbench/workspaces/record-files.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import {
  PASSPHRASE,
  refusal,
  registerUser,
  removeDirectory,
  startWorkbench,
  temporaryDirectory,
} from '../support/workbench/workbench.ts'

const {
  backupMake,
  itemCreate,
  itemRows,
  sampleWorkspaceCancel,
  sampleWorkspaceCreate,
  sampleWorkspaceRenew,
  statusGet,
  userSignIn,
  usersGet,
  workspaceCreate,
  workspaceDelete,
  workspaceDuplicate,
  workspaceErase,
  workspaceLock,
  workspaceOpen,
  workspaceRecoveryCodeMake,
  workspaceRename,
  workspaceRestore,
  workspaceInventoryGet,
} = workbenchOperations

const NOBODY = { params: { workspace_id: '01900000-0000-7000-8000-000000000000' } }
const DAY_MS = 24 * 60 * 60 * 1000
/** A file without content, which is removed in 512 portions. */
const SECONDS_TO_REMOVE_BYTES = 4 * 1024 ** 3

let directory: string
let workbench: TestWorkbench
let call: TestWorkbench['call']

async function begin(options: Partial<StartOptions> = {}): Promise<void> {
  workbench = await startWorkbench(directory, options)
  call = workbench.call
}

async function restart(): Promise<void> {
  await workbench.application.close()
  await begin()
}

beforeEach(async () => {
  directory = temporaryDirectory()
  await begin()
})

afterEach(async () => {
  await workbench.application.close()
  removeDirectory(directory)
  expect(workbench.faults).toEqual([])
})

/** Makes a workspace and opens it. */
async function workspace(name: string, passphrase: string | null = null) {
  const { current } = await call(workspaceCreate, { body: { name, passphrase } })
  return { workspace_id: String(current?.id) }
}

async function userWithItem(): Promise<string> {
  const { user } = await registerUser(workbench, 'Ann')
  const body = { template_name: 'custom', label: 'Passport', slots: [{ label: 'Number', value: 'C01X' }], tags: [] }
  await call(itemCreate, { params: { user_id: user.id }, body })
  return user.id
}

async function names(): Promise<readonly string[]> {
  const { workspaces } = await call(statusGet, {})
  return workspaces.map(({ name }) => name)
}

async function copyOf(params: { workspace_id: string }, body: { name: string; passphrase?: string }) {
  const { workspaces } = await call(workspaceDuplicate, { params, body })
  return { workspace_id: String(workspaces.find(({ name }) => name === body.name)?.id) }
}

async function labelsIn(params: { workspace_id: string }, passphrase: string | null = null) {
  await call(workspaceOpen, { params, body: { passphrase } })
  const { users } = await call(usersGet, {})
  const user_id = String(users[0]?.id)
  await call(userSignIn, { params: { user_id }, body: { passphrase: PASSPHRASE } })
  const { rows } = await call(itemRows, { params: { user_id }, query: {} })
  return rows.map(({ label }) => label)
}

describe('workspaceRename', () => {
  it('names a workspace anew, in use or not, also for the next start', async () => {
    const first = await workspace('First')
    const second = await workspace('Second')

    await call(workspaceRename, { params: first, body: { name: 'Mine' } })
    const { current } = await call(workspaceRename, { params: second, body: { name: 'Yours' } })

    expect(current?.name).toBe('Yours')
    await restart()
    expect(await names()).toEqual(['Mine', 'Yours'])
  })

  it('takes its own name in other letters, and refuses that of another one', async () => {
    const first = await workspace('First')
    await workspace('Second')

    await call(workspaceRename, { params: first, body: { name: 'FIRST' } })

    expect(await names()).toEqual(['FIRST', 'Second'])
    await expect(call(workspaceRename, { params: first, body: { name: 'second' } })).rejects.toThrow(
      refusal('name_taken', 'There is a workspace named second already.'),
    )
  })

  it('refuses what is no name, and a workspace that is not there or cannot be read', async () => {
    const params = await workspace('First')

    await expect(call(workspaceRename, { params, body: { name: ' ' } })).rejects.toMatchObject({ status: 400 })
    await expect(call(workspaceRename, { ...NOBODY, body: { name: 'X' } })).rejects.toThrow(refusal('not_found'))
    for (const name of RECORD_FILES) writeFileSync(join(directory, 'workspaces', params.workspace_id, name), '{')
    await expect(call(workspaceRename, { params, body: { name: 'X' } })).rejects.toThrow(
      refusal('workspace_not_usable', 'it is not JSON'),
    )
  })
})

describe('workspaceDuplicate', () => {
  it('copies the open workspace, which is open again afterwards; both go their own ways', async () => {
    const first = await workspace('First')
    const userId = await userWithItem()

    const copy = await copyOf(first, { name: 'Copy' })

    expect(await call(statusGet, {})).toMatchObject({ state: 'open', current: { id: first.workspace_id } })
    await call(userSignIn, { params: { user_id: userId }, body: { passphrase: PASSPHRASE } })
    const later = { template_name: 'custom', label: 'Later', slots: [], tags: [] }
    await call(itemCreate, { params: { user_id: userId }, body: later })
    expect(await labelsIn(copy)).toEqual(['Passport'])
    expect((await labelsIn(first)).toSorted()).toEqual(['Later', 'Passport'])
  })

  it('copies a protected one on its passphrase; that and the recovery code open the copy too', async () => {
    const first = await workspace('First', PASSPHRASE)
    await userWithItem()
    const made = await call(workspaceRecoveryCodeMake, { params: first, body: { passphrase: PASSPHRASE } })
    await workspace('Other')

    const copy = await copyOf(first, { name: 'Copy', passphrase: PASSPHRASE })

    expect(await labelsIn(copy, PASSPHRASE)).toEqual(['Passport'])
    await call(workspaceLock, {})
    const { state } = await call(workspaceOpen, { params: copy, body: { recovery_code: made.recovery_code } })
    expect(state).toBe('open')
    await call(workspaceLock, {})
    await expect(call(workspaceOpen, { params: copy, body: { passphrase: 'another one' } })).rejects.toThrow(
      refusal('workspace_passphrase_wrong'),
    )
  })

  it('refuses without the passphrase, and leaves nothing', async () => {
    const params = await workspace('First', PASSPHRASE)

    for (const body of [{ name: 'Copy' }, { name: 'Copy', passphrase: 'wrong' }]) {
      await expect(call(workspaceDuplicate, { params, body })).rejects.toThrow(refusal('workspace_passphrase_wrong'))
    }

    expect(readdirSync(join(directory, 'workspaces'))).toEqual([params.workspace_id])
    expect((await call(statusGet, {})).state).toBe('open')
  })

  it('refuses a taken name, a missing workspace, and two ways to open it at once', async () => {
    const params = await workspace('First')

    await expect(call(workspaceDuplicate, { params, body: { name: 'first' } })).rejects.toThrow(refusal('name_taken'))
    await expect(call(workspaceDuplicate, { ...NOBODY, body: { name: 'X' } })).rejects.toThrow(refusal('not_found'))
    await expect(
      call(workspaceDuplicate, { params, body: { name: 'X', passphrase: 'a', recovery_code: 'b' } }),
    ).rejects.toThrow(refusal('invalid_params'))
  })

  it('leaves out what is still being removed, which goes at the next opening', async () => {
    const params = await workspace('First')
    const beingRemoved = (id: string) =>
      readdirSync(join(directory, 'workspaces', id)).filter((name) => name.startsWith(MAKING))
    writeFileSync(join(directory, 'workspaces', params.workspace_id, `${MAKING}old`), 'under the old key')

    const copy = await copyOf(params, { name: 'Copy' })

    expect(beingRemoved(copy.workspace_id)).toEqual([])
    await vi.waitFor(() => expect(beingRemoved(params.workspace_id)).toEqual([]))
  })

  it('works in memory', async () => {
    await workbench.application.close()
    await begin({ dataDirectory: undefined })
    const first = await workspace('First')
    await userWithItem()

    expect(await labelsIn(await copyOf(first, { name: 'Copy' }))).toEqual(['Passport'])
    const { byte_sizes } = await call(workspaceInventoryGet, {})
    expect(Object.values(byte_sizes).every((bytes) => bytes > 10_000)).toBe(true)
    await call(workspaceDelete, { params: first })
    await call(workspaceRestore, { params: first })
    expect(await labelsIn(first)).toEqual(['Passport'])
  })
})

describe('workspaceDelete', () => {
  it('closes the one in use, and brings it back as it was', async () => {
    const params = await workspace('First')
    await userWithItem()
    const events = workbench.events.length

    const status = await call(workspaceDelete, { params })

    expect(status).toMatchObject({ state: 'none', current: null, workspaces: [] })
    expect(workbench.events.slice(events).at(-1)).toMatchObject({ type: 'status', status: { workspaces: [] } })
    expect(existsSync(join(directory, 'workspaces', params.workspace_id))).toBe(false)
    await restart()
    await call(workspaceRestore, { params })
    expect(await labelsIn(params)).toEqual(['Passport'])
  })

  it('tells how large each is and how long deleted ones are kept, last one first', async () => {
    const first = await workspace('First')
    const second = await workspace('Second', PASSPHRASE)
    const { byte_sizes } = await call(workspaceInventoryGet, {})
    await call(workspaceDelete, { params: first })
    await call(workspaceDelete, { params: second })

    const inventory = await call(workspaceInventoryGet, {})

    expect(byte_sizes[second.workspace_id]).toBeGreaterThan(10_000)
    expect(inventory.byte_sizes).toEqual({})
    expect(inventory.deleted).toMatchObject([
      { id: second.workspace_id, name: 'Second', protected: true },
      { id: first.workspace_id, name: 'First', protected: false },
    ])
    const [{ deleted_at, kept_until, byte_size } = { deleted_at: '', kept_until: '', byte_size: 0 }] = inventory.deleted
    expect(Date.parse(kept_until) - Date.parse(deleted_at)).toBe(WORKSPACE_KEPT_DAYS * DAY_MS)
    expect(byte_size).toBeGreaterThan(10_000)
  })

  it('gives a number to one that comes back when its name was taken meanwhile', async () => {
    const params = await workspace('First')
    await call(workspaceDelete, { params })
    await workspace('first')

    await call(workspaceRestore, { params })

    expect((await names()).toSorted()).toEqual(['First 2', 'first'])
  })

  it('also deletes and brings back one whose record cannot be read, byte for byte', async () => {
    const params = await workspace('First')
    await workspace('Other')
    const records = RECORD_FILES.map((name) => join(directory, 'workspaces', params.workspace_id, name))
    for (const record of records) writeFileSync(record, '{ no')

    await call(workspaceDelete, { params })
    expect((await call(workspaceInventoryGet, {})).deleted[0]?.name).toContain('cannot be read')
    await call(workspaceRestore, { params })

    expect(records.map((record) => readFileSync(record, 'utf8'))).toEqual(['{ no', '{ no'])
  })

  it('erases it when its time is over, not a day before', async () => {
    const params = await workspace('First')
    await call(workspaceDelete, { params })
    const [folder = ''] = readdirSync(join(directory, 'deleted'))
    const agedBy = (ms: number) => {
      const [now = ''] = readdirSync(join(directory, 'deleted'))
      const aged = folder.replace(/^\d+/, (deletedAt) => String(Number(deletedAt) - ms))
      renameSync(join(directory, 'deleted', now), join(directory, 'deleted', aged))
    }

    agedBy((WORKSPACE_KEPT_DAYS - 1) * DAY_MS)
    await restart()
    expect((await call(workspaceInventoryGet, {})).deleted).toHaveLength(1)
    agedBy(WORKSPACE_KEPT_DAYS * DAY_MS)
    await restart()

    expect((await call(workspaceInventoryGet, {})).deleted).toEqual([])
    await vi.waitFor(() => expect(readdirSync(join(directory, 'deleted'))).toEqual(['clock-reading']))
  })

  it('erases nothing by a clock that is wrong for one start, and the second start that agrees erases', async () => {
    const params = await workspace('First')
    await call(workspaceDelete, { params })
    const startOn = async (day: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: realMs + day * DAY_MS })
      await restart()
      return (await call(workspaceInventoryGet, {})).deleted.length
    }
    const realMs = Date.now()
    try {
      expect([await startOn(365), await startOn(1), await startOn(365), await startOn(366)]).toEqual([1, 1, 1, 0])
    } finally {
      vi.useRealTimers()
    }
  })

  it('refuses one that is not there, and to bring back or erase what is not deleted', async () => {
    const params = await workspace('First')

    await expect(call(workspaceDelete, NOBODY)).rejects.toThrow(refusal('not_found'))
    for (const operation of [workspaceRestore, workspaceErase]) {
      await expect(call(operation, { params })).rejects.toThrow(refusal('not_found', 'no such deleted workspace'))
    }
    for (const workspace_id of ['..', '../workspaces', '.']) {
      for (const operation of [workspaceDelete, workspaceErase]) {
        await expect(call(operation, { params: { workspace_id } })).rejects.toThrow(refusal('not_found'))
      }
    }
    expect(await names()).toEqual(['First'])
  })

  it('erases one for good', async () => {
    const params = await workspace('First')
    await call(workspaceDelete, { params })

    await call(workspaceErase, { params })

    expect(readdirSync(join(directory, 'deleted'))).toEqual([])
    await expect(call(workspaceRestore, { params })).rejects.toThrow(refusal('not_found'))
  })

  it('erases its backups with it, not after it: an end of the program in between leaves none', async () => {
    const params = await workspace('First')
    await call(backupMake, {})
    await call(workspaceDelete, { params })
    const deleted = join(directory, 'deleted')
    writeFileSync(join(deleted, String(readdirSync(deleted)[0]), 'large'), '')
    truncateSync(join(deleted, String(readdirSync(deleted)[0]), 'large'), SECONDS_TO_REMOVE_BYTES)

    const erasing = call(workspaceErase, { params })
    await vi.waitFor(() => expect(existsSync(join(directory, 'backups', params.workspace_id))).toBe(false))

    const [gone = ''] = readdirSync(deleted)
    expect(gone).toMatch(MAKING)
    truncateSync(join(deleted, gone, 'large'), 0)
    await erasing
    expect(readdirSync(deleted)).toEqual([])
  })
})

describe('sampleWorkspaceRenew', () => {
  it(
    'makes the sample anew under the same name, and keeps the one before as a deleted one',
    { tags: ['full'] },
    async () => {
      const before = await call(sampleWorkspaceCreate, {})
      const others = await call(usersGet, {})
      const params = { user_id: String(others.users[0]?.id) }
      await call(itemCreate, { params, body: { template_name: 'custom', label: 'Of today', slots: [], tags: [] } })

      const after = await call(sampleWorkspaceRenew, {})

      expect(after.current).toMatchObject({ name: before.current?.name, demo: true })
      expect(after.workspaces).toHaveLength(1)
      expect(after.current?.id).not.toBe(before.current?.id)
      const { users } = await call(usersGet, {})
      const { rows } = await call(itemRows, { params: { user_id: String(users[0]?.id) }, query: { text: 'Of today' } })
      expect(rows).toEqual([])
      const { deleted } = await call(workspaceInventoryGet, {})
      expect(deleted.map(({ id }) => id)).toEqual([before.current?.id])
    },
  )

  it('is cancelled when it is made for the first time, and leaves nothing behind', async () => {
    workbench.application.workbench.subscribe((event) => {
      if ((event as WorkbenchEvent).type === 'progress') void call(sampleWorkspaceCancel, {}) // the port speaks of plain data
    })

    await expect(call(sampleWorkspaceCreate, {})).rejects.toThrow(refusal('making_cancelled'))

    expect(await call(statusGet, {})).toMatchObject({ state: 'none', current: null, workspaces: [] })
    expect(readdirSync(join(directory, 'workspaces'))).toEqual([])
  })

  it('is cancelled between two steps, and leaves everything as it was', { tags: ['full'] }, async () => {
    const before = await call(sampleWorkspaceCreate, {})
    let steps = 0
    workbench.application.workbench.subscribe((event) => {
      if ((event as WorkbenchEvent).type !== 'progress') return // the port speaks of plain data
      steps += 1
      if (steps === 3) void call(sampleWorkspaceCancel, {})
    })

    await expect(call(sampleWorkspaceRenew, {})).rejects.toThrow(refusal('making_cancelled'))

    const after = await call(statusGet, {})
    expect(after).toMatchObject({ state: 'open', current: { id: before.current?.id } })
    expect(readdirSync(join(directory, 'workspaces'))).toEqual([before.current?.id])
    expect((await call(workspaceInventoryGet, {})).deleted).toEqual([])
  })

  it('has nothing to cancel when none is being made', async () => {
    await call(sampleWorkspaceCancel, {})

    expect((await call(statusGet, {})).state).toBe('none')
  })
})
