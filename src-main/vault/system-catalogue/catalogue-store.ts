import type { TemplateStatus } from '../../../shared/contract/system-catalogue.ts'
import type { StoredNode } from '../classification/classification-store.ts'
import type { ListedTemplate } from '../item-templates/item-template-store.ts'
import type { Connection } from '../../sqlite/database.ts'

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

const NODES = /* sql */ `
  SELECT n.*, s.name AS scheme, (
    SELECT coalesce(sum(k.classifications_count), 0) FROM classification_counts k WHERE k.node_id = n.id
  ) AS classifications_count
  FROM classification_nodes n
  JOIN classification_schemes s ON s.id = n.scheme_id
  WHERE n.user_id IS NULL
`

const TEMPLATES = /* sql */ `
  SELECT t.*, i.digest AS image_digest, (
    SELECT count(*) FROM items WHERE item_template_id = t.id
  ) AS items_count
  FROM item_templates t
  LEFT JOIN images i ON i.id = t.image_id
  WHERE t.user_id IS NULL
`

/** The operator's catalogue on SQLite. */
export function sqliteCatalogueStore(connection: Connection): CatalogueStore {
  return { ...nodeStatements(connection), ...templateStatements(connection) }
}

type NodePart = Pick<
  CatalogueStore,
  'globalNodes' | 'findGlobalNode' | 'useOfNode' | 'useOfScheme' | 'deleteNode' | 'deleteScheme'
>

function nodeStatements(connection: Connection): NodePart {
  const all = connection.prepare<[], CatalogueNode>(`${NODES} ORDER BY n.created_at, n.id`)
  const ofScheme = connection.prepare<[string], CatalogueNode>(
    `${NODES} AND n.scheme_id = ? ORDER BY n.created_at, n.id`,
  )
  const byName = connection.prepare<[string, string], CatalogueNode>(`${NODES} AND n.scheme_id = ? AND n.name = ?`)
  const useOfNode = connection.prepare<{ id: string }, NodeUse>(/* sql */ `
    SELECT
      (SELECT coalesce(sum(classifications_count), 0) FROM classification_counts WHERE node_id = @id)
        AS classifications,
      (SELECT count(*) FROM template_classifications WHERE node_id = @id) AS item_templates
  `)
  const useOfScheme = connection.prepare<{ id: string }, SchemeUse>(/* sql */ `
    SELECT
      (SELECT coalesce(sum(k.classifications_count), 0) FROM classification_counts k
        JOIN classification_nodes n ON n.id = k.node_id WHERE n.scheme_id = @id) AS classifications,
      (SELECT count(*) FROM template_classifications c
        JOIN classification_nodes n ON n.id = c.node_id WHERE n.scheme_id = @id) AS item_templates,
      (SELECT count(*) FROM classification_nodes WHERE scheme_id = @id AND user_id IS NOT NULL) AS tags
  `)
  const deleteNode = connection.prepare<[string]>('DELETE FROM classification_nodes WHERE id = ?')
  const deleteNodes = connection.prepare<[string]>(
    'DELETE FROM classification_nodes WHERE scheme_id = ? AND user_id IS NULL',
  )
  const deleteScheme = connection.prepare<[string]>('DELETE FROM classification_schemes WHERE id = ?')
  return {
    globalNodes: (schemeId) => (schemeId === undefined ? all.all() : ofScheme.all(schemeId)),
    findGlobalNode: (schemeId, name) => byName.get(schemeId, name),
    useOfNode: (id) => useOfNode.get({ id }) ?? { classifications: 0, item_templates: 0 },
    useOfScheme: (id) => useOfScheme.get({ id }) ?? { classifications: 0, item_templates: 0, tags: 0 },
    deleteNode: (id) => void deleteNode.run(id),
    deleteScheme(id) {
      deleteNodes.run(id)
      deleteScheme.run(id)
    },
  }
}

type TemplatePart = Pick<
  CatalogueStore,
  'systemTemplates' | 'findSystemTemplate' | 'deleteTemplate' | 'deleteTemplateSlot' | 'touchTemplate'
>

function templateStatements(connection: Connection): TemplatePart {
  const all = connection.prepare<[], CatalogueTemplate>(`${TEMPLATES} ORDER BY t.created_at, t.id`)
  const byName = connection.prepare<[string], CatalogueTemplate>(`${TEMPLATES} AND t.name = ?`)
  const remove = connection.prepare<[string]>('DELETE FROM item_templates WHERE id = ?')
  const touch = connection.prepare<[string, string]>('UPDATE item_templates SET updated_at = ? WHERE id = ?')
  const removeSlot = connection.prepare<[string]>('DELETE FROM template_slots WHERE id = ?')
  return {
    systemTemplates: () => all.all(),
    findSystemTemplate: (name) => byName.get(name),
    deleteTemplate: (id) => void remove.run(id),
    deleteTemplateSlot: (id) => void removeSlot.run(id),
    touchTemplate: (id, updated_at) => void touch.run(updated_at, id),
  }
}
