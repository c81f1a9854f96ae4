import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import { useFrame } from '../frame/frame-store.ts'

/**
 * The filter of the inspector, set by its field and by "Show calls" of a record. Also the options and the open call of
 * the drawer, which has no address.
 */
export const useInspectorFilter = defineStore('inspector-filter', () => {
  const text = ref('')
  const chosen = shallowRef<Readonly<Record<string, readonly string[]>>>({})
  const number = ref<number>()

  /** Opens the drawer with a filter, and optionally with one of the calls. */
  function show(filter: string, call?: number): void {
    text.value = filter
    chosen.value = {}
    if (call !== undefined) number.value = call
    useFrame().drawerOpen = true
  }

  /** Clears the filter, which may contain names from the workspace that is left. */
  function forget(): void {
    text.value = ''
    chosen.value = {}
    number.value = undefined
  }

  return { text, chosen, number, show, forget }
})
