import type { ChangedItem } from '../../../shared/contract/items.ts'
import type { VaultCall } from '../../service/call.ts'
import type { Steps } from '../../../shared/steps.ts'
import { effectiveLinks } from '../classification/classification-rules.ts'
import type { ClassificationLink, ClassificationStore } from '../classification/classification-store.ts'
import { createClassifier } from '../classification/classifier.ts'
import type { Classifier, ResolvedNode } from '../classification/classifier.ts'
import { refuseFaults } from '../faulty-fields.ts'
import { attachedEvents, classificationEvents, itemEvent, slotEvent, tagEvents } from './item-events.ts'
import type { ClassificationChange } from './item-events.ts'
import { changedFields, changeItem } from './item-rules.ts'
import type { ItemSharing } from './item-sharing.ts'
import type { ItemStore, StoredItem, StoredSlot } from './item-store.ts'
import type { PlannedSlot } from './new-slot-rules.ts'
import { planSlotChanges } from './slot-change-rules.ts'
import type { SlotChangesPlan } from './slot-change-rules.ts'
import { gatherSlotFacts } from './slot-facts.ts'
import { slotPlace } from './slot-rules.ts'
import { writeClassification } from './write-classification.ts'

interface ItemChangerDependencies {
  readonly items: ItemStore
  readonly classification: ClassificationStore
  readonly sharing: Pick<ItemSharing, 'itemChanged'>
  readonly matchSlotsByName: boolean
}

interface ItemChange {
  readonly before: StoredItem
  readonly after: StoredItem
  readonly slots: SlotChangesPlan
  readonly newTags: readonly ResolvedNode[]
  readonly classification: readonly ClassificationChange[]
}

/** Changes own items (docs/contract/vault.md, Items: changing). */
export function createItemChanger({ items, classification, sharing, matchSlotsByName }: ItemChangerDependencies) {
  /** @throws {ServiceError} all faults of the body in body order; nothing was written then */
  return function* applyChange(call: VaultCall, item: StoredItem, attributes: ChangedItem): Steps<StoredItem> {
    const change = plan(call, item, attributes)
    write(change)
    for (const event of eventsOf(change, call.newId())) call.emit(event)
    yield* sharing.itemChanged(call, change.after, change.slots)
    return change.after
  }

  function plan(call: VaultCall, item: StoredItem, attributes: ChangedItem): ItemChange {
    const entries = attributes.slots_attributes ?? []
    const slots = planSlotChanges(
      { itemId: item.id, slots: items.slotsOfItem(item.id), attributes: entries, matchByName: matchSlotsByName },
      gatherSlotFacts(items, call, entries),
    )
    const classifier = createClassifier(classification, call)
    const classify = createLinkPlanner(classifier, classification.linksOfItem(item.id))
    const changes = [
      classify(undefined, attributes.classification_nodes_attributes, { path: 'item' }),
      ...slots.addressed.flatMap(({ slot, index }: PlannedSlot) => {
        const entry = index === undefined ? undefined : entries[index]
        if (index === undefined || entry?.classification_nodes_attributes === undefined) return []
        return [classify(slot, entry.classification_nodes_attributes, slotPlace(index, entry, slot))]
      }),
    ]
    refuseFaults(classifier.faults, slots.faults)
    return {
      before: item,
      after: changeItem(item, attributes, call.now),
      slots,
      newTags: classifier.newTags,
      classification: changes,
    }
  }

  function write({ after, slots, newTags, classification: changes }: ItemChange): void {
    items.updateItem(after)
    for (const slot of slots.deleted) items.deleteSlot(slot.id)
    for (const changed of slots.changed) items.updateSlot(changed.after)
    for (const { slot } of slots.created) items.addSlot(slot)
    writeClassification(classification, after, { newTags, changes })
  }
}

/** Resolves attributes against existing and planned links, so that a repeated entry has no effect. */
function createLinkPlanner(classifier: Classifier, links: readonly ClassificationLink[]) {
  const linked = new Map<string | null, Set<string>>()
  for (const { slot_id, node_id } of links) {
    linked.set(slot_id, (linked.get(slot_id) ?? new Set()).add(node_id))
  }
  return function classify(
    slot: StoredSlot | undefined,
    attributes: Parameters<Classifier['resolve']>[0],
    place: Parameters<Classifier['resolve']>[1],
  ): ClassificationChange {
    const known = linked.get(slot?.id ?? null) ?? new Set()
    const change = effectiveLinks(known, classifier.resolve(attributes, place))
    for (const { node } of change.unlink) known.delete(node.id)
    for (const { node } of change.link) known.add(node.id)
    linked.set(slot?.id ?? null, known)
    return { slot, ...change }
  }
}

function eventsOf(change: ItemChange, id: string) {
  const { after, newTags, classification } = change
  const { changed, created, deleted } = change.slots
  return [
    itemEvent(after, 'item.updated', { id, value: { changed: changedNames(change) } }),
    ...deleted.map((slot) => slotEvent('slot.deleted', { item: after, slot }, id)),
    ...changed.flatMap((slotChange) => [
      slotEvent('slot.updated', { item: after, slot: slotChange.after }, id),
      ...attachedEvents(after, slotChange, id),
    ]),
    ...created.flatMap(({ slot }) => [
      slotEvent('slot.created', { item: after, slot }, id),
      ...attachedEvents(after, { after: slot }, id),
    ]),
    ...tagEvents(after.user_id, newTags, id),
    ...classification.flatMap((links) => classificationEvents(after, links, id)),
  ]
}

/** The distinct fields and slot names for the event. */
function changedNames({ before, after, slots, classification }: ItemChange): string[] {
  const { changed, created, deleted } = slots
  const isReclassified = ({ link, unlink }: ClassificationChange) => link.length + unlink.length > 0
  return [
    ...new Set([
      ...changedFields(before, after),
      ...(classification.some((change) => change.slot === undefined && isReclassified(change))
        ? ['classification_nodes']
        : []),
      ...changed.map((change) => change.after.name),
      ...created.map(({ slot }) => slot.name),
      ...deleted.map((slot) => slot.name),
      ...classification.flatMap((change) => (change.slot && isReclassified(change) ? [change.slot.name] : [])),
    ]),
  ]
}
