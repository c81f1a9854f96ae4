/*
 * `Aes256Gcm.<cipher text without tag>.<artefacts>` (docs/contract/client-crypto.md, Published format: symmetric).
 * Artefacts: `A` and BSON { iv: 12 bytes, at: tag of 16 bytes, ad: "none" }. The associated data is always `none`, so a value
 * is not bound to its place.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { DecipherGCM } from 'node:crypto'
import { CryptoError } from '../crypto-error.ts'
import { wipe } from '../keys.ts'
import type { DataEncryptionKey, KeyEncryptionKey, PassphraseDerivedKey } from '../keys.ts'
import type { RandomBytes } from '../random.ts'
import { randomBytes } from '../random.ts'
import { binaryArtefact, malformed, readArtefacts, readPart, writeArtefacts, writePart } from './artefacts.ts'

const NAME = 'Aes256Gcm'
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ASSOCIATED = 'none'
const OPTIONS = { authTagLength: TAG_BYTES } as const
const PART_COUNT = 3
const DOT = 0x2e
const PIECE_CHARACTERS = 64 * 1024
const PIECE_BYTES = (PIECE_CHARACTERS / 4) * 3

type AesKey = DataEncryptionKey | KeyEncryptionKey | PassphraseDerivedKey

/** Whether a text has the published format. */
export function isPublished(text: string): boolean {
  return text.startsWith(`${NAME}.`)
}

/** @param content not empty, because published clients do not accept an empty cipher text */
export function sealAesGcm(key: AesKey, content: Uint8Array, random: RandomBytes = randomBytes): string {
  const nonce = random(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, OPTIONS).setAAD(Buffer.from(ASSOCIATED))
  const sealed = Buffer.concat([cipher.update(content), cipher.final()])
  const artefacts = writeArtefacts('A', { iv: nonce, at: cipher.getAuthTag(), ad: ASSOCIATED })
  return `${NAME}.${writePart(sealed)}.${artefacts}`
}

/** @throws {CryptoError} `cannot_open` for another key or changed bytes; `malformed_envelope`. */
export function openAesGcm(key: AesKey, text: string): Uint8Array {
  const [name, data, artefactsPart, ...rest] = text.split('.', PART_COUNT + 1)
  if (name !== NAME || data === undefined || data === '' || artefactsPart === undefined || rest.length > 0) {
    throw malformed()
  }
  const decipher = decipherFor(key, artefactsPart)
  const content = decipher.update(readPart(data))
  try {
    requireAuthentic(decipher)
    return content
  } catch (error) {
    wipe(content)
    throw error
  }
}

/**
 * Opens a long text within its own buffer, to save memory. The text is overwritten, even if it does not open.
 *
 * @returns the content, at the start of the same buffer
 * @throws {CryptoError} as {@link openAesGcm}
 */
export function openAesGcmInPlace(key: AesKey, text: Uint8Array): Uint8Array {
  const dataAt = NAME.length + 1
  const dataEnd = text.indexOf(DOT, dataAt)
  if (latin1(text.subarray(0, dataAt)) !== `${NAME}.` || dataEnd <= dataAt) throw malformed()
  const decipher = decipherFor(key, latin1(text.subarray(dataEnd + 1)))
  try {
    const length = decryptPieces(decipher, text, { from: dataAt, to: dataEnd })
    requireAuthentic(decipher)
    return text.subarray(0, length)
  } catch (error) {
    wipe(text)
    throw error
  }
}

/** Decodes and decrypts a range of a buffer piece by piece to its start. @returns the length of the content */
function decryptPieces(
  decipher: DecipherGCM,
  text: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  let length = 0
  for (let at = from; at < to; at += PIECE_CHARACTERS) {
    const end = Math.min(to, at + PIECE_CHARACTERS)
    const sealed = readPart(latin1(text.subarray(at, end)))
    // Only the last piece may be shorter, because padding ends the text.
    if (end < to && sealed.length < PIECE_BYTES) throw malformed()
    const opened = decipher.update(sealed)
    text.set(opened, length)
    wipe(opened)
    length += sealed.length
  }
  return length
}

function decipherFor(key: AesKey, artefactsPart: string): DecipherGCM {
  const artefacts = readArtefacts('A', artefactsPart)
  if (artefacts['ad'] !== ASSOCIATED) throw malformed()
  const decipher = createDecipheriv(CIPHER, key, binaryArtefact(artefacts, 'iv', NONCE_BYTES), OPTIONS)
  return decipher.setAAD(Buffer.from(ASSOCIATED)).setAuthTag(binaryArtefact(artefacts, 'at', TAG_BYTES))
}

function requireAuthentic(decipher: DecipherGCM): void {
  try {
    decipher.final()
  } catch (cause) {
    throw new CryptoError('cannot_open', 'the sealed bytes were changed or belong to another key', { cause })
  }
}

function latin1({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1')
}

export function sealAesGcmText(key: DataEncryptionKey, value: string, random: RandomBytes = randomBytes): string {
  const clear = Buffer.from(value, 'utf8')
  const sealed = sealAesGcm(key, clear, random)
  wipe(clear)
  return sealed
}

/** @throws {CryptoError} as {@link openAesGcm}; `cannot_open` when the content is not UTF-8. */
export function openAesGcmText(key: DataEncryptionKey, text: string): string {
  const clear = openAesGcm(key, text)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(clear)
  } catch (cause) {
    throw new CryptoError('cannot_open', 'the opened value is not text', { cause })
  } finally {
    wipe(clear)
  }
}
