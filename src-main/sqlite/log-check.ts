import { copyFileSync, existsSync, readFileSync, statSync } from 'node:fs'
import { isDiskFull, isReadOnlyFault } from './database.ts'

/** The part of a log that SQLite cannot read, and silently ignores. */
export interface BrokenLog {
  /** Changes that were completed after the last readable one; at least one of them was acknowledged, or may have been. */
  readonly lostChanges: number
  /** The time of the last write to the log; ISO 8601. */
  readonly writtenAt: string
}

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const PAGE_SIZE_AT = 8
const SALT_AT = 16
const CHECKSUM_AT = 24
const USUAL_PAGE_BYTES = 4096
const MAGIC = 0x377f0682

/**
 * Looks through the log that an end not in order left behind (file format of SQLite, "The WAL File Format"; a protected
 * file's frames are checked as they lie on disk).
 *
 * Frames end where the checksum does. What follows with other salts is of an earlier round, and a change without its last
 * frame was never acknowledged: both are what a crash leaves. A change that is complete, but stands at or behind a frame
 * that cannot be read, is lost.
 */
export function inspectLog(path: string): BrokenLog | undefined {
  const log = `${path}-wal`
  if (!existsSync(log)) return undefined
  const bytes = readFileSync(log)
  const lostChanges = changesLost(bytes)
  return lostChanges === 0 ? undefined : { lostChanges, writtenAt: statSync(log).mtime.toISOString() }
}

/**
 * Saves a broken log beside the file, because SQLite overwrites it. @returns its path; undefined if the disk is full
 */
export function saveBrokenLog(path: string, at: string): string | undefined {
  const kept = `${path}-wal.broken-${at.replaceAll(':', '-')}`
  try {
    copyFileSync(`${path}-wal`, kept)
    return kept
  } catch (fault) {
    if (isDiskFull(fault) || isReadOnlyFault(fault)) return undefined
    throw fault
  }
}

/** Complete changes of the last round behind the last frame that can be read. */
function changesLost(bytes: Buffer): number {
  const headerIsWhole = bytes.length >= HEADER_BYTES && startsAsLog(bytes)
  const frames = framesOf(bytes, headerIsWhole)
  const firstUnread = headerIsWhole ? readableFrames(bytes, frames) : 0
  return frames.slice(firstUnread).filter(({ isLast, isOfThisRound }) => isLast && isOfThisRound).length
}

interface Frame {
  readonly start: number
  readonly end: number
  /** True for the last frame of a change, which has the length of the file after it. */
  readonly isLast: boolean
  readonly isOfThisRound: boolean
}

/** Two frames that agree on a salt still show that this was a log when its header is broken. */
function framesOf(bytes: Buffer, headerIsWhole: boolean): readonly Frame[] {
  const pageBytes = headerIsWhole ? bytes.readUInt32BE(PAGE_SIZE_AT) : USUAL_PAGE_BYTES
  const size = FRAME_HEADER_BYTES + pageBytes
  const starts: number[] = []
  for (let start = HEADER_BYTES; start + size <= bytes.length; start += size) starts.push(start)
  const saltOf = (start: number) => bytes.subarray(start + 8, start + SALT_AT)
  const [first, second] = starts
  const agreed = first !== undefined && second !== undefined && saltOf(first).equals(saltOf(second))
  const salt = agreed && !headerIsWhole ? saltOf(first) : bytes.subarray(SALT_AT, CHECKSUM_AT)
  return starts.map((start) => ({
    start,
    end: start + size,
    isLast: bytes.readUInt32BE(start + 4) !== 0,
    isOfThisRound: saltOf(start).equals(salt),
  }))
}

/** The number of first frames with a valid checksum. */
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
  // The lowest bit is the byte order of the checksums.
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
