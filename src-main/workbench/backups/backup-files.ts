import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { BackupReason } from '../../../shared/contract/workbench-backups.ts'
import { BACKUP_REASONS } from '../../../shared/contract/workbench-backups.ts'
import { freeBytes, makePrivateFolder, syncDirectory } from '../../sqlite/data-directory.ts'
import type { Place } from '../../sqlite/place-on-disk.ts'
import {
  MAKING,
  removeAndFreeNames,
  removeInPortions,
  removeLeftovers,
  renameAway,
} from '../../sqlite/portioned-removal.ts'
import { readRecord, writeRecord } from '../workspaces/record-files.ts'
import type { ListedWorkspace, WorkspaceRecord } from '../workspaces/workspace-store.ts'
import { readArchiveHead } from './backup-archive.ts'

/** A backup in the data directory: a folder of the same kind as that of its workspace. */
export interface StoredBackup {
  /** Its time and reason; unique within its workspace. */
  readonly id: string
  readonly workspaceId: string
  readonly madeAtMs: number
  readonly reason: BackupReason
  readonly folder: string
  /** The record whose secrets open it, as of that time. */
  readonly record: ListedWorkspace
}

/** The file beside the record of a backup, with what takes long to find out. */
export const FACTS_FILE = 'backup.json'
const SnapshotFacts = z.object({ byte_size: z.int() })
export type SnapshotFacts = Readonly<z.infer<typeof SnapshotFacts>>

const BACKUPS_FOLDER = 'backups'
/** A file being passed between the window and this program, complete or not. */
const IN_PARTS = /\.pdvbackup(?:\.new)?$/
const WORKSPACE_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
const BACKUP_NAME = new RegExp(`^(\\d{1,16})-(${BACKUP_REASONS.join('|')})$`)
/** Room to leave free, because the database grows while its copy is written. */
const KEPT_FREE_BYTES = 64 * 1024 * 1024

/** Facts of a new backup, and how to fill it. */
export interface NewBackup {
  readonly record: WorkspaceRecord
  readonly reason: BackupReason
  readonly madeAtMs: number
  /** Writes database and blocks into a folder that it makes. */
  readonly fill: (folder: string) => Promise<void>
}

export type BackupFiles = ReturnType<typeof backupFiles>

/** Backups of a data directory: `backups/<workspace>/<time>-<reason>/`. */
export function backupFiles(dataDirectory: string, place: Place) {
  const root = join(dataDirectory, BACKUPS_FOLDER)
  const folderOf = (workspaceId: string) => join(root, workspaceId)
  return {
    list,
    find: (workspaceId: string, id: string) => list(workspaceId).find((one) => one.id === id),
    workspaceIds,
    make,
    async remove({ folder }: StoredBackup): Promise<void> {
      place.require()
      await removeAndFreeNames([folder])
    },
    /** Deletes the backups with the workspace, when that is erased for good. */
    async removeAllOf(workspaceId: string): Promise<void> {
      place.require()
      if (existsSync(folderOf(workspaceId))) await removeAndFreeNames([folderOf(workspaceId)])
    },
    /** Removes what was being made, removed, sent or fetched when the program ended. */
    async clean(): Promise<void> {
      for (const name of namesIn(root)) if (IN_PARTS.test(name)) renameAway(join(root, name))
      await removeLeftovers([root, ...workspaceIds().map(folderOf)])
    },
    hasRoomFor: (bytes: number): boolean => freeBytes(dataDirectory) >= bytes + KEPT_FREE_BYTES,
    /** The path of a file while it is sent or fetched in parts. */
    partsFile(name: string): string {
      place.require()
      makePrivateFolder(dataDirectory, root)
      return join(root, name)
    },
    bytesOf,
    /** Reads the head of a backup file. @throws {StorageError} `damaged` */
    headOf: (file: string) => ({ record: readArchiveHead(file).record, byteSize: statSync(file).size }),
  }

  /** Every workspace that has backups, also one that is gone. */
  function workspaceIds(): readonly string[] {
    return namesIn(root)
      .filter((name) => WORKSPACE_ID.test(name))
      .sort()
  }

  /** Newest first. */
  function list(workspaceId: string): readonly StoredBackup[] {
    return namesIn(folderOf(workspaceId))
      .flatMap((id) => {
        const [, time, reason] = BACKUP_NAME.exec(id) ?? []
        if (time === undefined) return []
        const folder = join(folderOf(workspaceId), id)
        const record = readRecord(folder, workspaceId)
        return [{ id, workspaceId, madeAtMs: Number(time), reason: reason as BackupReason, folder, record }] // of the pattern
      })
      .sort((a, b) => b.madeAtMs - a.madeAtMs)
  }

  /** It appears in the list in one step, when it is complete on the disk. */
  async function make({ record, reason, madeAtMs, fill }: NewBackup): Promise<StoredBackup> {
    place.require()
    makePrivateFolder(dataDirectory, root)
    makePrivateFolder(root, folderOf(record.id))
    const id = `${madeAtMs}-${reason}`
    const making = join(folderOf(record.id), `${MAKING}${id}`)
    const folder = join(folderOf(record.id), id)
    try {
      await removeInPortions([making])
      await fill(making)
      writeRecord(making, record)
      renameSync(making, folder)
    } catch (fault) {
      await removeInPortions([making])
      throw fault
    }
    syncDirectory(folderOf(record.id))
    return { id, workspaceId: record.id, madeAtMs, reason, folder, record: { id: record.id, record } }
  }

  /** 0 where it cannot be read any more. */
  function bytesOf({ folder }: StoredBackup): number {
    try {
      return SnapshotFacts.parse(JSON.parse(readFileSync(join(folder, FACTS_FILE), 'utf8'))).byte_size
    } catch {
      return 0
    }
  }
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
