import { isObject } from '../../../shared/presentation-exchange/json.ts'
import { isSecretMember, isSecretName, MASK, maskBodyText, maskText, SHORTEST_SECRET } from './secret-forms.ts'
import type { SecretSearch } from './secret-search.ts'
import { searchAnything } from './secret-search.ts'

/** Removes all secrets before anything is shown or recorded. */

/** Headers without secrets. All others are masked, including unexpected ones. */
const CLEAR_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-length',
  'content-type',
  'host',
  'meeco-delegation-id',
  'origin',
  'service-delegation-id',
  'user-agent',
  'x_meeco_api_version',
])

export function maskHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const masked: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || value === '') continue
    masked[name] = CLEAR_HEADERS.has(name.toLowerCase()) ? maskText(value) : MASK
  }
  return masked
}

/**
 * Masks path and query as a client sent them; `template` is the operation's path, whose parameters may be secrets.
 * Without an operation, every segment that has the form of a token is masked.
 */
export function maskPath(path: string, template?: string): string {
  const [pathname = '', search] = path.split('?', 2)
  const masked = maskText(template === undefined ? maskTokens(pathname) : maskPathParameters(pathname, template))
  if (search === undefined) return masked
  const pairs = search.split('&').map((pair) => {
    const [name = ''] = pair.split('=', 1)
    return isSecretName(name) ? `${name}=${MASK}` : maskText(pair)
  })
  return `${masked}?${pairs.join('&')}`
}

/** Returns a copy of plain data with its secrets masked. */
export function maskValue(value: unknown): unknown {
  if (typeof value === 'string') return maskBodyText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(maskValue)
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, isSecretMember(name, entry) ? MASK : maskValue(entry)]),
  )
}

/**
 * Returns the JSON of a value with its secrets masked, at most `limit` characters; the rest of the value is not read.
 *
 * @param known.written the same value as serialized by our own `JSON.stringify`, if it was. JSON from elsewhere can
 *   hide the name of a member in an escape.
 * @param known.search the search for secrets in the value; by default it looks everywhere
 */
export function maskedJson(
  value: unknown,
  limit: number,
  { written, search = searchAnything }: { readonly written?: string | undefined; readonly search?: SecretSearch } = {},
): { readonly text: string; readonly truncated: boolean } {
  // Most bodies have no secret, and searching for one is much faster than masking each value.
  const mayHoldSecret = search(value, limit) < 0
  const pieces: string[] = []
  let room = limit
  const put = (piece: string): void => {
    pieces.push(room >= piece.length ? piece : piece.slice(0, Math.max(room, 0)))
    room -= piece.length
  }

  /** Lists are written entry by entry, so that the rest of a long one is not read. */
  function writePlain(entry: unknown): void {
    if (Array.isArray(entry)) writeAll('[', entry, ']', writePlain)
    else put(JSON.stringify(entry ?? null))
  }

  function writeMasked(entry: unknown): void {
    if (room < 0) return
    if (typeof entry === 'string') put(JSON.stringify(maskBodyText(entry.slice(0, room + SHORTEST_SECRET * 16))))
    else if (Array.isArray(entry)) writeAll('[', entry, ']', writeMasked)
    else if (entry instanceof Uint8Array) put(`{"bytes":${entry.length}}`)
    else if (isObject(entry)) writeMembers(entry, writeMasked)
    else put(JSON.stringify(entry ?? null))
  }

  function writeMembers(entry: object, one: (member: unknown) => void): void {
    writeAll('{', Object.entries(entry).filter(isPresent), '}', ([name, member]) => {
      put(`${JSON.stringify(name)}:`)
      if (mayHoldSecret && isSecretMember(name, member)) put(`"${MASK}"`)
      else one(member)
    })
  }

  function writeAll<Entry>(open: string, entries: readonly Entry[], close: string, one: (entry: Entry) => void): void {
    put(open)
    for (const [index, entry] of entries.entries()) {
      if (room < 0) return
      if (index > 0) put(',')
      one(entry)
    }
    put(close)
  }

  if (mayHoldSecret) writeMasked(value)
  else if (written !== undefined) put(written)
  else if (isObject(value)) writeMembers(value, writePlain)
  else writePlain(value)
  const text = pieces.join('')
  return room < 0 ? { text: copyOf(text), truncated: true } : { text, truncated: false }
}

/** V8 keeps a whole string in memory while a slice of it is referenced, so the slice is copied. */
function copyOf(part: string): string {
  return Buffer.from(part, 'utf8').toString('utf8')
}

function isPresent([, value]: readonly [string, unknown]): boolean {
  return value !== undefined
}

/** Masks invitation tokens, which are 32 random bytes in base64url; ids are shorter. */
function maskTokens(path: string): string {
  return path.replace(/(?<=\/)[\w-]{43}(?=\/|$)/g, MASK)
}

/** Masks parameters with a secret name. Segments are counted from the end, because a mount may precede the template. */
function maskPathParameters(path: string, template: string): string {
  const places = secretPlaces(template)
  if (places.length === 0) return path
  const segments = path.split('/')
  return segments.map((segment, index) => (places.includes(segments.length - index) ? MASK : segment)).join('/')
}

const secretPlacesByTemplate = new Map<string, readonly number[]>()

function secretPlaces(template: string): readonly number[] {
  const known = secretPlacesByTemplate.get(template)
  if (known !== undefined) return known
  const segments = template.split('/')
  const places = segments.flatMap((segment, index) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    return name !== undefined && isSecretName(name) ? [segments.length - index] : []
  })
  secretPlacesByTemplate.set(template, places)
  return places
}
