import { computed, onScopeDispose, ref } from 'vue'
import type { IssuedRow, IssuedStatus } from '../../../../shared/contract/workbench-issuer.ts'
import { issuerOperations } from '../../../../shared/contract/workbench-issuer.ts'
import { call } from '../../../api/call.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { onWorkbenchEvent } from '../../../session/use-workbench.ts'

const PAGE = 50
/** As many as one reading may ask for. */
const MOST = 500

/** What the demo issuers issued, newest first, live. */
export function useIssued() {
  const limit = ref(PAGE)
  const { value, failure, reload } = useLoaded(() =>
    call(issuerOperations.issuedRows, { query: { limit: limit.value } }),
  )
  void reload()
  onScopeDispose(
    onWorkbenchEvent((event) => {
      if (event.type === 'exchange' && event.part === 'issued') void reload()
    }),
  )

  /** @throws {CallError} `wrong_status`, `not_found` */
  async function change({ id }: Pick<IssuedRow, 'id'>, status: IssuedStatus): Promise<void> {
    await call(issuerOperations.issuedStatusChange, { params: { issued_id: id }, body: { status } })
    await reload()
  }

  async function showMore(): Promise<void> {
    limit.value = Math.min(MOST, limit.value + PAGE)
    await reload()
  }

  return {
    rows: computed(() => value.value?.rows),
    matching: computed(() => value.value?.matching),
    hasMore: computed(() => (value.value?.matching ?? 0) > (value.value?.rows.length ?? 0) && limit.value < MOST),
    failure: computed(() => failure.value),
    reload,
    change,
    showMore,
  }
}
