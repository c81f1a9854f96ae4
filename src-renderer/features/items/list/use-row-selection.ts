import { computed, ref, shallowRef, watch } from 'vue'
import type { ItemRow } from '../../../../shared/contract/workbench-items.ts'
import { useItemsActor } from '../use-items-actor.ts'
import type { ItemRows } from './use-item-rows.ts'

interface SelectedRow {
  readonly row: ItemRow
  /** Where it stood when it was last seen; undefined after it left the rows that were read. */
  readonly at: number | undefined
}

/**
 * The selected items of one actor. The list knows rows by their number; the selection keeps the items themselves, so
 * that sorting and live changes never select something else.
 */
export function useRowSelection(actor: string, rows: Pick<ItemRows, 'at' | 'rowOf' | 'idsOf' | 'loaded'>) {
  const chosen = shallowRef<ReadonlyMap<string, SelectedRow>>(new Map())
  const busy = ref(false)

  const keys = computed<ReadonlySet<string>>(
    () => new Set([...chosen.value.values()].flatMap(({ at }) => (at === undefined ? [] : [String(at)]))),
  )
  const items = computed(() => [...chosen.value.values()].map(({ row }) => row))

  /** Takes the list's selection. Rows that were selected unread are read first, because their ids must be known. */
  async function choose(next: ReadonlySet<string>): Promise<void> {
    const numbers = [...next].map(Number)
    const known = numbers.filter((number) => rows.at(number) !== undefined)
    keep(new Map(known.map((number) => [number, rows.at(number)])), next)
    if (known.length === numbers.length) return
    busy.value = true
    try {
      keep(await rows.idsOf(numbers), next)
    } finally {
      busy.value = false
    }
  }

  /** Items whose row is out of sight stay selected; they can only be cleared together with the others. */
  function keep(found: ReadonlyMap<number, ItemRow | undefined>, next: ReadonlySet<string>): void {
    const outOfSight = next.size === 0 ? [] : [...chosen.value].filter(([, { at }]) => at === undefined)
    const seen = [...found].flatMap(([at, row]) => (row ? [[row.id, { row, at }] as const] : []))
    chosen.value = new Map([...outOfSight, ...seen])
  }

  function clear(): void {
    chosen.value = new Map()
  }

  /** After rows moved, every selected item is looked for where it is now. */
  watch(rows.loaded, (now, before) => {
    if (chosen.value.size === 0) return
    const moved = now?.matching !== before?.matching || now?.pages.size === 1
    chosen.value = new Map(
      [...chosen.value].map(([id, { row, at }]) => {
        const found = rows.rowOf(id)
        return [
          id,
          { row: (found === undefined ? undefined : rows.at(found)) ?? row, at: found ?? (moved ? undefined : at) },
        ]
      }),
    )
  })
  useItemsActor(actor).whenLocked(clear)

  return { keys, items, busy: computed(() => busy.value), choose, clear }
}
