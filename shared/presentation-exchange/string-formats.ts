import { readDate, readDateTime, readTime } from './date-time.ts'
import { isHostname, isIdnHostname } from './idn-hostname.ts'
import { isPattern } from './pattern.ts'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const BYTE = /^(?:0|[1-9]\d{0,2})$/
const GROUP = /^[0-9a-f]{1,4}$/i
const JSON_POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/
const RELATIVE_JSON_POINTER = /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/
/** RFC 3339, appendix A: a smaller unit only behind the one before it. */
const DURATION =
  /^P(?!$)(?:\d+W|(?:\d+D|\d+M(?:\d+D)?|\d+Y(?:\d+M(?:\d+D)?)?)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/

const ESCAPE = '%[0-9A-Fa-f]{2}'
/** RFC 3987, 2.2: `ucschar` and `iprivate`. */
const WORLD_PLANES = Array.from({ length: 14 }, (_, plane) => (plane + 1).toString(16))
  .map((plane) => String.raw`\u{${plane}0000}-\u{${plane}FFFD}`)
  .join('')
const WORLD = String.raw`\u{A0}-\u{D7FF}\u{F900}-\u{FDCF}\u{FDF0}-\u{FFEF}${WORLD_PLANES}`
const PRIVATE = String.raw`\u{E000}-\u{F8FF}\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}`

/** A text of these characters and escapes (RFC 3986, 2). */
const textOfCharacters = (characters: string) => new RegExp(`^(?:[${characters}]|${ESCAPE})*$`, 'u')

interface ReferenceSyntax {
  readonly name: RegExp
  readonly userinfo: RegExp
  readonly path: RegExp
  readonly query: RegExp
  readonly fragment: RegExp
}

function referenceSyntax(more = '', moreInQuery = ''): ReferenceSyntax {
  const name = String.raw`A-Za-z0-9._~!$&'()*+,;=\-${more}`
  return {
    name: textOfCharacters(name),
    userinfo: textOfCharacters(`${name}:`),
    path: textOfCharacters(String.raw`${name}:@\/`),
    query: textOfCharacters(String.raw`${name}:@\/?${moreInQuery}`),
    fragment: textOfCharacters(String.raw`${name}:@\/?`),
  }
}

const URI = referenceSyntax()
const IRI = referenceSyntax(WORLD, PRIVATE)
const SCHEME = /^[a-z][a-z0-9+.-]*$/i
/** RFC 3986, appendix B: scheme, authority, path, query, fragment. */
const COMPONENTS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/
const FUTURE_ADDRESS = /^v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+$/i

/** An absolute URI of any scheme, with or without a fragment (RFC 3986: `URI`). */
export function isAbsoluteUri(text: string): boolean {
  return isReference(text, URI, true)
}

// eslint-disable-next-line max-params -- one place for the four kinds of references
function isReference(text: string, syntax: ReferenceSyntax, needsScheme = false): boolean {
  const [, scheme, authority, ...others] = COMPONENTS.exec(text) ?? []
  const begins = scheme === undefined ? !needsScheme && !text.startsWith(':') : SCHEME.test(scheme)
  if (!begins || (authority !== undefined && !isAuthority(authority, syntax))) return false
  return [syntax.path, syntax.query, syntax.fragment].every((allowed, index) => allowed.test(others[index] ?? ''))
}

function isAuthority(authority: string, { userinfo, name }: ReferenceSyntax): boolean {
  const at = authority.indexOf('@')
  if (at > 0 && !userinfo.test(authority.slice(0, at))) return false
  const [, literal, plain = '', rest = ''] = /^(?:\[([^\]]*)\]|([^:[\]]*))([^]*)$/.exec(authority.slice(at + 1)) ?? []
  if (!/^(?::\d*)?$/.test(rest)) return false
  return literal === undefined ? name.test(plain) : isIpv6(literal) || FUTURE_ADDRESS.test(literal)
}

const TEMPLATE_NAME = String.raw`(?:\w|${ESCAPE})(?:\.?(?:\w|${ESCAPE}))*`
const TEMPLATE_VARIABLE = String.raw`${TEMPLATE_NAME}(?:\*|:[1-9]\d{0,3})?`
/** RFC 6570, 2, with its erratum 6937: an apostrophe is a literal. */
const URI_TEMPLATE = new RegExp(
  String.raw`^(?:[!#$&-;=?-[\]_a-z~${WORLD}${PRIVATE}]|${ESCAPE}|` +
    String.raw`\{[+#.\/;?&=,!@|]?${TEMPLATE_VARIABLE}(?:,${TEMPLATE_VARIABLE})*\})*$`,
  'u',
)

const ATOM = String.raw`[\w!#$%&'*+\/=?^\x60{|}~\-`
const QUOTED = String.raw`"(?:[ !#-\[\]-~`
const localPart = (more: string) =>
  new RegExp(String.raw`^(?:${ATOM}${more}]+(?:\.${ATOM}${more}]+)*|${QUOTED}${more}]|\\[ -~])*")$`, 'u')
const LOCAL_PART = localPart('')
const WORLD_LOCAL_PART = localPart(String.raw`\u{80}-\u{10FFFF}`)
const MAX_LOCAL_OCTETS = 64

/** RFC 5321, 4.1.2 and 4.1.3: `Mailbox`. */
function isEmail(text: string, local: RegExp, isDomain: (text: string) => boolean): boolean {
  const at = text.lastIndexOf('@')
  const [name, domain] = [text.slice(0, Math.max(0, at)), text.slice(at + 1)]
  if (new TextEncoder().encode(name).length > MAX_LOCAL_OCTETS || !local.test(name)) return false
  const [, literal] = /^\[([^]*)\]$/.exec(domain) ?? []
  if (literal === undefined) return isDomain(domain)
  return /^IPv6:/i.test(literal) ? isIpv6(literal.slice(5)) : isIpv4(literal)
}

function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => BYTE.test(part) && Number(part) < 256)
}

/** RFC 4291, 2.2: eight groups, one run of zeros may be `::`, the last two may be written as IPv4. */
function isIpv6(text: string): boolean {
  if (text.length > 45) return false
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1) ?? ''
  const endsAsIpv4 = last.includes('.') && isIpv4(last) && !text.endsWith('::')
  const plain = endsAsIpv4 ? groups.slice(0, -1) : groups
  const count = plain.length + (endsAsIpv4 ? 2 : 0)
  return plain.every((group) => GROUP.test(group)) && (halves.length === 2 ? count < 8 : count === 8)
}

/**
 * The formats of JSON Schema 2020-12 (Validation, 7.3). They assert in every draft, in filters and in registered schemas;
 * any other value of `format` is an annotation (docs/contract/exchange.md, Filters).
 */
export const STRING_FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', (text) => readDate(text) !== undefined],
  ['date-time', (text) => readDateTime(text) !== undefined],
  ['time', (text) => readTime(text) !== undefined],
  ['duration', (text) => DURATION.test(text)],
  ['email', (text) => isEmail(text, LOCAL_PART, isHostname)],
  ['idn-email', (text) => isEmail(text, WORLD_LOCAL_PART, (domain) => isIdnHostname(domain.normalize('NFC')))],
  ['hostname', isHostname],
  ['idn-hostname', isIdnHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['uri', isAbsoluteUri],
  ['uri-reference', (text) => isReference(text, URI)],
  ['iri', (text) => isReference(text, IRI, true)],
  ['iri-reference', (text) => isReference(text, IRI)],
  ['uri-template', (text) => URI_TEMPLATE.test(text)],
  ['uuid', (text) => UUID.test(text)],
  ['json-pointer', (text) => JSON_POINTER.test(text)],
  ['relative-json-pointer', (text) => RELATIVE_JSON_POINTER.test(text)],
  ['regex', isPattern],
])

/** Formats whose texts have an order, for `minimum` and `formatMinimum` and their likes. */
export const ORDERED_FORMATS = new Map([
  ['date', readDate],
  ['date-time', readDateTime],
  ['time', readTime],
])
