import { whyNoDateTime, whyNoNumericDate } from '../../../shared/presentation-exchange/date-time.ts'
import { jsonPointer } from '../../../shared/presentation-exchange/json.ts'
import type { Location } from '../../../shared/presentation-exchange/json.ts'
import type { Finding } from './check-row.ts'

/** A member that should be a date is not one. @param name as the sentence names it; its pointer when left out */
export function malformedDate(location: Location, value: unknown, name = jsonPointer(location)): Finding {
  const why = whyNoDateTime(value)
  const message = why ? `${name} is not a date with time and zone: ${why}` : `${name} is not a date with time and zone`
  return { code: 'date_malformed', location, message, expected: 'xsd:dateTime with a zone', actual: shownValue(value) }
}

/** The same for a claim of a JWT, which says a date as a number (RFC 7519, 2: NumericDate). */
export function malformedClaim(location: Location, value: unknown, claim: string): Finding {
  const why = whyNoNumericDate(value)
  const message = why
    ? `the claim ${claim} is not a number of seconds that is a date: ${why}`
    : `the claim ${claim} is not a number of seconds that is a date`
  return { code: 'date_malformed', location, message, expected: 'seconds since 1970', actual: shownValue(value) }
}

/** A value of any kind as the answer shows it. */
export function shownValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value ?? null)
}
