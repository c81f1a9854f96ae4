import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** A dialog with its actor: it acts for the user who opened it, even if the page shows another user by then. */
export type PeopleDialog =
  | { readonly kind: 'invite'; readonly actor: string; readonly itemIds: readonly string[] }
  | { readonly kind: 'use'; readonly actor: string; readonly link: string }
  | { readonly kind: 'here'; readonly actor: string }

/** Dialogs about invitations that any page and the palette can open, one at a time. */
export const usePeopleDialogs = defineStore('people-dialogs', () => {
  const asked = shallowRef<PeopleDialog>()

  /** @param itemIds own items that are preselected in "what they will receive" */
  function invite(actor: string, itemIds: readonly string[] = []): void {
    asked.value = { kind: 'invite', actor, itemIds }
  }

  /** @param link a pasted link or token; the dialog reads it at once */
  function use(actor: string, link = ''): void {
    asked.value = { kind: 'use', actor, link }
  }

  /** Connects with another user of this workspace. */
  function here(actor: string): void {
    asked.value = { kind: 'here', actor }
  }

  function close(): void {
    asked.value = undefined
  }

  return { asked, invite, use, here, close }
})
