/** A moment as whole seconds since 1970 and the digits of its fraction, which may be too many for a number. */
export interface Moment {
  readonly seconds: number
  /** The digits after the decimal point, without trailing zeros. */
  readonly fraction: string
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:([Zz])|([+-])(\d\d):(\d\d))$/
const DAY_SECONDS = 86_400
const LEAP_SECOND = 60

/** Reads a `full-date` of RFC 3339 as midnight UTC; undefined if there is no such day. */
export function readDate(text: string): Moment | undefined {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined) return undefined
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return exists ? { seconds: date.getTime() / 1000, fraction: '' } : undefined
}

/** Reads a `full-time` of RFC 3339 as seconds since midnight UTC. Second 60 is valid only at the end of a UTC day. */
export function readTime(text: string): Moment | undefined {
  const match = TIME.exec(text)
  if (match === null) return undefined
  const part = (index: number) => Number(match[index] ?? 0)
  const minutes = clockSeconds(part(1), part(2))
  const offset = clockSeconds(part(7), part(8))
  const seconds = part(3)
  if (minutes === undefined || offset === undefined || seconds > LEAP_SECOND) return undefined
  const total = minutes + seconds + (match[6] === '-' ? offset : -offset)
  if (seconds === LEAP_SECOND && total % DAY_SECONDS !== 0) return undefined
  return { seconds: total, fraction: (match[4] ?? '').replace(/0+$/, '') }
}

function clockSeconds(hours: number, minutes: number): number | undefined {
  return hours < 24 && minutes < 60 ? hours * 3600 + minutes * 60 : undefined
}

/** Reads a `date-time` of RFC 3339, which is also an `xsd:dateTime` with a time zone. */
export function readDateTime(text: string): Moment | undefined {
  const [dateText = '', timeText = '', ...rest] = text.split(/[Tt]/, 3)
  const date = rest.length === 0 ? readDate(dateText) : undefined
  const time = date && readTime(timeText)
  return date && time && { seconds: date.seconds + time.seconds, fraction: time.fraction }
}

/** The limits of the years 0000 to 9999. */
const FIRST_SECOND = -62_167_219_200
const LAST_SECOND = 253_402_300_799

/** Whether a value is a NumericDate, in seconds since 1970 (RFC 7519, 2), of a year with four digits. */
export function isNumericDate(value: unknown): value is number {
  return typeof value === 'number' && value >= FIRST_SECOND && value <= LAST_SECOND
}

type Reasons = readonly (readonly [RegExp, string])[]

/** Common mistakes in dates, in the order in which they are tried. */
const DATE_TIME_MISTAKES: Reasons = [
  [/^-?\d+(?:\.\d+)?$/, 'seconds stand in claims of a JWT only'],
  [/^\d{4}-\d\d-\d\d$/, 'it has no time'],
  [/^\d{4}-\d\d-\d\d\s/, 'T stands between date and time'],
  [/T24:/i, '24:00 is 00:00 of the next day'],
  [/T\d\d:\d\d(?!:)/i, 'it has no seconds'],
  [/T[\d:.]+$/i, 'it has no zone, such as Z'],
  [/[+-]\d\d(?:\d\d)?$/, 'an offset is written +01:00'],
]
const NUMERIC_DATE_MISTAKES: Reasons = [
  [/^"-?\d+(?:\.\d+)?"$/, 'it is a text'],
  [/^"\d{4}-/, 'dates as text stand outside of the claims'],
  [/^\d{13}(?:\.\d+)?$/, 'these are milliseconds'],
]

/** Explains why a value is not a `date-time`; undefined if it is none of the common mistakes. */
export function dateTimeProblem(value: unknown): string | undefined {
  return reasonIn(DATE_TIME_MISTAKES, typeof value === 'string' ? value : JSON.stringify(value))
}

/** Explains why a value is not a NumericDate; undefined if it is none of the common mistakes. */
export function numericDateProblem(value: unknown): string | undefined {
  return reasonIn(NUMERIC_DATE_MISTAKES, JSON.stringify(value))
}

function reasonIn(reasons: Reasons, written = ''): string | undefined {
  return reasons.find(([form]) => form.test(written))?.[1]
}

/** Negative if the first moment is before the second. */
export function compareMoments(one: Moment, other: Moment): number {
  if (one.seconds !== other.seconds) return one.seconds - other.seconds
  return one.fraction < other.fraction ? -1 : Number(one.fraction > other.fraction)
}
