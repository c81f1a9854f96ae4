import { shallowRef, watch } from 'vue'
import type { ListRows } from './list-rows.ts'
import { nextRow } from './list-rows.ts'

/**
 * The key of the row to open when the open one is answered, ended or deleted. It stays known if the list drops that row
 * before the answer arrives.
 *
 * @param opened the key of the open row, also after it left the list
 */
export function useFollowing<Row>(
  rows: () => Pick<ListRows<Row>, 'rowOf' | 'at' | 'keyOf' | 'count'>,
  opened: () => string | undefined,
): () => string | undefined {
  const last = shallowRef<{ readonly of: string; readonly key: string | undefined }>()
  watch(
    () => {
      const [list, of] = [rows(), opened()]
      if (of === undefined || list.rowOf(of) === undefined) return undefined
      const next = nextRow(list, of, new Set([of]))
      return { of, key: next && list.keyOf(next) }
    },
    (now) => now && (last.value = now),
    { immediate: true },
  )
  return () => (last.value?.of === opened() ? last.value?.key : undefined)
}
