import type { ItemTemplate } from '../../../../shared/contract/item-templates.ts'
import type { TemplateChoice } from '../templates/use-item-templates.ts'

/** A template as the service answers it; of the system, unless it has a `user_id`. */
export function servedTemplate(name: string, more: Partial<ItemTemplate> = {}): ItemTemplate {
  return {
    id: `template-${name}`,
    name,
    label: name,
    description: null,
    ordinal: 0,
    visible: true,
    user_id: null,
    image: null,
    background_color: null,
    classification_node_ids: [],
    slot_ids: [],
    items_count: 0,
    updated_at: '2026-11-20T08:00:00.000Z',
    ...more,
  }
}

/** The last page of a list of templates, all without slots. */
export function templatesReply(item_templates: readonly ItemTemplate[]) {
  return { item_templates, slots: [], classification_nodes: [], next_page_after: null }
}

/** A template in the form of the window, with slots of these labels. */
export function templateChoice(
  label: string,
  { slots = [], ...more }: Partial<Omit<TemplateChoice, 'slots'>> & { readonly slots?: readonly string[] } = {},
): TemplateChoice {
  return {
    name: label.toLowerCase(),
    label,
    description: null,
    own: false,
    image: null,
    nodes: [],
    slots: slots.map((slot) => ({ name: slot.toLowerCase(), label: slot, slot_type_name: 'key_value' })),
    ...more,
  }
}
