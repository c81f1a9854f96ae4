import type { JsonLdEvent } from 'jsonld'
import { isObject, listOf, memberOf, textOf, valueAt } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import type { JsonLd, Statements } from './json-ld.ts'
import { ProofFault } from './proof-fault.ts'

/** Names of members that sort before and after every other name and are not terms. */
const BEGIN = '\u0000'
const END = '\uffff'

/** Keywords that make a statement, or are part of one. */
const STATED_KEYWORDS = [
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

/** Keywords for layout, which is not part of any statement. */
const LAYOUT_KEYWORDS: readonly unknown[] = ['@direction', '@index']

/** Whether an unsigned member is only layout, which nothing reads. */
export function isLayout(place: Location): boolean {
  return LAYOUT_KEYWORDS.includes(place.at(-1))
}

/** The unsigned members at the top of a document, as written. */
export function unstatedMembers(document: JsonObject, unsigned: readonly Location[]): JsonObject {
  if (unsigned.length === 0) return {}
  const names = new Set(unsigned.flatMap((place) => (place.length === 1 && !isLayout(place) ? place : [])))
  return Object.fromEntries(Object.entries(document).filter(([name]) => names.has(name)))
}

/** The path to a value, as a linked list, so that a walk never copies a path. */
interface Path {
  readonly parent: Path | undefined
  readonly step: string | number
}

/** The library's code for an object that it drops. */
const ONLY_AN_ID = 'object with only @id'

/** Something that expansion dropped: one place, or all places of a string. */
type Dropped = { readonly place: Location } | { readonly text: string }

/**
 * Finds the members of a document that its proof cannot cover (docs/contract/exchange.md, Proofs: linked data): those
 * that no context defines, identifiers and types that are not IRIs, and members without a value. Anybody could add or
 * change them, and the signature would still be valid.
 *
 * The work is linear in the size of the document, because a stranger chooses the document.
 */
export async function unsignedMembers(
  document: JsonObject,
  { events, leftOut }: Statements,
  jsonLd: JsonLd,
): Promise<readonly Location[]> {
  const valueless = await valuelessMembers(document, jsonLd)
  if (events.length === 0 && leftOut.length === 0 && valueless.length === 0) return []
  const { dropped, emptyCount } = events.length === 0 ? NOTHING_DROPPED : await findDropped(document, jsonLd)
  const texts = [...dropped.flatMap((one) => ('text' in one ? [one.text] : [])), ...leftOut]
  const placesByText = placesOfTexts(document, new Set(texts))
  const placesOf = (one: Dropped) => ('text' in one ? (placesByText.get(one.text) ?? []) : [one.place])
  const found = dropped.reduce((sum, one) => sum + placesOf(one).length, 0)
  // If a context defines a mark as a term, the library does not report it. Then the whole document is unsigned.
  const whole: readonly Dropped[] = found + emptyCount < events.length ? [{ place: [] }] : []
  const all = [...dropped, ...whole, ...leftOut.map((text) => ({ text }))]
  const places = [...valueless, ...eachTextOnce(all).flatMap(placesOf)]
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()]
}

function eachTextOnce(dropped: readonly Dropped[]): readonly Dropped[] {
  const seen = new Set<string>()
  return dropped.filter((one) => {
    if (!('text' in one)) return true
    const isNew = !seen.has(one.text)
    seen.add(one.text)
    return isNew
  })
}

/** Replaces an empty value, and is followed by its number. */
const VALUE_MARK = '\u0001'

/**
 * Finds members whose value is `null` or `[]`, except in JSON literals and list containers, where these are stated. Only
 * the processor knows where that is, so it expands the document with a mark in place of each of them.
 */
async function valuelessMembers(document: JsonObject, jsonLd: JsonLd): Promise<readonly Location[]> {
  if (!hasValueless(document)) return []
  const unstated: Location[] = []
  const valueless: { readonly path: Path | undefined; readonly isList: boolean }[] = []
  const marked = withValueMarks(document, undefined)
  const stated = valueless.length === 0 ? new Set() : await statedMarks(marked)
  return [...unstated, ...valueless.flatMap(({ path }, number) => (stated.has(number) ? [] : [locationOf(path)]))]

  function withValueMarks(value: unknown, path: Path | undefined): unknown {
    if (typeof path?.step === 'string' && path.step.startsWith('@') && !STATED_KEYWORDS.includes(path.step)) {
      unstated.push(locationOf(path))
      return value
    }
    if (value === null || (Array.isArray(value) && value.length === 0)) {
      return VALUE_MARK + String(valueless.push({ path, isList: value !== null }) - 1)
    }
    return mapParts(value, path, withValueMarks)
  }

  async function statedMarks(document: unknown): Promise<ReadonlySet<unknown>> {
    const found = new Set<number>()
    try {
      if (isObject(document)) find((await jsonLd.expansionOf(document)).expanded, false)
    } catch (fault) {
      // A mark made the document invalid JSON-LD, so no statement can hold its value.
      if (!(fault instanceof ProofFault)) throw fault
    }
    return found

    function find(part: unknown, isJson: boolean): void {
      if (isJson) note(numberOf(part))
      if (Array.isArray(part)) for (const entry of part) find(entry, isJson)
      if (!isObject(part)) return
      const list = listOf(part['@list'])
      const number = list.length === 1 ? numberOf(memberOf(list[0], '@value')) : undefined
      if (number !== undefined && valueless[number]?.isList === true) note(number)
      const isLiteral = part['@type'] === '@json'
      for (const inner of Object.values(part)) find(inner, isJson || isLiteral)
    }

    function note(number: number | undefined): void {
      if (number !== undefined) found.add(number)
    }
  }
}

/** Whether a document has an empty value or a member for layout, so that it has to be copied to find their places. */
function hasValueless(value: unknown): boolean {
  if (value === null) return true
  if (Array.isArray(value)) return value.length === 0 || value.some(hasValueless)
  if (!isObject(value)) return false
  for (const name of Object.keys(value)) {
    if (name === '@context') continue
    if ((name.startsWith('@') && !STATED_KEYWORDS.includes(name)) || hasValueless(value[name])) return true
  }
  return false
}

function numberOf(mark: unknown): number | undefined {
  return typeof mark === 'string' && mark.startsWith(VALUE_MARK) ? Number(mark.slice(1)) : undefined
}

/** Copies a value with its parts changed, except its contexts. */
function mapParts(value: unknown, parent: Path | undefined, change: (part: unknown, path: Path) => unknown): unknown {
  if (Array.isArray(value)) return value.map((part: unknown, step) => change(part, { parent, step }))
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([step, part]): [string, unknown] => [
    step,
    step === '@context' ? part : change(part, { parent, step }),
  ])
  return Object.fromEntries(members)
}

/** Visits the parts of a value, except its contexts. */
function forEachPart(value: unknown, parent: Path | undefined, visit: (part: unknown, path: Path) => void): void {
  if (Array.isArray(value)) value.forEach((part, step) => visit(part, { parent, step }))
  else if (isObject(value)) {
    for (const [step, part] of Object.entries(value)) if (step !== '@context') visit(part, { parent, step })
  }
}

function locationOf(path: Path | undefined): Location {
  const steps: (string | number)[] = []
  for (let at = path; at !== undefined; at = at.parent) steps.push(at.step)
  return steps.reverse()
}

/**
 * Finds where expansion dropped something, which the processor does not tell. So it expands the document again with two
 * marks in each object. It visits members in the order of their names, so what it reports between the marks of an object
 * belongs to that object.
 */
async function findDropped(document: JsonObject, jsonLd: JsonLd): Promise<DroppedParts> {
  const paths: (Path | undefined)[] = []
  const marked = withObjectMarks(document, undefined, paths)
  const droppedBy = droppedByEvents(document, paths)
  const open: number[] = []
  const dropped: Dropped[] = []
  let emptyCount = 0
  /** The object that ended with the last event. If the library then drops an object, it is this one. */
  let closed: number | undefined
  for (const event of isObject(marked) ? (await jsonLd.expansionOf(marked)).events : []) {
    const mark = textOf(event.details['property']) ?? ''
    const droppedObject = event.code === ONLY_AN_ID ? closed : undefined
    closed = mark.startsWith(END) ? open.pop() : undefined
    if (mark.startsWith(BEGIN)) open.push(Number(mark.slice(1)))
    else if (droppedObject !== undefined && isTopNode(paths[droppedObject])) emptyCount += 1
    else if (!mark.startsWith(END)) dropped.push(droppedBy(event, open.at(-1)))
  }
  return { dropped, emptyCount }
}

interface DroppedParts {
  readonly dropped: readonly Dropped[]
  /** The number of objects that state nothing, so nothing of them could be signed. */
  readonly emptyCount: number
}

const NOTHING_DROPPED: DroppedParts = { dropped: [], emptyCount: 0 }

/** Whether an object is a node of the document or of its `@graph`, and not the value of a property. */
function isTopNode(path: Path | undefined): boolean {
  if (typeof path?.step === 'number') return isTopNode(path.parent)
  return path === undefined || (path.step === '@graph' && isTopNode(path.parent))
}

/** Adds two marks to every object, and its path to `paths` at the number of the marks. */
function withObjectMarks(value: unknown, path: Path | undefined, paths: (Path | undefined)[]): unknown {
  const number = isObject(value) ? paths.push(path) - 1 : undefined
  const copy = mapParts(value, path, (part, partPath) => withObjectMarks(part, partPath, paths))
  return isObject(copy) ? { ...copy, [`${BEGIN}${number}`]: null, [`${END}${number}`]: null } : copy
}

/** Finds what an event within an object is about: a member, or the identifier or type that is its value. */
function droppedByEvents(document: JsonObject, paths: readonly (Path | undefined)[]) {
  const indexes = new Map<number, ValueIndex>()
  return ({ details }: JsonLdEvent, number = OUTSIDE): Dropped => {
    const { property, id, type, value } = details
    const index = indexes.get(number) ?? valueIndex(document, locationOf(paths[number]))
    indexes.set(number, index)
    if (typeof property === 'string') return { place: [...index.location, property] }
    // A string in place of a graph may be an identifier or a value, depending on the context.
    const text = textOf(memberOf(value, '@id')) ?? textOf(memberOf(value, '@value'))
    if (text !== undefined) return { text }
    return { place: index.firstPlaceOf([id, type]) ?? index.location }
  }
}

/** Stands for the number of an object outside of all objects: then the whole document is searched. */
const OUTSIDE = -1

interface ValueIndex {
  readonly location: Location
  /** The first place in the object that holds one of the values. */
  readonly firstPlaceOf: (values: readonly unknown[]) => Location | undefined
}

/** Indexes the values of an object, and the entries of its arrays, by their first place. */
function valueIndex(document: JsonObject, location: Location): ValueIndex {
  const node = valueAt(document, location)
  const members = isObject(node) ? Object.entries(node) : []
  const entries = members.flatMap(([name, part]) => entriesOf(part, [...location, name]))
  const positions = new Map<unknown, number>()
  entries.forEach(({ value }, position) => {
    if (!positions.has(value)) positions.set(value, position)
  })
  return {
    location,
    firstPlaceOf(values) {
      const found = values.flatMap((value) => positions.get(value) ?? [])
      return found.length === 0 ? undefined : entries[Math.min(...found)]?.place
    },
  }
}

/** A value with its place, or each entry of an array with its place. */
function entriesOf(value: unknown, place: Location): readonly { readonly value: unknown; readonly place: Location }[] {
  if (!Array.isArray(value)) return [{ value, place }]
  return value.map((part: unknown, index) => ({ value: part, place: [...place, index] }))
}

/**
 * Finds all members that have one of the texts as name or value, in one walk. Within a member with that name, the same
 * text is not searched again.
 */
function placesOfTexts(document: JsonObject, texts: ReadonlySet<string>): ReadonlyMap<string, readonly Location[]> {
  const found = new Map<string, Location[]>()
  const ancestors = new Set<string>()
  if (texts.size > 0) visit(document, undefined)
  return found

  function visit(value: unknown, path: Path | undefined): void {
    const name = path?.step
    const isFound = typeof name === 'string' && note(name, path)
    if (isFound) ancestors.add(name)
    if (typeof value === 'string') note(value, path)
    else forEachPart(value, path, visit)
    if (isFound) ancestors.delete(name)
  }

  function note(text: string, path: Path | undefined): boolean {
    if (!texts.has(text) || ancestors.has(text)) return false
    const places = found.get(text) ?? []
    places.push(locationOf(path))
    found.set(text, places)
    return true
  }
}
