import type { JsonObject, Location } from './json.ts'
import { isObject, listOf, memberOf } from './json.ts'

/** An object within a definition, which may still break any rule. */
export interface Part {
  readonly location: Location
  readonly value: JsonObject
}

export function partsOf({ location, value }: Part, name: string): readonly Part[] {
  const list = memberOf(value, name)
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown, index) =>
    isObject(entry) ? [{ location: [...location, name, index], value: entry }] : [],
  )
}

export function partOf({ location, value }: Part, name: string): readonly Part[] {
  const part = memberOf(value, name)
  return isObject(part) ? [{ location: [...location, name], value: part }] : []
}

export function wholeOf(definition: JsonObject): Part {
  return { location: [], value: definition }
}

export function descriptorsOf(definition: JsonObject): readonly Part[] {
  return partsOf(wholeOf(definition), 'input_descriptors')
}

export function constraintsOf(definition: JsonObject): readonly Part[] {
  return descriptorsOf(definition).flatMap((descriptor) => partOf(descriptor, 'constraints'))
}

export function fieldsOf(definition: JsonObject): readonly Part[] {
  return constraintsOf(definition).flatMap((constraints) => partsOf(constraints, 'fields'))
}

export function relationsOf(definition: JsonObject): readonly Part[] {
  return constraintsOf(definition).flatMap((constraints) => [
    ...partsOf(constraints, 'is_holder'),
    ...partsOf(constraints, 'same_subject'),
  ])
}

export function statusesOf(definition: JsonObject): readonly Part[] {
  return constraintsOf(definition).flatMap((constraints) => partOf(constraints, 'statuses'))
}

export function statusRulesOf(definition: JsonObject): readonly Part[] {
  return statusesOf(definition).flatMap((statuses) =>
    ['active', 'suspended', 'revoked'].flatMap((name) => partOf(statuses, name)),
  )
}

/** The definition's own format and those of its descriptors. */
export function formatsOf(definition: JsonObject): readonly Part[] {
  return [wholeOf(definition), ...descriptorsOf(definition)].flatMap((part) => partOf(part, 'format'))
}

export function schemaEntriesOf(definition: JsonObject): readonly Part[] {
  return descriptorsOf(definition).flatMap((descriptor) => partsOf(descriptor, 'schema'))
}

export function requirementsOf(definition: JsonObject): readonly Part[] {
  return partsOf(wholeOf(definition), 'submission_requirements')
}

export function nestedRequirementsOf(requirement: Part): readonly Part[] {
  return partsOf(requirement, 'from_nested')
}

/** All requirements, each before those nested in it. */
export function allRequirementsOf(definition: JsonObject): readonly Part[] {
  const withNested = (part: Part): readonly Part[] => [part, ...nestedRequirementsOf(part).flatMap(withNested)]
  return requirementsOf(definition).flatMap(withNested)
}

/** The places of members with matching names. */
export function membersNamed(parts: readonly Part[], matches: (name: string) => boolean): readonly Location[] {
  return parts.flatMap(({ location, value }) =>
    Object.keys(value).flatMap((name) => (matches(name) ? [[...location, name]] : [])),
  )
}

/** The strings of a list, with their places. */
export function textEntries(
  { location, value }: Part,
  name: string,
): readonly { readonly location: Location; readonly text: string }[] {
  const list = memberOf(value, name)
  if (!Array.isArray(list)) return []
  return listOf(list).flatMap((text, index) =>
    typeof text === 'string' ? [{ location: [...location, name, index], text }] : [],
  )
}
