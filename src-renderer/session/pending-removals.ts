import { defineStore } from 'pinia'
import { shallowReactive, watch } from 'vue'
import { useWorkbenchStore } from './workbench-store.ts'

/** `removed`: hidden in every list; `declined`: hidden only in the list of waiting shares. */
export type RemovalKind = 'removed' | 'declined'

const NONE: ReadonlySet<string> = new Set()

/**
 * Items and shares, by actor, whose removal waits for Undo or was just sent: no list shows them, even after leaving the
 * page. Locking cancels waiting removals, so nothing stays hidden then.
 */
export const usePendingRemovals = defineStore('pending-removals', () => {
  const workbench = useWorkbenchStore()
  const byActor = {
    removed: shallowReactive(new Map<string, ReadonlySet<string>>()),
    declined: shallowReactive(new Map<string, ReadonlySet<string>>()),
  }

  function of(actor: string, kind: RemovalKind = 'removed'): ReadonlySet<string> {
    return byActor[kind].get(actor) ?? NONE
  }

  function add(actor: string, ids: readonly string[], kind: RemovalKind = 'removed'): void {
    byActor[kind].set(actor, new Set([...of(actor, kind), ...ids]))
  }

  function remove(actor: string, ids: readonly string[], kind: RemovalKind = 'removed'): void {
    byActor[kind].set(actor, new Set([...of(actor, kind)].filter((id) => !ids.includes(id))))
  }

  function dropLocked(): void {
    for (const hidden of Object.values(byActor)) {
      for (const actor of hidden.keys()) {
        if (workbench.usersById.get(actor)?.state !== 'signed_in') hidden.delete(actor)
      }
    }
  }
  watch(() => workbench.users, dropLocked, { flush: 'sync' })

  return { of, add, remove }
})
