import { copyFileSync, existsSync, readFileSync, statSync } from 'node:fs'
import { isDiskFull, isReadOnlyFault } from './database.ts'

/** The part of a log that SQLite cannot read and silently ignores. */
export interface BrokenLog {
  /** Complete changes after the last readable one, which may have been acknowledged. */
  readonly lostChanges: number
  /** The time of the last write to the log; ISO 8601. */
  readonly writtenAt: string
}

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const PAGE_SIZE_AT = 8
const SALT_AT = 16
const CHECKSUM_AT = 24
const DEFAULT_PAGE_BYTES = 4096
const MAGIC = 0x377f0682

/**
 * Inspects the log that a crash left behind (SQLite file format, "The WAL File Format"). The frames of a protected file
 * are checked in their encrypted form. SQLite reads frames up to the first wrong checksum. A crash regularly leaves
 * frames with other salts, which belong to an earlier round, and a change without its last frame, which was never
 * acknowledged. But a complete change of this round at or after an unreadable frame is lost.
 */
export function inspectLog(path: string): BrokenLog | undefined {
  const log = `${path}-wal`
  if (!existsSync(log)) return undefined
  const bytes = readFileSync(log)
  const lostChanges = countLostChanges(bytes)
  return lostChanges === 0 ? undefined : { lostChanges, writtenAt: statSync(log).mtime.toISOString() }
}

/**
 * Saves a broken log beside the file, because SQLite overwrites it. @returns its path; undefined if it cannot be
 * written
 */
export function saveBrokenLog(path: string, at: string): string | undefined {
  const copy = `${path}-wal.broken-${at.replaceAll(':', '-')}`
  try {
    copyFileSync(`${path}-wal`, copy)
    return copy
  } catch (fault) {
    if (isDiskFull(fault) || isReadOnlyFault(fault)) return undefined
    throw fault
  }
}

/** The number of complete changes of the last round after the last readable frame. */
function countLostChanges(bytes: Buffer): number {
  const isHeaderValid = bytes.length >= HEADER_BYTES && startsAsLog(bytes)
  const frames = framesOf(bytes, isHeaderValid)
  const firstUnread = isHeaderValid ? readableFrames(bytes, frames) : 0
  return frames.slice(firstUnread).filter(({ isLast, isOfThisRound }) => isLast && isOfThisRound).length
}

interface Frame {
  readonly start: number
  readonly end: number
  /** Whether the frame completes a change, which its header shows by the new length of the file. */
  readonly isLast: boolean
  readonly isOfThisRound: boolean
}

/** Reads the frames. If the header is broken, the salt is taken from the first two frames if they agree. */
function framesOf(bytes: Buffer, isHeaderValid: boolean): readonly Frame[] {
  const pageBytes = isHeaderValid ? bytes.readUInt32BE(PAGE_SIZE_AT) : DEFAULT_PAGE_BYTES
  const size = FRAME_HEADER_BYTES + pageBytes
  const starts: number[] = []
  for (let start = HEADER_BYTES; start + size <= bytes.length; start += size) starts.push(start)
  const saltOf = (start: number) => bytes.subarray(start + 8, start + SALT_AT)
  const [first, second] = starts
  const agreed = first !== undefined && second !== undefined && saltOf(first).equals(saltOf(second))
  const salt = agreed && !isHeaderValid ? saltOf(first) : bytes.subarray(SALT_AT, CHECKSUM_AT)
  return starts.map((start) => ({
    start,
    end: start + size,
    isLast: bytes.readUInt32BE(start + 4) !== 0,
    isOfThisRound: saltOf(start).equals(salt),
  }))
}

/** The number of frames before the first invalid checksum. */
function readableFrames(bytes: Buffer, frames: readonly Frame[]): number {
  const sum = checksumFor(bytes)
  let state = sum(bytes.subarray(0, CHECKSUM_AT), [0, 0])
  const firstUnread = frames.findIndex(({ start, end, isOfThisRound }) => {
    state = sum(bytes.subarray(start, start + 8), state)
    state = sum(bytes.subarray(start + FRAME_HEADER_BYTES, end), state)
    return !isOfThisRound || !isAt(bytes, start + SALT_AT, state)
  })
  return firstUnread === -1 ? frames.length : firstUnread
}

function startsAsLog(bytes: Buffer): boolean {
  // The lowest bit tells the byte order of the checksums.
  if ((bytes.readUInt32BE(0) & ~1) >>> 0 !== MAGIC) return false
  return isAt(bytes, CHECKSUM_AT, checksumFor(bytes)(bytes.subarray(0, CHECKSUM_AT), [0, 0]))
}

type Sum = readonly [number, number]

const isAt = (bytes: Buffer, at: number, [one, two]: Sum) =>
  bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === two

/** The checksum of SQLite's log: two running sums over pairs of 32-bit numbers. */
function checksumFor(log: Buffer): (bytes: Buffer, before: Sum) => Sum {
  const bigEndian = (log.readUInt32BE(0) & 1) === 1
  return (bytes, [one, two]) => {
    const read = (at: number) => (bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))
    let [first, second] = [one, two]
    for (let at = 0; at + 8 <= bytes.length; at += 8) {
      first = (first + read(at) + second) >>> 0
      second = (second + read(at + 4) + first) >>> 0
    }
    return [first, second]
  }
}
