import type { Check, VerificationOptions } from '../../../shared/contract/presentations.ts'
import type { DescriptorCheck } from '../../../shared/presentation-exchange/checks.ts'
import type { DescriptorEvaluation } from '../../../shared/presentation-exchange/evaluate-credential.ts'
import { blockedBy, isFailed, runRow } from './check-row.ts'
import type { CheckRow, Outcome, PlaceOf } from './check-row.ts'

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
  if (result === 'not_run' || code === null || code === 'no_data' || code === 'not_applicable') {
    return { notRun: code === 'no_data' ? code : 'not_applicable' }
  }
  const cause = earlier.find((one) => isFailed(one) && isSameFailure(one, check))
  if (cause !== undefined) return blockedBy(cause.check)
  return [{ result, code, message, expected, actual, ...(location !== null && { location }) }]
}

/** The status that failed the credential is not a second failure of the descriptor. */
function isSameFailure(earlier: Check, { check, code }: DescriptorCheck): boolean {
  return check === 'descriptor.statuses' && earlier.code === code
}
