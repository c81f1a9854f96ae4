import { listOf, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { Moment } from '../../../shared/presentation-exchange/date-time.ts'
import { CREDENTIALS_V2 } from '../registries/context-registry.ts'
import { isEnded, momentOf } from './times.ts'

/** The members that say from when and until when a credential holds. */
export interface DateNames {
  readonly begin: readonly string[]
  readonly end: readonly string[]
}

const FIRST_MODEL: DateNames = { begin: ['issuanceDate'], end: ['expirationDate'] }
/** Those of the first model stand for `nbf` and `exp` when the credential is a JWT. */
const SECOND_MODEL: DateNames = { begin: ['validFrom', 'issuanceDate'], end: ['validUntil', 'expirationDate'] }

/** The first context says by which data model a document is written. */
export function isSecondModel(document: JsonObject): boolean {
  return listOf(memberOf(document, '@context'))[0] === CREDENTIALS_V2
}

export function dateNamesOf(document: JsonObject): DateNames {
  return isSecondModel(document) ? SECOND_MODEL : FIRST_MODEL
}

/** A date that is there, by its name. */
export interface SentDate {
  readonly name: string
  readonly value: unknown
}

export function datesIn(document: JsonObject, names: readonly string[]): readonly SentDate[] {
  return names.flatMap((name) => {
    const value = memberOf(document, name)
    return value === undefined ? [] : [{ name, value }]
  })
}

/** Whether a credential has ended. Dates that cannot be read are the matter of check 16. */
export function hasEnded(document: JsonObject, now: Moment): boolean {
  return datesIn(document, dateNamesOf(document).end).some(({ value }) => {
    const moment = momentOf(value)
    return moment !== undefined && isEnded(moment, now)
  })
}
