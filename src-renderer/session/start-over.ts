import { defineStore } from 'pinia'
import { ref } from 'vue'

/** Asking whether the sample workspace is to be made anew; the menu, the palette and the welcome page may ask. */
export const useStartOver = defineStore('start-over', () => {
  const asked = ref(false)
  return { asked, ask: (): void => void (asked.value = true) }
})
