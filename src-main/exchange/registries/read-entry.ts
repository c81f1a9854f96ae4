import { asPhrase, ServiceError } from '../../../shared/contract/errors.ts'
import type { RegistryKind } from '../../../shared/contract/registries.ts'
import { isObject, memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { readJwt } from '../proofs/jwt.ts'
import { ProofFault } from '../proofs/proof-fault.ts'
import { writtenMethods } from '../proofs/verification-method.ts'
import { STATUS_LIST_TYPES } from './credential-status.ts'
import type { Message } from '../../../shared/phrase.ts'

/** A well-formed document with its key. */
interface ReadEntry {
  readonly key: string
  /** Parsed JSON, or a JWT as text. */
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
}
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
    const credential = typeof document === 'string' ? credentialOfJwt(document) : document
    const types = textsOf(memberOf(credential, 'type'))
    if (!types.some((type) => STATUS_LIST_TYPES.has(type))) {
      throw invalid(`The type of a status list is one of ${[...STATUS_LIST_TYPES].join(', ')}.`)
    }
    const key = givenKey ?? textOf(memberOf(credential, 'id'))
    if (key === undefined) throw invalid('The list has no id: give the URL by which credentials name it.')
    return { key: requireUri(key), document }
  },
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
