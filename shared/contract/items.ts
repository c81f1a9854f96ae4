import { z } from 'zod'
import { ChangedClassification, ClassificationNode, NewClassification } from './classification.ts'
import { Attachment, Thumbnail } from './files.ts'
import { answer, defineOperations } from './operation.ts'
import { pagingQuery, pagingReply, OrderQuery } from './paging.ts'
import { ChangedSlot, NewSlot, Slot } from './slots.ts'
import {
  Description,
  Id,
  Label,
  listOf,
  QueryBoolean,
  QueryList,
  ReplyId,
  ReplyTime,
  ShortText,
  Time,
  namedObject,
} from './values.ts'

/** The texts and flags that the owner sets on an item besides its label, as its readers see them. */
export const ItemFields = z.object({ description: z.string().nullable() })
export type ItemFields = z.infer<typeof ItemFields>
export type ItemFieldName = keyof ItemFields

/** The fields of an item whose owner set none. */
export const NO_ITEM_FIELDS: ItemFields = { description: null }

/** The rules for each field as the owner writes it. */
export const itemFieldRules = { description: Description } satisfies Record<ItemFieldName, z.ZodType>

/** The fields in a request: an absent one stays unchanged, and null removes a text. */
export const GivenItemFields = z.object({ description: itemFieldRules.description.nullish() } satisfies Record<
  ItemFieldName,
  z.ZodType
>)
export type GivenItemFields = z.infer<typeof GivenItemFields>

/** The names, in the order in which they are shown. */
export const ITEM_FIELD_NAMES = Object.keys(NO_ITEM_FIELDS) as readonly ItemFieldName[] // keys of the type

/** Makes a value for each field of an item, by its name. */
export function eachItemField<Value>(make: (name: ItemFieldName) => Value): Record<ItemFieldName, Value> {
  const made = ITEM_FIELD_NAMES.map((name) => [name, make(name)] as const)
  return Object.fromEntries(made) as Record<ItemFieldName, Value> // each name is there
}

/** An item, own or received (docs/contract/vault.md, Items). */
export const Item = namedObject('Item', {
  id: ReplyId,
  /** True where `user_id` equals the owner, also when the owner is hidden below. */
  own: z.boolean(),
  name: z.string(),
  label: z.string(),
  ...ItemFields.shape,
  user_id: ReplyId,
  /** Null when the acting user is neither the owner nor connected to the owner. */
  owner_id: ReplyId.nullable(),
  original_id: ReplyId.nullable(),
  share_id: ReplyId.nullable(),
  item_template_id: ReplyId,
  item_template_label: z.string(),
  ordinal: z.int(),
  visible: z.boolean(),
  classification_node_ids: z.array(ReplyId),
  slot_ids: z.array(ReplyId),
  image: z.string().nullable(),
  item_image: z.string().nullable(),
  created_at: ReplyTime,
  updated_at: ReplyTime,
})
export type Item = z.infer<typeof Item>

/** The records that the main records of an answer refer to; every list is always present. */
export const relatedReply = {
  slots: z.array(Slot),
  attachments: z.array(Attachment),
  thumbnails: z.array(Thumbnail),
  classification_nodes: z.array(ClassificationNode),
}

export const ItemReply = z.object({ item: Item, ...relatedReply })
export type ItemReply = z.infer<typeof ItemReply>

export const MAX_SLOTS_PER_ITEM = 500

const NewItem = namedObject('NewItem', {
  label: Label,
  name: ShortText.optional(),
  ...GivenItemFields.shape,
  classification_nodes_attributes: NewClassification.optional(),
  slots_attributes: listOf(NewSlot, MAX_SLOTS_PER_ITEM).optional(),
})

const ChangedItem = namedObject('ChangedItem', {
  label: Label.optional(),
  name: ShortText.optional(),
  ...GivenItemFields.shape,
  classification_nodes_attributes: ChangedClassification.optional(),
  slots_attributes: listOf(ChangedSlot, MAX_SLOTS_PER_ITEM).optional(),
})

const OF_ITEM_ITSELF = { description: 'Counts the nodes of the item itself, not those of its slots.' }

/** Filters of GET /items (docs/contract/vault.md, Items: filters); all of them must hold. */
const itemFilters = {
  name: ShortText.optional(),
  item_ids: QueryList.optional(),
  /** Copies of these originals. */
  original_ids: QueryList.optional(),
  own: QueryBoolean.optional(),
  owner_id: Id.optional(),
  classification_node_names: QueryList.optional().meta(OF_ITEM_ITSELF),
  classification_node_name: ShortText.optional().meta(OF_ITEM_ITSELF),
  classification_scheme_name: ShortText.optional().meta(OF_ITEM_ITSELF),
  shared_with: Id.optional(),
  template_ids: QueryList.optional(),
}

export type ItemFilter = z.output<z.ZodObject<typeof itemFilters>>

const base = { api: 'vault', auth: 'user' } as const
const read = { ...base, delegation: 'reader' } as const

const SLOT_ERRORS = [
  'plain_value_not_permitted',
  'slot_attribute_not_permitted',
  'invalid_slot_type',
  'invalid_encrypted_value',
  'attachment_not_found',
  'attachments_folder_not_found',
  'classification_node_not_found',
  'classification_scheme_not_found',
  'param_missing',
  'param_not_permitted',
  'invalid_params',
] as const

/** Operations on items (docs/contract/vault.md, Items). */
export const itemOperations = defineOperations({
  itemsGet: {
    ...read,
    endpoint: 'GET /items',
    summary: 'List items with their slots',
    query: z.object({ ...itemFilters, ...pagingQuery, order: OrderQuery.optional() }),
    success: answer(200, { items: z.array(Item), ...relatedReply, ...pagingReply }),
    errors: ['invalid_params', 'invalid_cursor'],
  },
  itemsPost: {
    ...base,
    delegation: 'admin',
    endpoint: 'POST /items',
    summary: 'Create an item with its slots from a template',
    body: z.object({
      template_name: ShortText.meta({ examples: ['custom'] }),
      skip_empty_template_slots: z.boolean().optional(),
      item: NewItem,
    }),
    success: { status: 201, body: ItemReply },
    errors: ['template_not_found', ...SLOT_ERRORS],
  },
  itemsIdGet: {
    ...read,
    endpoint: 'GET /items/{id}',
    summary: 'Fetch one item with its slots',
    success: { status: 200, body: ItemReply },
    errors: ['not_found'],
  },
  itemsIdPut: {
    ...base,
    delegation: 'admin',
    endpoint: 'PUT /items/{id}',
    summary: 'Change an item: its own fields, and slots by their ids',
    body: z.object({
      item: ChangedItem,
      /** Extension: `updated_at` of the item as it was read. The call is refused when it changed since. */
      based_on: Time.optional(),
    }),
    success: { status: 200, body: ItemReply },
    errors: [
      'not_found',
      'edit_conflict',
      'not_item_owner',
      'slot_not_found',
      'attachment_change_not_permitted',
      'attachments_folder_change_not_permitted',
      ...SLOT_ERRORS,
    ],
  },
  itemsIdDelete: {
    ...base,
    delegation: 'admin',
    endpoint: 'DELETE /items/{id}',
    summary: 'Delete an item and all its slots',
    errors: ['not_found'],
  },
})

export type NewItem = z.output<typeof NewItem>
export type ChangedItem = z.output<typeof ChangedItem>
