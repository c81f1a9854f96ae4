import { onMounted, readonly, ref, shallowRef } from 'vue'
import type { LockSettings } from '../../../shared/contract/workbench-locks.ts'
import { workbenchOperations } from '../../../shared/contract/workbench.ts'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'

/** When the open workspace locks by itself. A change is sent at once; one that is refused is taken back. */
export function useLocks() {
  const locks = shallowRef<LockSettings>()
  const failure = ref<string>()

  onMounted(() => keep(call(workbenchOperations.locksGet, {})))

  async function change(changes: Partial<LockSettings>): Promise<void> {
    const before = locks.value
    if (before === undefined) return
    locks.value = { ...before, ...changes }
    const isKept = await keep(call(workbenchOperations.locksPut, { body: locks.value }))
    if (!isKept) locks.value = before
  }

  async function keep(answer: Promise<{ readonly locks: LockSettings }>): Promise<boolean> {
    failure.value = undefined
    try {
      locks.value = (await answer).locks
      return true
    } catch (error) {
      failure.value = failureOf(error).message
      return false
    }
  }

  return { locks, failure: readonly(failure), change }
}
