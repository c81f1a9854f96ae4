import { refused } from './urlencoded-reader.ts'
import { readMediaType } from '../../shared/media-type.ts'
import { readBytes } from './body-reader.ts'
import type { HttpCall } from './http-call.ts'
import { headerOf } from './http-call.ts'

export const FORM_TYPE = 'multipart/form-data'

const MAX_PARTS = 10
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i
/** `file`, or `thumbnail[file]`. */
const NAME = /^([a-z_]{1,60})(?:\[([a-z_]{1,60})\])?$/

export function isForm(call: Pick<HttpCall, 'headers'>): boolean {
  return readMediaType(headerOf(call, 'content-type') ?? '')?.name === FORM_TYPE
}

type Fields = Record<string, unknown>

/**
 * Reads a form as a body, in which `thumbnail[file]` is the member `file` of `thumbnail`. A part named `file` becomes
 * bytes even if it has no file name, because some clients omit it; other parts are texts. File names are ignored. A
 * form has at most 10 parts, one of them a file.
 *
 * @throws {ServiceError} `payload_too_large`, `server_busy`, `bad_request`
 */
export async function readForm(call: HttpCall, maxBytes: number): Promise<unknown> {
  const type = headerOf(call, 'content-type') ?? ''
  const bytes = await readBytes(call, maxBytes)
  const [, quoted, plain] = BOUNDARY.exec(type) ?? []
  requireFewParts(bytes, quoted ?? plain)
  const body = emptyFields()
  for (const [name, value] of await parts(bytes, type)) {
    const [, outer = '', inner] = NAME.exec(name) ?? []
    if (outer === '') continue // a name that no operation reads
    const content = await contentOf(value, inner ?? outer)
    if (inner === undefined) put(body, outer, content)
    else put(fieldsIn(body, outer), inner, content)
  }
  return body
}

/** Counts the parts before they are parsed, because many empty parts would cost more than their bytes. */
function requireFewParts(bytes: Uint8Array, boundary: string | undefined): void {
  if (boundary === undefined) throw refused('The type of the form names no boundary.')
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const mark = Buffer.from(`--${boundary}`, 'latin1')
  let count = 0
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
    count += 1
    // There is one boundary before each part, and one at the end.
    if (count > MAX_PARTS + 1) throw refused(`A form must not have more than ${MAX_PARTS} parts.`)
  }
}

async function parts(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<readonly (readonly [string, string | Blob])[]> {
  try {
    // It holds the whole body in memory, but its size and its number of parts were checked before.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
    const found = [...form]
    if (found.filter(([, value]) => typeof value !== 'string').length <= 1) return found
  } catch (cause) {
    throw refused('The form cannot be read.', cause)
  }
  throw refused('A form must not have more than one file.')
}

async function contentOf(value: string | Blob, name: string): Promise<unknown> {
  if (typeof value !== 'string') return new Uint8Array(await value.arrayBuffer())
  return name === 'file' ? new Uint8Array(Buffer.from(value, 'utf8')) : value
}

function put(fields: Fields, name: string, value: unknown): void {
  if (fields[name] !== undefined) throw refused(`The form gives ${name} twice.`)
  fields[name] = value
}

function fieldsIn(body: Fields, name: string): Fields {
  const inner = (body[name] ??= emptyFields())
  if (typeof inner !== 'object' || inner instanceof Uint8Array) {
    throw refused(`The form gives ${name} both as a value and as a record.`)
  }
  return inner as Fields // created above or by an earlier part
}

function emptyFields(): Fields {
  // The object has no prototype, so that a part may be named `constructor`.
  return Object.create(null) as Fields
}
