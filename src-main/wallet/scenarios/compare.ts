import type { MatrixRow, Scenario } from '../../../shared/contract/workbench-wallet.ts'
import { memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { PostAnswer } from '../runs/post-answer.ts'

type Actual = NonNullable<MatrixRow['actual']>

/** What a verifier answered, as far as a scenario is about it. */
export function actualOf({ http_status, body }: Pick<PostAnswer, 'http_status' | 'body'>): Actual {
  const valid = memberOf(body, 'valid')
  const isVerified = typeof valid === 'boolean'
  const errors = memberOf(body, 'errors')
  const listed = Array.isArray(errors) ? (errors as readonly unknown[]) : []
  return {
    http_status,
    http_code: isVerified ? null : (textOf(memberOf(listed[0], 'error')) ?? null),
    valid: isVerified ? valid : null,
    failed: isVerified
      ? listed.map((one) => ({
          check: textOf(memberOf(one, 'check')) ?? '',
          code: textOf(memberOf(one, 'code')) ?? '',
        }))
      : [],
  }
}

/**
 * Whether exactly the named check failed, with a named code, or exactly the named refusal came. What failed for any
 * other reason, or for another reason besides, is a defect (docs/contract/wallet.md, Scenarios).
 */
export function outcomeOf(
  { check, codes, http_status }: Pick<Scenario, 'check' | 'codes' | 'http_status'>,
  actual: Actual,
): 'as_expected' | 'other_reason' | 'not_refused' {
  if (actual.valid === true) return 'not_refused'
  if (actual.http_status !== http_status) return 'other_reason'
  if (check === null) return codes.includes(actual.http_code ?? '') ? 'as_expected' : 'other_reason'
  const isThisAlone = actual.failed.every((one) => one.check === check && codes.includes(one.code))
  return actual.failed.length > 0 && isThisAlone ? 'as_expected' : 'other_reason'
}
