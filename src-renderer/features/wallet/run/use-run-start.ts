import { shallowRef } from 'vue'
import type { RouteLocationRaw, Router } from 'vue-router'
import { useRouter } from 'vue-router'
import type { VerifierRequestDetail } from '../../../../shared/contract/verifier-requests.ts'
import type { WalletRun } from '../../../../shared/contract/workbench-wallet.ts'
import { walletOperations } from '../../../../shared/contract/workbench-wallet.ts'
import { call } from '../../../api/call.ts'
import { useAttempt } from '../../../api/use-attempt.ts'
import { useWorkbenchStore } from '../../../session/workbench-store.ts'
import type { AnswerSettings } from '../answer-settings.ts'
import { runPlace } from '../wallet-place.ts'
import type { LinkAddress } from './link-addresses.ts'
import { linkAddresses } from './link-addresses.ts'
import { answerAgain, linkAgain } from './run-again.ts'

/** Opens deep links on the phone of an actor, and runs answered ones again. */
export function useRunStart(actor: string) {
  const router = useRouter()
  const store = useWorkbenchStore()
  const { busy, failure, run: guarded } = useAttempt((work: () => Promise<unknown>) => work())
  /** A link that leads anywhere but to the verifier of this program, until a person saw where and allowed it. */
  const asking = shallowRef<{ readonly link: string; readonly addresses: readonly LinkAddress[] }>()

  const addressesOf = (link: string): readonly LinkAddress[] => linkAddresses(link, store.status?.server?.url)
  const isRemote = (addresses: readonly LinkAddress[]): boolean => addresses.some((address) => address.isRemote)

  /** Opens a link. One that leads anywhere but to the verifier of this program asks first, on this computer, too. */
  async function open(typed: string): Promise<void> {
    const link = typed.trim()
    const addresses = addressesOf(link)
    failure.value = undefined
    if (addresses.length > 0) asking.value = { link, addresses }
    else await guarded(() => start(link, false))
  }

  async function allow(): Promise<void> {
    const asked = asking.value
    asking.value = undefined
    if (asked) await guarded(() => start(asked.link, isRemote(asked.addresses)))
  }

  const cancel = (): void => void (asking.value = undefined)

  /** Ends the run that is open without an answer, and opens the link instead. */
  async function openInstead(openRun: string, link: string): Promise<void> {
    await guarded(() => call(walletOperations.walletRunRefuse, { params: { user_id: actor, run_id: openRun } }))
    if (failure.value === undefined) await open(link)
  }

  /** Answers once more as before, with what is broken now. What was called before may be called again; else it asks. */
  async function again(run: WalletRun, request: VerifierRequestDetail | undefined, settings: AnswerSettings) {
    await guarded(async () => {
      const link = await linkAgain(run, request, settings)
      const wasCalled = link === run.link && run.steps.some(({ kind }) => kind === 'definition_fetched')
      if (addressesOf(link).length > 0 && !wasCalled) return open(link)
      const next = await start(link, isRemote(addressesOf(link)))
      await answerAgain(actor, { before: run, next }, settings)
    })
  }

  async function start(link: string, allow_remote: boolean): Promise<WalletRun> {
    const body = { link, allow_remote }
    const { run } = await call(walletOperations.walletRunStart, { params: { user_id: actor }, body })
    await show(router, runPlace(actor, run.id))
    return run
  }

  return {
    open,
    openInstead,
    allow,
    cancel,
    again,
    busy,
    failure,
    asking,
  }
}

/** A run takes the place of the cards, which would only lead to it again: going back leaves the phone. */
async function show(router: Router, run: RouteLocationRaw): Promise<void> {
  const { name, params } = router.currentRoute.value
  const atCards = name === 'wallet' && !params['tab']
  await (atCards ? router.replace(run) : router.push(run))
}
