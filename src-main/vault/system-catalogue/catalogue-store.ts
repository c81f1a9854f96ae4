import type { TemplateStatus } from '../../../shared/contract/system-catalogue.ts'
import type { StoredNode } from '../classification/classification-store.ts'
import type { ListedTemplate } from '../item-templates/item-template-store.ts'

/** A global node; `classifications_count` is that of all users. */
export interface CatalogueNode extends StoredNode {
  readonly scheme: string
  readonly classifications_count: number
}

/** A system template in any state; `items_count` is that of all users. */
export interface CatalogueTemplate extends ListedTemplate {
  readonly status: TemplateStatus
}

/** How often a node is used, by all users together. */
export interface NodeUse {
  readonly classifications: number
  readonly item_templates: number
}

/** How often the nodes of a scheme are used; the tags of users are nodes of theirs. */
export interface SchemeUse extends NodeUse {
  readonly tags: number
}

/** The operator's view: what belongs to nobody, whether users see it or not, and never what belongs to users. */
export interface CatalogueStore {
  /** Of all schemes, or of one; in the default order. */
  globalNodes(schemeId?: string): readonly CatalogueNode[]
  findGlobalNode(schemeId: string, name: string): CatalogueNode | undefined
  useOfNode(id: string): NodeUse
  useOfScheme(id: string): SchemeUse
  deleteNode(id: string): void
  /** With its global nodes. */
  deleteScheme(id: string): void
  systemTemplates(): readonly CatalogueTemplate[]
  findSystemTemplate(name: string): CatalogueTemplate | undefined
  /** With its slots and its classification. */
  deleteTemplate(id: string): void
  deleteTemplateSlot(id: string): void
  /** What belongs to the template has changed. */
  touchTemplate(id: string, updated_at: string): void
}
