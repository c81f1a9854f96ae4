/*
 * The blocks of a file, sealed and opened. Numbers are 64 bits, big-endian.
 *
 * pdv1.sc    XChaCha20-Poly1305, nonce = BLAKE2b-192(header ‖ index),
 *            bound to `pdv1.sc` ‖ index ‖ number of blocks
 * pdv1.ss    crypto_secretstream from the header, bound to `pdv1.ss` ‖ index, tag MESSAGE and for the last one FINAL
 * published  AES-256-GCM with a nonce of its own, bound to `none`; nonce and tag lie in the artefacts
 *
 * The header has 24 random bytes. In our formats one block of one key and header must never be sealed with two contents:
 * the nonce follows from its place.
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

/** A block of a file. */
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
  /** The state that opens the next block of `pdv1.ss`; as secret as the key. */
  readonly state?: Uint8Array
}

interface SealOptions {
  /** Memory with room for the sealed block; may be that of the content. */
  readonly into?: Uint8Array
  readonly random?: RandomBytes
}

interface OpenOptions {
  /** The seal of a block of the published format, from the artefacts. */
  readonly seal?: BlockSeal | undefined
  /** The state after the previous block of `pdv1.ss`; the first block has none. */
  readonly state?: Uint8Array | undefined
  /** Memory for the content; may be that of the sealed block. */
  readonly into?: Uint8Array
}

export const HEADER_BYTES = sodium.crypto_secretstream_xchacha20poly1305_HEADERBYTES
export const IV_BYTES = 12
export const TAG_BYTES = 16

const AES = 'aes-256-gcm'
const AES_OPTIONS = { authTagLength: TAG_BYTES } as const
/** Node answers each piece in memory of its own; small pieces are given back soon. */
const AES_PIECE_BYTES = 64 * 1024
const ASSOCIATED_WITH_PUBLISHED = Buffer.from('none')

const NONCE_BYTES = sodium.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES
const { crypto_secretstream_xchacha20poly1305_TAG_MESSAGE: MESSAGE } = sodium
const { crypto_secretstream_xchacha20poly1305_TAG_FINAL: FINAL } = sodium

export function newHeader(random: RandomBytes = randomBytes): Uint8Array {
  return random(HEADER_BYTES)
}

/** Seals one block. What it answers lies in `into`, where that is given. */
export function sealBlock({ cipher, place }: FileBlock, content: Uint8Array, options: SealOptions = {}): SealedBlock {
  const sealedBytes = content.length + OVERHEAD[cipher.format]
  const { into = new Uint8Array(sealedBytes), random = randomBytes } = options
  const target = into.subarray(0, sealedBytes)
  if (cipher.format === 'published') return sealPublished(cipher.key, random, { from: content, target })
  const sealed = cipher.format === 'pdv1.sc' ? sealIndependent : sealOnly
  return { bytes: sealed(cipher, place, { from: content, target }) }
}

/**
 * Opens one block of `pdv1.sc` or the published format, or the next one of `pdv1.ss`.
 *
 * @throws {CryptoError} `cannot_open` when it was changed, cut, or stands at another place or in another file
 */
export function openBlock({ cipher, place }: FileBlock, sealed: Uint8Array, options: OpenOptions = {}): OpenedBlock {
  const contentBytes = sealed.length - OVERHEAD[cipher.format]
  const { into = new Uint8Array(Math.max(0, contentBytes)), seal, state } = options
  const passage = { from: sealed, target: into.subarray(0, contentBytes) }
  const opened = contentBytes < 0 ? undefined : openWith(cipher, place, { ...passage, seal, state })
  if (opened === undefined) {
    wipe(passage.target)
    throw cannotOpen(place)
  }
  return opened
}

type OurCipher = Extract<BlockCipher, { readonly header: Uint8Array }>

/** Moves a block from one memory to the other, which may be the same. */
interface Passage {
  readonly from: Uint8Array
  readonly target: Uint8Array
}

/** Undefined where it does not open. */
function openWith(
  cipher: BlockCipher,
  place: BlockPlace,
  { from, target, seal, state }: Passage & Pick<OpenOptions, 'seal' | 'state'>,
): OpenedBlock | undefined {
  switch (cipher.format) {
    case 'pdv1.sc':
      return openIndependent(cipher, place, { from, target })
    case 'pdv1.ss':
      return openNext(cipher, place, { from, target, state })
    case 'published':
      return openPublished(cipher.key, seal, { from, target })
  }
}

function sealIndependent(cipher: OurCipher, place: BlockPlace, { from, target }: Passage): Uint8Array {
  const sealed = sealInPlace(independentParts(cipher, place), from, target)
  if (sealed === undefined) throw new Error('libsodium refused to seal a block')
  return sealed
}

function openIndependent(cipher: OurCipher, place: BlockPlace, { from, target }: Passage): OpenedBlock | undefined {
  const bytes = openInPlace(independentParts(cipher, place), from, target)
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

/** We write a stream for one block only, so nothing has to be kept from one block to the next. */
function sealOnly({ key, header }: OurCipher, { index, count }: BlockPlace, { from, target }: Passage): Uint8Array {
  if (count !== 1 || index !== 0) throw new Error('a file of several blocks is written as pdv1.sc')
  target.set(sealStreamMessage({ key, header }, from, { associated: bytesOf('pdv1.ss', index), tag: FINAL }))
  return target
}

function openNext(
  { key, header }: OurCipher,
  { index, count }: BlockPlace,
  { from, target, state }: Passage & Pick<OpenOptions, 'state'>,
): OpenedBlock | undefined {
  if (index > 0 && state === undefined) throw new Error('a stream is opened from its first block on')
  const opened = openStreamMessage({ key, header, state }, from, bytesOf('pdv1.ss', index))
  if (opened === undefined) return undefined
  const isInPlace = opened.tag === (index === count - 1 ? FINAL : MESSAGE)
  if (isInPlace) target.set(opened.content)
  else wipe(opened.state)
  wipe(opened.content)
  return isInPlace ? { bytes: target, state: opened.state } : undefined
}

function sealPublished(key: AttachmentKey, random: RandomBytes, { from, target }: Passage): SealedBlock {
  const iv = random(IV_BYTES)
  const cipher = createCipheriv(AES, key, iv, AES_OPTIONS).setAAD(ASSOCIATED_WITH_PUBLISHED)
  inPieces(from, target, (piece) => cipher.update(piece))
  cipher.final()
  return { bytes: target, seal: { iv, tag: new Uint8Array(cipher.getAuthTag()) } }
}

function openPublished(
  key: AttachmentKey,
  seal: BlockSeal | undefined,
  { from, target }: Passage,
): OpenedBlock | undefined {
  if (seal === undefined) throw new Error('a block of the published format is opened with its nonce and tag')
  const decipher = createDecipheriv(AES, key, seal.iv, AES_OPTIONS)
  decipher.setAAD(ASSOCIATED_WITH_PUBLISHED).setAuthTag(seal.tag)
  inPieces(from, target, (piece) => decipher.update(piece))
  try {
    decipher.final()
    return { bytes: target }
  } catch {
    return undefined // the only reason is that the tag is another one
  }
}

function inPieces(from: Uint8Array, to: Uint8Array, change: (piece: Uint8Array) => Buffer): void {
  for (let at = 0; at < from.length; at += AES_PIECE_BYTES) {
    const changed = change(from.subarray(at, at + AES_PIECE_BYTES))
    to.set(changed, at)
    wipe(changed)
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
