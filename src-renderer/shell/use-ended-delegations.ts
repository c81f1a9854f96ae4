import { nextTick } from 'vue'
import { useRouter } from 'vue-router'
import { t } from '../i18n/i18n.ts'
import { useActing } from '../session/acting.ts'
import { onWorkbenchEvent } from '../session/use-workbench.ts'
import { useWorkbenchStore } from '../session/workbench-store.ts'
import { showToast } from '../ui/toasts.ts'

/** Leaves the pages of an account as soon as its delegation ends, with a message. */
export function useEndedDelegations(): void {
  const router = useRouter()
  const acting = useActing()
  const store = useWorkbenchStore()

  onWorkbenchEvent((event) => {
    if (event.type !== 'delegation-ended') return
    const { user_id, name, through_user_id: through } = event
    const delegate = store.usersById.get(through)?.full_name ?? ''
    const link = { name: 'people', params: { actor: through, tab: 'delegations', id: null } }
    const say = () => showToast({ text: t('app.delegationEnded', { name, delegate }), tone: 'warn', seconds: 20, link })
    const shown = Object.values(router.currentRoute.value.params)
    if (acting.user?.id === user_id) acting.actAs(through)
    if (!shown.includes(user_id)) say()
    // Shown after the account was left, because that clears its messages.
    else void router.replace(link).then(() => nextTick(say))
  })
}
