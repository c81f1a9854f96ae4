import type { Draft } from './json-schema-resources.ts'
import type { Keyword } from './json-schema-keyword.ts'
import {
  additionalItemsKeyword,
  additionalPropertiesKeyword,
  allOfKeyword,
  anyOfKeyword,
  branchKeyword,
  containsKeyword,
  definitionsKeyword,
  dependenciesKeyword,
  dependentRequiredKeyword,
  dependentSchemasKeyword,
  dynamicRefKeyword,
  ifKeyword,
  itemsKeyword,
  notKeyword,
  oneOfKeyword,
  patternPropertiesKeyword,
  prefixItemsKeyword,
  propertiesKeyword,
  propertyNamesKeyword,
  refKeyword,
  unevaluatedItemsKeyword,
  unevaluatedPropertiesKeyword,
} from './json-schema-applicators.ts'
import {
  bound,
  constKeyword,
  contentKeyword,
  enumKeyword,
  formatKeyword,
  lengthOfArray,
  lengthOfText,
  multipleOfKeyword,
  patternKeyword,
  requiredKeyword,
  sized,
  textBound,
  typeKeyword,
  uniqueItemsKeyword,
  widthOfObject,
} from './json-schema-values.ts'

interface KnownKeyword {
  readonly name: string
  readonly prepare: Keyword
  readonly since: Draft
  readonly until: Draft
  /** The last name of the vocabulary it is of since 2019-09. */
  readonly vocabulary: string
}

type Group = readonly (readonly [name: string, prepare: Keyword, since?: Draft, until?: Draft])[]

const inVocabulary = (vocabulary: string, group: Group): readonly KnownKeyword[] =>
  group.map(([name, prepare, since = 4, until = 2020]) => ({ name, prepare, since, until, vocabulary }))

const minContainsKeyword = sized(
  'minContains',
  () => undefined,
  () => true,
)

/**
 * The keywords of all drafts in the order in which they are tried: what is decided at a glance first, patterns and schemas
 * inside schemas later (DIF: `const` and `enum` before `pattern`), and last those that ask what the others looked at.
 */
const KEYWORDS: readonly KnownKeyword[] = [
  ...inVocabulary('validation', [
    ['type', typeKeyword],
    ['const', (value) => constKeyword(value), 6],
    ['enum', enumKeyword],
    ['minimum', bound((difference) => difference >= 0, 'minimum')],
    ['maximum', bound((difference) => difference <= 0, 'maximum')],
    ['exclusiveMinimum', bound((difference) => difference > 0, 'exclusiveMinimum')],
    ['exclusiveMaximum', bound((difference) => difference < 0, 'exclusiveMaximum')],
    ['multipleOf', multipleOfKeyword],
    ['minLength', sized('minLength', lengthOfText, (size, limit) => size >= limit)],
    ['maxLength', sized('maxLength', lengthOfText, (size, limit) => size <= limit)],
    ['minItems', sized('minItems', lengthOfArray, (size, limit) => size >= limit)],
    ['maxItems', sized('maxItems', lengthOfArray, (size, limit) => size <= limit)],
    ['minProperties', sized('minProperties', widthOfObject, (size, limit) => size >= limit)],
    ['maxProperties', sized('maxProperties', widthOfObject, (size, limit) => size <= limit)],
    ['required', requiredKeyword],
    ['dependentRequired', dependentRequiredKeyword, 2019],
    // `contains` checks them.
    ['minContains', minContainsKeyword, 2019],
    ['maxContains', minContainsKeyword, 2019],
  ]),
  ...inVocabulary('format', [['format', formatKeyword]]),
  ...inVocabulary('validation', [
    ['uniqueItems', uniqueItemsKeyword],
    ['pattern', patternKeyword],
  ]),
  ...inVocabulary('core', [
    ['$ref', refKeyword],
    ['$recursiveRef', dynamicRefKeyword, 2019, 2019],
    ['$dynamicRef', dynamicRefKeyword, 2020],
  ]),
  ...inVocabulary('applicator', [
    ['propertyNames', propertyNamesKeyword, 6],
    ['properties', propertiesKeyword],
    ['patternProperties', patternPropertiesKeyword],
    ['additionalProperties', additionalPropertiesKeyword],
    // Older schemas need it from 2019-09 on (2020-12, Validation, appendix A).
    ['dependencies', dependenciesKeyword],
    ['dependentSchemas', dependentSchemasKeyword, 2019],
    ['prefixItems', prefixItemsKeyword, 2020],
    ['items', itemsKeyword],
    ['additionalItems', additionalItemsKeyword, 4, 2019],
    ['contains', containsKeyword, 6],
    ['if', ifKeyword, 7],
    ['allOf', allOfKeyword],
    ['anyOf', anyOfKeyword],
    ['oneOf', oneOfKeyword],
    ['not', notKeyword],
    // They assert nothing by themselves, but what stands there must be a schema.
    ['then', branchKeyword, 7],
    ['else', branchKeyword, 7],
  ]),
  ...inVocabulary('content', [
    ['contentEncoding', contentKeyword, 7],
    ['contentMediaType', contentKeyword, 7],
  ]),
  ...inVocabulary('core', [
    ['definitions', definitionsKeyword],
    ['$defs', definitionsKeyword, 2019],
  ]),
  ...inVocabulary('unevaluated', [
    ['unevaluatedItems', unevaluatedItemsKeyword, 2019],
    ['unevaluatedProperties', unevaluatedPropertiesKeyword, 2019],
  ]),
]

/** Bounds of texts, which no draft has (docs/contract/exchange.md, Filters), and the newer place for what is referred to. */
const OF_FILTERS: readonly KnownKeyword[] = inVocabulary('validation', [
  ['formatMinimum', textBound((difference) => difference >= 0, 'formatMinimum')],
  ['formatMaximum', textBound((difference) => difference <= 0, 'formatMaximum')],
  ['formatExclusiveMinimum', textBound((difference) => difference > 0, 'formatExclusiveMinimum')],
  ['formatExclusiveMaximum', textBound((difference) => difference < 0, 'formatExclusiveMaximum')],
  ['$defs', definitionsKeyword],
])

/** The keywords of a draft, less those of vocabularies that a metaschema of its own leaves out. */
export function keywordsOf(draft: Draft, vocabularies: ReadonlySet<string> | undefined): readonly KnownKeyword[] {
  const ofDraft = byDraft.get(draft) ?? KEYWORDS.filter(({ since, until }) => since <= draft && draft <= until)
  byDraft.set(draft, ofDraft)
  if (vocabularies === undefined) return ofDraft
  const uses = (name: string) => [...vocabularies].some((one) => one === name || one.startsWith(`${name}-`))
  // The draft 2019-09 has `unevaluated` in another vocabulary.
  return ofDraft.filter(({ vocabulary }) => uses(vocabulary) || (vocabulary === 'unevaluated' && draft === 2019))
}

const byDraft = new Map<Draft, readonly KnownKeyword[]>()

const FILTER_KEYWORDS: readonly KnownKeyword[] = [...keywordsOf(7, undefined), ...OF_FILTERS]

export function keywordsOfFilters(): readonly KnownKeyword[] {
  return FILTER_KEYWORDS
}

/** Members that say something about a schema, or hold what references lead to, and demand nothing of a value. */
const ANNOTATIONS: readonly string[] = [
  '$comment',
  '$id',
  '$schema',
  'default',
  'deprecated',
  'description',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
]
const KNOWN_NAMES: ReadonlySet<string> = new Set([...ANNOTATIONS, ...FILTER_KEYWORDS.map(({ name }) => name)])
const LATER_NAMES: ReadonlySet<string> = new Set(KEYWORDS.filter(({ since }) => since > 7).map(({ name }) => name))

/** What becomes of a member of a filter: undefined when it is applied, or demands nothing. */
export function unappliedReason(name: string): { readonly isRefused: boolean; readonly message: string } | undefined {
  if (KNOWN_NAMES.has(name)) return undefined
  if (LATER_NAMES.has(name)) {
    return { isRefused: true, message: 'came after draft 7, which filters are written in' }
  }
  const meant = [...KNOWN_NAMES].find((known) => differsLittle(known, name))
  const hint = meant === undefined ? '' : `; is ${meant} meant?`
  return { isRefused: false, message: `is no keyword of draft 7 and is not applied${hint}` }
}

export function isAnnotation(name: string): boolean {
  return ANNOTATIONS.includes(name) || name === 'definitions' || name === '$defs'
}

/** The same letters in another order or case, or one letter more or less. */
function differsLittle(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => name.toLowerCase())
  if (first === undefined || second === undefined || Math.abs(first.length - second.length) > 1) return false
  const sorted = (name: string) => Array.from(name).toSorted().join('')
  if (sorted(first) === sorted(second)) return true
  const same = Array.from(first).findIndex((letter, index) => letter !== second[index])
  const [rest, otherRest] = [first.slice(same), second.slice(same)]
  return (
    same !== -1 &&
    [rest.slice(1) === otherRest, rest === otherRest.slice(1), rest.slice(1) === otherRest.slice(1)].includes(true)
  )
}
