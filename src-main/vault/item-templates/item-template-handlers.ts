import { ServiceError } from '../../../shared/contract/errors.ts'
import type { ByClassification, ItemTemplate, itemTemplateOperations } from '../../../shared/contract/item-templates.ts'
import type { Slot } from '../../../shared/contract/slots.ts'
import type { HandlersFor, Reader } from '../../service/call.ts'
import { pagingFields, readPageRequest } from '../../service/cursor.ts'
import type { NewEvent } from '../../service/emitted-events.ts'
import { labelFor } from '../../service/wanted-languages.ts'
import { renderNode } from '../classification/classification-handlers.ts'
import type { ClassificationStore } from '../classification/classification-store.ts'
import { refuseFaultsInOrder } from '../faulty-fields.ts'
import { imageOf } from '../images/image-address.ts'
import { describedSlot } from '../described-slot.ts'
import type { ItemTemplateStore, ListedTemplate, StoredTemplateSlot, TemplateFilter } from './item-template-store.ts'
import { planOwnTemplate } from './own-template.ts'

/** Templates with their slots, and making own ones (docs/contract/vault.md, Templates, Templates: own). */
export function itemTemplateHandlers(
  store: ItemTemplateStore,
  classification: Pick<ClassificationStore, 'nodesByIds' | 'findSchemeCalled' | 'findNodeCalled'>,
): HandlersFor<typeof itemTemplateOperations> {
  const { readTemplate, readTemplates } = templateReading(store, classification)
  return {
    itemTemplatesGet(call, { query }) {
      const request = readPageRequest(query)
      const filter = { like: query.like, languages: call.languages, ...classificationFilter(query.by_classification) }
      const page = store.pageOfTemplates(call.userId, filter, request)
      return { ...readTemplates(call, page.rows), ...pagingFields(page, request) }
    },
    itemTemplatesIdGet: (call, { params }) => readTemplate(call, params.id),
    itemTemplatesPost(call, { body }) {
      const { template, slots, node, faults } = planOwnTemplate({ store, classification }, call, body)
      refuseFaultsInOrder(faults)
      store.addTemplate(template)
      for (const slot of slots) store.addTemplateSlot(slot)
      if (node !== undefined) store.addTemplateLink({ item_template_id: template.id, node_id: node.id })
      call.emit(createdEvent(template, call.userId))
      return readTemplate(call, template.id)
    },
  }
}

/** Renders templates with their slots and nodes, as one user sees them. */
function templateReading(store: ItemTemplateStore, classification: Pick<ClassificationStore, 'nodesByIds'>) {
  return { readTemplate, readTemplates }

  /** @throws {ServiceError} `not_found` */
  function readTemplate(reader: Reader, id: string) {
    const template = store.findTemplate(reader.userId, id)
    if (template === undefined) throw new ServiceError('not_found', 'No template that you can see has this id.')
    const { item_templates, ...related } = readTemplates(reader, [template])
    const [item_template] = item_templates
    if (item_template === undefined) throw new Error('a template that was read is not rendered')
    return { item_template, ...related }
  }

  function readTemplates(reader: Reader, templates: readonly ListedTemplate[]) {
    const ids = templates.map(({ id }) => id)
    const slots = Map.groupBy(store.slotsOfTemplates(ids), (slot) => slot.item_template_id)
    const links = store.linksOfTemplates(ids)
    const nodeIds = Map.groupBy(links, (link) => link.item_template_id)
    const nodes = classification.nodesByIds(
      reader.userId,
      links.map((link) => link.node_id),
    )
    return {
      item_templates: templates.map((template) =>
        renderTemplate(
          { ...template, label: labelFor(template, reader.languages), image: imageOf(template, reader.origin) },
          (nodeIds.get(template.id) ?? []).map((link) => link.node_id),
          (slots.get(template.id) ?? []).map((slot) => slot.id),
        ),
      ),
      slots: templates.flatMap((template) =>
        (slots.get(template.id) ?? []).map((slot) =>
          renderTemplateSlot({ ...slot, label: labelFor(slot, reader.languages) }, template),
        ),
      ),
      attachments: [],
      thumbnails: [],
      classification_nodes: nodes.map((node) => renderNode(node, reader)),
    }
  }
}

function createdEvent({ id, label }: Pick<ItemTemplate, 'id' | 'label'>, userId: string): NewEvent {
  return {
    user_id: userId,
    eventable_type: 'TemplateItem',
    eventable_id: id,
    event_type: 'create',
    name: 'template.created',
    label,
    value: { label },
  }
}

/** The plain form is the name of a scheme or a node; the bracket form distinguishes them. */
function classificationFilter(filter: ByClassification | undefined): Omit<TemplateFilter, 'languages'> {
  if (filter === undefined) return {}
  return typeof filter === 'string' ? { either: filter } : { scheme: filter.scheme, node: filter.name }
}

function renderTemplate(
  template: ListedTemplate & Pick<ItemTemplate, 'image'>,
  nodeIds: string[],
  slotIds: string[],
): ItemTemplate {
  return {
    id: template.id,
    name: template.name,
    label: template.label,
    description: template.description,
    ordinal: template.ordinal,
    visible: template.visible === 1,
    user_id: template.user_id,
    image: template.image,
    background_color: template.background_color,
    classification_node_ids: nodeIds,
    slot_ids: slotIds,
    items_count: template.items_count,
    updated_at: template.updated_at,
  }
}

/** A template slot in the shape of a slot: nobody's own, in no item, without any value. */
function renderTemplateSlot(slot: StoredTemplateSlot, template: ListedTemplate): Slot {
  return {
    ...describedSlot(slot),
    own: false,
    share_id: null,
    item_id: null,
    encrypted_value: null,
    encrypted_value_verification_key: null,
    value_verification_hash: null,
    classification_node_ids: [],
    attachment_id: null,
    attachments_folder_id: null,
    original_id: null,
    owner_id: null,
    creator: template.user_id === null ? 'system' : null,
  }
}
