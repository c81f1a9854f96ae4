import { newBudget } from '../../../shared/presentation-exchange/budget.ts'
import type { Budget } from '../../../shared/presentation-exchange/budget.ts'
import type { Check, VerificationOptions } from '../../../shared/contract/presentations.ts'
import type { DescriptorCheck } from '../../../shared/presentation-exchange/checks.ts'
import { evaluateCredential } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import type { DescriptorEvaluation } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import { memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { PreparedDescriptor } from '../../../shared/presentation-exchange/prepare-definition.ts'
import { blockedBy, isFailed, runRow } from './check-row.ts'
import type { CheckRow, Outcome, PlaceOf } from './check-row.ts'
import type { CredentialSubject } from './credential-checks.ts'
import { isEnded, momentOf } from './times.ts'

/** Enough for the fields of 200 usual descriptors; together they end within a second. */
const STEPS_OF_ONE_VERIFICATION = 1_000_000

export function evaluationBudget(): Budget {
  return newBudget(STEPS_OF_ONE_VERIFICATION)
}

/** Evaluates the credential that was submitted for a descriptor; undefined when it cannot be read as one. */
export function evaluateSubmitted(
  descriptor: PreparedDescriptor,
  { candidate, document, status, holder, now }: CredentialSubject,
  budget: Budget,
): DescriptorEvaluation | undefined {
  if (candidate === undefined) return undefined
  const end = momentOf(memberOf(document, 'expirationDate'))
  const { known, revoked, suspended } = status
  const expired = end !== undefined && isEnded(end, now)
  return evaluateCredential(descriptor, candidate, { holder, status: { known, revoked, suspended, expired }, budget })
}

interface Submitted {
  readonly check: DescriptorCheck
  /** Of the credential. */
  readonly earlier: readonly Check[]
}

/** Checks 27 to 33, in the form of the answer. */
export function descriptorChecks(
  { checks }: DescriptorEvaluation,
  credentialChecks: readonly Check[],
  run: { readonly placeOf: PlaceOf; readonly policy: VerificationOptions['policy'] },
): readonly Check[] {
  return checks.flatMap((check) => {
    const row: CheckRow<Submitted> = { check: check.check, decide: descriptorOutcome }
    return runRow(row, { check, earlier: credentialChecks }, { ...run, earlier: credentialChecks })
  })
}

function descriptorOutcome({ check, earlier }: Submitted): Outcome {
  const { result, code, message, location, expected, actual } = check
  if (result === 'pass') return []
  if (result === 'not_run') return { notRun: code === 'no_data' ? 'no_data' : 'not_applicable' }
  // A status that failed the credential is not a second failure of the descriptor.
  const cause = earlier.find((one) => isFailed(one) && one.code === code)
  if (cause !== undefined && check.check === 'descriptor.statuses') return blockedBy(cause.check)
  return [{ result, code: code ?? 'internal', message, expected, actual, ...(location !== null && { location }) }]
}
