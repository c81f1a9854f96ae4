import { readDateTime } from '../../shared/presentation-exchange/date-time.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import type { LocalKey } from '../crypto/keys.ts'
import { uuidV7Source } from '../crypto/uuid-v7.ts'
import type { ExchangeAdministration } from '../exchange/exchange-administration.ts'
import { isTrustedNow } from '../exchange/registries/trust-list.ts'
import type { Clock } from '../service/ports.ts'
import { isoTime } from '../service/ports.ts'
import type { Connection } from '../sqlite/database.ts'
import { reachOver } from '../wallet/http/wallet-http.ts'
import type { DemoIssuers } from '../wallet/issuer/demo-issuers.ts'
import { createDemoIssuers } from '../wallet/issuer/demo-issuers.ts'
import { issuerStore } from '../wallet/issuer/issuer-store.ts'
import { walletStore } from '../wallet/store/wallet-store.ts'
import type { WorkspaceWalletPorts } from '../workbench/workspaces/open-wallets.ts'
import type { Service } from './open-service.ts'

interface IssuerWiring {
  readonly connection: Connection
  readonly localKey: LocalKey
  readonly clock: Clock
  readonly isDemo: boolean
  readonly exchange: Pick<ExchangeAdministration, 'registries' | 'trustedIssuers'>
  readonly contexts: (url: string) => JsonObject | undefined
}

/** Joins the demo issuers with their tables and with the registries that publish their status lists. */
export function wireIssuers(wiring: IssuerWiring): (onChange: () => void) => DemoIssuers {
  const { connection, localKey, clock, isDemo, exchange, contexts } = wiring
  return (onChange) =>
    createDemoIssuers({
      store: issuerStore(connection),
      localKey,
      clock,
      newId: uuidV7Source(() => clock.nowMs()),
      isDemo,
      contexts,
      publishStatusList: (url, credential) => {
        exchange.registries.publish('status-lists', url, credential)
      },
      isTrusted(did) {
        const now = readDateTime(isoTime(clock.nowMs()))
        if (now === undefined) throw new Error('the clock gives no time')
        return isTrustedNow(exchange.trustedIssuers.entries(), did, now)
      },
      inTransaction: (work) => connection.transaction(work).immediate(),
      onChange,
    })
}

interface WalletWiring {
  readonly connection: Connection
  readonly service: Pick<Service, 'forWallet' | 'verifier'>
  /** The address of this program's server. */
  readonly ownUrl: () => string | undefined
  /** Answers a request to that address without a socket. */
  readonly fetchOwn: WorkspaceWalletPorts['fetchOwn']
}

/** Joins the simulated wallets with their tables and the servers they call. */
export function wireWallets({ connection, service, ownUrl, fetchOwn }: WalletWiring): WorkspaceWalletPorts {
  const { addresses, settings } = service.verifier
  const reachOf = reachOver(ownUrl)
  return {
    ...service.forWallet,
    store: walletStore(connection),
    walletScheme: () => settings.get().wallet_scheme,
    // The verifier's own wallets reach it within the program, whatever address it is published under.
    reachOf: (url) => (addresses.onThisComputer(url) === undefined ? reachOf(url) : 'own'),
    fetchOwn(request, dispatcher) {
      const url = addresses.onThisComputer(request.url)
      return fetchOwn(url === undefined ? request : new Request(url, request), dispatcher)
    },
  }
}
