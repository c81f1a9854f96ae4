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
  /** The last part of the URI of its vocabulary since 2019-09. */
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
 * The keywords of all drafts in the order in which they are applied: cheap ones first, then patterns and nested schemas (DIF:
 * `const` and `enum` before `pattern`), and last those that depend on what the others evaluated.
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
    // `contains` applies these two.
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
    // Later drafts keep it for older schemas (2020-12, Validation, appendix A).
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
    // These two assert nothing by themselves, but their value must be a schema.
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

/** Keywords of filters that draft 7 does not have (docs/contract/exchange.md, Filters). */
const FILTER_EXTENSIONS: readonly KnownKeyword[] = inVocabulary('validation', [
  ['formatMinimum', textBound((difference) => difference >= 0, 'formatMinimum')],
  ['formatMaximum', textBound((difference) => difference <= 0, 'formatMaximum')],
  ['formatExclusiveMinimum', textBound((difference) => difference > 0, 'formatExclusiveMinimum')],
  ['formatExclusiveMaximum', textBound((difference) => difference < 0, 'formatExclusiveMaximum')],
  ['$defs', definitionsKeyword],
])

/** The keywords of a draft. @param vocabularies those of a custom metaschema; undefined for all */
export function keywordsOf(draft: Draft, vocabularies: ReadonlySet<string> | undefined): readonly KnownKeyword[] {
  const ofDraft = byDraft.get(draft) ?? KEYWORDS.filter(({ since, until }) => since <= draft && draft <= until)
  byDraft.set(draft, ofDraft)
  if (vocabularies === undefined) return ofDraft
  const uses = (name: string) => [...vocabularies].some((used) => used === name || used.startsWith(`${name}-`))
  // The draft 2019-09 has `unevaluated` in another vocabulary.
  return ofDraft.filter(({ vocabulary }) => uses(vocabulary) || (vocabulary === 'unevaluated' && draft === 2019))
}

const byDraft = new Map<Draft, readonly KnownKeyword[]>()

export const FILTER_KEYWORDS: readonly KnownKeyword[] = [...keywordsOf(7, undefined), ...FILTER_EXTENSIONS]

/** Members that assert nothing about a value. */
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

/** Why a member of a filter is refused or not applied; undefined if it is applied or an annotation. */
export function unappliedReason(name: string): { readonly isRefused: boolean; readonly message: string } | undefined {
  if (KNOWN_NAMES.has(name)) return undefined
  if (LATER_NAMES.has(name)) {
    return { isRefused: true, message: 'came after draft 7, which filters are written in' }
  }
  const meant = [...KNOWN_NAMES].find((known) => isSimilar(known, name))
  const hint = meant === undefined ? '' : `; is ${meant} meant?`
  return { isRefused: false, message: `is no keyword of draft 7 and is not applied${hint}` }
}

export function isAnnotation(name: string): boolean {
  return ANNOTATIONS.includes(name) || name === 'definitions' || name === '$defs'
}

/** Whether two names differ in case, in the order of their letters, or in one letter. */
function isSimilar(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => name.toLowerCase())
  if (first === undefined || second === undefined || Math.abs(first.length - second.length) > 1) return false
  const sorted = (name: string) => Array.from(name).toSorted().join('')
  if (sorted(first) === sorted(second)) return true
  const difference = Array.from(first).findIndex((letter, index) => letter !== second[index])
  if (difference === -1) return false
  const [rest, otherRest] = [first.slice(difference), second.slice(difference)]
  return rest.slice(1) === otherRest || rest === otherRest.slice(1) || rest.slice(1) === otherRest.slice(1)
}
