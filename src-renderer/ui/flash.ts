import type { ObjectDirective } from 'vue'

/** How long what has just changed is shown as such. */
export const FLASH_MS = 3000

interface Flashed {
  /** What the element is about: something else in its place is no change. */
  readonly of: string
  readonly is: string
}

const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>()

/**
 * Highlights an element for a moment after what it shows changed while it was on screen: `v-flash="{ of: slot.id, is:
 * slot.value }"`. The look is in `controls.css`, which leaves out the motion where people do not want any.
 */
export const vFlash: ObjectDirective<HTMLElement, Flashed> = {
  updated(element, { value, oldValue }) {
    if (value.of === oldValue?.of && value.is === oldValue.is) return
    clearTimeout(timers.get(element))
    delete element.dataset['flash']
    if (value.of !== oldValue?.of) return
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
