import { messageFields } from '../phrase.ts'
import type { MessageFields, Message } from '../phrase.ts'
import type { CheckCode } from './check-codes.ts'
import type { Location } from './json.ts'

export type CheckResult = 'pass' | 'fail' | 'warn' | 'not_run'

export type DescriptorCheckId =
  | 'descriptor.schema'
  | 'descriptor.format'
  | 'descriptor.field'
  | 'descriptor.trusted_authorities'
  | 'descriptor.subject_is_issuer'
  | 'descriptor.is_holder'
  | 'descriptor.statuses'
  | 'descriptor.limit_disclosure'

/** The result of one check. */
export interface DescriptorCheck extends MessageFields {
  readonly check: DescriptorCheckId
  readonly result: CheckResult
  /** Why it failed, warns or did not run; null when it passed. */
  readonly code: CheckCode | 'not_applicable' | 'no_data' | null
  /** The place in the credential as sent; null for the whole credential. */
  readonly location: Location | null
  readonly expected: string | null
  readonly actual: string | null
}

type Details = Partial<Pick<DescriptorCheck, 'location' | 'expected' | 'actual'>>

const MAX_SHOWN_LENGTH = 200

export function passed(check: DescriptorCheckId): DescriptorCheck {
  return { check, result: 'pass', code: null, location: null, message: '', expected: null, actual: null }
}

export function notRun(check: DescriptorCheckId, code: 'not_applicable' | 'no_data'): DescriptorCheck {
  return { ...passed(check), result: 'not_run', code }
}

export function failed(
  check: DescriptorCheckId,
  outcome: { readonly result?: 'fail' | 'warn'; readonly code: CheckCode; readonly message: Message } & Details,
): DescriptorCheck {
  const { result = 'fail', code, message, location = null, expected = null, actual = null } = outcome
  return { check, result, code, location, ...messageFields(message), expected: shown(expected), actual: shown(actual) }
}

/** Shortens a text to the length that responses show. */
export function shown(text: string | null): string | null {
  return text === null || text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH - 1)}…`
}
