import type { ObjectDirective } from 'vue'

/** How long a change is highlighted. */
export const FLASH_MS = 3000

interface Flashed {
  /** The identity of the content: different content is not a change. */
  readonly of: string
  readonly is: string
}

const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>()

/**
 * Highlights an element briefly when its content changes on screen: `v-flash="{ of: slot.id, is: slot.value }"`. The
 * style is in `controls.css`, which omits the motion for people who prefer none.
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
