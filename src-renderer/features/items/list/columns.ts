import type { ListColumn } from '../../../ui/list-model.ts'

/** Widths of the list in pixels from which on it has room for further columns. */
const ROOM_FOR_SLOTS = 440
const ROOM_FOR_SHARES = 500
const ROOM_FOR_TAGS = 560
const ROOM_FOR_OWNER = 700

/** The columns that fit; name and time of change are always there. */
export function columnsFor(width: number, t: (key: string) => string): readonly ListColumn[] {
  const all: readonly (ListColumn & { readonly from: number })[] = [
    { id: 'name', label: t('items.column.name'), width: 'minmax(8rem, 2fr)', sortable: true, from: 0 },
    { id: 'owner', label: t('items.column.owner'), width: 'minmax(8.5rem, 0.8fr)', from: ROOM_FOR_OWNER },
    { id: 'slots', label: t('items.column.slots'), width: '3.75rem', align: 'end', from: ROOM_FOR_SLOTS },
    { id: 'shares', label: t('items.column.shares'), width: '4rem', align: 'end', from: ROOM_FOR_SHARES },
    { id: 'tags', label: t('items.column.tags'), width: 'minmax(7rem, 1.2fr)', from: ROOM_FOR_TAGS },
    { id: 'updated', label: t('items.column.updated'), width: '7rem', sortable: true, from: 0 },
  ]
  return all.filter(({ from }) => width === 0 || width >= from)
}
