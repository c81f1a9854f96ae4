import { isSameAlgorithm } from '../../../shared/jose-algorithms.ts'
import { isObject, listOf, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { decodeMultibase } from '../../crypto/multibase.ts'
import { decodeBase64Url } from '../../crypto/base64url.ts'
import { fitsAlgorithm } from '../../crypto/signature.ts'
import type { SignatureAlgorithm } from '../../crypto/signature.ts'
import type { VerificationKey } from '../../crypto/verification-key.ts'
import type { DidRegistry } from '../registries/registry.ts'
import { readKey } from './multikey.ts'
import { keyOfMethod } from './method-key.ts'
import type { MethodKey } from './method-key.ts'
import { ProofFault } from './proof-fault.ts'
import { phrase } from '../../../shared/phrase.ts'

/** The verification relationship of a key (DID Core 5.3). A presentation may be signed for either. */
export type KeyPurpose = 'assertionMethod' | 'authentication'

export interface VerificationMethod extends MethodKey {
  /** The DID URL of the method, with its fragment. */
  readonly id: string
  /** The DID of the signer. */
  readonly did: string
}

const MAX_CACHED_DOCUMENTS = 500
const cachedKeys = new WeakMap<JsonObject, MethodKey>()
const cachedDocuments = new Map<string, JsonObject>()

/**
 * Finds the key that a proof names in the registry, else in the DID itself, but never on a network
 * (docs/contract/exchange.md, Proofs: keys).
 *
 * @param reference a DID URL, a DID with exactly one suitable method, or an object with either as its `id`
 * @param purposes the DID document must list the method under one of them
 * @throws {ProofFault} `key_unresolved`, `did_method_unavailable`, `key_too_weak`, `proof_purpose_invalid`
 */
export function findVerificationMethod(
  reference: unknown,
  purposes: readonly KeyPurpose[],
  dids: DidRegistry,
): VerificationMethod {
  const url = textOf(reference) ?? textOf(memberOf(reference, 'id'))
  if (url === undefined) throw new ProofFault('key_unresolved', 'the proof names no verification method')
  const { did, fragment } = partsOf(url)
  const document = dids.find(did) ?? cachedDocument(did)
  if (memberOf(document, 'id') !== did) throw new ProofFault('key_unresolved', 'the DID document is of another DID')
  const methods = methodsOf(document, did)
  const listed = purposes.flatMap((purpose) => listedUnder(document, purpose, did))
  return fragment === undefined
    ? onlyMethod(did, methods, listed)
    : namedMethod({ id: `${did}#${fragment}`, did }, methods, listed)
}

/** @throws {ProofFault} `algorithm_key_mismatch` if the key is of another kind, or its JWK does not allow this use. */
export function keyFor(method: MethodKey, algorithm: SignatureAlgorithm): VerificationKey {
  const { key, use, keyOperations } = method
  const isAllowed =
    fitsAlgorithm(key, algorithm) &&
    (use === undefined || use === 'sig') &&
    (keyOperations === undefined || keyOperations.includes('verify')) &&
    (method.algorithm === undefined || isSameAlgorithm(method.algorithm, algorithm))
  if (!isAllowed) throw new ProofFault('algorithm_key_mismatch', phrase`the key (${key.kind}) is not for ${algorithm}`)
  return key
}

function partsOf(url: string): { readonly did: string; readonly fragment: string | undefined } {
  const [did = '', fragment, ...rest] = url.split('#')
  if (!did.startsWith('did:')) throw new ProofFault('did_method_unavailable', whyNoDid(did))
  if (rest.length > 0 || !/^did:[a-z0-9]+:[\w.%:-]+$/.test(did)) {
    const why =
      'the verification method is not a DID, its method in lower case, with a fragment, without path and query'
    throw new ProofFault('key_unresolved', why)
  }
  return { did, fragment }
}

function whyNoDid(text: string): string {
  if (text === '') return 'the verification method needs its DID before the #'
  return text.toLowerCase().startsWith('did:')
    ? 'did: is written in lower case'
    : 'the verification method is not in a DID'
}

function cachedDocument(did: string): JsonObject {
  const cached = cachedDocuments.get(did)
  if (cached !== undefined) return cached
  const document = selfContainedDocument(did)
  if (cachedDocuments.size >= MAX_CACHED_DOCUMENTS) cachedDocuments.clear()
  cachedDocuments.set(did, document)
  return document
}

type Methods = ReadonlyMap<string, JsonObject>

/** The methods of a DID document, also those embedded in verification relationships. */
export function writtenMethods(document: JsonObject): readonly JsonObject[] {
  return ['verificationMethod', 'assertionMethod', 'authentication'].flatMap((name) =>
    listOf(memberOf(document, name)).filter(isObject),
  )
}

/** Collects the methods by their absolute id. */
function methodsOf(document: JsonObject, did: string): Methods {
  return new Map(
    writtenMethods(document).map((method) => [absolute(textOf(memberOf(method, 'id')) ?? '', did), method]),
  )
}

function listedUnder(document: JsonObject, purpose: KeyPurpose, did: string): readonly string[] {
  const entries = listOf(memberOf(document, purpose))
  return entries.map((entry) => absolute(textOf(entry) ?? textOf(memberOf(entry, 'id')) ?? '', did))
}

function absolute(id: string, did: string): string {
  return id.startsWith('#') ? did + id : id
}

type MethodName = Pick<VerificationMethod, 'id' | 'did'>

function namedMethod(name: MethodName, methods: Methods, listed: readonly string[]): VerificationMethod {
  const method = methods.get(name.id)
  if (method === undefined) {
    const known = [...methods.keys()].slice(0, 3).map((id) => `#${id.split('#').at(-1)?.slice(0, 80)}`)
    const why = 'the DID document has no such verification method'
    throw new ProofFault('key_unresolved', known.length === 0 ? why : `${why}; it has ${known.join(', ')}`)
  }
  if (!listed.includes(name.id)) {
    throw new ProofFault('proof_purpose_invalid', 'the verification method is not listed for what it was used for')
  }
  return readMethod(name, method)
}

function readMethod({ id, did }: MethodName, method: JsonObject): VerificationMethod {
  if (memberOf(method, 'controller') !== did) throw new ProofFault('key_unresolved', 'another DID controls the key')
  if (Object.hasOwn(method, 'revoked')) throw new ProofFault('key_unresolved', 'the key is revoked')
  const key = cachedKeys.get(method) ?? keyOfMethod(method)
  cachedKeys.set(method, key)
  return { ...key, id, did }
}

function onlyMethod(did: string, methods: Methods, listed: readonly string[]): VerificationMethod {
  const [only, ...others] = [...new Set(listed)].flatMap((id) => usableMethods({ id, did }, methods.get(id)))
  if (only === undefined || others.length > 0) {
    throw new ProofFault('key_unresolved', 'a DID without fragment must have exactly one method that fits')
  }
  return only
}

/** The method if its key can be used, else none. */
function usableMethods(name: MethodName, method: JsonObject | undefined): readonly VerificationMethod[] {
  try {
    return method === undefined ? [] : [readMethod(name, method)]
  } catch (error) {
    if (error instanceof ProofFault && error.code === 'key_unresolved') return []
    throw error
  }
}

const KEY_METHOD = 'did:key:'
const JWK_METHOD = 'did:jwk:'
const MAX_DID_LENGTH = 4096

/** The document of a DID that contains its own key. @throws {ProofFault} `did_method_unavailable`, `key_unresolved` */
function selfContainedDocument(did: string): JsonObject {
  if (did.length > MAX_DID_LENGTH) throw new ProofFault('key_unresolved', 'the DID is longer than any key')
  if (did.startsWith(KEY_METHOD)) return didKeyDocument(did)
  if (did.startsWith(JWK_METHOD)) return didJwkDocument(did)
  throw new ProofFault(
    'did_method_unavailable',
    phrase`no document of ${did.slice(0, 80)} is registered here: import its DID document`,
  )
}

function didKeyDocument(did: string): JsonObject {
  const text = did.slice(KEY_METHOD.length)
  readKey(() => decodeMultibase(text, 'z')) // in another base, one key would have several DIDs
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
