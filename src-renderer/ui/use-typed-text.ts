import { refDebounced } from '@vueuse/core'
import { computed, ref } from 'vue'

const PAUSE_MS = 80
/** The service takes no longer one. */
const MOST_CHARACTERS = 255

/**
 * What somebody types to look for something.
 *
 * @returns `text` of the field, and what is `sought`: the same a moment after the last character, so that not each of
 *   them asks the service, but nothing at once when the field is emptied
 */
export function useTypedText() {
  const text = ref('')
  const settled = refDebounced(text, PAUSE_MS)
  const sought = computed(() => (text.value === '' ? '' : settled.value).trim().slice(0, MOST_CHARACTERS))
  return { text, sought }
}
