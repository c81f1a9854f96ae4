import { _, Ajv, Name } from 'ajv'
import type { CodeKeywordDefinition, FuncKeywordDefinition, Options } from 'ajv'
import type Validator from 'ajv/dist/core.js'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }
import AjvDraft04 from 'ajv-draft-04'
import { BudgetSpent, newBudget } from '../../../shared/presentation-exchange/budget.ts'
import { isObject, jsonPointer } from '../../../shared/presentation-exchange/json.ts'
import { canonicalJson } from '../../../shared/presentation-exchange/canonical-json.ts'
import { patternFault, preparePattern } from '../../../shared/presentation-exchange/pattern.ts'
import type { PreparedPattern } from '../../../shared/presentation-exchange/pattern.ts'
import { isMultipleOf } from '../../../shared/presentation-exchange/json-schema-values.ts'
import { STRING_FORMATS } from '../../../shared/presentation-exchange/string-formats.ts'

/** A text is tried against a pattern for so many steps (budget.ts); one that takes more does not conform. */
const STEPS_OF_A_PATTERN = 250_000

/** The library tells patterns apart by their text. */
const regExp = Object.assign(
  (source: string) => {
    const pattern = preparePattern(source, newBudget())
    return { test: (text: string) => isMatch(pattern, text), toString: () => source }
  },
  { code: 'preparePattern' },
)
const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  verbose: true,
  unicodeRegExp: false,
  ownProperties: true,
  logger: false,
  code: { regExp },
}

/**
 * A validator of the library for one draft of JSON Schema, by its `$schema`; draft 7 where that says nothing.
 *
 * Members that every object inherits (`constructor`, `toString`) are no members of JSON. The library has an option for
 * that which leaves three places out; they are mended here: what it has seen already (`unevaluatedProperties`), which
 * values are equal (`const`, `enum`, `uniqueItems`), and which formats there are.
 */
export function validatorOfDraft(draft: string): Validator {
  const validator = newValidator(draft)
  for (const [name, isOfFormat] of STRING_FORMATS) validator.addFormat(name, isOfFormat)
  Object.setPrototypeOf(validator.formats, null)
  trackOwnMembers(validator)
  for (const definition of OWN_KEYWORDS) {
    const isKnown = validator.getKeyword(definition.keyword as string) !== false
    if (isKnown) validator.removeKeyword(definition.keyword as string).addKeyword(definition)
  }
  // Made ready when it is added: not before the keywords are those above.
  if (draft.includes('draft-06')) validator.addMetaSchema(draft06)
  return validator
}

function newValidator(draft: string): Validator {
  if (draft.includes('draft-04')) return new AjvDraft04(OPTIONS)
  if (draft.includes('2019-09')) return new Ajv2019(OPTIONS)
  if (draft.includes('2020-12')) return new Ajv2020(OPTIONS)
  return new Ajv(OPTIONS)
}

/** A text that takes too many steps does not conform; the library has no third answer. */
function isMatch(pattern: PreparedPattern, text: string): boolean {
  try {
    return pattern.test(text, newBudget(STEPS_OF_A_PATTERN, true))
  } catch (fault) {
    if (fault instanceof BudgetSpent) return false
    throw fault
  }
}

/** The library notes seen members in an ordinary object, in which `constructor` seems to be noted from the start. */
function trackOwnMembers(validator: Validator): void {
  const definition = validator.getKeyword('unevaluatedProperties')
  if (typeof definition === 'boolean') return
  const original = definition as CodeKeywordDefinition
  validator.removeKeyword('unevaluatedProperties').addKeyword({
    ...original,
    code(context, rule) {
      const { gen, it } = context
      const { props } = it
      if (props instanceof Name) gen.if(_`${props} && ${props} !== true`, _`Object.setPrototypeOf(${props}, null)`)
      original.code(context, rule)
    },
  })
}

/**
 * The library asks the values themselves whether they are equal, by `constructor`, `valueOf` and `toString`, and divides
 * numbers as doubles.
 */
const OWN_KEYWORDS: readonly FuncKeywordDefinition[] = [
  {
    keyword: 'const',
    compile: (allowed: unknown) => isOneOf([allowed]),
    error: { message: 'must be equal to constant' },
  },
  {
    keyword: 'enum',
    schemaType: 'array',
    compile: (allowed: readonly unknown[]) => isOneOf(allowed),
    error: { message: 'must be equal to one of the allowed values' },
  },
  {
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (isAsked: boolean) => (entries: readonly unknown[]) =>
      !isAsked || new Set(entries.map((entry) => canonicalJson(entry))).size === entries.length,
    error: { message: 'must NOT have duplicate items' },
  },
  {
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    compile: (divisor: number) => (value: number) => isMultipleOf(value, divisor),
    error: { message: 'must be a multiple of the given number' },
  },
]

function isOneOf(allowed: readonly unknown[]): (value: unknown) => boolean {
  const texts = new Set(allowed.map((value) => canonicalJson(value)))
  return (value) => texts.has(canonicalJson(value))
}

/** Members whose value is data, whatever stands in it. */
const DATA_MEMBERS: readonly string[] = ['const', 'enum', 'default', 'examples', 'example']

interface FaultyPattern {
  /** JSON Pointer into the schema. */
  readonly place: string
  readonly reason: string
}

/**
 * The first pattern of a schema that ECMA-262 does not have, or that has syntax of other engines. The library names the
 * place of some, and throws for others.
 */
export function faultyPatternIn(part: unknown, place = ''): FaultyPattern | undefined {
  if (typeof part !== 'object' || part === null) return undefined
  const here = faultyPatternOf(part)
  if (here !== undefined) return { ...here, place: place + here.place }
  for (const [name, inner] of Object.entries(part)) {
    const found = DATA_MEMBERS.includes(name) ? undefined : faultyPatternIn(inner, place + jsonPointer([name]))
    if (found !== undefined) return found
  }
  return undefined
}

function faultyPatternOf(schema: object): FaultyPattern | undefined {
  const { pattern, patternProperties } = schema as { pattern?: unknown; patternProperties?: unknown }
  const own = typeof pattern === 'string' ? patternFault(pattern) : undefined
  if (own !== undefined) return { place: '/pattern', reason: own }
  for (const name of isObject(patternProperties) ? Object.keys(patternProperties) : []) {
    const reason = patternFault(name)
    if (reason !== undefined) return { place: jsonPointer(['patternProperties', name]), reason }
  }
  return undefined
}

/**
 * A schema as the library can take it: copied without what objects inherit, so that a reference to `#/constructor` leads
 * nowhere.
 *
 * @param place JSON Pointer to the part that is copied
 * @throws {Error} for a member named `__proto__`: the library leaves it out without a word, and it would assert nothing
 */
export function withoutInherited(part: unknown, place = ''): unknown {
  if (Array.isArray(part)) return part.map((entry, index) => withoutInherited(entry, place + jsonPointer([index])))
  if (!isObject(part)) return part
  const copy = Object.create(null) as Record<string, unknown>
  for (const [name, value] of Object.entries(part)) {
    if (name === '__proto__') throw new Error(`a member named __proto__ cannot be judged, at ${place || 'the top'}`)
    copy[name] = withoutInherited(value, place + jsonPointer([name]))
  }
  return copy
}
