import { ref, shallowRef } from 'vue'
import { failureOf } from '../../api/refusal.ts'
import type { Failure } from '../../ui/failure.ts'
import type { Place } from './presentation-lines.ts'

/**
 * The presentation with one place of it, opened on demand. @param source the presentation, or a function that reads it;
 * what was read is forgotten with each opening, because it may have been deleted.
 */
export function usePlaceInJson(source: () => unknown) {
  const open = ref(false)
  const place = shallowRef<Place>()
  const document = shallowRef<unknown>()
  const failure = shallowRef<Failure>()

  async function show(at: Place): Promise<void> {
    place.value = at
    document.value = undefined
    failure.value = undefined
    open.value = true
    const given = source()
    try {
      document.value = typeof given === 'function' ? await (given as () => unknown)() : given
    } catch (error) {
      failure.value = failureOf(error)
    }
  }

  return { open, place, document, failure, show }
}
