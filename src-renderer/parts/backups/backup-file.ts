import type { Backup } from '../../../shared/contract/workbench-backups.ts'
import { workbenchBackupOperations as operations } from '../../../shared/contract/workbench-backups.ts'
import { MAX_PART_BYTES } from '../../../shared/contract/workbench-files.ts'
import { call } from '../../api/call.ts'
import { savedFileName } from '../files/file-name.ts'
import type { SaveTarget } from '../files/save-stored-file.ts'
import { saveTo } from '../files/save-stored-file.ts'
import { untilEnded } from './use-ending.ts'

/** The secret that opens a backup, as typed; empty for an unprotected workspace. */
export interface BackupSecret {
  readonly passphrase?: string
  readonly recovery_code?: string
}

/** The path parameters of a backup, for the operations that concern it. */
export function backupPath({ workspace_id, id }: Pick<Backup, 'workspace_id' | 'id'>) {
  return { workspace_id, backup_id: id }
}

/** The file name of a backup. */
export function backupFileName({ workspace_name, made_at }: Backup): string {
  return savedFileName(`${workspace_name ?? ''} ${made_at.slice(0, 10)}.pdvbackup`)
}

/**
 * Saves a backup as one file. The target is chosen first, because making the file takes longer than a browser allows
 * between a click and its save dialog.
 *
 * @param told called with the saved and all bytes
 * @throws {CallError} `workspace_passphrase_wrong`, `storage_full`
 */
export async function saveBackup(
  { backup, words, target }: { readonly backup: Backup; readonly words: BackupSecret; readonly target: SaveTarget },
  signal: AbortSignal,
  told: (done: number, all: number) => void,
): Promise<void> {
  const made = call(operations.backupFileMake, { params: backupPath(backup), body: words })
  const { byte_size } = await untilEnded(made, signal)
  try {
    const file = {
      facts: { filename: backupFileName(backup), content_type: 'application/octet-stream', size: byte_size },
      async part(start: number, bytes: number, until?: AbortSignal) {
        const { data } = await call(operations.backupFilePart, { query: { start, bytes } }, until)
        return Uint8Array.from(data)
      },
    }
    await saveTo(target, file, {
      signal,
      told: (done) => {
        told(done, byte_size)
      },
    })
  } finally {
    await call(operations.backupFileForget, {})
  }
}

/**
 * Uploads a chosen file to the program, part by part.
 *
 * @param told called with the number of uploaded bytes
 * @throws {CallError} `storage_full`
 */
export async function takeBackupFile(file: File, signal: AbortSignal, told: (done: number) => void): Promise<void> {
  let start = 0
  do {
    const bytes = new Uint8Array(await file.slice(start, start + MAX_PART_BYTES).arrayBuffer())
    await call(operations.backupTakePart, { params: { start }, body: bytes }, signal)
    start += bytes.length
    told(start)
    signal.throwIfAborted()
  } while (start < file.size)
}
