import type { Ref } from 'vue'
import { readonly, ref, shallowRef, watch } from 'vue'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import { failureOf } from '../../api/refusal.ts'
import { entersFreely } from '../../session/entering.ts'
import { untilLeft } from '../../session/leaving.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import type { Failure } from '../../ui/failure.ts'
import { signIn } from './use-sign-in.ts'

/**
 * Signs a user in when a page of theirs is opened and nothing has to be typed for it. Who signed out, or whose session
 * ended, is not signed in again without being asked. Nobody waits for it once the workspace is left.
 */
export function useEntering(user: Readonly<Ref<WorkbenchUser | undefined>>) {
  const store = useWorkbenchStore()
  const busy = ref(false)
  const failure = shallowRef<Failure>()

  async function enter(one: WorkbenchUser): Promise<void> {
    const signal = untilLeft()
    busy.value = true
    failure.value = undefined
    try {
      await signIn(one.id, { passphrase: null }, signal)
    } catch (error) {
      if (signal.aborted) return
      if (one.id === user.value?.id) failure.value = failureOf(error)
    } finally {
      busy.value = false
    }
  }

  watch(
    () => user.value?.id,
    () => {
      failure.value = undefined
      const one = user.value
      const mayEnter = one !== undefined && one.state !== 'signed_in' && entersFreely(one, store.usersById)
      if (mayEnter && !store.signedOut.has(one.id)) void enter(one)
    },
    { immediate: true, flush: 'sync' },
  )

  return { busy: readonly(busy), failure, enter }
}
