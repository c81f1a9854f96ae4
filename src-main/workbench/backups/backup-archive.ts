import type { Hash } from 'node:crypto'
import { createHash } from 'node:crypto'
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { openBackupManifest, sealBackupManifest } from '../../crypto/backup-manifest.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import { PRIVATE_DIRECTORY, PRIVATE_FILE, syncDirectory } from '../../sqlite/data-directory.ts'
import { StorageError } from '../../sqlite/storage-error.ts'
import { BLOCKS_FOLDER, databaseFileOf } from '../workspaces/workspace-layout.ts'
import { WorkspaceRecord } from '../workspaces/workspace-store.ts'

/*
 * A workspace in one file:
 *   "pdv.backup.1" 0a
 *   its database and its blocks, one after the other
 *   its record, as JSON: what opens the workspace opens the backup
 *   the manifest, as JSON: name, size and SHA-256 of each of the files before; of a protected workspace sealed
 *   length of the record (8 bytes, big-endian), of the manifest (8), SHA-256 of the first line, the record and the manifest
 * It is read by whoever gets it from somebody else, so that nothing in it is believed before it is checked, and nothing is
 * written but what is as long as the file itself.
 */
const FIRST_LINE = Buffer.from('pdv.backup.1\n')
const LENGTH_BYTES = 8
const DIGEST_BYTES = 32
const TAIL_BYTES = 2 * LENGTH_BYTES + DIGEST_BYTES
const MOST_RECORD_BYTES = 1024 * 1024
/** Half a million blocks, which are two tebibytes. */
const MOST_MANIFEST_BYTES = 64 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024
/** Another thread flushes the archive while it is written; here a slow disk is waited for. */
const MOST_UNFLUSHED_CHUNKS = 32

const PART_NAME = /^(?:vault(?:-\d{1,9})?\.db|files\/[0-9a-f]{32})$/

const Manifest = z.object({
  parts: z.array(
    z.object({ name: z.string().regex(PART_NAME), size: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
})
type Manifest = z.infer<typeof Manifest>

/** Facts about a backup before it is opened; its checksum is not verified yet. */
export interface ArchiveHead {
  readonly record: WorkspaceRecord
  /** Bytes of the files. */
  readonly contentBytes: number
}

interface Ends extends ArchiveHead {
  /** The record as it was written. */
  readonly head: Buffer
  readonly manifestBytes: number
  readonly tail: Buffer
}

/** The files of a backup, in a folder that nobody changes meanwhile. */
export interface Packing {
  readonly folder: string
  /** Relative to the folder, with `/`. */
  readonly names: readonly string[]
  readonly record: WorkspaceRecord
  /** The key of the database file; undefined in a plain workspace. */
  readonly key: Uint8Array | undefined
  readonly file: string
  /** Called between two portions; ends the work by throwing. */
  readonly onPortion: () => void
}

/** Where an archive is written until it is complete. */
export const temporaryOf = (file: string): string => `${file}.new`

/** Writes the file durably and in one step, for its owner alone. Takes the time of copying: on a thread. */
export function writeArchive({ folder, names, record, key, file, onPortion }: Packing): void {
  const temporary = temporaryOf(file)
  rmSync(temporary, { force: true }) // left by a program that was killed
  const out = openSync(temporary, 'wx', PRIVATE_FILE)
  try {
    try {
      writeAll(out, FIRST_LINE)
      let chunks = 0
      const onChunk = () => {
        onPortion()
        if ((chunks += 1) % MOST_UNFLUSHED_CHUNKS === 0) fdatasyncSync(out)
      }
      const parts = names.map((name) => ({ name, ...copyPart(join(folder, name), { out, onPortion: onChunk }) }))
      const text = Buffer.from(JSON.stringify({ parts } satisfies Manifest))
      const manifest = key === undefined ? text : sealBackupManifest(key, text)
      const head = Buffer.from(JSON.stringify(record))
      for (const bytes of [head, manifest, tailOf(head, manifest)]) writeAll(out, bytes)
      fsyncSync(out)
    } finally {
      closeSync(out)
    }
    renameSync(temporary, file)
  } catch (fault) {
    rmSync(temporary, { force: true })
    throw fault
  }
  syncDirectory(dirname(file))
}

/** @throws {StorageError} `damaged` when it is no backup, or not as it was written */
export function readArchiveHead(file: string): ArchiveHead {
  const { record, contentBytes } = reading(file, (input) => readEnds(file, input))
  return { record, contentBytes }
}

/** Reads no more than the longest record, whatever the size of the file. */
function readEnds(file: string, input: number): Ends {
  const size = fstatSync(input).size
  if (size < FIRST_LINE.length + TAIL_BYTES || !readAt(input, 0, FIRST_LINE.length).equals(FIRST_LINE)) {
    throw new StorageError('damaged', `${file} is not a backup of a workspace, or only its beginning`)
  }
  const tail = readAt(input, size - TAIL_BYTES, TAIL_BYTES)
  const recordBytes = Number(tail.readBigUInt64BE(0))
  const manifestBytes = Number(tail.readBigUInt64BE(LENGTH_BYTES))
  const end = size - TAIL_BYTES - recordBytes - manifestBytes
  if (recordBytes > MOST_RECORD_BYTES || manifestBytes > MOST_MANIFEST_BYTES || end < FIRST_LINE.length) {
    throw damaged(file, 'its end is not that of a backup')
  }
  const head = readAt(input, end, recordBytes)
  const contentBytes = end - FIRST_LINE.length
  return { record: recordIn(file, head), contentBytes, head, manifestBytes, tail }
}

/**
 * Writes the files of a backup into an empty folder, and compares each with its digest.
 *
 * @param key of the database file; undefined: of a plain workspace
 * @throws {StorageError} `damaged`; the caller removes the files written so far
 */
export function unpackArchive({
  file,
  key,
  folder,
  onPortion,
}: Pick<Packing, 'file' | 'key' | 'folder' | 'onPortion'>): void {
  mkdirSync(join(folder, BLOCKS_FOLDER), { mode: PRIVATE_DIRECTORY })
  reading(file, (input) => {
    const { parts } = readManifest(file, input, key)
    let place = FIRST_LINE.length
    for (const { name, size, sha256 } of parts) {
      const digest = copyRange({ input, place, size, onPortion }, join(folder, name))
      if (digest !== sha256) throw damaged(file, `the digest of ${name} is another one`)
      place += size
    }
  })
  for (const one of [join(folder, BLOCKS_FOLDER), folder]) syncDirectory(one)
}

function readManifest(file: string, input: number, key: Uint8Array | undefined): Manifest {
  const { record, contentBytes, head, manifestBytes, tail } = readEnds(file, input)
  const manifest = readAt(input, FIRST_LINE.length + contentBytes + head.length, manifestBytes)
  if (!tailOf(head, manifest).equals(tail)) throw damaged(file, 'its checksum is another one')
  let read: Manifest
  try {
    const text = key === undefined ? manifest : openBackupManifest(key, manifest)
    read = Manifest.parse(JSON.parse(Buffer.from(text).toString()))
  } catch (fault) {
    if (fault instanceof CryptoError)
      throw damaged(file, 'its list of files does not open with the keys of its workspace')
    throw damaged(file, 'its list of files cannot be read')
  }
  const names = read.parts.map(({ name }) => name)
  const databases = names.filter((name) => name.endsWith('.db'))
  const isWhole = read.parts.reduce((sum, { size }) => sum + size, 0) === contentBytes
  if (!isWhole || new Set(names).size !== names.length || String(databases) !== databaseFileOf(record)) {
    throw damaged(file, 'its list of files is not that of a workspace')
  }
  return read
}

function recordIn(file: string, bytes: Buffer): WorkspaceRecord {
  try {
    return WorkspaceRecord.parse(JSON.parse(bytes.toString()))
  } catch {
    throw damaged(file, 'its record cannot be read')
  }
}

function tailOf(head: Uint8Array, manifest: Uint8Array): Buffer {
  const tail = Buffer.alloc(TAIL_BYTES)
  tail.writeBigUInt64BE(BigInt(head.length), 0)
  tail.writeBigUInt64BE(BigInt(manifest.length), LENGTH_BYTES)
  tail.set(createHash('sha256').update(FIRST_LINE).update(head).update(manifest).digest(), 2 * LENGTH_BYTES)
  return tail
}

function copyPart(
  path: string,
  { out, onPortion }: { readonly out: number } & Pick<Packing, 'onPortion'>,
): { readonly size: number; readonly sha256: string } {
  const input = openSync(path, 'r')
  try {
    const { size } = fstatSync(input)
    return { size, sha256: copyBytes({ input, place: 0, size, onPortion }, out, createHash('sha256')) }
  } finally {
    closeSync(input)
  }
}

interface ByteRange {
  readonly input: number
  readonly place: number
  readonly size: number
  readonly onPortion: () => void
}

/** @returns its SHA-256, in hexadecimal */
function copyRange(range: ByteRange, path: string): string {
  const out = openSync(path, 'wx', PRIVATE_FILE)
  try {
    const digest = copyBytes(range, out, createHash('sha256'))
    fsyncSync(out)
    return digest
  } finally {
    closeSync(out)
  }
}

const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES)

function copyBytes({ input, place, size, onPortion }: ByteRange, out: number, hash: Hash): string {
  for (let done = 0; done < size;) {
    onPortion()
    const bytes = readSync(input, chunk, 0, Math.min(CHUNK_BYTES, size - done), place + done)
    if (bytes === 0) throw new StorageError('damaged', 'a file of a backup is shorter than it was')
    const read = chunk.subarray(0, bytes)
    hash.update(read)
    writeAll(out, read)
    done += bytes
  }
  return hash.digest('hex')
}

function writeAll(out: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(out, bytes, done)
}

function readAt(input: number, place: number, bytes: number): Buffer {
  const memory = Buffer.alloc(bytes)
  let filled = 0
  while (filled < bytes) {
    const read = readSync(input, memory, filled, bytes - filled, place + filled)
    if (read === 0) break
    filled += read
  }
  return memory.subarray(0, filled)
}

function reading<Result>(file: string, read: (input: number) => Result): Result {
  const input = openSync(file, 'r')
  try {
    return read(input)
  } finally {
    closeSync(input)
  }
}

function damaged(file: string, why: string): StorageError {
  return new StorageError('damaged', `the backup ${file} is damaged: ${why}`)
}
