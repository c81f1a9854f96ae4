import { readDate, readDateTime, readTime } from '../presentation-exchange/date-time.ts'
import { isHostname, isIdnHostname } from './idn-hostname.ts'
import { isPattern } from './pattern.ts'
import { ESCAPE, IRI, isAbsoluteUri, isIpv4, isIpv6, isReference, IPRIVATE, URI, UCSCHAR } from './uri-references.ts'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const JSON_POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/
const RELATIVE_JSON_POINTER = /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/
/** RFC 3339, appendix A: units are in descending order, and none may be left out between two others. */
const DURATION =
  /^P(?!$)(?:\d+W|(?:\d+D|\d+M(?:\d+D)?|\d+Y(?:\d+M(?:\d+D)?)?)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/

const TEMPLATE_NAME = String.raw`(?:\w|${ESCAPE})(?:\.?(?:\w|${ESCAPE}))*`
const TEMPLATE_VARIABLE = String.raw`${TEMPLATE_NAME}(?:\*|:[1-9]\d{0,3})?`
/** RFC 6570, 2, with its erratum 6937: an apostrophe is a literal. */
const URI_TEMPLATE = new RegExp(
  String.raw`^(?:[!#$&-;=?-[\]_a-z~${UCSCHAR}${IPRIVATE}]|${ESCAPE}|` +
    String.raw`\{[+#.\/;?&=,!@|]?${TEMPLATE_VARIABLE}(?:,${TEMPLATE_VARIABLE})*\})*$`,
  'u',
)

const ATOM = String.raw`[\w!#$%&'*+\/=?^\x60{|}~\-`
const QUOTED = String.raw`"(?:[ !#-\[\]-~`
const localPart = (moreCharacters: string) =>
  new RegExp(
    String.raw`^(?:${ATOM}${moreCharacters}]+(?:\.${ATOM}${moreCharacters}]+)*|${QUOTED}${moreCharacters}]|\\[ -~])*")$`,
    'u',
  )
const LOCAL_PART = localPart('')
const INTERNATIONAL_LOCAL_PART = localPart(String.raw`\u{80}-\u{10FFFF}`)
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

/**
 * The formats of JSON Schema 2020-12 (Validation, 7.3), which are assertions in all drafts here. Any other value of
 * `format` is an annotation (docs/contract/exchange.md, Filters).
 */
export const STRING_FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', (text) => readDate(text) !== undefined],
  ['date-time', (text) => readDateTime(text) !== undefined],
  ['time', (text) => readTime(text) !== undefined],
  ['duration', (text) => DURATION.test(text)],
  ['email', (text) => isEmail(text, LOCAL_PART, isHostname)],
  ['idn-email', (text) => isEmail(text, INTERNATIONAL_LOCAL_PART, (domain) => isIdnHostname(domain.normalize('NFC')))],
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

/** Formats with an order, for keywords such as `minimum` and `formatMinimum`. */
export const ORDERED_FORMATS = new Map([
  ['date', readDate],
  ['date-time', readDateTime],
  ['time', readTime],
])
