import type { ListColumn } from '../../../ui/list-model.ts'
import type { ShareListTab } from '../sharing-place.ts'

/** Widths of the list in pixels from which on it has room for further columns. */
const ROOM_FOR_STATE = 400
const ROOM_FOR_ONWARD = 740
const ROOM_FOR_EXPIRY = 860

/** The columns that fit; what is shared, with whom and since when is always there. */
export function shareColumns(tab: ShareListTab, width: number, t: (key: string) => string): readonly ListColumn[] {
  const person = tab === 'outgoing' ? t('sharing.column.to') : t('sharing.column.from')
  const all: readonly (ListColumn & { readonly from: number })[] = [
    { id: 'item', label: t('sharing.column.item'), width: 'minmax(8rem, 2fr)', sortable: true, from: 0 },
    { id: 'person', label: person, width: 'minmax(9rem, 1.6fr)', sortable: true, from: 0 },
    { id: 'state', label: t('sharing.column.state'), width: '11.5rem', from: ROOM_FOR_STATE },
    { id: 'onward', label: t('sharing.column.onward'), width: '5.5rem', from: ROOM_FOR_ONWARD },
    { id: 'expires', label: t('sharing.column.expires'), width: '7rem', sortable: true, from: ROOM_FOR_EXPIRY },
    { id: 'created', label: t('sharing.column.created'), width: '7rem', sortable: true, from: 0 },
  ]
  return all.filter(({ id, from }) => (width === 0 || width >= from) && !(id === 'state' && tab === 'waiting'))
}
