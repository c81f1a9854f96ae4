import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import type { ReplyFor } from '../../../shared/contract/operation.ts'
import type { definitionOperations, DefinitionRow } from '../../../shared/contract/workbench-exchange.ts'
import { checkDefinition } from '../../../shared/presentation-exchange/check-definition.ts'
import { isObject, listOf, memberOf, textOf, textsOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { DefinitionIndexStore, DefinitionTitle, IndexedDefinition } from './definition-index-store.ts'

/** How often each definition is asked for, by its id; those nobody asks for may be left out. */
export type CountRequests = () => ReadonlyMap<string, number>

export type DefinitionIndex = ReturnType<typeof createDefinitionIndex>

type Rows = ReplyFor<typeof definitionOperations.definitionRows>
type Opened = ReplyFor<typeof definitionOperations.definitionOpen>

/** The window's list of definitions, whoever made them (exchange contract 2.1). */
export function createDefinitionIndex(store: DefinitionIndexStore, countRequests: CountRequests) {
  return { rows, open, requireDefinition, savePrevious }

  function rows(query: { readonly text?: string | undefined; readonly offset: number; readonly limit: number }): Rows {
    const all = store.titles()
    const matching = query.text === undefined ? all : all.filter(isNamed(query.text))
    const requests = countRequests()
    const page = matching.slice(query.offset, query.offset + query.limit)
    return {
      rows: page.flatMap(({ id }) => {
        const found = store.find(id)
        return found === undefined ? [] : [rowOf(found, definitionOf(found), requests)]
      }),
      matching: matching.length,
      total: all.length,
    }
  }

  /** @throws {ServiceError} `not_found` */
  function open(id: string): Opened {
    const found = store.find(id)
    if (found === undefined) throw new ServiceError('not_found', 'this workspace has no such presentation definition')
    const definition = definitionOf(found)
    const { id: _id, ...asSent } = definition // the id was given by the exchange; a warning about it would be about nothing
    const { warnings } = checkDefinition(asSent)
    return { row: rowOf(found, definition, countRequests()), definition: { ...definition }, warnings: [...warnings] }
  }

  function savePrevious(id: string, previousId: string): void {
    store.savePrevious(id, previousId)
  }

  /** @throws {ServiceError} `invalid_params` naming `path` when there is no such definition */
  function requireDefinition(id: string, path: string): void {
    if (store.find(id) !== undefined) return
    throw faultyFieldsError([{ path, code: 'invalid_params', message: `${path} is no definition of this workspace` }])
  }
}

function isNamed(text: string): (title: DefinitionTitle) => boolean {
  const wanted = text.trim().toLocaleLowerCase('en')
  return ({ id, name, purpose }) =>
    [id, name, purpose].some((one) => one?.toLocaleLowerCase('en').includes(wanted) === true)
}

function definitionOf({ id, text }: IndexedDefinition): JsonObject {
  const definition: unknown = JSON.parse(text)
  if (!isObject(definition)) throw new Error(`the stored definition ${id} is not an object`)
  return definition
}

function rowOf(
  { id, created_at, created_by, previous_id }: IndexedDefinition,
  definition: JsonObject,
  requests: ReadonlyMap<string, number>,
): DefinitionRow {
  const descriptors = listOf(memberOf(definition, 'input_descriptors'))
  return {
    id,
    name: textOf(memberOf(definition, 'name')) ?? null,
    purpose: textOf(memberOf(definition, 'purpose')) ?? null,
    created_at,
    created_by,
    previous_id,
    inputs: descriptors.length,
    groups: [...new Set(descriptors.flatMap((descriptor) => textsOf(memberOf(descriptor, 'group'))))],
    requests: requests.get(id) ?? 0,
  }
}
