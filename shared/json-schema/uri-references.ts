/*
 * References of RFC 3986 and 3987, and IP addresses. They are not in string-formats.ts, because the first screen of the window
 * needs them, and other formats need a library of 60 KB.
 */

const BYTE = /^(?:0|[1-9]\d{0,2})$/
const GROUP = /^[0-9a-f]{1,4}$/i
/** A percent-encoded octet (RFC 3986, 2.1). */
export const ESCAPE = '%[0-9A-Fa-f]{2}'
const SUPPLEMENTARY_PLANES = Array.from({ length: 14 }, (_, plane) => (plane + 1).toString(16))
  .map((plane) => String.raw`\u{${plane}0000}-\u{${plane}FFFD}`)
  .join('')
/** RFC 3987, 2.2: `ucschar`. */
export const UCSCHAR = String.raw`\u{A0}-\u{D7FF}\u{F900}-\u{FDCF}\u{FDF0}-\u{FFEF}${SUPPLEMENTARY_PLANES}`
/** RFC 3987, 2.2: `iprivate`. */
export const IPRIVATE = String.raw`\u{E000}-\u{F8FF}\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}`

const onlyCharacters = (characters: string) => new RegExp(`^(?:[${characters}]|${ESCAPE})*$`, 'u')

interface ReferenceSyntax {
  readonly name: RegExp
  readonly userinfo: RegExp
  readonly path: RegExp
  readonly query: RegExp
  readonly fragment: RegExp
}

function referenceSyntax(moreCharacters = '', moreInQuery = ''): ReferenceSyntax {
  const name = String.raw`A-Za-z0-9._~!$&'()*+,;=\-${moreCharacters}`
  return {
    name: onlyCharacters(name),
    userinfo: onlyCharacters(`${name}:`),
    path: onlyCharacters(String.raw`${name}:@\/`),
    query: onlyCharacters(String.raw`${name}:@\/?${moreInQuery}`),
    fragment: onlyCharacters(String.raw`${name}:@\/?`),
  }
}

export const URI = referenceSyntax()
export const IRI = referenceSyntax(UCSCHAR, IPRIVATE)
const SCHEME = /^[a-z][a-z0-9+.-]*$/i
/** RFC 3986, appendix B: scheme, authority, path, query, fragment. */
const COMPONENTS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/
const FUTURE_ADDRESS = /^v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+$/i

/** Whether a text is a `URI` of RFC 3986, of any scheme, with or without a fragment. */
export function isAbsoluteUri(text: string): boolean {
  return text.includes(':') && isReference(text, URI, true)
}

/** Whether a text is a URI or IRI reference, by its syntax. @param needsScheme whether it must be absolute */
export function isReference(text: string, syntax: ReferenceSyntax, needsScheme = false): boolean {
  const [, scheme, authority, ...others] = COMPONENTS.exec(text) ?? []
  const isSchemeValid = scheme === undefined ? !needsScheme && !text.startsWith(':') : SCHEME.test(scheme)
  if (!isSchemeValid || (authority !== undefined && !isAuthority(authority, syntax))) return false
  return [syntax.path, syntax.query, syntax.fragment].every((allowed, index) => allowed.test(others[index] ?? ''))
}

function isAuthority(authority: string, syntax: ReferenceSyntax): boolean {
  const at = authority.indexOf('@')
  if (at > 0 && !syntax.userinfo.test(authority.slice(0, at))) return false
  const [, literal, name = '', port = ''] = /^(?:\[([^\]]*)\]|([^:[\]]*))([^]*)$/.exec(authority.slice(at + 1)) ?? []
  if (!/^(?::\d*)?$/.test(port)) return false
  return literal === undefined ? syntax.name.test(name) : isIpv6(literal) || FUTURE_ADDRESS.test(literal)
}

/** RFC 2673, 3.2. */
export function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => BYTE.test(part) && Number(part) < 256)
}

/** RFC 4291, 2.2: eight groups. `::` may replace one run of zeros, and an IPv4 address may replace the last two groups. */
export function isIpv6(text: string): boolean {
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
