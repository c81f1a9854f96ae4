import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import { isObject, memberOf, textsOf } from '../../../shared/presentation-exchange/json.ts'

/** A signed member that is written in another way than it is read. */
export interface Disguise {
  /** Of the member; of the object that should hold it, when it stands somewhere else. */
  readonly location: Location
  /** Where it is read: names beside it that were expected; empty when its name is right and its value is not. */
  readonly readAs: readonly string[]
}

export interface Comparison {
  readonly disguises: readonly Disguise[]
  /** Whether the document is in its plain form already. */
  readonly isPlain: boolean
}

/**
 * How a value must be written.
 *
 * - `exact`: as in the plain form, with all that is in it.
 * - `entries`: the same; one entry may stand in a list.
 * - `parties`: its `id` is exact; one may stand in a list.
 * - `data`: its names and nesting are those of the plain form. A single value may stand in a list, `@type` and `@id` may
 *   stand for their short names, and values may be written in another way; whoever reads it reads the plain form as well.
 */
export type Reading = 'exact' | 'entries' | 'parties' | 'data'

type Readings = (name: string) => Reading

/** Short names that every context of credentials gives to keywords. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['@type', 'type'],
  ['@id', 'id'],
])
/** Tags of languages are compared without regard to case, and written in lower case in the plain form. */
const LANGUAGE_WITH_REGION = /^[a-z]{2,3}(?:-[a-z0-9]+)+$/i
const INSIDE: Readonly<Record<Reading, Readings>> = {
  exact: () => 'exact',
  entries: () => 'exact',
  parties: (name) => (name === 'id' ? 'exact' : 'data'),
  data: () => 'data',
}

/**
 * Finds what a document spells in another way than the plain form of what was signed (plain-form.ts).
 *
 * @param unsigned places that no statement stands for; they are reported by themselves
 * @param readings of the members at the top
 */
export function compareWithPlain(
  document: JsonObject,
  plain: JsonObject,
  { unsigned, readings }: { readonly unsigned: readonly Location[]; readonly readings: Readings },
): Comparison {
  const unsignedPlaces = new Set(unsigned.map(keyOf))
  const disguises: Disguise[] = []
  let isPlain = true as boolean // the functions below change it
  compareMembers(document, plain, [], readings)
  return { disguises, isPlain: isPlain && disguises.length === 0 }

  // eslint-disable-next-line max-params -- both sides, where they stand, and how they are read
  function compareMembers(sent: JsonObject, plainOne: JsonObject, at: Location, readingOf: Readings): void {
    const found = new Set<string>()
    const strange: Location[] = []
    for (const name of Object.keys(sent).filter((one) => one !== '@context')) {
      const plainName = nameIn(plainOne, name, readingOf)
      if (plainName === undefined && !isSigned([...at, name])) continue
      const isNameless = isIri(name) || (plainName === 'type' && isTypeNameless(plainOne, readingOf))
      if (plainName === undefined || found.has(plainName) || isNameless) strange.push([...at, name])
      else compare(sent[name], plainOne[plainName], [...at, name], readingOf(plainName))
      if (plainName !== undefined) found.add(plainName)
      if (plainName !== name) isPlain = false
    }
    const missing = Object.keys(plainOne).filter((name) => !found.has(name))
    if (missing.length > 0) isPlain = false
    for (const location of strange) disguises.push({ location, readAs: missing })
    // What has a name may be described in another place as well.
    const isElsewhere = Object.hasOwn(plainOne, 'id') && missing.every((name) => readingOf(name) === 'data')
    if (strange.length === 0 && missing.length > 0 && !isElsewhere) disguises.push({ location: at, readAs: missing })
  }

  // eslint-disable-next-line max-params -- both sides, where they stand, and how they are read
  function compare(sent: unknown, plainOne: unknown, at: Location, reading: Reading): void {
    const isSameKind = Array.isArray(sent) === Array.isArray(plainOne)
    const plainValues = Array.isArray(plainOne) ? (plainOne as readonly unknown[]) : [plainOne]
    const sentValues = signedValues(sent, at)
    const isRepeating = reading !== 'exact' && sentValues.length > plainValues.length
    const values = isRepeating ? eachOnce(sentValues) : sentValues
    if (isRepeating) isPlain = false
    if ((reading === 'exact' && !isSameKind) || values.length !== plainValues.length) {
      disguises.push({ location: at, readAs: [] })
      return
    }
    if (!isSameKind) isPlain = false
    values.forEach((one, index) => compareOne(one.value, plainValues[index], one.at, reading))
  }

  // eslint-disable-next-line max-params -- both sides, where they stand, and how they are read
  function compareOne(sent: unknown, plainOne: unknown, at: Location, reading: Reading): void {
    if (isObject(sent) && isObject(plainOne)) compareMembers(sent, plainOne, at, INSIDE[reading])
    else if (Array.isArray(sent) && Array.isArray(plainOne)) compare(sent, plainOne, at, reading)
    else if (sent !== plainOne) {
      isPlain = false
      const isReference = idOf(sent, reading) === idOf(plainOne, 'data')
      const isOtherValue = reading === 'data' && isSimple(sent) && isSimple(plainOne)
      if (!isReference && !isOtherValue) disguises.push({ location: at, readAs: [] })
    }
  }

  function signedValues(value: unknown, at: Location): readonly SentValue[] {
    if (!Array.isArray(value)) return [{ value, at }]
    const entries = value.map((entry: unknown, index) => ({ value: entry, at: [...at, index] }))
    return entries.filter((entry) => isSigned(entry.at))
  }

  function isSigned(place: Location): boolean {
    return unsignedPlaces.size === 0 || !unsignedPlaces.has(keyOf(place))
  }
}

interface SentValue {
  readonly value: unknown
  readonly at: Location
}

/** What is said twice is said once; nodes without a name are each their own. */
function eachOnce(values: readonly SentValue[]): readonly SentValue[] {
  const seen = new Set<unknown>()
  return values.filter(({ value }) => {
    const isNew = isObject(value) || Array.isArray(value) || !seen.has(value)
    seen.add(value)
    return isNew
  })
}

/** Types of what is read by name are known to who reads them, or are not. */
function isTypeNameless(plain: JsonObject, readingOf: Readings): boolean {
  return readingOf('type') !== 'exact' && textsOf(memberOf(plain, 'type')).some(isIri)
}

/**
 * A name, or a type, that no context of the document stands for. Which contexts a document names is not signed, so that leaving one
 * out would turn a member that is read into one that is not.
 */
function isIri(name: string): boolean {
  return name.includes(':')
}

function nameIn(plain: JsonObject, name: string, readingOf: Readings): string | undefined {
  if (Object.hasOwn(plain, name)) return name
  if (LANGUAGE_WITH_REGION.test(name) && Object.hasOwn(plain, name.toLowerCase())) return name.toLowerCase()
  const short = SHORT_NAMES.get(name)
  return short !== undefined && Object.hasOwn(plain, short) && readingOf(short) === 'data' ? short : undefined
}

/**
 * What a reference names: a text, or an object with nothing but an identifier. In the plain form it may be described there,
 * because it is described somewhere.
 */
function idOf(value: unknown, reading: Reading): unknown {
  if (!isObject(value)) return value
  return memberOf(value, 'id') ?? (reading === 'data' ? memberOf(value, '@id') : undefined)
}

function isSimple(value: unknown): boolean {
  return typeof value !== 'object'
}

function keyOf(place: Location): string {
  return JSON.stringify(place)
}
