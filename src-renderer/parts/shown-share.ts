import { FileKey2, RectangleEllipsis } from '@lucide/vue'
import type { Component } from 'vue'
import type { ItemRow, OpenedItem, Person, ShareState } from '../../shared/contract/workbench-items.ts'
import type { ShareRow } from '../../shared/contract/workbench-sharing.ts'
import { text } from '../i18n/i18n.ts'
import type { ShareSubject } from '../session/share-dialog.ts'
import { itemIcon } from './template-icons.ts'

/** The facts a detail shows about a share, from the list's row or from the opened share. */
export interface ShownShare {
  readonly incoming: boolean
  readonly item_label: string
  readonly item_template_label: string | null
  readonly item_id: string | null
  readonly slot_label: string | null
  readonly person: Person
  /** Incoming: the owner; null if hidden, undefined if not known. Outgoing: the person who shared it onward, if any. */
  readonly other: Person | null | undefined
  readonly state: ShareState
  readonly onsharing_permitted: boolean
  readonly terms: string | null
  readonly expires_at: string | null
  readonly created_at: string
  readonly reencrypted: boolean | null
}

/** The icon of a share: that of its item's template, or one for a single value. */
export function shareIcon({
  slot_label,
  item_template_label,
}: Pick<ShareRow, 'slot_label' | 'item_template_label'>): Component {
  if (slot_label !== null) return RectangleEllipsis
  return item_template_label === null ? FileKey2 : itemIcon({ item_template_label })
}

/** The name of a share: the label of its item, and of its slot if it is about one. */
export function shareLabel({ item_label, slot_label }: Pick<ShareRow, 'item_label' | 'slot_label'>): string {
  return [item_label || text('sharing.notShown'), slot_label].filter(Boolean).join(' · ')
}

type SharedItem = Pick<ItemRow, 'id' | 'label' | 'own' | 'owner_id'>

/** An own item, or a received one to share onward, for the share dialog. */
export function subjectOf({ id, label, own, owner_id }: SharedItem): ShareSubject {
  return { item_id: id, item_label: label, ...(!own && { owner_id }) }
}

/** The facts from the list. An incoming row has its owner only if the owner is not the sender. */
export function shownRow(row: ShareRow): ShownShare {
  const incoming = row.direction === 'incoming'
  return { ...row, incoming, other: row.via ?? undefined }
}

/** The facts from the opened share. If another share provides the copy, its terms are shown. */
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
