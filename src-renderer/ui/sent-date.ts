import { readDateTime } from '../../shared/presentation-exchange/date-time.ts'

/**
 * A date that somebody else wrote into a credential, ready to be drawn.
 *
 * @returns undefined for what is no date: engines guess a year out of almost any text, and the drawing of dates throws on
 *   what they guessed
 */
export function sentDate(text: string): Date | undefined {
  const ms = readDateTime(text) === undefined ? NaN : Date.parse(text)
  return Number.isNaN(ms) ? undefined : new Date(ms)
}
