import { createHash } from 'node:crypto'
import jsonld from 'jsonld'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { encodeBase64Url } from '../../crypto/base64url.ts'
import { signBytes } from '../../crypto/signing-key.ts'
import type { SigningKey } from '../../crypto/signing-key.ts'

/** Port: finds the JSON-LD context of a URL. Contexts are never fetched. */
export type FindContext = (url: string) => JsonObject | undefined

interface LinkedDataSigning {
  /** Ed25519: the suite knows no other kind. */
  readonly key: SigningKey
  readonly verificationMethod: string
  /** `assertionMethod`, for a presentation also `authentication`. */
  readonly proofPurpose: string
  /** `xsd:dateTime` with a zone. */
  readonly created: string
  readonly challenge?: string | undefined
  readonly domain?: string | undefined
  /** When the proof expires, in the form of `created`. */
  readonly expires?: string | undefined
  /** Another protected header, for signatures that are right over a wrong one. */
  readonly header?: JsonObject
}

/** The one suite that is signed with here. */
export const LINKED_DATA_PROOF = 'Ed25519Signature2018'

/** The required header of Ed25519Signature2018 (docs/contract/exchange.md, Proofs: linked data). */
const DETACHED_HEADER: JsonObject = { alg: 'EdDSA', b64: false, crit: ['b64'] }

/**
 * Adds a proof of Ed25519Signature2018 (docs/contract/exchange.md, Proofs: linked data).
 *
 * Members that no context defines are left as they are and not covered, as in a plain presentation; who wants all of
 * them covered brings contexts that define them.
 *
 * @param document without a proof of its own
 * @throws an error of the library when a context is not found or the document is no JSON-LD
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

/** A proof before it is signed: every member but `jws`. */
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

/** A JWS whose payload is elsewhere (RFC 7797): the middle part is empty, and signed is header, `.`, message. */
export function detachedJws(key: SigningKey, header: JsonObject, message: Uint8Array): string {
  const first = encodeBase64Url(Buffer.from(JSON.stringify(header)))
  const signature = signBytes(key, 'EdDSA', Buffer.concat([Buffer.from(`${first}.`), message]))
  return `${first}..${encodeBase64Url(signature)}`
}

/** JSON-LD 1.1 to RDF to RDFC-1.0, by the library alone: a second way beside the one that verifies. */
function canonicalText(document: JsonObject, contexts: FindContext): Promise<string> {
  const documentLoader = (url: string) => {
    const found = contexts(url)
    if (found === undefined) return Promise.reject(new Error(`no context is known under ${url}`))
    return Promise.resolve({ documentUrl: url, document: found })
  }
  return jsonld.canonize(document, { documentLoader, safe: false })
}
