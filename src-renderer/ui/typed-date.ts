export type DateKind = 'day' | 'moment'

/** The order of day, month and year in a language, and the separators between them. */
interface DateOrder {
  readonly parts: readonly ('year' | 'month' | 'day')[]
  readonly between: string
}

const NO_DATE = undefined
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const TIME = /^(\d{1,2}):(\d{2})$/

function orderOf(language: string): DateOrder {
  const parts = new Intl.DateTimeFormat(language, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts()
  const between = parts.find(({ type }) => type === 'literal')?.value ?? '-'
  return {
    parts: parts.flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? type : [])),
    between,
  }
}

/** The computer's variant of the window's language, such as `en-GB`, which has an order for dates. */
export function languageOfDates(language: string, ofComputer: readonly string[]): string {
  return ofComputer.find((one) => one.split('-')[0] === language) ?? language
}

/** A date in digits, as people type it in a language: `31.12.2026`, or with a time `31.12.2026 09:05`. */
export function dateInFigures(value: string, language: string): string {
  const [day = '', time] = value.split('T')
  const [, year, month, date] = ISO.exec(day) ?? []
  if (year === undefined || month === undefined || date === undefined) return value
  const { parts, between } = orderOf(language)
  const figures = parts.map((part) => ({ year, month, day: date })[part]).join(between)
  return time === undefined ? figures : `${figures} ${time.slice(0, 5)}`
}

/** The beginning of a day in the person's time zone, or of the day so many days later; in UTC. */
export function startOfDay(day: string, daysLater = 0): string {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + daysLater)
  return start.toISOString()
}

/**
 * Parses a typed date, in the order of the language or as `YYYY-MM-DD`, with any separators between the numbers.
 *
 * @param loosely accepts a year of two digits, and takes a missing time as the beginning of the day
 * @returns `YYYY-MM-DD`, with `Thh:mm` if a time is asked for; undefined if it is not a date
 */
export function typedDate(text: string, kind: DateKind, language: string, loosely = false): string | undefined {
  const [typedDay = '', typedTime] = text.trim().split(/[\sT,]+(?=\S*$)/)
  const isTimed = typedTime !== undefined && TIME.test(typedTime)
  const day = dayOf(isTimed ? typedDay : text.trim(), orderOf(language), loosely)
  if (day === undefined || (kind === 'day' && isTimed)) return NO_DATE
  if (kind === 'day') return day
  const [, hour = '0', minute = '00'] = TIME.exec(isTimed ? typedTime : '') ?? []
  return (isTimed || loosely) && Number(hour) < 24 && Number(minute) < 60
    ? `${day}T${hour.padStart(2, '0')}:${minute}`
    : NO_DATE
}

function dayOf(text: string, { parts }: DateOrder, loosely: boolean): string | undefined {
  const figures = text.replace(/[.\s]+$/, '').split(/[^\d]+/)
  const order = ISO.test(text) ? (['year', 'month', 'day'] as const) : parts
  const [year, month, day] = (['year', 'month', 'day'] as const).map((part) => figures[order.indexOf(part)] ?? '')
  if (figures.length !== 3 || year === undefined || month === undefined || day === undefined) return NO_DATE
  const isWhole = year.length === 4 || (loosely && year.length === 2)
  const date = new Date(Date.UTC(Number(year) + (year.length === 2 ? 2000 : 0), Number(month) - 1, Number(day)))
  // `Date` would turn a day that the month does not have into one of the next month.
  if (!isWhole || Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) return NO_DATE
  return date.getUTCMonth() === Number(month) - 1 ? date.toISOString().slice(0, 10) : NO_DATE
}
