import type { Budget } from '../presentation-exchange/budget.ts'
import { spend } from '../presentation-exchange/budget.ts'
import type { JsonObject, Location } from '../presentation-exchange/json.ts'
import { isObject, listOf, memberOf, textsOf } from '../presentation-exchange/json.ts'
import { collectsMore } from './json-schema-keyword.ts'
import type { Check, IsUnordered, KeywordContext, Run, SchemaReading, Violation } from './json-schema-keyword.ts'
import { isAnnotation, keywordsOf, keywordsOfFilters, unappliedReason } from './json-schema-keywords.ts'
import { asDemanded, comparingStatements, readingStatements, sortedLists } from './json-schema-readings.ts'
import { draftNamed, readResources, SchemaFault } from './json-schema-resources.ts'
import type { SchemaResource } from './json-schema-resources.ts'

/**
 * JSON Schema for the filters of definitions and for registered schemas (docs/contract/exchange.md, Filters; Registries:
 * schemas).
 *
 * Own code instead of a library (docs/adr/0024): schemas come from strangers and filters run in the window too, so no code
 * may be made of them, and every step is paid for from a budget. A few references that name each other would keep a library
 * busy for years.
 */
export interface PreparedSchema {
  /**
   * The first keyword the value breaks; undefined when it conforms.
   *
   * @param reading `json` when left out
   * @param isUnordered of lists of what is stated; none when left out
   * @throws {BudgetSpent}
   */
  readonly check: (
    value: unknown,
    budget: Budget,
    reading?: SchemaReading,
    isUnordered?: IsUnordered,
  ) => string | undefined
  /** Everything the value breaks, up to some hundreds; empty when it conforms. @throws {BudgetSpent} */
  readonly violations: (value: unknown, budget: Budget) => readonly Violation[]
  /** Whether a pattern of it needs an engine that can go back. */
  readonly backtracks: boolean
  /** Members of a filter that look as if they demanded something, and do not. */
  readonly unapplied: readonly Unapplied[]
}

interface Unapplied {
  readonly location: Location
  readonly message: string
}

/** How a schema that is held in a registry is read. */
export interface RegisteredAs {
  /** The URI by which credentials and other schemas name it. */
  readonly uri: string
  /** Another schema or metaschema by its URI, without an empty fragment; undefined when none is held. */
  readonly find: (uri: string) => unknown
}

/**
 * Prepares a filter, of draft 7 and with references into itself only, or a registered schema, of the draft that its `$schema`
 * names; 7 where it names none.
 *
 * @throws {SchemaFault} where it is not a JSON Schema of that draft, or refers to what is not there
 * @throws {BudgetSpent} when preparing it was too much work.
 */
export function prepareSchema(root: unknown, budget: Budget, registered?: RegisteredAs): PreparedSchema {
  const isFilter = registered === undefined
  const resources = readResources(root, budget, registered ?? {})
  const references = new Map<object, { check: Check | undefined }>()
  const unapplied: Unapplied[] = []
  let backtracks = false
  let evaluates = false
  const check = prepare(root, [], resources.root)
  prepareDynamicTargets()
  return { check: checkFirst, violations, backtracks, unapplied }

  // eslint-disable-next-line max-params -- those of PreparedSchema
  function checkFirst(
    value: unknown,
    spent: Budget,
    reading: SchemaReading = 'json',
    isUnordered: IsUnordered = () => false,
  ): string | undefined {
    return check(value, newRun(spent, reading, isUnordered))
  }

  function violations(value: unknown, spent: Budget): readonly Violation[] {
    const found: Violation[] = []
    const broken = check(value, { ...newRun(spent, 'json', () => false), found })
    if (broken !== undefined && found.length === 0) return [{ location: [], keyword: broken, expected: root }]
    return found
  }

  function prepare(schema: unknown, location: Location, around: SchemaResource): Check {
    spend(budget, 1)
    if (schema === true) return () => undefined
    if (schema === false) return () => 'false'
    if (!isObject(schema)) throw new SchemaFault('a schema must be an object or a boolean', location)
    if (isFilter) unapplied.push(...unappliedIn(schema, location))
    const home = resources.homeOf(schema) ?? around
    const types = textsOf(memberOf(schema, 'type'))
    const keywords = allOf(preparedKeywords(schema, location, home))
    return (value, run) => judge(keywords, run.reading === 'json' ? value : asDemanded(value, types), home, run)
  }

  /** Judges within the scope of its resource; what it evaluated counts around it when it holds. */
  // eslint-disable-next-line max-params -- what is judged, by what and where
  function judge(keywords: Check, value: unknown, home: SchemaResource, run: Run): string | undefined {
    const outer = run.evaluated
    const own = evaluates ? { names: new Set<string>(), items: new Set<number>() } : undefined
    const enters = run.scope.at(-1) !== home
    if (enters) run.scope.push(home)
    run.evaluated = own
    const broken = keywords(value, run)
    run.evaluated = outer
    if (enters) run.scope.pop()
    if (broken === undefined && outer !== undefined && own !== undefined) {
      for (const name of own.names) outer.names.add(name)
      for (const index of own.items) outer.items.add(index)
    }
    return broken
  }

  /** Keywords are in the order of the table, not of the schema: what is cheap to decide comes first. */
  function preparedKeywords(schema: JsonObject, location: Location, home: SchemaResource): readonly Check[] {
    const known = isFilter ? keywordsOfFilters() : keywordsOf(home.draft, home.vocabularies)
    const isReference = home.draft <= 7 && Object.hasOwn(schema, '$ref')
    return known.flatMap(({ name, prepare: prepareKeyword }) => {
      if (!Object.hasOwn(schema, name) || (isReference && name !== '$ref')) return []
      const context = contextOf(schema, [...location, name], home)
      const prepared = prepareKeyword(schema[name], context)
      if (prepared === undefined) return []
      if (!isFilter) return reported(name, schema[name], prepared)
      if (!VALUE_KEYWORDS.has(name)) return readingStatements(name, prepared)
      const allowed = sortedLists(name === 'enum' ? listOf(schema[name]) : [schema[name]])
      const ofSets = prepareKeyword(name === 'enum' ? allowed : allowed[0], context) ?? prepared
      return comparingStatements(name, prepared, ofSets)
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
      noteEvaluation: () => (evaluates = true),
      noteUnapplied: (message) => void unapplied.push({ location: here, message }),
      fail: (message, ...steps) => {
        throw new SchemaFault(message, [...here, ...steps])
      },
    }
  }

  // eslint-disable-next-line max-params -- a reference, its kind, and where it stands
  function prepareReference(reference: unknown, isDynamic: boolean, here: Location, home: SchemaResource): Check {
    if (typeof reference !== 'string') throw new SchemaFault('must be a text', here)
    const { schema, home: itsHome, dynamicAnchor } = resources.resolve(reference, home, here)
    const fixed = prepareTarget(schema, here, itsHome)
    const name = home.draft === 2019 ? '' : dynamicAnchor
    if (!isDynamic || name === undefined || !itsHome.dynamicAnchors.has(name)) return fixed
    return (value, run) => {
      const entered = run.scope.map(({ dynamicAnchors }) => dynamicAnchors.get(name)).find((one) => one !== undefined)
      const target = isObject(entered) ? references.get(entered)?.check : undefined
      return (target ?? fixed)(value, run)
    }
  }

  /** References are followed when used, since they may lead back. */
  function prepareTarget(schema: unknown, here: Location, home: SchemaResource): Check {
    if (!isObject(schema)) return prepare(schema, here, home)
    const known = references.get(schema)
    const target = known ?? { check: undefined }
    if (known === undefined) {
      references.set(schema, target)
      target.check = prepare(schema, resources.placeOf(schema) ?? here, home)
    }
    return (value, run) => target.check?.(value, run)
  }

  /** A dynamic reference may lead to each of them; preparing one can read further documents, with more of them. */
  function prepareDynamicTargets(): void {
    for (const home of resources.known.values()) {
      for (const schema of home.dynamicAnchors.values()) prepareTarget(schema, [], home)
    }
  }
}

/**
 * What a filter says that is not applied.
 *
 * @throws {SchemaFault} for another draft, and for a keyword of a later one
 */
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
  const parts = { location: [], scope: [], found: undefined, evaluated: undefined }
  return { ...parts, budget, reading, isUnordered, isNegated: false }
}

/** Keywords that are broken as a whole, besides what is broken inside of them. */
const CHOICES: ReadonlySet<string> = new Set(['anyOf', 'contains', 'oneOf'])

/** Collects what is broken, at the innermost place; what was found on the way to a keyword that holds is forgotten. */
function reported(keyword: string, expected: unknown, check: Check): Check {
  return (value, run) => {
    const { found } = run
    if (found === undefined) return check(value, run)
    const before = found.length
    const broken = check(value, run)
    if (broken === undefined) found.length = before
    else if (found.length === before || CHOICES.has(keyword)) {
      found.push({ location: [...run.location], keyword, expected })
    }
    return broken
  }
}

function allOf(checks: readonly Check[]): Check {
  const [only] = checks
  if (checks.length === 1 && only !== undefined) return only
  return (value, run) => {
    let first: string | undefined
    for (const check of checks) {
      spend(run.budget, 1)
      first = check(value, run) ?? first
      if (first !== undefined && !collectsMore(run)) break
    }
    return first
  }
}
