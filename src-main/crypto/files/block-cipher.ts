/*
 * Seals and opens the blocks of a file. Numbers have 64 bits, big-endian.
 *
 * pdv1.sc    XChaCha20-Poly1305, nonce = BLAKE2b-192(header ‖ index),
 *            associated data `pdv1.sc` ‖ index ‖ number of blocks
 * pdv1.ss    crypto_secretstream with the header, associated data `pdv1.ss` ‖ index, tag FINAL for the last block, else MESSAGE
 * published  AES-256-GCM with a random nonce, associated data `none`; nonces and tags are in the artefacts
 *
 * The header is 24 random bytes. In our formats, the nonce follows from header and index, so the same block must never be
 * sealed twice with different content.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { CryptoError } from '../crypto-error.ts'
import type { AttachmentKey, AttachmentSubKey } from '../keys.ts'
import { wipe } from '../keys.ts'
import { randomBytes } from '../random.ts'
import type { RandomBytes } from '../random.ts'
import { sodium } from '../sodium.ts'
import type { BlockPlace } from './file-layout.ts'
import { OVERHEAD } from './file-layout.ts'
import type { AeadParts } from '../sodium-memory.ts'
import { openInPlace, openStreamMessage, sealInPlace, sealStreamMessage } from '../sodium-memory.ts'
import { phrase } from '../../../shared/phrase.ts'

/** The cipher of a file's blocks. */
export type BlockCipher =
  | { readonly format: 'pdv1.ss' | 'pdv1.sc'; readonly key: AttachmentSubKey; readonly header: Uint8Array }
  | { readonly format: 'published'; readonly key: AttachmentKey }

export interface FileBlock {
  readonly cipher: BlockCipher
  readonly place: BlockPlace
}

/** Nonce and tag of a block in the published format. */
export interface BlockSeal {
  readonly iv: Uint8Array
  readonly tag: Uint8Array
}

export interface SealedBlock {
  readonly bytes: Uint8Array
  /** Nonce and tag in the published format; other formats have none. */
  readonly seal?: BlockSeal
}

export interface OpenedBlock {
  readonly bytes: Uint8Array
  /** The state for the next block of `pdv1.ss`. It is as secret as the key. */
  readonly state?: Uint8Array
}

interface SealOptions {
  /** A buffer for the sealed block, which may be that of the content. */
  readonly into?: Uint8Array
  readonly random?: RandomBytes
}

interface OpenOptions {
  /** The nonce and tag of a block in the published format. */
  readonly seal?: BlockSeal | undefined
  /** The state after the previous block of `pdv1.ss`; absent for the first block. */
  readonly state?: Uint8Array | undefined
  /** A buffer for the content, which may be that of the sealed block. */
  readonly into?: Uint8Array
}

export const HEADER_BYTES = sodium.crypto_secretstream_xchacha20poly1305_HEADERBYTES
export const IV_BYTES = 12
export const TAG_BYTES = 16

const AES = 'aes-256-gcm'
const AES_OPTIONS = { authTagLength: TAG_BYTES } as const
/** Node allocates a new buffer for each piece. Small ones are collected soon. */
const AES_PIECE_BYTES = 64 * 1024
const PUBLISHED_ASSOCIATED_DATA = Buffer.from('none')

const NONCE_BYTES = sodium.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES
const { crypto_secretstream_xchacha20poly1305_TAG_MESSAGE: MESSAGE } = sodium
const { crypto_secretstream_xchacha20poly1305_TAG_FINAL: FINAL } = sodium

export function newHeader(random: RandomBytes = randomBytes): Uint8Array {
  return random(HEADER_BYTES)
}

export function sealBlock({ cipher, place }: FileBlock, content: Uint8Array, options: SealOptions = {}): SealedBlock {
  const sealedBytes = content.length + OVERHEAD[cipher.format]
  const { into = new Uint8Array(sealedBytes), random = randomBytes } = options
  const buffers = { source: content, target: into.subarray(0, sealedBytes) }
  if (cipher.format === 'published') return sealPublished(cipher.key, random, buffers)
  return {
    bytes: cipher.format === 'pdv1.sc' ? sealIndependent(cipher, place, buffers) : sealOnly(cipher, place, buffers),
  }
}

/**
 * Opens one block of `pdv1.sc` or the published format, or the next one of `pdv1.ss`.
 *
 * @throws {CryptoError} `cannot_open` if it was changed, cut, or moved to another place or file
 */
export function openBlock({ cipher, place }: FileBlock, sealed: Uint8Array, options: OpenOptions = {}): OpenedBlock {
  const contentBytes = sealed.length - OVERHEAD[cipher.format]
  const { into = new Uint8Array(Math.max(0, contentBytes)), seal, state } = options
  const buffers = { source: sealed, target: into.subarray(0, contentBytes) }
  const opened = contentBytes < 0 ? undefined : tryOpen(cipher, place, { ...buffers, seal, state })
  if (opened === undefined) {
    wipe(buffers.target)
    throw cannotOpen(place)
  }
  return opened
}

type OurCipher = Extract<BlockCipher, { readonly header: Uint8Array }>

/** Two buffers, which may be the same. */
interface Buffers {
  readonly source: Uint8Array
  readonly target: Uint8Array
}

/** Undefined if the block does not open. */
function tryOpen(
  cipher: BlockCipher,
  place: BlockPlace,
  { source, target, seal, state }: Buffers & Pick<OpenOptions, 'seal' | 'state'>,
): OpenedBlock | undefined {
  switch (cipher.format) {
    case 'pdv1.sc':
      return openIndependent(cipher, place, { source, target })
    case 'pdv1.ss':
      return openNext(cipher, place, { source, target, state })
    case 'published':
      return openPublished(cipher.key, seal, { source, target })
  }
}

function sealIndependent(cipher: OurCipher, place: BlockPlace, { source, target }: Buffers): Uint8Array {
  const sealed = sealInPlace(independentParts(cipher, place), source, target)
  if (sealed === undefined) throw new Error('libsodium refused to seal a block')
  return sealed
}

function openIndependent(cipher: OurCipher, place: BlockPlace, { source, target }: Buffers): OpenedBlock | undefined {
  const bytes = openInPlace(independentParts(cipher, place), source, target)
  return bytes && { bytes }
}

function independentParts({ key, header }: OurCipher, { index, count }: BlockPlace): AeadParts {
  return { key, nonce: nonceOf(header, index), associated: bytesOf('pdv1.sc', index, count) }
}

function nonceOf(header: Uint8Array, index: number): Uint8Array {
  const number = new Uint8Array(8)
  new DataView(number.buffer).setBigUint64(0, BigInt(index))
  return sodium.crypto_generichash(NONCE_BYTES, Buffer.concat([header, number]), null)
}

/** Seals the only block of a stream. Files of several blocks are not written as streams, so no state has to be kept. */
function sealOnly({ key, header }: OurCipher, { index, count }: BlockPlace, { source, target }: Buffers): Uint8Array {
  if (count !== 1 || index !== 0) throw new Error('a file of several blocks is written as pdv1.sc')
  target.set(sealStreamMessage({ key, header }, source, { associated: bytesOf('pdv1.ss', index), tag: FINAL }))
  return target
}

function openNext(
  { key, header }: OurCipher,
  { index, count }: BlockPlace,
  { source, target, state }: Buffers & Pick<OpenOptions, 'state'>,
): OpenedBlock | undefined {
  if (index > 0 && state === undefined) throw new Error('a stream is opened from its first block on')
  const opened = openStreamMessage({ key, header, state }, source, bytesOf('pdv1.ss', index))
  if (opened === undefined) return undefined
  const isTagRight = opened.tag === (index === count - 1 ? FINAL : MESSAGE)
  if (isTagRight) target.set(opened.content)
  else wipe(opened.state)
  wipe(opened.content)
  return isTagRight ? { bytes: target, state: opened.state } : undefined
}

function sealPublished(key: AttachmentKey, random: RandomBytes, { source, target }: Buffers): SealedBlock {
  const iv = random(IV_BYTES)
  const cipher = createCipheriv(AES, key, iv, AES_OPTIONS).setAAD(PUBLISHED_ASSOCIATED_DATA)
  inPieces(source, target, (piece) => cipher.update(piece))
  cipher.final()
  return { bytes: target, seal: { iv, tag: new Uint8Array(cipher.getAuthTag()) } }
}

function openPublished(
  key: AttachmentKey,
  seal: BlockSeal | undefined,
  { source, target }: Buffers,
): OpenedBlock | undefined {
  if (seal === undefined) throw new Error('a block of the published format is opened with its nonce and tag')
  const decipher = createDecipheriv(AES, key, seal.iv, AES_OPTIONS)
  decipher.setAAD(PUBLISHED_ASSOCIATED_DATA).setAuthTag(seal.tag)
  inPieces(source, target, (piece) => decipher.update(piece))
  try {
    decipher.final()
    return { bytes: target }
  } catch {
    return undefined // the tag is wrong
  }
}

function inPieces(source: Uint8Array, target: Uint8Array, convert: (piece: Uint8Array) => Buffer): void {
  for (let at = 0; at < source.length; at += AES_PIECE_BYTES) {
    const converted = convert(source.subarray(at, at + AES_PIECE_BYTES))
    target.set(converted, at)
    wipe(converted)
  }
}

function bytesOf(name: string, ...numbers: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(name.length + numbers.length * 8)
  bytes.write(name, 'latin1')
  numbers.forEach((number, index) => bytes.writeBigUInt64BE(BigInt(number), name.length + index * 8))
  return bytes
}

function cannotOpen({ index, count }: BlockPlace): CryptoError {
  const words = phrase`block ${index + 1} of ${count} of the file was changed or does not belong there`
  return new CryptoError('cannot_open', words)
}
