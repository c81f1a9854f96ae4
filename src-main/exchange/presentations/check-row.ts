import type { CheckCode } from '../../../shared/presentation-exchange/check-codes.ts'
import type { Check, CheckId, PolicyLevel, VerificationOptions } from '../../../shared/contract/presentations.ts'
import { shown } from '../../../shared/presentation-exchange/checks.ts'
import type { Location } from '../../../shared/presentation-exchange/json.ts'
import { messageFields } from '../../../shared/phrase.ts'
import type { Message } from '../../../shared/phrase.ts'

/** A failure or a warning. */
export interface Finding {
  readonly code: CheckCode
  readonly message: Message
  /** Default: `fail`. */
  readonly result?: 'fail' | 'warn'
  /** The place in the document that the check is about. */
  readonly location?: Location
  readonly expected?: string | null
  readonly actual?: string | null
  readonly extra?: Check['extra']
}

/** Why a check did not run. */
export interface NotRun {
  readonly notRun: 'not_applicable' | 'no_data' | 'off' | 'blocked'
  readonly blockedBy?: CheckId
}

/** An empty list means that the check passes. */
export type Outcome = readonly Finding[] | NotRun

export const NOT_APPLICABLE: NotRun = { notRun: 'not_applicable' }
export const OFF: NotRun = { notRun: 'off' }

export function blockedBy(check: CheckId): NotRun {
  return { notRun: 'blocked', blockedBy: check }
}

/** One check (docs/contract/exchange.md, Checks): a pure function of what was gathered about its subject. */
export interface CheckRow<Subject> {
  readonly check: CheckId
  /** Failures that make this check pointless (docs/contract/exchange.md, Checks: blocking); with codes, only those. */
  readonly blockers?: readonly Cause[]
  readonly decide: (subject: Subject) => Outcome
}

export interface Cause {
  readonly check: CheckId
  readonly codes?: readonly CheckCode[]
}

/** Shows a place in the document of a subject: in the presentation, or in a decoded JWT in it. */
export type PlaceOf = (location: Location) => Pick<Check, 'pointer' | 'inner_pointer'>

export interface Run {
  readonly policy: VerificationOptions['policy']
  readonly placeOf: PlaceOf
  /** Results that may block this one. */
  readonly earlier: readonly Check[]
}

const MAX_FINDINGS = 20

/** Runs the rows in order; each sees the results before it. */
export function runRows<Subject>(rows: readonly CheckRow<Subject>[], subject: Subject, run: Run): readonly Check[] {
  const found: Check[] = []
  const failed = run.earlier.filter(isFailed) // nothing else blocks a row
  const inTurn = { ...run, earlier: failed }
  for (const row of rows) {
    const checks = runRow(row, subject, inTurn)
    found.push(...checks)
    failed.push(...checks.filter(isFailed))
  }
  return found
}

/** One entry when it passes or does not run, else one for each finding. An exception in `decide` fails the check. */
export function runRow<Subject>(row: CheckRow<Subject>, subject: Subject, run: Run): readonly Check[] {
  const level = policyOf(row.check, run.policy)
  const blocker = (row.blockers ?? []).find((cause) => run.earlier.some((check) => isCaused(check, cause)))
  if (level === 'off') return [notRunCheck(row.check, OFF)]
  const outcome = blocker ? blockedBy(blocker.check) : decideSafely(row, subject)
  if ('notRun' in outcome) return [notRunCheck(row.check, outcome)]
  if (outcome.length === 0) return [passedCheck(row.check)]
  const findings = outcome.map((finding) => atLevel(finding, level))
  // Failures come first, so that a warning never displaces one when there are too many findings.
  const told = [...findings.filter((one) => !isWarning(one)), ...findings.filter(isWarning)].slice(0, MAX_FINDINGS)
  return told.map((finding) => foundCheck(row.check, finding, run.placeOf))
}

export function isFailed({ result }: Pick<Check, 'result'>): boolean {
  return result === 'fail'
}

function isWarning({ result }: Finding): boolean {
  return result === 'warn'
}

function passedCheck(check: CheckId): Check {
  const nothing = { code: null, pointer: null, inner_pointer: null, expected: null, actual: null, blocked_by: null }
  return { check, result: 'pass', message: '', ...nothing }
}

export function notRunCheck(check: CheckId, reason: NotRun): Check {
  return { ...passedCheck(check), result: 'not_run', code: reason.notRun, blocked_by: reason.blockedBy ?? null }
}

function foundCheck(check: CheckId, finding: Finding, placeOf: PlaceOf): Check {
  const { result = 'fail', code, message, location, expected = null, actual = null, extra } = finding
  const place = location === undefined ? {} : placeOf(location)
  return {
    ...passedCheck(check),
    ...place,
    result,
    code,
    ...messageFields(message),
    expected: shown(expected),
    actual: shown(actual),
    ...(extra !== undefined && { extra: [...extra] }),
  }
}

function isCaused({ check, result, code }: Check, cause: Cause): boolean {
  return (
    check === cause.check && result === 'fail' && (cause.codes === undefined || cause.codes.some((one) => one === code))
  )
}

function policyOf(check: CheckId, policy: Run['policy']): PolicyLevel | undefined {
  return (policy as Partial<Record<CheckId, PolicyLevel>>)[check] // only adjustable checks are in a policy
}

function decideSafely<Subject>({ decide }: CheckRow<Subject>, subject: Subject): Outcome {
  try {
    return decide(subject)
  } catch {
    return [{ code: 'internal', message: 'the check could not be completed; this is a fault of the exchange' }]
  }
}

/** A policy's `fail` or `warn` overrides the level of the check. */
function atLevel(finding: Finding, level: 'fail' | 'warn' | undefined): Finding {
  return level === undefined ? finding : { ...finding, result: level }
}
