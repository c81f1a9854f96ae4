import { phrase } from '../phrase.ts'
import { withRequirementList } from '../presentation-exchange/check-definition.ts'
import {
  JWT_FORMATS,
  LINKED_DATA_FORMATS,
  NewPresentationDefinition,
  SubmissionRequirement,
} from '../presentation-exchange/definition.ts'
import type { Field, Format, InputDescriptor } from '../presentation-exchange/definition.ts'
import { SD_JWT_FORMATS } from '../presentation-exchange/candidate.ts'
import { isObject } from '../presentation-exchange/json.ts'
import type { JsonObject, Location } from '../presentation-exchange/json.ts'
import type { ClaimsPath, ClaimValue, QueryFormat } from './query.ts'
import { claimsPathOf, lossList } from './translation.ts'
import type { Lose, Translation } from './translation.ts'

/** Combinations of claims, and of credentials, that a query lists. */
const MAX_COMBINATIONS = 50

/**
 * Translates a presentation definition without faults into `{ name?, purpose?, dcql_query }`. Holder binding stays
 * demanded, since the answer to a definition is a presentation, which its holder signs.
 */
export function queryFromDefinition(sent: JsonObject): Translation {
  const definition = NewPresentationDefinition.parse(withRequirementList(sent))
  const { input_descriptors: descriptors, submission_requirements: requirements, name, purpose } = definition
  const { losses, lose } = lossList()
  if (descriptors.length === 0)
    lose(['input_descriptors'], 'is empty, and a DCQL query requests at least one credential')
  const ids = takenIds(descriptors, lose)
  const credentials = descriptors.map((descriptor, index) => ({
    id: ids[index],
    ...credentialOf(descriptor, ['input_descriptors', index], definition.format, lose),
  }))
  const idsOfGroup = (group: string) =>
    descriptors.flatMap((descriptor, index) => (descriptor.group?.includes(group) ? [ids[index] ?? ''] : []))
  const isSingle = isObject(sent['submission_requirements'])
  const credential_sets = requirements?.flatMap((requirement, index) => {
    const at = ['submission_requirements', ...(isSingle ? [] : [index])]
    const options = optionsOf(requirement, at, idsOfGroup, lose)
    if (options.length === 0) lose(at, 'requires more inputs than there are, which DCQL cannot express')
    return options.length === 0 ? [] : [{ options, ...(isOptional(requirement) && { required: false }) }]
  })
  const dcql_query = { credentials, ...(credential_sets && credential_sets.length > 0 && { credential_sets }) }
  return { translated: { ...(name && { name }), ...(purpose && { purpose }), dcql_query }, losses }
}

/** DCQL takes letters, digits, _ and - only. */
function takenIds(descriptors: readonly InputDescriptor[], lose: Lose): readonly string[] {
  const taken = new Set<string>()
  return descriptors.map(({ id }, index) => {
    const plain = id.replace(/[^\w-]/g, '_').slice(0, 200) || 'input'
    let free = plain
    for (let number = 2; taken.has(free); number += 1) free = `${plain}_${number}`
    taken.add(free)
    if (free !== id)
      lose(['input_descriptors', index, 'id'], phrase`becomes ${free}, because DCQL allows fewer characters in an id`)
    return free
  })
}

// eslint-disable-next-line max-params -- what is translated, and where it stands
function credentialOf(descriptor: InputDescriptor, at: Location, usual: Format | undefined, lose: Lose): JsonObject {
  const { constraints = {}, name, purpose } = descriptor
  for (const member of [...(name === undefined ? [] : ['name']), ...(purpose === undefined ? [] : ['purpose'])]) {
    lose([...at, member], 'is left out, because a credential query has no name or purpose')
  }
  for (const member of RELATIONS) {
    const value = constraints[member]
    if (value !== undefined) lose([...at, 'constraints', member], 'cannot be requested in DCQL')
  }
  const format = formatOf(descriptor, usual, at, lose)
  const isSdJwt = format === 'dc+sd-jwt' || format === 'vc+sd-jwt'
  const fields = (constraints.fields ?? []).map((field, index) => ({
    field,
    at: [...at, 'constraints', 'fields', index],
  }))
  const typeField =
    isSdJwt && descriptor.schema === undefined ? fields.find(({ field }) => isVctField(field)) : undefined
  const vct_values = typeField && valuesOf(typeField.field.filter)
  return {
    format,
    meta: vct_values ? { vct_values } : metaOf(descriptor, format, at, lose),
    ...claimsOf(
      fields.filter((one) => one !== typeField),
      lose,
    ),
  }
}

const RELATIONS = ['subject_is_issuer', 'is_holder', 'same_subject', 'statuses'] as const

/** A definition names the type of an SD-JWT VC by a field, a query by a member of its own. */
function isVctField({ path, filter, optional }: Field): boolean {
  const values = valuesOf(filter)
  return (
    !optional &&
    path.length === 1 &&
    path[0] === '$.vct' &&
    values?.every((value) => typeof value === 'string') === true
  )
}

const FAMILIES: readonly (readonly [QueryFormat, readonly string[]])[] = [
  ['dc+sd-jwt', SD_JWT_FORMATS],
  ['jwt_vc_json', JWT_FORMATS],
  ['ldp_vc', LINKED_DATA_FORMATS],
  ['mso_mdoc', ['mso_mdoc']],
]

// eslint-disable-next-line max-params -- what is translated, and where it stands
function formatOf(descriptor: InputDescriptor, usual: Format | undefined, at: Location, lose: Lose): QueryFormat {
  const format: JsonObject = descriptor.format ?? usual ?? {}
  const place = descriptor.format ? [...at, 'format'] : usual ? ['format'] : at
  const listed = Object.keys(format)
  const families = FAMILIES.filter(([, names]) => listed.some((name) => names.includes(name))).map(([family]) => family)
  const [first = 'dc+sd-jwt'] = families
  if (families.length !== 1) lose(place, phrase`does not name exactly one format, so the query requests ${first}`)
  if (listed.some((name) => isObject(format[name]) && Object.keys(format[name]).length > 0)) {
    lose(place, 'lists algorithms, which DCQL cannot restrict')
  }
  return first === 'dc+sd-jwt' && listed.includes('vc+sd-jwt') && !listed.includes('dc+sd-jwt') ? 'vc+sd-jwt' : first
}

// eslint-disable-next-line max-params -- what is translated, and where it stands
function metaOf({ schema }: InputDescriptor, format: QueryFormat, at: Location, lose: Lose): JsonObject {
  const required = (schema ?? []).filter((entry) => entry.required).map(({ uri }) => uri)
  const uris = required.length > 0 ? required : (schema ?? []).map(({ uri }) => uri)
  const isSdJwt = format === 'dc+sd-jwt' || format === 'vc+sd-jwt'
  if (schema === undefined) return isSdJwt || format === 'mso_mdoc' ? {} : { type_values: [['VerifiableCredential']] }
  if (isSdJwt) {
    if (required.length > 1) lose([...at, 'schema'], 'requires several types at once, and an SD-JWT VC has one')
    return { vct_values: uris }
  }
  lose([...at, 'schema'], 'can name contexts and schemas, and DCQL requests types only')
  if (format === 'mso_mdoc') return {}
  return { type_values: required.length > 0 ? [uris] : uris.map((uri) => [uri]) }
}

interface PlacedField {
  readonly field: Field
  readonly at: Location
}

interface Claim {
  readonly path: ClaimsPath
  readonly values?: readonly ClaimValue[]
}

/** A field with several paths, or an optional one, is a choice between claims: of its combinations claim sets are made. */
function claimsOf(fields: readonly PlacedField[], lose: Lose): JsonObject {
  const choices = fields.map((placed) => ({ ...placed, claims: alternativesOf(placed, lose) }))
  const told = choices.filter(({ claims }) => claims.length > 0)
  const [first] = told
  if (first === undefined) return {}
  const isChoice = told.some(({ claims, field }) => claims.length > 1 || field.optional)
  if (!isChoice) return { claims: told.flatMap(({ claims }) => claims) }
  const claims = told.flatMap((one, index) => one.claims.map((claim, path) => ({ id: `f${index}_${path}`, ...claim })))
  const idsOf = (index: number, { claims: own, field }: (typeof told)[number]) => [
    ...own.map((_, path) => [`f${index}_${path}`]),
    ...(field.optional ? [[]] : []),
  ]
  const combinations = product(told.map((one, index) => idsOf(index, one)))
  const claim_sets = combinations.filter((ids) => ids.length > 0).slice(0, MAX_COMBINATIONS)
  const at = first.at.slice(0, -1)
  if (claim_sets.length < combinations.length) {
    const isTooMany = combinations.length > MAX_COMBINATIONS
    lose(
      at,
      isTooMany ? 'have more combinations than a query may list' : 'are all optional, and DCQL requires one of them',
    )
  }
  return { claims, claim_sets }
}

/** The claims that would do for a field; none where it cannot be asked for. */
function alternativesOf({ field, at }: PlacedField, lose: Lose): readonly Claim[] {
  for (const member of ['name', 'purpose', 'predicate', 'intent_to_retain'] as const) {
    if (field[member] !== undefined) lose([...at, member], 'has no counterpart in DCQL')
  }
  const values = valuesOf(field.filter)
  const isPlain = field.filter === undefined || field.filter === true
  if (!isPlain && values === undefined) lose([...at, 'filter'], 'is not a list of values, so it is left out')
  if (!isPlain && field.optional) lose([...at, 'optional'], 'accepts other values of the claim in DCQL')
  return field.path.flatMap((text, index): Claim[] => {
    const path = claimsPathOf(text)
    const place = [...at, 'path', index]
    if (path === undefined || path.length > 20) {
      lose(place, 'has steps other than names and indexes, so it is left out')
      return []
    }
    if (path.includes(null)) lose(place, 'selects the first element, and a DCQL path accepts any of them')
    return [values === undefined ? { path } : { path, values }]
  })
}

/** The values that a filter lists, where it does nothing else. */
function valuesOf(filter: unknown): readonly ClaimValue[] | undefined {
  if (!isObject(filter)) return undefined
  const { const: only, enum: list, type, ...others } = filter
  const values: unknown = Object.hasOwn(filter, 'const') ? [only] : list
  if (Object.keys(others).length > 0 || !Array.isArray(values) || values.length === 0 || values.length > 100)
    return undefined
  if (Object.hasOwn(filter, 'const') && list !== undefined) return undefined
  return values.every((value): value is ClaimValue => isClaimValue(value) && isOfType(value, type)) ? values : undefined
}

function isClaimValue(value: unknown): value is ClaimValue {
  return typeof value === 'boolean' || Number.isSafeInteger(value) || (typeof value === 'string' && value.length <= 512)
}

function isOfType(value: ClaimValue, type: unknown): boolean {
  if (type === undefined || type === typeof value) return true
  return typeof value === 'number' && type === 'integer'
}

/** The lists of ids of which one is needed. */
// eslint-disable-next-line max-params -- what is translated, and where it stands
function optionsOf(
  requirement: SubmissionRequirement,
  at: Location,
  idsOfGroup: (group: string) => readonly string[],
  lose: Lose,
): readonly (readonly string[])[] {
  const { rule, from, from_nested = [], name, purpose, count, min, max } = requirement
  if (name !== undefined || purpose !== undefined) lose(at, 'loses its name and purpose, which DCQL does not have')
  if (rule === 'pick' && (count !== undefined || max !== undefined)) {
    lose(at, 'has an upper limit, which DCQL does not have')
  }
  const parts =
    from === undefined
      ? from_nested.map((nested, index) =>
          optionsOf(SubmissionRequirement.parse(nested), [...at, 'from_nested', index], idsOfGroup, lose),
        )
      : idsOfGroup(from).map((id) => [[id]])
  const needed = rule === 'all' ? parts.length : Math.max(1, count ?? 0, min ?? 0)
  const chosen = choose(parts, needed).flatMap((some) => product(some))
  const options = chosen.map((ids) => [...new Set(ids)]).filter((ids) => ids.length > 0)
  if (options.length > MAX_COMBINATIONS) lose(at, 'has more combinations than a query may list')
  return options.slice(0, MAX_COMBINATIONS)
}

function isOptional({ rule, min, count }: SubmissionRequirement): boolean {
  return rule === 'pick' && count === undefined && min === 0
}

/** Every choice of `count` of a list, in its order; no more than are listed and one. */
function choose<Part>(list: readonly Part[], count: number): readonly (readonly Part[])[] {
  if (count === 0) return [[]]
  const found: (readonly Part[])[] = []
  for (let index = 0; index + count <= list.length && found.length <= MAX_COMBINATIONS; index += 1) {
    for (const rest of choose(list.slice(index + 1), count - 1)) {
      found.push([...list.slice(index, index + 1), ...rest])
    }
  }
  return found.slice(0, MAX_COMBINATIONS + 1)
}

/** Every way to take one list of each; the first of each comes first. No more than are listed and one. */
function product(lists: readonly (readonly (readonly string[])[])[]): readonly (readonly string[])[] {
  return lists.reduce<readonly (readonly string[])[]>(
    (made, list) => made.flatMap((some) => list.map((one) => [...some, ...one])).slice(0, MAX_COMBINATIONS + 1),
    [[]],
  )
}
