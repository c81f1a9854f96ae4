import { decodeBase64Url } from '../../crypto/base64url.ts'
import { isObject } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { ProofFault } from './proof-fault.ts'

const KEY_METHOD = 'did:key:'
const JWK_METHOD = 'did:jwk:'
const MAX_DID_LENGTH = 4096

/**
 * The document of a DID that contains its own key. Everything else is looked up in the registry before, or not at all
 * (docs/contract/exchange.md, Proofs: keys).
 *
 * @throws {ProofFault} `did_method_unavailable`, `key_unresolved`
 */
export function selfContainedDocument(did: string): JsonObject {
  if (did.length > MAX_DID_LENGTH) throw new ProofFault('key_unresolved', 'the DID is longer than any key')
  if (did.startsWith(KEY_METHOD)) return didKeyDocument(did)
  if (did.startsWith(JWK_METHOD)) return didJwkDocument(did)
  throw new ProofFault('did_method_unavailable', `no document of ${did.slice(0, 80)} is registered here`)
}

function didKeyDocument(did: string): JsonObject {
  const text = did.slice(KEY_METHOD.length)
  return documentOf(did, `${did}#${text}`, { type: 'Multikey', publicKeyMultibase: text })
}

function didJwkDocument(did: string): JsonObject {
  return documentOf(did, `${did}#0`, { type: 'JsonWebKey2020', publicKeyJwk: readJwk(did.slice(JWK_METHOD.length)) })
}

function documentOf(did: string, id: string, key: JsonObject): JsonObject {
  const verificationMethod = [{ id, controller: did, ...key }]
  return { id: did, verificationMethod, assertionMethod: [id], authentication: [id] }
}

function readJwk(text: string): JsonObject {
  try {
    const jwk: unknown = JSON.parse(Buffer.from(decodeBase64Url(text)).toString())
    if (isObject(jwk)) return jwk
  } catch {
    // Neither base64url nor JSON: the same fault as JSON that is not an object.
  }
  throw new ProofFault('key_unresolved', 'the DID does not contain a JWK')
}
