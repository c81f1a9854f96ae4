import { defineStore } from 'pinia'
import { ref } from 'vue'

/** Asks whether to recreate the sample workspace; the menu, the palette and the welcome page may open it. */
export const useStartOver = defineStore('start-over', () => {
  const asked = ref(false)
  return { asked, ask: (): void => void (asked.value = true) }
})
