import type { Service } from './open-service.ts'
import type { Connection } from '../sqlite/database.ts'
import { walletStore } from '../wallet/store/wallet-store.ts'
import { reachOver } from '../wallet/http/wallet-http.ts'
import type { WalletSurroundings } from '../workbench/workspaces/open-wallets.ts'

interface WalletWiring {
  readonly connection: Connection
  readonly service: Pick<Service, 'forWallet' | 'verifier'>
  /** Address of the server of this program. */
  readonly ownUrl: () => string | undefined
  /** Answers a request to that address without a socket. */
  readonly fetchOwn: WalletSurroundings['fetchOwn']
}

/** Joins the simulated wallets with their tables and their ways. */
export function wireWallets({ connection, service, ownUrl, fetchOwn }: WalletWiring): WalletSurroundings {
  const { addresses, settings } = service.verifier
  const reachOf = reachOver(ownUrl)
  return {
    ...service.forWallet,
    store: walletStore(connection),
    walletScheme: () => settings.get().wallet_scheme,
    // Under whatever address the verifier is known to others, for its own wallets it is here.
    reachOf: (url) => (addresses.onThisComputer(url) === undefined ? reachOf(url) : 'own'),
    fetchOwn(request, dispatcher) {
      const url = addresses.onThisComputer(request.url)
      return fetchOwn(url === undefined ? request : new Request(url, request), dispatcher)
    },
  }
}
