// Proves docs/contract/workbench.md, Backups.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ServiceError } from '../../../shared/contract/errors.ts'
import { placeOf } from '../../sqlite/place-on-disk.ts'
import { StorageError } from '../../sqlite/storage-error.ts'
import type { WorkspaceRecord } from '../workspaces/workspace-store.ts'
import { backupFiles } from './backup-files.ts'
import { createBackups } from './backups.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 0, 1)
const RECORD: WorkspaceRecord = {
  ...{ id: '01890000-0000-7000-8000-000000000001', name: 'Mine', protected: false, demo: false },
  ...{ created_at: '2026-01-01T00:00:00.000Z', last_opened_at: null, key_slots: [] },
}

describe('backups', () => {
  let directory: string
  let nowMs: number
  let fault: Error | undefined
  let freeBackups: number
  let announced: number
  let snapshotted: (signal: AbortSignal | undefined) => void
  let backups: ReturnType<typeof createBackups>

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'backups-'))
    nowMs = START
    fault = undefined
    freeBackups = Infinity
    announced = 0
    snapshotted = () => undefined
    const files = backupFiles(directory, placeOf(directory))
    backups = createBackups({
      files: { ...files, hasRoomFor: () => files.list(RECORD.id).length < freeBackups },
      run: () => Promise.resolve(),
      store: { adopt: () => Promise.resolve() },
      opened: () => ({
        record: RECORD,
        databaseBytes: () => 1,
        snapshot: async (folder, signal) => {
          snapshotted(signal)
          if (fault !== undefined) return Promise.reject(fault)
          mkdirSync(folder)
          return Promise.resolve()
        },
      }),
      freeName: (name) => name,
      attempts: (attempt) => attempt(),
      announceStatus: () => (announced += 1),
      clock: { nowMs: () => nowMs },
      newId: () => 'new',
      cost: undefined,
      log: { error: () => undefined },
    })
  })
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true })
  })
  const daysListed = () => backups.list().backups.map(({ made_at }) => (Date.parse(made_at) - START) / DAY_MS)
  const makeEachDay = async (days: number) => {
    for (let day = 0; day < days; day += 1) {
      await backups.make()
      nowMs += DAY_MS
    }
  }

  it('where there is no room › the oldest give way, and the newest stays', async () => {
    await makeEachDay(4)
    freeBackups = 2
    await backups.make()
    expect(daysListed()).toEqual([4, 3])

    freeBackups = 0
    await expect(backups.make()).rejects.toThrow('no room')

    expect(daysListed()).toEqual([4])
    expect(backups.list().problem?.reason).toBe('no_room')
    expect([backups.problem() === undefined, announced]).toEqual([false, 1])
  })

  it('that fail › say so until one is made again', async () => {
    fault = new StorageError('damaged', 'the file is damaged')
    await expect(backups.make()).rejects.toThrow('damaged')
    expect(backups.list().problem).toEqual({ reason: 'failed', message: 'the file is damaged' })

    fault = undefined
    await backups.make()

    expect([backups.list().problem, announced]).toEqual([null, 2])
  })

  it('that a person ends › are no failure; what is made by itself goes on', async () => {
    const begun: (AbortSignal | undefined)[] = []
    snapshotted = (signal) => {
      begun.push(signal)
      backups.end()
      signal?.throwIfAborted()
    }
    await expect(backups.make()).rejects.toThrow('nothing was changed')
    expect([backups.list(), announced]).toEqual([{ backups: [], problem: null }, 0])

    await backups.before('before_restore')
    expect(begun.map((signal) => signal?.aborted)).toEqual([true, undefined])
    expect(backups.list().backups).toHaveLength(1)
  })

  it('of a workspace that is locked meanwhile › are made another time, and nothing is wrong', async () => {
    fault = new ServiceError('workspace_locked', 'locked')
    await expect(backups.make()).rejects.toThrow('locked')
    expect([backups.list().problem, announced]).toEqual([null, 0])
  })

  it('before a change › do not keep it back where none can be made', async () => {
    fault = new StorageError('disk_full', 'full')
    await backups.before('before_restore')
    expect(backups.list().problem?.reason).toBe('no_room')
  })
})
