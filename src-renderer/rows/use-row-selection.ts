import type { Ref } from 'vue'
import { computed, ref, shallowRef, watch } from 'vue'
import type { ListRows } from './list-rows.ts'
import type { LoadedRows } from './row-pages.ts'

interface SelectedRow<Row> {
  readonly row: Row
  /** Its number when last seen; undefined after it left the loaded rows. */
  readonly at: number | undefined
}

interface PagedRows<Row> extends Pick<ListRows<Row>, 'at' | 'rowOf' | 'keyOf'> {
  readonly loaded: Readonly<Ref<LoadedRows<Row> | undefined>>
  readonly rowsAt: (rows: readonly number[]) => Promise<ReadonlyMap<number, Row>>
}

/**
 * The selected rows of a list that is read page by page. The list knows rows by their number; the selection keeps the
 * rows themselves, so that sorting and live changes never select something else. It ends with a lock.
 */
export function useRowSelection<Row>(rows: PagedRows<Row>, whenLocked: (drop: () => void) => void) {
  const chosen = shallowRef<ReadonlyMap<string, SelectedRow<Row>>>(new Map())
  const busy = ref(false)

  const keys = computed<ReadonlySet<string>>(
    () => new Set([...chosen.value.values()].flatMap(({ at }) => (at === undefined ? [] : [String(at)]))),
  )
  const items = computed(() => [...chosen.value.values()].map(({ row }) => row))

  /** Takes the list's selection. Rows that were not read yet are read first, to be kept in the selection. */
  async function choose(next: ReadonlySet<string>): Promise<void> {
    const numbers = [...next].map(Number)
    const known = numbers.filter((number) => rows.at(number) !== undefined)
    keep(new Map(known.map((number) => [number, rows.at(number)])), next)
    if (known.length === numbers.length) return
    busy.value = true
    try {
      keep(await rows.rowsAt(numbers), next)
    } finally {
      busy.value = false
    }
  }

  /** Rows that are out of sight stay selected; they can only be cleared together with the others. */
  function keep(found: ReadonlyMap<number, Row | undefined>, next: ReadonlySet<string>): void {
    const outOfSight = next.size === 0 ? [] : [...chosen.value].filter(([, { at }]) => at === undefined)
    const seen = [...found].flatMap(([at, row]) => (row ? [[rows.keyOf(row), { row, at }] as const] : []))
    chosen.value = new Map([...outOfSight, ...seen])
  }

  /** Keeps only these selected, whether in view or not. */
  function narrowTo(wanted: (row: Row) => boolean): void {
    chosen.value = new Map([...chosen.value].filter(([, { row }]) => wanted(row)))
  }

  function clear(): void {
    chosen.value = new Map()
  }

  /** After rows have moved, finds the new place of every selected row. */
  watch(rows.loaded, (now, before) => {
    if (chosen.value.size === 0) return
    const moved = now?.matching !== before?.matching || now?.pages.size === 1
    chosen.value = new Map(
      [...chosen.value].map(([key, { row, at }]) => {
        const found = rows.rowOf(key)
        return [
          key,
          { row: (found === undefined ? undefined : rows.at(found)) ?? row, at: found ?? (moved ? undefined : at) },
        ]
      }),
    )
  })
  whenLocked(clear)

  return { keys, items, busy: computed(() => busy.value), choose, narrowTo, clear }
}
