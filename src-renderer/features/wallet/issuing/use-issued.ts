import { computed } from 'vue'
import type { IssuedRow, IssuedStatus } from '../../../../shared/contract/workbench-issuer.ts'
import { issuerOperations } from '../../../../shared/contract/workbench-issuer.ts'
import { call } from '../../../api/call.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { suppliedText } from '../../../i18n/service-words.ts'
import { readWindows } from '../../../rows/export/read-pages.ts'
import type { ReadingProgress } from '../../../rows/list-rows.ts'
import { onWorkbenchEvent } from '../../../session/use-workbench.ts'

/** The largest number of rows in one call. */
const MAX_ROWS = 500

/** The credentials of the demo issuers, newest first, live. */
export function useIssued() {
  const { value, failure, busy, reload } = useLoaded(() => readPage(0))
  void reload()
  onWorkbenchEvent((event) => {
    if (event.type === 'exchange' && event.part === 'issued') void reload()
  })

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

async function readPage(offset: number) {
  const reply = await call(issuerOperations.issuedRows, { query: { limit: MAX_ROWS, offset } })
  return { ...reply, rows: reply.rows.map((row) => ({ ...row, title: suppliedText(row.title) })) }
}
