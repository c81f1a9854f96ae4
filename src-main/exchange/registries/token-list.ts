import { inflateSync } from 'node:zlib'
import { joseTypeName } from '../../../shared/media-type.ts'
import { isObject, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import { decodeBase64 } from '../../crypto/base64url.ts'
import { readJwt } from '../proofs/jwt.ts'
import type { Jwt } from '../proofs/jwt.ts'
import { unlessFault } from '../proofs/proof-fault.ts'
import type { HeldStatusList } from './registry.ts'

/** A list is not unpacked to more than this, of any kind. */
export const LARGEST_LIST_BYTES = 16 * 1024 * 1024

/** Token Status List, 5.1. */
const TYPE = 'application/statuslist+jwt'

/** A token status list as a JWT that was not verified yet; undefined for every other document. */
export function tokenListIn(document: unknown): Jwt | undefined {
  const jwt = typeof document === 'string' ? unlessFault(() => readJwt(document)) : undefined
  return jwt !== undefined && (hasListType(jwt) || isObject(memberOf(jwt.payload, 'status_list'))) ? jwt : undefined
}

const lists = new WeakMap<HeldStatusList, Jwt | undefined>()

/** The same of a held document, read once for as long as it is held. */
export function heldTokenList(held: HeldStatusList): Jwt | undefined {
  if (!lists.has(held)) lists.set(held, tokenListIn(held.credential))
  return lists.get(held)
}

export function hasListType({ header }: Pick<Jwt, 'header'>): boolean {
  return joseTypeName(memberOf(header, 'typ')) === TYPE
}

const unpacked = new WeakMap<Jwt, Buffer | undefined>()

/** Where each status has 1, 2, 4 or 8 bits. */
export interface TokenBits {
  readonly bytes: Buffer
  readonly size: number
}

/** The statuses of a list; undefined for what is no zlib of at most 16 MiB in Base64, or has another size of entries. */
export function tokenBits(jwt: Jwt): TokenBits | undefined {
  const size = memberOf(memberOf(jwt.payload, 'status_list'), 'bits')
  if (typeof size !== 'number' || ![1, 2, 4, 8].includes(size)) return undefined
  if (!unpacked.has(jwt)) unpacked.set(jwt, unpack(packedIn(jwt), LARGEST_LIST_BYTES))
  const bytes = unpacked.get(jwt)
  return bytes && { bytes, size }
}

const BYTE_BITS = 8

/** The status at an index, counted from the least significant bit of each byte (Token Status List, 4.1); undefined behind the end. */
export function tokenStatusAt({ bytes, size }: TokenBits, index: number): number | undefined {
  const byte = bytes[Math.floor((index * size) / BYTE_BITS)]
  return byte === undefined ? undefined : (byte >> ((index * size) % BYTE_BITS)) & (2 ** size - 1)
}

/** Unpacks at most this much to measure; zlib stores no length. */
const MEASURED_BYTES = 256 * 1024

/** Characters of the packed statuses and bytes of the unpacked ones; what is long counts as the longest. */
export function tokenListBytes(jwt: Jwt): number {
  const packed = packedIn(jwt)
  if (packed.length > MEASURED_BYTES) return packed.length + LARGEST_LIST_BYTES
  try {
    const bytes = inflated(packed, MEASURED_BYTES)
    unpacked.set(jwt, bytes)
    return packed.length + bytes.length
  } catch (fault) {
    return packed.length + (fault instanceof RangeError ? LARGEST_LIST_BYTES : 0)
  }
}

function packedIn({ payload }: Jwt): string {
  return textOf(memberOf(memberOf(payload, 'status_list'), 'lst')) ?? ''
}

function unpack(packed: string, largest: number): Buffer | undefined {
  try {
    return inflated(packed, largest)
  } catch {
    return undefined
  }
}

/** @throws {RangeError} for more bytes than `largest`. @throws {Error} for what is no zlib in Base64 */
function inflated(packed: string, largest: number): Buffer {
  return inflateSync(decodeBase64(packed), { maxOutputLength: largest })
}
