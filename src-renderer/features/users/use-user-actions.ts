import { useRouter } from 'vue-router'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import { workbenchUserOperations } from '../../../shared/contract/workbench-users.ts'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/refusal.ts'
import { t } from '../../i18n/i18n.ts'
import { needsNoPassphrase } from '../../session/entering.ts'
import { useActorSwitch } from '../../session/use-actor-switch.ts'
import { refreshUsers } from '../../session/use-workbench.ts'
import { useUserDialogs } from '../../session/user-dialogs.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { useToasts } from '../../ui/toasts.ts'
import { usersPlace } from './users-place.ts'

/** Actions on users: act as one, sign out, remove from the list. */
export function useUserActions() {
  const router = useRouter()
  const store = useWorkbenchStore()
  const dialogs = useUserDialogs()
  const switchTo = useActorSwitch()
  const toasts = useToasts()

  /** Removes a user from the list, with the keys stored here. */
  async function forget(user: WorkbenchUser): Promise<void> {
    toasts.flush()
    await call(workbenchUserOperations.userForget, { params: { user_id: user.id } })
    await refreshUsers()
  }

  /** Switches to a user, who has to sign in unless the keys can be unlocked without a passphrase. */
  function actAs(user: WorkbenchUser): void {
    const opens = user.state === 'signed_in' || (user.state === 'locked' && needsNoPassphrase(user, store.usersById))
    if (!opens) {
      dialogs.signIn(user.id)
      return
    }
    switchTo(user.id)
    void router.push({ name: 'home', params: { actor: user.id } })
  }

  async function signOut({ id, full_name }: WorkbenchUser): Promise<void> {
    toasts.flush()
    try {
      await call(workbenchUserOperations.userSignOut, { params: { user_id: id } })
      await refreshUsers()
      toasts.show({ text: t('users.signOut.done', { name: full_name }), link: usersPlace(id) })
    } catch (error) {
      const { message } = failureOf(error)
      toasts.show({
        text: `${t('users.signOut.failed', { name: full_name })}. ${message}`,
        tone: 'bad',
        link: usersPlace(id),
      })
    }
  }

  async function stopKeeping({ id }: WorkbenchUser): Promise<void> {
    await call(workbenchUserOperations.userPassphraseForget, { params: { user_id: id } })
    await refreshUsers()
  }

  return { actAs, signOut, stopKeeping, forget }
}
