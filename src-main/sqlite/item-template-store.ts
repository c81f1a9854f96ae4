import type { Cursor, PageRequest } from '../../shared/contract/paging.ts'
import { pageOf } from '../service/cursor.ts'
import type {
  ItemTemplateStore,
  ListedTemplate,
  StoredTemplate,
  StoredTemplateSlot,
  TemplateFilter,
  TemplateLink,
} from '../vault/item-templates/item-template-store.ts'
import type { Connection } from './database.ts'
import { statementCache } from './statement-cache.ts'
import { addContainsText, addServedLabel } from './text-functions.ts'

const COLUMNS = `t.id, t.user_id, t.name, t.label, t.label_translations, t.description, t.ordinal, t.visible,
  t.background_color, t.image_id, t.status, t.created_at, t.updated_at`

/** Items of a user's own template count only where that user has them. */
const LISTED_TEMPLATES = /* sql */ `
  SELECT ${COLUMNS}, (
    SELECT count(*) FROM items i
    WHERE i.item_template_id = t.id AND (t.user_id IS NULL OR i.user_id = t.user_id)
  ) AS items_count, g.digest AS image_digest
  FROM item_templates t
  LEFT JOIN images g ON g.id = t.image_id
`
const VISIBLE = `t.status = 'public' AND ifnull(t.user_id, @userId) = @userId`

/** Templates on SQLite. */
export function sqliteItemTemplateStore(connection: Connection): ItemTemplateStore {
  addContainsText(connection)
  addServedLabel(connection)
  return { ...reads(connection), ...relatedReads(connection), ...writes(connection) }
}

type ReadPart = Pick<ItemTemplateStore, 'findTemplate' | 'findTemplateByName' | 'pageOfTemplates'>

function reads(connection: Connection): ReadPart {
  const byId = connection.prepare<{ userId: string; id: string }, ListedTemplate>(
    `${LISTED_TEMPLATES} WHERE t.id = @id AND ${VISIBLE}`,
  )
  const systemByName = connection.prepare<[string], StoredTemplate>(
    `SELECT ${COLUMNS} FROM item_templates t WHERE t.name = ? AND t.user_id IS NULL AND t.status = 'public'`,
  )
  const ownByName = connection.prepare<[string, string], StoredTemplate>(
    `SELECT ${COLUMNS} FROM item_templates t WHERE t.user_id = ? AND t.name = ? AND t.status = 'public'`,
  )
  const page = statementCache<ListedTemplate>(connection)
  return {
    findTemplate: (userId, id) => byId.get({ userId, id }),
    findTemplateByName: (userId, name) => ownByName.get(userId, name) ?? systemByName.get(name),
    pageOfTemplates(userId, filter, request) {
      const rows = page(templatePageSql(filter, request)).all({
        ...filter,
        ...request.after,
        userId,
        like: filter.like?.toLowerCase(),
        languages: JSON.stringify(filter.languages),
        limit: request.perPage + 1,
      })
      return pageOf(rows, request.perPage, templatePlace)
    },
  }
}

const templatePlace = (template: ListedTemplate): Cursor => ({ sortValue: template.created_at, id: template.id })

function templatePageSql(filter: TemplateFilter, { after }: PageRequest): string {
  const classifiedBy = [
    filter.scheme !== undefined && 's.name = @scheme',
    filter.node !== undefined && 'n.name = @node',
    filter.either !== undefined && '@either IN (s.name, n.name)',
  ].filter((condition) => condition !== false)
  const conditions = [
    VISIBLE,
    filter.like !== undefined && 'contains_text(served_label(t.label, t.label_translations, @languages), @like)',
    classifiedBy.length > 0 &&
      `EXISTS (
        SELECT 1 FROM template_classifications c
        JOIN classification_nodes n ON n.id = c.node_id JOIN classification_schemes s ON s.id = n.scheme_id
        WHERE c.item_template_id = t.id AND ${classifiedBy.join(' AND ')})`,
    after !== undefined && '(t.created_at, t.id) > (+@sortValue, +@id)',
  ]
  return `${LISTED_TEMPLATES} WHERE ${conditions.filter(Boolean).join(' AND ')}
    ORDER BY t.created_at, t.id LIMIT @limit`
}

type RelatedPart = Pick<ItemTemplateStore, 'slotsOfTemplates' | 'linksOfTemplates'>

function relatedReads(connection: Connection): RelatedPart {
  const slots = connection.prepare<[string], StoredTemplateSlot>(/* sql */ `
    SELECT id, item_template_id, name, label, label_translations, description, ordinal, visible, required,
      slot_type_name, created_at, updated_at
    FROM template_slots WHERE item_template_id IN (SELECT value FROM json_each(?))
    ORDER BY item_template_id, ordinal, created_at, id
  `)
  const links = connection.prepare<[string], TemplateLink>(/* sql */ `
    SELECT item_template_id, node_id FROM template_classifications
    WHERE item_template_id IN (SELECT value FROM json_each(?)) ORDER BY item_template_id, node_id
  `)
  return {
    slotsOfTemplates: (ids) => slots.all(JSON.stringify(ids)),
    linksOfTemplates: (ids) => links.all(JSON.stringify(ids)),
  }
}

type WritePart = Pick<ItemTemplateStore, 'addTemplate' | 'addTemplateSlot' | 'addTemplateLink'>

function writes(connection: Connection): WritePart {
  const template = connection.prepare<StoredTemplate>(/* sql */ `
    INSERT INTO item_templates
      (id, user_id, name, label, label_translations, description, ordinal, visible, background_color, image_id, status,
      created_at, updated_at)
    VALUES (@id, @user_id, @name, @label, @label_translations, @description, @ordinal, @visible, @background_color,
      @image_id, @status, @created_at, @updated_at)
  `)
  const slot = connection.prepare<StoredTemplateSlot>(/* sql */ `
    INSERT INTO template_slots
      (id, item_template_id, name, label, label_translations, description, ordinal, visible, required, slot_type_name,
      created_at, updated_at)
    VALUES (@id, @item_template_id, @name, @label, @label_translations, @description, @ordinal, @visible, @required,
      @slot_type_name, @created_at, @updated_at)
  `)
  const link = connection.prepare<TemplateLink>(
    'INSERT INTO template_classifications (item_template_id, node_id) VALUES (@item_template_id, @node_id)',
  )
  return {
    addTemplate: (row) => void template.run(row),
    addTemplateSlot: (row) => void slot.run(row),
    addTemplateLink: (row) => void link.run(row),
  }
}
