import { asPhrase, phrase, ServiceError } from '../../../shared/contract/errors.ts'
import type { RegistryKind } from '../../../shared/contract/registries.ts'
import { isObject, memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { Certificate } from '../../crypto/certificate.ts'
import { CryptoError } from '../../crypto/crypto-error.ts'
import { readJwt } from '../proofs/jwt.ts'
import { ProofFault } from '../proofs/proof-fault.ts'
import { writtenMethods } from '../proofs/verification-method.ts'
import { STATUS_LIST_TYPES } from './credential-status.ts'
import { isIssuerUrl, metadataIssuer, metadataKeys } from './issuer-metadata.ts'
import { tokenListIn } from './token-list.ts'
import { readTrustAnchor } from './trust-anchors.ts'
import type { Message } from '../../../shared/phrase.ts'

/** A well-formed document with its key. */
interface ReadEntry {
  readonly key: string
  /** Parsed JSON; a JWT or a certificate as text. */
  readonly document: unknown
}

/**
 * Reads strict JSON: distinct members, UTF-8, limited depth.
 *
 * @throws {ServiceError} `bad_request`
 */
export type ReadJson = (text: string) => unknown

/** The largest text of each kind in bytes. Status lists may be up to 16 MiB uncompressed. */
const MAX_BYTES: Readonly<Record<RegistryKind, number>> = {
  contexts: 256 * 1024,
  schemas: 256 * 1024,
  'did-documents': 256 * 1024,
  'status-lists': 4 * 1024 * 1024,
  'issuer-metadata': 256 * 1024,
  'trust-anchors': 64 * 1024,
}
/** More than anybody rotates; each is read when its problems are looked for. */
const MAX_ISSUER_KEYS = 100
const DID = /^did:[a-z0-9]+:[\w.%:-]+$/

/**
 * Reads a document to import, checking only its shape.
 *
 * @param givenKey the key, if it is not the one in the document, or there is none
 * @throws {ServiceError} `registry_document_invalid`
 */
export function readEntry(
  kind: RegistryKind,
  { text, givenKey }: { readonly text: string; readonly givenKey: string | null },
  readJson: ReadJson,
): ReadEntry {
  if (Buffer.byteLength(text) > MAX_BYTES[kind]) {
    throw invalid(`The document is larger than ${MAX_BYTES[kind] / 1024} KiB.`)
  }
  return READERS[kind](text.trim(), givenKey, readJson)
}

export function invalid(message: Message, options?: ErrorOptions): ServiceError {
  return new ServiceError('registry_document_invalid', message, options)
}

type Reader = (text: string, givenKey: string | null, readJson: ReadJson) => ReadEntry

const READERS: Readonly<Record<RegistryKind, Reader>> = {
  contexts(text, givenKey, readJson) {
    const document = readObject(text, readJson)
    if (!Object.hasOwn(document, '@context')) throw invalid('A context has the member @context.')
    if (givenKey === null) throw invalid('Give the URL by which documents name this context.')
    return { key: requireUri(givenKey), document }
  },
  schemas(text, givenKey, readJson) {
    const document = readObject(text, readJson)
    const inner = memberOf(document, 'schema')
    const schema = isObject(inner) ? inner : document
    const named = textOf(memberOf(schema, '$id')) ?? textOf(memberOf(schema, 'id')) ?? textOf(memberOf(document, 'id'))
    const key = givenKey ?? named
    if (key === undefined) throw invalid('The schema has no $id: give the URL by which credentials name it.')
    return { key: requireUri(key), document }
  },
  'did-documents'(text, givenKey, readJson) {
    const document = readObject(text, readJson)
    const did = textOf(memberOf(document, 'id')) ?? ''
    if (!DID.test(did)) throw invalid('The id of a DID document is a DID.')
    if (givenKey !== null && givenKey !== did) throw invalid(`The document is of ${did}, not of ${givenKey}.`)
    if (writtenMethods(document).length === 0) throw invalid('The DID document holds no verification method.')
    return { key: did, document }
  },
  'status-lists'(text, givenKey, readJson) {
    const document = text.startsWith('{') ? readObject(text, readJson) : text
    const token = tokenListIn(document)
    if (token !== undefined) {
      const key = givenKey ?? textOf(memberOf(token.payload, 'sub'))
      if (key === undefined) throw invalid('The list has no sub: give the URL by which credentials name it.')
      return { key: requireUri(key), document }
    }
    const credential = typeof document === 'string' ? credentialOfJwt(document) : document
    const types = textsOf(memberOf(credential, 'type'))
    if (!types.some((type) => STATUS_LIST_TYPES.has(type))) {
      throw invalid(`The type of a status list is one of ${[...STATUS_LIST_TYPES].join(', ')}, or typ statuslist+jwt.`)
    }
    const key = givenKey ?? textOf(memberOf(credential, 'id'))
    if (key === undefined) throw invalid('The list has no id: give the URL by which credentials name it.')
    return { key: requireUri(key), document }
  },
  'issuer-metadata'(text, givenKey, readJson) {
    const document = readObject(text, readJson)
    const named = metadataIssuer(document)
    requirePublicKeys(document)
    const key = givenKey ?? named
    if (key === undefined) throw invalid('A JWK Set does not say whose it is: give the URL of the issuer.')
    if (named !== undefined && named !== key) throw invalid(phrase`The document is of ${named}, not of ${key}.`)
    if (!isIssuerUrl(key)) throw invalid('The issuer is an https URL without query and fragment.')
    return { key, document }
  },
  'trust-anchors'(text, givenKey) {
    const { sha256 } = certificateIn(text)
    if (givenKey !== null && givenKey !== sha256) throw invalid(phrase`The certificate is ${sha256}, not ${givenKey}.`)
    return { key: sha256, document: text }
  },
}

function requirePublicKeys(metadata: JsonObject): void {
  const keys = metadataKeys(metadata)
  const uri = textOf(memberOf(metadata, 'jwks_uri'))
  if (keys.length === 0 && uri !== undefined) throw invalid(whatToImport(uri.slice(0, 200)))
  if (keys.length === 0) throw invalid('The document has neither jwks nor keys: it says no key of the issuer.')
  if (keys.length > MAX_ISSUER_KEYS) throw invalid(phrase`The document has more than ${MAX_ISSUER_KEYS} keys.`)
  if (keys.some((key) => Object.hasOwn(key, 'd') || Object.hasOwn(key, 'k'))) {
    throw invalid('The document holds a private key: import public keys only.')
  }
}

function whatToImport(uri: string): Message {
  return phrase`The document names its keys by jwks_uri, and nothing is fetched: import what ${uri} holds under the URL of the issuer.`
}

function certificateIn(text: string): Certificate {
  try {
    return readTrustAnchor(text)
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    throw invalid('A trust anchor is one X.509 certificate, as PEM or as Base64 of its DER.', { cause })
  }
}

/** The credential of a JWT, with `jti` as its id if it has none. */
function credentialOfJwt(text: string): JsonObject {
  try {
    const { payload } = readJwt(text)
    const vc = memberOf(payload, 'vc')
    return { id: memberOf(payload, 'jti'), ...(isObject(vc) ? vc : payload) }
  } catch (cause) {
    if (cause instanceof ProofFault) throw invalid('The text is neither a JSON object nor a compact JWT.', { cause })
    throw cause
  }
}

function readObject(text: string, readJson: ReadJson): JsonObject {
  let value: unknown
  try {
    value = readJson(text)
  } catch (cause) {
    if (cause instanceof ServiceError) throw invalid(asPhrase(cause), { cause })
    throw cause
  }
  if (!isObject(value)) throw invalid('The document must be a JSON object.')
  return value
}

function requireUri(key: string): string {
  if (URL.canParse(key) && !/\s/.test(key)) return key
  throw invalid(`The name ${key.slice(0, 100)} is not an absolute URL.`)
}
