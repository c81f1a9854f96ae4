import type { MatrixRow, Scenario, WalletRun } from './contract/workbench-wallet.ts'
import { memberOf, textOf } from './presentation-exchange/json.ts'

export type Actual = NonNullable<MatrixRow['actual']>
type Expected = Pick<Scenario, 'result' | 'check' | 'codes' | 'http_status'>

/** The parts of a verifier's answer that scenarios check. */
export function actualOf({
  http_status,
  body,
}: Pick<NonNullable<WalletRun['answer']>, 'http_status' | 'body'>): Actual {
  const valid = memberOf(body, 'valid')
  const isVerified = typeof valid === 'boolean'
  const listed = entriesOf(body, 'errors')
  return {
    http_status,
    http_code: isVerified ? null : (textOf(memberOf(listed[0], 'error')) ?? null),
    valid: isVerified ? valid : null,
    failed: isVerified ? listed.map(foundCode) : [],
    warned: isVerified ? entriesOf(body, 'warnings').map(foundCode) : [],
  }
}

function entriesOf(body: unknown, name: string): readonly unknown[] {
  const listed = memberOf(body, name)
  return Array.isArray(listed) ? listed : []
}

function foundCode(one: unknown): Actual['failed'][number] {
  return { check: textOf(memberOf(one, 'check')) ?? '', code: textOf(memberOf(one, 'code')) ?? '' }
}

/**
 * Whether exactly the expected check failed, with an expected code, or exactly the expected refusal came. A
 * presentation that must be accepted needs the expected warning, or none from its check. Any other or additional
 * failure is a defect (docs/contract/exchange.md, Scenarios).
 */
export function outcomeOf(scenario: Expected, actual: Actual): 'as_expected' | 'other_reason' | 'not_refused' {
  const { result, check, codes, http_status } = scenario
  if (result !== 'fail') return isAccepted(scenario, actual) ? 'as_expected' : 'other_reason'
  if (actual.valid === true) return 'not_refused'
  if (actual.http_status !== http_status) return 'other_reason'
  if (check === null) return codes.includes(actual.http_code ?? '') ? 'as_expected' : 'other_reason'
  const isThisAlone = actual.failed.every((one) => one.check === check && codes.includes(one.code))
  return actual.failed.length > 0 && isThisAlone ? 'as_expected' : 'other_reason'
}

/** Whether it was accepted with the expected warning, or without any from the check. */
function isAccepted({ result, check, codes }: Expected, { valid, warned }: Actual): boolean {
  const said = warned.filter((one) => one.check === check)
  const isSaid = result === 'warn' ? said.length > 0 : said.length === 0
  return valid === true && isSaid && said.every(({ code }) => codes.includes(code))
}
