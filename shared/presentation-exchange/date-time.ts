/** A moment as whole seconds since 1970 and the digits of its fraction, which may be longer than a number holds. */
export interface Moment {
  readonly seconds: number
  /** Digits behind the point, without zeros at the end. */
  readonly fraction: string
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:([Zz])|([+-])(\d\d):(\d\d))$/
const DAY_SECONDS = 86_400
const LEAP_SECOND = 60

/** RFC 3339 `full-date`; undefined for a day that does not exist. Fractions and zone have no part in it. */
export function readDate(text: string): Moment | undefined {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined) return undefined
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return exists ? { seconds: date.getTime() / 1000, fraction: '' } : undefined
}

/** RFC 3339 `full-time`, counted from midnight UTC of its day. A second 60 exists only where leap seconds are. */
export function readTime(text: string): Moment | undefined {
  const match = TIME.exec(text)
  if (match === null) return undefined
  const part = (index: number) => Number(match[index] ?? 0)
  const ofDay = clockSeconds(part(1), part(2))
  const zone = clockSeconds(part(7), part(8))
  const seconds = part(3)
  if (ofDay === undefined || zone === undefined || seconds > LEAP_SECOND) return undefined
  const total = ofDay + seconds + (match[6] === '-' ? zone : -zone)
  if (seconds === LEAP_SECOND && total % DAY_SECONDS !== 0) return undefined
  return { seconds: total, fraction: (match[4] ?? '').replace(/0+$/, '') }
}

function clockSeconds(hours: number, minutes: number): number | undefined {
  return hours < 24 && minutes < 60 ? hours * 3600 + minutes * 60 : undefined
}

/** RFC 3339 `date-time`, which is also an `xsd:dateTime` with a zone. Fractions of any length. */
export function readDateTime(text: string): Moment | undefined {
  const [day = '', time = '', ...rest] = text.split(/[Tt]/, 3)
  const date = rest.length === 0 ? readDate(day) : undefined
  const ofDay = date && readTime(time)
  return date && ofDay && { seconds: date.seconds + ofDay.seconds, fraction: ofDay.fraction }
}

/** The seconds that a date with a year of four digits can be, from 0000 to 9999. */
const FIRST_SECOND = -62_167_219_200
const LAST_SECOND = 253_402_300_799

/**
 * Whether a value says a date as the claims of a JWT do: in seconds since 1970, with or without a fraction (RFC 7519, 2:
 * NumericDate). A text is none, nor is a number that no date of ours could be written for.
 */
export function isNumericDate(value: unknown): value is number {
  return typeof value === 'number' && value >= FIRST_SECOND && value <= LAST_SECOND
}

type Reasons = readonly (readonly [RegExp, string])[]

/** Other formats of dates, in the order in which they are tried. */
const OTHER_DATES: Reasons = [
  [/^-?\d+(?:\.\d+)?$/, 'seconds stand in claims of a JWT only'],
  [/^\d{4}-\d\d-\d\d$/, 'it has no time'],
  [/^\d{4}-\d\d-\d\d\s/, 'T stands between date and time'],
  [/T24:/i, '24:00 is 00:00 of the next day'],
  [/T\d\d:\d\d(?!:)/i, 'it has no seconds'],
  [/T[\d:.]+$/i, 'it has no zone, such as Z'],
  [/[+-]\d\d(?:\d\d)?$/, 'an offset is written +01:00'],
]
const OTHER_NUMBERS: Reasons = [
  [/^"-?\d+(?:\.\d+)?"$/, 'it is a text'],
  [/^"\d{4}-/, 'dates as text stand outside of the claims'],
  [/^\d{13}(?:\.\d+)?$/, 'these are milliseconds'],
]

/** The other date format of such a value; undefined if it is none. */
export function whyNoDateTime(value: unknown): string | undefined {
  return reasonIn(OTHER_DATES, typeof value === 'string' ? value : JSON.stringify(value))
}

/** The same for values that are not {@link isNumericDate}. */
export function whyNoNumericDate(value: unknown): string | undefined {
  return reasonIn(OTHER_NUMBERS, JSON.stringify(value))
}

function reasonIn(reasons: Reasons, written = ''): string | undefined {
  return reasons.find(([form]) => form.test(written))?.[1]
}

/** Below zero when the first comes before the second. */
export function compareMoments(one: Moment, other: Moment): number {
  if (one.seconds !== other.seconds) return one.seconds - other.seconds
  return one.fraction < other.fraction ? -1 : Number(one.fraction > other.fraction)
}
