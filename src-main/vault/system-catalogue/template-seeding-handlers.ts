import { ServiceError } from '../../../shared/contract/errors.ts'
import type { SystemItemTemplate, systemItemTemplateOperations } from '../../../shared/contract/system-catalogue.ts'
import type { HandlersFor } from '../../service/call.ts'
import type { ItemTemplateStore } from '../item-templates/item-template-store.ts'
import type { Catalogue } from './catalogue.ts'
import { catalogueLookups } from './catalogue-lookups.ts'
import { catalogueNotes } from './catalogue-notes.ts'
import { refuseUsedTemplate } from './catalogue-rules.ts'
import type { CatalogueTemplate } from './catalogue-store.ts'
import type { ClassificationSeedingDependencies } from './classification-seeding-handlers.ts'
import { imageIdOf } from './image-of-entry.ts'
import { renderSystemTemplate } from './render-catalogue.ts'

interface TemplateSeedingDependencies extends ClassificationSeedingDependencies {
  readonly templates: Pick<ItemTemplateStore, 'slotsOfTemplates' | 'linksOfTemplates'>
  readonly catalogue: Catalogue
}

/** System templates with their slots, as the operator seeds them (docs/contract/vault.md, Seeding). */
export function templateSeedingHandlers(
  dependencies: TemplateSeedingDependencies,
): HandlersFor<typeof systemItemTemplateOperations> {
  const { store, catalogue, templates } = dependencies
  const lookups = catalogueLookups(dependencies)
  const note = catalogueNotes(dependencies.operatorEvents)
  return {
    systemItemTemplatesGet: () => ({ item_templates: renderAll(store.systemTemplates()) }),
    systemItemTemplatesPost(call, { body: { item_template: wanted } }) {
      const nodes = (wanted.classified_by ?? []).map((names, index) =>
        lookups.nodeOfField(`item_template.classified_by[${index}]`, names),
      )
      const image_id = imageIdOf(dependencies, call, wanted, 'item_template')
      const template = catalogue.addTemplate(call, { ...wanted, nodes, image_id })
      note.created(call, 'item_template', template)
      return { item_template: read(template.name) }
    },
    systemItemTemplatesNameGet: (_, { params }) => ({ item_template: read(params.name) }),
    systemItemTemplatesNameDelete(call, { params }) {
      const template = lookups.getTemplate(params.name)
      refuseUsedTemplate(template)
      store.deleteTemplate(template.id)
      note.deleted(call, 'item_template', template)
      return undefined
    },
    systemItemTemplatesNameSlotPost(call, { params, body }) {
      const template = lookups.getTemplate(params.name)
      const slot = catalogue.addTemplateSlot(call, template, body.template_slot)
      store.touchTemplate(template.id, call.now)
      note.created(call, 'template_slot', slot)
      return { item_template: read(params.name) }
    },
    systemItemTemplatesNameSlotSlotIdDelete(call, { params }) {
      const template = lookups.getTemplate(params.name)
      const slot = templates.slotsOfTemplates([template.id]).find(({ id }) => id === params.slot_id)
      if (slot === undefined) throw new ServiceError('not_found', 'The template has no slot with this id.')
      store.deleteTemplateSlot(slot.id)
      store.touchTemplate(template.id, call.now)
      note.deleted(call, 'template_slot', slot)
      return { item_template: read(params.name) }
    },
  }

  function read(name: string): SystemItemTemplate {
    const [item_template] = renderAll([lookups.getTemplate(name)])
    if (item_template === undefined) throw new Error('a template that was read is not rendered')
    return item_template
  }

  function renderAll(all: readonly CatalogueTemplate[]): SystemItemTemplate[] {
    const ids = all.map(({ id }) => id)
    const nodesById = new Map(store.globalNodes().map((node) => [node.id, node]))
    const links = Map.groupBy(templates.linksOfTemplates(ids), (link) => link.item_template_id)
    const slots = Map.groupBy(templates.slotsOfTemplates(ids), (slot) => slot.item_template_id)
    return all.map((template) => {
      const nodes = (links.get(template.id) ?? []).flatMap(({ node_id }) => nodesById.get(node_id) ?? [])
      return renderSystemTemplate(template, nodes, slots.get(template.id) ?? [])
    })
  }
}
