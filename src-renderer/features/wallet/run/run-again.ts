import type { VerifierRequestDetail } from '../../../../shared/contract/verifier-requests.ts'
import { verifierRequestOperations } from '../../../../shared/contract/verifier-requests.ts'
import type { WalletRun } from '../../../../shared/contract/workbench-wallet.ts'
import { walletOperations } from '../../../../shared/contract/workbench-wallet.ts'
import { call, callService } from '../../../api/call.ts'
import type { AnswerSettings } from '../answer-settings.ts'

const SHORTEST_SECONDS = 30

/**
 * The link to answer again: that of the run, or of a new request where the former one takes no answer any more. One that is
 * made to be answered with something broken is marked, so that it does not stay among those that somebody wants answered.
 *
 * @param request the request at our own verifier; undefined where it is somebody else's
 * @throws {CallError} `not_found`, `exchange_unavailable`
 */
export async function linkAgain(
  run: WalletRun,
  request: VerifierRequestDetail | undefined,
  { scenario }: Pick<AnswerSettings, 'scenario'>,
): Promise<string> {
  if (request === undefined || request.state === 'waiting' || request.state === 'fetched') return run.link
  const { definition_id, name, binding, max_age_seconds, max_attempts, trusted_issuers, policy, deep_link } = request
  const seconds = Math.round((Date.parse(request.expires_at) - Date.parse(request.created_at)) / 1000)
  const made = await callService({ as: 'subscription' }, verifierRequestOperations.createVerifierRequest, {
    body: {
      ...{
        scenario: scenario ?? null,
        definition_id,
        name,
        binding,
        max_age_seconds,
        max_attempts,
        trusted_issuers,
        policy,
      },
      expires_in: Math.max(SHORTEST_SECONDS, seconds),
      wallet_scheme: deep_link.slice(0, deep_link.indexOf(':')),
    },
  })
  return made.request.deep_link
}

/**
 * Sends what was sent before, with what is broken now. A run that cannot be sent as it is stays open for its owner.
 *
 * @throws {CallError} `wrong_status`, `invalid_params`, `user_locked`
 */
export async function answerAgain(
  actor: string,
  { before, next }: { readonly before: WalletRun; readonly next: WalletRun },
  { profile, scenario, holderKey }: AnswerSettings,
): Promise<void> {
  const wasSent = before.state === 'accepted' || before.state === 'not_accepted'
  if (!wasSent || next.state !== 'choosing') return
  const params = { user_id: actor, run_id: next.id }
  const choice = choiceAgain(before, next)
  const { run } = await call(walletOperations.walletRunChoose, { params, body: { choice } })
  if (!run.can_submit || run.must_share_whole) return
  const body = {
    profile: profile ?? null,
    scenario: scenario ?? null,
    holder_key_id: holderKey ?? null,
    share_whole: false,
  }
  await call(walletOperations.walletRunSubmit, { params, body })
}

/** The choice of a former run, as far as the same credentials still fit. */
function choiceAgain(before: WalletRun, next: WalletRun): Record<string, string | null> {
  const chosenBefore = new Map(before.descriptors.map(({ id, chosen }) => [id, chosen]))
  return Object.fromEntries(
    next.descriptors.map(({ id, candidates, chosen }) => {
      const wished = chosenBefore.get(id)
      const fits = wished === null || candidates.some(({ credential_id }) => credential_id === wished)
      return [id, wished !== undefined && fits ? wished : chosen]
    }),
  )
}
