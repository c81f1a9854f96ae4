import { z } from 'zod'
import { oneOf, text } from '../../i18n/i18n.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS = { day: 1, month: 30, quarter: 90 } as const

/** How an end is chosen; `date` is `YYYY-MM-DD` and used with `date` alone. */
export const EXPIRIES = ['never', 'day', 'month', 'quarter', 'date'] as const
type Expiry = (typeof EXPIRIES)[number]

export const expiryFields = { expiry: z.enum(EXPIRIES), date: z.string() }

/**
 * When a share ends, as an ISO time, or null for never. A day ends where the person is, not in UTC.
 *
 * @returns undefined when it would be over already, or the date is none
 */
export function expiresAt(expiry: Expiry, date: string, nowMs: number): string | null | undefined {
  if (expiry === 'never') return null
  const atMs = expiry === 'date' ? Date.parse(`${date}T23:59:59.999`) : nowMs + DAYS[expiry] * DAY_MS
  return atMs > nowMs ? new Date(atMs).toISOString() : undefined
}

export const expiryOptions = () => EXPIRIES.map((value) => ({ value, label: text(oneOf('sharing.expiry.*', value)) }))

export const dateWrong = () => ({ error: text('sharing.expiry.wrong'), path: ['date'] })
