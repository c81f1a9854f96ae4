import type { Send } from '../../shared/contract/caller.ts'
import { ServiceError } from '../../shared/contract/errors.ts'
import { verifierRequestOperations } from '../../shared/contract/verifier-requests.ts'
import { createListeners } from '../../shared/listeners.ts'
import { encodeBase64Url } from '../crypto/base64url.ts'
import type { LocalKey } from '../crypto/keys.ts'
import { openRecord, sealRecord } from '../crypto/local-key.ts'
import { randomBytes } from '../crypto/random.ts'
import { byId } from '../service/handler-table.ts'
import type { Clock, Log } from '../service/ports.ts'
import type { Connection } from '../sqlite/database.ts'
import { createExchangeAccess } from '../verifier/exchange-access.ts'
import { createNetworkAccess } from '../verifier/network-access.ts'
import type { ListenOnNetwork } from '../verifier/network-access.ts'
import type { AttemptSeal } from '../verifier/request-book.ts'
import { createRequestBook, timedRequestWork } from '../verifier/request-book.ts'
import { createRequestKey } from '../verifier/request-key.ts'
import { attemptHandlers, requestHandlers } from '../verifier/request-handlers.ts'
import { createValidActions } from '../verifier/valid-actions.ts'
import { createVerifierAddresses } from '../verifier/verifier-addresses.ts'
import type {
  VerifierAdministration,
  VerifierChange,
  VerifierConnections,
} from '../verifier/verifier-administration.ts'
import { createScenarioControls } from '../verifier/verifier-administration.ts'
import type { VerifierParts } from '../verifier/verifier-parts.ts'
import { verifierRequestStore } from '../verifier/verifier-request-store.ts'
import { verifierSettingsStore } from '../verifier/verifier-settings-store.ts'
import { createVerifierSettings } from '../verifier/verifier-settings.ts'
import { walletHandlers } from '../verifier/wallet-request-handlers.ts'
import { createWebhookKey } from '../verifier/webhook-key.ts'
import type { PostJson } from '../verifier/webhook.ts'
import { postByFetch, postWebhook } from '../verifier/webhook.ts'

interface VerifierWiring {
  readonly connection: Connection
  readonly localKey: LocalKey
  /** Calls the exchange; the subscription key is added. */
  readonly send: Send
  readonly subscriptionKey: () => string
  /** The verifier's address on this computer. */
  readonly address: () => string
  readonly clock: Clock
  /** Writes, then applies the changes that have fallen due as a result. */
  readonly change: (write: () => void) => void
  readonly log: Log
  /** How webhooks are sent; set only by tests. */
  readonly post?: PostJson | undefined
  /** Serves the wallet endpoints on the local network; without it that is refused. */
  readonly listenOnNetwork?: ListenOnNetwork | undefined
}

const REQUEST_ID_BYTES = 16

const NO_NETWORK: ListenOnNetwork = () =>
  Promise.reject(new ServiceError('network_unavailable', 'This program has no server of its own.'))

const UNCONNECTED: VerifierConnections = {
  watchCalls: (send) => send,
  storeItem: () =>
    Promise.reject(new ServiceError('not_found', 'This service has no users with a vault of their own.')),
}

/** Connects the verifier application with its tables and the exchange. */
export function wireVerifier({ connection, localKey, send, address, ...rest }: VerifierWiring) {
  const { clock, change, log, post = postByFetch, listenOnNetwork: listen = NO_NETWORK } = rest
  const { announce, subscribe } = createListeners<VerifierChange>()
  let connections = UNCONNECTED
  let sendWatched = send
  const requests = verifierRequestStore(connection)
  const settingsStore = verifierSettingsStore(connection)
  const settings = createVerifierSettings(settingsStore, () => announce('settings'))
  const network = createNetworkAccess({ listen, clock, after, onChange: () => announce('settings') })
  const webhookKey = createWebhookKey(settingsStore, localKey, randomBytes)
  const requestKey = createRequestKey(settingsStore, localKey, randomBytes)
  const seal = attemptSeal(localKey)
  const { scenarioControls, keyFor } = createScenarioControls({ requests, ...rest })
  const book = createRequestBook({ requests, seal, announce: (request_id) => announce({ request_id }) })
  const actions = createValidActions({
    requests,
    book,
    callWebhook: (url, content) => postWebhook({ url, content, nowMs: clock.nowMs() }, webhookKey, post),
    storeItem: (userId, item) => connections.storeItem(userId, item),
    change,
    clock,
    log,
  })
  const addresses = createVerifierAddresses({
    own: address,
    chosen: () => settings.get().base_url,
    onNetwork: () => network.state().urls,
    did: () => requestKey.did(),
  })
  const parts: VerifierParts = {
    requests,
    book,
    seal,
    actions,
    settings: () => settings.get(),
    requestKey,
    exchange: createExchangeAccess({ send: (request) => sendWatched(request), subscriptionKey: keyFor }),
    addresses,
    newRequestId: () => encodeBase64Url(randomBytes(REQUEST_ID_BYTES)),
  }
  const administration: VerifierAdministration = {
    settings,
    addresses,
    webhookKey,
    network,
    scenarioControls: {
      ...scenarioControls,
      deleteScenarios() {
        const count = scenarioControls.deleteScenarios()
        if (count > 0) announce({ request_id: '' }) // no listener needs to know which ones
        return count
      },
    },
    subscribe,
    connectTo(workspace) {
      connections = workspace
      sendWatched = workspace.watchCalls(send)
    },
    settled: () => actions.settled(),
  }
  return {
    administration,
    timedWork: timedRequestWork(requests, book),
    handlers: byId(verifierRequestOperations, {
      ...requestHandlers(parts),
      ...walletHandlers(parts),
      ...attemptHandlers(parts),
    }),
    /** Must be called once, after everything else is wired. */
    start: () => actions.endInterrupted(),
    close: () => void actions.close(),
  }
}

/** Runs work later; the timer does not keep the program running. */
function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms).unref()
  return () => {
    clearTimeout(timer)
  }
}

/** Seals presentations and their results in the database like the secrets of the workspace. */
function attemptSeal(localKey: LocalKey): AttemptSeal {
  const place = (kind: string, id: string) => ({ table: `verifier_attempts.sealed_${kind}`, id })
  return {
    seal: (kind, id, text) => sealRecord(localKey, place(kind, id), Buffer.from(text, 'utf8')),
    open: (kind, id, sealed) => Buffer.from(openRecord(localKey, place(kind, id), sealed)).toString('utf8'),
  }
}
