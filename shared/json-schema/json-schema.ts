import type { Budget } from '../presentation-exchange/budget.ts'
import { spend } from '../presentation-exchange/budget.ts'
import type { JsonObject, Location } from '../presentation-exchange/json.ts'
import { isObject, listOf, memberOf, textsOf } from '../presentation-exchange/json.ts'
import { firstViolation } from './json-schema-keyword.ts'
import type { Check, IsUnordered, KeywordContext, Run, SchemaReading, Violation } from './json-schema-keyword.ts'
import { isAnnotation, keywordsOf, FILTER_KEYWORDS, unappliedReason } from './json-schema-keywords.ts'
import { inFormOf, comparisonForStatements, forStatements, sortedLists } from './json-schema-readings.ts'
import { draftNamed, readResources, SchemaFault } from './json-schema-resources.ts'
import type { SchemaResource } from './json-schema-resources.ts'

/**
 * JSON Schema for the filters of definitions and for registered schemas (docs/contract/exchange.md, Filters; Registries:
 * schemas).
 *
 * No library is used (docs/adr/0024), because schemas come from strangers: every step is paid for from a budget, where a few
 * circular references could keep a library busy for years. Filters also run in the window, where no code may be generated.
 */
export interface PreparedSchema {
  /**
   * The first keyword that a value violates; undefined if it is valid.
   *
   * @param reading `json` by default
   * @param isUnordered by default, all lists are ordered
   * @throws {BudgetSpent}
   */
  readonly check: (
    value: unknown,
    budget: Budget,
    reading?: SchemaReading,
    isUnordered?: IsUnordered,
  ) => string | undefined
  /** About the first thousand violations; empty if a value is valid. @throws {BudgetSpent} */
  readonly violations: (value: unknown, budget: Budget) => readonly Violation[]
  /** Whether one of its patterns needs a backtracking engine. */
  readonly backtracks: boolean
  /** Members of a filter that are not applied, though its author may think so. */
  readonly unapplied: readonly Unapplied[]
}

interface Unapplied {
  readonly location: Location
  readonly message: string
}

/** The registry entry of a schema. */
export interface RegisteredAs {
  /** The URI by which credentials and other schemas refer to it. */
  readonly uri: string
  /** Finds another schema or metaschema by its URI without an empty fragment; undefined if it is not registered. */
  readonly find: (uri: string) => unknown
}

/**
 * Prepares a filter, which is of draft 7 and refers only to itself, or a registered schema, which is of the draft in its
 * `$schema`, or else of draft 7.
 *
 * @throws {SchemaFault} if it is not a JSON Schema of that draft, or the target of a reference is missing
 * @throws {BudgetSpent}
 */
export function prepareSchema(root: unknown, budget: Budget, registered?: RegisteredAs): PreparedSchema {
  const isFilter = registered === undefined
  const resources = readResources(root, budget, registered ?? {})
  const targets = new Map<object, { check: Check | undefined }>()
  const unapplied: Unapplied[] = []
  let backtracks = false
  let recordsEvaluation = false
  const check = prepare(root, [], resources.root)
  prepareDynamicTargets()
  return { check: checkFirst, violations: allViolations, backtracks, unapplied }

  // eslint-disable-next-line max-params -- those of PreparedSchema
  function checkFirst(
    value: unknown,
    spent: Budget,
    reading: SchemaReading = 'json',
    isUnordered: IsUnordered = () => false,
  ): string | undefined {
    return check(value, newRun(spent, reading, isUnordered))
  }

  function allViolations(value: unknown, spent: Budget): readonly Violation[] {
    const violations: Violation[] = []
    const violated = check(value, { ...newRun(spent, 'json', () => false), violations })
    if (violated !== undefined && violations.length === 0) return [{ location: [], keyword: violated, expected: root }]
    return violations
  }

  function prepare(schema: unknown, location: Location, outer: SchemaResource): Check {
    spend(budget, 1)
    if (schema === true) return () => undefined
    if (schema === false) return () => 'false'
    if (!isObject(schema)) throw new SchemaFault('a schema must be an object or a boolean', location)
    if (isFilter) unapplied.push(...unappliedIn(schema, location))
    const home = resources.homeOf(schema) ?? outer
    const types = textsOf(memberOf(schema, 'type'))
    const checks = preparedKeywords(schema, location, home)
    const [only] = checks
    const keywords: Check =
      only !== undefined && checks.length === 1
        ? only
        : (value, run) => firstViolation(checks, run, (keyword) => keyword(value, run))
    return (value, run) => validate(keywords, run.reading === 'json' ? value : inFormOf(value, types), home, run)
  }

  /** Validates in the scope of the resource. If the value is valid, its evaluated parts count for the outer schema too. */
  // eslint-disable-next-line max-params -- the keywords, their scope and what they are applied to
  function validate(keywords: Check, value: unknown, home: SchemaResource, run: Run): string | undefined {
    const outer = run.evaluated
    const own = recordsEvaluation ? { names: new Set<string>(), items: new Set<number>() } : undefined
    const entersResource = run.scope.at(-1) !== home
    if (entersResource) run.scope.push(home)
    run.evaluated = own
    const violated = keywords(value, run)
    run.evaluated = outer
    if (entersResource) run.scope.pop()
    if (violated === undefined && outer !== undefined && own !== undefined) {
      for (const name of own.names) outer.names.add(name)
      for (const index of own.items) outer.items.add(index)
    }
    return violated
  }

  /** Prepares keywords in the order of the table, not of the schema, so that cheap ones come first. */
  function preparedKeywords(schema: JsonObject, location: Location, home: SchemaResource): readonly Check[] {
    const known = isFilter ? FILTER_KEYWORDS : keywordsOf(home.draft, home.vocabularies)
    const isReference = home.draft <= 7 && Object.hasOwn(schema, '$ref')
    return known.flatMap(({ name, prepare: prepareKeyword }) => {
      if (!Object.hasOwn(schema, name) || (isReference && name !== '$ref')) return []
      const context = contextOf(schema, [...location, name], home)
      const keyword = prepareKeyword(schema[name], context)
      if (keyword === undefined) return []
      if (!isFilter) return collecting(name, schema[name], keyword)
      if (!VALUE_KEYWORDS.has(name)) return forStatements(name, keyword)
      const allowed = sortedLists(name === 'enum' ? listOf(schema[name]) : [schema[name]])
      const sortedKeyword = prepareKeyword(name === 'enum' ? allowed : allowed[0], context) ?? keyword
      return comparisonForStatements(name, keyword, sortedKeyword)
    })
  }

  function contextOf(schema: JsonObject, here: Location, home: SchemaResource): KeywordContext {
    return {
      schema,
      home,
      isFilter,
      budget,
      part: (part, ...steps) => prepare(part, [...here, ...steps], home),
      sibling: (beside) =>
        Object.hasOwn(schema, beside) ? prepare(schema[beside], [...here.slice(0, -1), beside], home) : undefined,
      referenced: (reference, isDynamic) => prepareReference(reference, isDynamic, here, home),
      noteBacktracking: () => (backtracks = true),
      noteEvaluation: () => (recordsEvaluation = true),
      noteUnapplied: (message) => void unapplied.push({ location: here, message }),
      fail: (message, ...steps) => {
        throw new SchemaFault(message, [...here, ...steps])
      },
    }
  }

  // eslint-disable-next-line max-params -- a reference, its kind and its place
  function prepareReference(reference: unknown, isDynamic: boolean, here: Location, home: SchemaResource): Check {
    if (typeof reference !== 'string') throw new SchemaFault('must be a text', here)
    const { schema, home: targetHome, dynamicAnchor } = resources.resolve(reference, home, here)
    const staticTarget = prepareTarget(schema, here, targetHome)
    const anchor = home.draft === 2019 ? '' : dynamicAnchor
    if (!isDynamic || anchor === undefined || !targetHome.dynamicAnchors.has(anchor)) return staticTarget
    return (value, run) => {
      const outermost = run.scope.find(({ dynamicAnchors }) => dynamicAnchors.get(anchor) !== undefined)
      const dynamicSchema = outermost?.dynamicAnchors.get(anchor)
      const dynamicTarget = isObject(dynamicSchema) ? targets.get(dynamicSchema)?.check : undefined
      return (dynamicTarget ?? staticTarget)(value, run)
    }
  }

  /** Returns a check that looks up its target only when it runs, because references may be circular. */
  function prepareTarget(schema: unknown, here: Location, home: SchemaResource): Check {
    if (!isObject(schema)) return prepare(schema, here, home)
    const known = targets.get(schema)
    const target = known ?? { check: undefined }
    if (known === undefined) {
      targets.set(schema, target)
      target.check = prepare(schema, resources.placeOf(schema) ?? here, home)
    }
    return (value, run) => target.check?.(value, run)
  }

  /** Prepares all possible targets of dynamic references. This may read further documents, which the loop then visits too. */
  function prepareDynamicTargets(): void {
    for (const home of resources.known.values()) {
      for (const schema of home.dynamicAnchors.values()) prepareTarget(schema, [], home)
    }
  }
}

/** Members of a filter that are not applied. @throws {SchemaFault} for another draft, and for a keyword of a later one */
function unappliedIn(schema: JsonObject, location: Location): readonly Unapplied[] {
  requireDraft7(schema, location)
  const isReference = Object.hasOwn(schema, '$ref')
  return Object.keys(schema).flatMap((name) => {
    const reason = unappliedReason(name)
    if (reason?.isRefused) throw new SchemaFault(reason.message, [...location, name])
    const hasNoEffect = isReference && name !== '$ref' && !isAnnotation(name)
    const message = hasNoEffect ? 'has no effect beside $ref' : reason?.message
    return message === undefined ? [] : { location: [...location, name], message }
  })
}

function requireDraft7(schema: JsonObject, location: Location): void {
  const named = memberOf(schema, '$schema')
  if (named === undefined || (typeof named === 'string' && draftNamed(named) === 7)) return
  throw new SchemaFault('names another draft than 7, which filters are written in', [...location, '$schema'])
}

const VALUE_KEYWORDS: ReadonlySet<string> = new Set(['const', 'enum'])

// eslint-disable-next-line max-params -- the parts of a run that differ
function newRun(budget: Budget, reading: SchemaReading, isUnordered: IsUnordered): Run {
  const parts = { location: [], scope: [], violations: undefined, evaluated: undefined }
  return { ...parts, budget, reading, isUnordered, isNegated: false }
}

/** Keywords that are reported themselves, even if violations within them are reported too. */
const CHOICES: ReadonlySet<string> = new Set(['anyOf', 'contains', 'oneOf'])

/** Collects the innermost violations, and drops those within a keyword that the value satisfies after all. */
function collecting(keyword: string, expected: unknown, check: Check): Check {
  return (value, run) => {
    const { violations } = run
    if (violations === undefined) return check(value, run)
    const countBefore = violations.length
    const violated = check(value, run)
    if (violated === undefined) violations.length = countBefore
    else if (violations.length === countBefore || CHOICES.has(keyword)) {
      violations.push({ location: [...run.location], keyword, expected })
    }
    return violated
  }
}
