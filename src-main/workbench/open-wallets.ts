import { performance } from 'node:perf_hooks'
import { faultyFieldsError } from '../../shared/contract/errors.ts'
import type { BreakRun } from '../wallet/runs/submit.ts'
import type { Dispatcher } from '../service/dispatch.ts'
import type { Clock, IdSource } from '../service/ports.ts'
import { walletHttpOver } from '../wallet/http/wallet-http.ts'
import type { WalletOwner, WalletPorts } from '../wallet/wallet-ports.ts'
import { createWallets } from '../wallet/wallets.ts'
import type { Wallet } from '../wallet/wallets.ts'
import type { EventFeed } from './event-feed.ts'
import type { Journal } from './journal.ts'
import type { SignedIn, WorkbenchUsers } from './users.ts'

/** What the composition hands over for the wallets of a workspace. */
export interface WalletSurroundings extends Pick<
  WalletPorts,
  'store' | 'contexts' | 'checkCredential' | 'evaluateApart' | 'schemaTitle' | 'walletScheme' | 'reachOf'
> {
  /** Answers a request to an address of this program with the service of the wallet's own workspace. */
  readonly fetchOwn: (request: Request, service: Dispatcher) => Promise<Response>
}

export interface OpenWalletsOptions {
  readonly surroundings: WalletSurroundings
  readonly service: Dispatcher
  readonly users: Pick<WorkbenchUsers, 'withAccount'>
  readonly clock: Clock
  readonly newId: IdSource
  readonly journal: Pick<Journal, 'asWallet'>
  readonly feed: Pick<EventFeed, 'announce'>
}

/** Work with the wallet of a user. @throws {ServiceError} `not_found`, `user_locked` */
export type WithWallet = <Result>(
  userId: string,
  work: (wallet: Wallet, owner: WalletOwner) => Result | Promise<Result>,
) => Promise<Result>

/** The wallets of an open workspace; each opens with the keys of its user. */
export function openWallets(options: OpenWalletsOptions): WithWallet {
  const { surroundings, service, users, clock, newId, journal, feed } = options
  const { fetchOwn, ...parts } = surroundings
  const wallets = createWallets(
    {
      ...parts,
      clock,
      newId,
      elapsedMs: () => performance.now(),
      http: walletHttpOver({
        reachOf: parts.reachOf,
        fetchOwn: (request, userId) => journal.asWallet(userId, () => fetchOwn(request, service)),
      }),
      announce: feed.announce,
    },
    () => breakNothing,
  )
  return (userId, work) =>
    users.withAccount(userId, async (user) => {
      const owner = ownerOf(userId, user)
      return work(wallets.of(owner), owner)
    })
}

const breakNothing: BreakRun = () => {
  const message = 'there is no such scenario'
  throw faultyFieldsError([{ path: 'scenario', code: 'invalid_params', message }])
}

function ownerOf(userId: string, { account }: SignedIn): WalletOwner {
  return { userId, ownerId: account.vaultUserId, dataEncryptionKey: () => account.keys().dataEncryptionKey }
}
