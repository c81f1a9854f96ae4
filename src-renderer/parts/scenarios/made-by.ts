import type { Ref, WritableComputedRef } from 'vue'
import { computed } from 'vue'
import type { MadeBy } from '../../../shared/contract/verifier-requests.ts'

/** Its name among the filters of a list, and in the address. */
export const MADE_BY = 'made_by'

/** Whether a list shows what people made or what scenarios made, as one more filter of it. */
export function madeByIn(chosen: Ref<Readonly<Record<string, readonly string[]>>>): WritableComputedRef<MadeBy> {
  return computed({
    get: () => (chosen.value[MADE_BY]?.[0] === 'scenarios' ? 'scenarios' : 'people'),
    set(next) {
      const { [MADE_BY]: _, ...others } = chosen.value
      chosen.value = next === 'people' ? others : { ...others, [MADE_BY]: [next] }
    },
  })
}
