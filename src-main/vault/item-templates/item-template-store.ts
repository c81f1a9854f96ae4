import type { Calling } from '../../../shared/contract/machine-name.ts'
import { findCalled, labelKey } from '../../../shared/contract/machine-name.ts'
import type { Page, PageRequest, Cursor } from '../../../shared/contract/paging.ts'
import type { TemplateStatus } from '../../../shared/contract/system-catalogue.ts'
import type { PageRange } from '../../service/merged-pages.ts'
import { mergedPage, rangeConditions, rangeOrder, rangeValues } from '../../service/merged-pages.ts'
import { labelFor } from '../../service/wanted-languages.ts'
import { columnsOf, inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import { statementCache } from '../../sqlite/statement-cache.ts'
import { addHoldsWords } from '../../sqlite/text-functions.ts'
import type { DescribedSlot } from '../described-slot.ts'

export interface StoredTemplate {
  readonly id: string
  /** Null for a system template. */
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
  /** The digest of its image; null: it has none. */
  readonly image_digest: string | null
}

export interface StoredTemplateSlot extends DescribedSlot {
  readonly item_template_id: string
  /** JSON object: label by locale in lower case. */
  readonly label_translations: string | null
}

/** A template that is classified with a node. */
interface TemplateLink {
  readonly item_template_id: string
  readonly node_id: string
}

/** Conditions on a list of templates; all of them must hold. */
export interface TemplateFilter {
  /** A part of the label in these languages, ignoring case. */
  readonly like?: string | undefined
  readonly languages: readonly string[]
  /** The name of a scheme, of a node, or of both; `either` is the name of a scheme or of a node. */
  readonly scheme?: string | undefined
  readonly node?: string | undefined
  readonly either?: string | undefined
}

const COLUMNS = `id, user_id, name, label, label_translations, description, ordinal, visible, background_color, image_id,
  status, created_at, updated_at`
const SLOT_COLUMNS = `id, item_template_id, name, label, label_translations, description, ordinal, visible, required,
  slot_type_name, created_at, updated_at`

/** Items of a user's own template count only where that user has them. */
const LISTED_TEMPLATES = /* sql */ `
  SELECT ${columnsOf('t', COLUMNS)}, (
    SELECT coalesce(sum(k.items_count), 0) FROM item_counts k
    WHERE k.item_template_id = t.id AND (t.user_id IS NULL OR k.user_id = t.user_id)
  ) AS items_count, g.digest AS image_digest
  FROM item_templates t
  LEFT JOIN images g ON g.id = t.image_id
`
const VISIBLE = `t.status = 'public' AND ifnull(t.user_id, @userId) = @userId`

export type ItemTemplateStore = ReturnType<typeof itemTemplateStore>

/** Templates. A user sees public system templates and own ones. */
export function itemTemplateStore(connection: Connection) {
  addHoldsWords(connection)
  addServedLabel(connection)
  return { ...reads(connection), ...relatedReads(connection), ...writes(connection) }
}

function reads(connection: Connection) {
  const byId = connection.prepare<{ userId: string; id: string }, ListedTemplate>(
    `${LISTED_TEMPLATES} WHERE t.id = @id AND ${VISIBLE}`,
  )
  const systemByName = connection.prepare<[string], StoredTemplate>(
    `SELECT ${COLUMNS} FROM item_templates WHERE name = ? AND user_id IS NULL AND status = 'public'`,
  )
  const ownByName = connection.prepare<[string, string], StoredTemplate>(
    `SELECT ${COLUMNS} FROM item_templates WHERE user_id = ? AND name = ? AND status = 'public'`,
  )
  const ownOfAnyStatus = connection.prepare<[string, string], StoredTemplate>(
    `SELECT ${COLUMNS} FROM item_templates WHERE user_id = ? AND name = ?`,
  )
  // Labels of before keys were noted may be equal by them: then the one that is equal to the letter.
  const ownByLabel = connection.prepare<{ userId: string; label: string; key: string }, StoredTemplate>(
    `SELECT ${COLUMNS} FROM item_templates WHERE user_id = @userId AND label_key = @key ORDER BY label <> @label, id`,
  )
  const systemByLabel = connection.prepare<{ label: string; key: string }, StoredTemplate>(
    `SELECT ${COLUMNS} FROM item_templates WHERE user_id IS NULL AND status = 'public' AND label_key = @key
     ORDER BY label <> @label, id`,
  )
  const page = statementCache<ListedTemplate>(connection)
  return {
    findTemplate: (userId: string, id: string) => byId.get({ userId, id }),
    /** The template that somebody who makes an item calls so; an own one wins over one of the system. */
    findTemplateCalled(userId: string, calling: Calling): StoredTemplate | undefined {
      const shown = (template: StoredTemplate | undefined) => (template?.status === 'public' ? template : undefined)
      return findCalled<StoredTemplate>(calling, {
        name: (name) => ownByName.get(userId, name) ?? systemByName.get(name),
        label: (label, key) => shown(ownByLabel.get({ userId, label, key })) ?? systemByLabel.get({ label, key }),
      })
    },
    /** Whether it can be seen or not: whatever takes the name. */
    findOwnTemplateByName: (userId: string, name: string) => ownOfAnyStatus.get(userId, name),
    findOwnTemplateCalled: (userId: string, calling: Calling): StoredTemplate | undefined =>
      findCalled<StoredTemplate>(calling, {
        name: (name) => ownOfAnyStatus.get(userId, name),
        label: (label, key) => ownByLabel.get({ userId, label, key }),
      }),
    pageOfTemplates(userId: string, filter: TemplateFilter, request: PageRequest): Page<ListedTemplate> {
      const values = {
        ...filter,
        userId,
        languages: JSON.stringify(filter.languages),
      }
      return mergedPage(
        {
          sources: ['IS NULL', '= +@userId'],
          read: (whose, range) =>
            page(templateRangeSql(whose, filter, range)).all({ ...values, ...rangeValues(range) }),
          place: templatePlace,
        },
        request,
      )
    },
  }
}

const templatePlace = (template: ListedTemplate): Cursor => ({ sortValue: template.created_at, id: template.id })

/** Templates of the system or of a user, in the order of their index. */
function templateRangeSql(whose: string, filter: TemplateFilter, range: PageRange): string {
  const classifiedBy = [
    filter.scheme !== undefined && 's.name = @scheme',
    filter.node !== undefined && 'n.name = @node',
    filter.either !== undefined && '@either IN (s.name, n.name)',
  ].filter((condition) => condition !== false)
  const conditions = [
    `t.status = 'public' AND t.user_id ${whose}`,
    filter.like !== undefined && 'holds_words(@like, served_label(t.label, t.label_translations, @languages))',
    classifiedBy.length > 0 &&
      `EXISTS (
        SELECT 1 FROM template_classifications c
        JOIN classification_nodes n ON n.id = c.node_id JOIN classification_schemes s ON s.id = n.scheme_id
        WHERE c.item_template_id = t.id AND ${classifiedBy.join(' AND ')})`,
    ...rangeConditions(range, 't.created_at, t.id'),
  ]
  return `${LISTED_TEMPLATES} WHERE ${conditions.filter(Boolean).join(' AND ')}
    ${rangeOrder(range, 't.created_at, t.id')}`
}

function relatedReads(connection: Connection) {
  const slots = connection.prepare<[string], StoredTemplateSlot>(/* sql */ `
    SELECT ${SLOT_COLUMNS} FROM template_slots
    WHERE item_template_id IN (SELECT value FROM json_each(?))
    ORDER BY item_template_id, ordinal, created_at, id
  `)
  const links = connection.prepare<[string], TemplateLink>(/* sql */ `
    SELECT item_template_id, node_id FROM template_classifications
    WHERE item_template_id IN (SELECT value FROM json_each(?)) ORDER BY item_template_id, node_id
  `)
  return {
    /** Slots are ordered by template, then ordinal, then age. */
    slotsOfTemplates: (ids: readonly string[]): readonly StoredTemplateSlot[] => slots.all(JSON.stringify(ids)),
    linksOfTemplates: (ids: readonly string[]): readonly TemplateLink[] => links.all(JSON.stringify(ids)),
  }
}

function writes(connection: Connection) {
  const template = connection.prepare<StoredTemplate & { readonly label_key: string }>(
    `INSERT INTO item_templates ${inserted(`${COLUMNS}, label_key`)}`,
  )
  const slot = connection.prepare<StoredTemplateSlot>(`INSERT INTO template_slots ${inserted(SLOT_COLUMNS)}`)
  const link = connection.prepare<TemplateLink>(
    'INSERT INTO template_classifications (item_template_id, node_id) VALUES (@item_template_id, @node_id)',
  )
  return {
    addTemplate: (row: StoredTemplate) => void template.run({ ...row, label_key: labelKey(row.label) }),
    addTemplateSlot: (row: StoredTemplateSlot) => void slot.run(row),
    addTemplateLink: (row: TemplateLink) => void link.run(row),
  }
}

/**
 * Adds the SQL function `served_label(label, label_translations, languages)`, with the languages as a JSON list; see
 * {@link labelFor}.
 */
function addServedLabel(connection: Connection): void {
  connection.function('served_label', { deterministic: true }, (label, translations, languages) =>
    labelFor(
      { label: String(label), label_translations: typeof translations === 'string' ? translations : null },
      JSON.parse(String(languages)) as readonly string[],
    ),
  )
}
