import { readFileSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { syncDirectory, writeFileAtomically } from './data-directory.ts'
import type { RowPlace } from './database.ts'
import { inspectLog } from './log-check.ts'
import { findChangedPages, pageDigests } from './page-digests.ts'

/** Facts about a file before it is opened. */
export interface Inspection {
  /** The time of the last check; undefined after a crash. ISO 8601. */
  readonly checkedAt: string | undefined
  /** The problems found, as texts. */
  readonly notices: readonly string[]
  /** The row up to which it was checked in parts. */
  readonly lookedAt?: RowPlace | undefined
  /** Changes in its log that cannot be read. */
  readonly brokenLog?: { readonly lostChanges: number; readonly writtenAt: string } | undefined
}

/**
 * Written beside a database when it is closed in order, and removed when it is opened: a database without one was not
 * closed in order. It holds what the next open compares a plain file with, because SQLite has no checksums: of 200 bits that
 * flip, its own check finds one. Pages of a protected file authenticate themselves.
 */
const FileSeal = z.object({
  /** The time of the last check of the whole file; ISO 8601. */
  checked_at: z.string(),
  /** Problems that nobody has seen yet, as texts. */
  notices: z.array(z.string()),
  /** The row up to which it was checked since; absent after a complete check. */
  looked_at: z.object({ table: z.string(), key: z.array(z.union([z.string(), z.number()])) }).optional(),
  /** Digests of all pages in Base64 (page-digests.ts); null for a protected file. Seals of earlier versions have others. */
  page_crc32: z.string().nullable().optional(),
})
export type FileSeal = Readonly<z.infer<typeof FileSeal>>

const sealOf = (path: string) => `${path}.seal`

/** Inspects a closed file and its seal. Nothing is written. */
export async function inspectFile(path: string): Promise<Inspection> {
  const seal = readSeal(path)
  if (seal === undefined || logBytes(path) > 0)
    return { checkedAt: undefined, notices: [], brokenLog: inspectLog(path) }
  const digests = seal.page_crc32
  if (digests === undefined) return { checkedAt: undefined, notices: seal.notices }
  const changed = digests === null ? [] : await findChangedPages(path, Buffer.from(digests, 'base64'))
  const notices = [...seal.notices, ...changed.map((found) => `${path}: ${found}`)]
  return { checkedAt: seal.checked_at, notices, lookedAt: seal.looked_at }
}

/** Marks the file as changing, durably and before anything else: a seal that stayed would speak of another file. */
export function breakSeal(path: string): void {
  if (statSync(sealOf(path), { throwIfNoEntry: false }) === undefined) return
  rmSync(sealOf(path))
  syncDirectory(dirname(path))
}

/** Seals a file that was closed properly, unless its log still has changes that were not written back. */
export async function sealFile(
  path: string,
  {
    checkedAt,
    notices,
    lookedAt,
    isPlain,
  }: {
    readonly checkedAt: string
    readonly notices: readonly string[]
    readonly lookedAt?: RowPlace | undefined
    readonly isPlain: boolean
  },
): Promise<void> {
  if (logBytes(path) > 0) return
  const digests = isPlain ? (await pageDigests(path)).toString('base64') : null
  const seal: FileSeal = {
    checked_at: checkedAt,
    notices: [...notices],
    ...(lookedAt && { looked_at: { ...lookedAt, key: [...lookedAt.key] } }),
    page_crc32: digests,
  }
  writeFileAtomically(sealOf(path), JSON.stringify(seal))
}

/** An unreadable seal counts as missing: the file is then checked as after a crash. */
function readSeal(path: string): FileSeal | undefined {
  try {
    return FileSeal.parse(JSON.parse(readFileSync(sealOf(path), 'utf8')))
  } catch {
    return undefined
  }
}

function logBytes(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
}
