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

/** The question "share this with whom?", asked from any page; it keeps the actor and the items it was opened for. */
export const useShareDialog = defineStore('share-dialog', () => {
  const asked = shallowRef<{ readonly actor: string; readonly subjects: readonly ShareSubject[] }>()

  /** @param subjects none: the dialog asks for them first. */
  function share(actor: string, subjects: readonly ShareSubject[] = []): void {
    asked.value = { actor, subjects }
  }

  function close(): void {
    asked.value = undefined
  }

  return { asked, share, close }
})
