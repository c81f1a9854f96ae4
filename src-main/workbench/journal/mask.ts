/*
 * The one place where secrets are taken out of what is shown or kept: by the name of the field, and by the form of the
 * value. Cipher text stays: it is what the service stores, and showing it is the point.
 */

export const MASK = '[hidden]'

const SECRET_NAMES: ReadonlySet<string> = new Set([
  'authorization',
  'login_key',
  'private_key',
  'secret',
  'secret_string',
  'seed',
  'session_authentication_string',
  'sig',
  'srp_m',
  'srp_verifier',
  'token_value',
])
const SECRET_ENDINGS = /(?:^|_)(?:token|passphrase|password)$/

/** An access token, a raw key, a private key in PEM, a secret string, a JSON Web Token, or the signature of an address. */
const SECRET_FORMS =
  /(?:[vk]_[\w-]{43}|pdv1\.rk\.[a-z]{2,6}\.[\w-]+\.[\w-]+|-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,20}PRIVATE KEY-----)?|[123]\.[1-9A-HJ-NP-Za-km-z]{4,32}\.(?:[1-9A-HJ-NP-Za-km-z]{1,6}-){3,}[1-9A-HJ-NP-Za-km-z]{1,6}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|(?<=[?&]sig=)[\w-]{20,})/
/** Not where it is a part of a longer run of such characters, as in cipher text. */
const SECRET_VALUES = new RegExp(String.raw`(?<![\w-])${SECRET_FORMS.source}(?![\w-])`, 'g')
const SHORTEST_SECRET = 20

/**
 * What marks secrets in JSON as the platform writes it: a secret name before a text or a number, and the forms from
 * above, also after an escape, whose last letter belongs to no run. Where neither is found, there is no secret.
 */
const NAMED_SECRET_IN_JSON =
  /":["\d-](?<=(?:token|passphrase|password|authorization|login_key|private_key|secret|secret_string|seed|session_authentication_string|sig|srp_m|srp_verifier|token_value)":["\d-])/i
const SECRET_VALUE_IN_JSON = new RegExp(
  String.raw`(?:(?<![\w-])|(?<=\\(?:[bfnrt]|u[\da-f]{4})))${SECRET_FORMS.source}(?![\w-])`,
)
/** Lists up to this length are written out at once; longer ones only as far as they are kept. */
const SHORT_LIST = 20

/** Headers that hold no secret. Every other one is masked: a list of the harmless ones cannot miss a dangerous one. */
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

/** Whether a field of this name holds a secret, whatever its value looks like. */
function isSecretName(name: string): boolean {
  const lower = name.toLowerCase()
  return SECRET_NAMES.has(lower) || (SECRET_ENDINGS.test(lower) && !lower.startsWith('encrypted_'))
}

/** Replaces what has the form of a secret inside any text. */
export function maskText(text: string): string {
  return text.length < SHORTEST_SECRET ? text : text.replace(SECRET_VALUES, MASK)
}

export function maskHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const masked: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || value === '') continue
    masked[name] = CLEAR_HEADERS.has(name.toLowerCase()) ? maskText(value) : MASK
  }
  return masked
}

/**
 * Path with query as a client sent it; `template` is the operation's path, whose parameters may be secrets. Where no
 * operation has such a path, every segment counts that has the form of a token.
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

/** A copy of plain data without its secrets. */
export function maskValue(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(maskValue)
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, maskMember(name, entry) ? MASK : maskValue(entry)]),
  )
}

/**
 * JSON of a value without its secrets, at most about `limit` characters: what comes after is not even looked at.
 *
 * @param written the same value as `JSON.stringify` wrote it, where that was done already. Nobody else's JSON: an escape
 *   can hide a name.
 */
export function maskedJson(
  value: unknown,
  limit: number,
  written?: string,
): { readonly text: string; readonly truncated: boolean } {
  const text = written ?? (isShort(value) ? JSON.stringify(value ?? null) : undefined)
  if (text !== undefined && isHarmless(text, limit)) return { text, truncated: false }
  const pieces: string[] = []
  let room = limit
  const put = (piece: string): void => {
    pieces.push(room >= piece.length ? piece : piece.slice(0, Math.max(room, 0)))
    room -= piece.length
  }

  function write(entry: unknown): void {
    if (room < 0) return
    if (typeof entry === 'string') put(JSON.stringify(maskText(entry.slice(0, room + SHORTEST_SECRET * 16))))
    else if (Array.isArray(entry)) writeAll('[', entry, ']', writeEntry)
    else if (typeof entry === 'object' && entry !== null) {
      writeAll('{', Object.entries(entry).filter(isPresent), '}', ([name, member]) => {
        put(`${JSON.stringify(name)}:`)
        if (maskMember(name, member)) put(`"${MASK}"`)
        else write(member)
      })
    } else put(JSON.stringify(entry ?? null))
  }

  /** Of a list; most are harmless and go as they are. */
  function writeEntry(entry: unknown): void {
    const text = isShort(entry) ? JSON.stringify(entry ?? null) : undefined
    if (text !== undefined && isHarmless(text, room)) put(text)
    else write(entry)
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

  write(value)
  return { text: pieces.join(''), truncated: room < 0 }
}

function isShort(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  const members: readonly unknown[] = Object.values(value)
  return !isLongList(value) && !members.some(isLongList)
}

function isLongList(value: unknown): boolean {
  return Array.isArray(value) && value.length > SHORT_LIST
}

/** Most bodies hold no secret, and looking through a text is several times faster than making a copy with masks. */
function isHarmless(text: string, limit: number): boolean {
  return text.length <= limit && !NAMED_SECRET_IN_JSON.test(text) && !SECRET_VALUE_IN_JSON.test(text)
}

/** Null, empty and structured values under a secret name say something without giving anything away. */
function maskMember(name: string, value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && value !== '' && isSecretName(name)
}

function isPresent([, value]: readonly [string, unknown]): boolean {
  return value !== undefined
}

/** The token of an invitation is 32 random bytes in base64url; ids are shorter. */
function maskTokens(path: string): string {
  return path.replace(/(?<=\/)[\w-]{43}(?=\/|$)/g, MASK)
}

/** Segments where the template has a parameter of a secret name, counted from the end: a mount may come before. */
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
