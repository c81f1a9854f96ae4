import { readDate, readDateTime, readTime } from './date-time.ts'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const BYTE = /^(?:0|[1-9]\d{0,2})$/
const GROUP = /^[0-9a-f]{1,4}$/i
const ABSOLUTE_URI = /^[a-z][a-z0-9+.-]*:(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})+$/i

/** An absolute URI of any scheme (RFC 3986), by its characters. */
export function isAbsoluteUri(text: string): boolean {
  return ABSOLUTE_URI.test(text)
}

function isHostname(text: string): boolean {
  return text.length <= 253 && text.split('.').every((label) => LABEL.test(label))
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  return at > 0 && at <= 64 && LOCAL_PART.test(text.slice(0, at)) && isHostname(text.slice(at + 1))
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
  const endsAsIpv4 = last.includes('.') && isIpv4(last)
  const plain = endsAsIpv4 ? groups.slice(0, -1) : groups
  const count = plain.length + (endsAsIpv4 ? 2 : 0)
  return plain.every((group) => GROUP.test(group)) && (halves.length === 2 ? count < 8 : count === 8)
}

/** Formats that assert; any other value of `format` is an annotation (docs/contract/exchange.md, Filters). */
export const STRING_FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', (text) => readDate(text) !== undefined],
  ['date-time', (text) => readDateTime(text) !== undefined],
  ['time', (text) => readTime(text) !== undefined],
  ['email', isEmail],
  ['uri', isAbsoluteUri],
  ['uuid', (text) => UUID.test(text)],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
])

/** Formats whose texts have an order, for `minimum` and `formatMinimum` and their likes. */
export const ORDERED_FORMATS = new Map([
  ['date', readDate],
  ['date-time', readDateTime],
  ['time', readTime],
])
