import type { ExchangePart } from '../exchange/exchange-administration.ts'
import { statusListProblem } from '../exchange/presentations/open-context.ts'
import type { Registries, OpenContext } from '../exchange/presentations/open-context.ts'
import { BUNDLED_ENTRIES } from '../exchange/registries/bundled-entries.ts'
import { entryProblems } from '../exchange/registries/entry-problems.ts'
import { createRegistryEntries } from '../exchange/registries/registry-entries.ts'
import { createTrustedIssuers } from '../exchange/registries/trusted-issuers.ts'
import { createExchangeSettings } from '../exchange/settings/exchange-settings.ts'
import { readJson } from '../http/body-reader.ts'
import type { Clock, IdSource } from '../service/ports.ts'
import { isoTime } from '../service/ports.ts'
import type { Connection } from '../sqlite/database.ts'
import { exchangeSettingsStore } from '../exchange/settings/exchange-settings-store.ts'
import { registryStore, trustStore } from '../exchange/registries/registry-store.ts'
import { isObject } from '../../shared/presentation-exchange/json.ts'

interface RegistryWiring {
  readonly connection: Connection
  readonly clock: Clock
  readonly newId: IdSource
  readonly changed: (part: ExchangePart) => void
  /** Of the verification that these registries are for. */
  readonly contextAt: () => OpenContext
}

/** Joins the registries and settings of the exchange with their tables and with verification. */
export function wireRegistries({ connection, clock, newId, changed, contextAt }: RegistryWiring) {
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
        return statusListProblem(key, { credential: document, held_since: added_at }, context)
      },
    }),
    onChange: () => {
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
  const settings = createExchangeSettings(exchangeSettingsStore(connection), () => {
    changed('settings')
  })
  const registries: Registries = {
    contexts,
    schemas,
    dids: { find: (did) => objectFrom(entries.find('did-documents', did)) },
    statusLists: {
      find(url) {
        const held = entries.find('status-lists', url)
        return held && { credential: held.document, held_since: held.added_at }
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
