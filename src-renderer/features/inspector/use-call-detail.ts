import type { Ref } from 'vue'
import { journalOperations } from '../../../shared/contract/workbench.ts'
import { call } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useOpenWorkspace } from '../../session/use-open-workspace.ts'

/** The call with this number, with headers and bodies. The previous call stays until the next one was read. */
export function useCallDetail(number: Ref<number | undefined>) {
  const { value, failure, reload, drop } = useLoaded(
    async (signal, wanted: number) =>
      (await call(journalOperations.callGet, { params: { number: wanted } }, signal)).call,
    { of: () => number.value, stays: () => true, dropOnFailure: true },
  )
  // A call belongs to its workspace, so leaving that also cancels a pending read.
  useOpenWorkspace().whenLeft(drop)

  return { detail: value, failure, reload }
}
