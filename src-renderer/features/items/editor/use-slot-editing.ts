import { shallowReactive } from 'vue'
import { workbenchFolderOperations } from '../../../../shared/contract/workbench-folders.ts'
import type { OpenedItem, OpenedSlot } from '../../../../shared/contract/workbench-items.ts'
import { workbenchItemOperations } from '../../../../shared/contract/workbench-items.ts'
import { call } from '../../../api/call.ts'
import { failureOf } from '../../../api/refusal.ts'
import { useAddingFiles } from '../../../parts/files/use-adding-files.ts'
import { showToast } from '../../../ui/toasts.ts'
import { itemPlace } from '../item-place.ts'
import { holdsFile } from '../slot-types.ts'
import type { ItemForm, SlotForm } from './item-form.ts'
import { placesOf } from './item-form.ts'

/** The shared state of an editor's slots: the form, the stored item it is based on, and the values known in clear. */
export interface SlotEditing {
  readonly values: ItemForm
  readonly base: () => OpenedItem | undefined
  readonly known: Map<string, string>
}

/** Adds, removes and reveals slots in the editor of an item. */
export function useSlotEditing(actor: string, { values, base, known }: SlotEditing) {
  const { add } = useAddingFiles(actor)
  /** Files chosen for new slots, by key; the values of these slots are the file names. */
  const files = shallowReactive(new Map<string, File>())
  let added = 0

  const storedSlot = (slot: SlotForm): OpenedSlot | undefined => base()?.slots.find(({ id }) => id === slot.id)

  /** Stored, but not known here: a password that was not shown, or a value that cannot be opened. */
  const isUnknown = (slot: SlotForm): boolean => slot.id !== undefined && !known.has(slot.id)

  /** @returns the index of the new slot. */
  function addSlot(slot_type_name: SlotForm['slot_type_name']): number {
    added += 1
    return values.slots.push({ key: `added-${added}`, label: '', slot_type_name, value: '', removed: false }) - 1
  }

  /** Removes a slot: an existing one stays visible with a mark until the item is saved, a new one disappears. */
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

  function chooseFile(slot: SlotForm, file: File | undefined): void {
    if (file === undefined) files.delete(slot.key)
    else files.set(slot.key, file)
    slot.value = file?.name ?? ''
  }

  /**
   * Makes the function that stores the chosen files and links the chosen folders once the new slots have ids. This is
   * not part of the save: a refusal leaves an empty slot, to which the file can be added again.
   *
   * @returns undefined if nothing was chosen
   */
  function filling(): ((saved: OpenedItem) => void) | undefined {
    const places = placesOf(values, base()?.slots ?? [])
    const chosen = values.slots.filter(
      ({ id, slot_type_name, value }) => id === undefined && value !== '' && holdsFile(slot_type_name),
    )
    if (chosen.length === 0) return undefined
    return ({ item, slots }) => {
      for (const { key, slot_type_name, value } of chosen) {
        // Two slots of a template can have one position, but not both one type.
        const isIt = (slot: OpenedSlot): boolean =>
          slot.ordinal === places.get(key) && slot.slot_type_name === slot_type_name
        const [file, place] = [files.get(key), { item_id: item.id, slot_id: slots.find(isIt)?.id }]
        if (slot_type_name === 'attachments_folder') void link(value, place)
        else if (file !== undefined) add([file], () => ({ kind: 'item', ...place }))
      }
    }
  }

  async function link(folder_id: string, body: { readonly item_id: string; readonly slot_id: string | undefined }) {
    try {
      await call(workbenchFolderOperations.folderLink, { params: { user_id: actor, folder_id }, body })
    } catch (error) {
      showToast({ text: failureOf(error).message, tone: 'bad', link: itemPlace(actor, body.item_id) })
    }
  }

  /** @returns whether that position exists */
  function moveSlot(from: number, to: number): boolean {
    if (from === to || !(from in values.slots) || !(to in values.slots)) return false
    values.slots.splice(to, 0, ...values.slots.splice(from, 1))
    return true
  }

  /** Loads a stored password into its field, unless something was typed. @returns why it could not be read */
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

  return {
    storedSlot,
    isUnknown,
    addSlot,
    removeSlot,
    restoreSlot,
    moveSlot,
    chooseFile,
    filling,
    forgetFiles: () => files.clear(),
    showStored,
  }
}
