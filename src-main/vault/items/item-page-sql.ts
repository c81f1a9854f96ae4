import type { ItemFilter } from '../../../shared/contract/items.ts'
import type { PageRange } from '../../service/merged-pages.ts'
import { rangeConditions, rangeOrder } from '../../service/merged-pages.ts'

/**
 * A page of items is read in the order of one filter's index, and checked against the other filters. `+` before a
 * column keeps SQLite from using another index, `+` before a parameter from compiling an ordered statement again
 * whenever a compared value changes.
 */

/** The indexes by which items can be read: all items of a user, those of a filter, or those passed on to somebody. */
export type ItemWay = keyof typeof WAYS

interface Way {
  readonly from: string
  /** Selects the items `i`; KEY is a node, template, owner or state out of several, each of which is a source. */
  readonly where: string
  /** The columns in the order of an index. */
  readonly place?: string
  /** An item may come several times. */
  readonly repeats?: true
  /** The filter that it is read along, where that has another name. */
  readonly of?: string
}

const OF_USER = 'i.user_id = +@userId'
const ACTIVE = "s.acceptance_required <> 'rejected'"
const PASSED_ON = `s.sender_id = @userId AND s.recipient_id = @shared_with AND s.sender_id <> s.owner_id AND ${ACTIVE}`
const OF_NODE = {
  from: 'classifications c INDEXED BY classifications_in_order CROSS JOIN items i ON i.id = c.item_id',
  where: 'c.node_id = KEY AND c.user_id = +@userId AND c.slot_id IS NULL',
  place: 'c.item_created_at, c.item_id',
}

const WAYS = {
  all: { from: 'items i INDEXED BY items_of_user', where: OF_USER },
  name: { from: 'items i INDEXED BY items_of_user_by_name', where: `${OF_USER} AND i.name = +@name` },
  owner_id: { from: 'items i INDEXED BY items_of_user_by_owner', where: `${OF_USER} AND i.owner_id = KEY` },
  own: { from: 'items i INDEXED BY items_of_user_by_owner', where: `${OF_USER} AND i.owner_id = KEY` },
  copies: {
    from: 'items i INDEXED BY duplicates_of_user',
    where: `${OF_USER} AND i.user_id <> i.owner_id`,
    of: 'own',
  },
  template_ids: {
    from: 'items i INDEXED BY items_by_template',
    where: `i.item_template_id = KEY AND ${OF_USER}`,
  },
  classification_node_name: OF_NODE,
  classification_node_names: OF_NODE,
  classification_scheme_name: OF_NODE,
  // Own items; an active share is in one of three states.
  shared_with: {
    from: 'shares s INDEXED BY shares_of_owner_in_order CROSS JOIN items i ON i.id = s.item_id',
    where: 's.owner_id = +@userId AND s.recipient_id = +@shared_with AND s.acceptance_required = KEY',
    place: 's.item_created_at, s.item_id',
    repeats: true,
  },
  // Copies that were passed on: where they are few, and where they are many.
  few_passed_on: {
    from: 'shares s INDEXED BY shares_passed_on CROSS JOIN items i ON i.original_id = s.item_id AND i.user_id = @userId',
    where: PASSED_ON,
    repeats: true,
    of: 'shared_with',
  },
  many_passed_on: {
    from: 'items i INDEXED BY duplicates_of_user',
    where: `${OF_USER} AND i.user_id <> i.owner_id AND EXISTS (
      SELECT 1 FROM shares s INDEXED BY shares_passed_on WHERE ${PASSED_ON} AND s.item_id = i.original_id)`,
    of: 'shared_with',
  },
  // The ids are at most 500, looked up one by one.
  item_ids: {
    from: 'json_each(@item_ids) k CROSS JOIN items i ON i.id = k.value',
    where: '+i.user_id = @userId',
    repeats: true,
  },
  original_ids: {
    from: 'json_each(@original_ids) k CROSS JOIN items i ON i.original_id = k.value AND i.user_id = @userId',
    where: 'true',
    repeats: true,
  },
} as const satisfies Record<string, Way>

/** A range of one source. */
export function itemRangeSql(way: ItemWay, filter: ItemFilter, range: PageRange): string {
  const { from, where, place = 'i.created_at, i.id', repeats, of = way }: Way = WAYS[way]
  const conditions = [
    where.replaceAll('KEY', '+@key'),
    ...itemConditions({ ...filter, [of]: undefined }),
    ...rangeConditions(range, place),
  ]
  return `SELECT i.* FROM ${from} WHERE ${conditions.join(' AND ')}
    ${repeats ? `GROUP BY ${place}` : ''} ${rangeOrder(range, place)}`
}

/** Counts the items of an index, up to a limit. `@keys`: its sources. */
export function sourceCountSql(way: ItemWay): string {
  const { from, where }: Way = WAYS[way]
  const sources = where.includes('KEY') ? 'json_each(@keys) k CROSS JOIN ' : ''
  return `SELECT count(*) AS count FROM (
    SELECT 1 FROM ${sources}${from.replace(/ CROSS JOIN items i ON .*/, '')} WHERE ${where.replaceAll('KEY', 'k.value')} LIMIT @limit)`
}

/**
 * Conditions on items `i` of the user `@userId`, wherever they are read or counted; all hold.
 *
 * @param among `global`: only nodes that belong to no user count
 */
export function itemConditions(filter: ItemFilter, among: 'all' | 'global' = 'all'): string[] {
  const ofNobody = among === 'global' ? ' AND n.user_id IS NULL' : ''
  return [
    filter.name !== undefined && '+i.name = @name',
    filter.item_ids !== undefined && '+i.id IN (SELECT value FROM json_each(@item_ids))',
    filter.original_ids !== undefined && '+i.original_id IN (SELECT value FROM json_each(@original_ids))',
    filter.template_ids !== undefined && '+i.item_template_id IN (SELECT value FROM json_each(@template_ids))',
    filter.own !== undefined && (filter.own ? '+i.owner_id = i.user_id' : 'i.user_id <> i.owner_id'),
    filter.owner_id !== undefined && '+i.owner_id = @owner_id',
    filter.shared_with !== undefined && IS_SHARED,
    ...nodeConditions(filter).map(([, condition]) => isClassified(condition + ofNobody)),
  ].filter((condition) => condition !== false)
}

/**
 * An active share with somebody: of an own item, whoever sent it, or of a copy that the user passed on. So nobody finds
 * items by shares that they may not see.
 */
const IS_SHARED = /* sql */ `EXISTS (
  SELECT 1 FROM shares s WHERE s.item_id = coalesce(i.original_id, i.id) AND s.recipient_id = @shared_with
    AND @userId IN (s.owner_id, s.sender_id) AND ${ACTIVE})`

const isClassified = (condition: string) => /* sql */ `EXISTS (
  SELECT 1 FROM classifications c
  CROSS JOIN classification_nodes n ON n.id = c.node_id CROSS JOIN classification_schemes h ON h.id = n.scheme_id
  WHERE c.item_id = i.id AND c.slot_id IS NULL AND ${condition})`

/** Conditions on nodes `n` and their schemes `h` by filter: names must be in the scheme, if one is given. */
function nodeConditions(filter: ItemFilter): (readonly [ItemWay, string])[] {
  const inScheme = filter.classification_scheme_name === undefined ? '' : ' AND h.name = @classification_scheme_name'
  const named = [
    filter.classification_node_name !== undefined &&
      (['classification_node_name', `n.name = @classification_node_name${inScheme}`] as const),
    filter.classification_node_names !== undefined &&
      ([
        'classification_node_names',
        `n.name IN (SELECT value FROM json_each(@classification_node_names))${inScheme}`,
      ] as const),
  ].filter((condition) => condition !== false)
  const ofScheme = [['classification_scheme_name', `true${inScheme}`] as const]
  return named.length === 0 && inScheme !== '' ? ofScheme : named
}

/** The nodes that match a filter, among those that the user sees. */
export function nodeIdsSql(filter: ItemFilter, way: ItemWay): string | undefined {
  const condition = nodeConditions(filter).find(([of]) => of === way)?.[1]
  return condition && `${seenNodesSql(condition, 'all')} LIMIT @limit`
}

/**
 * The nodes that the filter asks for first, of those that the user sees or of nobody; undefined where it asks for none.
 * `isOnly`: it asks for no others.
 */
export function wantedNodes(filter: ItemFilter, among: 'all' | 'global') {
  const [first, another] = nodeConditions(filter)
  return first && { sql: seenNodesSql(first[1], among), isOnly: another === undefined }
}

/** The items that have one of the nodes, each once. */
export const classifiedItemsSql = (nodes: string, ofUser: boolean) => /* sql */ `
    SELECT DISTINCT c.item_id FROM classifications c INDEXED BY classifications_in_order
    WHERE c.node_id IN (${nodes}) ${ofUser ? 'AND c.user_id = @userId' : ''} AND c.slot_id IS NULL`

/** Nodes of nobody, and those of `@userId`. */
function seenNodesSql(condition: string, among: 'all' | 'global'): string {
  const tags = among === 'global' ? '' : ` UNION ALL ${nodesSql('= @userId', condition)}`
  return nodesSql('IS NULL', condition) + tags
}

function nodesSql(whose: string, condition: string): string {
  return /* sql */ `SELECT n.id FROM classification_schemes h CROSS JOIN classification_nodes n ON n.scheme_id = h.id
    WHERE n.user_id ${whose} AND ${condition}`
}
