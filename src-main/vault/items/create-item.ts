import type { InputFor } from '../../../shared/contract/operation.ts'
import { faultyFieldsError, phrase } from '../../../shared/contract/errors.ts'
import type { itemOperations } from '../../../shared/contract/items.ts'
import type { VaultCall } from '../../service/call.ts'
import { effectiveLinks } from '../classification/classification-rules.ts'
import type { ClassificationStore } from '../classification/classification-store.ts'
import { createClassifier } from '../classification/classifier.ts'
import type { Classifier, ResolvedNode } from '../classification/classifier.ts'
import { refuseFaults } from '../faulty-fields.ts'
import type { ItemTemplateStore, StoredTemplate } from '../item-templates/item-template-store.ts'
import { attachedEvents, classificationEvents, itemEvent, tagEvents } from './item-events.ts'
import type { ClassificationChange } from './item-events.ts'
import { newItem } from './item-rules.ts'
import type { ItemStore, StoredItem } from './item-store.ts'
import { planNewSlots } from './new-slot-rules.ts'
import type { PlannedSlot, SlotOfTemplate } from './new-slot-rules.ts'
import { slotPlace } from './slot-rules.ts'
import { gatherSlotFacts } from './slot-facts.ts'
import { writeClassification } from './write-classification.ts'

interface ItemMakerDependencies {
  readonly items: ItemStore
  readonly templates: ItemTemplateStore
  readonly classification: ClassificationStore
}

type NewItemBody = InputFor<(typeof itemOperations)['itemsPost']>['body']

/** Makes own items from templates (docs/contract/vault.md, Items: creating). */
export function createItemMaker({ items, templates, classification }: ItemMakerDependencies) {
  /** @throws {ServiceError} `template_not_found`, or all faults of the body in body order; nothing was written then */
  return function makeItem(
    call: VaultCall,
    { template_name, skip_empty_template_slots, item: attributes }: NewItemBody,
  ) {
    const template = getTemplate(call.userId, template_name)
    const entries = attributes.slots_attributes ?? []
    const item = newItem(attributes, { id: call.newId(), userId: call.userId, now: call.now, template })
    const plan = planNewSlots(
      {
        itemId: item.id,
        templateSlots: slotsToClone(template),
        attributes: entries,
        skipEmpty: skip_empty_template_slots ?? false,
      },
      gatherSlotFacts(items, call, entries),
    )
    const classifier = createClassifier(classification, call)
    const requested = classifier.resolve(attributes.classification_nodes_attributes, { path: 'item' })
    const changes: ClassificationChange[] = [
      changeOf(undefined, [...templateNodes(call.userId, template), ...requested.link]),
      ...plan.slots.flatMap(({ slot, index }) => classifySlot(classifier, entries, { slot, index })),
    ]
    refuseFaults(classifier.faults, plan.faults)

    items.addItem(item)
    for (const { slot } of plan.slots) items.addSlot(slot)
    writeClassification(classification, item, { newTags: classifier.newTags, changes })
    report(call, item, template, plan.slots, classifier.newTags, changes)
    return item
  }

  function getTemplate(userId: string, name: string): StoredTemplate {
    const template = templates.findTemplateCalled(userId, { name })
    if (template !== undefined) return template
    const rule = phrase`names no template that you can see: "${name.slice(0, 60)}"`
    throw faultyFieldsError([{ path: 'template_name', code: 'template_not_found', rule }])
  }

  function slotsToClone(template: StoredTemplate): SlotOfTemplate[] {
    const creator = template.user_id === null ? 'system' : null
    return templates.slotsOfTemplates([template.id]).map((slot) => ({
      id: slot.id,
      name: slot.name,
      label: slot.label,
      description: slot.description,
      ordinal: slot.ordinal,
      visible: slot.visible,
      required: slot.required,
      slot_type_name: slot.slot_type_name,
      creator,
    }))
  }

  function templateNodes(userId: string, template: StoredTemplate): ResolvedNode[] {
    const ids = templates.linksOfTemplates([template.id]).map(({ node_id }) => node_id)
    if (ids.length === 0) return []
    return classification.nodesByIds(userId, ids).map((node) => ({ node, scheme: node.scheme }))
  }
}

function changeOf(slot: PlannedSlot['slot'] | undefined, link: readonly ResolvedNode[]): ClassificationChange {
  return { slot, ...effectiveLinks(new Set(), { link, unlink: [] }) }
}

type NewSlotEntries = NonNullable<NewItemBody['item']['slots_attributes']>

function classifySlot(
  classifier: Classifier,
  entries: NewSlotEntries,
  { slot, index }: PlannedSlot,
): ClassificationChange[] {
  const entry = index === undefined ? undefined : entries[index]
  if (index === undefined || entry?.classification_nodes_attributes === undefined) return []
  const { link } = classifier.resolve(entry.classification_nodes_attributes, slotPlace(index, entry, slot))
  return [changeOf(slot, link)]
}

// eslint-disable-next-line max-params -- everything that was just written
function report(
  call: VaultCall,
  item: StoredItem,
  template: StoredTemplate,
  slots: readonly PlannedSlot[],
  newTags: readonly ResolvedNode[],
  changes: readonly ClassificationChange[],
): void {
  const id = call.newId()
  call.emit(itemEvent(item, 'item.created', { id, value: { template_name: template.name } }))
  const caused = [
    ...tagEvents(item.user_id, newTags, id),
    ...changes.flatMap((change) => classificationEvents(item, change, id)),
    ...slots.flatMap(({ slot }) => attachedEvents(item, { after: slot }, id)),
  ]
  for (const event of caused) call.emit(event)
}
