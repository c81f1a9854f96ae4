import { computed, watch } from 'vue'
import type { WorkbenchUser } from '../../shared/contract/workbench-users.ts'
import { useWorkbenchStore } from './workbench-store.ts'
import type { ActorLook } from '../ui/actor-look.ts'
import { colourIndex } from '../ui/actor-look.ts'

/** The user a view acts as, and how the owners of items are called in this workspace. */
export function useActor(actor: string) {
  const store = useWorkbenchStore()
  const user = computed(() => store.usersById.get(actor))
  const look = computed<ActorLook>(() => lookOf(user.value))
  const colour = computed(() => colourIndex(look.value))
  /** The workspace is open and the user's keys are unlocked. */
  const usable = computed(() => store.status?.state === 'open' && user.value?.state === 'signed_in')
  const locked = computed(() => user.value !== undefined && !usable.value)

  const looksByVaultUser = computed(() => new Map(store.users.map((one) => [one.vault_user_id, lookOf(one)])))
  /** How the owner of an item looks; undefined for people outside of this workspace. */
  function ownerLook({ own, owner_id }: { own: boolean; owner_id: string | null }): ActorLook | undefined {
    return own ? look.value : owner_id === null ? undefined : looksByVaultUser.value.get(owner_id)
  }

  /** Runs at once, before anything is drawn again, when the workspace or the user is locked. */
  function whenLocked(drop: () => void): void {
    watch(usable, (now) => !now && drop(), { flush: 'sync' })
  }

  return { user, look, colour, usable, locked, ownerLook, whenLocked }
}

function lookOf(user: WorkbenchUser | undefined): ActorLook {
  return { name: user?.full_name ?? '', colour: user?.colour ?? 0 }
}
