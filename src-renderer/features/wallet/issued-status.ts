import type { InjectionKey, Ref } from 'vue'
import { inject, provide } from 'vue'
import type { IssuedStatus } from '../../../shared/contract/workbench-issuer.ts'
import { issuerOperations } from '../../../shared/contract/workbench-issuer.ts'
import { call } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { readWindows } from '../../rows/export/read-pages.ts'
import { useWorkbenchChanges } from '../../session/use-workbench-changes.ts'

type Statuses = ReadonlyMap<string, IssuedStatus>

const statusesKey: InjectionKey<Ref<Statuses | undefined>> = Symbol('statuses of what was issued here')

/** The largest number of rows in one call. */
const PAGE = 500

/** Provides the wallet's components with the statuses of credentials issued here, live, while the wallet is usable. */
export function provideIssuedStatus(usable: Readonly<Ref<boolean>>): void {
  const { value, reload } = useLoaded(readStatuses, { whose: { usable } })
  useWorkbenchChanges((event) => event.type === 'exchange' && event.part === 'issued', reload)
  provide(statusesKey, value)
}

/** The status of a credential by its own id; undefined if it was not issued here, or has no status entry. */
export function useIssuedStatus(): (credential_id: string | null) => IssuedStatus | undefined {
  const statuses = inject(statusesKey, undefined)
  return (credential_id) => statuses?.value?.get(credential_id ?? '')
}

/** Whether the statuses were read: the first values are no change. */
export function useIssuedStatusRead(): () => boolean {
  const statuses = inject(statusesKey, undefined)
  return () => statuses?.value !== undefined
}

async function readStatuses(signal: AbortSignal): Promise<Statuses> {
  const found = await readWindows(
    (offset) => call(issuerOperations.issuedRows, { query: { offset, limit: PAGE } }, signal),
    { onRead: () => undefined, isCancelled: () => signal.aborted },
  )
  return new Map(found?.flatMap(({ credential_id, status }) => (status === null ? [] : [[credential_id, status]])))
}
