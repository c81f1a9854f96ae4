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

/** A JSONPath of RFC 9535, ready to be tried on documents. */
export interface PreparedPath {
  readonly text: string
  /**
   * Values it selects, in document order, at most `limit`.
   *
   * @throws {BudgetSpent}
   */
  some(root: unknown, limit: number, budget: Budget): readonly Selected[]
  /**
   * Each value it selects in what linked data states. There a single value and a list of it say the same, so that an index, a
   * filter or a wildcard finds either, and the `id` of a reference that is a text; and where nothing states the order of
   * values, an index stands for all of them.
   *
   * @param isUnordered whether nothing states the order of a list
   * @throws {BudgetSpent}
   */
  stated(root: unknown, isUnordered: IsUnordered, budget: Budget): readonly Selected[]
  /** Names of members that it asks for, also in its filters. */
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
  const looksForEntries = query.segments.some(({ selectors }) =>
    selectors.some((selector) => !isName(selector) || selector.name === 'id'),
  )
  const plain = steps === undefined ? meteredPath(text, query) : plainPath(text, steps)
  let metered: Path | undefined
  let unorderedNow: IsUnordered = NO_LIST
  const stated: PreparedPath['stated'] = (root, isUnordered, budget) => {
    if (!looksForEntries) return plain.some(root, Infinity, budget)
    const copies = new Set<unknown>()
    const listed = withLists(root, query.segments, { isUnordered, budget, copies })
    unorderedNow = (list) => copies.has(list) || isUnordered(list)
    metered ??= meteredPath(text, compile(text), (list) => unorderedNow(list))
    return [root, listed].flatMap((form) => metered?.some(form, Infinity, budget) ?? [])
  }
  return { ...plain, names, stated }
}

type Segment = JSONPathQuery['segments'][number]

interface Listing {
  readonly isUnordered: IsUnordered
  readonly budget: Budget
  /** Copies of unordered lists. */
  readonly copies: Set<unknown>
}

/**
 * Goes the way of the path, also below descents and in the queries of its filters, and makes a list of what it looks for
 * entries in, and an object of a reference whose `id` it looks for.
 */
function withLists(value: unknown, segments: readonly Segment[], listing: Listing): unknown {
  const [segment, ...rest] = segments
  if (segment === undefined || value === undefined) return value
  spend(listing.budget, 1 + widthOf(value))
  const names = segment.selectors.filter(isName).map(({ name }) => name)
  const isDescent = String(segment).startsWith('..')
  const looksForEntries = names.length < segment.selectors.length
  if (looksForEntries && !isDescent) {
    const queries = segment.selectors.flatMap(queriesIn)
    const entries = listOf(value).map((entry) => {
      const one = queries.reduce((read, query) => withLists(read, query.segments, listing), entry)
      return withLists(one, rest, listing)
    })
    return copied(value, entries, listing)
  }
  if (typeof value === 'string' && names.includes('id') && isAbsoluteUri(value)) return { id: value }
  const changed = (part: unknown, name: string | number) => {
    const inside = isDescent ? withLists(part, segments, listing) : part
    return names.includes(String(name)) ? withLists(inside, rest, listing) : inside
  }
  if (Array.isArray(value)) return isDescent ? copied(value, value.map(changed), listing) : value
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changed(part, name)]))
}

function copied(value: unknown, entries: readonly unknown[], { isUnordered, copies }: Listing): readonly unknown[] {
  if (Array.isArray(value) && isUnordered(value)) copies.add(entries)
  return entries
}

/** The queries in the filters of a selector that begin at the entry it is tried on. */
function queriesIn(selector: unknown): readonly JSONPathQuery[] {
  if (!(selector instanceof jsonpath.selectors.FilterSelector)) return []
  return partsOf(selector, jsonpath.expressions.RelativeQuery).map(({ path }) => path)
}

/** The parts of one kind in a compiled query, not within each other. */
function partsOf<Part>(whole: object, kind: abstract new (...given: never[]) => Part): readonly Part[] {
  const found: Part[] = []
  const seen = new Set<unknown>()
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || part instanceof JSONPathEnvironment || seen.has(part)) return
    seen.add(part)
    if (part instanceof kind) found.push(part)
    else Object.values(part).forEach(look)
  }
  look(whole)
  return found
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

/** Names and indices only: the usual path, which selects one value or none. Undefined for any other. */
function singularSteps(query: JSONPathQuery): Location | undefined {
  if (!query.singularQuery()) return undefined
  return query.segments.map(({ selectors: [selector] }) => {
    if (selector instanceof jsonpath.selectors.NameSelector) return selector.name
    if (selector instanceof jsonpath.selectors.IndexSelector) return selector.index
    throw new Error('a singular path has only names and indices')
  })
}

type Path = Pick<PreparedPath, 'text' | 'some'>

function plainPath(text: string, steps: Location): Path {
  const fromStart = steps.every((step) => typeof step === 'string' || step >= 0)
  return {
    text,
    some(root, limit, budget) {
      spend(budget, 1)
      let value = root
      for (const step of steps) value = child(value, step)
      if (value === undefined || limit === 0) return []
      return [{ value, location: fromStart ? steps : countedFromStart(root, steps) }]
    },
  }
}

function child(value: unknown, step: string | number): unknown {
  if (typeof step === 'string') return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
  return Array.isArray(value) ? (value.at(step) as unknown) : undefined
}

function countedFromStart(root: unknown, steps: Location): Location {
  let value = root
  return steps.map((step) => {
    const length = Array.isArray(value) ? value.length : 0
    value = child(value, step)
    return typeof step === 'number' && step < 0 ? length + step : step
  })
}

/**
 * The library walks a document as often as the path says, and filters nest: what each selector looks at is counted. The
 * budget of the running call is handed over beside the library, which takes none; calls are synchronous, so there is one.
 */
function meteredPath(text: string, query: JSONPathQuery, isUnordered: IsUnordered = NO_LIST): Path {
  meter(query, isUnordered, new Set())
  const some: PreparedPath['some'] = (root, limit, budget) =>
    withBudget(budget, () => {
      const selected: Selected[] = []
      if (limit === 0) return selected
      for (const { value, location } of query.lazyQuery(root as JSONValue)) {
        selected.push({ value, location })
        if (selected.length === limit) break
      }
      return selected
    })
  return { text, some }
}

let running: Budget = newBudget(0)

function withBudget<Result>(budget: Budget, work: () => Result): Result {
  const before = running
  running = budget
  try {
    return work()
  } catch (fault) {
    // Nested deeper than the library goes, or more selected at once than its stack holds.
    throw fault instanceof JSONPathError || fault instanceof RangeError ? new BudgetSpent() : fault
  } finally {
    running = before
  }
}

const NO_LIST: IsUnordered = () => false

/**
 * Makes every selector and comparison of a query, and of the queries in its filters, pay for what it looks at. Of a list
 * without order an index or a slice selects all, or nothing.
 */
function meter(part: unknown, isUnordered: IsUnordered, seen: Set<unknown>): void {
  if (typeof part !== 'object' || part === null || part instanceof JSONPathEnvironment || seen.has(part)) return
  seen.add(part)
  if (part instanceof jsonpath.JSONPathSelector) meterSelector(part, isUnordered)
  if (part instanceof jsonpath.expressions.InfixExpression) meterComparison(part)
  for (const inner of Object.values(part)) meter(inner, isUnordered, seen)
}

function meterSelector(selector: jsonpath.JSONPathSelector, isUnordered: IsUnordered): void {
  const resolve = selector.resolve.bind(selector)
  const isOne =
    selector instanceof jsonpath.selectors.NameSelector || selector instanceof jsonpath.selectors.IndexSelector
  selector.resolve = (node) => {
    // Every level above costs the library a copy of the way down, and a generator to pass through.
    spend(running, (isOne ? 1 : 1 + widthOf(node.value)) + node.location.length / 8)
    const found = resolve(node)
    const { value, location, root } = node
    const isTurn =
      selector instanceof jsonpath.selectors.IndexSelector || selector instanceof jsonpath.selectors.SliceSelector
    if (!isTurn || found.length === 0 || !Array.isArray(value) || !isUnordered(value)) return found
    spend(running, value.length)
    return value.map((entry, index) => new JSONPathNode(entry, [...location, index], root))
  }
}

function widthOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return isObject(value) ? Object.keys(value).length : 0
}

/** Comparing looks through both values; the smaller one bounds how far. */
function meterComparison(expression: jsonpath.expressions.InfixExpression): void {
  if (expression.logical) return
  for (const side of [expression.left, expression.right]) {
    if (!(side instanceof jsonpath.expressions.FilterQuery)) continue
    const evaluate = side.evaluate.bind(side)
    side.evaluate = (context) => {
      const found = evaluate(context)
      if (found instanceof JSONPathNodeList) for (const value of found.values()) payFor(value)
      return found
    }
  }
}

function payFor(value: unknown): void {
  spend(running, typeof value === 'string' ? 1 + value.length / 64 : 1)
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) payFor(part)
}

/**
 * `match` and `search` of RFC 9535 with an engine that cannot go back. A pattern that is no I-Regexp (RFC 9485), or
 * repeats more often than the engine counts, matches nothing.
 */
function patternFunction(whole: boolean): FilterFunction {
  return {
    argTypes: [jsonpath.FunctionExpressionType.ValueType, jsonpath.FunctionExpressionType.ValueType],
    returnType: jsonpath.FunctionExpressionType.LogicalType,
    call(text: unknown, pattern: unknown) {
      if (typeof text !== 'string' || typeof pattern !== 'string' || pattern.length > MAX_PATH_LENGTH) return false
      const syntax = translateIRegexp(pattern)
      if (syntax === undefined) return false
      const prepared = linearPattern(whole ? `${TEXT_START}(?:${syntax})${TEXT_END}` : syntax, running)
      return prepared?.test(text, running) ?? false
    },
  }
}

/** `length` of RFC 9535, paid for: it counts the characters of a text one by one. */
const lengthFunction: FilterFunction = {
  argTypes: [jsonpath.FunctionExpressionType.ValueType],
  returnType: jsonpath.FunctionExpressionType.ValueType,
  call(value: unknown) {
    if (typeof value !== 'string') return Array.isArray(value) || isObject(value) ? widthOf(value) : Nothing
    spend(running, value.length / 16)
    return lengthInCharacters(value)
  },
}

const environment = new JSONPathEnvironment({ maxRecursionDepth: 100 })
environment.functionRegister.set('length', lengthFunction)
environment.functionRegister.set('match', patternFunction(true))
environment.functionRegister.set('search', patternFunction(false))
