import type { StoredTemplate, StoredTemplateSlot } from './item-template-store.ts'

/** The initial values of every new template, of the system or of a user. */
export function emptyTemplate(now: string): Omit<StoredTemplate, 'id' | 'user_id' | 'name' | 'label'> {
  return {
    label_translations: null,
    description: null,
    ordinal: 0,
    visible: 1,
    background_color: null,
    image_id: null,
    status: 'public',
    created_at: now,
    updated_at: now,
  }
}

/** The initial values of every new slot of a template. */
export function emptyTemplateSlot(
  now: string,
): Omit<StoredTemplateSlot, 'id' | 'item_template_id' | 'name' | 'label' | 'ordinal'> {
  return {
    label_translations: null,
    description: null,
    visible: 1,
    required: 0,
    slot_type_name: 'key_value',
    created_at: now,
    updated_at: now,
  }
}
