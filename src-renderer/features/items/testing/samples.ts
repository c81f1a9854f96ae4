import type { ClassificationScheme } from '../../../../shared/contract/classification.ts'
import { NO_ITEM_FIELDS } from '../../../../shared/contract/items.ts'
import type { ItemRow, OpenedItem, OpenedSlot, ShownNode } from '../../../../shared/contract/workbench-items.ts'

const EARLIER = '2026-11-20T08:00:00.000Z'

/** An own tag, by its label. */
export function tag(label: string): ShownNode {
  return { id: label, name: label, label, scheme: 'tag', own: true }
}

/** A scheme with nodes of these labels, which also serve as ids. */
export function scheme(name: string, owned_by_user: boolean, labels: readonly string[]): ClassificationScheme {
  const rest = { description: null, image_id: null, ordinal: null, classifications_count: 0 }
  return {
    id: `scheme-${name}`,
    name,
    label: name === 'tag' ? 'Tags' : 'Country',
    description: null,
    owned_by_user,
    classification_nodes_count: labels.length,
    created_at: EARLIER,
    classification_nodes: labels.map((label) => ({ id: label, name: label, label, scheme: name, ...rest })),
  }
}

export function itemRow(number: number, more: Partial<ItemRow> = {}): ItemRow {
  return {
    id: `item-${number}`,
    label: `Item ${number}`,
    name: `item_${number}`,
    item_template_label: 'Custom',
    own: true,
    owner_id: 'vault-alice',
    slots_count: 1,
    shares_count: 0,
    share_id: null,
    share_state: null,
    sender: null,
    tags: [],
    picture_slot_id: null,
    found_by_value: false,
    created_at: EARLIER,
    updated_at: EARLIER,
    ...more,
  }
}

/** One window of a list, as `itemRows` answers it. */
export function rowsReply(rows: readonly ItemRow[], query: Readonly<Record<string, unknown>> | undefined) {
  const [offset, limit] = [Number(query?.['offset'] ?? 0), Number(query?.['limit'] ?? 100)]
  return {
    rows: rows.slice(offset, offset + limit),
    matching: rows.length,
    total: rows.length,
    complete: true,
    nodes: ['home', 'travel'].map((label) => ({ ...tag(label), items_count: 1 })),
    templates: ['Custom'],
  }
}

export function openedSlot(id: string, more: Partial<OpenedSlot> = {}): OpenedSlot {
  return {
    id,
    name: id,
    label: id,
    description: null,
    slot_type_name: 'key_value',
    ordinal: 0,
    visible: true,
    required: false,
    creator: 'user',
    attachment_id: null,
    attachments_folder_id: null,
    state: 'readable',
    value: `value of ${id}`,
    problem: null,
    verification: null,
    has_thumbnail: false,
    tags: [],
    created_at: EARLIER,
    updated_at: EARLIER,
    ...more,
  }
}

export function openedItem(
  slots: readonly OpenedSlot[] = [openedSlot('number')],
  more: Partial<OpenedItem['item']> = {},
) {
  const item = {
    id: 'item-1',
    own: true,
    name: 'passport',
    label: 'Passport',
    ...NO_ITEM_FIELDS,
    owner_id: 'vault-alice',
    item_template_label: 'Custom',
    created_at: EARLIER,
    updated_at: EARLIER,
    ...more,
  }
  return { item, share: null, slots: [...slots], tags: [tag('travel')] } satisfies OpenedItem
}
