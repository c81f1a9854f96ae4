import type { OpenedItem, OpenedSlot } from '../../../../shared/contract/workbench-items.ts'
import { oneOf, text } from '../../../i18n/i18n.ts'
import type { ItemField, ItemForm, KnownValues, SlotForm } from './item-form.ts'
import { formOfItem, formOfSlot, isReordered, ITEM_FIELDS, slotChange, tagsOf } from './item-form.ts'

/** One side's version of a field. Passwords are not shown in clear. */
export type Side = { readonly is: 'text'; readonly text: string } | { readonly is: 'empty' | 'hidden' | 'removed' }

/** A field that was changed both here and in the vault, in different ways. `id` is that of a field or of a slot. */
export interface Conflict {
  readonly id: string
  /** The name of the field or slot in the editor. */
  readonly label: string
  readonly mine: Side
  readonly theirs: Side
}

export interface Versions {
  /** The item the editor started from. */
  readonly base: OpenedItem
  /** The item as it is in the vault now. */
  readonly theirs: OpenedItem
  /** The known plain values of `base`, including passwords that were shown. */
  readonly known: KnownValues
}

export function findConflicts(form: ItemForm, versions: Versions): Conflict[] {
  const mine = { ...form, label: form.label.trim() }
  const [base, theirs] = [formOfItem(versions.base), formOfItem(versions.theirs)]
  return [
    ...ITEM_FIELDS.flatMap((field) => fieldConflict(field, [mine[field], base[field], theirs[field]])),
    ...form.slots.flatMap((slot) => slotConflict(slot, versions)),
  ]
}

/** Only texts can conflict: if both sides changed a flag, they made the same change. */
function fieldConflict<Value>(field: ItemField, [mine, base, theirs]: readonly [Value, Value, Value]): Conflict[] {
  if (mine === base || theirs === base || mine === theirs) return []
  const label = text(oneOf('items.editor.field.*', field))
  return [{ id: field, label, mine: textSide(String(mine)), theirs: textSide(String(theirs)) }]
}

function slotConflict(slot: SlotForm, { base, theirs, known }: Versions): Conflict[] {
  const before = base.slots.find(({ id }) => id === slot.id)
  if (before === undefined || slotChange(slot, before, known) === undefined) return []
  const now = theirs.slots.find(({ id }) => id === slot.id)
  if (now?.updated_at === before.updated_at || saysTheSame(slot, now)) return []
  return [{ id: before.id, label: before.label, mine: mySide(slot), theirs: theirSide(now) }]
}

function saysTheSame(slot: SlotForm, now: OpenedSlot | undefined): boolean {
  if (now === undefined) return slot.removed
  const readable = now.state === 'readable' || now.state === 'empty'
  return (
    !slot.removed &&
    readable &&
    slot.value === (now.value ?? '') &&
    slot.label.trim() === now.label &&
    slot.slot_type_name === now.slot_type_name
  )
}

function mySide(slot: SlotForm): Side {
  if (slot.removed) return { is: 'removed' }
  return slot.slot_type_name === 'password' ? { is: 'hidden' } : textSide(slot.value)
}

function theirSide(now: OpenedSlot | undefined): Side {
  if (now === undefined) return { is: 'removed' }
  return now.state === 'readable' || now.state === 'empty' ? textSide(now.value ?? '') : { is: 'hidden' }
}

function textSide(text: string): Side {
  return text === '' ? { is: 'empty' } : { is: 'text', text }
}

export interface RebasedVersions extends Versions {
  /** The known plain values of `theirs`. */
  readonly theirsKnown: KnownValues
}

/** The ids of conflicts resolved with the vault's version. */
export type KeptTheirs = ReadonlySet<string>

/**
 * Rebases the form on the vault's version: changes of one side are taken, conflicts resolved as chosen. A slot deleted
 * in the vault and edited here becomes a new slot. An order that was changed here stays.
 */
export function rebase(form: ItemForm, versions: RebasedVersions, keptTheirs: KeptTheirs): ItemForm {
  const { base, theirs, known, theirsKnown } = versions
  const started = formOfItem(base, known)
  const now = formOfItem(theirs, theirsKnown)
  const changed = ITEM_FIELDS.filter((field) => form[field] !== started[field] && !keptTheirs.has(field))
  const mine = new Map(form.slots.map((slot) => [slot.id ?? slot.key, slot]))
  const isMine = (slot: OpenedSlot): boolean =>
    isMyChange(mine.get(slot.id), slot, versions) && !keptTheirs.has(slot.id)
  const baseById = new Map(base.slots.map((slot) => [slot.id, slot]))
  const theirIds = new Set(theirs.slots.map(({ id }) => id))
  const order = [...form.slots.map(({ key }) => key), ...theirs.slots.map(({ id }) => id)]
  const slots = [
    ...theirs.slots.map((slot) => {
      const before = baseById.get(slot.id)
      const my = mine.get(slot.id)
      return before && my && isMine(before) ? my : formOfSlot(slot, theirsKnown)
    }),
    ...base.slots
      .filter(({ id }) => !theirIds.has(id))
      .filter(isMine)
      .flatMap((slot) => asNew(mine.get(slot.id))),
    ...form.slots.filter(({ id }) => id === undefined),
  ]
  return {
    ...now,
    template_name: form.template_name,
    ...Object.fromEntries(changed.map((field) => [field, form[field]])),
    slots: isReordered(form, base.slots) ? slots.sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key)) : slots,
    tags: mergedTags(form.tags, tagsOf(base), tagsOf(theirs)),
  }
}

function isMyChange(my: SlotForm | undefined, before: OpenedSlot, { known }: Versions): boolean {
  return my !== undefined && slotChange(my, before, known) !== undefined
}

function asNew(slot: SlotForm | undefined): SlotForm[] {
  if (slot === undefined || slot.removed) return []
  const { id: _, ...rest } = slot
  return [rest]
}

/** Both sides' additions and removals. */
function mergedTags(mine: readonly string[], base: readonly string[], theirs: readonly string[]): string[] {
  const added = mine.filter((tag) => !base.includes(tag) && !theirs.includes(tag))
  return [...theirs.filter((tag) => mine.includes(tag) || !base.includes(tag)), ...added]
}
