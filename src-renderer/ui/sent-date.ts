import { readDateTime } from '../../shared/presentation-exchange/date-time.ts'

/**
 * Parses a date from a credential, for display.
 *
 * @returns undefined for anything else: engines guess a year from almost any text, and formatting such a date throws
 */
export function sentDate(text: string): Date | undefined {
  const ms = readDateTime(text) === undefined ? NaN : Date.parse(text)
  return Number.isNaN(ms) ? undefined : new Date(ms)
}
