import { z } from 'zod'
import { AttachmentsFolder } from './files.ts'
import { ChangedClassification, NewClassification } from './classification.ts'
import { answer, defineOperations } from './operation.ts'
import {
  failsWith,
  CipherText,
  Description,
  enumOf,
  hasText,
  Label,
  Reference,
  ReplyCipherText,
  ReplyId,
  ReplyTime,
  ShortText,
  namedObject,
} from './values.ts'
import { rule } from '../rule-text.ts'

/** The type is only a hint for clients, because the service cannot read values. */
export const SLOT_TYPE_NAMES = [
  'key_value',
  'bool',
  'date',
  'datetime',
  'image',
  'url',
  'phone_number',
  'email',
  'password',
  'attachment',
  'attachments_folder',
  'classification_node',
  'color',
  'note_text',
  'select',
  'select_multiple',
] as const
export const SlotTypeName = z.enum(SLOT_TYPE_NAMES).meta({ id: 'SlotTypeName' })
export type SlotTypeName = z.infer<typeof SlotTypeName>

/** Says who made a slot. */
const SlotCreator = z.enum(['system', 'user']).meta({ id: 'SlotCreator' })

/** A slot of an item or a template (docs/contract/vault.md, Slots). */
export const Slot = namedObject('Slot', {
  id: ReplyId,
  own: z.boolean(),
  share_id: ReplyId.nullable(),
  item_id: ReplyId.nullable(),
  name: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  ordinal: z.int(),
  visible: z.boolean(),
  required: z.boolean(),
  slot_type_name: SlotTypeName,
  encrypted_value: ReplyCipherText.nullable(),
  encrypted_value_verification_key: ReplyCipherText.nullable(),
  value_verification_hash: z.string().nullable(),
  classification_node_ids: z.array(ReplyId),
  attachment_id: ReplyId.nullable(),
  attachments_folder_id: ReplyId.nullable(),
  original_id: ReplyId.nullable(),
  owner_id: ReplyId.nullable(),
  creator: SlotCreator.nullable(),
  created_at: ReplyTime,
  updated_at: ReplyTime,
})
export type Slot = z.infer<typeof Slot>

/** `value` was replaced by `encrypted_value`, but clients still send it, empty, for slots they emptied. */
const NoPlainValue = z
  .unknown()
  .refine(
    (value) => value === null || value === '' || value === undefined,
    failsWith('plain_value_not_permitted', 'is a clear value: encrypt it and send encrypted_value'),
  )
  .optional()

export const SlotType = enumOf(
  SlotTypeName,
  failsWith('invalid_slot_type', rule`must be one of ${SLOT_TYPE_NAMES.join(', ')}`),
)

const absent = (message: string) =>
  z
    .unknown()
    .refine((value) => value === undefined, failsWith('slot_attribute_not_permitted', message))
    .meta({ not: {}, description: 'Not allowed here.' })
    .optional()

const slotKeys = {
  name: ShortText.optional(),
  label: Label.optional(),
  description: Description.nullish(),
  ordinal: z.int32().optional(),
  visible: z.boolean().optional(),
  template_slot_id: Reference.nullish(),
  slot_type_name: SlotType.optional(),
  encrypted_value: CipherText.nullish(),
  value: NoPlainValue,
  attachment_id: Reference.nullish(),
  /** The nested form of `attachment_id`. */
  attachment_attributes: namedObject('AttachmentAttributes', { id: Reference.nullish() }).nullish(),
  attachments_folder_id: Reference.nullish(),
}

/** With `when` the check runs even if other keys of the slot are faulty, so that all faults are reported at once. */
const nameMissing = {
  ...failsWith('param_missing', 'is missing: give name or label'),
  path: ['name'],
  when: () => true,
}

/** A slot of a new item (docs/contract/vault.md, Items: creating). */
export const NewSlot = z
  .object({
    ...slotKeys,
    id: absent('is not allowed: a new slot has no id yet'),
    _destroy: absent('is not allowed: a new slot cannot be deleted'),
    classification_nodes_attributes: NewClassification.optional(),
  })
  .refine((slot) => hasText(slot, ['name', 'label', 'template_slot_id']), nameMissing)
  .meta({ id: 'NewSlot' })
export type NewSlot = z.output<typeof NewSlot>

/**
 * A slot of an existing item: with `id` a change of that slot, without one a new slot (docs/contract/vault.md, Items:
 * changing). Whether `_destroy` needs the `id` depends on a setting of the service, so it is not decided here.
 */
export const ChangedSlot = z
  .object({
    ...slotKeys,
    id: Reference.optional(),
    _destroy: z.boolean().optional(),
    classification_nodes_attributes: ChangedClassification.optional(),
  })
  .refine((slot) => wantsDeletion(slot) || hasText(slot, ['id', 'name', 'label']), nameMissing)
  .meta({ id: 'ChangedSlot' })
export type ChangedSlot = z.output<typeof ChangedSlot>

function wantsDeletion(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Reflect.get(value, '_destroy') === true
}

const base = { api: 'vault', auth: 'user' } as const

/** Operations on slots (docs/contract/vault.md, Slots). */
export const slotOperations = defineOperations({
  slotsIdGet: {
    ...base,
    delegation: 'reader',
    endpoint: 'GET /slots/{id}',
    summary: 'Fetch one slot',
    success: answer(200, { slot: Slot }),
    errors: ['not_found'],
  },
  slotsIdDelete: {
    ...base,
    delegation: 'admin',
    endpoint: 'DELETE /slots/{id}',
    summary: 'Delete one slot of an own item',
    errors: ['not_found', 'not_item_owner'],
  },
  slotsIdAttachmentsFolderGet: {
    ...base,
    delegation: 'reader',
    endpoint: 'GET /slots/{slot_id}/attachments_folder',
    summary: 'Fetch the attachments folder of a slot',
    success: answer(200, { attachments_folder: AttachmentsFolder }),
    errors: ['not_found'],
  },
})
