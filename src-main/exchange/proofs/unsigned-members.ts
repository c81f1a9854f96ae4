import type { JsonLdEvent } from 'jsonld'
import { isObject, listOf, memberOf, textOf, valueAt } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import type { JsonLd, Statements } from './json-ld.ts'
import { ProofFault } from './proof-fault.ts'

/** Sort before and after every other member, and are no terms. */
const BEGIN = '\u0000'
const END = '\uffff'

/** Keywords that make a statement, or stand in one. */
const STATED = [
  '@id',
  '@type',
  '@value',
  '@language',
  '@list',
  '@set',
  '@graph',
  '@included',
  '@reverse',
  '@nest',
  '@none',
]

/** Keywords that say how a value is laid out or filed, which no statement does. */
const UNSTATED_KEYWORDS: readonly unknown[] = ['@direction', '@index']

/** Whether a place that no proof covers holds nothing that anybody reads. */
export function isLayout(place: Location): boolean {
  return UNSTATED_KEYWORDS.includes(place.at(-1))
}

/** The members of a document that stand beside what it states, as they were written. */
export function unstatedMembers(document: JsonObject, unsigned: readonly Location[]): JsonObject {
  const names = new Set(unsigned.flatMap((place) => (place.length === 1 && !isLayout(place) ? place : [])))
  return Object.fromEntries(Object.entries(document).filter(([name]) => names.has(name)))
}

/** The way to a value from the root of a document: longer ways share their begin, so that walking copies none. */
interface Way {
  readonly above: Way | undefined
  readonly step: string | number
}

/** The library's message for an object that is dropped. */
const ONLY_AN_ID = 'object with only @id'

/** Leads to what was left out: its place, or a text that stands wherever it stands. */
type Lead = { readonly place: Location } | { readonly text: string }

/**
 * The members of a document that its proof cannot cover, each with its place (docs/contract/exchange.md,
 * Proofs: linked data): what no context defines, identifiers and types that are no IRIs, and members without a value.
 * RDF has none of them, so they could be added or changed and the signature would still hold.
 *
 * The work grows with the document and with what was left out, never with both multiplied: a stranger chooses both.
 */
export async function unsignedMembers(
  document: JsonObject,
  { events, leftOut }: Statements,
  jsonLd: JsonLd,
): Promise<readonly Location[]> {
  const { leads, empty } = events.length === 0 ? NO_LEADS : await leadsOf(document, jsonLd)
  const texts = [...leads.flatMap((lead) => ('text' in lead ? [lead.text] : [])), ...leftOut]
  const placesByText = placesOfTexts(document, new Set(texts))
  const placesOf = (lead: Lead) => ('text' in lead ? (placesByText.get(lead.text) ?? []) : [lead.place])
  const found = leads.reduce((sum, lead) => sum + placesOf(lead).length, 0)
  // Marks that a context takes for terms of its own are not reported; then the whole document is named.
  const whole: readonly Lead[] = found + empty < events.length ? [{ place: [] }] : []
  const all = [...leads, ...whole, ...leftOut.map((text) => ({ text }))]
  const places = [...(await valuelessMembers(document, jsonLd)), ...eachTextOnce(all).flatMap(placesOf)]
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()]
}

function eachTextOnce(leads: readonly Lead[]): readonly Lead[] {
  const seen = new Set<string>()
  return leads.filter((lead) => {
    if (!('text' in lead)) return true
    const isNew = !seen.has(lead.text)
    seen.add(lead.text)
    return isNew
  })
}

/** Stands for a value that may say nothing, with its number. */
const MARK_OF_VALUE = '\u0001'

/**
 * Members without a value, but for those that say so: `null` and `[]` within a JSON literal, and an empty list where a
 * context makes lists. Only the processor knows which those are, so it reads the document with a mark in place of each.
 */
async function valuelessMembers(document: JsonObject, jsonLd: JsonLd): Promise<readonly Location[]> {
  const unstated: Location[] = []
  const valueless: { readonly way: Way | undefined; readonly isList: boolean }[] = []
  const marked = look(document, undefined)
  const stated = valueless.length === 0 ? new Set() : await statedMarks(marked)
  return [...unstated, ...valueless.flatMap(({ way }, mark) => (stated.has(mark) ? [] : [locationOf(way)]))]

  function look(value: unknown, way: Way | undefined): unknown {
    if (typeof way?.step === 'string' && way.step.startsWith('@') && !STATED.includes(way.step)) {
      unstated.push(locationOf(way))
      return value
    }
    if (value === null || (Array.isArray(value) && value.length === 0)) {
      return MARK_OF_VALUE + String(valueless.push({ way, isList: value !== null }) - 1)
    }
    if (Array.isArray(value)) return value.map((part: unknown, step) => look(part, { above: way, step }))
    if (!isObject(value)) return value
    const parts = Object.entries(value).map(([step, part]) => [
      step,
      step === '@context' ? part : look(part, { above: way, step }),
    ])
    return Object.fromEntries(parts) as JsonObject
  }

  async function statedMarks(read: unknown): Promise<ReadonlySet<unknown>> {
    const found = new Set<number>()
    try {
      if (isObject(read)) find((await jsonLd.expansionOf(read)).expanded, false)
    } catch (fault) {
      // The mark makes it no JSON-LD, so the value is none that a statement holds.
      if (!(fault instanceof ProofFault)) throw fault
    }
    return found

    function find(part: unknown, isJson: boolean): void {
      if (typeof part === 'string' && isJson && part.startsWith(MARK_OF_VALUE)) found.add(Number(part.slice(1)))
      if (Array.isArray(part)) for (const entry of part) find(entry, isJson)
      if (!isObject(part)) return
      const list = listOf(part['@list'])
      const mark = list.length === 1 ? textOf(memberOf(list[0], '@value')) : undefined
      const number = mark?.startsWith(MARK_OF_VALUE) === true ? Number(mark.slice(1)) : undefined
      if (number !== undefined && valueless[number]?.isList === true) found.add(number)
      const isLiteral = part['@type'] === '@json'
      for (const inner of Object.values(part)) find(inner, isJson || isLiteral)
    }
  }
}

/** Visits all parts of a value except its contexts. */
function forEachPart(value: unknown, above: Way | undefined, visit: (part: unknown, way: Way) => void): void {
  if (Array.isArray(value)) value.forEach((part, step) => visit(part, { above, step }))
  else if (isObject(value)) {
    for (const [step, part] of Object.entries(value)) if (step !== '@context') visit(part, { above, step })
  }
}

function locationOf(way: Way | undefined): Location {
  const steps: (string | number)[] = []
  for (let at = way; at !== undefined; at = at.above) steps.push(at.step)
  return steps.reverse()
}

/**
 * Finds where the processor left something out. The processor does not say; so it reads the document once more, with a
 * mark at the begin and the end of each object. It goes through members in the order of their names, and through
 * objects as they contain each other, so what it says between two marks concerns that object.
 */
async function leadsOf(document: JsonObject, jsonLd: JsonLd): Promise<Leads> {
  const ways: (Way | undefined)[] = []
  const marked = withMarks(document, undefined, ways)
  const leadWithin = leadsWithin(document, ways)
  const open: number[] = []
  const leads: Lead[] = []
  let empty = 0
  /** The object that ended just before, which is the one that is dropped then; a text is none. */
  let closed: number | undefined
  for (const event of isObject(marked) ? (await jsonLd.expansionOf(marked)).events : []) {
    const mark = textOf(event.details['property']) ?? ''
    const dropped = event.code === ONLY_AN_ID ? closed : undefined
    closed = mark.startsWith(END) ? open.pop() : undefined
    if (mark.startsWith(BEGIN)) open.push(Number(mark.slice(1)))
    else if (dropped !== undefined && isValueOfNothing(ways[dropped])) empty += 1
    else if (!mark.startsWith(END)) leads.push(leadWithin(open.at(-1), event))
  }
  return { leads, empty }
}

interface Leads {
  readonly leads: readonly Lead[]
  /** The number of objects without a statement that could have been signed. */
  readonly empty: number
}

const NO_LEADS: Leads = { leads: [], empty: 0 }

/** A node of the document that has only an id. */
function isValueOfNothing(way: Way | undefined): boolean {
  if (typeof way?.step === 'number') return isValueOfNothing(way.above)
  return way === undefined || (way.step === '@graph' && isValueOfNothing(way.above))
}

function withMarks(value: unknown, way: Way | undefined, ways: (Way | undefined)[]): unknown {
  if (Array.isArray(value)) return value.map((part, step) => withMarks(part, { above: way, step }, ways))
  if (!isObject(value)) return value
  const mark = ways.push(way) - 1
  const members = Object.entries(value).map(([step, part]): [string, unknown] => [
    step,
    step === '@context' ? part : withMarks(part, { above: way, step }, ways),
  ])
  return Object.fromEntries([...members, [`${BEGIN}${mark}`, null], [`${END}${mark}`, null]])
}

/** What an event within a marked object is about: a member by its name, or the identifier or type that is its value. */
function leadsWithin(document: JsonObject, ways: readonly (Way | undefined)[]) {
  const indexes = new Map<number, Index>()
  return (mark: number | undefined, { details }: JsonLdEvent): Lead => {
    const { property, id, type, value } = details
    const at = mark ?? OUTSIDE
    const index = indexes.get(at) ?? indexOf(document, locationOf(ways[at]))
    indexes.set(at, index)
    if (typeof property === 'string') return { place: [...index.location, property] }
    // A text in the place of a graph: whether it is an identifier or a value is up to the context.
    const only = textOf(memberOf(value, '@id')) ?? textOf(memberOf(value, '@value'))
    if (only !== undefined) return { text: only }
    return { place: index.firstOf([id, type]) ?? index.location }
  }
}

/** No mark has this number; what stands outside of all is looked for in the whole document. */
const OUTSIDE = -1

interface Index {
  readonly location: Location
  /** The first place in the object with one of the values. */
  readonly firstOf: (values: readonly unknown[]) => Location | undefined
}

/** The values of an object, and those of the lists in it, each with where it stands first. */
function indexOf(document: JsonObject, location: Location): Index {
  const node = valueAt(document, location)
  const members = isObject(node) ? Object.entries(node) : []
  const entries = members.flatMap(([name, part]) => entriesOf(part, [...location, name]))
  const first = new Map<unknown, number>()
  entries.forEach(({ value }, order) => {
    if (!first.has(value)) first.set(value, order)
  })
  return {
    location,
    firstOf(values) {
      const orders = values.flatMap((value) => first.get(value) ?? [])
      return orders.length === 0 ? undefined : entries[Math.min(...orders)]?.place
    },
  }
}

/** A value with its place, or each value of a list. */
function entriesOf(value: unknown, place: Location): readonly { readonly value: unknown; readonly place: Location }[] {
  if (!Array.isArray(value)) return [{ value, place }]
  return value.map((part: unknown, index) => ({ value: part, place: [...place, index] }))
}

/**
 * Finds for each text every member that has it as name or value, in one walk. Within a member of that name the same
 * text is not looked for again.
 */
function placesOfTexts(document: JsonObject, texts: ReadonlySet<string>): ReadonlyMap<string, readonly Location[]> {
  const found = new Map<string, Location[]>()
  const around = new Set<string>()
  if (texts.size > 0) look(document, undefined)
  return found

  function look(value: unknown, way: Way | undefined): void {
    const name = way?.step
    const isFound = typeof name === 'string' && note(name, way)
    if (isFound) around.add(name)
    if (typeof value === 'string') note(value, way)
    else forEachPart(value, way, look)
    if (isFound) around.delete(name)
  }

  function note(text: string, way: Way | undefined): boolean {
    if (!texts.has(text) || around.has(text)) return false
    const places = found.get(text) ?? []
    places.push(locationOf(way))
    found.set(text, places)
    return true
  }
}
