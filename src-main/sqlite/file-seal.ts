import { readFileSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { syncDirectory, writeFileAtomically } from './data-directory.ts'
import type { RowPlace } from './database.ts'
import { inspectLog } from './log-check.ts'
import { findChangedPages, pageDigests } from './page-digests.ts'

/** The findings about a file before it is opened. */
export interface Inspection {
  /** The time of the last check; undefined after a crash. ISO 8601. */
  readonly checkedAt: string | undefined
  /** The problems found, as sentences. */
  readonly notices: readonly string[]
  /** The row up to which the file was checked in parts. */
  readonly checkedUpTo?: RowPlace | undefined
  /** Unreadable changes in its log. */
  readonly brokenLog?: { readonly lostChanges: number; readonly writtenAt: string } | undefined
}

/**
 * A file written beside a database when it is closed properly, and removed when it is opened; so a database without a
 * seal was not closed properly. For a plain file it holds digests of the pages, because SQLite has no checksums: its
 * own check finds one of 200 flipped bits. The pages of a protected file are authenticated.
 */
const FileSeal = z.object({
  /** The time of the last check of the whole file; ISO 8601. */
  checked_at: z.string(),
  /** Problems that were not shown to anybody yet, as sentences. */
  notices: z.array(z.string()),
  /** The row up to which a partial check has come since; absent after a complete check. */
  looked_at: z.object({ table: z.string(), key: z.array(z.union([z.string(), z.number()])) }).optional(),
  /**
   * Digests of all pages in Base64 (page-digests.ts); null for a protected file. Absent in seals of earlier versions.
   */
  page_crc32: z.string().nullable().optional(),
})
export type FileSeal = Readonly<z.infer<typeof FileSeal>>

const sealOf = (path: string) => `${path}.seal`

/** Inspects a closed file and its seal, without writing. */
export async function inspectFile(path: string): Promise<Inspection> {
  const seal = readSeal(path)
  if (seal === undefined || logBytes(path) > 0)
    return { checkedAt: undefined, notices: [], brokenLog: inspectLog(path) }
  const digests = seal.page_crc32
  if (digests === undefined) return { checkedAt: undefined, notices: seal.notices }
  const changed = digests === null ? [] : await findChangedPages(path, Buffer.from(digests, 'base64'))
  const notices = [...seal.notices, ...changed.map((found) => `${path}: ${found}`)]
  return { checkedAt: seal.checked_at, notices, checkedUpTo: seal.looked_at }
}

/** Removes the seal, durably and before the file is changed. */
export function breakSeal(path: string): void {
  if (statSync(sealOf(path), { throwIfNoEntry: false }) === undefined) return
  rmSync(sealOf(path))
  syncDirectory(dirname(path))
}

/** Seals a closed file, unless its log still holds changes. */
export async function sealFile(
  path: string,
  {
    checkedAt,
    notices,
    checkedUpTo,
    isPlain,
  }: {
    readonly checkedAt: string
    readonly notices: readonly string[]
    readonly checkedUpTo?: RowPlace | undefined
    readonly isPlain: boolean
  },
): Promise<void> {
  if (logBytes(path) > 0) return
  const digests = isPlain ? (await pageDigests(path)).toString('base64') : null
  const seal: FileSeal = {
    checked_at: checkedAt,
    notices: [...notices],
    ...(checkedUpTo && { looked_at: { ...checkedUpTo, key: [...checkedUpTo.key] } }),
    page_crc32: digests,
  }
  writeFileAtomically(sealOf(path), JSON.stringify(seal))
}

/** An unreadable seal counts as missing, so that the file is checked as after a crash. */
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
