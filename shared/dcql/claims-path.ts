import { spend } from '../presentation-exchange/budget.ts'
import type { Budget } from '../presentation-exchange/budget.ts'
import type { JsonObject } from '../presentation-exchange/json.ts'
import { isObject, listOf, memberOf } from '../presentation-exchange/json.ts'
import type { Selected } from '../presentation-exchange/json-path.ts'
import type { IsUnordered } from '../json-schema/json-schema-keyword.ts'
import { isAbsoluteUri } from '../json-schema/uri-references.ts'
import type { ClaimsPath, PathStep } from './query.ts'

/**
 * Processes a claims path pointer (OpenID4VP 1.0, 7.1): a name selects a member, an index an element, null all
 * elements. What has no such member or element is dropped; a name for what is no object, or an index or null for what is
 * no list, ends the processing.
 *
 * @returns the selected elements with their places; empty where the specification has an error
 * @throws {BudgetSpent}
 */
export function selectClaims(root: JsonObject, path: ClaimsPath, budget: Budget): readonly Selected[] {
  return process(root, path, budget, stepInJson)
}

/**
 * The same in what linked data states, where a single value is a list of one, an index of a list without an order stands
 * for each of its values, and a reference that is a text has itself as its `id`
 * (docs/contract/exchange.md, Evaluation: linked data).
 *
 * @param isUnordered whether nothing states the order of a list
 * @throws {BudgetSpent}
 */
// eslint-disable-next-line max-params -- as selectClaims, and the order of lists
export function selectStated(
  root: JsonObject,
  path: ClaimsPath,
  budget: Budget,
  isUnordered: IsUnordered,
): readonly Selected[] {
  return process(root, path, budget, (one, step) => stepInStatements(one, step, isUnordered))
}

/** The next elements; undefined where the kind of the value does not fit the step. */
type TakeStep = (one: Selected, step: PathStep) => readonly Selected[] | undefined

// eslint-disable-next-line max-params -- what is processed, and how
function process(root: JsonObject, path: ClaimsPath, budget: Budget, take: TakeStep): readonly Selected[] {
  let selected: readonly Selected[] = [{ value: root, location: [] }]
  for (const step of path) {
    const next: Selected[] = []
    for (const one of selected) {
      const found = take(one, step)
      if (found === undefined) return []
      spend(budget, 1 + found.length)
      for (const element of found) next.push(element)
    }
    selected = next
  }
  return selected
}

function stepInJson({ value, location }: Selected, step: PathStep): readonly Selected[] | undefined {
  if (typeof step === 'string') return isObject(value) ? memberAt(value, location, step) : undefined
  return Array.isArray(value) ? elementsAt(value, location, step) : undefined
}

function stepInStatements(
  { value, location }: Selected,
  step: PathStep,
  isUnordered: IsUnordered,
): readonly Selected[] | undefined {
  if (typeof step !== 'string') {
    const list = listOf(value)
    const all = elementsAt(list, location, null)
    const isEach = typeof step === 'number' && step < list.length && isUnordered(list)
    return isEach ? all : elementsAt(list, location, step)
  }
  if (step === 'id' && typeof value === 'string' && isAbsoluteUri(value)) return [{ value, location }]
  return isObject(value) ? memberAt(value, location, step) : undefined
}

function memberAt(value: JsonObject, location: Selected['location'], name: string): readonly Selected[] {
  const member = memberOf(value, name)
  return member === undefined ? [] : [{ value: member, location: [...location, name] }]
}

function elementsAt(
  list: readonly unknown[],
  location: Selected['location'],
  step: number | null,
): readonly Selected[] {
  if (step === null) return list.map((value, index) => ({ value, location: [...location, index] }))
  return step < list.length ? [{ value: list[step], location: [...location, step] }] : []
}

/** A path as people read it: its JSON. */
export function pathText(path: ClaimsPath): string {
  return JSON.stringify(path)
}
