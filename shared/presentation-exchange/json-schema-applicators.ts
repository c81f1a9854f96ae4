import { spend } from './budget.ts'
import type { Budget } from './budget.ts'
import { isObject } from './json.ts'
import type { Check, KeywordContext } from './json-schema-keyword.ts'
import { preparedPattern, textList } from './json-schema-values.ts'

/* Keywords of JSON Schema draft 7 that hold schemas. */

export function propertyNamesKeyword(value: unknown, { part }: KeywordContext): Check {
  const check = part(value)
  return (candidate, budget) =>
    firstBroken(membersOf(candidate), budget, ([name]) => check(name, budget) && 'propertyNames')
}

export function propertiesKeyword(value: unknown, context: KeywordContext): Check {
  const checks = schemasByName(value, context)
  return (candidate, budget) => {
    if (!isObject(candidate)) return undefined
    return firstBroken(checks, budget, ([name, check]) =>
      Object.hasOwn(candidate, name) ? check(candidate[name], budget) : undefined,
    )
  }
}

export function patternPropertiesKeyword(value: unknown, context: KeywordContext): Check {
  const checks = [...schemasByName(value, context)].map(
    ([text, check]) => [preparedPattern(text, context, text), check] as const,
  )
  return (candidate, budget) =>
    firstBroken(membersOf(candidate), budget, ([name, member]) =>
      firstBroken(checks, budget, ([pattern, check]) =>
        pattern.test(name, budget) ? check(member, budget) : undefined,
      ),
    )
}

export function additionalPropertiesKeyword(value: unknown, context: KeywordContext): Check {
  const { schema, part } = context
  const check = part(value)
  const named = new Set(isObject(schema['properties']) ? Object.keys(schema['properties']) : [])
  const patternTexts = isObject(schema['patternProperties']) ? Object.keys(schema['patternProperties']) : []
  const patterns = patternTexts.map((text) => preparedPattern(text, context))
  return (candidate, budget) =>
    firstBroken(membersOf(candidate), budget, ([name, member]) =>
      named.has(name) || patterns.some((pattern) => pattern.test(name, budget))
        ? undefined
        : check(member, budget) && 'additionalProperties',
    )
}

export function dependenciesKeyword(value: unknown, context: KeywordContext): Check {
  if (!isObject(value)) return context.fail('must be an object')
  const checks = Object.entries(value).map(([name, dependency]) => {
    const names = textList(dependency)
    const needs: Check =
      names === undefined
        ? context.part(dependency, name)
        : (candidate) =>
            names.every((one) => isObject(candidate) && Object.hasOwn(candidate, one)) ? undefined : 'dependencies'
    return [name, needs] as const
  })
  return (candidate, budget) => {
    if (!isObject(candidate)) return undefined
    return firstBroken(checks, budget, ([name, needs]) =>
      Object.hasOwn(candidate, name) ? needs(candidate, budget) && 'dependencies' : undefined,
    )
  }
}

export function itemsKeyword(value: unknown, { part }: KeywordContext): Check {
  if (!Array.isArray(value)) {
    const check = part(value)
    return (candidate, budget) => firstBroken(entriesOf(candidate), budget, (entry) => check(entry, budget))
  }
  const checks = value.map((schema: unknown, index) => part(schema, index))
  return (candidate, budget) =>
    firstBroken(entriesOf(candidate).slice(0, checks.length).entries(), budget, ([index, entry]) =>
      checks[index]?.(entry, budget),
    )
}

/** Without effect unless `items` is a list. */
export function additionalItemsKeyword(value: unknown, { schema, part }: KeywordContext): Check | undefined {
  const check = part(value)
  const { items } = schema
  if (!Array.isArray(items)) return undefined
  return (candidate, budget) =>
    firstBroken(entriesOf(candidate).slice(items.length), budget, (entry) => check(entry, budget) && 'additionalItems')
}

export function containsKeyword(value: unknown, { part }: KeywordContext): Check {
  const check = part(value)
  return (candidate, budget) => {
    if (!Array.isArray(candidate)) return undefined
    spend(budget, candidate.length)
    return candidate.some((entry) => check(entry, budget) === undefined) ? undefined : 'contains'
  }
}

export function ifKeyword(value: unknown, { part, sibling, negated }: KeywordContext): Check {
  const condition = part(value)
  const whenTrue = sibling('then')
  const whenFalse = sibling('else')
  return (candidate, budget) => {
    const holds = condition(candidate, budget) === undefined
    // In some form of the value, so that what would follow from it must hold as well.
    const mayHold = holds || negated(() => condition(candidate, budget)) === undefined
    const broken = mayHold ? whenTrue?.(candidate, budget) : undefined
    return broken ?? (holds ? undefined : whenFalse?.(candidate, budget))
  }
}

export function branchKeyword(value: unknown, { part }: KeywordContext): undefined {
  part(value)
}

export function definitionsKeyword(value: unknown, context: KeywordContext): undefined {
  schemasByName(value, context)
}

export function allOfKeyword(value: unknown, context: KeywordContext): Check {
  const checks = schemaList(value, context)
  return (candidate, budget) => firstBroken(checks, budget, (check) => check(candidate, budget))
}

export function anyOfKeyword(value: unknown, context: KeywordContext): Check {
  const checks = schemaList(value, context)
  return (candidate, budget) => (checks.some((check) => check(candidate, budget) === undefined) ? undefined : 'anyOf')
}

export function oneOfKeyword(value: unknown, context: KeywordContext): Check {
  const checks = schemaList(value, context)
  // Schemas for one value and for a list of them both fit a statement: the first form that fits any counts.
  return (candidate, budget) => {
    for (const form of context.formsOf(candidate).filter((one) => one !== undefined)) {
      const count = fittingCount(form, budget)
      if (count > 0) return count === 1 ? undefined : 'oneOf'
    }
    return 'oneOf'
  }

  function fittingCount(form: unknown, budget: Budget): number {
    return context.asJson(() => checks.filter((check) => check(form, budget) === undefined).length)
  }
}

export function notKeyword(value: unknown, { part, negated }: KeywordContext): Check {
  const check = part(value)
  return (candidate, budget) => (negated(() => check(candidate, budget)) === undefined ? 'not' : undefined)
}

function schemaList(value: unknown, { part, fail }: KeywordContext): readonly Check[] {
  if (!Array.isArray(value) || value.length === 0) return fail('must be a list of schemas that is not empty')
  return value.map((schema: unknown, index) => part(schema, index))
}

function schemasByName(value: unknown, { part, fail }: KeywordContext): readonly (readonly [string, Check])[] {
  if (!isObject(value)) return fail('must be an object of schemas')
  return Object.entries(value).map(([name, schema]) => [name, part(schema, name)])
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : []
}

function entriesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function firstBroken<Part>(
  parts: Iterable<Part>,
  budget: Budget,
  check: (part: Part) => string | undefined,
): string | undefined {
  for (const part of parts) {
    spend(budget, 1)
    const broken = check(part)
    if (broken !== undefined) return broken
  }
  return undefined
}
