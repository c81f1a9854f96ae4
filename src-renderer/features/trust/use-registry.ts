import type { RegistryKind } from '../../../shared/contract/registries.ts'
import { registryOperations } from '../../../shared/contract/workbench-exchange.ts'
import { call } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'

export interface ImportOrder {
  readonly key: string | null
  readonly text: string
  readonly replace: boolean
}

/** The documents of one registry: imported ones first. */
export function useRegistry(kind: RegistryKind) {
  const params = { kind }
  const { value, failure, busy, reload } = useLoaded(async () => {
    const { rows } = await call(registryOperations.registryGet, { params })
    return rows
  })

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
