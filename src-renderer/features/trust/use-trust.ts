import { computed } from 'vue'
import type { InputFor } from '../../../shared/contract/operation.ts'
import type { RegistryKind } from '../../../shared/contract/registries.ts'
import type { ExchangeSettings, TrustRow } from '../../../shared/contract/workbench-exchange.ts'
import {
  exchangeSettingsOperations,
  registryOperations,
  subscriptionKeyOperations,
} from '../../../shared/contract/workbench-exchange.ts'
import type { Issuer } from '../../../shared/contract/workbench-issuer.ts'
import { issuerOperations } from '../../../shared/contract/workbench-issuer.ts'
import { call } from '../../api/call.ts'
import { useSavedMessage } from '../../api/saved-message.ts'
import { SUBSCRIPTION_KEYS } from '../../api/kept-values.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { text } from '../../i18n/i18n.ts'
import { useRemovableRows } from '../../session/use-held-removal.ts'
import { trustPlace } from './trust-place.ts'

export type TrustInput = InputFor<typeof registryOperations.trustAdd>['body']

/** The trust list, and the demo issuers that could be on it. */
export function useTrustList() {
  const { value, failure, busy, reload } = useLoaded(
    async () => {
      const [{ rows }, { issuers }] = await Promise.all([
        call(registryOperations.trustRows, {}),
        call(issuerOperations.issuersGet, {}),
      ])
      return { rows, issuers }
    },
    { kept: 'trust-list' },
  )
  const saySaved = useSavedMessage()
  const { rows, remove } = useRemovableRows({
    rows: () => value.value?.rows,
    idOf: ({ id }) => id,
    removal: ({ id, name }) => ({
      text: text('trust.issuers.removed', { name }),
      link: trustPlace('issuers'),
      send: () => call(registryOperations.trustRemove, { params: { entry_id: id } }),
      refused: (reason) => text('trust.issuers.removeFailed', { reason }),
    }),
    reload,
  })
  const trusted = computed(() => new Set(rows.value?.map(({ did }) => did)))

  /** Saves a new entry when no row is given; the change of a row can be undone. @returns its id. @throws {CallError} */
  async function save(before: TrustRow | undefined, entry: TrustInput): Promise<string> {
    const { row } =
      before === undefined ? await call(registryOperations.trustAdd, { body: entry }) : await put(before.id, entry)
    if (before !== undefined) {
      const { id, ...was } = before
      saySaved({ name: entry.name, link: trustPlace('issuers', id), writeBack: () => put(id, was), reload })
    }
    await reload()
    return row.id
  }

  function put(entry_id: string, entry: TrustInput) {
    return call(registryOperations.trustSave, { params: { entry_id }, body: entry })
  }

  /** Trusts all keys of a demo issuer, each of which has a DID of its own. @throws {CallError} */
  async function trustIssuer({ did, keys, name }: Issuer): Promise<void> {
    const dids = [...new Set([did, ...keys.map((key) => key.did)])].filter((one) => !trusted.value.has(one))
    for (const one of dids) await call(registryOperations.trustAdd, { body: { ...EVERYTHING, did: one, name } })
    await reload()
  }

  const issuers = computed(() => value.value?.issuers ?? [])
  return { rows, trusted, issuers, failure, busy, reload, save, trustIssuer, remove }
}

export type TrustList = ReturnType<typeof useTrustList>

const EVERYTHING = { schemas: null, types: null, valid_from: null, valid_until: null }

export interface ImportOrder {
  readonly key: string | null
  readonly text: string
  readonly replace: boolean
}

/** The documents of one registry: imported ones first. */
export function useRegistry(kind: RegistryKind) {
  const params = { kind }
  const { value, failure, busy, reload } = useLoaded(
    async () => {
      const { rows } = await call(registryOperations.registryGet, { params })
      return rows
    },
    { kept: `registry ${kind}` },
  )

  /** @returns its key. @throws {CallError} `registry_entry_exists` when another document has to be replaced first */
  async function load(order: ImportOrder): Promise<string> {
    const { row } = await call(registryOperations.registryImport, { params, body: order })
    await reload()
    return row.key
  }

  /** @throws {CallError} */
  async function remove(key: string): Promise<void> {
    await call(registryOperations.registryRemove, { params, query: { key } })
    await reload()
  }

  const open = (key: string) => call(registryOperations.registryEntryGet, { params, query: { key } })

  return { kind, rows: value, failure, busy, reload, load, remove, open }
}

export type Registry = ReturnType<typeof useRegistry>

/** The subscription keys of the workspace. */
export function useSubscriptionKeys() {
  const { value, failure, busy, reload } = useLoaded(
    async () => {
      const { keys } = await call(subscriptionKeyOperations.subscriptionKeysGet, {})
      return keys
    },
    { kept: SUBSCRIPTION_KEYS },
  )

  /** @returns the key, which is answered only once. @throws {CallError} */
  async function create(name: string): Promise<string> {
    const { subscription_key } = await call(subscriptionKeyOperations.subscriptionKeyCreate, { body: { name } })
    void reload()
    return subscription_key
  }

  /** Removes a key; calls with it are refused from now on. @throws {CallError} */
  async function remove(id: string): Promise<void> {
    await call(subscriptionKeyOperations.subscriptionKeyRemove, { params: { key_id: id } })
    await reload()
  }

  return { keys: value, failure, busy, reload, create, remove }
}

export type SubscriptionKeys = ReturnType<typeof useSubscriptionKeys>

export function useExchangeSettings() {
  const { value, failure, busy, reload } = useLoaded(() => call(exchangeSettingsOperations.exchangeSettingsGet, {}), {
    kept: 'exchange-settings',
  })

  /** @throws {CallError} */
  async function save(body: ExchangeSettings): Promise<void> {
    value.value = await call(exchangeSettingsOperations.exchangeSettingsSave, { body })
  }

  return { settings: value, failure, busy, reload, save }
}

export type HeldSettings = ReturnType<typeof useExchangeSettings>
