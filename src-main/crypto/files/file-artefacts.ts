/*
 * The artefacts file of an attachment: JSON with the ranges of its blocks and, in the published format, their nonces and tags.
 * It is stored unencrypted beside the file and may have been changed, so it must be consistent; in our formats, a changed one
 * opens nothing.
 *
 *   { "format": "pdv1.sc", "version": 1, "header": "<24 bytes>", "chunk_size": 1048576, "overhead": 16,
 *     "size": 1300001, "range": ["bytes=0-1048591", …], "meta": "pdv1.xc.am.…", "blob_key": "…" }
 *   { "iv": [{"type":"Buffer","data":[12 bytes]}, …], "ad": "none", "at": [{"type":"Buffer","data":[16 bytes]}, …],
 *     "range": ["bytes=0-1048575", …], "encryption_strategy": "AES-GCM", "size": 1300001 }
 */
import { isObject } from '../../../shared/presentation-exchange/json.ts'
import { MAX_BLOCK_BYTES } from '../../../shared/contract/block-store.ts'
import { MAX_ARTEFACTS_BYTES } from '../../../shared/contract/attachments.ts'
import { decodeBase64Url, encodeBase64Url } from '../base64url.ts'
import { CryptoError } from '../crypto-error.ts'
import type { BlockSeal } from './block-cipher.ts'
import { HEADER_BYTES, IV_BYTES, TAG_BYTES } from './block-cipher.ts'
import type { FileLayout } from './file-layout.ts'
import { blockCount, MAX_FILE_BYTES, OVERHEAD, storedRange } from './file-layout.ts'

export type FileArtefacts = OurArtefacts | PublishedArtefacts

export interface OurArtefacts {
  readonly layout: FileLayout & { readonly format: 'pdv1.ss' | 'pdv1.sc' }
  readonly header: Uint8Array
  /** The sealed name and type of the file; absent if the service knows them in clear. */
  readonly names?: SealedNames | undefined
}

export interface PublishedArtefacts {
  readonly layout: FileLayout & { readonly format: 'published' }
  /** One for each block. */
  readonly seals: readonly BlockSeal[]
}

export interface SealedNames {
  readonly meta: string
  /** What `meta` is bound to. */
  readonly blobKey: string
}

const MAX_NAMES_CHARACTERS = 16 * 1024
const MAX_BLOB_KEY_CHARACTERS = 200

const OUR_VERSION = 1
const PUBLISHED_STRATEGY = 'AES-GCM'
const PUBLISHED_ASSOCIATED_DATA = 'none'
const OUR_FORMATS = ['pdv1.ss', 'pdv1.sc'] as const

type Json = Readonly<Record<string, unknown>>

export function writeArtefacts(artefacts: FileArtefacts): Uint8Array {
  return Buffer.from(JSON.stringify('seals' in artefacts ? publishedJson(artefacts) : ourJson(artefacts)))
}

/**
 * Reads an artefacts file of either family.
 *
 * @throws {CryptoError} `artefacts_invalid`, also if it is inconsistent; `unsupported_version`
 */
export function readArtefacts(bytes: Uint8Array): FileArtefacts {
  const json = parseObject(bytes)
  if (typeof json['format'] === 'string') return readOurs(json, json['format'])
  if (json['encryption_strategy'] === PUBLISHED_STRATEGY) return readPublished(json)
  throw invalid('the format is not known')
}

function ourJson({ layout, header, names }: OurArtefacts): Json {
  return {
    format: layout.format,
    version: OUR_VERSION,
    header: encodeBase64Url(header),
    chunk_size: layout.blockBytes,
    overhead: OVERHEAD[layout.format],
    size: layout.size,
    range: rangeTexts(layout),
    ...(names !== undefined && { meta: names.meta, blob_key: names.blobKey }),
  }
}

function publishedJson({ layout, seals }: PublishedArtefacts): Json {
  return {
    iv: seals.map(({ iv }) => bufferJson(iv)),
    ad: PUBLISHED_ASSOCIATED_DATA,
    at: seals.map(({ tag }) => bufferJson(tag)),
    range: rangeTexts(layout),
    encryption_strategy: PUBLISHED_STRATEGY,
    size: layout.size,
  }
}

function readOurs(json: Json, name: string): OurArtefacts {
  const format = OUR_FORMATS.find((known) => known === name)
  if (format === undefined || json['version'] !== OUR_VERSION) throw unknownFormat(name)
  if (json['overhead'] !== OVERHEAD[format]) throw invalid('the overhead is not that of the format')
  const layout = { format, size: sizeOf(json), blockBytes: blockBytesOf(json['chunk_size']) }
  checkRanges(layout, json['range'])
  return { layout, header: headerOf(json['header']), names: namesOf(json) }
}

function readPublished(json: Json): PublishedArtefacts {
  if (json['ad'] !== PUBLISHED_ASSOCIATED_DATA) throw invalid('the associated data are not the word none')
  const size = sizeOf(json)
  const layout = { format: 'published', size, blockBytes: blockBytesOf(firstRangeBytes(json['range'])) } as const
  if (size === 0) throw invalid('the published format has no file without content')
  checkRanges(layout, json['range'])
  const [ivs, tags] = [bufferList(json['iv'], IV_BYTES, layout), bufferList(json['at'], TAG_BYTES, layout)]
  return { layout, seals: ivs.map((iv, index) => ({ iv, tag: tags[index] ?? missing() })) }
}

function parseObject(bytes: Uint8Array): Json {
  if (bytes.length > MAX_ARTEFACTS_BYTES) throw invalid('it is longer than any file needs')
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw invalid('it is not JSON', cause)
  }
  if (!isObject(parsed)) throw invalid('it is not an object')
  return parsed
}

function sizeOf({ size }: Json): number {
  if (!isCount(size) || size > MAX_FILE_BYTES) throw invalid('the size is not that of a file')
  return size
}

function blockBytesOf(value: unknown): number {
  if (!isCount(value) || value === 0 || value > MAX_BLOCK_BYTES) throw invalid('the blocks have no usable size')
  return value
}

/** The block length of the published format, which only the first range tells. */
function firstRangeBytes(ranges: unknown): number {
  const [, first = '', last = ''] = (Array.isArray(ranges) && RANGE.exec(String(ranges[0]))) || []
  return first === '0' ? Number(last) + 1 : 0
}

const RANGE = /^bytes=(\d{1,10})-(\d{1,10})$/

/** Compares the ranges with the only correct ones for this layout, so that no gap or overlap is accepted. */
function checkRanges(layout: FileLayout, ranges: unknown): void {
  if (!Array.isArray(ranges) || ranges.length !== blockCount(layout)) {
    throw invalid('there is not one range for each block')
  }
  const wrong = rangeTexts(layout).findIndex((text, index) => text !== ranges[index])
  if (wrong >= 0) throw invalid(`range ${wrong + 1} is not where its block lies`)
}

function rangeTexts(layout: FileLayout): string[] {
  return Array.from({ length: blockCount(layout) }, (_, index) => {
    const { start, end } = storedRange(layout, index)
    return `bytes=${start}-${end - 1}`
  })
}

function headerOf(text: unknown): Uint8Array {
  const header = typeof text === 'string' ? decoded(text) : undefined
  if (header?.length !== HEADER_BYTES) throw invalid('the header has another length')
  return new Uint8Array(header) // a Buffer would be posted to a thread together with the whole pool that it is part of
}

function decoded(text: string): Uint8Array | undefined {
  try {
    return decodeBase64Url(text)
  } catch {
    return undefined // the caller throws
  }
}

function namesOf({ meta, blob_key: blobKey }: Json): SealedNames | undefined {
  if (meta === undefined) return undefined
  if (!isText(meta, MAX_NAMES_CHARACTERS) || !isText(blobKey, MAX_BLOB_KEY_CHARACTERS)) {
    throw invalid('the sealed name is not text, or does not say what it is bound to')
  }
  return { meta, blobKey }
}

function bufferList(value: unknown, bytes: number, layout: FileLayout): Uint8Array[] {
  if (!Array.isArray(value) || value.length !== blockCount(layout)) {
    throw invalid('there is not one nonce and one tag for each block')
  }
  return value.map((entry: unknown) => bufferOf(entry, bytes))
}

function bufferOf(value: unknown, bytes: number): Uint8Array {
  const data = isObject(value) && value['type'] === 'Buffer' ? value['data'] : undefined
  if (!Array.isArray(data) || data.length !== bytes || !data.every(isByte)) {
    throw invalid('a nonce or tag is not a list of so many bytes')
  }
  return Uint8Array.from(data)
}

function bufferJson(bytes: Uint8Array): Json {
  return { type: 'Buffer', data: [...bytes] }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isByte(value: unknown): value is number {
  return isCount(value) && value <= 255
}

function isText(value: unknown, characters: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= characters
}

function unknownFormat(name: string): CryptoError {
  return name.startsWith('pdv')
    ? new CryptoError('unsupported_version', 'the file was made by a newer version of this program: update it')
    : invalid('the format is not known')
}

function invalid(why: string, cause?: unknown): CryptoError {
  return new CryptoError('artefacts_invalid', `the description of the file's blocks cannot be used: ${why}`, { cause })
}

function missing(): never {
  throw invalid('a tag is missing')
}
