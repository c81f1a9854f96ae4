import { z } from 'zod'
import { atMost } from './bounds.ts'
import { ClassificationNode } from './classification.ts'
import { PROBLEM } from './errors.ts'
import { GivenItemFields, Item, ItemFields } from './items.ts'
import { answer, defineOperations } from './operation.ts'
import { SortOrder } from './paging.ts'
import { AcceptanceState, Share } from './shares.ts'
import { Slot, SlotTypeName } from './slots.ts'
import { Id, Label, QueryBoolean, QueryList, Time, wholeNumber } from './values.ts'
import { ownOperation as own, rowsQuery, USER_ERRORS, userOperation, UserPath } from './workbench-window.ts'

/* Items as their user sees them ----------------------------------------------------------------------------------- */

/**
 * A person as the acting user knows them: by the name entered when connecting. Without a connection only the id is
 * known; `name` is then a generated one that ends in a part of the id.
 */
export const Person = z.object({ user_id: z.string(), name: z.string(), connected: z.boolean() })
export type Person = z.infer<typeof Person>

/** The field `acceptance_required` of a share; its value of the same name means that the share awaits acceptance. */
export const ShareState = AcceptanceState
export type ShareState = AcceptanceState

/** The fields of a share that people see unchanged. */
export const ShownShare = Share.pick({ onsharing_permitted: true, terms: true, expires_at: true, created_at: true })

/** The share by which a copy was received. */
export const ShareFacts = ShownShare.extend({
  share_id: z.string(),
  sender: Person,
  /** Null where the service hides it: the acting user is not connected to the owner. */
  owner: Person.nullable(),
  state: ShareState,
  /** True when only one slot of the item was shared. */
  single_slot: z.boolean(),
  /** True when the values are re-encrypted under the acting user's own key; before that, they are under the share's. */
  reencrypted: z.boolean(),
  /** True when an invitation made it and its passphrase, which came with the link, is still needed (`shareUnlock`). */
  needs_passphrase: z.boolean(),
})
export type ShareFacts = z.infer<typeof ShareFacts>

/** A tag or another classification node, as shown on an item or slot. */
export const ShownNode = ClassificationNode.pick({ id: true, name: true, label: true, scheme: true, own: true })
export type ShownNode = z.infer<typeof ShownNode>

/** The fields of an item that lists show unchanged. */
const ListedItem = Item.pick({
  id: true,
  own: true,
  name: true,
  label: true,
  owner_id: true,
  item_template_label: true,
  created_at: true,
  updated_at: true,
})

/** The fields of an opened item that people see. */
const ShownItem = ListedItem.extend(ItemFields.shape)

/** One row of the items list. */
export const ItemRow = ListedItem.extend({
  slots_count: z.int(),
  /** Active shares of an own item, onward ones included; of a received copy, those the acting user made of it. */
  shares_count: z.int(),
  /** The share of a received copy, and its state; null for own items. */
  share_id: z.string().nullable(),
  share_state: ShareState.nullable(),
  /** The person who shared a received copy; null for own items. */
  sender: Person.nullable(),
  /** Nodes of the item itself, own tags and others. */
  tags: z.array(ShownNode),
  /** The first slot whose file has a thumbnail that this user may see (`slotThumbnailGet`). */
  picture_slot_id: z.string().nullable(),
  /** True when only its values match the searched text. */
  found_by_value: z.boolean(),
})
export type ItemRow = z.infer<typeof ItemRow>

/**
 * Whether a received value is the one its owner wrote (docs/contract/client-crypto.md, Accepting shares;
 * docs/contract/vault.md, Shares: verification data). `weakly_verified`: the published hash does not tell all
 * characters of this text apart. `unverified`: the hash or its key is missing. `changed`: somebody on the way changed
 * it, so it is not shown.
 */
export const Verification = z.enum(['verified', 'weakly_verified', 'unverified', 'changed'])
export type Verification = z.infer<typeof Verification>

/**
 * A slot after decryption. `readable`: `value` holds the text. `hidden`: a password; ask for it with `slotReveal`.
 * `empty`: nothing is stored. `withheld`: the share waits for acceptance, or for its passphrase. `cannot_open`: the
 * cipher text does not open with this user's keys, or the value was changed on its way; `problem` says why.
 */
export const OpenedSlot = Slot.pick({
  id: true,
  name: true,
  label: true,
  description: true,
  slot_type_name: true,
  ordinal: true,
  visible: true,
  required: true,
  creator: true,
  attachment_id: true,
  attachments_folder_id: true,
  created_at: true,
  updated_at: true,
}).extend({
  state: z.enum(['readable', 'hidden', 'empty', 'withheld', 'cannot_open']),
  value: z.string().nullable(),
  ...PROBLEM,
  /** Null for slots of own items, and where no value was read. */
  verification: Verification.nullable(),
  /** Whether its file has a thumbnail. */
  has_thumbnail: z.boolean(),
  tags: z.array(ShownNode),
})
export type OpenedSlot = z.infer<typeof OpenedSlot>

export const OpenedItem = z.object({
  item: ShownItem,
  /** Null for own items. */
  share: ShareFacts.nullable(),
  slots: z.array(OpenedSlot),
  /** The tags of the item itself, not those of its slots. */
  tags: z.array(ShownNode),
})
export type OpenedItem = z.infer<typeof OpenedItem>

const SlotDraft = z.object({
  /** The id of an existing slot; a draft without id is a new slot. */
  id: Id.optional(),
  name: z.string().trim().check(atMost(255)).optional(),
  label: Label.optional(),
  slot_type_name: SlotTypeName.optional(),
  /** Its position among the slots; absent leaves it unchanged, and puts a new slot before those that have one. */
  ordinal: z.int32().optional(),
  /** Clear text, sealed before it leaves the main process; null or empty clears; absent leaves the value as it is. */
  value: z.string().check(atMost(100_000)).nullable().optional(),
  /** Deletes the slot. */
  _destroy: z.literal(true).optional(),
})
export type SlotDraft = z.infer<typeof SlotDraft>

export const NewItemDraft = z.object({
  template_name: z.string().check(atMost(255)).default('custom'),
  label: Label,
  ...GivenItemFields.shape,
  slots: z.array(SlotDraft).check(atMost(500)).default([]),
  tags: z.array(Label).check(atMost(50)).default([]),
})
export type NewItemDraft = z.infer<typeof NewItemDraft>

export const ItemDraft = z.object({
  label: Label.optional(),
  ...GivenItemFields.shape,
  slots: z.array(SlotDraft).check(atMost(500)).default([]),
  /** All tags of the item after the change; absent leaves them unchanged. */
  tags: z.array(Label).check(atMost(50)).optional(),
  /** The `updated_at` that the editor started from; a newer one in the vault is a conflict. */
  based_on: Time.optional(),
})
export type ItemDraft = z.infer<typeof ItemDraft>

const ItemPath = UserPath.extend({ item_id: Id })
const openedItem = { status: 200, body: OpenedItem } as const

/**
 * Whether to search the values, too, unless they are secret. The first such search starts a thread that decrypts the
 * values of all items and ends with the lock or with `itemValuesClose`.
 */
const InValues = QueryBoolean.optional()

export const workbenchItemOperations = defineOperations({
  itemRows: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/item-rows',
    summary: 'A window of the items list, filtered and ordered',
    query: z.object({
      /** Words that label, template, tags, slot labels and owner name together contain, in any order. */
      text: z.string().check(atMost(255)).optional(),
      values: InValues,
      own: QueryBoolean.optional(),
      owner_id: Id.optional(),
      /** Items that are shared with this person, by the acting user or onward. */
      shared_with: Id.optional(),
      /** Ids of nodes, any of which the item itself has, and not only a slot of it. */
      node_ids: QueryList.optional(),
      /** The name of a scheme of which the item has a node, among `node_ids` if these are given. */
      scheme: z.string().check(atMost(255)).optional(),
      template: z.string().check(atMost(255)).optional(),
      /** The order. Without it, the best matches come first; without a text, rows are in order of `updated_at`. */
      order_by: z
        .enum(['label', 'owner', 'slots_count', 'shares_count', 'tags', 'updated_at', 'created_at'])
        .optional(),
      order: SortOrder.default('desc'),
      ...rowsQuery,
    }),
    success: answer(200, {
      rows: z.array(ItemRow),
      /** Whether the values of all items were searched, if they are to be. */
      complete: z.boolean(),
      /** The number of rows that match the filter, and of all rows. */
      matching: z.int(),
      total: z.int(),
      /** Nodes for the filters, by label, with the number of items that have each. */
      nodes: z.array(ShownNode.extend({ items_count: z.int() })),
      templates: z.array(z.string()),
    }),
  },
  itemsFound: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/items-found',
    summary: 'The first items that match a text, at once, even while the items are still being read',
    query: z.object({
      /** The text to search for, as in `itemRows`. */
      text: z.string().check(atMost(255)),
      values: InValues,
      limit: wholeNumber(1, 50).default(8),
    }),
    success: answer(200, {
      /** Best match first, then last changed, among the items read so far. */
      rows: z.array(ItemRow.pick({ id: true, label: true, item_template_label: true, own: true, owner_id: true })),
      /** Whether all items were searched. */
      complete: z.boolean(),
    }),
  },
  itemValuesClose: {
    ...userOperation,
    endpoint: 'DELETE /users/{user_id}/item-values',
    summary: 'End the search in values, and discard every value its thread decrypted',
  },
  itemOpen: {
    ...userOperation,
    endpoint: 'GET /users/{user_id}/items/{item_id}',
    summary: 'An item with its values decrypted, passwords hidden',
    params: ItemPath,
    success: openedItem,
  },
  itemCreate: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/items',
    summary: 'Seal the values of a new item and create it',
    body: NewItemDraft,
    success: { ...openedItem, status: 201 },
    errors: [...USER_ERRORS, 'template_not_found', 'param_missing'],
  },
  itemSave: {
    ...own,
    endpoint: 'PUT /users/{user_id}/items/{item_id}',
    summary: 'Seal what changed and update the item',
    params: ItemPath,
    body: ItemDraft,
    success: openedItem,
    errors: [...USER_ERRORS, 'not_item_owner', 'slot_not_found', 'edit_conflict'],
  },
  slotReveal: {
    ...own,
    endpoint: 'POST /users/{user_id}/items/{item_id}/slots/{slot_id}/reveal',
    summary: 'The value of a hidden slot',
    params: ItemPath.extend({ slot_id: Id }),
    success: answer(200, { value: z.string().nullable() }),
    errors: [...USER_ERRORS, 'value_cannot_be_opened'],
  },
})
