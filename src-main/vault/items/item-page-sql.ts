import type { PageRequest } from '../../../shared/contract/paging.ts'
import type { ItemFilter } from '../../../shared/contract/items.ts'

/**
 * Up to this many classified records, items are looked up from their nodes and sorted; above it, all items are read in
 * order and those without a node are left out. Both stay within milliseconds where the other would not.
 */
export const FEW_CLASSIFIED = 2_000

export interface ItemPageShape extends Pick<PageRequest, 'order'> {
  readonly after: PageRequest['after']
  /** At most {@link FEW_CLASSIFIED} records have a node that the filter asks for. */
  readonly fewClassified?: boolean
}

/**
 * The statement of a page; which conditions it has depends on the filter, their values are bound. `+` before a
 * parameter: SQLite may otherwise compile an ordered statement again whenever a compared value changes.
 */
export function itemPageSql(filter: ItemFilter, { after, order, fewClassified = false }: ItemPageShape): string {
  const namesSome = filter.item_ids ?? filter.original_ids ?? filter.shared_with
  const byId = namesSome !== undefined || fewClassified
  const conditions = [
    // Few ids are looked up one by one; everything else is read in the order of an index of the user.
    byId ? '+i.user_id = @userId' : 'i.user_id = +@userId',
    ...fieldConditions(filter, byId),
    ...nodeConditions(filter).map(fewClassified ? isAmongClassified : isClassified),
    ...(after === undefined ? [] : [`(i.created_at, i.id) ${order === 'asc' ? '>' : '<'} (+@sortValue, +@id)`]),
  ]
  return `SELECT i.* FROM items i WHERE ${conditions.join(' AND ')}
    ORDER BY i.created_at ${order}, i.id ${order} LIMIT +@limit`
}

/**
 * Conditions on items `i` wherever they are counted; values are bound as in {@link itemPageSql}.
 *
 * @param among `global`: only nodes that belong to no user count
 */
export function itemConditions(filter: ItemFilter, among: 'all' | 'global'): string[] {
  const ofNobody = among === 'global' ? ' AND n.user_id IS NULL' : ''
  const onNodes = nodeConditions(filter).map((condition) => isClassified(condition + ofNobody))
  return [...fieldConditions(filter, true), ...onNodes]
}

function fieldConditions(filter: ItemFilter, byId: boolean): string[] {
  return [
    filter.name !== undefined && 'i.name = +@name',
    filter.item_ids !== undefined && 'i.id IN (SELECT value FROM json_each(@item_ids))',
    filter.original_ids !== undefined && 'i.original_id IN (SELECT value FROM json_each(@original_ids))',
    filter.template_ids !== undefined && templateCondition(filter.template_ids, byId),
    filter.own !== undefined && (filter.own ? 'i.user_id = +i.owner_id' : 'i.user_id <> i.owner_id'),
    filter.owner_id !== undefined && 'i.owner_id = +@owner_id',
    filter.shared_with !== undefined && `i.id IN (${SHARED_WITH})`,
  ].filter((condition) => condition !== false)
}

/**
 * Items of which an active share reaches somebody: own ones, whoever sent it, and copies that the user passed on. Nobody
 * finds more than shares that are theirs to see.
 */
const SHARED_WITH = /* sql */ `
  SELECT o.item_id FROM shares o
  WHERE o.owner_id = @userId AND o.recipient_id = @shared_with AND o.acceptance_required <> 'rejected'
  UNION ALL
  SELECT coalesce(copy.id, s.item_id) FROM shares s
  LEFT JOIN items copy ON copy.original_id = s.item_id AND copy.user_id = s.sender_id
  WHERE s.sender_id = @userId AND s.recipient_id = @shared_with AND s.acceptance_required <> 'rejected'`

/** One template has its items in order in an index; items of several are picked out of all items in order. */
function templateCondition(ids: readonly string[], byId: boolean): string {
  return ids.length === 1 && !byId
    ? 'i.item_template_id = +(SELECT value FROM json_each(@template_ids))'
    : '+i.item_template_id IN (SELECT value FROM json_each(@template_ids))'
}

/** Counts the records of a user that have a node of the first condition; undefined when the filter asks for none. */
export function classifiedCountSql(filter: ItemFilter): string | undefined {
  const [condition] = nodeConditions(filter)
  return (
    condition &&
    /* sql */ `
    SELECT coalesce(sum(k.classifications_count), 0) AS classified
    FROM classification_nodes n
    JOIN classification_schemes s ON s.id = n.scheme_id
    JOIN classification_counts k ON k.node_id = n.id AND k.user_id = @userId
    WHERE ${condition}`
  )
}

/** Conditions on nodes `n` and their schemes `s`: names must be in the scheme, if one is given. */
function nodeConditions(filter: ItemFilter): string[] {
  const inScheme = filter.classification_scheme_name === undefined ? [] : ['s.name = @classification_scheme_name']
  const named = [
    filter.classification_node_name !== undefined && 'n.name = @classification_node_name',
    filter.classification_node_names !== undefined &&
      'n.name IN (SELECT value FROM json_each(@classification_node_names))',
  ].filter((condition) => condition !== false)
  return named.length === 0 ? inScheme : named.map((condition) => [condition, ...inScheme].join(' AND '))
}

const isClassified = (condition: string) => /* sql */ `EXISTS (
  SELECT 1 FROM classifications c WHERE c.item_id = i.id AND c.slot_id IS NULL AND +c.node_id IN (${nodes(condition)}))`

const isAmongClassified = (condition: string) => /* sql */ `i.id IN (
  SELECT c.item_id FROM classifications c
  WHERE c.user_id = @userId AND c.slot_id IS NULL AND c.node_id IN (${nodes(condition)}))`

function nodes(condition: string): string {
  return `SELECT n.id FROM classification_nodes n JOIN classification_schemes s ON s.id = n.scheme_id WHERE ${condition}`
}
