import { FileKey2, RectangleEllipsis } from '@lucide/vue'
import type { Component } from 'vue'
import type { OpenedItem, Person, ShareState } from '../../shared/contract/workbench-items.ts'
import type { ShareRow } from '../../shared/contract/workbench-sharing.ts'
import { itemIcon } from './template-icons.ts'

/** What a detail shows of a share, from the list's row or from the opened share. */
export interface ShownShare {
  readonly incoming: boolean
  readonly item_label: string
  readonly item_template_label: string | null
  readonly item_id: string | null
  readonly slot_label: string | null
  readonly person: Person
  /** Incoming: the owner; null where hidden, undefined where not known. Outgoing: who shared it onward, or undefined. */
  readonly other: Person | null | undefined
  readonly state: ShareState
  readonly onsharing_permitted: boolean
  readonly terms: string | null
  readonly expires_at: string | null
  readonly created_at: string
  readonly reencrypted: boolean | null
}

/** What stands for a share: an item by its template, or one value of it. */
export function shareIcon({
  slot_label,
  item_template_label,
}: Pick<ShareRow, 'slot_label' | 'item_template_label'>): Component {
  if (slot_label !== null) return RectangleEllipsis
  return item_template_label === null ? FileKey2 : itemIcon({ item_template_label })
}

/** The share as the list knows it. An incoming row names its owner only where that is somebody else than the sender. */
export function shownRow(row: ShareRow): ShownShare {
  const incoming = row.direction === 'incoming'
  return { ...row, incoming, other: row.via ?? undefined }
}

/** The share as it was opened. Where another share holds the copy, its terms are those of the other one. */
export function shownOpened({ item, share, slots }: OpenedItem): ShownShare | undefined {
  if (share === null) return undefined
  return {
    ...share,
    incoming: true,
    item_label: item.label,
    item_template_label: item.item_template_label,
    item_id: item.id,
    slot_label: share.single_slot ? (slots[0]?.label ?? null) : null,
    person: share.sender,
    other: share.owner,
  }
}
