import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** An item to share, or one slot of it. */
export interface ShareSubject {
  readonly item_id: string
  readonly item_label: string
  readonly slot_id?: string | undefined
  readonly slot_label?: string | undefined
  /** The owner of a received item, null where that is hidden; absent for an own item. */
  readonly owner_id?: string | null
}

/** The dialog for sharing, which any page can open; it keeps the actor and the items it was opened for. */
export const useShareDialog = defineStore('share-dialog', () => {
  const asked = shallowRef<{ readonly actor: string; readonly subjects: readonly ShareSubject[] }>()

  /** @param subjects the items to share; if there are none, the dialog first asks for them */
  function share(actor: string, subjects: readonly ShareSubject[] = []): void {
    asked.value = { actor, subjects }
  }

  function close(): void {
    asked.value = undefined
  }

  return { asked, share, close }
})
