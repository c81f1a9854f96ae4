import { readonly, ref } from 'vue'
import { workbenchOperations } from '../../../shared/contract/workbench.ts'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'

/** Has the file of the open workspace looked through, and keeps what was found. */
export function useFileCheck() {
  const checking = ref(false)
  const result = ref<{ checked_at: string; damage: string[] }>()
  const failure = ref<string>()

  async function check(): Promise<void> {
    if (checking.value) return
    checking.value = true
    failure.value = undefined
    result.value = undefined
    try {
      result.value = await call(workbenchOperations.workspaceCheck, {})
    } catch (error) {
      failure.value = failureOf(error).message
    } finally {
      checking.value = false
    }
  }

  return { checking: readonly(checking), result: readonly(result), failure: readonly(failure), check }
}
