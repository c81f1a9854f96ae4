import { ServiceError } from '../../../shared/contract/errors.ts'
import { machineName } from '../../../shared/contract/machine-name.ts'
import type { SystemItemTemplate, systemItemTemplateOperations } from '../../../shared/contract/system-catalogue.ts'
import type { HandlersFor } from '../../service/call.ts'
import type { ItemTemplateStore } from '../item-templates/item-template-store.ts'
import type { Catalogue } from './catalogue.ts'
import { catalogueNotes } from './catalogue-notes.ts'
import { faultyField, refuseUsedTemplate } from './catalogue-rules.ts'
import type { CatalogueNode, CatalogueTemplate } from './catalogue-store.ts'
import type { ClassificationSeedingDependencies } from './classification-seeding-handlers.ts'
import { imageIdOf } from './image-of-entry.ts'
import { renderSystemTemplate } from './render-catalogue.ts'

interface TemplateSeedingDependencies extends ClassificationSeedingDependencies {
  readonly templates: Pick<ItemTemplateStore, 'slotsOfTemplates' | 'linksOfTemplates'>
  readonly catalogue: Catalogue
}

/** System templates with their slots, as the operator seeds them (vault contract 3.13, E151 to E156). */
export function templateSeedingHandlers(
  dependencies: TemplateSeedingDependencies,
): HandlersFor<typeof systemItemTemplateOperations> {
  const { classification, store, catalogue, templates } = dependencies
  const note = catalogueNotes(dependencies.operatorEvents)
  return {
    systemItemTemplatesGet: () => ({ item_templates: renderAll(store.systemTemplates()) }),
    systemItemTemplatesPost(call, { body: { item_template: wanted } }) {
      const nodes = (wanted.classified_by ?? []).map(getNode)
      const image_id = imageIdOf(dependencies, call, wanted, 'item_template')
      const template = catalogue.addTemplate(call, { ...wanted, nodes, image_id })
      note(call, 'item_template', 'created', template)
      return { item_template: read(template.name) }
    },
    systemItemTemplatesNameGet: (_, { params }) => ({ item_template: read(params.name) }),
    systemItemTemplatesNameDelete(call, { params }) {
      const template = getTemplate(params.name)
      refuseUsedTemplate(template)
      store.deleteTemplate(template.id)
      note(call, 'item_template', 'deleted', template)
      return undefined
    },
    systemItemTemplatesNameSlotPost(call, { params, body }) {
      const template = getTemplate(params.name)
      const slot = catalogue.addTemplateSlot(call, template, body.template_slot)
      store.touchTemplate(template.id, call.now)
      note(call, 'template_slot', 'created', slot)
      return { item_template: read(params.name) }
    },
    systemItemTemplatesNameSlotSlotIdDelete(call, { params }) {
      const template = getTemplate(params.name)
      const slot = templates.slotsOfTemplates([template.id]).find(({ id }) => id === params.slot_id)
      if (slot === undefined) throw new ServiceError('not_found', 'the template has no slot with this id')
      store.deleteTemplateSlot(slot.id)
      store.touchTemplate(template.id, call.now)
      note(call, 'template_slot', 'deleted', slot)
      return { item_template: read(params.name) }
    },
  }

  function read(name: string): SystemItemTemplate {
    const [item_template] = renderAll([getTemplate(name)])
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

  function getTemplate(name: string): CatalogueTemplate {
    const template = store.findSystemTemplate(machineName(name))
    if (template === undefined) throw new ServiceError('not_found', 'there is no system template of this name')
    return template
  }

  function getNode(wanted: { readonly scheme_name: string; readonly node_name: string }, index: number): CatalogueNode {
    const path = `item_template.classified_by[${index}]`
    const scheme = classification.findSchemeByName(machineName(wanted.scheme_name))
    if (scheme === undefined) {
      throw faultyField(`${path}.scheme_name`, 'names no classification scheme', 'classification_scheme_not_found')
    }
    const node = store.findGlobalNode(scheme.id, machineName(wanted.node_name))
    if (node === undefined) {
      throw faultyField(
        `${path}.node_name`,
        `is not a node of the scheme "${scheme.name}"`,
        'classification_node_not_found',
      )
    }
    return node
  }
}
