import { defineStore } from 'pinia'
import { ref } from 'vue'

/**
 * What the inspector shows only; "Show calls" of a record sets it, the inspector's own filter field changes it. Beside
 * it, the call that the drawer has opened.
 */
export const useInspectorFilter = defineStore('inspector-filter', () => {
  const text = ref('')
  const number = ref<number>()

  /** Opens one call in the drawer, among those that the filter lets through. */
  function show(call: number, filter: string): void {
    text.value = filter
    number.value = call
  }

  /** Another workspace has other calls; the filter may name what is in the one before. */
  function forget(): void {
    text.value = ''
    number.value = undefined
  }

  return { text, number, show, forget }
})
