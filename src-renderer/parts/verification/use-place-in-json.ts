import { computed, ref, shallowRef } from 'vue'
import { failureOf } from '../../api/refusal.ts'
import type { Failure } from '../../ui/failure.ts'
import type { Place } from './presentation-lines.ts'

/**
 * Opens the presentation at one place of it, and drops it on closing.
 *
 * @param source the presentation, or a function that reads it
 */
export function usePlaceInJson(source: () => unknown) {
  const open = ref(false)
  const place = shallowRef<Place>()
  const document = shallowRef<unknown>()
  const failure = shallowRef<Failure>()

  /** @param at the place; by default the beginning */
  async function show(at?: Place): Promise<void> {
    place.value = at
    failure.value = undefined
    setOpen(true)
    const given = source()
    try {
      const read: unknown = typeof given === 'function' ? await (given as () => unknown)() : given
      if (open.value) document.value = read
    } catch (error) {
      failure.value = failureOf(error)
    }
  }

  function setOpen(next: boolean): void {
    open.value = next
    document.value = undefined
  }

  return {
    open: computed(() => open.value),
    place: computed(() => place.value),
    document: computed(() => document.value),
    failure: computed(() => failure.value),
    show,
    setOpen,
  }
}
