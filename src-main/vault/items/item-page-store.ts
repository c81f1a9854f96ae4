import type { ItemFilter } from '../../../shared/contract/items.ts'
import type { Cursor, Page, PageRequest } from '../../../shared/contract/paging.ts'
import { mergedPage, rangeValues } from '../../service/merged-pages.ts'
import { idList } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'
import { statementCache } from '../../sqlite/statement-cache.ts'
import type { ItemWay } from './item-page-sql.ts'
import { itemRangeSql, nodeIdsSql, sourceCountSql } from './item-page-sql.ts'

/** Filters with up to this many matches are compared by number; of those with more, the first is used. */
const MANY = 1_000
/** The limit for sources of one page. */
const MAX_SOURCES = 500
const ACTIVE_STATES = ['accepted', 'acceptance_not_required', 'acceptance_required']

/** The rows of an index, or of one of its keys if it has several. */
interface Source {
  readonly way: ItemWay
  readonly key?: string
}

/** The fields that determine an item's place in a page. */
interface Placed {
  readonly id: string
  readonly created_at: string
}

type Values = Readonly<Record<string, unknown>> & { readonly userId: string }

/**
 * Reads pages of items by the filter that finds the fewest: to find few among many would read all items of the user
 * (docs/contract/vault.md, Items: filters).
 *
 * @param many items beyond this number are not counted
 */
export function itemPages<Item extends Placed>(connection: Connection, many = MANY) {
  const rows = statementCache<Item>(connection)
  const shortest = sourceChoice(connection, many)

  return function pageOfItems(userId: string, filter: ItemFilter, request: PageRequest): Page<Item> {
    const values = {
      ...filter,
      userId,
      item_ids: idList(filter.item_ids),
      original_ids: idList(filter.original_ids),
      template_ids: idList(filter.template_ids),
      classification_node_names: JSON.stringify(filter.classification_node_names ?? []),
    }
    return mergedPage(
      {
        sources: shortest(filter, values),
        read: ({ way, key }, range) =>
          rows(itemRangeSql(way, filter, range)).all({ ...values, key, ...rangeValues(range) }),
        place: itemPlace,
      },
      request,
    )
  }
}

/** Decides by which filter items are read. */
function sourceChoice(connection: Connection, many: number) {
  const count = statementCache<{ readonly count: number }>(connection)
  const nodes = statementCache<{ readonly id: string }>(connection)
  return shortest

  /** The sources of the filter that finds the fewest items, or of all items. */
  function shortest(filter: ItemFilter, values: Values): readonly Source[] {
    if (filter.item_ids !== undefined) return [{ way: 'item_ids' }]
    if (filter.original_ids !== undefined) return [{ way: 'original_ids' }]
    const [first, ...others] = sourcesByFilter(filter, values)
    if (first === undefined) return [{ way: 'all' }]
    if (others.length === 0) return first
    return others.reduce(
      (best, sources) => {
        const found = countUpToMany(sources, values)
        return found < best.found ? { sources, found } : best
      },
      { sources: first, found: countUpToMany(first, values) },
    ).sources
  }

  /** The sources of each filter, except those that have too many. */
  function sourcesByFilter(filter: ItemFilter, values: Values): readonly (readonly Source[])[] {
    const { owner_id, own, name, template_ids, shared_with } = filter
    return [
      owner_id === undefined ? undefined : [{ way: 'owner_id', key: owner_id } as const],
      name === undefined ? undefined : [{ way: 'name' } as const],
      template_ids && sourcesOf('template_ids', new Set(template_ids.map((id) => id.toLowerCase()))),
      alongNodes('classification_node_name', filter, values),
      alongNodes('classification_node_names', filter, values),
      alongNodes('classification_scheme_name', filter, values),
      shared_with === undefined ? undefined : [...sourcesOf('shared_with', ACTIVE_STATES), passedOn(values)],
      own === undefined
        ? undefined
        : [own ? ({ way: 'own', key: values.userId } as const) : ({ way: 'copies' } as const)],
    ].filter((sources) => sources !== undefined)
  }

  function alongNodes(way: ItemWay, filter: ItemFilter, values: Values): readonly Source[] | undefined {
    const sql = nodeIdsSql(filter, way)
    const found = sql === undefined ? undefined : nodes(sql).all({ ...values, limit: MAX_SOURCES + 1 })
    return found === undefined || found.length > MAX_SOURCES
      ? undefined
      : sourcesOf(
          way,
          found.map(({ id }) => id),
        )
  }

  function passedOn(values: Values): Source {
    return { way: countUpToMany([{ way: 'few_passed_on' }], values) < many ? 'few_passed_on' : 'many_passed_on' }
  }

  function countUpToMany(sources: readonly Source[], values: Values): number {
    const byWay = Map.groupBy(sources, ({ way }) => way)
    return [...byWay].reduce((sum, [way, ofWay]) => {
      const keys = JSON.stringify(ofWay.map(({ key }) => key))
      return sum + (count(sourceCountSql(way)).get({ ...values, keys, limit: many })?.count ?? 0)
    }, 0)
  }
}

function sourcesOf(way: ItemWay, keys: Iterable<string>): readonly Source[] {
  return [...keys].map((key) => ({ way, key }))
}

const itemPlace = (item: Placed): Cursor => ({ sortValue: item.created_at, id: item.id })
