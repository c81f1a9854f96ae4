import { defineStore } from 'pinia'
import { onMounted, ref, watch } from 'vue'
import type { RegistryKind } from '../../shared/contract/registries.ts'

/** The dialogs in which pages create something. */
export type PageDialog =
  | 'tag'
  | 'folder'
  | 'child'
  | 'session'
  | 'login-key'
  | 'test-issuer'
  | 'token-issuer'
  | 'delegation'
  | 'credential'
  | 'trusted-issuer'
  | RegistryKind
  | 'subscription-key'
  | 'workspace'
  | 'admission-token'
  | 'scheme'
  | 'template'
  | 'image'

/** A dialog that the palette requests: it navigates to the page, which opens the dialog when it is mounted. */
export const useRequestedDialog = defineStore('requested-dialog', () => {
  const dialog = ref<PageDialog>()

  function request(what: PageDialog): void {
    dialog.value = what
  }

  /** Whether this dialog was requested. The request is dropped, so that it opens once. */
  function take(what: PageDialog): boolean {
    if (dialog.value !== what) return false
    dialog.value = undefined
    return true
  }

  /** Drops the request after a person went elsewhere, so that the dialog does not open later. */
  function forget(): void {
    dialog.value = undefined
  }

  return { dialog, request, take, forget }
})

/** Opens a dialog of the calling component when the palette requests it, or requested it before the page was shown. */
export function useOpenOnRequest(what: PageDialog, open: () => void): void {
  const requested = useRequestedDialog()
  const openIfRequested = (): void => {
    if (requested.take(what)) open()
  }
  onMounted(openIfRequested)
  watch(() => requested.dialog, openIfRequested)
}
