import type { Calling } from '../../../shared/contract/machine-name.ts'
import { findCalled } from '../../../shared/contract/machine-name.ts'
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

/** How often the nodes of a scheme are used, including the tags of users. */
export interface SchemeUse extends NodeUse {
  readonly tags: number
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
    SELECT coalesce(sum(items_count), 0) FROM item_counts WHERE item_template_id = t.id
  ) AS items_count
  FROM item_templates t
  LEFT JOIN images i ON i.id = t.image_id
  WHERE t.user_id IS NULL
`

export type CatalogueStore = ReturnType<typeof catalogueStore>

/** The operator's view: all global entries, visible to users or not, and never those of users. */
export function catalogueStore(connection: Connection) {
  return { ...nodeStatements(connection), ...templateStatements(connection) }
}

function nodeStatements(connection: Connection) {
  const all = connection.prepare<[], CatalogueNode>(`${NODES} ORDER BY n.created_at, n.id`)
  const ofScheme = connection.prepare<[string], CatalogueNode>(
    `${NODES} AND n.scheme_id = ? ORDER BY n.created_at, n.id`,
  )
  const byName = connection.prepare<[string, string], CatalogueNode>(`${NODES} AND n.scheme_id = ? AND n.name = ?`)
  const byLabel = connection.prepare<{ schemeId: string; label: string; key: string }, CatalogueNode>(
    `${NODES} AND n.scheme_id = @schemeId AND n.label_key = @key ORDER BY n.label <> @label, n.id`,
  )
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
    /** The nodes of all schemes, or of one; in the default order. */
    globalNodes: (schemeId?: string): readonly CatalogueNode[] =>
      schemeId === undefined ? all.all() : ofScheme.all(schemeId),
    findGlobalNode: (schemeId: string, name: string) => byName.get(schemeId, name),
    findGlobalNodeCalled: (schemeId: string, calling: Calling) =>
      findCalled<CatalogueNode>(calling, {
        name: (name) => byName.get(schemeId, name),
        label: (label, key) => byLabel.get({ schemeId, label, key }),
      }),
    useOfNode: (id: string) => useOfNode.get({ id }) ?? { classifications: 0, item_templates: 0 },
    useOfScheme: (id: string) => useOfScheme.get({ id }) ?? { classifications: 0, item_templates: 0, tags: 0 },
    deleteNode: (id: string) => void deleteNode.run(id),
    /** Deletes the scheme with its global nodes. */
    deleteScheme(id: string) {
      deleteNodes.run(id)
      deleteScheme.run(id)
    },
  }
}

function templateStatements(connection: Connection) {
  const all = connection.prepare<[], CatalogueTemplate>(`${TEMPLATES} ORDER BY t.created_at, t.id`)
  const byName = connection.prepare<[string], CatalogueTemplate>(`${TEMPLATES} AND t.name = ?`)
  const byLabel = connection.prepare<{ label: string; key: string }, CatalogueTemplate>(
    `${TEMPLATES} AND t.label_key = @key ORDER BY t.label <> @label, t.id`,
  )
  const remove = connection.prepare<[string]>('DELETE FROM item_templates WHERE id = ?')
  const touch = connection.prepare<[string, string]>('UPDATE item_templates SET updated_at = ? WHERE id = ?')
  const removeSlot = connection.prepare<[string]>('DELETE FROM template_slots WHERE id = ?')
  return {
    systemTemplates: (): readonly CatalogueTemplate[] => all.all(),
    findSystemTemplate: (name: string) => byName.get(name),
    findSystemTemplateCalled: (calling: Calling) =>
      findCalled<CatalogueTemplate>(calling, {
        name: (name) => byName.get(name),
        label: (label, key) => byLabel.get({ label, key }),
      }),
    /** Deletes the template with its slots and its classification. */
    deleteTemplate: (id: string) => void remove.run(id),
    deleteTemplateSlot: (id: string) => void removeSlot.run(id),
    /** Called when slots or nodes of the template changed. */
    touchTemplate: (id: string, updated_at: string) => void touch.run(updated_at, id),
  }
}
