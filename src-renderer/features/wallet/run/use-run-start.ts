import { shallowRef } from 'vue'
import type { RouteLocationRaw, Router } from 'vue-router'
import { useRouter } from 'vue-router'
import type { VerifierRequestDetail } from '../../../../shared/contract/verifier-requests.ts'
import { verifierRequestOperations } from '../../../../shared/contract/verifier-requests.ts'
import type { WalletRun } from '../../../../shared/contract/workbench-wallet.ts'
import { walletOperations } from '../../../../shared/contract/workbench-wallet.ts'
import { linkFacts } from '../../../../shared/openid4vp/request-link-facts.ts'
import type { LinkFacts } from '../../../../shared/openid4vp/request-link-facts.ts'
import { call, callService } from '../../../api/call.ts'
import { useAttempt } from '../../../api/use-attempt.ts'
import { useIsHere } from '../../../frame/use-is-here.ts'
import { useWorkbenchStore } from '../../../session/workbench-store.ts'
import type { AnswerSettings } from '../answer-settings.ts'
import { answerBody } from '../answer-settings.ts'
import { runPlace } from '../wallet-place.ts'

const SHORTEST_SECONDS = 30

/** Opens deep links on the phone of an actor, and runs answered ones again. */
export function useRunStart(actor: string) {
  const router = useRouter()
  const isHere = useIsHere()
  const store = useWorkbenchStore()
  const { busy, failure, run: guarded } = useAttempt((work: () => Promise<unknown>) => work())
  /** A link to another verifier than that of this program, until a person saw its address and allowed it. */
  const asking = shallowRef<LinkFacts & { readonly link: string }>()

  const factsOf = (link: string): LinkFacts => linkFacts(link, store.status?.server?.url)
  const isRemote = ({ addresses }: LinkFacts): boolean => addresses.some((address) => address.isRemote)

  /** Opens a link. Asks first if it leads to another verifier than that of this program, even one on this computer. */
  async function open(typed: string): Promise<void> {
    const link = typed.trim()
    const facts = factsOf(link)
    failure.value = undefined
    if (facts.addresses.length > 0) asking.value = { link, ...facts }
    else await guarded(() => start(link, false))
  }

  async function allow(): Promise<void> {
    const asked = asking.value
    asking.value = undefined
    if (asked) await guarded(() => start(asked.link, isRemote(asked)))
  }

  const cancel = (): void => void (asking.value = undefined)

  /** Refuses the open run, and opens the link instead. */
  async function openInstead(openRun: string, link: string): Promise<void> {
    await guarded(() => call(walletOperations.walletRunRefuse, { params: { user_id: actor, run_id: openRun } }))
    if (failure.value === undefined) await open(link)
  }

  /** Answers again with the current scenario. Asks first, except about addresses that were called before. */
  async function again(run: WalletRun, request: VerifierRequestDetail | undefined, settings: AnswerSettings) {
    await guarded(async () => {
      const link = await linkAgain(run, request, settings)
      const wasCalled = link === run.link && run.steps.some(({ method }) => method !== null)
      const facts = factsOf(link)
      if (facts.addresses.length > 0 && !wasCalled) return open(link)
      const next = await start(link, isRemote(facts))
      await answerAgain(actor, { before: run, next }, settings)
    })
  }

  async function start(link: string, allow_remote: boolean): Promise<WalletRun> {
    const body = { link, allow_remote }
    const { run } = await call(walletOperations.walletRunStart, { params: { user_id: actor }, body })
    if (isHere()) await show(router, runPlace(actor, run.id))
    return run
  }

  return { open, openInstead, allow, cancel, again, busy, failure, asking }
}

/** Shows a run in place of the cards in the history: going back to the cards would lead to the run again. */
async function show(router: Router, run: RouteLocationRaw): Promise<void> {
  const { name, params } = router.currentRoute.value
  const atCards = name === 'wallet' && !params['tab']
  await (atCards ? router.replace(run) : router.push(run))
}

/**
 * The link to answer again: that of the run, or of a new request if the old one takes no more answers. A request made
 * for a scenario is marked, so that it is not listed among those to be answered.
 *
 * @param request the request, if it is one of our own verifier
 * @throws {CallError} `not_found`, `exchange_unavailable`
 */
async function linkAgain(
  run: WalletRun,
  request: VerifierRequestDetail | undefined,
  { scenario }: Pick<AnswerSettings, 'scenario'>,
): Promise<string> {
  if (request === undefined || request.state === 'waiting' || request.state === 'fetched') return run.link
  const { definition_id, name, binding, max_age_seconds, max_attempts, trusted_issuers, policy, deep_link } = request
  const { client_id_prefix } = request
  const seconds = Math.round((Date.parse(request.expires_at) - Date.parse(request.created_at)) / 1000)
  const made = await callService({ as: 'subscription' }, verifierRequestOperations.createVerifierRequest, {
    body: {
      ...{ client_id_prefix, definition_id, name, binding, max_age_seconds, max_attempts, trusted_issuers, policy },
      scenario: scenario ?? null,
      expires_in: Math.max(SHORTEST_SECONDS, seconds),
      wallet_scheme: deep_link.slice(0, deep_link.indexOf(':')),
    },
  })
  return run.openid4vp === null ? made.request.deep_link : made.request.openid4vp_link
}

/**
 * Sends the same choice again, with the current scenario. A run that cannot be sent this way stays open.
 *
 * @throws {CallError} `wrong_status`, `invalid_params`, `user_locked`
 */
async function answerAgain(
  actor: string,
  { before, next }: { readonly before: WalletRun; readonly next: WalletRun },
  settings: AnswerSettings,
): Promise<void> {
  const wasSent = before.state === 'accepted' || before.state === 'sent' || before.state === 'not_accepted'
  if (!wasSent || next.state !== 'choosing') return
  const params = { user_id: actor, run_id: next.id }
  const choice = choiceAgain(before, next)
  const { run } = await call(walletOperations.walletRunChoose, { params, body: { choice } })
  if (!run.can_submit || run.must_share_whole) return
  await call(walletOperations.walletRunSubmit, { params, body: answerBody(settings, false) })
}

/** The choice of an earlier run, as far as the same credentials still match. */
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
