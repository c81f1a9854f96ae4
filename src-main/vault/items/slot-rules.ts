import type { Called } from '../../../shared/contract/machine-name.ts'
import { callingText, labelKey, nameOfLabel } from '../../../shared/contract/machine-name.ts'
import type { ChangedSlot, NewSlot } from '../../../shared/contract/slots.ts'
import type { AddFault, Place } from '../faulty-fields.ts'
import type { StoredSlot } from './item-store.ts'

/** One entry of `slots_attributes` after validation. */
export type SlotAttributes = NewSlot | ChangedSlot

/** Facts that decisions on slot attributes need. */
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

/** The path of an entry of `slots_attributes`, and the name of the slot, so that a person finds it. */
export function slotPlace(index: number, attributes: SlotAttributes, stored?: StoredSlot): Place {
  const path = `item.slots_attributes[${index}]`
  const name = [attributes.label, attributes.name, stored?.label].find((text) => text !== undefined && text !== '')
  return { path, name: name?.slice(0, 60) }
}

/** The attachment of an entry, in either form; undefined if absent. */
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

/** The initial values of every new slot. */
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
    ...filesAfter(slot, entry, context),
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

/** The files a slot can have instead of a value, in the order in which an entry is read. */
const FILES = {
  attachment_id: {
    name: 'attachment',
    change: 'attachment_change_not_permitted',
    notFound: 'attachment_not_found',
    unknown: 'names no attachment that you uploaded',
  },
  attachments_folder_id: {
    name: 'folder',
    change: 'attachments_folder_change_not_permitted',
    notFound: 'attachments_folder_not_found',
    unknown: 'names no attachments folder of yours',
  },
} as const
type FileColumn = keyof typeof FILES
const FILE_COLUMNS = Object.keys(FILES) as FileColumn[] // keys of the table

/**
 * A slot has a value, an attachment or a folder. An attachment or folder can be neither removed nor replaced nor joined
 * by the other; sending it again is no change. The value beside it is its sealed key (docs/contract/vault.md, Slots:
 * what a slot holds).
 */
function filesAfter(slot: StoredSlot, entry: SlotAttributes, { attachments, folders, fault }: SlotContext) {
  const after = { attachment_id: slot.attachment_id, attachments_folder_id: slot.attachments_folder_id }
  function take(column: FileColumn, wanted: string | null | undefined, known: ReadonlySet<string>): void {
    if (wanted === undefined || wanted === slot[column]) return
    const isNested = column === 'attachment_id' && entry.attachment_id === undefined
    const key = isNested ? 'attachment_attributes.id' : column
    const kept = [column, ...FILE_COLUMNS].find((one) => slot[one] !== null)
    if (kept !== undefined) {
      fault(key, FILES[kept].change, `cannot change: the slot keeps its ${FILES[kept].name} ${slot[kept]}`)
    } else if (wanted !== null && FILE_COLUMNS.some((one) => after[one] !== null)) {
      fault(key, 'slot_attribute_not_permitted', 'must not stand beside an attachment: a slot has one of the two')
    } else if (wanted !== null && !known.has(wanted)) {
      fault(key, FILES[column].notFound, FILES[column].unknown)
    }
    after[column] = wanted
  }
  take('attachment_id', attachmentIdOf(entry), attachments)
  take('attachments_folder_id', entry.attachments_folder_id, folders)
  return after
}

/** Refuses a type that does not fit the slot's file (docs/contract/vault.md, Items: changing). */
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
