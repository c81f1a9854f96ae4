import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../sqlite/data-directory.ts'
import type { ListedWorkspace } from './workspace-store.ts'
import { WorkspaceRecord } from './workspace-store.ts'

/**
 * The record of a workspace and a second one of the same: it has the only keys there are, so that one lost bit would be
 * the loss of everything. Both are written at each change and at each opening, which mends the one that was lost.
 */
export const RECORD_FILES = ['workspace.json', 'workspace.copy.json'] as const

/**
 * Writes both, each in one step. A checksum tells a changed bit from a wrong passphrase. The first one decides whether
 * this succeeds; where there is no room for the second, none is better than one with keys of before.
 */
export function writeRecord(folder: string, record: WorkspaceRecord): void {
  const text = `${JSON.stringify({ ...record, checksum: checksumOf(record) }, null, 2)}\n`
  const [first, second] = RECORD_FILES
  writeFileAtomically(join(folder, first), text)
  try {
    writeFileAtomically(join(folder, second), text)
  } catch {
    rmSync(join(folder, second), { force: true })
    rmSync(join(folder, `${second}.new`), { force: true, recursive: true })
  }
}

/** A workspace without a record never existed: its making was interrupted. */
export function hasRecord(folder: string): boolean {
  return RECORD_FILES.some((name) => existsSync(join(folder, name)))
}

/** Returns the first valid copy of the record, or the problem of both. */
export function readRecord(folder: string, id: string): ListedWorkspace {
  let damaged: ListedWorkspace | undefined
  for (const path of RECORD_FILES.map((name) => join(folder, name)).filter((path) => existsSync(path))) {
    const read = readOne(path, id)
    if ('record' in read) return read
    damaged ??= read
  }
  return damaged ?? { id, problem: `${join(folder, RECORD_FILES[0])} is missing` }
}

function readOne(path: string, id: string): ListedWorkspace {
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'))
    const record = WorkspaceRecord.parse(stored)
    if (!isAsWritten(stored)) return { id, problem: `${path} is damaged: its checksum is another one` }
    return record.id === id ? { id, record } : { id, problem: `${path} is of another workspace` }
  } catch (fault) {
    const cause = fault instanceof SyntaxError ? 'it is not JSON' : 'a field is missing or wrong'
    return { id, problem: `${path} is damaged: ${cause}` }
  }
}

/** Records of before have no checksum; they get one when they are opened. */
function isAsWritten(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null || !('checksum' in stored)) return true
  const { checksum, ...record } = stored
  return checksum === checksumOf(record)
}

/** The checksum covers the members in their order, so that those of a newer program count as well. */
function checksumOf(record: object): string {
  return createHash('sha256').update(JSON.stringify(record)).digest('hex')
}
