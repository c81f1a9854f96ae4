import type { Ref, WritableComputedRef } from 'vue'
import { computed } from 'vue'

/** A filter chip with its options. */
export interface Filter {
  readonly id: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly count?: number }[]
  readonly multiple?: boolean
}

/** The chosen values of a list by filter id; a filter without a choice has no key. */
export type Chosen = Readonly<Record<string, readonly string[]>>

/** The choice with one filter set to these values. */
export function withChoice(chosen: Chosen, id: string, values: readonly string[]): Chosen {
  const { [id]: _, ...others } = chosen
  return values.length === 0 ? others : { ...others, [id]: values }
}

/** The value of a filter that has at most one, such as a day; empty if nothing is chosen. */
export function singleChoice(chosen: Ref<Chosen>, id: string): WritableComputedRef<string> {
  return computed({
    get: () => chosen.value[id]?.[0] ?? '',
    set: (value) => (chosen.value = withChoice(chosen.value, id, value === '' ? [] : [value])),
  })
}
