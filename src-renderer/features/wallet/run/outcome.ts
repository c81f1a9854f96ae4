import { z } from 'zod'
import { MESSAGE_FIELDS } from '../../../../shared/contract/errors.ts'
import type { VerifierAttempt } from '../../../../shared/contract/verifier-requests.ts'
import type { Scenario, WalletRun } from '../../../../shared/contract/workbench-wallet.ts'
import { memberOf, textOf } from '../../../../shared/presentation-exchange/json.ts'
import { serviceSentence } from '../../../i18n/service-words.ts'

const Said = z.object(MESSAGE_FIELDS)

/** A check that failed, and why. */
export interface FailedCheck {
  readonly check: string
  readonly code: string
}

export type Outcome = 'as_expected' | 'other_reason' | 'not_refused'

type Answered = Pick<WalletRun, 'answer'>

/** The attempt at the verifier that this run made. */
export function attemptOf(
  run: Pick<WalletRun, 'answer' | 'steps'>,
  attempts: readonly VerifierAttempt[],
): VerifierAttempt | undefined {
  const id = memberOf(run.answer?.body, 'verification_id')
  if (typeof id === 'string') return attempts.find(({ verification }) => verification?.verification_id === id)
  const submitted = run.steps.findLast(({ kind }) => kind === 'submitted')
  return submitted && attempts.find(({ received_at }) => Date.parse(received_at) >= Date.parse(submitted.at))
}

/** The failed checks, from the verifier if it is ours, else from its answer. */
export function failedChecks({ answer }: Answered, attempt?: VerifierAttempt): readonly FailedCheck[] {
  return checksIn(attempt?.verification?.errors ?? errorsOf(answer?.body))
}

/** The checks that warned, from the same source. */
export function warnedChecks({ answer }: Answered, attempt?: VerifierAttempt): readonly FailedCheck[] {
  return checksIn(attempt?.verification?.warnings ?? listIn(answer?.body, 'warnings'))
}

function checksIn(problems: readonly unknown[]): readonly FailedCheck[] {
  return problems.flatMap((one) => {
    const [check, code] = [textOf(memberOf(one, 'check')), textOf(memberOf(one, 'code'))]
    return check === undefined || code === undefined ? [] : [{ check, code }]
  })
}

/** The verifier's messages to the wallet about failed checks. */
export function toldMessages({ answer }: Answered): readonly string[] {
  return messagesOf(errorsOf(answer?.body))
}

/** The verifier's distinct warnings: one may apply to every credential. */
export function toldWarnings({ answer }: Answered): readonly string[] {
  return [...new Set(messagesOf(listIn(answer?.body, 'warnings')))]
}

function messagesOf(problems: readonly unknown[]): readonly string[] {
  return problems.flatMap((one) => {
    const said = Said.safeParse(one).data
    const [check, refusal] = ['code', 'error'].map((name) => textOf(memberOf(one, name)))
    if (said === undefined) return []
    return serviceSentence(check === undefined ? 'error' : 'check', { ...said, code: check ?? refusal })
  })
}

/** The error code, if the answer is a refusal and not a verification. */
export function refusalCode({ answer }: Answered): string | undefined {
  return textOf(memberOf(errorsOf(answer?.body)[0], 'error'))
}

function errorsOf(body: unknown): readonly unknown[] {
  return listIn(body, 'errors')
}

function listIn(body: unknown, name: string): readonly unknown[] {
  const list = memberOf(body, name)
  return Array.isArray(list) ? list : []
}

/**
 * Whether a scenario ended as expected: failed by its one check, or by its status; or, if it must be accepted, was
 * accepted with its warning.
 */
// eslint-disable-next-line max-params -- what must come, and what came
export function outcomeOf(
  scenario: Pick<Scenario, 'result' | 'check' | 'codes' | 'http_status'>,
  run: Answered,
  failed: readonly FailedCheck[],
  warned: readonly FailedCheck[] = [],
): Outcome {
  if (scenario.result !== 'fail') return acceptedOutcome(scenario, run, warned)
  if (scenario.check === null) return refusalOutcome(scenario, run)
  if (memberOf(run.answer?.body, 'valid') === true) return 'not_refused'
  const onlyThat = failed.every(({ check, code }) => check === scenario.check && scenario.codes.includes(code))
  return failed.length > 0 && onlyThat ? 'as_expected' : 'other_reason'
}

function acceptedOutcome(
  { result, check, codes }: Pick<Scenario, 'result' | 'check' | 'codes'>,
  { answer }: Answered,
  warned: readonly FailedCheck[],
): Outcome {
  const said = warned.filter((one) => one.check === check)
  const isSaid = result === 'warn' ? said.length > 0 : said.length === 0
  const isThis = isSaid && said.every(({ code }) => codes.includes(code))
  return memberOf(answer?.body, 'valid') === true && isThis ? 'as_expected' : 'other_reason'
}

function refusalOutcome({ http_status, codes }: Pick<Scenario, 'codes' | 'http_status'>, run: Answered): Outcome {
  const status = run.answer?.http_status ?? 0
  if (status >= 200 && status < 300) return 'not_refused'
  const code = refusalCode(run)
  return status === http_status && (code === undefined || codes.length === 0 || codes.includes(code))
    ? 'as_expected'
    : 'other_reason'
}
