import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import type { InputFor, ReplyFor } from '../../../shared/contract/operation.ts'
import type { definitionOperations, DefinitionRow } from '../../../shared/contract/workbench-exchange.ts'
import { isQueryDefinition } from '../../../shared/dcql/query.ts'
import type { DefinitionFault } from '../../../shared/presentation-exchange/definition-faults.ts'
import { isObject, listOf, memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { compareTexts } from '../../../shared/folded-text.ts'
import { bestMatches, holdsWords } from '../../../shared/word-search.ts'
import type { Sender } from '../../service/fair-queue.ts'
import type { DefinitionIndexStore, DefinitionTitle, IndexedDefinition } from './presentation-definition-store.ts'
import type { ReadDefinition } from './definition-reader.ts'

interface DefinitionUse {
  /** The number of requests that use it. */
  readonly requests: number
  /** The only scenario that uses it; null if none does, or several do. */
  readonly scenario: string | null
}

/** Reads the uses by definition id; unused definitions may be missing. */
export type ReadUses = () => ReadonlyMap<string, DefinitionUse>

interface DefinitionIndexDependencies {
  readonly store: DefinitionIndexStore
  readonly readUses: ReadUses
  /** Checks a definition, on a worker thread if that takes long. */
  readonly read: ReadDefinition
}

export type DefinitionIndex = ReturnType<typeof createDefinitionIndex>

type Rows = ReplyFor<typeof definitionOperations.definitionRows>
type RowsQuery = InputFor<typeof definitionOperations.definitionRows>['query']
type Opened = ReplyFor<typeof definitionOperations.definitionOpen>

/** The window as a sender; no subscription key has this id. */
const WINDOW: Sender = { key: 'window' }

/** The window's list of all definitions (docs/contract/exchange.md, Definitions). */
export function createDefinitionIndex({ store, readUses, read }: DefinitionIndexDependencies) {
  return { rows, row, open, has, requireDefinition, savePrevious, deleteUnusedOfScenarios }

  function rows(query: RowsQuery): Rows {
    const titles = store.titles()
    const all = titles.filter(({ of_scenario }) => (of_scenario === 1) === (query.made_by === 'scenarios'))
    const { text = '', order_by } = query
    const textsOf = ({ name, purpose, id }: DefinitionTitle) => [name, purpose, id]
    const matching =
      order_by === undefined ? bestMatches(all, text, textsOf) : all.filter((one) => holdsWords(textsOf(one), text))
    const uses = readUses()
    const read = (titles: readonly DefinitionTitle[]): DefinitionRow[] =>
      titles.flatMap(({ id }) => {
        const found = store.find(id)
        return found === undefined ? [] : [rowOf(found, definitionOf(found), uses)]
      })
    const range = [query.offset, query.offset + query.limit] as const
    return {
      // The stored order needs only the definitions shown; any other order needs all.
      rows: isStoredOrder(query) ? read(matching.slice(...range)) : sortedRows(read(matching), query).slice(...range),
      matching: matching.length,
      total: all.length,
      of_scenarios: titles.filter(({ of_scenario }) => of_scenario === 1).length,
    }
  }

  function has(id: string): boolean {
    return store.find(id) !== undefined
  }

  /** Deletes the definitions of scenarios that no request uses. Returns how many. */
  function deleteUnusedOfScenarios(): number {
    const uses = readUses()
    const unused = store.titles().filter(({ id, of_scenario }) => of_scenario === 1 && !uses.has(id))
    return unused.filter(({ id }) => store.removeOfScenario(id)).length
  }

  /** @throws {ServiceError} `not_found` */
  function row(id: string): DefinitionRow {
    const found = get(id)
    return rowOf(found, definitionOf(found), readUses())
  }

  /** @throws {ServiceError} `not_found`; `too_many_requests` if too many definitions are waiting for their check */
  async function open(id: string): Promise<Opened> {
    const found = get(id)
    const definition = definitionOf(found)
    const warnings = await warningsOf(definition)
    return { row: rowOf(found, definition, readUses()), definition: { ...definition }, warnings: [...warnings] }
  }

  /** The warnings about a definition; empty for an old one that today's rules refuse. */
  async function warningsOf(definition: JsonObject): Promise<readonly DefinitionFault[]> {
    const { id: _id, ...asSent } = definition // the exchange assigned the id
    try {
      return (await read(asSent, WINDOW)).warnings
    } catch (fault) {
      if (fault instanceof ServiceError && fault.code === 'invalid_params') return []
      throw fault
    }
  }

  function get(id: string): IndexedDefinition {
    const found = store.find(id)
    if (found === undefined) throw new ServiceError('not_found', 'This workspace has no such presentation definition.')
    return found
  }

  function savePrevious(id: string, previousId: string): void {
    store.savePrevious(id, previousId)
  }

  /** @throws {ServiceError} `invalid_params` naming `path` if there is no such definition */
  function requireDefinition(id: string, path: string): void {
    if (has(id)) return
    throw faultyFieldsError([{ path, code: 'invalid_params', rule: 'names no definition of this workspace' }])
  }
}

/** Whether the rows are wanted in the order of the store, the newest first. */
const isStoredOrder = ({ order_by = 'created_at', order }: RowsQuery): boolean =>
  order_by === 'created_at' && order === 'desc'

/** Sorts rows; equal ones stay newest first. */
function sortedRows(
  rows: readonly DefinitionRow[],
  { order_by = 'created_at', order }: RowsQuery,
): readonly DefinitionRow[] {
  const sign = order === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [one, other] = [a[order_by] ?? '', b[order_by] ?? '']
    if (typeof one === 'number' && typeof other === 'number') return sign * (one - other)
    return sign * compareTexts(String(one), String(other))
  })
}

function definitionOf({ id, text }: IndexedDefinition): JsonObject {
  const definition: unknown = JSON.parse(text)
  if (!isObject(definition)) throw new Error(`the stored definition ${id} is not an object`)
  return definition
}

function rowOf(
  { id, created_at, created_by, previous_id, of_scenario }: IndexedDefinition,
  definition: JsonObject,
  uses: ReturnType<ReadUses>,
): DefinitionRow {
  const isQuery = isQueryDefinition(definition)
  const descriptors = listOf(
    isQuery ? memberOf(memberOf(definition, 'dcql_query'), 'credentials') : memberOf(definition, 'input_descriptors'),
  )
  return {
    id,
    name: textOf(memberOf(definition, 'name')) ?? null,
    purpose: textOf(memberOf(definition, 'purpose')) ?? null,
    created_at,
    created_by,
    previous_id,
    of_scenario: of_scenario === 1,
    language: isQuery ? 'dcql' : 'presentation_exchange',
    scenario: of_scenario === 1 ? (uses.get(id)?.scenario ?? null) : null,
    inputs: descriptors.length,
    groups: [...new Set(descriptors.flatMap((descriptor) => textsOf(memberOf(descriptor, 'group'))))],
    requests: uses.get(id)?.requests ?? 0,
  }
}
