import type { InjectionKey, Ref } from 'vue'
import { computed, inject, provide } from 'vue'
import type { IssuedRow, IssuedStatus } from '../../../shared/contract/workbench-issuer.ts'
import { issuerOperations } from '../../../shared/contract/workbench-issuer.ts'
import type { WorkbenchEvent } from '../../../shared/contract/workbench.ts'
import { call } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { suppliedText } from '../../i18n/service-words.ts'
import { readWindows } from '../../rows/export/read-pages.ts'
import type { ReadingProgress } from '../../rows/list-rows.ts'
import { useWorkbenchChanges } from '../../session/use-workbench-changes.ts'
import { onWorkbenchEvent } from '../../session/use-workbench.ts'

type Statuses = ReadonlyMap<string, IssuedStatus>

const statusesKey: InjectionKey<Ref<Statuses | undefined>> = Symbol('statuses of what was issued here')

/** The largest number of rows in one call. */
const MAX_ROWS = 500

const isAboutIssued = (event: WorkbenchEvent): boolean => event.type === 'exchange' && event.part === 'issued'

/** Provides the wallet's components with the statuses of credentials issued here, live, while the wallet is usable. */
export function provideIssuedStatus(usable: Readonly<Ref<boolean>>): void {
  const { value, reload } = useLoaded(readStatuses, { whose: { usable } })
  useWorkbenchChanges(isAboutIssued, reload)
  provide(statusesKey, value)
}

/**
 * The statuses of credentials issued here, by the credentials' own ids; one without a status entry has none. Undefined
 * until they were read.
 */
export function useIssuedStatuses(): () => Statuses | undefined {
  const statuses = inject(statusesKey, undefined)
  return () => statuses?.value
}

async function readStatuses(signal: AbortSignal): Promise<Statuses> {
  const progress = { onRead: () => undefined, isCancelled: () => signal.aborted }
  const found = await readWindows((offset) => readPage(offset, signal), progress)
  return new Map(found?.flatMap(({ credential_id, status }) => (status === null ? [] : [[credential_id, status]])))
}

/** The credentials of the demo issuers, newest first, live. */
export function useIssued() {
  const { value, failure, busy, reload } = useLoaded(() => readPage(0))
  void reload()
  onWorkbenchEvent((event) => isAboutIssued(event) && void reload())

  /** Reads all, including those older than the listed ones. */
  const readAll = (progress: ReadingProgress) => readWindows(readPage, progress)

  /** @throws {CallError} `wrong_status`, `not_found` */
  async function change({ id }: Pick<IssuedRow, 'id'>, status: IssuedStatus): Promise<void> {
    await call(issuerOperations.issuedStatusChange, { params: { issued_id: id }, body: { status } })
    await reload()
  }

  return {
    rows: () => value.value?.rows,
    matching: computed(() => value.value?.matching ?? 0),
    busy,
    failure,
    reload,
    readAll,
    change,
  }
}

async function readPage(offset: number, signal?: AbortSignal) {
  const reply = await call(issuerOperations.issuedRows, { query: { limit: MAX_ROWS, offset } }, signal)
  return { ...reply, rows: reply.rows.map((row) => ({ ...row, title: suppliedText(row.title) })) }
}
