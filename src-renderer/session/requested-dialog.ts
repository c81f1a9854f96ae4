import { defineStore } from 'pinia'
import { onMounted, ref, watch } from 'vue'
import type { RegistryKind } from '../../shared/contract/registries.ts'

/** What a page makes in a dialog of its own. */
export type Making =
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

/** A dialog that the palette asks a page for: it leads to the page, which opens the dialog once it is there. */
export const useAskedFor = defineStore('asked-for', () => {
  const making = ref<Making>()

  function ask(what: Making): void {
    making.value = what
  }

  /** Whether this was asked for; it is asked for no more. */
  function take(what: Making): boolean {
    if (making.value !== what) return false
    making.value = undefined
    return true
  }

  /** Whoever went elsewhere is not surprised by it later. */
  function forget(): void {
    making.value = undefined
  }

  return { making, ask, take, forget }
})

/** Opens a dialog of the calling component when the palette asked for it, before or while the page is shown. */
export function useMaking(what: Making, open: () => void): void {
  const askedFor = useAskedFor()
  const look = (): void => {
    if (askedFor.take(what)) open()
  }
  onMounted(look)
  watch(() => askedFor.making, look)
}
