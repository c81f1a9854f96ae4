import type { OpenedItem, OpenedSlot } from '../../../../shared/contract/workbench-items.ts'
import { workbenchItemOperations } from '../../../../shared/contract/workbench-items.ts'
import { call } from '../../../api/call.ts'
import { failureOf } from '../../../api/refusal.ts'
import type { ItemForm, SlotForm } from './item-form.ts'

/** What the slots of an editor need: the form, the stored item it is based on, and the values known in clear. */
export interface SlotEditing {
  readonly values: ItemForm
  readonly base: () => OpenedItem | undefined
  readonly known: Map<string, string>
}

/** Adding, removing and showing the slots of the item one actor is typing. */
export function useSlotEditing(actor: string, { values, base, known }: SlotEditing) {
  let added = 0

  const storedSlot = (slot: SlotForm): OpenedSlot | undefined => base()?.slots.find(({ id }) => id === slot.id)

  /** Stored, but not known here: a password that was not shown, or a value that cannot be opened. */
  const isUnknown = (slot: SlotForm): boolean => slot.id !== undefined && !known.has(slot.id)

  /** @returns the index of the new slot. */
  function addSlot(slot_type_name: SlotForm['slot_type_name']): number {
    added += 1
    return values.slots.push({ key: `added-${added}`, label: '', slot_type_name, value: '', removed: false }) - 1
  }

  /** An existing slot stays in sight, marked, until the item is saved; a new one simply goes. */
  function removeSlot(index: number): void {
    const slot = values.slots[index]
    if (slot === undefined) return
    if (slot.id === undefined) values.slots.splice(index, 1)
    else values.slots[index] = { ...slot, label: storedSlot(slot)?.label ?? slot.label, removed: true }
  }

  function restoreSlot(index: number): void {
    const slot = values.slots[index]
    if (slot) slot.removed = false
  }

  /** Puts a stored password into its field. What was typed there stays. @returns why it could not be read. */
  async function showStored(slot: SlotForm): Promise<string | undefined> {
    const [{ id: slot_id }, item] = [slot, base()?.item]
    if (slot_id === undefined || item === undefined) return undefined
    try {
      const params = { user_id: actor, item_id: item.id, slot_id }
      const { value } = await call(workbenchItemOperations.slotReveal, { params })
      if (base()?.item.id !== item.id) return undefined // locked while it was read
      known.set(slot_id, value ?? '')
      if (slot.value === '') slot.value = value ?? ''
      return undefined
    } catch (error) {
      return failureOf(error).message
    }
  }

  return { storedSlot, isUnknown, addSlot, removeSlot, restoreSlot, showStored }
}
