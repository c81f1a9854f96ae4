import { z } from 'zod'
import { oneOf, text } from '../../i18n/i18n.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS = { day: 1, month: 30, quarter: 90 } as const

/** The choices for the end of a share; only `date` uses a date, `YYYY-MM-DD`. */
export const EXPIRIES = ['never', 'day', 'month', 'quarter', 'date'] as const
type Expiry = (typeof EXPIRIES)[number]

export const expiryFields = { expiry: z.enum(EXPIRIES), date: z.string() }

/**
 * The end of a share as an ISO time, or null for never. Days end in the person's time zone, not in UTC.
 *
 * @returns undefined when it is over already, or the date is invalid
 */
export function expiresAt(expiry: Expiry, date: string, nowMs: number): string | null | undefined {
  if (expiry === 'never') return null
  const atMs = expiry === 'date' ? Date.parse(`${date}T23:59:59.999`) : nowMs + DAYS[expiry] * DAY_MS
  return atMs > nowMs ? new Date(atMs).toISOString() : undefined
}

export const expiryOptions = () => EXPIRIES.map((value) => ({ value, label: text(oneOf('sharing.expiry.*', value)) }))

export const dateWrong = () => ({ error: text('sharing.expiry.wrong'), path: ['date'] })
