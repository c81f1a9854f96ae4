import { readDateTime } from '../../shared/presentation-exchange/date-time.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import type { LocalKey } from '../crypto/keys.ts'
import { uuidV7Source } from '../crypto/uuid-v7.ts'
import type { ExchangeAdministration } from '../exchange/exchange-administration.ts'
import { isTrustedNow } from '../exchange/registries/trust-list.ts'
import type { Clock } from '../service/ports.ts'
import { isoTime } from '../service/ports.ts'
import type { Connection } from '../sqlite/database.ts'
import { issuerStore } from '../wallet/issuer/issuer-store.ts'
import type { DemoIssuers } from '../wallet/issuer/demo-issuers.ts'
import { createDemoIssuers } from '../wallet/issuer/demo-issuers.ts'

interface IssuerWiring {
  readonly connection: Connection
  readonly localKey: LocalKey
  readonly clock: Clock
  readonly isDemo: boolean
  readonly exchange: Pick<ExchangeAdministration, 'registries' | 'trustedIssuers'>
  readonly contexts: (url: string) => JsonObject | undefined
}

/** Joins the demo issuers with their tables, and with the registries their status lists go to. */
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
