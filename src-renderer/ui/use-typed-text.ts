import { refDebounced } from '@vueuse/core'
import { computed, ref } from 'vue'

const PAUSE_MS = 80
/** The longest text that the service accepts. */
const MOST_CHARACTERS = 255

/**
 * A typed search text.
 *
 * @returns the `text` of the field, and the `sought` text, which follows shortly after the last character to save
 *   calls, but immediately when the field is emptied
 */
export function useTypedText() {
  const text = ref('')
  const settled = refDebounced(text, PAUSE_MS)
  const sought = computed(() => (text.value === '' ? '' : settled.value).trim().slice(0, MOST_CHARACTERS))
  return { text, sought }
}
