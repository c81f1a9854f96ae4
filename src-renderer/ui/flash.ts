import type { ObjectDirective } from 'vue'

const FLASH_MS = 1500
const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>()

/**
 * Highlights an element for a moment after its value changed while it was on screen: `v-flash="slot.updated_at"`. The
 * look is in `controls.css`, which leaves out the motion where people do not want any.
 */
export const vFlash: ObjectDirective<HTMLElement, unknown> = {
  updated(element, { value, oldValue }) {
    if (value === oldValue) return
    clearTimeout(timers.get(element))
    element.dataset['flash'] = ''
    timers.set(
      element,
      setTimeout(() => delete element.dataset['flash'], FLASH_MS),
    )
  },
  unmounted(element) {
    clearTimeout(timers.get(element))
  },
}
