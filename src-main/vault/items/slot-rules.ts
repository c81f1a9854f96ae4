import type { Called } from '../../../shared/contract/machine-name.ts'
import { callingText, labelKey, nameOfLabel } from '../../../shared/contract/machine-name.ts'
import type { ChangedSlot, NewSlot } from '../../../shared/contract/slots.ts'
import type { AddFault, Place } from '../faulty-fields.ts'
import type { StoredSlot } from './item-store.ts'

/** One entry of `slots_attributes` after validation. */
export type SlotAttributes = NewSlot | ChangedSlot

/** What is needed to decide on slot attributes besides the attributes. */
export interface SlotFacts {
  readonly now: string
  readonly newId: () => string
  /** Attachments the acting user uploaded, among those the attributes name. */
  readonly attachments: ReadonlySet<string>
  /** Attachments folders of the acting user, among those the attributes name. */
  readonly folders: ReadonlySet<string>
}

/** The facts together with where the faults of one entry go. */
export interface SlotContext extends SlotFacts {
  readonly fault: AddFault
  /** The other slots of the item, as far as they are known by then. */
  readonly others: () => readonly Called[]
}

/** Where an entry of `slots_attributes` stands, with the name of the slot, so that a person finds it. */
export function slotPlace(index: number, attributes: SlotAttributes, stored?: StoredSlot): Place {
  const path = `item.slots_attributes[${index}]`
  const name = [attributes.label, attributes.name, stored?.label].find((text) => text !== undefined && text !== '')
  return { path, name: name?.slice(0, 60) }
}

/** The attachment an entry names, in either form; undefined: not given. */
export function attachmentIdOf(attributes: SlotAttributes): string | null | undefined {
  return attributes.attachment_id === undefined ? attributes.attachment_attributes?.id : attributes.attachment_id
}

/** A new slot made from an entry by the user (docs/contract/vault.md, Items: creating). */
export function newSlot(entry: SlotAttributes, itemId: string, context: SlotContext): StoredSlot {
  const id = context.newId()
  const text = callingText(entry)
  if (text === undefined) {
    context.fault('name', 'param_missing', 'is missing: the template has no free slot with this template_slot_id')
  }
  const slot = { ...emptySlot(itemId, context.now), id, name: slotName(entry, context), label: text ?? '' }
  return applyAttributes(slot, { ...entry, name: undefined }, context)
}

/** What every new slot has, until something says otherwise. */
export function emptySlot(itemId: string, now: string): Omit<StoredSlot, 'id' | 'name' | 'label'> {
  return {
    item_id: itemId,
    description: null,
    ordinal: 0,
    visible: 1,
    required: 0,
    slot_type_name: 'key_value',
    encrypted_value: null,
    encrypted_value_verification_key: null,
    value_verification_hash: null,
    attachment_id: null,
    attachments_folder_id: null,
    original_id: null,
    creator: 'user',
    created_at: now,
    updated_at: now,
  }
}

/** Slots may share a name that was sent, under which a client may have sealed the value; labels never make them do so. */
function slotName({ name, label = '' }: SlotAttributes, { others }: Pick<SlotContext, 'others'>): string {
  const given = callingText({ name })
  if (given !== undefined) return nameOfLabel('slot', given, () => false)
  const key = labelKey(label)
  const isTaken = (taken: string) => others().some((other) => other.name === taken && labelKey(other.label) !== key)
  return nameOfLabel('slot', label, isTaken)
}

/**
 * A slot after an entry was applied to it; keys not given stay, a plain `value` is ignored. Notes a fault for every
 * rule that is broken.
 */
export function applyAttributes(slot: StoredSlot, entry: SlotAttributes, context: SlotContext): StoredSlot {
  const type = entry.slot_type_name ?? slot.slot_type_name
  const cause = typeChangeFault(slot, type)
  if (cause !== undefined) context.fault('slot_type_name', 'invalid_slot_type', cause)
  return {
    ...slot,
    ...changedText(slot, entry, context),
    ordinal: entry.ordinal ?? slot.ordinal,
    visible: entry.visible === undefined ? slot.visible : entry.visible ? 1 : 0,
    encrypted_value: entry.encrypted_value === undefined ? slot.encrypted_value : entry.encrypted_value,
    attachment_id: attachmentAfter(slot, entry, context),
    attachments_folder_id: folderAfter(slot, entry, context),
    slot_type_name: type,
  }
}

function changedText(slot: StoredSlot, { name, label, description }: SlotAttributes, context: SlotContext) {
  return {
    name: callingText({ name }) === undefined ? slot.name : slotName({ name }, context),
    label: label ?? slot.label,
    description: description === undefined ? slot.description : description,
  }
}

/**
 * Once a slot has an attachment, the attachment can be neither removed nor replaced (docs/contract/vault.md,
 * Items: changing). Naming the same one again is no change.
 */
function attachmentAfter(slot: StoredSlot, entry: SlotAttributes, context: SlotContext): string | null {
  const wanted = attachmentIdOf(entry)
  if (wanted === undefined || wanted === slot.attachment_id) return slot.attachment_id
  const key = entry.attachment_id === undefined ? 'attachment_attributes.id' : 'attachment_id'
  if (slot.attachment_id !== null) {
    context.fault(
      key,
      'attachment_change_not_permitted',
      `cannot change: the slot keeps its attachment ${slot.attachment_id}`,
    )
  } else if (wanted !== null && !context.attachments.has(wanted)) {
    context.fault(key, 'attachment_not_found', 'names no attachment that you uploaded')
  }
  return wanted
}

/** The same rule for the attachments folder (docs/contract/vault.md, Items: changing). */
function folderAfter(slot: StoredSlot, entry: SlotAttributes, context: SlotContext): string | null {
  const wanted = entry.attachments_folder_id
  const current = slot.attachments_folder_id
  if (wanted === undefined || wanted === current) return current
  const key = 'attachments_folder_id'
  if (current !== null) {
    context.fault(key, 'attachments_folder_change_not_permitted', `cannot change: the slot keeps its folder ${current}`)
  } else if (wanted !== null && !context.folders.has(wanted)) {
    context.fault(key, 'attachments_folder_not_found', 'names no attachments folder of yours')
  }
  return wanted
}

/** The type may not change away from what the slot holds (docs/contract/vault.md, Items: changing). */
function typeChangeFault(slot: StoredSlot, type: StoredSlot['slot_type_name']): string | undefined {
  if (type === slot.slot_type_name) return undefined
  if (slot.slot_type_name === 'attachment' && slot.attachment_id !== null) {
    return 'cannot change: the slot has an attachment'
  }
  if (slot.slot_type_name === 'attachments_folder' && slot.attachments_folder_id !== null) {
    return 'cannot change: the slot has an attachments folder'
  }
  return undefined
}
