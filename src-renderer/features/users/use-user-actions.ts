import { useI18n } from 'vue-i18n'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import { workbenchOperations } from '../../../shared/contract/workbench.ts'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import { useQuestion } from '../../api/use-attempt.ts'
import { refreshUsers } from '../../session/use-workbench.ts'
import { useToasts } from '../../ui/toasts.ts'

/** Signing users out, and taking them off the list after a question. */
export function useUserActions() {
  const { t } = useI18n()
  const toasts = useToasts()
  const forgetting = useQuestion<WorkbenchUser>(async (user) => {
    toasts.flush()
    await call(workbenchOperations.userForget, { params: { user_id: user.id } })
    await refreshUsers()
    toasts.show({ text: t('users.forget.done', { name: user.full_name }) })
  })

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

  return { signOut, forgetting }
}
