import { ServiceError } from '../../shared/contract/errors.ts'
import type { Api } from '../../shared/contract/operation.ts'
import { readJson } from '../../shared/strict-json.ts'
import type { HttpCall } from './http-call.ts'
import { CallerGone, headerOf } from './http-call.ts'

const MEBIBYTE = 1024 * 1024

/** Largest body of each part. */
export const MAX_BODY_BYTES: Readonly<Record<Api, number>> = {
  vault: 8 * MEBIBYTE,
  keystore: MEBIBYTE,
  exchange: MEBIBYTE,
  verifier: MEBIBYTE,
  workbench: 8 * MEBIBYTE,
}

/**
 * Reads the body of a call as JSON. An empty body is `{}`.
 *
 * @param otherTypes media types that are taken besides `application/json`
 * @throws {ServiceError} `unsupported_media_type`, `payload_too_large`, `server_busy`, or `bad_request` as
 *   {@link readJson}.
 */
export async function readJsonBody(
  call: HttpCall,
  { maxBytes, otherTypes }: { readonly maxBytes: number; readonly otherTypes: readonly string[] },
): Promise<unknown> {
  const declaredBytes = Number(headerOf(call, 'content-length') ?? 0)
  if (declaredBytes > maxBytes) throw tooLarge(maxBytes)
  if (declaredBytes > 0) requireJsonType(call, otherTypes)
  const bytes = await readBytes(call, maxBytes)
  if (bytes.length === 0) return {}
  requireJsonType(call, otherTypes)
  return readJson(bytes)
}

/**
 * Reads a whole body.
 *
 * @throws {ServiceError} `payload_too_large` as soon as more than `maxBytes` arrived, `server_busy` when it has to make
 *   room for other bodies.
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
  return new ServiceError('payload_too_large', `The body must not be larger than ${maxBytes} bytes.`)
}

function requireJsonType(call: Pick<HttpCall, 'headers'>, otherTypes: readonly string[]): void {
  const type = headerOf(call, 'content-type')
  const encoding = headerOf(call, 'content-encoding')
  const isPlain = encoding === undefined || encoding === 'identity'
  if (type !== undefined && isPlain && isReadAsJson(type, otherTypes)) return
  const types = [JSON_TYPE, ...otherTypes].join(' or ')
  throw new ServiceError('unsupported_media_type', `Send the body as Content-Type: ${types}, in UTF-8.`)
}

const JSON_TYPE = 'application/json'
const UTF_8 = /^charset="?utf-8"?$/
/** What a document is made by does not change how it is read. */
const UTF_8_OR_PROFILE = /^(?:charset="?utf-8"?|profile=(?:"[^"]*"|[^\s"]+))$/

function isReadAsJson(type: string, otherTypes: readonly string[]): boolean {
  return isOfType(type, [JSON_TYPE], UTF_8) || isOfType(type, otherTypes, UTF_8_OR_PROFILE)
}

function isOfType(type: string, names: readonly string[], parameter: RegExp): boolean {
  const [name = '', ...parameters] = type.split(';').map((part) => part.trim().toLowerCase())
  return names.includes(name) && parameters.every((part) => parameter.test(part))
}
