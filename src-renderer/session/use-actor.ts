import { computed, watch } from 'vue'
import { lookOf } from './acting-through.ts'
import { useWorkbenchStore } from './workbench-store.ts'
import type { ActorLook } from '../ui/actor-look.ts'
import { colourIndex } from '../ui/actor-look.ts'

/** The user a view acts as, and how the owners of items are called in this workspace. */
export function useActor(actor: string) {
  const store = useWorkbenchStore()
  const user = computed(() => store.usersById.get(actor))
  const look = computed<ActorLook>(() => lookOf(user.value, store.usersById))
  const colour = computed(() => colourIndex(look.value))
  /** The workspace is open and the user's keys are unlocked. */
  const usable = computed(() => store.status?.state === 'open' && user.value?.state === 'signed_in')
  const locked = computed(() => user.value !== undefined && !usable.value)

  const lookOfOwner = useOwnerLooks()
  const ownerLook = (item: Owned): ActorLook | undefined => lookOfOwner(actor, item)

  /** Runs at once, before anything is drawn again, when the workspace or the user is locked. */
  function whenLocked(drop: () => void): void {
    watch(usable, (now) => !now && drop(), { flush: 'sync' })
  }

  return { user, look, colour, usable, locked, ownerLook, whenLocked }
}

interface Owned {
  readonly own: boolean
  readonly owner_id: string | null
}

/** The display of an item's owner to an actor; undefined for people outside of this workspace. */
export function useOwnerLooks(): (actor: string, item: Owned) => ActorLook | undefined {
  const store = useWorkbenchStore()
  const byVaultUser = computed(
    // A user of the workspace takes precedence over the one who acts for them.
    () =>
      new Map(
        [...store.users]
          .sort((one, other) => Number(other.delegation !== null) - Number(one.delegation !== null))
          .map(({ vault_user_id, full_name: name, colour }) => [vault_user_id, { name, colour }]),
      ),
  )
  return (actor, { own, owner_id }) => {
    if (own) return lookOf(store.usersById.get(actor), store.usersById)
    return owner_id === null ? undefined : byVaultUser.value.get(owner_id)
  }
}
