import type { Ref } from 'vue'
import { journalOperations } from '../../../shared/contract/workbench.ts'
import { call } from '../../api/call.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useOpenWorkspace } from '../../session/use-open-workspace.ts'

/** The call with this number, with headers and bodies. The one before stays on screen until the next one is there. */
export function useCallDetail(number: Ref<number | undefined>) {
  const { value, failure, reload, drop } = useLoaded(
    async (signal, wanted: number) =>
      (await call(journalOperations.callGet, { params: { number: wanted } }, signal)).call,
    { of: () => number.value, stays: () => true, dropOnFailure: true },
  )
  // A call with its bodies belongs to the workspace it was made in; what is on its way does too.
  useOpenWorkspace().whenLeft(drop)

  return { detail: value, failure, reload }
}
