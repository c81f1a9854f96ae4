import { z } from 'zod'
import { MESSAGE_FIELDS } from '../../../../shared/contract/errors.ts'
import type { VerifierAttempt } from '../../../../shared/contract/verifier-requests.ts'
import type { WalletRun } from '../../../../shared/contract/workbench-wallet.ts'
import { memberOf, textOf } from '../../../../shared/presentation-exchange/json.ts'
import type { Actual } from '../../../../shared/scenario-outcome.ts'
import { actualOf } from '../../../../shared/scenario-outcome.ts'
import { serviceSentence } from '../../../i18n/service-words.ts'

const Said = z.object(MESSAGE_FIELDS)

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

/**
 * The result of an answered run, to compare with its scenario: the checks from the verifier, else those that it
 * reported to the wallet.
 */
export function actualOfRun(answer: NonNullable<WalletRun['answer']>, attempt?: VerifierAttempt): Actual {
  const { errors: failed, warnings: warned } = attempt?.verification ?? {}
  return { ...actualOf(answer), ...(failed && { failed }), ...(warned && { warned }) }
}

/** The verifier's messages to the wallet about failed checks. */
export function toldMessages({ answer }: Pick<WalletRun, 'answer'>): readonly string[] {
  return messagesOf(listIn(answer?.body, 'errors'))
}

/** The verifier's distinct warnings: one may apply to every credential. */
export function toldWarnings({ answer }: Pick<WalletRun, 'answer'>): readonly string[] {
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

function listIn(body: unknown, name: string): readonly unknown[] {
  const list = memberOf(body, name)
  return Array.isArray(list) ? list : []
}
