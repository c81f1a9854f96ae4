import type { FaultyField } from '../../../shared/contract/errors.ts'
import type { NewOwnTemplate } from '../../../shared/contract/item-templates.ts'
import { callingText, nameIndex, nameOfLabel, textOrNull } from '../../../shared/contract/machine-name.ts'
import type { VaultCall } from '../../service/call.ts'
import type { ClassificationStore, StoredNode } from '../classification/classification-store.ts'
import { collectFaults } from '../faulty-fields.ts'
import type { AddFault } from '../faulty-fields.ts'
import type { ItemTemplateStore, StoredTemplate, StoredTemplateSlot } from './item-template-store.ts'
import { emptyTemplate, emptyTemplateSlot } from './template-rows.ts'

interface OwnTemplateSources {
  readonly store: Pick<ItemTemplateStore, 'findOwnTemplateByName' | 'findOwnTemplateCalled'>
  readonly classification: Pick<ClassificationStore, 'findSchemeCalled' | 'findNodeCalled'>
}

interface OwnTemplatePlan {
  readonly template: StoredTemplate
  readonly slots: readonly StoredTemplateSlot[]
  readonly node: Pick<StoredNode, 'id'> | undefined
  /** Faults in body order; nothing may be written while there are some. */
  readonly faults: readonly FaultyField[]
}

/**
 * Decides what an own template is (docs/contract/vault.md, Templates: own); nothing is written. A name is taken by the
 * templates of the same user, whatever their status: those of the system may have it too.
 */
export function planOwnTemplate(
  sources: OwnTemplateSources,
  call: Pick<VaultCall, 'userId' | 'now' | 'newId'>,
  wanted: NewOwnTemplate,
): OwnTemplatePlan {
  const faults = collectFaults()
  const id = call.newId()
  const isTaken = (name: string) => sources.store.findOwnTemplateByName(call.userId, name) !== undefined
  const name = nameOfLabel('template', callingText(wanted) ?? '', isTaken)
  const present = sources.store.findOwnTemplateCalled(call.userId, wanted)
  if (present !== undefined) {
    const key = textOrNull(wanted.name) === null ? 'label' : 'name'
    faults.at({ path: '' })(key, 'name_taken', `is taken: you have a template named "${present.label}" already`)
  }
  const node = nodeOf(sources.classification, call.userId, wanted, faults.at({ path: '' }))
  const description = textOrNull(wanted.description)
  return {
    template: { ...emptyTemplate(call.now), id, user_id: call.userId, name, label: wanted.label, description },
    slots: planSlots(call, id, wanted, faults),
    node,
    faults: faults.list,
  }
}

/** The one node of the template: a global one, or a tag of the user. */
// eslint-disable-next-line max-params -- where to look, for whom, for what, and where faults go
function nodeOf(
  classification: OwnTemplateSources['classification'],
  userId: string,
  { classification_scheme_name, classification_node_name }: NewOwnTemplate,
  fault: AddFault,
): Pick<StoredNode, 'id'> | undefined {
  const [schemeName, nodeName] = [textOrNull(classification_scheme_name), textOrNull(classification_node_name)]
  if (schemeName === null && nodeName === null) return undefined
  if (schemeName === null || nodeName === null) {
    const missing = schemeName === null ? 'classification_scheme_name' : 'classification_node_name'
    fault(missing, 'param_missing', 'is missing: a scheme and its node are named together')
    return undefined
  }
  const scheme = classification.findSchemeCalled({ name: schemeName })
  if (scheme === undefined) {
    fault('classification_scheme_name', 'classification_scheme_not_found', 'names no classification scheme')
    return undefined
  }
  const node = classification.findNodeCalled(userId, scheme.id, { name: nodeName })
  if (node !== undefined) return node
  const rule = `is not a node of the scheme "${scheme.name}" that you can see`
  fault('classification_node_name', 'classification_node_not_found', rule)
  return undefined
}

/** Each slot needs its own name, because items are filled by slot name. */
// eslint-disable-next-line max-params -- the call, whose slots, what was sent, and where faults go
function planSlots(
  { now, newId }: Pick<VaultCall, 'now' | 'newId'>,
  item_template_id: string,
  { slots_attributes }: NewOwnTemplate,
  faults: ReturnType<typeof collectFaults>,
): StoredTemplateSlot[] {
  const earlier = nameIndex<StoredTemplateSlot>([])
  return (slots_attributes ?? []).map((entry, index) => {
    const label = textOrNull(entry.label) ?? textOrNull(entry.name) ?? ''
    const taken = earlier.find(entry)
    if (taken !== undefined) {
      const place = { path: `slots_attributes[${index}]`, name: label.slice(0, 60) }
      const key = textOrNull(entry.name) === null ? 'label' : 'name'
      faults.at(place)(key, 'name_taken', `is taken: an earlier slot is named "${taken.name}"`)
    }
    const slot = {
      ...emptyTemplateSlot(now),
      id: newId(),
      item_template_id,
      name: nameOfLabel('slot', callingText(entry) ?? '', earlier.has),
      label,
      description: textOrNull(entry.description),
      ordinal: index + 1,
      slot_type_name: entry.slot_type_name ?? 'key_value',
    }
    earlier.add(slot)
    return slot
  })
}
