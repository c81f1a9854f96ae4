import type { JsonLdEvent } from 'jsonld'
import { isObject, memberOf, textOf, valueAt } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import type { JsonLd, Statements } from './json-ld.ts'

/** Sort before and after every other member, and are no terms. */
const BEGIN = '\u0000'
const END = '\uffff'

/** Keywords that make a statement. The others (`@index`, `@direction`) say nothing that a signature would cover. */
const STATED = ['@id', '@type', '@value', '@language', '@list', '@set', '@graph', '@included', '@reverse', '@nest']

/**
 * The members of a document that its proof cannot cover, each with its place (contract 5.5): what no context defines,
 * identifiers and types that are no IRIs, and members without a value. RDF has none of them, so they could be added or
 * changed and the signature would still hold.
 */
export async function unsignedMembers(
  document: JsonObject,
  { events, leftOut }: Statements,
  jsonLd: JsonLd,
): Promise<readonly Location[]> {
  const places = [
    ...valuelessMembers(document, []),
    ...(events.length === 0 ? [] : await placesOf(document, events, jsonLd)),
    ...leftOut.flatMap((text) => placesOfText(document, text)),
  ]
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()]
}

function valuelessMembers(value: unknown, location: Location): readonly Location[] {
  if (value === null || (Array.isArray(value) && value.length === 0)) return [location]
  if (Array.isArray(value)) return value.flatMap((part, index) => valuelessMembers(part, [...location, index]))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, part]) => {
    if (name === '@context') return []
    const isUnstated = name.startsWith('@') && !STATED.includes(name)
    return isUnstated ? [[...location, name]] : valuelessMembers(part, [...location, name])
  })
}

/**
 * Where the processor left something out. It does not say; so it reads the document once more, with a mark at the
 * begin and the end of each object. It goes through members in the order of their names, and through objects as they
 * contain each other, so what it says between two marks concerns that object.
 */
async function placesOf(
  document: JsonObject,
  events: readonly JsonLdEvent[],
  jsonLd: JsonLd,
): Promise<readonly Location[]> {
  const places: Location[] = []
  const marked = withMarks(document, [], places)
  const open: Location[] = []
  const found: Location[] = []
  for (const event of isObject(marked) ? await jsonLd.eventsOf(marked) : []) {
    const mark = textOf(event.details['property']) ?? ''
    if (mark.startsWith(BEGIN)) open.push(places[Number(mark.slice(1))] ?? [])
    else if (mark.startsWith(END)) open.pop()
    else found.push(...placesWithin(document, open.at(-1) ?? [], event))
  }
  // Marks that a context takes for terms of its own are not reported; then the whole document is named.
  return found.length >= events.length ? found : [...found, []]
}

function withMarks(value: unknown, location: Location, places: Location[]): unknown {
  if (Array.isArray(value)) return value.map((part, index) => withMarks(part, [...location, index], places))
  if (!isObject(value)) return value
  const mark = places.push(location) - 1
  const members = Object.entries(value).map(([name, part]): [string, unknown] => [
    name,
    name === '@context' ? part : withMarks(part, [...location, name], places),
  ])
  return Object.fromEntries([...members, [`${BEGIN}${mark}`, null], [`${END}${mark}`, null]])
}

/** What an event is about: a member by its name, or the identifier or type that is its value. */
function placesWithin(document: JsonObject, location: Location, { details }: JsonLdEvent): readonly Location[] {
  const { property, id, type, value } = details
  if (typeof property === 'string') return [[...location, property]]
  const onlyId = textOf(memberOf(value, '@id'))
  if (onlyId !== undefined) return placesOfText(document, onlyId)
  const node = valueAt(document, location)
  const members = isObject(node) ? Object.entries(node) : []
  const places = members.flatMap(([name, part]) => placesIn(part, [...location, name]))
  return [places.find((place) => [id, type].includes(valueAt(document, place))) ?? location]
}

/** The places of a value, or of each value of a list. */
function placesIn(value: unknown, location: Location): readonly Location[] {
  return Array.isArray(value) ? value.map((_, index) => [...location, index]) : [location]
}

/** Every member that has this text as name or value. */
function placesOfText(value: unknown, text: string, location: Location = []): readonly Location[] {
  if (Array.isArray(value)) return value.flatMap((part, index) => placesOfText(part, text, [...location, index]))
  if (!isObject(value)) return value === text ? [location] : []
  return Object.entries(value).flatMap(([name, part]) => {
    if (name === '@context') return []
    return name === text ? [[...location, name]] : placesOfText(part, text, [...location, name])
  })
}
