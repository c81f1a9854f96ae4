/** The time left of something, in its two largest units; undefined when none is left. */
export type TimeLeft =
  | { readonly unit: 'days'; readonly days: number; readonly hours: number }
  | { readonly unit: 'hours'; readonly hours: number; readonly minutes: number }
  | { readonly unit: 'minutes'; readonly minutes: number; readonly seconds: number }

export function timeLeft(end: string, nowMs: number): TimeLeft | undefined {
  const seconds = Math.ceil((Date.parse(end) - nowMs) / 1000)
  if (!(seconds > 0)) return undefined
  const [minutes, hours, days] = [60, 3600, 86_400].map((unit) => Math.floor(seconds / unit)) as [
    number,
    number,
    number,
  ]
  if (days > 0) return { unit: 'days', days, hours: hours % 24 }
  if (hours > 0) return { unit: 'hours', hours, minutes: minutes % 60 }
  return { unit: 'minutes', minutes, seconds: seconds % 60 }
}
