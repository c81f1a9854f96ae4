import type { Person } from '../../../../shared/contract/workbench-items.ts'
import type { ShareRow } from '../../../../shared/contract/workbench-sharing.ts'

export const aPerson = (id: string): Person => ({
  user_id: `vault-${id}`,
  name: `${id.charAt(0).toUpperCase()}${id.slice(1)}`,
  connected: true,
})

export function aShare(number: number, more: Partial<ShareRow> = {}): ShareRow {
  return {
    share_id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    direction: 'incoming',
    own: false,
    item_id: `item-${number}`,
    item_label: `Item ${number}`,
    item_template_label: 'Custom',
    slot_id: null,
    slot_label: null,
    person: aPerson('bob'),
    via: null,
    state: 'accepted',
    onsharing_permitted: false,
    terms: null,
    expires_at: null,
    created_at: '2026-11-20T08:00:00.000Z',
    reencrypted: true,
    ...more,
  }
}

/** One window of a list, as `shareRows` answers it. */
export function sharesReply(rows: readonly ShareRow[], query: unknown) {
  const { offset = 0, limit = 100, share_id } = query as { offset?: number; limit?: number; share_id?: string }
  return {
    rows: rows.filter((row) => share_id === undefined || row.share_id === share_id).slice(offset, offset + limit),
    matching: rows.length,
    total: rows.length,
    waiting: rows.filter(({ state }) => state === 'acceptance_required').length,
    people: [aPerson('bob')],
    complete: true,
  }
}
