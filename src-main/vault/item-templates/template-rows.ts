import type { StoredTemplate, StoredTemplateSlot } from './item-template-store.ts'

/** What every new template has, of the system or of a user, until something says otherwise. */
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

/** What every new slot of a template has, until something says otherwise. */
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
