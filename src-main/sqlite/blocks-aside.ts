import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PRIVATE_DIRECTORY, syncDirectory } from './data-directory.ts'

/** A folder within the folder of blocks. */
export const ASIDE_FOLDER = 'aside'

const DAY_MS = 24 * 60 * 60 * 1000
const RETENTION_DAYS = 30

/** The time at which a block was set aside, in milliseconds, and its name. */
const ASIDE_NAME = /^(\d{1,16})-(.+)$/

/** The current time, and the time up to which due data may be erased; in milliseconds. */
interface Moments {
  readonly nowMs: number
  readonly erasableMs: number
}

/**
 * Sets aside the blocks that no row refers to, and restores or erases those set aside before. A crash leaves such
 * blocks, but so does a database restored from an older copy; so they are kept for thirty days.
 */
export function settleBlocks(folder: string, isInUse: (name: string) => boolean, { nowMs, erasableMs }: Moments): void {
  if (!existsSync(folder)) return
  const aside = join(folder, ASIDE_FOLDER)
  const orphans = readdirSync(folder).filter((name) => name !== ASIDE_FOLDER && !isInUse(name))
  if (orphans.length > 0 && !existsSync(aside)) mkdirSync(aside, { mode: PRIVATE_DIRECTORY })
  for (const name of orphans) {
    if (name.endsWith('.new')) rmSync(join(folder, name), { force: true }) // an incomplete block
    else renameSync(join(folder, name), join(aside, `${nowMs}-${name}`))
  }
  if (!existsSync(aside)) return
  const settled = readdirSync(aside).filter((entry) => settleOne(folder, entry, { isInUse, erasableMs }))
  if (orphans.length + settled.length === 0) return
  syncDirectory(aside) // first, so that a power failure loses no block
  syncDirectory(folder)
}

interface SettleTerms {
  readonly isInUse: (name: string) => boolean
  readonly erasableMs: number
}

/** Restores or erases a block if it is time. Returns whether it did. */
function settleOne(folder: string, entry: string, { isInUse, erasableMs }: SettleTerms): boolean {
  const [, time = '', name = ''] = ASIDE_NAME.exec(entry) ?? []
  if (name === '') return false
  const from = join(folder, ASIDE_FOLDER, entry)
  if (isInUse(name) && !existsSync(join(folder, name))) renameSync(from, join(folder, name))
  else if (Number(time) <= erasableMs - RETENTION_DAYS * DAY_MS) rmSync(from, { force: true })
  else return false
  return true
}
