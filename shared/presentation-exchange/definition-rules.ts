import { BudgetSpent } from './budget.ts'
import { CHECKED_FORMATS, MAX_REQUIREMENT_DEPTH, SubmissionRequirement, UNSUPPORTED_FORMATS } from './definition.ts'
import { faultsAt, shapeFaults } from './definition-faults.ts'
import type { FaultAt } from './definition-faults.ts'
import {
  descriptorsOf,
  fieldsOf,
  formatsOf,
  membersNamed,
  nestedRequirementsOf,
  relationsOf,
  requirementsOf,
  textEntries,
} from './definition-parts.ts'
import type { Part } from './definition-parts.ts'
import type { JsonObject, Location } from './json.ts'
import { memberOf } from './json.ts'
import { MAX_PATH_LENGTH, PathFault, preparePath } from './json-path.ts'
import { SchemaFault } from '../json-schema/json-schema-resources.ts'
import type { PreparedSchema } from '../json-schema/json-schema.ts'
import { phrase } from '../phrase.ts'

/* Rules that involve several members. They run even if the shape of a definition is invalid, so that all faults are reported. */

/** @throws {SchemaFault | BudgetSpent} as `prepareSchema` */
export type PrepareFilter = (filter: unknown) => PreparedSchema

type Rule = (definition: JsonObject, prepareFilter: PrepareFilter) => readonly FaultAt[]

const KNOWN_FORMATS: readonly string[] = [...CHECKED_FORMATS, ...UNSUPPORTED_FORMATS.keys()]

/** All rules that are not part of the shape (docs/contract/exchange.md, Definitions: fields). */
export const DEFINITION_RULES: readonly Rule[] = [
  descriptorIdsAreUnique,
  descriptorsAskForSomething,
  formatsAreRegistered,
  fieldIdsAreUnique,
  pathsAreJsonPaths,
  filtersAreSchemas,
  predicatesHaveFilters,
  relationsNameFields,
  requirementsHold,
  descriptorsAreGrouped,
]

function descriptorIdsAreUnique(definition: JsonObject): readonly FaultAt[] {
  return duplicates(descriptorsOf(definition), 'repeats the id of another descriptor')
}

function fieldIdsAreUnique(definition: JsonObject): readonly FaultAt[] {
  return duplicates(fieldsOf(definition), 'repeats the id of another field of this definition')
}

function duplicates(parts: readonly Part[], message: string): readonly FaultAt[] {
  const seen = new Set<string>()
  return parts.flatMap(({ location, value }) => {
    const id = memberOf(value, 'id')
    if (typeof id !== 'string') return []
    if (seen.has(id)) return [{ location: [...location, 'id'], code: 'duplicate', message }]
    seen.add(id)
    return []
  })
}

function descriptorsAskForSomething(definition: JsonObject): readonly FaultAt[] {
  const places = descriptorsOf(definition)
    .filter(({ value }) => memberOf(value, 'schema') === undefined && memberOf(value, 'constraints') === undefined)
    .map(({ location }) => location)
  return faultsAt(places, 'required', 'needs schema, constraints, or both')
}

function formatsAreRegistered(definition: JsonObject): readonly FaultAt[] {
  const places = membersNamed(formatsOf(definition), (name) => !KNOWN_FORMATS.includes(name))
  return faultsAt(places, 'format_unknown', 'is not a claim format')
}

function pathsAreJsonPaths(definition: JsonObject): readonly FaultAt[] {
  return fieldsOf(definition).flatMap((field) =>
    textEntries(field, 'path').flatMap(({ location, text }) => {
      if (text.length > MAX_PATH_LENGTH) return [] // a fault of the shape
      const fault = faultOf(() => preparePath(text))
      if (!(fault instanceof PathFault)) return []
      const message = phrase`is not a JSONPath at position ${fault.position}: ${fault.message}`
      return [{ location, code: 'jsonpath_invalid', message }]
    }),
  )
}

function filtersAreSchemas(definition: JsonObject, prepareFilter: PrepareFilter): readonly FaultAt[] {
  return fieldsOf(definition).flatMap(({ location, value }) => {
    const filter = memberOf(value, 'filter')
    if (filter === undefined) return []
    const at = [...location, 'filter']
    const fault = faultOf(() => prepareFilter(filter))
    if (fault instanceof SchemaFault) {
      return [{ location: [...at, ...fault.location], code: 'json_schema_invalid', message: fault.message }]
    }
    if (!(fault instanceof BudgetSpent)) return []
    return [{ location: at, code: 'json_schema_invalid', message: 'has filters that are too large to be prepared' }]
  })
}

function faultOf(work: () => unknown): unknown {
  try {
    work()
    return undefined
  } catch (fault) {
    if (fault instanceof PathFault || fault instanceof SchemaFault || fault instanceof BudgetSpent) return fault
    throw fault
  }
}

function predicatesHaveFilters(definition: JsonObject): readonly FaultAt[] {
  const places = fieldsOf(definition)
    .filter(({ value }) => memberOf(value, 'predicate') !== undefined && memberOf(value, 'filter') === undefined)
    .map(({ location }) => [...location, 'predicate'])
  return faultsAt(places, 'predicate_without_filter', 'is about a filter, and there is none')
}

function relationsNameFields(definition: JsonObject): readonly FaultAt[] {
  const ids = new Set(fieldsOf(definition).map(({ value }) => memberOf(value, 'id')))
  return relationsOf(definition).flatMap((relation) =>
    textEntries(relation, 'field_id')
      .filter(({ text }) => !ids.has(text))
      .map(({ location }) => ({ location, code: 'field_id_unknown', message: 'is the id of no field' })),
  )
}

function requirementsHold(definition: JsonObject): readonly FaultAt[] {
  const groups = new Set(
    descriptorsOf(definition).flatMap((descriptor) => textEntries(descriptor, 'group').map(({ text }) => text)),
  )
  return requirementsOf(definition).flatMap((requirement) => requirementFaults(requirement, groups, 1))
}

function requirementFaults(requirement: Part, groups: ReadonlySet<string>, depth: number): readonly FaultAt[] {
  const { location, value } = requirement
  const nested = nestedRequirementsOf(requirement)
  const nestedFaults =
    depth === MAX_REQUIREMENT_DEPTH
      ? nested.slice(0, 1).map((part) => tooDeep(part.location))
      : nested.flatMap((part) => requirementFaults(part, groups, depth + 1))
  return [
    ...sourceFaults(requirement, groups),
    ...rangeFaults(requirement),
    ...nestedShapes(location, value),
    ...nestedFaults,
  ]
}

function tooDeep(location: Location): FaultAt {
  const message = phrase`must not be nested deeper than ${MAX_REQUIREMENT_DEPTH} levels`
  return { location, code: 'too_deep', message }
}

/** Checks the shape of nested requirements, which the shape of the definition leaves open. */
function nestedShapes(location: Location, value: JsonObject): readonly FaultAt[] {
  const nested = memberOf(value, 'from_nested')
  if (!Array.isArray(nested)) return []
  return nested.flatMap((entry: unknown, index) =>
    shapeFaults(SubmissionRequirement, entry, [...location, 'from_nested', index]),
  )
}

function sourceFaults({ location, value }: Part, groups: ReadonlySet<string>): readonly FaultAt[] {
  const from = memberOf(value, 'from')
  if ((from === undefined) === (memberOf(value, 'from_nested') === undefined)) {
    const message = 'needs exactly one of from and from_nested'
    return [{ location, code: 'from_or_from_nested', message }]
  }
  if (typeof from !== 'string' || groups.has(from)) return []
  return [{ location: [...location, 'from'], code: 'group_unknown', message: 'names a group that no descriptor is in' }]
}

function rangeFaults({ location, value }: Part): readonly FaultAt[] {
  const min = memberOf(value, 'min')
  const max = memberOf(value, 'max')
  if (typeof min !== 'number' || typeof max !== 'number' || max >= min) return []
  return [{ location: [...location, 'max'], code: 'number_out_of_range', message: 'must not be below min' }]
}

function descriptorsAreGrouped(definition: JsonObject): readonly FaultAt[] {
  if (requirementsOf(definition).length === 0) return []
  const places = descriptorsOf(definition)
    .filter((descriptor) => textEntries(descriptor, 'group').length === 0)
    .map(({ location }) => location)
  return faultsAt(places, 'descriptor_ungrouped', 'needs a group, because the definition has submission requirements')
}
