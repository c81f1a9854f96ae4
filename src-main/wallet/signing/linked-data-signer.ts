import { createHash } from 'node:crypto'
import jsonld from 'jsonld'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { encodeBase64Url } from '../../crypto/base64url.ts'
import { signBytes } from '../../crypto/signing-key.ts'
import type { SigningKey } from '../../crypto/signing-key.ts'

/** Port: finds the JSON-LD context of a URL. Contexts are never fetched. */
export type FindContext = (url: string) => JsonObject | undefined

interface LinkedDataSigning {
  /** An Ed25519 key. */
  readonly key: SigningKey
  readonly verificationMethod: string
  /** `assertionMethod`; for a presentation also `authentication`. */
  readonly proofPurpose: string
  /** An `xsd:dateTime` with a time zone. */
  readonly created: string
  readonly challenge?: string | undefined
  readonly domain?: string | undefined
  /** An `xsd:dateTime` with a time zone. */
  readonly expires?: string | undefined
  /** Another protected header, for deliberately faulty signatures. */
  readonly header?: JsonObject
}

/** The only suite that wallets and demo issuers sign with. */
export const LINKED_DATA_PROOF = 'Ed25519Signature2018'

/** The required header of Ed25519Signature2018 (docs/contract/exchange.md, Proofs: linked data). */
const DETACHED_HEADER: JsonObject = { alg: 'EdDSA', b64: false, crit: ['b64'] }

/**
 * Adds a proof of Ed25519Signature2018 (docs/contract/exchange.md, Proofs: linked data). It does not cover members that no
 * context defines.
 *
 * @param document without a proof
 * @throws an error of the library if a context is unknown or the document is not JSON-LD
 */
export async function signLinkedData(
  document: JsonObject,
  signing: LinkedDataSigning,
  contexts: FindContext,
): Promise<JsonObject> {
  const { key, header = DETACHED_HEADER } = signing
  const options = proofOptions(signing)
  const message = await bytesToSign(document, options, contexts)
  return { ...document, proof: { ...options, jws: detachedJws(key, header, message) } }
}

/** All members of a proof except `jws`. */
export function proofOptions(signing: Omit<LinkedDataSigning, 'key' | 'header'>): JsonObject {
  const { created, verificationMethod, proofPurpose, challenge, domain, expires } = signing
  return {
    type: LINKED_DATA_PROOF,
    created,
    verificationMethod,
    proofPurpose,
    ...(challenge !== undefined && { challenge }),
    ...(domain !== undefined && { domain }),
    ...(expires !== undefined && { expires }),
  }
}

/** SHA-256 of the canonical proof options, then of the canonical document: 64 bytes. */
export async function bytesToSign(
  document: JsonObject,
  options: JsonObject,
  contexts: FindContext,
): Promise<Uint8Array> {
  const parts = [{ ...options, '@context': document['@context'] }, document]
  const texts = await Promise.all(parts.map((part) => canonicalText(part, contexts)))
  return Buffer.concat(texts.map((text) => createHash('sha256').update(text).digest()))
}

/** A JWS with a detached payload, which is signed without encoding it (RFC 7797). */
export function detachedJws(key: SigningKey, header: JsonObject, message: Uint8Array): string {
  const encodedHeader = encodeBase64Url(Buffer.from(JSON.stringify(header)))
  const signature = signBytes(key, 'EdDSA', Buffer.concat([Buffer.from(`${encodedHeader}.`), message]))
  return `${encodedHeader}..${encodeBase64Url(signature)}`
}

/** Canonicalizes with RDFC-1.0. Only the library is used, so that signing is independent of the code that verifies. */
function canonicalText(document: JsonObject, contexts: FindContext): Promise<string> {
  const documentLoader = (url: string) => {
    const found = contexts(url)
    if (found === undefined) return Promise.reject(new Error(`no context is known under ${url}`))
    return Promise.resolve({ documentUrl: url, document: found })
  }
  return jsonld.canonize(document, { documentLoader, safe: false })
}
