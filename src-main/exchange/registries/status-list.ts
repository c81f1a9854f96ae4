import { gunzipSync } from 'node:zlib'
import { CodedError } from '../../../shared/coded-error.ts'
import { issuerIdOf, readCandidate } from '../../../shared/presentation-exchange/candidate.ts'
import { isObject, listOf, memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { decodeBase64 } from '../../crypto/base64url.ts'
import type { HeldStatusList } from './registry.ts'
import type { StopCode } from './stop-code.ts'
import { heldTokenList, LARGEST_LIST_BYTES, tokenListBytes } from './token-list.ts'
import { phrase } from '../../../shared/phrase.ts'

/** Codes of `credential.status` about a list rather than the credential. */
export type StatusListCode =
  | 'status_type_unsupported'
  | 'status_unavailable'
  | 'status_list_invalid'
  | 'status_list_too_short'
  | 'status_index_out_of_range'
  | 'status_purpose_mismatch'
  | StopCode

/** A fault in reading a status, which becomes the result of `credential.status`. */
export class StatusFault extends CodedError<StatusListCode> {
  override readonly name = 'StatusFault'
}

const MAX_SHOWN = 200

/** Nothing is fetched, so a person has to import what is missing. @param url under which the list would be held */
export function listNotHeld(url: string): StatusFault {
  const message = phrase`the status list ${url.slice(0, MAX_SHOWN)} is not held here: import it under this URL`
  return new StatusFault('status_unavailable', message)
}

export function listTooOld(url: string): StatusFault {
  const message = phrase`the status list ${url.slice(0, MAX_SHOWN)} is older than its ttl: import the present one`
  return new StatusFault('status_unavailable', message)
}

/** The types of one of the three kinds of status list (docs/contract/exchange.md, Registries: status lists). */
export interface StatusKind {
  readonly listType: string
  readonly subjectType: string
}

const MIN_LIST_BYTES = 131_072 / 8
const BYTE_BITS = 8
const ISIZE_BYTES = 4

const unpacked = new WeakMap<JsonObject, Buffer>()

/**
 * The bits of a verified status list credential.
 *
 * @throws {StatusFault} `status_list_invalid`, `status_purpose_mismatch`, `status_list_too_short`
 */
export function bitsOf(list: JsonObject, kind: StatusKind, purpose: string): Buffer {
  if (!textsOf(memberOf(list, 'type')).includes(kind.listType)) {
    throw new StatusFault('status_list_invalid', `the list is not a ${kind.listType}`)
  }
  const subject = memberOf(list, 'credentialSubject')
  if (!isObject(subject) || !textsOf(memberOf(subject, 'type')).includes(kind.subjectType)) {
    throw new StatusFault('status_list_invalid', `the list has no ${kind.subjectType}`)
  }
  const purposes = listOf(memberOf(subject, 'statusPurpose') ?? purposeOfOldKind(kind))
  if (!purposes.includes(purpose)) {
    throw new StatusFault('status_purpose_mismatch', phrase`the list is not about ${purpose}`)
  }
  const bits = unpacked.get(subject) ?? unpack(textOf(memberOf(subject, 'encodedList')))
  unpacked.set(subject, bits)
  if (bits.length < MIN_LIST_BYTES) {
    throw new StatusFault('status_list_too_short', 'a list of fewer than 131,072 entries reveals the holder')
  }
  return bits
}

/**
 * The value of an entry; index 0 is the left-most bit.
 *
 * @param size the bits of each entry, 1 to 8
 * @throws {StatusFault} `status_index_out_of_range`
 */
export function valueAtIndex(bits: Buffer, index: number, size: number): number {
  const first = index * size
  if (first + size > bits.length * BYTE_BITS) {
    throw new StatusFault('status_index_out_of_range', 'the list has no entry with this index')
  }
  const bit = (at: number) => ((bits[Math.floor(at / BYTE_BITS)] ?? 0) >> (BYTE_BITS - 1 - (at % BYTE_BITS))) & 1
  return Array.from({ length: size }, (_, offset) => bit(first + offset)).reduce((value, next) => value * 2 + next, 0)
}

/** The oldest kind has a single purpose, which it does not name. */
function purposeOfOldKind({ subjectType }: StatusKind): string | undefined {
  return subjectType === 'RevocationList2020' ? 'revocation' : undefined
}

/** The facts about a held list before it is opened. */
interface ListOutline {
  readonly issuer: string | undefined
  /** The cost of opening it: the compressed characters plus the uncompressed bytes. */
  readonly bytes: number
  /** The credential without its bits. */
  readonly rest: JsonObject | undefined
}

const outlines = new WeakMap<HeldStatusList, ListOutline>()

/** Reads a list without verifying or unpacking it. The result is cached, because a JWT has to be decoded. */
export function outlineOf(held: HeldStatusList): ListOutline {
  const known = outlines.get(held)
  if (known !== undefined) return known
  const outline = tokenOutlineOf(held) ?? credentialOutlineOf(held)
  outlines.set(held, outline)
  return outline
}

function credentialOutlineOf(held: HeldStatusList): ListOutline {
  const credential = readCandidate(held.credential)?.credential
  const subject = memberOf(credential, 'credentialSubject')
  const { encodedList, ...others } = isObject(subject) ? subject : {}
  const text = textOf(encodedList) ?? ''
  return {
    issuer: credential && issuerIdOf(credential),
    bytes: text.length + unpackedBytesOf(text),
    rest: credential && { ...credential, credentialSubject: others },
  }
}

function tokenOutlineOf(held: HeldStatusList): ListOutline | undefined {
  const jwt = heldTokenList(held)
  if (jwt === undefined) return undefined
  const { status_list: _, ...rest } = jwt.payload
  return { issuer: textOf(memberOf(rest, 'iss')), bytes: tokenListBytes(jwt), rest: { ...jwt.header, ...rest } }
}

/** Reads the uncompressed size from the end of the gzip data (RFC 1952, 2.3.1: ISIZE), without decoding the rest. */
function unpackedBytesOf(encoded: string): number {
  const text = encoded.replace(MULTIBASE, '').replace(/={1,2}$/, '')
  const end = Buffer.from(text.slice(Math.max(0, text.length - (text.length % 4) - 8)), 'base64url')
  return end.length < ISIZE_BYTES ? 0 : Math.min(end.readUInt32LE(end.length - ISIZE_BYTES), LARGEST_LIST_BYTES)
}

/**
 * The multibase prefix for Base64. Not every kind requires it, and not every issuer writes it. In both alphabets gzip
 * data begins with `H4sI`.
 */
const MULTIBASE = /^[mMuU](?=H4sI)/

/** Decompresses a list, but no more bytes than announced, for which the cost was counted. */
function unpack(text = ''): Buffer {
  try {
    const packed = decodeBase64(text.replace(MULTIBASE, ''))
    return gunzipSync(packed, { maxOutputLength: Math.max(1, unpackedBytesOf(text)) })
  } catch (cause) {
    const form = text.startsWith('z') ? ', but begins as base58: write it in base64url, with u in front' : ''
    throw new StatusFault('status_list_invalid', `the list is not gzip of at most 16 MiB in Base64${form}`, { cause })
  }
}
