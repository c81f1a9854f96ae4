import type { Ref } from 'vue'
import { shallowRef, watch } from 'vue'
import type { CallDetail } from '../../../shared/contract/workbench.ts'
import { workbenchOperations } from '../../../shared/contract/workbench.ts'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import type { Failure } from '../../ui/failure.ts'

/** The call with this number, with headers and bodies. The one before stays on screen until the next one is there. */
export function useCallDetail(number: Ref<number | undefined>) {
  const detail = shallowRef<CallDetail>()
  const failure = shallowRef<Failure>()

  watch(number, load, { immediate: true })

  async function load(): Promise<void> {
    const wanted = number.value
    if (wanted === undefined) {
      detail.value = undefined
      failure.value = undefined
      return
    }
    try {
      const reply = await call(workbenchOperations.callGet, { params: { number: wanted } })
      if (number.value !== wanted) return
      detail.value = reply.call
      failure.value = undefined
    } catch (error) {
      if (number.value !== wanted) return
      detail.value = undefined
      failure.value = failureOf(error)
    }
  }

  return { detail, failure, reload: load }
}
