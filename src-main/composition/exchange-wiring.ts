import { performance } from 'node:perf_hooks'
import { presentationDefinitionOperations } from '../../shared/contract/presentation-definitions.ts'
import { presentationOperations } from '../../shared/contract/presentations.ts'
import { exchangeRegistryOperations } from '../../shared/contract/registries.ts'
import { memberOf, textOf, isObject } from '../../shared/presentation-exchange/json.ts'
import type { LocalKey } from '../crypto/keys.ts'
import type { ExchangeAdministration, ExchangePart } from '../exchange/exchange-administration.ts'
import { createDefinitionIndex } from '../exchange/presentation-definitions/definition-index.ts'
import type { ReadUses } from '../exchange/presentation-definitions/definition-index.ts'
import { presentationDefinitionHandlers } from '../exchange/presentation-definitions/presentation-definition-handlers.ts'
import {
  definitionIndexStore,
  presentationDefinitionStore,
} from '../exchange/presentation-definitions/presentation-definition-store.ts'
import { acceptedPresentationStore } from '../exchange/presentations/accepted-presentation-store.ts'
import { didSignatureChecker } from '../exchange/proofs/signed-by-did.ts'
import { credentialChecker } from '../exchange/presentations/check-credential.ts'
import { statusListProblem } from '../exchange/presentations/open-context.ts'
import type { Registries, OpenContext } from '../exchange/presentations/open-context.ts'
import { presentationHandlers } from '../exchange/presentations/presentation-handlers.ts'
import { BUNDLED_ENTRIES } from '../exchange/registries/bundled-entries.ts'
import { contextRegistry } from '../exchange/registries/context-registry.ts'
import { entryProblems } from '../exchange/registries/entry-problems.ts'
import type { HeldStatusList, TrustAnchorRegistry } from '../exchange/registries/registry.ts'
import { createRegistryEntries } from '../exchange/registries/registry-entries.ts'
import type { HeldEntry } from '../exchange/registries/registry-entries.ts'
import { registryHandlers } from '../exchange/registries/registry-handlers.ts'
import type { RegistryHandlersOptions } from '../exchange/registries/registry-handlers.ts'
import { registryStore, trustStore } from '../exchange/registries/registry-store.ts'
import { tokenListIn } from '../exchange/registries/token-list.ts'
import { tokenListProblem } from '../exchange/registries/token-status.ts'
import { trustAnchorsIn } from '../exchange/registries/trust-anchors.ts'
import { createTrustedIssuers } from '../exchange/registries/trusted-issuers.ts'
import { exchangeSettingsStore } from '../exchange/exchange-settings-store.ts'
import { subscriptionKeyStore } from '../exchange/subscription-keys/subscription-key-store.ts'
import { createSubscriptionKeys } from '../exchange/subscription-keys/subscription-keys.ts'
import { exchangeVerifier } from '../exchange/threads/exchange-verifier.ts'
import { readJson } from '../../shared/strict-json.ts'
import { createListeners } from '../../shared/listeners.ts'
import { byId } from '../service/handler-table.ts'
import type { Clock, IdSource, Log } from '../service/ports.ts'
import { isoTime } from '../service/ports.ts'
import type { Connection } from '../sqlite/database.ts'

interface ExchangeWiring {
  readonly connection: Connection
  readonly localKey: LocalKey
  readonly clock: Clock
  readonly newId: IdSource
  readonly log: Log
  /** Reads how many requests of the verifier application use each definition. */
  readonly readUses: ReadUses
  /** Records an act among the operator's events. */
  readonly noteOperatorAct: RegistryHandlersOptions['note']
}

/** Joins the exchange with its tables. */
export function wireExchange({ connection, localKey, clock, newId, log, readUses, noteOperatorAct }: ExchangeWiring) {
  const { announce: changed, subscribe } = createListeners<ExchangePart>()
  const subscriptionKeys = createSubscriptionKeys({
    store: subscriptionKeyStore(connection),
    localKey,
    clock,
    newId,
    log,
    onChange: () => {
      changed('keys')
    },
  })
  const definitions = presentationDefinitionStore(connection)
  const elapsedMs = () => performance.now()
  const { entries, trustedIssuers, settings, registries } = wireRegistries({
    connection,
    clock,
    newId,
    changed,
    contextAt: () => verifier.contextAt,
  })
  const verifier = exchangeVerifier(registries, elapsedMs)
  const accepted = acceptedPresentationStore(connection)
  const administration: ExchangeAdministration = {
    definitions: createDefinitionIndex({
      store: definitionIndexStore(connection),
      readUses,
      read: verifier.readDefinition,
    }),
    subscriptionKeys,
    registries: entries,
    trustedIssuers,
    settings,
    subscribe,
  }
  return {
    administration,
    handlers: {
      ...byId(exchangeRegistryOperations, registryHandlers({ entries, note: noteOperatorAct })),
      ...byId(
        presentationDefinitionOperations,
        presentationDefinitionHandlers({
          store: definitions,
          read: verifier.readDefinition,
          willEvaluateOnWorker: verifier.willEvaluateOnWorker,
        }),
      ),
      ...byId(
        presentationOperations,
        presentationHandlers({
          definitions,
          accepted,
          elapsedMs,
          defaultPolicy: () => settings.get().policy,
          ...verifier,
        }),
      ),
    },
    /** The parts for the simulated wallet, which never imports the exchange itself. */
    forWallet: {
      contexts: contextRegistry(registries.contexts).find,
      schemaTitle: (id: string) => textOf(memberOf(registries.schemas.find(id), 'title')),
      checkCredential: credentialChecker(verifier.contextAt, () => isoTime(clock.nowMs())),
      checkSignedByDid: didSignatureChecker(registries.dids),
      evaluateOnWorker: verifier.evaluateOnWorker,
    },
    /** Starts the thread for long verifications, without waiting for it. */
    warmUp: verifier.warmUp,
    /** Ends the threads; verifications running on them end without a result. */
    close: verifier.close,
  }
}

interface RegistryWiring {
  readonly connection: Connection
  readonly clock: Clock
  readonly newId: IdSource
  readonly changed: (part: ExchangePart) => void
  /** The verifier's own context, which needs these registries. */
  readonly contextAt: () => OpenContext
}

/** Joins the registries and settings of the exchange with their tables and with verification. */
function wireRegistries({ connection, clock, newId, changed, contextAt }: RegistryWiring) {
  const store = registryStore(connection)
  const contexts = { find: (url: string) => objectFrom(entries.find('contexts', url)) }
  const schemas = {
    find: (url: string) => BUNDLED_ENTRIES.schemas.get(url)?.document ?? entries.find('schemas', url)?.document,
  }
  const entries = createRegistryEntries({
    store,
    clock,
    readJson: (text) => readJson(Buffer.from(text, 'utf8')),
    problemOf: entryProblems({
      contexts,
      schemas,
      statusListProblem: ({ key, document, added_at }) => {
        const context = contextAt()(isoTime(clock.nowMs()), undefined)
        const held = { credential: document, held_since: added_at }
        if (tokenListIn(document) !== undefined) return tokenListProblem(key, held, context)
        return statusListProblem(key, held, context)
      },
      nowMs: () => clock.nowMs(),
    }),
    onChange: () => {
      anchors = undefined
      changed('registries')
    },
  })
  const trustedIssuers = createTrustedIssuers({
    store: trustStore(connection),
    newId,
    onChange: () => {
      changed('trust')
    },
  })
  const settings = exchangeSettingsStore(connection, () => {
    changed('settings')
  })
  let anchors: TrustAnchorRegistry | undefined
  /** One object for each entry, so that results can be cached by it. */
  const lists = new WeakMap<HeldEntry, HeldStatusList>()
  const registries: Registries = {
    contexts,
    schemas,
    dids: { find: (did) => objectFrom(entries.find('did-documents', did)) },
    statusLists: {
      find(url) {
        const entry = entries.find('status-lists', url)
        if (entry === undefined) return undefined
        const list = lists.get(entry) ?? { credential: entry.document, held_since: entry.added_at }
        lists.set(entry, list)
        return list
      },
    },
    issuerMetadata: { find: (url) => objectFrom(entries.find('issuer-metadata', url)) },
    trustAnchors: {
      find(subject) {
        anchors ??= trustAnchorsIn(store.list('trust-anchors').map(({ text }) => text))
        return anchors.find(subject)
      },
    },
    isForeignSchema: (id) => entries.find('schemas', id) !== undefined,
    trustList: trustedIssuers.entries,
    revision: entries.revision,
    allowInlineContexts: () => settings.get().allow_inline_contexts,
  }
  return { entries, trustedIssuers, settings, registries }
}

function objectFrom(held: { readonly document: unknown } | undefined) {
  return isObject(held?.document) ? held.document : undefined
}
