import type { SystemItemTemplate, SystemNode, SystemScheme } from '../../../shared/contract/system-catalogue.ts'
import { readTranslations } from '../../service/wanted-languages.ts'
import { describedScheme } from '../classification/classification-rules.ts'
import type { StoredScheme } from '../classification/classification-store.ts'
import type { StoredTemplateSlot } from '../item-templates/item-template-store.ts'
import type { CatalogueNode, CatalogueTemplate } from './catalogue-store.ts'

/** A scheme as the operator sees it. */
export function renderScheme(scheme: StoredScheme, nodes: readonly CatalogueNode[]): SystemScheme {
  return {
    ...describedScheme(scheme, nodes.length),
    classification_nodes: nodes.map(renderSystemNode),
  }
}

/** A global node as the operator sees it. */
export function renderSystemNode(node: CatalogueNode): SystemNode {
  return {
    id: node.id,
    name: node.name,
    label: node.label,
    description: node.description,
    scheme: node.scheme,
    image_id: node.image_id,
    ordinal: node.ordinal,
    classifications_count: node.classifications_count,
    label_translations: translationsOf(node.label_translations),
    background_color: node.background_color,
  }
}

/** A system template as the operator sees it. */
export function renderSystemTemplate(
  template: CatalogueTemplate,
  nodes: readonly CatalogueNode[],
  slots: readonly StoredTemplateSlot[],
): SystemItemTemplate {
  return {
    id: template.id,
    name: template.name,
    label: template.label,
    description: template.description,
    items_count: template.items_count,
    classification_nodes: nodes.map(renderSystemNode),
    template_slots: slots.map((slot) => ({
      id: slot.id,
      name: slot.name,
      label: slot.label,
      description: slot.description,
      slot_type_name: slot.slot_type_name,
      label_translations: translationsOf(slot.label_translations),
    })),
    status: template.status,
    label_translations: translationsOf(template.label_translations),
    image_id: template.image_id,
  }
}

function translationsOf(stored: string | null): Record<string, string> | null {
  return stored === null ? null : Object.fromEntries(readTranslations(stored))
}
