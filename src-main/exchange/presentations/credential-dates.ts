import { listOf, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { Moment } from '../../../shared/presentation-exchange/date-time.ts'
import { CREDENTIALS_V2 } from '../registries/context-registry.ts'
import { isEnded, momentOf } from './times.ts'

/**
 * The members that say from when and until when a credential holds, of both data models: both contexts define `validFrom`
 * and `validUntil`, those of the first model stand for `nbf` and `exp` of a JWT, and which model a document names is not
 * signed.
 */
export const DATE_NAMES = {
  begin: ['validFrom', 'issuanceDate'],
  end: ['validUntil', 'expirationDate'],
} as const

/** The first context identifies the data model of a document. */
export function isSecondModel(document: JsonObject): boolean {
  return listOf(memberOf(document, '@context'))[0] === CREDENTIALS_V2
}

/** A date that is there, by its name. */
interface SentDate {
  readonly name: string
  readonly value: unknown
}

export function datesIn(document: JsonObject, names: readonly string[]): readonly SentDate[] {
  return names.flatMap((name) => {
    const value = memberOf(document, name)
    return value === undefined ? [] : [{ name, value }]
  })
}

/** Whether a credential has ended. Dates that cannot be read are the matter of `credential.shape`. */
export function hasEnded(document: JsonObject, now: Moment): boolean {
  return datesIn(document, DATE_NAMES.end).some(({ value }) => {
    const moment = momentOf(value)
    return moment !== undefined && isEnded(moment, now)
  })
}
