import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type { Dispatcher } from '../../service/dispatch.ts'
import type { Clock, IdSource } from '../../service/ports.ts'
import { walletHttpOver } from '../../wallet/http/wallet-http.ts'
import type { ScenarioParties } from '../../wallet/scenarios/scenario-requests.ts'
import type { WalletOwner, WalletPorts } from '../../wallet/store/wallet-ports.ts'
import { createWallets } from '../../wallet/wallets.ts'
import type { Wallet } from '../../wallet/wallets.ts'
import type { EventFeed } from '../journal/event-feed.ts'
import type { WorkspaceJournal } from '../journal/journal.ts'
import type { SignedInPerson } from '../users/signed-in.ts'
import { personOnly } from '../users/signed-in.ts'
import type { WorkbenchUsers } from '../users/simulated-users.ts'

/** The ports that the composition provides for wallets. */
export interface WorkspaceWalletPorts extends Pick<
  WalletPorts,
  | 'store'
  | 'contexts'
  | 'checkCredential'
  | 'checkSignedByDid'
  | 'evaluateOnWorker'
  | 'schemaTitle'
  | 'walletScheme'
  | 'reachOf'
> {
  /** Answers a request to an address of this program with the service of the wallet's own workspace. */
  readonly fetchOwn: (request: Request, service: Dispatcher) => Promise<Response>
}

interface OpenWalletsOptions {
  readonly walletPorts: WorkspaceWalletPorts
  readonly service: Dispatcher
  readonly parties: ScenarioParties
  readonly users: Pick<WorkbenchUsers, 'withAccount' | 'list'>
  readonly clock: Clock
  readonly newId: IdSource
  readonly journal: Pick<WorkspaceJournal, 'asWallet'>
  readonly feed: Pick<EventFeed, 'announce'>
}

/** Work with the wallet of a user. @throws {ServiceError} `not_found`, `user_locked`, `forbidden` for an agent */
export type WithWallet = <Result>(
  userId: string,
  work: (wallet: Wallet, owner: WalletOwner) => Result | Promise<Result>,
) => Promise<Result>

/** The longest wait for a wallet when its workspace closes; a remote verifier may be slow. */
const SETTLE_MS = 2_000

interface OpenWallets {
  readonly withWallet: WithWallet
  /** Resolves when no wallet is at work any more, or after a while. */
  settled(): Promise<void>
}

/** The wallets of an open workspace; each opens with the keys of its user. */
export function openWallets(options: OpenWalletsOptions): OpenWallets {
  const { walletPorts, service, parties, users, clock, newId, journal, feed } = options
  const { fetchOwn, ...parts } = walletPorts
  const wallets = createWallets(
    {
      ...parts,
      clock,
      newId,
      elapsedMs: () => performance.now(),
      http: walletHttpOver({
        reachOf: parts.reachOf,
        fetchOwn(request, userId) {
          request.headers.set('user-agent', walletName(users.list().find(({ id }) => id === userId)?.full_name))
          return journal.asWallet(userId, () => fetchOwn(request, service))
        },
      }),
      announce: feed.announce,
    },
    parties,
  )
  const working = new Set<Promise<unknown>>()
  const withWallet: WithWallet = (userId, work) =>
    noted(
      users.withAccount(userId, async (user) => {
        const owner = ownerOf(userId, personOnly(user))
        return work(wallets.of(owner), owner)
      }),
    )
  return {
    withWallet,
    async settled() {
      const limit = new AbortController()
      const late = setTimeout(SETTLE_MS, undefined, { signal: limit.signal, ref: false }).catch(() => undefined)
      await Promise.race([Promise.allSettled(working), late])
      limit.abort()
    },
  }

  function noted<Result>(work: Promise<Result>): Promise<Result> {
    working.add(work)
    const done = () => void working.delete(work)
    work.then(done, done)
    return work
  }
}

function ownerOf(userId: string, { account }: SignedInPerson): WalletOwner {
  return { userId, ownerId: account.vaultUserId, keys: () => account.keys() }
}

/** The name a wallet sends to a verifier. A header cannot have letters beyond Latin ones. */
function walletName(fullName = ''): string {
  return /^[\x20-\x7e\xa0-\xff]+$/.test(fullName) ? `Wallet of ${fullName}` : 'Wallet'
}
