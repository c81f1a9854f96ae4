import { z } from 'zod'
import { TAG_SCHEME } from '../../../../shared/contract/classification.ts'
import type { ItemDraft, NewItemDraft, OpenedItem, OpenedSlot } from '../../../../shared/contract/workbench-items.ts'
import type { GivenItemFields, ItemFieldName, ItemFields } from '../../../../shared/contract/items.ts'
import { ITEM_FIELD_NAMES, itemFieldRules, NO_ITEM_FIELDS } from '../../../../shared/contract/items.ts'
import { isCalled } from '../../../../shared/contract/machine-name.ts'
import { SLOT_TYPE_NAMES } from '../../../../shared/contract/slots.ts'
import { Label } from '../../../../shared/contract/values.ts'
import { holdsFile, isTyped } from '../slot-types.ts'

const MAX_VALUE_CHARACTERS = 100_000

/** A slot as it is being typed. `id`: of an existing slot; one without is new. */
const SlotForm = z.object({
  /** Identifies the row of the form, even before the slot has an id. */
  key: z.string(),
  id: z.string().optional(),
  /** Name of the template's slot that this fills. */
  name: z.string().optional(),
  label: Label,
  slot_type_name: z.enum(SLOT_TYPE_NAMES),
  value: z.string().max(MAX_VALUE_CHARACTERS, 'must not be longer than 100,000 characters'),
  /** An existing slot that is deleted when the item is saved. */
  removed: z.boolean(),
})
export type SlotForm = z.input<typeof SlotForm>

/** The editor's form; each field has the contract's rules. */
export const ItemForm = z.object({
  template_name: z.string(),
  label: Label,
  ...itemFieldRules,
  slots: z.array(SlotForm).max(500, 'must not have more than 500 entries'),
  tags: z.array(Label).max(50, 'must not have more than 50 entries'),
})
export type ItemForm = z.input<typeof ItemForm>

/** The fields of the item as the form holds them: a missing text is empty. */
function typedFields(item: ItemFields): TypedFields {
  const typed = ITEM_FIELD_NAMES.map((name) => [name, item[name] ?? ''] as const)
  return Object.fromEntries(typed) as TypedFields // each value has the type of its field
}
type TypedFields = { readonly [Name in ItemFieldName]: NonNullable<ItemFields[Name]> }

export const EMPTY_FORM: ItemForm = {
  template_name: 'custom',
  label: '',
  ...typedFields(NO_ITEM_FIELDS),
  slots: [],
  tags: [],
}

/** The fields of the item itself; each has its name in the editor under `items.editor.field`. */
export const ITEM_FIELDS = ['label', ...ITEM_FIELD_NAMES] as const satisfies readonly (keyof ItemForm)[]
export type ItemField = (typeof ITEM_FIELDS)[number]

/** The known plain values of existing slots, by slot id. A password is known once it was shown. */
export type KnownValues = ReadonlyMap<string, string>

/** The own tags; nodes of other schemes belong to the operator and stay unchanged. */
export function tagsOf({ tags }: OpenedItem): string[] {
  return tags.filter(({ scheme }) => scheme === TAG_SCHEME).map(({ label }) => label)
}

export function knownValues({ slots }: OpenedItem): Map<string, string> {
  return new Map(
    slots.flatMap(({ id, state, value }) => {
      if (state === 'empty') return [[id, ''] as const]
      return state === 'readable' ? [[id, value ?? ''] as const] : []
    }),
  )
}

export function formOfSlot(slot: OpenedSlot, known: KnownValues): SlotForm {
  const { id, label } = slot
  return { key: id, id, label, slot_type_name: typeOf(slot), value: known.get(id) ?? '', removed: false }
}

export function formOfItem(opened: OpenedItem, known: KnownValues = knownValues(opened)): ItemForm {
  const { item, slots } = opened
  return {
    template_name: '',
    label: item.label,
    ...typedFields(item),
    slots: slots.map((slot) => formOfSlot(slot, known)),
    tags: tagsOf(opened),
  }
}

/** A type this version does not know is treated as text, and not changed by saving. */
function typeOf({ slot_type_name }: OpenedSlot): SlotForm['slot_type_name'] {
  return SLOT_TYPE_NAMES.find((name) => name === slot_type_name) ?? 'key_value'
}

/** The change of one slot; undefined without one. An unknown value whose field is empty stays as it is. */
export function slotChange(
  slot: SlotForm,
  before: OpenedSlot,
  known: KnownValues,
): ItemDraft['slots'][number] | undefined {
  if (slot.removed) return { id: before.id, _destroy: true }
  const label = slot.label.trim()
  const change = {
    ...(label !== before.label && { label }),
    ...(slot.slot_type_name !== typeOf(before) && { slot_type_name: slot.slot_type_name }),
    ...(slot.value !== (known.get(before.id) ?? '') && { value: slot.value === '' ? null : slot.value }),
  }
  return Object.keys(change).length === 0 ? undefined : { id: before.id, ...change }
}

/** The changed fields of the item. */
function changedFields(form: ItemForm, before: ItemFields): GivenItemFields {
  const changed = ITEM_FIELD_NAMES.filter((name) => said(form[name]) !== said(before[name]))
  return Object.fromEntries(changed.map((name) => [name, said(form[name])]))
}

/** A blank text counts as none. */
function said<Value>(value: Value): Value | null {
  return typeof value === 'string' && value.trim() === '' ? null : value
}

/** A draft, with the form index of each of its slots, to place refusals. */
export interface Positioned<Draft> {
  readonly draft: Draft
  readonly positions: readonly number[]
}

export function newItemDraft(form: ItemForm): Positioned<NewItemDraft> {
  const { template_name, label, tags } = form
  const places = placesOf(form, [])
  return {
    draft: {
      template_name,
      label: label.trim(),
      ...changedFields(form, NO_ITEM_FIELDS),
      slots: form.slots.map((slot) => newSlot(slot, places)),
      tags: [...tags],
    },
    positions: form.slots.map((_, index) => index),
  }
}

/** Whether slots of the item, or a new one between them, were moved. */
export function isReordered({ slots }: ItemForm, stored: readonly OpenedSlot[]): boolean {
  const staying = slots.filter(({ removed }) => !removed).map(({ id }) => id)
  const added = staying.filter((id) => id === undefined)
  const before = stored.map(({ id }) => id).filter((id) => staying.includes(id))
  return [...before, ...added].some((id, index) => id !== staying[index])
}

/** Positions by slot key: of all slots if their order was changed, else only of new ones, which come last. */
export function placesOf(form: ItemForm, stored: readonly OpenedSlot[]): ReadonlyMap<string, number> {
  const staying = form.slots.filter(({ removed }) => !removed)
  const placed = isReordered(form, stored) ? staying : staying.filter(({ id }) => id === undefined)
  const last = placed === staying ? 0 : Math.max(0, ...stored.map(({ ordinal }) => ordinal))
  return new Map(placed.map(({ key }, index) => [key, last + index + 1]))
}

/** The draft of only the changes. Existing slots come before new ones, in the order the service numbers them. */
export function itemDraft(form: ItemForm, base: OpenedItem, known: KnownValues): Positioned<ItemDraft> {
  const before = new Map(base.slots.map((slot) => [slot.id, slot]))
  const places = placesOf(form, base.slots)
  const indexed = form.slots.map((slot, index) => ({ slot, index, stored: before.get(slot.id ?? '') }))
  const changed = indexed.flatMap(({ slot, index, stored }) => {
    if (stored === undefined) return []
    const change = slotChange(slot, stored, known)
    const place = places.get(slot.key) ?? stored.ordinal
    const moved = place === stored.ordinal ? undefined : { id: stored.id, ordinal: place }
    return change || moved ? [{ change: { id: stored.id, ...change, ...moved }, index }] : []
  })
  const added = indexed.flatMap(({ slot, index, stored }) => (stored ? [] : [{ change: newSlot(slot, places), index }]))
  const all = [...changed, ...added]
  return {
    draft: {
      ...(form.label.trim() !== base.item.label && { label: form.label.trim() }),
      ...changedFields(form, base.item),
      slots: all.map(({ change }) => change),
      ...(!sameTexts(form.tags, tagsOf(base)) && { tags: [...form.tags] }),
      based_on: base.item.updated_at,
    },
    positions: all.map(({ index }) => index),
  }
}

/**
 * Whether Undo can write the old values back. A deleted slot would come back as another one, without its file and
 * shares; a value that was never shown is unknown here.
 */
export function canWriteBack(form: ItemForm, known: KnownValues): boolean {
  return form.slots.every(({ id, removed, value }) => !removed && (id === undefined || known.has(id) || value === ''))
}

/** The draft that undoes a save. Added slots are deleted. */
export function draftBack(before: OpenedItem, now: OpenedItem): ItemDraft {
  const kept = new Set(before.slots.map(({ id }) => id))
  const known = knownValues(now)
  const added = now.slots
    .filter(({ id }) => !kept.has(id))
    .map((slot) => ({ ...formOfSlot(slot, known), removed: true }))
  const form = formOfItem(before)
  return itemDraft({ ...form, slots: [...form.slots, ...added] }, now, known).draft
}

export function isEmptyDraft(draft: ItemDraft): boolean {
  return Object.keys(draft).every((key) => key === 'based_on' || key === 'slots') && draft.slots.length === 0
}

function newSlot(
  { key, name, label, slot_type_name, value }: SlotForm,
  places: ReadonlyMap<string, number>,
): NewItemDraft['slots'][number] {
  return {
    ...(name !== undefined && { name }),
    label: label.trim(),
    slot_type_name,
    ordinal: places.get(key),
    ...(value !== '' && isTyped(slot_type_name) && { value }),
  }
}

export function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text) => other.includes(text))
}

const OTHER_PLACES = ['name', 'template_name', 'tags', 'classification_nodes_attributes']
const ITEM_PLACE = new RegExp(`(?:^|\\.)(${[...ITEM_FIELDS, ...OTHER_PLACES].join('|')})\\b`)

/**
 * Translates a path of the service's request to the form: `item.slots_attributes[2].encrypted_value` is the value of
 * the third slot that was sent.
 */
export function placeInForm(path: string, positions: readonly number[]): string | undefined {
  const slot = /(?:^|\.)slots(?:_attributes)?[.[](\d+)\]?(?:\.(\w+))?/.exec(path)
  if (slot) {
    const position = positions[Number(slot[1])]
    const field = slot[2] === 'label' || slot[2] === 'name' ? 'label' : slot[2] === 'slot_type_name' ? slot[2] : 'value'
    return position === undefined ? undefined : `slots.${position}.${field}`
  }
  const field = ITEM_PLACE.exec(path)?.[1]
  if (field === 'name') return 'label'
  return field === 'classification_nodes_attributes' ? 'tags' : field
}

/** The part of a template's slot that the form needs. */
export interface TemplateSlot {
  readonly name: string
  readonly label: string
  readonly slot_type_name: SlotForm['slot_type_name']
}

/**
 * The slots after another template was chosen. Its slots come first and take over values typed under the same name, as
 * the service does; other typed or added slots stay.
 */
export function slotsForTemplate(template: readonly TemplateSlot[], before: readonly SlotForm[]): SlotForm[] {
  const offered = template.filter(({ slot_type_name }) => isTyped(slot_type_name) || holdsFile(slot_type_name))
  const typed = before.filter(({ value }) => value !== '')
  // Slots left from an earlier template keep their name as key.
  const taken = new Map(
    offered.map(({ name, label }) => [
      name,
      typed.find((slot) => (slot.name ?? slot.key) === name) ??
        typed.find(
          (slot) =>
            slot.name === undefined && isTyped(slot.slot_type_name) && isCalled({ label: slot.label }, { name, label }),
        ),
    ]),
  )
  const moved = new Set(taken.values())
  const left = before.filter(
    (slot) => !moved.has(slot) && !taken.has(slot.key) && (slot.name === undefined || slot.value !== ''),
  )
  return [
    ...offered.map(({ name, label, slot_type_name }) => ({
      key: name,
      name,
      label,
      slot_type_name,
      value: taken.get(name)?.value ?? '',
      removed: false,
    })),
    ...left.map(({ name: _, ...slot }) => slot),
  ]
}
