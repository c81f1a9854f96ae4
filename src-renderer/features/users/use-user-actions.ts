import { ref, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import { workbenchOperations } from '../../../shared/contract/workbench.ts'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import { refreshUsers } from '../../session/use-workbench.ts'
import type { Failure } from '../../ui/failure.ts'
import { useToasts } from '../../ui/toasts.ts'

/** Signing users out, and taking them off the list after a question. */
export function useUserActions() {
  const { t } = useI18n()
  const toasts = useToasts()
  /** Whom the question is about. It names a person, so it does not change while it is open. */
  const forgetting = shallowRef<WorkbenchUser>()
  const busy = ref(false)
  const failure = shallowRef<Failure>()

  async function signOut({ id, full_name }: WorkbenchUser): Promise<void> {
    toasts.flush()
    try {
      await call(workbenchOperations.userSignOut, { params: { user_id: id } })
      await refreshUsers()
      toasts.show({ text: t('users.signOut.done', { name: full_name }) })
    } catch (error) {
      const { message } = failureOf(error)
      toasts.show({ text: `${t('users.signOut.failed', { name: full_name })}. ${message}`, tone: 'bad' })
    }
  }

  function askToForget(user: WorkbenchUser): void {
    failure.value = undefined
    forgetting.value = user
  }

  async function forget(): Promise<void> {
    const user = forgetting.value
    if (user === undefined) return
    busy.value = true
    toasts.flush()
    try {
      await call(workbenchOperations.userForget, { params: { user_id: user.id } })
      await refreshUsers()
      forgetting.value = undefined
      toasts.show({ text: t('users.forget.done', { name: user.full_name }) })
    } catch (error) {
      failure.value = failureOf(error)
    } finally {
      busy.value = false
    }
  }

  return { signOut, askToForget, forget, forgetting, busy, failure }
}
