import type { JsonLdEvent } from 'jsonld'
import { isObject, listOf, textOf, textsOf, valueAt } from '../../../shared/presentation-exchange/json.ts'
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
    else found.push(placeWithin(document, open.at(-1) ?? [], event))
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

/** The member an event is about: by its name, or by the identifier or type that is its value. */
function placeWithin(document: JsonObject, location: Location, { details }: JsonLdEvent): Location {
  const { property, id, type } = details
  if (typeof property === 'string') return [...location, property]
  const node = valueAt(document, location)
  const named = isObject(node)
    ? Object.keys(node).find((name) => textsOf(node[name]).some((text) => text === id || text === type))
    : undefined
  return named === undefined ? location : [...location, named]
}

/** Every member that has this text as name or value. */
function placesOfText(value: unknown, text: string, location: Location = []): readonly Location[] {
  if (Array.isArray(value)) return value.flatMap((part, index) => placesOfText(part, text, [...location, index]))
  if (!isObject(value)) return value === text ? [location] : []
  return Object.entries(value).flatMap(([name, part]) => {
    if (name === '@context') return []
    const place = [...location, name]
    return name === text || listOf(part).includes(text) ? [place] : placesOfText(part, text, place)
  })
}
