const UNITS = [
  ['year', 365 * 24 * 60 * 60],
  ['month', 30 * 24 * 60 * 60],
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const

/** How long ago a time was, or how far ahead it is, in one unit: "2 minutes ago", "in 3 days". Under a minute it is "now". */
export function relativeTime(time: string, nowMilliseconds: number, locale: string): string {
  const seconds = (nowMilliseconds - Date.parse(time)) / 1000
  if (Number.isNaN(seconds)) return ''
  const format = formatFor(locale)
  const [unit, length] = UNITS.find(([, unitSeconds]) => Math.abs(seconds) >= unitSeconds) ?? (['second', 1] as const)
  return unit === 'second' ? format.format(0, 'second') : format.format(-Math.trunc(seconds / length), unit)
}

const formats = new Map<string, Intl.RelativeTimeFormat>()

/** Making a format is slow, and a list asks for one in every row. */
function formatFor(locale: string): Intl.RelativeTimeFormat {
  const known = formats.get(locale)
  if (known) return known
  const made = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' })
  formats.set(locale, made)
  return made
}
