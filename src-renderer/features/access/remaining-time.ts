const UNITS = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
  ['second', 1],
] as const

/** The time left until a moment, in its two largest units: "6 days 23 hr"; undefined when it is over. */
export function remainingTime(time: string, nowMs: number, locale: string): string | undefined {
  const seconds = Math.ceil((Date.parse(time) - nowMs) / 1000)
  if (!(seconds > 0)) return undefined
  const first = UNITS.findIndex(([, length]) => seconds >= length)
  let left = seconds
  const parts = UNITS.slice(first, first + 2).flatMap(([unit, length]) => {
    const count = Math.floor(left / length)
    left -= count * length
    return count === 0 ? [] : [formatFor(locale, unit).format(count)]
  })
  return parts.join(' ')
}

const formats = new Map<string, Intl.NumberFormat>()

function formatFor(locale: string, unit: string): Intl.NumberFormat {
  const key = `${locale} ${unit}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' })
  formats.set(key, format)
  return format
}
