import type { FaultyField } from '../../../shared/contract/errors.ts'
import { callingText, nameIndex } from '../../../shared/contract/machine-name.ts'
import type { ChangedSlot } from '../../../shared/contract/slots.ts'
import { collectFaults } from '../faulty-fields.ts'
import type { AddFault } from '../faulty-fields.ts'
import type { StoredSlot } from './item-store.ts'
import { tooManySlots } from './new-slot-rules.ts'
import type { PlannedSlot } from './new-slot-rules.ts'
import { applyAttributes, newSlot, slotPlace } from './slot-rules.ts'
import type { SlotFacts } from './slot-rules.ts'

export interface SlotChange {
  readonly before: StoredSlot
  readonly after: StoredSlot
}

export interface SlotChangesPlan {
  /** Slots that really change. */
  readonly changed: readonly SlotChange[]
  readonly created: readonly PlannedSlot[]
  readonly deleted: readonly StoredSlot[]
  /** The slot each entry is about, unless it deletes that slot: for its classification. */
  readonly addressed: readonly PlannedSlot[]
  readonly faults: readonly FaultyField[]
}

interface SlotsAndEntries {
  readonly itemId: string
  /** All slots of the item. */
  readonly slots: readonly StoredSlot[]
  readonly attributes: readonly ChangedSlot[]
  /**
   * An entry without id updates or deletes the slot of its name, for clients older than interface 32.4.
   */
  readonly matchByName: boolean
}

/**
 * Decides what entries of `slots_attributes` do to an existing item (docs/contract/vault.md, Items: changing): with
 * `id` they update or delete that slot, without one they always make a new slot. Slots without an entry stay as they
 * are. An entry with `_destroy` never makes a slot: without a slot to delete it is a fault.
 */
export function planSlotChanges(
  { itemId, slots, attributes, matchByName }: SlotsAndEntries,
  facts: SlotFacts,
): SlotChangesPlan {
  const faults = collectFaults()
  const current = new Map(slots.map((slot) => [slot.id, slot]))
  const named = nameIndex(slots)
  const created: PlannedSlot[] = []
  const addressedIds: { readonly id: string; readonly index: number }[] = []

  attributes.forEach((entry, index) => {
    const id = entry.id ?? (matchByName ? idByName(entry, named, { attributes, current }) : undefined)
    const stored = id === undefined ? undefined : current.get(id)
    const others = () => [...current.values(), ...created.map(({ slot }) => slot)].filter((other) => other !== stored)
    const context = { ...facts, fault: faults.at(slotPlace(index, entry, stored)), others }
    if (id === undefined && entry._destroy === true) {
      noteNothingToDelete(entry, matchByName, context.fault)
    } else if (id === undefined) {
      created.push({ slot: newSlot(entry, itemId, context), index })
    } else if (stored === undefined) {
      context.fault('id', 'slot_not_found', 'is not a slot of this item')
    } else if (entry._destroy === true) {
      current.delete(id)
    } else {
      current.set(id, applyAttributes(stored, entry, context))
      addressedIds.push({ id, index })
    }
  })

  const updated = addressedIds.flatMap(({ id, index }): PlannedSlot[] => {
    const slot = current.get(id)
    return slot === undefined ? [] : [{ slot, index }]
  })
  return {
    changed: slots.flatMap((before) => changeOf(before, current.get(before.id), facts.now)),
    created,
    deleted: slots.filter(({ id }) => !current.has(id)),
    addressed: [...updated, ...created],
    faults: [...faults.list, ...tooManySlots(current.size + created.length)],
  }
}

function noteNothingToDelete(entry: ChangedSlot, matchByName: boolean, fault: AddFault): void {
  const hasName = callingText(entry) !== undefined
  if (!matchByName || !hasName) fault('_destroy', 'slot_attribute_not_permitted', 'needs the id of the slot')
  else fault(entry.name === undefined ? 'label' : 'name', 'slot_not_found', 'is the name of no slot of this item')
}

interface Taken {
  readonly attributes: readonly ChangedSlot[]
  /** Slots that are not deleted yet. */
  readonly current: ReadonlyMap<string, StoredSlot>
}

/** The first slot that is called so, is still there, and which no entry addresses by its id. */
function idByName(
  entry: ChangedSlot,
  named: ReturnType<typeof nameIndex<StoredSlot>>,
  { attributes, current }: Taken,
): string | undefined {
  const isTaken = (slot: StoredSlot) => !current.has(slot.id) || attributes.some(({ id }) => id === slot.id)
  return named.find(entry, (slot) => !isTaken(slot))?.id
}

function changeOf(before: StoredSlot, after: StoredSlot | undefined, now: string): SlotChange[] {
  if (after === undefined || isSame(before, after)) return []
  return [{ before, after: { ...after, updated_at: now } }]
}

function isSame(left: StoredSlot, right: StoredSlot): boolean {
  return Object.entries(left).every(([key, value]) => Reflect.get(right, key) === value)
}
