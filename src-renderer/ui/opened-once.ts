import type { Ref } from 'vue'
import { ref, watch } from 'vue'

/**
 * Whether a layer was ever open, so that closed ones cost nothing until then. Its content stays mounted afterwards,
 * because the library gives the focus back through it.
 */
export function useOpenedOnce(open: Ref<boolean>): Readonly<Ref<boolean>> {
  const wasOpened = ref(false)
  watch(open, (isOpen) => isOpen && (wasOpened.value = true), { flush: 'sync', immediate: true })
  return wasOpened
}
