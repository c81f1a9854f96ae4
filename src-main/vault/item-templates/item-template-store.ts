import type { Page, PageRequest } from '../../../shared/contract/paging.ts'
import type { SlotTypeName } from '../../../shared/contract/slots.ts'
import type { TemplateStatus } from '../../../shared/contract/system-catalogue.ts'

export interface StoredTemplate {
  readonly id: string
  /** Null: a system template. */
  readonly user_id: string | null
  readonly name: string
  readonly label: string
  /** JSON object: label by locale in lower case. */
  readonly label_translations: string | null
  readonly description: string | null
  readonly ordinal: number
  readonly visible: 0 | 1
  readonly background_color: string | null
  readonly image_id: string | null
  /** Users see public ones only. */
  readonly status: TemplateStatus
  readonly created_at: string
  readonly updated_at: string
}

/** A template with how often it was used: by anybody, or for a user's template by that user. */
export interface ListedTemplate extends StoredTemplate {
  readonly items_count: number
  /** Of its image; null: it has none. */
  readonly image_digest: string | null
}

export interface StoredTemplateSlot {
  readonly id: string
  readonly item_template_id: string
  readonly name: string
  readonly label: string
  /** JSON object: label by locale in lower case. */
  readonly label_translations: string | null
  readonly description: string | null
  readonly ordinal: number
  readonly visible: 0 | 1
  readonly required: 0 | 1
  readonly slot_type_name: SlotTypeName
  readonly created_at: string
  readonly updated_at: string
}

/** A template that is classified with a node. */
export interface TemplateLink {
  readonly item_template_id: string
  readonly node_id: string
}

/** Conditions on a list of templates; all of them must hold. */
export interface TemplateFilter {
  /** Part of the label as it is shown to who wants these languages, without regard to case. */
  readonly like?: string | undefined
  readonly languages: readonly string[]
  /** Name of a scheme, of a node, or of both at once; `either` is the name of a scheme or of a node. */
  readonly scheme?: string | undefined
  readonly node?: string | undefined
  readonly either?: string | undefined
}

/** Templates. A user sees public system templates and own ones. */
export interface ItemTemplateStore {
  findTemplate(userId: string, id: string): ListedTemplate | undefined
  /** An own template wins over a system template of the same name. */
  findTemplateByName(userId: string, name: string): StoredTemplate | undefined
  pageOfTemplates(userId: string, filter: TemplateFilter, page: PageRequest): Page<ListedTemplate>
  /** By template, then ordinal, then age. */
  slotsOfTemplates(templateIds: readonly string[]): readonly StoredTemplateSlot[]
  linksOfTemplates(templateIds: readonly string[]): readonly TemplateLink[]
  addTemplate(template: StoredTemplate): void
  addTemplateSlot(slot: StoredTemplateSlot): void
  addTemplateLink(link: TemplateLink): void
}
