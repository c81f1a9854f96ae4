import { compareMoments, isNumericDate, readDateTime } from '../../../shared/presentation-exchange/date-time.ts'
import type { Moment } from '../../../shared/presentation-exchange/date-time.ts'

/** How far the clock of a signer may be ahead of ours. */
const TOLERANCE_SECONDS = 60

/** A date as documents say it: a text with a zone. Undefined for anything else. */
export function momentOf(value: unknown): Moment | undefined {
  return typeof value === 'string' ? readDateTime(value) : undefined
}

/** A date as the claims of a JWT say it: the seconds since 1970. Undefined for anything else, texts among it. */
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

/** There is no grace: what ends now has ended. */
export function isEnded(moment: Moment, now: Moment): boolean {
  return compareMoments(moment, now) <= 0
}

/** As the answer shows it. */
export function shownTime({ seconds, fraction }: Moment): string {
  return new Date(seconds * 1000 + Number(`0.${fraction || '0'}`) * 1000).toISOString()
}
