import { JSONPathEnvironment, JSONPathError, JSONPathNode, JSONPathNodeList, jsonpath, Nothing } from 'json-p3'
import type { FilterFunction, JSONPathQuery, JSONValue } from 'json-p3'
import type { Budget } from './budget.ts'
import { BudgetSpent, newBudget, spend } from './budget.ts'
import { translateIRegexp } from './i-regexp.ts'
import type { Location } from './json.ts'
import { isObject, lengthInCharacters, listOf } from './json.ts'
import type { IsUnordered } from '../json-schema/json-schema-keyword.ts'
import { isAbsoluteUri } from '../json-schema/uri-references.ts'
import { linearPattern, TEXT_END, TEXT_START } from '../json-schema/linear-pattern.ts'

/** A value that a path selected, with its location. */
export interface Selected {
  readonly value: unknown
  readonly location: Location
}

/** A compiled JSONPath (RFC 9535). */
export interface PreparedPath {
  readonly text: string
  /** Selects at most `limit` values, in document order. @throws {BudgetSpent} */
  select(root: unknown, limit: number, budget: Budget): readonly Selected[]
  /**
   * Selects all values from the plain form of linked data, in which a single value means the same as a list of one, and a
   * string may be a reference. So an index, filter or wildcard also selects single values, and `id` also selects the string
   * of a reference. An index or slice of an unordered list selects all of its values.
   *
   * @param isUnordered whether a list has no stated order
   * @throws {BudgetSpent}
   */
  selectStated(root: unknown, isUnordered: IsUnordered, budget: Budget): readonly Selected[]
  /** The names of members in the path and its filters. */
  readonly names: readonly string[]
}

/** The text is not a JSONPath. */
export class PathFault extends Error {
  /** The position in UTF-16 units from the start of the path. */
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.name = 'PathFault'
    this.position = position
  }
}

/** Paths and patterns longer than this are refused. */
export const MAX_PATH_LENGTH = 512

/** @throws {PathFault} */
export function preparePath(text: string): PreparedPath {
  if (text.length > MAX_PATH_LENGTH) throw new PathFault('the path is too long', MAX_PATH_LENGTH)
  const query = compile(text)
  const steps = singularSteps(query)
  const names = partsOf(query, jsonpath.selectors.NameSelector).map(({ name }) => name)
  const dependsOnForm = query.segments.some(({ selectors }) =>
    selectors.some((selector) => !isName(selector) || selector.name === 'id'),
  )
  const path = steps === undefined ? meteredPath(text, query) : singularPath(text, steps)
  let statedPath: Path | undefined
  let isUnorderedNow: IsUnordered = ALL_ORDERED
  const selectStated: PreparedPath['selectStated'] = (root, isUnordered, budget) => {
    if (!dependsOnForm) return path.select(root, Infinity, budget)
    const unorderedCopies = new Set<unknown>()
    const expanded = expandForms(root, query.segments, { isUnordered, budget, unorderedCopies })
    isUnorderedNow = (list) => unorderedCopies.has(list) || isUnordered(list)
    statedPath ??= areNames(steps)
      ? namesPath(text, steps)
      : meteredPath(text, compile(text), (list) => isUnorderedNow(list))
    return [root, expanded].flatMap((form) => statedPath?.select(form, Infinity, budget) ?? [])
  }
  return { ...path, names, selectStated }
}

type Segment = JSONPathQuery['segments'][number]

interface Expansion {
  readonly isUnordered: IsUnordered
  readonly budget: Budget
  readonly unorderedCopies: Set<unknown>
}

/**
 * Copies a document along a path, including its descents and filters, with a list in place of each single value in which
 * the path selects entries, and an object in place of each reference of which it selects the `id`.
 */
function expandForms(value: unknown, segments: readonly Segment[], expansion: Expansion): unknown {
  const [segment, ...rest] = segments
  if (segment === undefined || value === undefined) return value
  spend(expansion.budget, 1 + sizeOf(value))
  const names = segment.selectors.filter(isName).map(({ name }) => name)
  const isDescent = String(segment).startsWith('..')
  const selectsEntries = names.length < segment.selectors.length
  if (selectsEntries && !isDescent) {
    const queries = segment.selectors.flatMap(queriesIn)
    const entries = listOf(value).map((entry) => {
      const filtered = queries.reduce((copy, query) => expandForms(copy, query.segments, expansion), entry)
      return expandForms(filtered, rest, expansion)
    })
    return keepUnordered(value, entries, expansion)
  }
  if (typeof value === 'string' && names.includes('id') && isAbsoluteUri(value)) return { id: value }
  const expandPart = (part: unknown, name: string | number) => {
    const descended = isDescent ? expandForms(part, segments, expansion) : part
    return names.includes(String(name)) ? expandForms(descended, rest, expansion) : descended
  }
  if (Array.isArray(value)) return isDescent ? keepUnordered(value, value.map(expandPart), expansion) : value
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, expandPart(part, name)]))
}

function keepUnordered(
  original: unknown,
  copy: readonly unknown[],
  { isUnordered, unorderedCopies }: Expansion,
): readonly unknown[] {
  if (Array.isArray(original) && isUnordered(original)) unorderedCopies.add(copy)
  return copy
}

/** The queries in a filter that are relative to the filtered entry. */
function queriesIn(selector: unknown): readonly JSONPathQuery[] {
  if (!(selector instanceof jsonpath.selectors.FilterSelector)) return []
  return partsOf(selector, jsonpath.expressions.RelativeQuery).map(({ path }) => path)
}

/** The outermost parts of one class in a compiled query. */
function partsOf<Part>(whole: object, kind: abstract new (...given: never[]) => Part): readonly Part[] {
  const found: Part[] = []
  visitParts(whole, (part) => {
    const isFound = part instanceof kind
    if (isFound) found.push(part)
    return !isFound
  })
  return found
}

/** Visits each object of a compiled query once. @param visit returns whether to visit the parts of the object too */
function visitParts(part: unknown, visit: (part: object) => boolean, seen = new Set<unknown>()): void {
  if (typeof part !== 'object' || part === null || part instanceof JSONPathEnvironment || seen.has(part)) return
  seen.add(part)
  if (visit(part)) for (const inner of Object.values(part)) visitParts(inner, visit, seen)
}

function isName(selector: jsonpath.JSONPathSelector): selector is jsonpath.selectors.NameSelector {
  return selector instanceof jsonpath.selectors.NameSelector
}

function compile(text: string): JSONPathQuery {
  try {
    return environment.compile(text)
  } catch (fault) {
    if (!(fault instanceof JSONPathError)) throw fault
    const advice = text.includes('length-1') ? '; the last entry is [-1]' : ''
    throw new PathFault(`${fault.message}${advice}`, Math.min(fault.token.index, text.length))
  }
}

/** The steps of a path that consists of names and indices, so it selects at most one value; undefined for any other path. */
function singularSteps(query: JSONPathQuery): Location | undefined {
  if (!query.singularQuery()) return undefined
  return query.segments.map(({ selectors: [selector] }) => {
    if (selector instanceof jsonpath.selectors.NameSelector) return selector.name
    if (selector instanceof jsonpath.selectors.IndexSelector) return selector.index
    throw new Error('a singular path has only names and indices')
  })
}

type Path = Pick<PreparedPath, 'text' | 'select'>

function singularPath(text: string, steps: Location): Path {
  const isNormalized = steps.every((step) => typeof step === 'string' || step >= 0)
  return {
    text,
    select(root, limit, budget) {
      spend(budget, 1)
      let value = root
      for (const step of steps) value = child(value, step)
      if (value === undefined || limit === 0) return []
      return [{ value, location: isNormalized ? steps : normalizedLocation(root, steps) }]
    },
  }
}

function areNames(steps: Location | undefined): steps is readonly string[] {
  return steps?.every((step) => typeof step === 'string') === true
}

/** A path of names, which costs as much as it does in the library. */
function namesPath(text: string, names: readonly string[]): Path {
  return {
    text,
    select(root, _limit, budget) {
      let value = root
      for (const [depth, name] of names.entries()) {
        spend(budget, costOfStep(depth))
        value = child(value, name)
        if (value === undefined) return []
      }
      return [{ value, location: names }]
    },
  }
}

function child(value: unknown, step: string | number): unknown {
  if (typeof step === 'string') return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
  return Array.isArray(value) ? (value.at(step) as unknown) : undefined
}

/** Replaces negative indices, which count from the end. */
function normalizedLocation(root: unknown, steps: Location): Location {
  let value = root
  return steps.map((step) => {
    const length = Array.isArray(value) ? value.length : 0
    value = child(value, step)
    return typeof step === 'number' && step < 0 ? length + step : step
  })
}

/** A path that the library evaluates, with a budget for what its selectors and nested filters look at. */
function meteredPath(text: string, query: JSONPathQuery, isUnordered: IsUnordered = ALL_ORDERED): Path {
  visitParts(query, (part) => {
    if (part instanceof jsonpath.JSONPathSelector) meterSelector(part, isUnordered)
    if (part instanceof jsonpath.expressions.InfixExpression) meterComparison(part)
    return true
  })
  const select: PreparedPath['select'] = (root, limit, budget) =>
    withBudget(budget, () => {
      const selected: Selected[] = []
      if (limit === 0) return selected
      for (const { value, location } of query.lazyQuery(root as JSONValue)) {
        selected.push({ value, location })
        if (selected.length === limit) break
      }
      return selected
    })
  return { text, select }
}

/** The budget of the running call. The library cannot pass one on, but calls are synchronous, so only one runs at a time. */
let runningBudget: Budget = newBudget(0)

function withBudget<Result>(budget: Budget, work: () => Result): Result {
  const previous = runningBudget
  runningBudget = budget
  try {
    return work()
  } catch (fault) {
    // The document is nested too deeply for the library, or the path selected more than the stack holds.
    throw fault instanceof JSONPathError || fault instanceof RangeError ? new BudgetSpent() : fault
  } finally {
    runningBudget = previous
  }
}

const ALL_ORDERED: IsUnordered = () => false

/** Makes a selector pay for what it looks at, and an index or slice of an unordered list select all entries or none. */
function meterSelector(selector: jsonpath.JSONPathSelector, isUnordered: IsUnordered): void {
  const { IndexSelector, NameSelector, SliceSelector } = jsonpath.selectors
  const resolve = selector.resolve.bind(selector)
  const selectsOne = selector instanceof NameSelector || selector instanceof IndexSelector
  const selectsByPosition = selector instanceof IndexSelector || selector instanceof SliceSelector
  selector.resolve = (node) => {
    spend(runningBudget, costOfStep(node.location.length) + (selectsOne ? 0 : sizeOf(node.value)))
    const found = resolve(node)
    const { value, location, root } = node
    if (!selectsByPosition || found.length === 0 || !Array.isArray(value) || !isUnordered(value)) return found
    spend(runningBudget, value.length)
    return value.map((entry, index) => new JSONPathNode(entry, [...location, index], root))
  }
}

/** For every node, the library copies the location and passes the node through a generator for each level. */
function costOfStep(depth: number): number {
  return 1 + depth / 8
}

function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return isObject(value) ? Object.keys(value).length : 0
}

/** Makes a comparison pay for the whole of both values, though it ends at the first difference. */
function meterComparison(expression: jsonpath.expressions.InfixExpression): void {
  if (expression.logical) return
  for (const side of [expression.left, expression.right]) {
    if (!(side instanceof jsonpath.expressions.FilterQuery)) continue
    const evaluate = side.evaluate.bind(side)
    side.evaluate = (context) => {
      const found = evaluate(context)
      if (found instanceof JSONPathNodeList) for (const value of found.values()) spendOn(value)
      return found
    }
  }
}

function spendOn(value: unknown): void {
  spend(runningBudget, typeof value === 'string' ? 1 + value.length / 64 : 1)
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) spendOn(part)
}

/**
 * The functions `match` and `search` of RFC 9535, with an engine that does not backtrack. A pattern that is not an I-Regexp
 * (RFC 9485), or repeats more often than the engine allows, matches nothing.
 */
function patternFunction(matchesWhole: boolean): FilterFunction {
  return {
    argTypes: [jsonpath.FunctionExpressionType.ValueType, jsonpath.FunctionExpressionType.ValueType],
    returnType: jsonpath.FunctionExpressionType.LogicalType,
    call(text: unknown, pattern: unknown) {
      if (typeof text !== 'string' || typeof pattern !== 'string' || pattern.length > MAX_PATH_LENGTH) return false
      const syntax = translateIRegexp(pattern)
      if (syntax === undefined) return false
      const anchored = matchesWhole ? `${TEXT_START}(?:${syntax})${TEXT_END}` : syntax
      return linearPattern(anchored, runningBudget)?.test(text, runningBudget) ?? false
    },
  }
}

/** The function `length` of RFC 9535. It pays for the characters of a string, because it counts them one by one. */
const lengthFunction: FilterFunction = {
  argTypes: [jsonpath.FunctionExpressionType.ValueType],
  returnType: jsonpath.FunctionExpressionType.ValueType,
  call(value: unknown) {
    if (typeof value !== 'string') return Array.isArray(value) || isObject(value) ? sizeOf(value) : Nothing
    spend(runningBudget, value.length / 16)
    return lengthInCharacters(value)
  },
}

const environment = new JSONPathEnvironment({ maxRecursionDepth: 100 })
environment.functionRegister.set('length', lengthFunction)
environment.functionRegister.set('match', patternFunction(true))
environment.functionRegister.set('search', patternFunction(false))
