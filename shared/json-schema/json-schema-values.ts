import { spend } from '../presentation-exchange/budget.ts'
import { canonicalJson } from '../presentation-exchange/canonical-json.ts'
import { compareMoments } from '../presentation-exchange/date-time.ts'
import { isObject, lengthInCharacters } from '../presentation-exchange/json.ts'
import type { JsonObject } from '../presentation-exchange/json.ts'
import type { Check, Keyword, KeywordContext, Run } from './json-schema-keyword.ts'
import { preparePattern } from './pattern.ts'
import type { PreparedPattern } from './pattern.ts'
import { ORDERED_FORMATS, STRING_FORMATS } from './string-formats.ts'

/* Keywords of JSON Schema that apply to the value itself. */

const TYPES: ReadonlyMap<unknown, (value: unknown) => boolean> = new Map<unknown, (value: unknown) => boolean>([
  ['null', (value) => value === null],
  ['boolean', (value) => typeof value === 'boolean'],
  ['number', (value) => typeof value === 'number'],
  ['integer', (value) => Number.isInteger(value)],
  ['string', (value) => typeof value === 'string'],
  ['array', (value) => Array.isArray(value)],
  ['object', isObject],
])

export function isOfType(value: unknown, name: string): boolean {
  return TYPES.get(name)?.(value) === true
}

export function typeKeyword(value: unknown, { fail }: KeywordContext): Check {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value]
  const tests = names.map((name) => TYPES.get(name) ?? fail('must be a type of JSON, or a list of them'))
  if (tests.length === 0) return fail('must name a type')
  return (candidate) => (tests.some((test) => test(candidate)) ? undefined : 'type')
}

export function constKeyword(value: unknown): Check {
  return equalsOneOf([value], 'const')
}

/** An empty list is valid since 2019-09. */
export function enumKeyword(value: unknown, { fail, home }: KeywordContext): Check {
  return Array.isArray(value) && (value.length > 0 || home.draft >= 2019)
    ? equalsOneOf(value, 'enum')
    : fail('must be a list that is not empty')
}

function equalsOneOf(allowed: readonly unknown[], keyword: string): Check {
  const simple = new Set(allowed.filter((entry) => typeof entry !== 'object' || entry === null))
  const composite = new Set(allowed.filter((entry) => !simple.has(entry)).map((entry) => canonicalJson(entry)))
  return (value, { budget }) => {
    if (simple.has(value)) return undefined
    if (composite.size === 0 || typeof value !== 'object') return keyword
    return composite.has(canonicalJson(value, budget)) ? undefined : keyword
  }
}

/** Compares numbers; in filters, also dates and times as strings, as DIF examples do. */
export function bound(holds: (difference: number) => boolean, keyword: string): Keyword {
  return (limit, context) => {
    if (typeof limit === 'string' && context.isFilter) return textBound(holds, keyword)(limit, context)
    if (context.home.draft === 4) return boundOfDraft4(holds, keyword)(limit, context)
    if (typeof limit !== 'number') return context.fail('must be a number, or a text beside a format with an order')
    return (value) => (typeof value !== 'number' || holds(value - limit) ? undefined : keyword)
  }
}

/** In draft 4, `exclusiveMinimum: true` excludes the value of `minimum` itself. */
function boundOfDraft4(holds: (difference: number) => boolean, keyword: string): Keyword {
  return (limit, { schema, fail }) => {
    if (keyword.startsWith('exclusive')) return typeof limit === 'boolean' ? undefined : fail('must be true or false')
    if (typeof limit !== 'number') return fail('must be a number')
    const isExclusive = schema[keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'] === true
    const isWithin = (difference: number) => holds(difference) && !(isExclusive && difference === 0)
    return (value) => (typeof value !== 'number' || isWithin(value - limit) ? undefined : keyword)
  }
}

export function textBound(holds: (difference: number) => boolean, keyword: string): Keyword {
  return (limit, { schema, fail }) => {
    const format = schema['format']
    const read = typeof format === 'string' ? ORDERED_FORMATS.get(format) : undefined
    if (read === undefined) return fail('is a text, which is a bound only beside the format date, date-time or time')
    const limitMoment = typeof limit === 'string' ? read(limit) : undefined
    if (limitMoment === undefined) return fail(`must be a ${String(format)}`)
    return (value) => {
      const moment = typeof value === 'string' ? read(value) : undefined
      return moment === undefined || holds(compareMoments(moment, limitMoment)) ? undefined : keyword
    }
  }
}

/** A division may need integers of hundreds of digits. */
const STEPS_PER_DIVISION = 8

export function multipleOfKeyword(divisor: unknown, { fail }: KeywordContext): Check {
  if (typeof divisor !== 'number' || divisor <= 0) return fail('must be a number above zero')
  return (value, { budget }) => {
    if (typeof value !== 'number') return undefined
    spend(budget, STEPS_PER_DIVISION)
    return isMultipleOf(value, divisor) ? undefined : 'multipleOf'
  }
}

/**
 * Whether the quotient of two decimal numbers is an integer: 19.99 is a multiple of 0.01, although the remainder of the
 * doubles is not zero. Infinity is not a multiple of any number.
 */
export function isMultipleOf(value: number, divisor: number): boolean {
  const [one, other] = [decimalOf(value), decimalOf(divisor)]
  if (one === undefined || other === undefined) return false
  const places = Math.max(one.places, other.places)
  return scaled(one, places) % scaled(other, places) === 0n
}

/** The number `digits / 10 ** places`. */
interface Decimal {
  readonly digits: bigint
  readonly places: number
}

function decimalOf(value: number): Decimal | undefined {
  const [, whole, fraction = '', exponent = '0'] = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  if (whole === undefined) return undefined
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) }
}

function scaled({ digits, places }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(to - places)
}

export function sized(
  keyword: string,
  sizeOf: (value: unknown, run: Run) => number | undefined,
  holds: (size: number, limit: number) => boolean,
): Keyword {
  return (limit, { fail }) => {
    if (!Number.isInteger(limit) || Number(limit) < 0) return fail('must be a whole number of zero or more')
    return (value, run) => {
      const size = sizeOf(value, run)
      return size === undefined || holds(size, Number(limit)) ? undefined : keyword
    }
  }
}

export function lengthOfText(value: unknown, { budget }: Run): number | undefined {
  if (typeof value !== 'string') return undefined
  spend(budget, value.length / 16)
  return lengthInCharacters(value)
}

export function lengthOfArray(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined
}

export function widthOfObject(value: unknown): number | undefined {
  return isObject(value) ? Object.keys(value).length : undefined
}

export function requiredKeyword(value: unknown, { fail }: KeywordContext): Check {
  const names = textList(value) ?? fail('must be a list of texts')
  return (candidate, run) => {
    spend(run.budget, names.length)
    return isObject(candidate) ? requireMembers(names, candidate, 'required', run) : undefined
  }
}

/** Returns the keyword if a member is missing, and collects every missing member as a violation. */
// eslint-disable-next-line max-params -- the names, the object, the keyword and the run
export function requireMembers(
  names: readonly string[],
  candidate: JsonObject,
  keyword: string,
  { violations, location }: Run,
): string | undefined {
  const missing = names.filter((name) => !Object.hasOwn(candidate, name))
  violations?.push(...missing.map((name) => ({ location: [...location], keyword, expected: names, missing: name })))
  return missing.length === 0 ? undefined : keyword
}

export function formatKeyword(value: unknown, { fail, noteUnapplied }: KeywordContext): Check | undefined {
  if (typeof value !== 'string') return fail('must be a text')
  const test = STRING_FORMATS.get(value)
  if (test === undefined) {
    noteUnapplied('is no format of JSON Schema and is not applied')
    return undefined
  }
  return (candidate, { budget }) => {
    if (typeof candidate !== 'string') return undefined
    spend(budget, candidate.length / 16)
    return test(candidate) ? undefined : 'format'
  }
}

/** Describes the content of a string. No draft requires to validate it. */
export function contentKeyword(_value: unknown, { noteUnapplied }: KeywordContext): undefined {
  noteUnapplied('says what a text holds and is not applied')
}

export function uniqueItemsKeyword(value: unknown, { fail }: KeywordContext): Check | undefined {
  if (typeof value !== 'boolean') return fail('must be true or false')
  if (!value) return undefined
  return (candidate, { budget }) => {
    if (!Array.isArray(candidate)) return undefined
    const texts = new Set(candidate.map((entry) => canonicalJson(entry, budget)))
    return texts.size === candidate.length ? undefined : 'uniqueItems'
  }
}

export function patternKeyword(value: unknown, context: KeywordContext): Check {
  if (typeof value !== 'string') return context.fail('must be a text')
  const pattern = preparedPattern(value, context)
  return (candidate, { budget }) =>
    typeof candidate !== 'string' || pattern.test(candidate, budget) ? undefined : 'pattern'
}

export function preparedPattern(text: string, context: KeywordContext, ...steps: readonly string[]): PreparedPattern {
  try {
    const pattern = preparePattern(text, context.budget)
    if (pattern.backtracks) context.noteBacktracking()
    return pattern
  } catch (fault) {
    return fault instanceof SyntaxError
      ? context.fail(`is no pattern of ECMA-262: ${fault.message}`, ...steps)
      : rethrow(fault)
  }
}

function rethrow(fault: unknown): never {
  throw fault
}

export function textList(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value : undefined
}
