import type { Send } from '../shared/contract/caller.ts'
import { DEFAULT_WALLET_SCHEME, verifierRequestOperations } from '../shared/contract/verifier-requests.ts'
import type { VerifierSettings } from '../shared/contract/workbench-exchange.ts'
import type { LocalKey } from './crypto/keys.ts'
import { openRecord, sealRecord } from './crypto/local-key.ts'
import { encodeBase64Url } from './crypto/base64url.ts'
import { randomBytes } from './crypto/random.ts'
import { byId } from './service/handler-table.ts'
import type { Clock } from './service/ports.ts'
import type { Connection } from './sqlite/database.ts'
import { sqliteVerifierRequestStore } from './sqlite/verifier-request-store.ts'
import type { VerifierAdministration } from './verifier/administration.ts'
import { attemptHandlers } from './verifier/attempt-handlers.ts'
import { deskHandlers } from './verifier/desk-handlers.ts'
import { createExchangeAccess } from './verifier/exchange-access.ts'
import type { AttemptSeal } from './verifier/request-book.ts'
import { createRequestBook } from './verifier/request-book.ts'
import { requestEnds } from './verifier/request-ends.ts'
import { createVerifierAddresses } from './verifier/verifier-addresses.ts'
import { createVerifierLab } from './verifier/verifier-lab.ts'
import type { VerifierParts } from './verifier/verifier-parts.ts'
import { walletHandlers } from './verifier/wallet-handlers.ts'

interface VerifierWiring {
  readonly connection: Connection
  readonly localKey: LocalKey
  /** Way to the exchange; the subscription key is added. */
  readonly send: Send
  readonly subscriptionKey: () => string
  /** Address of the verifier on this computer. */
  readonly address: () => string
  readonly clock: Clock
  /** Writes, and makes every change that has become due by it. */
  readonly change: (write: () => void) => void
}

/** 128 bits (exchange contract 8.1). */
const REQUEST_ID_BYTES = 16

const DEFAULT_SETTINGS: VerifierSettings = {
  wallet_scheme: DEFAULT_WALLET_SCHEME,
  explain: true,
  cors_origins: [],
  base_url: null,
}

/** Joins the verifier application with its tables and its way to the exchange. */
export function wireVerifier({ connection, localKey, send, address, ...rest }: VerifierWiring) {
  const listeners = new Set<(requestId: string) => void>()
  let way = send
  const requests = sqliteVerifierRequestStore(connection)
  const seal = attemptSeal(localKey)
  const { lab, keyFor } = createVerifierLab({ requests, ...rest })
  const settings = () => DEFAULT_SETTINGS
  const book = createRequestBook({
    requests,
    seal,
    announce(requestId) {
      for (const listener of listeners) listener(requestId)
    },
  })
  const parts: VerifierParts = {
    requests,
    book,
    seal,
    settings,
    exchange: createExchangeAccess({ send: (request) => way(request), subscriptionKey: keyFor }),
    addresses: createVerifierAddresses({ own: address, chosen: () => settings().base_url, onNetwork: () => [] }),
    newRequestId: () => encodeBase64Url(randomBytes(REQUEST_ID_BYTES)),
  }
  const administration: VerifierAdministration = {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watchCalls(observe) {
      way = observe(send)
    },
    lab,
  }
  return {
    administration,
    timedWork: [requestEnds(requests, book)],
    handlers: byId(verifierRequestOperations, {
      ...deskHandlers(parts),
      ...walletHandlers(parts),
      ...attemptHandlers(parts),
    }),
  }
}

/** Presentations and what was found in them lie in the database as sealed as the secrets of the workspace. */
function attemptSeal(localKey: LocalKey): AttemptSeal {
  const place = (kind: string, id: string) => ({ table: `verifier_attempts.sealed_${kind}`, id })
  return {
    seal: (kind, id, text) => sealRecord(localKey, place(kind, id), Buffer.from(text, 'utf8')),
    open: (kind, id, sealed) => Buffer.from(openRecord(localKey, place(kind, id), sealed)).toString('utf8'),
  }
}
