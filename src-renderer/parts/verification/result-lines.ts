import type { Check, CheckId, Verification } from '../../../shared/contract/presentations.ts'
import { CHECK_IDS } from '../../../shared/contract/presentations.ts'

/** The nine lines of a verification for people. Every check belongs to exactly one of them. */
export const LINES = {
  structure: [
    'presentation.shape',
    'presentation.contexts',
    'presentation.terms',
    'credential.shape',
    'credential.contexts',
    'credential.terms',
  ],
  holder_proof: ['presentation.proof', 'presentation.holder'],
  fresh: ['presentation.time', 'presentation.challenge', 'presentation.domain', 'presentation.replay'],
  mapping: ['submission.shape', 'submission.definition', 'submission.map', 'submission.extra'],
  issuer_proof: ['credential.disclosures', 'credential.proof', 'credential.issuer', 'credential.holder'],
  trusted: ['credential.trust', 'descriptor.trusted_authorities'],
  in_force: ['credential.issuance', 'credential.expiry', 'credential.status', 'descriptor.statuses'],
  schema: ['presentation.format', 'credential.schema', 'descriptor.schema', 'descriptor.format'],
  asked: [
    'submission.requirements',
    'submission.same_subject',
    'descriptor.field',
    'descriptor.subject_is_issuer',
    'descriptor.is_holder',
    'descriptor.limit_disclosure',
  ],
} as const satisfies Readonly<Record<string, readonly CheckId[]>>

export type LineId = keyof typeof LINES
export type CheckResult = Check['result']

/** A check with its subject: the presentation, one of its credentials, or a requested input. */
export interface PlacedCheck {
  readonly check: Check
  readonly credential: number | null
  readonly descriptor: string | null
}

export interface ResultLine {
  readonly id: LineId
  /** The worst of its checks that ran; `not_run` only when none did. */
  readonly result: CheckResult
  /** The worst first, so that nobody looks for the one that failed among fifty that passed. */
  readonly checks: readonly PlacedCheck[]
}

/** Results in order of importance. */
const WORST_FIRST: readonly CheckResult[] = ['fail', 'warn', 'pass', 'not_run']

export function resultLines(verification: Verification): readonly ResultLine[] {
  const placed = placedChecks(verification)
  return Object.entries(LINES).map(([id, ids]) => {
    const checks = worstFirst(placed.filter(({ check }) => ids.some((one) => one === check.check)))
    // Object.entries forgets the type of the keys.
    return { id: id as LineId, result: checks[0]?.check.result ?? 'not_run', checks }
  })
}

function worstFirst(checks: readonly PlacedCheck[]): readonly PlacedCheck[] {
  const rank = ({ check }: PlacedCheck) => WORST_FIRST.indexOf(check.result)
  return [...checks].sort((one, other) => rank(one) - rank(other))
}

/** Sorts by the list of checks, then by credential, then by input. */
function placedChecks({ checks, credentials, descriptors }: Verification): readonly PlacedCheck[] {
  const placed: PlacedCheck[] = [
    ...checks.map((check) => ({ check, credential: null, descriptor: null })),
    ...credentials.flatMap(({ index, checks: own }) =>
      own.map((check) => ({ check, credential: index, descriptor: null })),
    ),
    ...descriptors.flatMap(({ id, credential, checks: own }) =>
      own.map((check) => ({ check, credential, descriptor: id })),
    ),
  ]
  const rank = ({ check }: PlacedCheck) => CHECK_IDS.indexOf(check.check)
  return placed.sort((one, other) => rank(one) - rank(other))
}

export type Counts = Readonly<Record<CheckResult, number>>

export function countResults(results: readonly CheckResult[]): Counts {
  const count = (wanted: CheckResult) => results.filter((result) => result === wanted).length
  return { pass: count('pass'), fail: count('fail'), warn: count('warn'), not_run: count('not_run') }
}

/** The reasons why a check did not run; most telling first. */
const NOT_RUN_REASONS = ['blocked', 'off', 'no_data', 'not_applicable']

/** The check whose reason explains best that a line, or a part of it, was not run. */
export function notRunCheck(checks: readonly PlacedCheck[]): Check | undefined {
  const notRun = checks.filter(({ check }) => check.result === 'not_run').map(({ check }) => check)
  const rank = ({ code }: Check) => NOT_RUN_REASONS.indexOf(code ?? '')
  return notRun.sort((one, other) => rank(one) - rank(other))[0]
}
