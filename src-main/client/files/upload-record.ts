/*
 * The record of an upload, so that it can continue after a restart: lines of text in a journal.
 *   first line   pdv1.xc.up.<kid>.… under the private data encryption key: the file's key, format, size, header,
 *                name, and upload address
 *   {"made":[index, digest]} or {"made":[index, digest, iv, tag]}   written before a sealed block is sent
 *   {"stored":index}   written once the service has it
 * A line left incomplete by a crash can be ignored: no action depends on it yet.
 */
import { decodeBase64Url, encodeBase64Url } from '../../crypto/base64url.ts'
import { openBound, sealBound } from '../../crypto/bound-aead.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import type { DataKeys } from '../../crypto/data-keys.ts'
import { openingKey } from '../../crypto/data-keys.ts'
import { formatFileKey, parseFileKey } from '../../crypto/files/attachment-key.ts'
import type { FileFamily, FileKey } from '../../crypto/files/attachment-key.ts'
import type { BlockSeal } from '../../crypto/files/block-cipher.ts'
import { newHeader } from '../../crypto/files/block-cipher.ts'
import { newAttachmentKey, wipe } from '../../crypto/keys.ts'
import { randomBytes } from '../../crypto/random.ts'
import type { FileDescription, UploadTarget } from './file-store.ts'

/** Port for storing the lines of one upload so that they survive a crash. */
export interface UploadJournal {
  /** The stored lines; empty if there are none. */
  read(): Promise<readonly string[]>
  /** Replaces the stored lines. */
  begin(lines: readonly string[]): Promise<void>
  /** Resolves once the line would survive a power failure. */
  add(line: string): Promise<void>
  /** Like `add`, but without waiting. */
  note(line: string): void
  /** Deletes the stored lines. */
  remove(): Promise<void>
  /** Closes open files. The stored lines stay. */
  close(): Promise<void>
}

export interface UploadRecord {
  readonly fileKey: FileKey
  readonly header: Uint8Array
  readonly size: number
  readonly file: FileDescription
  readonly hidesNames: boolean
  readonly target: UploadTarget
  readonly made: Map<number, MadeBlock>
  readonly stored: Set<number>
}

/** A block that was sealed, by the digest of its content. */
export interface MadeBlock {
  readonly digest: string
  /** The nonce and tag of a block in the published format. */
  readonly seal?: BlockSeal | undefined
}

export type NewUpload = Pick<UploadRecord, 'size' | 'file' | 'hidesNames'> & { readonly family: FileFamily }

const CONTEXT = 'up'
const BOUND: readonly string[] = ['upload']

export function newUploadRecord({ family, ...upload }: NewUpload, target: UploadTarget): UploadRecord {
  const fileKey = { family, key: newAttachmentKey() }
  return { ...upload, fileKey, header: newHeader(), target, made: new Map(), stored: new Set() }
}

/** Returns a record of the same blocks for another upload address. */
export function recordAt(record: UploadRecord, target: UploadTarget): UploadRecord {
  return { ...record, target, stored: new Set() }
}

export function journalLines(keys: DataKeys, record: UploadRecord): string[] {
  const { fileKey, header, size, file, hidesNames, target } = record
  const first = { key: formatFileKey(fileKey), header: encodeBase64Url(header), size, file, hidesNames, target }
  const content = Buffer.from(JSON.stringify(first))
  const sealed = sealBound({ key: keys.dataEncryptionKey, ctx: CONTEXT, bound: BOUND }, content, randomBytes)
  wipe(content)
  return [
    sealed,
    ...[...record.made].map(([index, made]) => madeLine(index, made)),
    ...[...record.stored].map((index) => storedLine(index)),
  ]
}

export function madeLine(index: number, { digest, seal }: MadeBlock): string {
  const rest = seal === undefined ? [] : [encodeBase64Url(seal.iv), encodeBase64Url(seal.tag)]
  return JSON.stringify({ made: [index, digest, ...rest] })
}

export function storedLine(index: number): string {
  return JSON.stringify({ stored: index })
}

/** Reads a record; undefined if these keys cannot open it, in which case the upload starts over. */
export function readUploadRecord(keys: DataKeys, lines: readonly string[]): UploadRecord | undefined {
  const [first, ...others] = lines
  if (first === undefined) return undefined
  const begun = openFirstLine(keys, first)
  if (begun === undefined) return undefined
  const record: UploadRecord = { ...begun, made: new Map(), stored: new Set() }
  for (const line of others) {
    const entry = parsed(line)
    if (entry === undefined) break // incomplete
    if ('made' in entry) {
      const [index, digest, iv, tag] = entry.made
      const seal = iv === undefined || tag === undefined ? undefined : { iv: unpacked(iv), tag: unpacked(tag) }
      record.made.set(index, { digest, seal })
      record.stored.delete(index)
    } else record.stored.add(entry.stored)
  }
  return record
}

function openFirstLine(keys: DataKeys, line: string): Omit<UploadRecord, 'made' | 'stored'> | undefined {
  try {
    const content = openBound({ key: openingKey(keys, line), ctx: CONTEXT, bound: BOUND }, line)
    const { key, header, ...first } = JSON.parse(Buffer.from(content).toString()) as FirstLine // sealed by journalLines
    wipe(content)
    return { ...first, fileKey: parseFileKey(key), header: unpacked(header) }
  } catch (error) {
    if (error instanceof CryptoError) return undefined
    throw error
  }
}

type FirstLine = Pick<UploadRecord, 'size' | 'file' | 'hidesNames' | 'target'> & {
  readonly key: string
  readonly header: string
}

type Entry =
  | { readonly made: readonly [index: number, digest: string, iv?: string, tag?: string] }
  | { readonly stored: number }

function parsed(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry // written by madeLine and storedLine
  } catch {
    return undefined
  }
}

/** Not a Buffer: cloning one to a thread would copy the whole pool behind it. */
function unpacked(text: string): Uint8Array {
  return new Uint8Array(decodeBase64Url(text))
}
