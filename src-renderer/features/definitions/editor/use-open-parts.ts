import { reactive } from 'vue'
import type { Location } from '../../../../shared/presentation-exchange/json.ts'
import { jsonPointer } from '../../../../shared/presentation-exchange/json.ts'

/**
 * Which parts of the form are open, by their pointers. What somebody opened stays open; what was opened because the
 * cursor went there closes when it goes elsewhere, or a walk through the JSON would open the whole form.
 */
export function useOpenParts() {
  const opened = reactive(new Set<string>())
  const passing = new Set<string>()

  function openAround(location: Location): void {
    const around = location.map((_, index) => jsonPointer(location.slice(0, index + 1)))
    for (const pointer of passing) if (!around.includes(pointer)) close(pointer)
    for (const pointer of around) if (!opened.has(pointer)) open(pointer)
  }

  function open(pointer: string): void {
    opened.add(pointer)
    passing.add(pointer)
  }

  function close(pointer: string): void {
    opened.delete(pointer)
    passing.delete(pointer)
  }

  return { opened, openAround }
}
