import type { Ref, WritableComputedRef } from 'vue'
import { computed } from 'vue'
import type { MadeBy } from '../../../shared/contract/verifier-requests.ts'
import type { Chosen } from '../../ui/chosen-filters.ts'
import { singleChoice } from '../../ui/chosen-filters.ts'

/** Its name among the filters of a list, and in the address. */
export const MADE_BY = 'made_by'

/** A filter of a list by its origin: records made by people, or by scenarios. */
export function madeByIn(chosen: Ref<Chosen>): WritableComputedRef<MadeBy> {
  const choice = singleChoice(chosen, MADE_BY)
  return computed({
    get: () => (choice.value === 'scenarios' ? 'scenarios' : 'people'),
    set: (next) => (choice.value = next === 'people' ? '' : next),
  })
}
