import type { RouteLocationNormalizedLoaded, RouteLocationRaw, Router } from 'vue-router'
import { useRouter } from 'vue-router'
import { useToasts } from '../ui/toasts.ts'
import { useActing } from './acting.ts'
import { needsNoPassphrase } from './entering.ts'
import { useUserDialogs } from './user-dialogs.ts'
import { useWorkbenchStore } from './workbench-store.ts'

/**
 * Switches to another user and stays in the open section.
 *
 * A locked user is asked for the passphrase first; cancelling stays on the current page. With a stored passphrase, the
 * page opens at once and signs the user in by itself.
 */
export function useActorSwitch(router: Router = useRouter()): (userId: string) => void {
  const store = useWorkbenchStore()
  const acting = useActing()
  const dialogs = useUserDialogs()

  function go(userId: string): void {
    useToasts().flush() // deletions that wait for Undo are sent as the user who made them
    store.welcomeBack(userId)
    acting.actAs(userId)
    const place = sameSection(router.currentRoute.value, userId)
    if (place !== undefined) void router.push(place)
  }

  return (userId) => {
    const user = store.usersById.get(userId)
    if (user === undefined) return
    if (user.state === 'signed_in' || needsNoPassphrase(user, store.usersById)) go(userId)
    else dialogs.signIn(userId, () => go(userId))
  }
}

/** The section without its open record, which belongs to the previous user; undefined if the address names no user. */
function sameSection({ name, params }: RouteLocationNormalizedLoaded, actor: string): RouteLocationRaw | undefined {
  if (params['actor'] === undefined || name === undefined) return undefined
  return { name, params: { actor } }
}
