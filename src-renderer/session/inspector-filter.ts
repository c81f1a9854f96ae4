import { defineStore } from 'pinia'
import { ref } from 'vue'

/** What the inspector shows only; "Show calls" of a record sets it, the inspector's own filter field changes it. */
export const useInspectorFilter = defineStore('inspector-filter', () => {
  const text = ref('')
  return { text }
})
