import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import { useFrame } from '../frame/frame-store.ts'

/**
 * What the inspector shows only; "Show calls" of a record sets it, the inspector's own filter field changes it. Beside
 * it, what is chosen in the drawer, which has no address, and the call it has opened.
 */
export const useInspectorFilter = defineStore('inspector-filter', () => {
  const text = ref('')
  const chosen = shallowRef<Readonly<Record<string, readonly string[]>>>({})
  const number = ref<number>()

  /** Opens the drawer with the calls that the filter lets through, and one of them if it is named. */
  function show(filter: string, call?: number): void {
    text.value = filter
    chosen.value = {}
    if (call !== undefined) number.value = call
    useFrame().drawerOpen = true
  }

  /** Another workspace has other calls; the filter may name what is in the one before. */
  function forget(): void {
    text.value = ''
    chosen.value = {}
    number.value = undefined
  }

  return { text, chosen, number, show, forget }
})
