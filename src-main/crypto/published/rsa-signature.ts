/*
 * `Sign.Rsa<bits>.<signature>.<signed bytes>` (docs/contract/client-crypto.md, Published format: signatures):
 * RSASSA-PKCS1-v1_5 with SHA-256.
 */
import { constants, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { malformed, readPart, writePart } from './artefacts.ts'

const SIGNED = /^Sign\.Rsa\d{3,5}\.([^.]+)\.([^.]+)$/
const DIGEST = 'sha256'
const PADDING = constants.RSA_PKCS1_PADDING

export interface PublishedSignature {
  readonly signature: Uint8Array
  /** The bytes that the signature covers. */
  readonly signed: Uint8Array
}

/** Signs a text as UTF-8 with a private RSA key. */
export function signPublished(privateKey: KeyObject, text: string): string {
  const bytes = Buffer.from(text, 'utf8')
  const signature = sign(DIGEST, bytes, { key: privateKey, padding: PADDING })
  const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? 0
  return `Sign.Rsa${bits}.${writePart(signature)}.${writePart(bytes)}`
}

/** @throws {CryptoError} `malformed_envelope` */
export function readPublishedSignature(text: string): PublishedSignature {
  const [, signature, signed] = SIGNED.exec(text) ?? []
  if (signature === undefined || signed === undefined) throw malformed()
  return { signature: readPart(signature), signed: readPart(signed) }
}

/** Whether a signature is valid and covers exactly this text. */
export function isPublishedSignatureOf(
  publicKey: KeyObject,
  text: string,
  { signature, signed }: PublishedSignature,
): boolean {
  const bytes = Buffer.from(text, 'utf8')
  return bytes.equals(signed) && verify(DIGEST, bytes, { key: publicKey, padding: PADDING }, signature)
}
