import { z } from 'zod'
import { MAX_SLOTS_PER_ITEM, relatedReply } from './items.ts'
import { answer, defineOperations } from './operation.ts'
import { pagingQuery, pagingReply } from './paging.ts'
import { SlotType } from './slots.ts'
import { failsWith, Description, hasText, Label, listOf, ReplyId, ReplyTime, ShortText, namedObject } from './values.ts'

/** A template for items (docs/contract/vault.md, Templates). */
export const ItemTemplate = namedObject('ItemTemplate', {
  id: ReplyId,
  name: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  ordinal: z.int(),
  visible: z.boolean(),
  /** Null for a system template. */
  user_id: ReplyId.nullable(),
  image: z.string().nullable(),
  background_color: z.string().nullable(),
  classification_node_ids: z.array(ReplyId),
  slot_ids: z.array(ReplyId),
  /** Items made from it: by anybody, or by the owner of an own template. */
  items_count: z.int(),
  updated_at: ReplyTime,
})
export type ItemTemplate = z.infer<typeof ItemTemplate>

/** `by_classification[scheme]=…&by_classification[name]=…`, or a plain text: the name of a scheme or of a node. */
const ByClassification = z.union([
  ShortText.meta({ description: 'Name of a scheme or of a node.' }),
  z.object({
    scheme: ShortText.meta({ description: 'Name of a scheme.' }).optional(),
    name: ShortText.meta({ description: 'Name of a node.' }).optional(),
  }),
])
export type ByClassification = z.output<typeof ByClassification>

/** A slot of an own template, without a value. Published clients send an empty text for an absent field. */
const NewOwnTemplateSlot = z
  .object({
    name: ShortText.nullish(),
    label: ShortText.trim().nullish(),
    description: Description.nullish(),
    /** Default `key_value`. */
    slot_type_name: SlotType.nullish(),
  })
  .refine((slot) => hasText(slot, ['name', 'label']), {
    ...failsWith('param_missing', 'is missing: give name or label'),
    path: ['name'],
    when: () => true,
  })
  .meta({ id: 'NewOwnTemplateSlot' })

/** An own template, without a root key. Other fields of published clients, such as `image_id`, have no effect. */
const NewOwnTemplate = namedObject('NewOwnTemplate', {
  label: Label,
  name: ShortText.nullish(),
  description: Description.nullish(),
  classification_scheme_name: ShortText.trim().nullish(),
  classification_node_name: ShortText.trim().nullish(),
  slots_attributes: listOf(NewOwnTemplateSlot, MAX_SLOTS_PER_ITEM).nullish(),
})
export type NewOwnTemplate = z.output<typeof NewOwnTemplate>

const templateReply = z.object({ item_template: ItemTemplate, ...relatedReply })

const read = { api: 'vault', auth: 'user', delegation: 'reader' } as const

/** Operations on item templates (docs/contract/vault.md, Templates). */
export const itemTemplateOperations = defineOperations({
  itemTemplatesGet: {
    ...read,
    endpoint: 'GET /item_templates',
    summary: 'List the system templates and your own with their slots',
    query: z.object({ by_classification: ByClassification.optional(), like: ShortText.optional(), ...pagingQuery }),
    success: answer(200, { item_templates: z.array(ItemTemplate), ...relatedReply, ...pagingReply }),
    errors: ['invalid_params', 'invalid_cursor'],
  },
  itemTemplatesIdGet: {
    ...read,
    endpoint: 'GET /item_templates/{id}',
    summary: 'Fetch one template with its slots',
    success: { status: 200, body: templateReply },
    errors: ['not_found'],
  },
  itemTemplatesPost: {
    api: 'vault',
    auth: 'user',
    delegation: 'admin',
    endpoint: 'POST /item_templates',
    summary: 'Make a template that only you can use',
    body: NewOwnTemplate,
    success: { status: 201, body: templateReply },
    errors: [
      'invalid_params',
      'param_missing',
      'invalid_slot_type',
      'classification_scheme_not_found',
      'classification_node_not_found',
      'name_taken',
    ],
  },
})
