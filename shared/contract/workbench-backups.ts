import { z } from 'zod'
import { Bytes } from './block-store.ts'
import { atMost } from './bounds.ts'
import { FilePart } from './file-range.ts'
import { answer, defineOperations } from './operation.ts'
import { wholeNumber } from './values.ts'
import { MAX_PART_BYTES, partQuery } from './workbench-files.ts'
import {
  hasOneUnlockSecret,
  ONE_UNLOCK_SECRET,
  unlockErrors,
  unlockSecretFields,
  ownOperation as own,
} from './workbench-window.ts'

/**
 * Backups of workspaces (docs/contract/workbench.md, Backups). The program stores its own in the data directory; one
 * that a person saves or restores is passed between the window and the main process in parts.
 */

/** `before_update` and `before_restore` precede changes that cannot be undone otherwise. */
export const BACKUP_REASONS = ['daily', 'before_update', 'before_restore'] as const
export const BackupReason = z.enum(BACKUP_REASONS)
export type BackupReason = z.infer<typeof BackupReason>

export const Backup = z.object({
  id: z.string(),
  workspace_id: z.string(),
  /** The name of the workspace at that time; null when the record of the backup cannot be read. */
  workspace_name: z.string().nullable(),
  /** True when the workspace's passphrase or recovery code of that time is needed to open it. */
  protected: z.boolean(),
  made_at: z.string(),
  reason: BackupReason,
  /** The size of its database and its files; the workspace shares the files on the disk while it has them. */
  byte_size: z.int(),
})
export type Backup = z.infer<typeof Backup>

export const BackupList = z.object({
  /** The backups of all workspaces, newest first. */
  backups: z.array(Backup),
  /** Why the last due backup is missing: the disk was full, or the reason in `message`. */
  problem: z.object({ reason: z.enum(['no_room', 'failed']), message: z.string() }).nullable(),
})
export type BackupList = z.infer<typeof BackupList>

/** What can be known of a backup file before it is opened. */
export const BackupFileFacts = z.object({ workspace_name: z.string(), protected: z.boolean(), byte_size: z.int() })
export type BackupFileFacts = z.infer<typeof BackupFileFacts>

const UnlockSecret = z.object(unlockSecretFields).refine(hasOneUnlockSecret, ONE_UNLOCK_SECRET)
const BackupPath = z.object({ workspace_id: z.string().check(atMost(64)), backup_id: z.string().check(atMost(64)) })
const OPENING_ERRORS = [...unlockErrors, 'making_cancelled', 'storage_full', 'storage_read_only'] as const
const restored = { status: 201, body: z.object({ name: z.string() }) } as const

const FilePath = z.string().check(atMost(4096))

/** Operations that `npm run backup` and `npm run restore` call when a running program has the data directory open. */
export const COMMAND_OPERATIONS = ['workbench.backupCommandSave', 'workbench.backupCommandRestore'] as const

export const workbenchBackupOperations = defineOperations({
  backupCommandSave: {
    ...own,
    endpoint: 'POST /commands/backup',
    summary: 'Write a backup of the open workspace into a new file of this computer',
    body: z
      .object({ ...unlockSecretFields, file: FilePath, workspace: z.string().check(atMost(255)).optional() })
      .refine(hasOneUnlockSecret, ONE_UNLOCK_SECRET),
    success: answer(201, { name: z.string() }),
    errors: [...OPENING_ERRORS, 'wrong_status'],
  },
  backupCommandRestore: {
    ...own,
    endpoint: 'POST /commands/restore',
    summary: 'Make a new workspace from a backup file of this computer',
    body: z.object({ ...unlockSecretFields, file: FilePath }).refine(hasOneUnlockSecret, ONE_UNLOCK_SECRET),
    success: restored,
    errors: OPENING_ERRORS,
  },
  backupsGet: {
    ...own,
    endpoint: 'GET /backups',
    summary: 'The backups of all workspaces',
    success: { status: 200, body: BackupList },
  },
  backupMake: {
    ...own,
    endpoint: 'POST /backups',
    summary: 'Make a backup of the open workspace now',
    success: answer(201, { backup: Backup }),
    errors: ['making_cancelled', 'workspace_locked', 'wrong_status', 'storage_full', 'storage_read_only'],
  },
  backupEnd: {
    ...own,
    endpoint: 'DELETE /backups/making',
    summary: 'Stop making, saving or restoring a backup, and undo it',
  },
  backupRemove: {
    ...own,
    endpoint: 'DELETE /backups/{workspace_id}/{backup_id}',
    summary: 'Remove a backup for good',
    params: BackupPath,
    errors: ['not_found', 'storage_full', 'storage_read_only'],
  },
  backupRestore: {
    ...own,
    endpoint: 'POST /backups/{workspace_id}/{backup_id}/restore',
    summary: 'Make a new workspace from a backup, beside the original; nobody is signed in there',
    params: BackupPath,
    body: UnlockSecret,
    success: restored,
    errors: OPENING_ERRORS,
  },
  backupFileMake: {
    ...own,
    endpoint: 'POST /backups/{workspace_id}/{backup_id}/file',
    summary: 'Make a file from a backup, to be read in parts; it is sealed if the workspace is protected',
    params: BackupPath,
    body: UnlockSecret,
    success: answer(201, { filename: z.string(), byte_size: z.int() }),
    errors: OPENING_ERRORS,
  },
  backupFilePart: {
    ...own,
    endpoint: 'GET /backup-file/bytes',
    summary: 'A part of the last file made',
    query: partQuery,
    success: { status: 200, body: FilePart, file: true },
    errors: ['not_found'],
  },
  backupFileForget: {
    ...own,
    endpoint: 'DELETE /backup-file',
    summary: 'Remove the last file made, once it was saved or given up',
  },
  backupTakePart: {
    ...own,
    endpoint: 'PUT /taken-backup/parts/{start}',
    summary: 'Upload the next part of a backup file that a person chose; the first part starts over',
    params: z.object({ start: wholeNumber(0) }),
    body: Bytes,
    requestForm: 'bytes',
    maxBodyBytes: MAX_PART_BYTES,
    success: answer(200, { byte_size: z.int() }),
    errors: ['payload_too_large', 'wrong_status', 'storage_full', 'storage_read_only'],
  },
  backupTakenGet: {
    ...own,
    endpoint: 'GET /taken-backup',
    summary: 'What the uploaded backup file is',
    success: { status: 200, body: BackupFileFacts },
    errors: ['not_found', 'workspace_not_usable'],
  },
  backupTakenRestore: {
    ...own,
    endpoint: 'POST /taken-backup/restore',
    summary: 'Make a new workspace from the uploaded backup file; nobody is signed in there',
    body: UnlockSecret,
    success: restored,
    errors: OPENING_ERRORS,
  },
  backupTakenForget: {
    ...own,
    endpoint: 'DELETE /taken-backup',
    summary: 'Remove the uploaded backup file',
  },
})
