import { computed, shallowRef, watch } from 'vue'

/**
 * A short list that is read as a whole and does not jump under the pointer: while it is held, rows are updated in
 * place, and additions, removals and moves wait for a request.
 */
export function useSteadyRows<Row>(
  read: () => readonly Row[] | undefined,
  keyOf: (row: Row) => string,
  held: () => boolean,
) {
  const rows = shallowRef(read())
  const newer = shallowRef<readonly Row[]>()
  const keysOf = (list: readonly Row[]): string => list.map(keyOf).join(' ')

  watch(
    read,
    (next) => {
      const before = rows.value
      const waits = next !== undefined && before !== undefined && before.length > 0 && held()
      const moved = waits && keysOf(before) !== keysOf(next)
      newer.value = moved ? next : undefined
      rows.value = moved ? patched(before, next) : next
    },
    { flush: 'sync' },
  )

  function patched(before: readonly Row[], next: readonly Row[]): readonly Row[] {
    const byKey = new Map(next.map((row) => [keyOf(row), row]))
    return before.map((row) => byKey.get(keyOf(row)) ?? row)
  }

  function showNewer(): void {
    rows.value = newer.value ?? rows.value
    newer.value = undefined
  }

  /** The number of added rows; undefined while nothing waits. */
  const waiting = computed(() => newer.value && newer.value.length - (rows.value?.length ?? 0))

  return { rows: computed(() => rows.value), waiting, showNewer }
}
