import type { VerifierAttempt } from '../../../../shared/contract/verifier-requests.ts'
import type { Scenario, WalletRun } from '../../../../shared/contract/workbench-wallet.ts'

/** A check that failed, and why. */
export interface FailedCheck {
  readonly check: string
  readonly code: string
}

export type Outcome = 'as_expected' | 'other_reason' | 'not_refused'

type Answered = Pick<WalletRun, 'answer'>

/** The attempt at the verifier's desk that this run made. */
export function attemptOf(
  run: Pick<WalletRun, 'answer' | 'steps'>,
  attempts: readonly VerifierAttempt[],
): VerifierAttempt | undefined {
  const id = memberOf(run.answer?.body, 'verification_id')
  if (typeof id === 'string') return attempts.find(({ verification }) => verification?.verification_id === id)
  const submitted = run.steps.findLast(({ kind }) => kind === 'submitted')
  return submitted && attempts.find(({ received_at }) => Date.parse(received_at) >= Date.parse(submitted.at))
}

/** The checks that failed: as the desk knows them, else as far as the verifier told the wallet. */
export function failedChecks({ answer }: Answered, attempt?: VerifierAttempt): readonly FailedCheck[] {
  const told: unknown = attempt?.verification?.errors ?? memberOf(answer?.body, 'errors')
  if (!Array.isArray(told)) return []
  return told.flatMap((one: unknown) => {
    const [check, code] = [memberOf(one, 'check'), memberOf(one, 'code')]
    return typeof check === 'string' && typeof code === 'string' ? [{ check, code }] : []
  })
}

/** Code of a refusal that came instead of a verification. */
export function refusalCode({ answer }: Answered): string | undefined {
  const errors = memberOf(answer?.body, 'errors')
  const code = memberOf(Array.isArray(errors) ? errors[0] : undefined, 'error')
  return typeof code === 'string' ? code : undefined
}

/** Whether what was broken on purpose failed as it must: by its one check, or by its status. */
export function outcomeOf(
  scenario: Pick<Scenario, 'check' | 'codes' | 'http_status'>,
  run: Answered,
  failed: readonly FailedCheck[],
): Outcome {
  if (scenario.check === null) return refusalOutcome(scenario, run)
  if (memberOf(run.answer?.body, 'valid') === true) return 'not_refused'
  const onlyThat = failed.every(({ check, code }) => check === scenario.check && scenario.codes.includes(code))
  return failed.length > 0 && onlyThat ? 'as_expected' : 'other_reason'
}

function refusalOutcome({ http_status, codes }: Pick<Scenario, 'codes' | 'http_status'>, run: Answered): Outcome {
  const status = run.answer?.http_status ?? 0
  if (status >= 200 && status < 300) return 'not_refused'
  const code = refusalCode(run)
  return status === http_status && (code === undefined || codes.length === 0 || codes.includes(code))
    ? 'as_expected'
    : 'other_reason'
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}
