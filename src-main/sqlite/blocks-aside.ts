import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PRIVATE_DIRECTORY, syncDirectory } from './data-directory.ts'

/** The folder is within that of blocks. */
export const ASIDE_FOLDER = 'aside'

const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_DAYS = 30

/** The time at which it was set aside, in milliseconds, and its name. */
const ASIDE_NAME = /^(\d{1,16})-(.+)$/

/** The current time, and the time up to which due data may be erased; in milliseconds. */
interface Moments {
  readonly nowMs: number
  readonly erasableMs: number
}

/**
 * Blocks that no row names are left by a crash, or the database is older than they are, as when somebody tried a
 * backup. So they are set aside for thirty days instead of deleted, and restored when a row refers to them again.
 */
export function settleBlocks(folder: string, isInUse: (name: string) => boolean, { nowMs, erasableMs }: Moments): void {
  if (!existsSync(folder)) return
  const aside = join(folder, ASIDE_FOLDER)
  const strays = readdirSync(folder).filter((name) => name !== ASIDE_FOLDER && !isInUse(name))
  if (strays.length > 0 && !existsSync(aside)) mkdirSync(aside, { mode: PRIVATE_DIRECTORY })
  for (const name of strays) {
    if (name.endsWith('.new')) rmSync(join(folder, name), { force: true }) // half of a block
    else renameSync(join(folder, name), join(aside, `${nowMs}-${name}`))
  }
  if (!existsSync(aside)) return
  const settled = readdirSync(aside).filter((entry) => settleOne(folder, entry, { isInUse, erasableMs }))
  if (strays.length + settled.length === 0) return
  syncDirectory(aside) // the new names first, so that a power failure loses no block
  syncDirectory(folder)
}

interface SettleTerms {
  readonly isInUse: (name: string) => boolean
  readonly erasableMs: number
}

/** @returns whether it was restored or erased */
function settleOne(folder: string, entry: string, { isInUse, erasableMs }: SettleTerms): boolean {
  const [, time = '', name = ''] = ASIDE_NAME.exec(entry) ?? []
  if (name === '') return false
  const from = join(folder, ASIDE_FOLDER, entry)
  if (isInUse(name) && !existsSync(join(folder, name))) renameSync(from, join(folder, name))
  else if (Number(time) <= erasableMs - KEPT_DAYS * DAY_MS) rmSync(from, { force: true })
  else return false
  return true
}
