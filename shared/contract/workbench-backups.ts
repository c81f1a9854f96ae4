import { z } from 'zod'
import { Bytes } from './block-store.ts'
import { atMost } from './bounds.ts'
import { FilePart } from './file-range.ts'
import { defineOperations } from './operation.ts'
import { wholeNumber } from './values.ts'
import { MAX_PART_BYTES, partQuery } from './workbench-files.ts'
import {
  hasOneUnlockSecret,
  ONE_UNLOCK_SECRET,
  unlockErrors,
  unlockSecretFields,
  ownOperation as own,
} from './workbench-window.ts'

/*
 * Backups of workspaces (docs/contract/workbench.md, Backups). Those of the program lie in the data directory; one that a
 * person saves or restores goes between the window and the main process in parts.
 */

/** Those before something are made before what cannot be taken back otherwise. */
export const BACKUP_REASONS = ['daily', 'before_update', 'before_restore'] as const
export const BackupReason = z.enum(BACKUP_REASONS)
export type BackupReason = z.infer<typeof BackupReason>

export const Backup = z.object({
  id: z.string(),
  workspace_id: z.string(),
  /** The name of the workspace at that time; null when the record of the backup cannot be read. */
  workspace_name: z.string().nullable(),
  /** Its passphrase or recovery code of then opens it. */
  protected: z.boolean(),
  made_at: z.string(),
  reason: BackupReason,
  /** The size of its database and its files; the files are shared with the workspace for as long as that has them. */
  byte_size: z.int(),
})
export type Backup = z.infer<typeof Backup>

export const BackupList = z.object({
  /** The backups of all workspaces, newest first. */
  backups: z.array(Backup),
  /** Why the last one that was due is missing: there was no room for it, or the message says what happened. */
  problem: z.object({ reason: z.enum(['no_room', 'failed']), message: z.string() }).nullable(),
})
export type BackupList = z.infer<typeof BackupList>

/** What a backup in a file is, before it is opened. */
export const BackupFileFacts = z.object({ workspace_name: z.string(), protected: z.boolean(), byte_size: z.int() })
export type BackupFileFacts = z.infer<typeof BackupFileFacts>

const Words = z.object(unlockSecretFields).refine(hasOneUnlockSecret, ONE_UNLOCK_SECRET)
const BackupPath = z.object({ workspace_id: z.string().check(atMost(64)), backup_id: z.string().check(atMost(64)) })
const OPENING_ERRORS = [...unlockErrors, 'storage_full', 'storage_read_only'] as const
const restored = { status: 201, body: z.object({ name: z.string() }) } as const

const FilePath = z.string().check(atMost(4096))

/** Operations that `npm run backup` and `npm run restore` call for a data directory that this program has open. */
export const COMMAND_OPERATIONS = ['workbench.backupCommandSave', 'workbench.backupCommandRestore'] as const

export const workbenchBackupOperations = defineOperations({
  backupCommandSave: {
    ...own,
    method: 'POST',
    path: '/commands/backup',
    summary: 'Write a backup of the open workspace into a file of this computer that is not there yet',
    body: z
      .object({ ...unlockSecretFields, file: FilePath, workspace: z.string().check(atMost(255)).optional() })
      .refine(hasOneUnlockSecret, ONE_UNLOCK_SECRET),
    success: { status: 201, body: z.object({ name: z.string() }) },
    errors: [...OPENING_ERRORS, 'wrong_status'],
  },
  backupCommandRestore: {
    ...own,
    method: 'POST',
    path: '/commands/restore',
    summary: 'Make a new workspace of a backup in a file of this computer',
    body: z.object({ ...unlockSecretFields, file: FilePath }).refine(hasOneUnlockSecret, ONE_UNLOCK_SECRET),
    success: restored,
    errors: OPENING_ERRORS,
  },
  backupsGet: {
    ...own,
    method: 'GET',
    path: '/backups',
    summary: 'The backups of all workspaces',
    success: { status: 200, body: BackupList },
    errors: [],
  },
  backupMake: {
    ...own,
    method: 'POST',
    path: '/backups',
    summary: 'Make a backup of the open workspace now',
    success: { status: 201, body: z.object({ backup: Backup }) },
    errors: ['workspace_locked', 'wrong_status', 'storage_full', 'storage_read_only'],
  },
  backupRemove: {
    ...own,
    method: 'DELETE',
    path: '/backups/{workspace_id}/{backup_id}',
    summary: 'Remove a backup for good',
    params: BackupPath,
    success: { status: 204 },
    errors: ['not_found', 'storage_full', 'storage_read_only'],
  },
  backupRestore: {
    ...own,
    method: 'POST',
    path: '/backups/{workspace_id}/{backup_id}/restore',
    summary: 'Make a new workspace of a backup, beside the one it is of; nobody is signed in there',
    params: BackupPath,
    body: Words,
    success: restored,
    errors: OPENING_ERRORS,
  },
  backupFileMake: {
    ...own,
    method: 'POST',
    path: '/backups/{workspace_id}/{backup_id}/file',
    summary: 'Make one file of a backup, to be read in parts; that of a protected workspace is sealed',
    params: BackupPath,
    body: Words,
    success: { status: 201, body: z.object({ filename: z.string(), byte_size: z.int() }) },
    errors: OPENING_ERRORS,
  },
  backupFilePart: {
    ...own,
    method: 'GET',
    path: '/backup-file/bytes',
    summary: 'Bytes of the file that was made last',
    query: partQuery,
    success: { status: 200, body: FilePart, file: true },
    errors: ['not_found'],
  },
  backupFileForget: {
    ...own,
    method: 'DELETE',
    path: '/backup-file',
    summary: 'Remove the file that was made last: it was saved, or given up',
    success: { status: 204 },
    errors: [],
  },
  backupTakePart: {
    ...own,
    method: 'PUT',
    path: '/taken-backup/parts/{start}',
    summary: 'The next part of a backup file that a person chose; the first one begins anew',
    params: z.object({ start: wholeNumber(0) }),
    body: Bytes,
    requestForm: 'bytes',
    maxBodyBytes: MAX_PART_BYTES,
    success: { status: 200, body: z.object({ byte_size: z.int() }) },
    errors: ['payload_too_large', 'wrong_status', 'storage_full', 'storage_read_only'],
  },
  backupTakenGet: {
    ...own,
    method: 'GET',
    path: '/taken-backup',
    summary: 'What the file that was taken is',
    success: { status: 200, body: BackupFileFacts },
    errors: ['not_found', 'workspace_not_usable'],
  },
  backupTakenRestore: {
    ...own,
    method: 'POST',
    path: '/taken-backup/restore',
    summary: 'Make a new workspace of the file that was taken; nobody is signed in there',
    body: Words,
    success: restored,
    errors: OPENING_ERRORS,
  },
  backupTakenForget: {
    ...own,
    method: 'DELETE',
    path: '/taken-backup',
    summary: 'Remove the file that was taken',
    success: { status: 204 },
    errors: [],
  },
})
