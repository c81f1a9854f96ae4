import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import type { InputFor } from '../../../shared/contract/operation.ts'
import type { issuerOperations } from '../../../shared/contract/workbench-issuer.ts'
import { findDemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import type { DemoSchema } from '../../../shared/demo-credentials/demo-schemas.ts'
import { isAbsoluteUri } from '../../../shared/json-schema/uri-references.ts'
import { readTerms } from './sd-jwt-terms.ts'
import type { ReadyTerms } from './sd-jwt-terms.ts'
import { valueViolations } from './value-violations.ts'
import type { Violation } from './value-violations.ts'

/** A credential to issue. Times are `xsd:dateTime` with a time zone. */
export type IssueOrder = InputFor<typeof issuerOperations.credentialIssue>['body']

/** An order that can be fulfilled. */
export interface ReadyOrder {
  readonly schema: DemoSchema
  readonly violations: readonly Violation[]
  readonly issuanceDate: string
  readonly expirationDate: string | null
  /** Undefined where it is no SD-JWT VC. */
  readonly terms: ReadyTerms | undefined
}

/** Checks an order. @throws {ServiceError} `not_found`, `credential_invalid`, `invalid_params` */
export function readOrder(order: IssueOrder, nowMs: number): ReadyOrder {
  const schema = findDemoSchema(order.schema)
  if (schema === undefined) throw new ServiceError('not_found', 'The demo issuers have no such schema.')
  const violations = valueViolations(schema, order.values)
  const [first] = violations
  if (first !== undefined && !order.issue_anyway) {
    const message = `The values break the schema ${schema.title}: ${first.pointer} ${first.message}.`
    throw new ServiceError('credential_invalid', message, { extraInfo: { violations } })
  }
  if (order.subject !== null && !isAbsoluteUri(order.subject)) throw invalid('subject', 'must be a DID or another URI')
  if (order.sd_jwt !== undefined && order.format !== 'dc+sd-jwt') throw invalid('sd_jwt', 'is of the format dc+sd-jwt')
  return {
    schema,
    violations,
    ...periodOf(order, nowMs),
    terms: order.format === 'dc+sd-jwt' ? readTerms(order) : undefined,
  }
}

/** @throws {ServiceError} `invalid_params` if the period ends before it begins, or after the year 9999 */
function periodOf({ issued_at, expires_at }: IssueOrder, nowMs: number) {
  const begins = issued_at === null ? nowMs : Date.parse(issued_at)
  const issuanceDate = secondsTime(begins)
  if (expires_at === 'never') return { issuanceDate, expirationDate: null }
  const ends = expires_at === null ? oneYearAfter(begins) : Date.parse(expires_at)
  const expirationDate = secondsTime(ends)
  if (ends <= LAST_MS && expirationDate > issuanceDate) return { issuanceDate, expirationDate }
  throw invalid('expires_at', `must be later than ${issuanceDate} and not after the year 9999`)
}

const LAST_MS = Date.UTC(9999, 11, 31)

function oneYearAfter(ms: number): number {
  const date = new Date(ms)
  return date.setUTCFullYear(date.getUTCFullYear() + 1)
}

/** Formats a time in whole seconds, because many issuers and verifiers have no fractions in JWT claims. */
export function secondsTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}

function invalid(path: string, rule: string): ServiceError {
  return faultyFieldsError([{ path, code: 'invalid_params', rule }])
}
