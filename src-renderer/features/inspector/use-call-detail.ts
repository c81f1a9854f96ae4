import type { Ref } from 'vue'
import { shallowRef, watch } from 'vue'
import type { CallDetail } from '../../../shared/contract/workbench.ts'
import { workbenchOperations } from '../../../shared/contract/workbench.ts'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import { useOpenWorkspace } from '../../session/use-open-workspace.ts'
import type { Failure } from '../../ui/failure.ts'

/** The call with this number, with headers and bodies. The one before stays on screen until the next one is there. */
export function useCallDetail(number: Ref<number | undefined>) {
  const detail = shallowRef<CallDetail>()
  const failure = shallowRef<Failure>()
  let turn = 0

  watch(number, load, { immediate: true })
  // With its bodies it belongs to the workspace it was made in; what is on its way does too.
  useOpenWorkspace().whenLeft(() => {
    turn += 1
    detail.value = undefined
    failure.value = undefined
  })

  async function load(): Promise<void> {
    const mine = ++turn
    const wanted = number.value
    if (wanted === undefined) {
      detail.value = undefined
      failure.value = undefined
      return
    }
    try {
      const reply = await call(workbenchOperations.callGet, { params: { number: wanted } })
      if (mine !== turn) return
      detail.value = reply.call
      failure.value = undefined
    } catch (error) {
      if (mine !== turn) return
      detail.value = undefined
      failure.value = failureOf(error)
    }
  }

  return { detail, failure, reload: load }
}
