import { defineStore } from 'pinia'
import { shallowReactive, watch } from 'vue'
import { useWorkbenchStore } from '../../session/workbench-store.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Items whose deletion waits for Undo or was just sent, by actor: no list shows them, also after leaving the page.
 * Locking cancels what waits, so nothing stays hidden then.
 */
export const usePendingDeletions = defineStore('pending-deletions', () => {
  const workbench = useWorkbenchStore()
  const byActor = shallowReactive(new Map<string, ReadonlySet<string>>())

  function of(actor: string): ReadonlySet<string> {
    return byActor.get(actor) ?? NONE
  }

  function add(actor: string, ids: readonly string[]): void {
    byActor.set(actor, new Set([...of(actor), ...ids]))
  }

  function remove(actor: string, ids: readonly string[]): void {
    byActor.set(actor, new Set([...of(actor)].filter((id) => !ids.includes(id))))
  }

  function dropLocked(): void {
    for (const actor of byActor.keys()) {
      if (workbench.usersById.get(actor)?.state !== 'signed_in') byActor.delete(actor)
    }
  }
  watch(() => workbench.users, dropLocked, { flush: 'sync' })

  return { of, add, remove }
})
