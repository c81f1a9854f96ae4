import type { Calling } from '../../../shared/contract/machine-name.ts'
import { findCalled, labelKey, nameIndex } from '../../../shared/contract/machine-name.ts'
import type { Page, PageRequest, Cursor } from '../../../shared/contract/paging.ts'
import type { PageRange } from '../../service/merged-pages.ts'
import { mergedPage, rangeConditions, rangeOrder, rangeValues } from '../../service/merged-pages.ts'
import { bound, columnsOf, inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import { statementCache } from '../../sqlite/statement-cache.ts'

export interface StoredScheme {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly description: string | null
  readonly owned_by_user: 0 | 1
  readonly created_at: string
}

export interface StoredNode {
  readonly id: string
  readonly scheme_id: string
  /** The owner of a tag; null for a global node. */
  readonly user_id: string | null
  readonly name: string
  readonly label: string
  /** A JSON object of labels by lower-case locale. */
  readonly label_translations: string | null
  readonly description: string | null
  readonly ordinal: number
  readonly background_color: string | null
  readonly image_id: string | null
  readonly created_at: string
}

/** A node with its scheme, image and number of uses. */
export interface ListedNode extends StoredNode {
  readonly scheme: string
  readonly classifications_count: number
  /** The digest of its image; null without an image. */
  readonly image_digest: string | null
}

/** An item (`slot_id` null) or a slot that is classified with a node. */
export interface ClassificationLink {
  readonly item_id: string
  readonly slot_id: string | null
  readonly node_id: string
}

/** Filters of a list of nodes, all of which must match. */
interface NodeFilter {
  readonly scheme_name?: string | undefined
  /** A part of the name, ignoring case. */
  readonly name?: string | undefined
  readonly own?: boolean | undefined
}

const NODE_COLUMNS =
  'id, scheme_id, user_id, name, label, label_translations, description, ordinal, background_color, image_id, created_at'

const LISTED_NODES = /* sql */ `
  SELECT ${columnsOf('n', NODE_COLUMNS)}, s.name AS scheme, i.digest AS image_digest,
    coalesce(k.classifications_count, 0) AS classifications_count
  FROM classification_nodes n
  JOIN classification_schemes s ON s.id = n.scheme_id
  LEFT JOIN classification_counts k ON k.node_id = n.id AND k.user_id = @userId
  LEFT JOIN images i ON i.id = n.image_id
`
/** Selects global nodes and own tags. */
const VISIBLE = '(n.user_id IS NULL OR n.user_id = @userId)'

/** The texts of a tag that its user chooses. */
export type TagTexts = Pick<StoredNode, 'name' | 'label' | 'description'>

export type ClassificationStore = ReturnType<typeof classificationStore>

/** Stores schemes, nodes and their links. A user sees only global nodes and own tags. */
export function classificationStore(connection: Connection) {
  const schemes = schemeStatements(connection)
  return {
    ...schemes,
    ...nodeStatements(connection, schemes.schemes),
    ...linkStatements(connection),
    ...tagStatements(connection),
  }
}

function schemeStatements(connection: Connection) {
  const columns = 'id, name, label, description, owned_by_user, created_at'
  const byId = connection.prepare<[string], StoredScheme>(`SELECT ${columns} FROM classification_schemes WHERE id = ?`)
  const byName = connection.prepare<[string], StoredScheme>(
    `SELECT ${columns} FROM classification_schemes WHERE name = ?`,
  )
  const all = connection.prepare<[], StoredScheme>(
    `SELECT ${columns} FROM classification_schemes ORDER BY created_at, id`,
  )
  const insert = connection.prepare<StoredScheme>(`INSERT INTO classification_schemes ${inserted(columns)}`)
  return {
    findSchemeById: (id: string) => byId.get(id),
    findSchemeByName: (name: string) => byName.get(name),
    findSchemeCalled: (calling: Calling) => nameIndex(all.all()).find(calling),
    schemes: (): readonly StoredScheme[] => all.all(),
    addScheme: (scheme: StoredScheme) => void insert.run(scheme),
  }
}

function nodeStatements(connection: Connection, schemes: () => readonly StoredScheme[]) {
  const byId = connection.prepare<{ userId: string; id: string }, ListedNode>(
    `${LISTED_NODES} WHERE n.id = @id AND ${VISIBLE}`,
  )
  // An own tag takes precedence over a global node of the same name.
  const byName = connection.prepare<{ userId: string; schemeId: string; name: string }, ListedNode>(
    `${LISTED_NODES} WHERE n.scheme_id = @schemeId AND n.name = @name AND (n.user_id = @userId OR n.user_id IS NULL)
     ORDER BY n.user_id IS NULL LIMIT 1`,
  )
  // Old labels may have equal keys; then the exact label takes precedence.
  const byLabel = connection.prepare<{ userId: string; schemeId: string; label: string; key: string }, ListedNode>(
    `${LISTED_NODES} WHERE n.scheme_id = @schemeId AND n.label_key = @key AND (n.user_id = @userId OR n.user_id IS NULL)
     ORDER BY n.user_id IS NULL, n.label <> @label, n.id LIMIT 1`,
  )
  const findByName = (userId: string, schemeId: string, name: string) => byName.get({ userId, schemeId, name })
  const byIds = connection.prepare<{ userId: string; ids: string }, ListedNode>(
    `${LISTED_NODES} WHERE n.id IN (SELECT value FROM json_each(@ids)) ORDER BY n.created_at, n.id`,
  )
  const visible = connection.prepare<{ userId: string }, ListedNode>(
    `${LISTED_NODES} WHERE ${VISIBLE} ORDER BY n.created_at, n.id`,
  )
  const insert = connection.prepare<StoredNode & { readonly label_key: string }>(
    `INSERT INTO classification_nodes ${inserted(`${NODE_COLUMNS}, label_key`)}`,
  )
  const page = statementCache<ListedNode>(connection)
  return {
    findNode: (userId: string, id: string) => byId.get({ userId, id }),
    findNodeByName: findByName,
    /** The visible node with this name or label. */
    findNodeCalled(userId: string, schemeId: string, calling: Calling): ListedNode | undefined {
      return findCalled<ListedNode>(calling, {
        name: (name) => findByName(userId, schemeId, name),
        label: (label, key) => byLabel.get({ userId, schemeId, label, key }),
      })
    },
    nodesByIds: (userId: string, ids: readonly string[]): readonly ListedNode[] =>
      byIds.all({ userId, ids: JSON.stringify(ids) }),
    /** All nodes the user sees, in the default order. */
    nodes: (userId: string): readonly ListedNode[] => visible.all({ userId }),
    addNode: (node: StoredNode) => void insert.run({ ...node, label_key: labelKey(node.label) }),
    pageOfNodes(userId: string, { scheme_name, name, own }: NodeFilter, request: PageRequest): Page<ListedNode> {
      const inSchemes = schemes().filter((scheme) => (scheme_name ?? scheme.name) === scheme.name)
      const owners = own === undefined ? [userId, null] : [own ? userId : null]
      return mergedPage(
        {
          sources: inSchemes.flatMap(({ id }) => owners.map((owner) => ({ schemeId: id, owner }))),
          read: ({ schemeId, owner }, range) =>
            page(nodeRangeSql({ isOwn: owner !== null, isNamed: name !== undefined }, range)).all({
              userId,
              schemeId,
              part: name?.toLowerCase(),
              ...rangeValues(range),
            }),
          place: nodePlace,
        },
        request,
      )
    },
  }
}

const nodePlace = (node: ListedNode): Cursor => ({ sortValue: node.created_at, id: node.id })

interface NodeSource {
  readonly isOwn: boolean
  /** Whether to match a part of the name. */
  readonly isNamed: boolean
}

/** Selects own tags or global nodes of one scheme, in the order of their index. */
function nodeRangeSql({ isOwn, isNamed }: NodeSource, range: PageRange): string {
  const conditions = [
    `n.scheme_id = +@schemeId AND n.user_id ${isOwn ? '= +@userId' : 'IS NULL'}`,
    ...(isNamed ? ['instr(n.name, @part) > 0'] : []),
    ...rangeConditions(range, 'n.created_at, n.id'),
  ]
  // CROSS JOIN keeps the nodes outermost, in the order of their index.
  const nodes = LISTED_NODES.replace('n\n  JOIN', 'n INDEXED BY nodes_of_user_in_order\n  CROSS JOIN')
  return `${nodes} WHERE ${conditions.join(' AND ')} ${rangeOrder(range, 'n.created_at, n.id')}`
}

function linkStatements(connection: Connection) {
  const columns = 'item_id, slot_id, node_id'
  const ofItem = connection.prepare<[string], ClassificationLink>(
    `SELECT ${columns} FROM classifications WHERE item_id = ?`,
  )
  const ofItems = connection.prepare<[string], ClassificationLink>(
    `SELECT ${columns} FROM classifications WHERE item_id IN (SELECT value FROM json_each(?))`,
  )
  const ofSlot = connection.prepare<[string], ClassificationLink>(
    `SELECT ${columns} FROM classifications WHERE slot_id = ?`,
  )
  const insert = connection.prepare<ClassificationLink & { readonly user_id: string }>(/* sql */ `
    INSERT INTO classifications (${columns}, user_id, item_created_at)
    VALUES (${bound(`${columns}, user_id`)}, (SELECT created_at FROM items WHERE id = @item_id))
  `)
  const remove = connection.prepare<ClassificationLink>(/* sql */ `
    DELETE FROM classifications
    WHERE item_id = @item_id AND ifnull(slot_id, '') = ifnull(@slot_id, '') AND node_id = @node_id
  `)
  return {
    linksOfItem: (itemId: string): readonly ClassificationLink[] => ofItem.all(itemId),
    linksOfItems: (itemIds: readonly string[]): readonly ClassificationLink[] => ofItems.all(JSON.stringify(itemIds)),
    linksOfSlot: (slotId: string): readonly ClassificationLink[] => ofSlot.all(slotId),
    addLink: (link: ClassificationLink & { readonly user_id: string }) => void insert.run(link),
    deleteLink: ({ item_id, slot_id, node_id }: ClassificationLink) => void remove.run({ item_id, slot_id, node_id }),
  }
}

/** Statements for one tag and everything classified with it. */
function tagStatements(connection: Connection) {
  const rename = connection.prepare<TagTexts & { readonly id: string; readonly label_key: string }>(/* sql */ `
    UPDATE classification_nodes SET name = @name, label = @label, label_key = @label_key, description = @description
    WHERE id = @id
  `)
  const remove = connection.prepare<[string]>('DELETE FROM classification_nodes WHERE id = ?')
  const links = connection.prepare<[string], ClassificationLink>(
    "SELECT item_id, slot_id, node_id FROM classifications WHERE node_id = ? ORDER BY item_id, ifnull(slot_id, '')",
  )
  const removeLinks = connection.prepare<[string]>('DELETE FROM classifications WHERE node_id = ?')
  const templates = connection
    .prepare<[string], string>(
      'SELECT item_template_id FROM template_classifications WHERE node_id = ? ORDER BY item_template_id',
    )
    .pluck()
  const removeTemplateLinks = connection.prepare<[string]>('DELETE FROM template_classifications WHERE node_id = ?')
  // OR IGNORE would make the counting trigger ignore conflicts too.
  const copyLinks = connection.prepare<{ from: string; into: string }>(/* sql */ `
    INSERT INTO classifications (item_id, slot_id, node_id, user_id, item_created_at)
    SELECT c.item_id, c.slot_id, @into, c.user_id, c.item_created_at FROM classifications c
    WHERE c.node_id = @from AND NOT EXISTS (
      SELECT 1 FROM classifications o
      WHERE o.item_id = c.item_id AND ifnull(o.slot_id, '') = ifnull(c.slot_id, '') AND o.node_id = @into)
  `)
  const copyTemplateLinks = connection.prepare<{ from: string; into: string }>(/* sql */ `
    INSERT OR IGNORE INTO template_classifications (item_template_id, node_id)
    SELECT item_template_id, @into FROM template_classifications WHERE node_id = @from
  `)
  return {
    renameNode: (id: string, texts: TagTexts) => void rename.run({ id, ...texts, label_key: labelKey(texts.label) }),
    linksOfNode: (id: string): readonly ClassificationLink[] => links.all(id),
    templatesOfNode: (id: string): readonly string[] => templates.all(id),
    /** Copies all links of one node to another, unless they already exist. */
    copyLinks(from: string, into: string) {
      copyLinks.run({ from, into })
      copyTemplateLinks.run({ from, into })
    },
    /** Deletes the node with all its links. */
    deleteNode(id: string) {
      removeLinks.run(id)
      removeTemplateLinks.run(id)
      remove.run(id)
    },
  }
}
