import { descend, spend } from '../presentation-exchange/budget.ts'
import { isObject } from '../presentation-exchange/json.ts'
import { firstViolation, validateNegated, validatePart, validateSilently } from './json-schema-keyword.ts'
import type { Check, KeywordContext, Run } from './json-schema-keyword.ts'
import { formsForRun } from './json-schema-readings.ts'
import { requireMembers, preparedPattern, textList } from './json-schema-values.ts'

/* Keywords of JSON Schema that contain schemas or refer to one. */

export function refKeyword(value: unknown, { referenced }: KeywordContext): Check {
  const check = referenced(value, false)
  return (candidate, run) => descend(run.budget, () => check(candidate, run))
}

/** `$recursiveRef` (2019-09, Core, 8.2.4.2) and `$dynamicRef` (2020-12, Core, 8.2.3.2). */
export function dynamicRefKeyword(value: unknown, { referenced }: KeywordContext): Check {
  const check = referenced(value, true)
  return (candidate, run) => descend(run.budget, () => check(candidate, run))
}

export function propertyNamesKeyword(value: unknown, { part }: KeywordContext): Check {
  const check = part(value)
  return (candidate, run) =>
    firstViolation(membersOf(candidate), run, ([name]) => validatePart(check, name, name, run) && 'propertyNames')
}

export function propertiesKeyword(value: unknown, context: KeywordContext): Check {
  const checks = schemasByName(value, context)
  return (candidate, run) => {
    if (!isObject(candidate)) return undefined
    return firstViolation(checks, run, ([name, check]) => {
      if (!Object.hasOwn(candidate, name)) return undefined
      run.evaluated?.names.add(name)
      return validatePart(check, candidate[name], name, run)
    })
  }
}

export function patternPropertiesKeyword(value: unknown, context: KeywordContext): Check {
  const checks = [...schemasByName(value, context)].map(
    ([text, check]) => [preparedPattern(text, context, text), check] as const,
  )
  return (candidate, run) =>
    firstViolation(membersOf(candidate), run, ([name, member]) =>
      firstViolation(checks, run, ([pattern, check]) => {
        if (!pattern.test(name, run.budget)) return undefined
        run.evaluated?.names.add(name)
        return validatePart(check, member, name, run)
      }),
    )
}

export function additionalPropertiesKeyword(value: unknown, context: KeywordContext): Check {
  const { schema, part } = context
  const check = part(value)
  const named = new Set(isObject(schema['properties']) ? Object.keys(schema['properties']) : [])
  const patternTexts = isObject(schema['patternProperties']) ? Object.keys(schema['patternProperties']) : []
  const patterns = patternTexts.map((text) => preparedPattern(text, context))
  return (candidate, run) =>
    firstViolation(membersOf(candidate), run, ([name, member]) => {
      if (named.has(name) || patterns.some((pattern) => pattern.test(name, run.budget))) return undefined
      run.evaluated?.names.add(name)
      return validatePart(check, member, name, run) && 'additionalProperties'
    })
}

export function unevaluatedPropertiesKeyword(value: unknown, { part, noteEvaluation }: KeywordContext): Check {
  const check = part(value)
  noteEvaluation()
  return (candidate, run) =>
    firstViolation(membersOf(candidate), run, ([name, member]) => {
      if (run.evaluated?.names.has(name)) return undefined
      run.evaluated?.names.add(name)
      return validatePart(check, member, name, run) && 'unevaluatedProperties'
    })
}

export function dependenciesKeyword(value: unknown, context: KeywordContext): Check {
  if (!isObject(value)) return context.fail('must be an object')
  const checks = Object.entries(value).map(([name, dependency]) => {
    const names = textList(dependency)
    const needs: Check =
      names === undefined
        ? context.part(dependency, name)
        : (candidate, run) => (isObject(candidate) ? requireMembers(names, candidate, 'dependencies', run) : undefined)
    return [name, needs] as const
  })
  return dependents(checks, 'dependencies')
}

export function dependentSchemasKeyword(value: unknown, context: KeywordContext): Check {
  return dependents(schemasByName(value, context), 'dependentSchemas')
}

export function dependentRequiredKeyword(value: unknown, { fail }: KeywordContext): Check {
  if (!isObject(value)) return fail('must be an object of lists of texts')
  const checks = Object.entries(value).map(([name, list]) => {
    const names = textList(list) ?? fail('must be a list of texts', name)
    const needs: Check = (candidate, run) =>
      isObject(candidate) ? requireMembers(names, candidate, 'dependentRequired', run) : undefined
    return [name, needs] as const
  })
  return dependents(checks, 'dependentRequired')
}

function dependents(checks: readonly (readonly [string, Check])[], keyword: string): Check {
  return (candidate, run) => {
    if (!isObject(candidate)) return undefined
    return firstViolation(checks, run, ([name, needs]) =>
      Object.hasOwn(candidate, name) ? needs(candidate, run) && keyword : undefined,
    )
  }
}

/** A schema for all entries, in 2020-12 for those after `prefixItems`. Until 2019-09, also a list of schemas by index. */
export function itemsKeyword(value: unknown, context: KeywordContext): Check {
  const { home, schema, part, fail } = context
  if (Array.isArray(value)) return home.draft === 2020 ? fail('must be a schema') : entriesByIndex(value, context)
  const check = part(value)
  const prefix = home.draft === 2020 && Array.isArray(schema['prefixItems']) ? schema['prefixItems'].length : 0
  return (candidate, run) => entriesFrom(prefix, check, candidate, run)
}

export function prefixItemsKeyword(value: unknown, context: KeywordContext): Check {
  return Array.isArray(value) ? entriesByIndex(value, context) : context.fail('must be a list of schemas')
}

function entriesByIndex(schemas: readonly unknown[], { part }: KeywordContext): Check {
  const checks = schemas.map((schema, index) => part(schema, index))
  return (candidate, run) =>
    firstViolation(entriesOf(candidate).slice(0, checks.length).entries(), run, ([index, entry]) => {
      run.evaluated?.items.add(index)
      return validatePart(checks[index] ?? (() => undefined), entry, index, run)
    })
}

// eslint-disable-next-line max-params -- which entries are validated, by what
function entriesFrom(first: number, check: Check, candidate: unknown, run: Run): string | undefined {
  return firstViolation(entriesOf(candidate).slice(first).entries(), run, ([index, entry]) => {
    run.evaluated?.items.add(first + index)
    return validatePart(check, entry, first + index, run)
  })
}

export function additionalItemsKeyword(value: unknown, context: KeywordContext): Check | undefined {
  const { schema, part, noteUnapplied } = context
  const check = part(value)
  const { items } = schema
  if (!Array.isArray(items)) {
    noteUnapplied('has no effect unless items is a list')
    return undefined
  }
  return (candidate, run) => entriesFrom(items.length, check, candidate, run) && 'additionalItems'
}

export function unevaluatedItemsKeyword(value: unknown, { part, noteEvaluation }: KeywordContext): Check {
  const check = part(value)
  noteEvaluation()
  return (candidate, run) =>
    firstViolation(entriesOf(candidate).entries(), run, ([index, entry]) => {
      if (run.evaluated?.items.has(index)) return undefined
      run.evaluated?.items.add(index)
      return validatePart(check, entry, index, run) && 'unevaluatedItems'
    })
}

/** `minContains` and `maxContains` exist since 2019-09; since 2020-12, the entries found count as evaluated. */
export function containsKeyword(value: unknown, { schema, home, part }: KeywordContext): Check {
  const check = part(value)
  const [min, max] = home.draft < 2019 ? [] : [schema['minContains'], schema['maxContains']]
  const [least, most] = [typeof min === 'number' ? min : 1, typeof max === 'number' ? max : Infinity]
  return (candidate, run) => {
    if (!Array.isArray(candidate)) return undefined
    spend(run.budget, candidate.length)
    const evaluated = home.draft === 2020 ? run.evaluated : undefined
    let count = 0
    for (const [index, entry] of candidate.entries()) {
      if (validatePart(check, entry, index, run) !== undefined) continue
      count += 1
      evaluated?.items.add(index)
      if (count >= least && most === Infinity && evaluated === undefined) break
    }
    return count >= least && count <= most ? undefined : 'contains'
  }
}

export function ifKeyword(value: unknown, { part, sibling }: KeywordContext): Check {
  const condition = part(value)
  const whenTrue = sibling('then')
  const whenFalse = sibling('else')
  return (candidate, run) => {
    const holds = validateSilently(condition, candidate, run) === undefined
    // If another form of the value satisfies the condition, the value must satisfy both `then` and `else`.
    const mayHold = holds || (run.reading === 'statements' && validateNegated(condition, candidate, run) === undefined)
    const violated = mayHold ? whenTrue?.(candidate, run) : undefined
    return violated ?? (holds ? undefined : whenFalse?.(candidate, run))
  }
}

export function branchKeyword(value: unknown, { part, schema, noteUnapplied }: KeywordContext): undefined {
  part(value)
  if (!Object.hasOwn(schema, 'if')) noteUnapplied('has no effect without if')
}

/** Checks definitions only in filters, so that their author learns of all faults. Otherwise only references prepare them. */
export function definitionsKeyword(value: unknown, context: KeywordContext): undefined {
  if (context.isFilter) schemasByName(value, context)
}

export function allOfKeyword(value: unknown, context: KeywordContext): Check {
  const checks = schemaList(value, context)
  return (candidate, run) => firstViolation(checks, run, (check) => check(candidate, run))
}

export function anyOfKeyword(value: unknown, context: KeywordContext): Check {
  const checks = schemaList(value, context)
  return (candidate, run) => {
    let isValid = false
    for (const check of checks) {
      if (check(candidate, run) === undefined) isValid = true
      // To record what is evaluated, all schemas must run.
      if (isValid && run.evaluated === undefined) break
    }
    return isValid ? undefined : 'anyOf'
  }
}

export function oneOfKeyword(value: unknown, context: KeywordContext): Check {
  const checks = schemaList(value, context)
  // In linked data, one schema may describe a single value and another a list of it, so only the first valid form counts.
  return (candidate, run) => {
    for (const form of formsForRun(run, candidate)) {
      const count = countValid(form, run)
      if (count > 0) return count === 1 ? undefined : 'oneOf'
    }
    return 'oneOf'
  }

  function countValid(form: unknown, run: Run): number {
    const { reading } = run
    run.reading = 'json'
    const count = checks.filter((check) => check(form, run) === undefined).length
    run.reading = reading
    return count
  }
}

export function notKeyword(value: unknown, { part }: KeywordContext): Check {
  const check = part(value)
  return (candidate, run) => (validateNegated(check, candidate, run) === undefined ? 'not' : undefined)
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
