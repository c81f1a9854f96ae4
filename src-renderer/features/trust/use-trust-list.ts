import { computed } from 'vue'
import type { InputFor } from '../../../shared/contract/operation.ts'
import type { TrustRow } from '../../../shared/contract/workbench-exchange.ts'
import { registryOperations } from '../../../shared/contract/workbench-exchange.ts'
import type { Issuer } from '../../../shared/contract/workbench-issuer.ts'
import { issuerOperations } from '../../../shared/contract/workbench-issuer.ts'
import { call } from '../../api/call.ts'
import { useSavedMessage } from '../../api/saved-message.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { text } from '../../i18n/i18n.ts'
import { useHeldRemoval } from '../../session/use-held-removal.ts'
import { trustPlace } from './trust-place.ts'

export type TrustInput = InputFor<typeof registryOperations.trustAdd>['body']

/** The trust list, and the demo issuers that could be on it. */
export function useTrustList() {
  const { value, failure, busy, reload } = useLoaded(async () => {
    const [{ rows }, { issuers }] = await Promise.all([
      call(registryOperations.trustRows, {}),
      call(issuerOperations.issuersGet, {}),
    ])
    return { rows, issuers }
  })
  const saySaved = useSavedMessage()
  const { removed, remove: hold } = useHeldRemoval(() => void reload())
  const rows = computed(() => value.value?.rows.filter(({ id }) => !removed.value.has(id)))
  const trusted = computed(() => new Set(rows.value?.map(({ did }) => did)))

  /** Without a row, a new entry; the change of one can be undone. @returns its id. @throws {CallError} */
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

  /** Every key of a demo issuer has a DID of its own. @throws {CallError} */
  async function trustIssuer({ did, keys, name }: Issuer): Promise<void> {
    const dids = [...new Set([did, ...keys.map((key) => key.did)])].filter((one) => !trusted.value.has(one))
    for (const one of dids) await call(registryOperations.trustAdd, { body: { ...EVERYTHING, did: one, name } })
    await reload()
  }

  /** Takes issuers off the list, with one Undo. */
  function remove(going: readonly TrustRow[]): void {
    hold(
      ...going.map(({ id, name }) => ({
        id,
        text: text('trust.issuers.removed', { name }),
        link: trustPlace('issuers'),
        send: () => call(registryOperations.trustRemove, { params: { entry_id: id } }),
        refused: (reason: string) => text('trust.issuers.removeFailed', { reason }),
      })),
    )
  }

  return {
    rows,
    trusted,
    issuers: computed(() => value.value?.issuers ?? []),
    failure,
    busy,
    reload,
    save,
    trustIssuer,
    remove,
  }
}

export type TrustList = ReturnType<typeof useTrustList>

const EVERYTHING = { schemas: null, types: null, valid_from: null, valid_until: null }
