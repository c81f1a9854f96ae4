import { phrase, ServiceError } from '../../shared/contract/errors.ts'
import type { Api } from '../../shared/contract/operation.ts'
import { readMediaType } from '../../shared/media-type.ts'
import type { BodyReading, OtherBodies } from '../service/other-bodies.ts'
import { decodeUtf8, readJson } from '../../shared/strict-json.ts'
import type { HttpCall } from './http-call.ts'
import { CallerGone, headerOf } from './http-call.ts'
import { readUrlencoded } from './urlencoded-reader.ts'

const MEBIBYTE = 1024 * 1024

/** The largest body that each part accepts. */
export const MAX_BODY_BYTES: Readonly<Record<Api, number>> = {
  vault: 8 * MEBIBYTE,
  keystore: MEBIBYTE,
  exchange: MEBIBYTE,
  verifier: MEBIBYTE,
  workbench: 8 * MEBIBYTE,
}

interface BodyLimits {
  readonly maxBytes: number
  /** The accepted types besides `application/json`, or instead of it. */
  readonly otherBodies: OtherBodies | undefined
}

/**
 * Reads the body of a call by its media type. An empty body is `{}`.
 *
 * @throws {ServiceError} `unsupported_media_type`, `payload_too_large`, `server_busy`, or `bad_request` as {@link
 *   readJson} and {@link readUrlencoded}.
 */
export async function readTypedBody(call: HttpCall, { maxBytes, otherBodies }: BodyLimits): Promise<unknown> {
  const declaredBytes = Number(headerOf(call, 'content-length') ?? 0)
  if (declaredBytes > maxBytes) throw tooLarge(maxBytes)
  if (declaredBytes > 0) readingOf(call, otherBodies)
  const bytes = await readBytes(call, maxBytes)
  if (bytes.length === 0) return {}
  const reading = readingOf(call, otherBodies)
  if (reading === 'json') return readJsonOrExplain(bytes, otherBodies)
  const text = decodeUtf8(bytes)
  return reading === 'text' ? text.trim() : readUrlencoded(text)
}

/** @throws {ServiceError} `bad_request`, with an explanation for a known format other than JSON */
function readJsonOrExplain(bytes: Uint8Array, otherBodies: OtherBodies | undefined): unknown {
  try {
    return readJson(bytes)
  } catch (fault) {
    const isBroken = fault instanceof ServiceError && fault.extraInfo.position !== undefined
    throw (isBroken ? otherBodies?.refusalOfText(decodeUtf8(bytes)) : undefined) ?? fault
  }
}

/**
 * Reads a whole body.
 * @throws {ServiceError} `payload_too_large` as soon as more than `maxBytes` have arrived, `server_busy` if the body is
 *   dropped in favour of others
 * @throws {CallerGone} when the connection ends before the body does.
 */
export async function readBytes(call: HttpCall, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of call.body()) {
      length += chunk.length
      if (length > maxBytes) break
      chunks.push(chunk)
    }
  } catch (fault) {
    throw fault instanceof ServiceError ? fault : new CallerGone(fault)
  }
  if (length > maxBytes) throw tooLarge(maxBytes)
  return Buffer.concat(chunks)
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('payload_too_large', phrase`The body must not be larger than ${maxBytes} bytes.`)
}

/** @throws {ServiceError} `unsupported_media_type` for a compressed body */
export function refuseCompressed(call: Pick<HttpCall, 'headers'>): void {
  const [content, transfer] = [headerOf(call, 'content-encoding'), headerOf(call, 'transfer-encoding')]
  if (isOnly('identity', content) && isOnly('chunked', transfer)) return
  throw new ServiceError('unsupported_media_type', 'A compressed body is not accepted: send it uncompressed.', {
    headers: { 'Accept-Encoding': 'identity' },
  })
}

function isOnly(coding: string, sent: string | undefined): boolean {
  return sent === undefined || sent.trim().toLowerCase() === coding
}

/** @throws {ServiceError} `unsupported_media_type` */
function readingOf(call: Pick<HttpCall, 'headers'>, otherBodies: OtherBodies | undefined): BodyReading {
  const name = typeInUtf8(headerOf(call, 'content-type') ?? '')
  const { only = false, types, refusedTypes } = otherBodies ?? NO_OTHER_BODIES
  const reading = name === JSON_TYPE && !only ? 'json' : ownMember(types, name)
  if (reading) return reading
  const known = [...(only ? [] : [JSON_TYPE]), ...Object.keys(types)].join(' or ')
  const message = ownMember(refusedTypes, name) ?? `Send the body as Content-Type: ${known}, in UTF-8.`
  throw new ServiceError('unsupported_media_type', message)
}

/** The name of a media type; empty if it is malformed or its encoding is not UTF-8. */
function typeInUtf8(type: string): string {
  if (type === JSON_TYPE) return type // the usual spelling
  const { name, parameters } = readMediaType(type) ?? NO_TYPE
  return parameters.every((one) => !CHARSET.test(one) || UTF_8.test(one)) ? name : ''
}

const NO_TYPE = { name: '', parameters: [] }
const NO_OTHER_BODIES: Pick<OtherBodies, 'only' | 'types' | 'refusedTypes'> = { types: {}, refusedTypes: {} }
const JSON_TYPE = 'application/json'
/** The names of UTF-8 (WHATWG Encoding, 4.2) and of its subset ASCII. */
const UTF_8 = /^charset=(?:utf-?8|"utf-?8"|us-ascii|"us-ascii")$/i
const CHARSET = /^charset=/i

/** Reads an own member only, because the name comes from the caller. */
function ownMember<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
