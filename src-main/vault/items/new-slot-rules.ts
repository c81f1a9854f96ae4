import type { FaultyField } from '../../../shared/contract/errors.ts'
import { MAX_SLOTS_PER_ITEM } from '../../../shared/contract/items.ts'
import { nameIndex } from '../../../shared/contract/machine-name.ts'
import type { NewSlot } from '../../../shared/contract/slots.ts'
import { collectFaults } from '../faulty-fields.ts'
import type { DescribedSlot } from '../described-slot.ts'
import type { StoredSlot } from './item-store.ts'
import { applyAttributes, emptySlot, newSlot, slotPlace } from './slot-rules.ts'
import type { SlotFacts } from './slot-rules.ts'
import { phrase } from '../../../shared/phrase.ts'

/** A slot of the template an item is made from. */
export interface SlotOfTemplate extends Omit<DescribedSlot, 'created_at' | 'updated_at'> {
  /** The creator of its clones: `system` for a system template, null for a user's. */
  readonly creator: 'system' | null
}

/** A slot to write, and the index of its entry in `slots_attributes`; undefined for an unchanged clone. */
export interface PlannedSlot {
  readonly slot: StoredSlot
  readonly index: number | undefined
}

export interface NewItemSlots {
  readonly itemId: string
  readonly templateSlots: readonly SlotOfTemplate[]
  readonly attributes: readonly NewSlot[]
  /** Clones only the template slots that have an entry. */
  readonly skipEmpty: boolean
}

export interface NewSlotsPlan {
  readonly slots: readonly PlannedSlot[]
  readonly faults: readonly FaultyField[]
}

/**
 * Decides the slots of a new item (docs/contract/vault.md, Items: creating): clones of the template's slots, each
 * updated by the entry that refers to it by `template_slot_id` or else by name, then a new slot for every entry that
 * matched none.
 */
export function planNewSlots(
  { itemId, templateSlots, attributes, skipEmpty }: NewItemSlots,
  facts: SlotFacts,
): NewSlotsPlan {
  const faults = collectFaults()
  const entryOfClone = matchClones(templateSlots, attributes)
  const matched = new Set(entryOfClone.values())
  const slots: PlannedSlot[] = []
  const contextOf = (index: number, entry: NewSlot, clone?: StoredSlot) => ({
    ...facts,
    fault: faults.at(slotPlace(index, entry, clone)),
    others: () => slots.map(({ slot }) => slot),
  })

  for (const templateSlot of templateSlots) {
    const index = entryOfClone.get(templateSlot.id)
    const entry = index === undefined ? undefined : attributes[index]
    if (entry === undefined && skipEmpty) continue
    const clone = cloneSlot(templateSlot, itemId, facts)
    const slot =
      index === undefined || entry === undefined ? clone : applyAttributes(clone, entry, contextOf(index, entry, clone))
    slots.push({ slot, index })
  }
  attributes.forEach((entry, index) => {
    if (!matched.has(index)) slots.push({ slot: newSlot(entry, itemId, contextOf(index, entry)), index })
  })
  return { slots, faults: [...faults.list, ...tooManySlots(slots.length)] }
}

/** Maps template slot ids to the index of the first entry that refers to them. */
function matchClones(
  templateSlots: readonly SlotOfTemplate[],
  attributes: readonly NewSlot[],
): ReadonlyMap<string, number> {
  const entryOfClone = new Map<string, number>()
  const named = nameIndex(templateSlots)
  const isFree = ({ id }: SlotOfTemplate) => !entryOfClone.has(id)
  const take = (index: number, clone: SlotOfTemplate | undefined) => {
    if (clone !== undefined) entryOfClone.set(clone.id, index)
  }
  attributes.forEach(({ template_slot_id }, index) => {
    take(
      index,
      templateSlots.find((slot) => slot.id === template_slot_id && isFree(slot)),
    )
  })
  const byId = new Set(entryOfClone.values())
  attributes.forEach((entry, index) => {
    if (!byId.has(index)) take(index, named.find(entry, isFree))
  })
  return entryOfClone
}

function cloneSlot(template: SlotOfTemplate, itemId: string, facts: SlotFacts): StoredSlot {
  return { ...emptySlot(itemId, facts.now), ...template, id: facts.newId() }
}

/** A fault when an item would have more slots than allowed. */
export function tooManySlots(count: number): FaultyField[] {
  if (count <= MAX_SLOTS_PER_ITEM) return []
  const rule = phrase`would give the item ${count} slots; ${MAX_SLOTS_PER_ITEM} are allowed`
  return [{ path: 'item.slots_attributes', code: 'invalid_params', rule }]
}
