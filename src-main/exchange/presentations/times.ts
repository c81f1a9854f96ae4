import {
  compareMoments,
  isNumericDate,
  readDateTime,
  dateTimeProblem,
  numericDateProblem,
} from '../../../shared/presentation-exchange/date-time.ts'
import type { Moment } from '../../../shared/presentation-exchange/date-time.ts'
import { jsonPointer } from '../../../shared/presentation-exchange/json.ts'
import type { Location } from '../../../shared/presentation-exchange/json.ts'
import type { Finding } from './check-row.ts'
import { asPhrase, phrase } from '../../../shared/phrase.ts'

/** How far the clock of a signer may be ahead. */
const TOLERANCE_SECONDS = 60

const MAX_KEPT_DATES = 200
const MAX_KEPT_LENGTH = 40
const keptDates = new Map<string, Moment | undefined>()

/** Parses the date of a document, a string with a zone; undefined for anything else. Several checks ask about each date. */
export function momentOf(value: unknown): Moment | undefined {
  if (typeof value !== 'string') return undefined
  if (value.length > MAX_KEPT_LENGTH) return readDateTime(value)
  const kept = keptDates.get(value)
  if (kept !== undefined) return kept
  if (keptDates.size >= MAX_KEPT_DATES) keptDates.clear()
  const moment = readDateTime(value)
  keptDates.set(value, moment)
  return moment
}

/** Parses the date of a JWT claim, in seconds since 1970; undefined for anything else, strings included. */
export function momentOfClaim(value: unknown): Moment | undefined {
  if (!isNumericDate(value)) return undefined
  const seconds = Math.floor(value)
  return { seconds, fraction: value === seconds ? '' : (value - seconds).toFixed(6).slice(2).replace(/0+$/, '') }
}

export function isAhead(moment: Moment, now: Moment): boolean {
  return compareMoments(moment, { ...now, seconds: now.seconds + TOLERANCE_SECONDS }) > 0
}

export function isOlder(moment: Moment, now: Moment, seconds: number): boolean {
  return compareMoments(moment, { ...now, seconds: now.seconds - seconds }) < 0
}

/** There is no grace: a moment that is now has passed. */
export function isEnded(moment: Moment, now: Moment): boolean {
  return compareMoments(moment, now) <= 0
}

/** Writes a time as the answer shows it. */
export function shownTime({ seconds, fraction }: Moment): string {
  return new Date(seconds * 1000 + Number(`0.${fraction || '0'}`) * 1000).toISOString()
}

/** A member that should be a date is not one. @param name as the sentence names it; its pointer when left out */
export function malformedDate(location: Location, value: unknown, name = jsonPointer(location)): Finding {
  const why = dateTimeProblem(value)
  const message = why
    ? phrase`${name} is not a date with time and zone: ${asPhrase(why)}`
    : phrase`${name} is not a date with time and zone`
  return { code: 'date_malformed', location, message, expected: 'xsd:dateTime with a zone', actual: shownValue(value) }
}

/** The same for a claim of a JWT, which says a date as a number (RFC 7519, 2: NumericDate). */
export function malformedClaim(location: Location, value: unknown, claim: string): Finding {
  const why = numericDateProblem(value)
  const message = why
    ? phrase`the claim ${claim} is not a number of seconds that is a date: ${asPhrase(why)}`
    : phrase`the claim ${claim} is not a number of seconds that is a date`
  return { code: 'date_malformed', location, message, expected: 'seconds since 1970', actual: shownValue(value) }
}

/** A value of any kind as the answer shows it. */
export function shownValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value ?? null)
}
