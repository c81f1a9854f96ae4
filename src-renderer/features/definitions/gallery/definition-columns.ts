import type { ListColumn } from '../../../ui/list-model.ts'

/** Widths of the list in pixels from which on it has room for further columns. */
const ROOM_FOR_INPUTS = 420
const ROOM_FOR_REQUESTS = 500
const ROOM_FOR_MADE_BY = 640

/** The columns that fit; name and time are always there. */
export function definitionColumns(width: number, t: (key: string) => string): readonly ListColumn[] {
  const all: readonly (ListColumn & { readonly from: number })[] = [
    { id: 'name', label: t('definitions.column.name'), width: 'minmax(9rem, 2fr)', from: 0 },
    { id: 'inputs', label: t('definitions.column.inputs'), width: '4rem', align: 'end', from: ROOM_FOR_INPUTS },
    { id: 'requests', label: t('definitions.column.requests'), width: '5.5rem', align: 'end', from: ROOM_FOR_REQUESTS },
    { id: 'madeBy', label: t('definitions.column.madeBy'), width: 'minmax(8rem, 1fr)', from: ROOM_FOR_MADE_BY },
    { id: 'made', label: t('definitions.column.made'), width: '7rem', from: 0 },
  ]
  return all.filter(({ from }) => width === 0 || width >= from)
}
