import { sentLocation, subjectsOf } from './candidate.ts'
import type { Candidate } from './candidate.ts'
import { failed, passed } from './checks.ts'
import type { DescriptorCheck } from './checks.ts'
import type { FieldOutcome } from './field-step.ts'
import { jsonPointer } from './json.ts'
import type { Location } from './json.ts'

const CHECK = 'descriptor.limit_disclosure'

/** What is asked for, by places in the claims. */
export interface AskedClaims {
  readonly claims: readonly Location[]
  /** Elements selected by their index. Those before them have to be disclosed, else the index leads elsewhere. */
  readonly byIndex: readonly Location[]
}

/** Members that identify a subject and are not claims. */
const IDENTIFYING_MEMBERS: readonly (string | number | undefined)[] = ['id', 'type']

/**
 * Refuses disclosed claims of an SD-JWT VC that no field asks for. For other formats it warns: they cannot hide claims, so
 * the wallet must decide whether to send them (docs/contract/exchange.md, Evaluation: steps).
 */
export function limitDisclosureStep(fields: readonly FieldOutcome[], candidate: Candidate): DescriptorCheck {
  const asked = askedBy(fields)
  if (candidate.disclosure !== undefined) return disclosedStep(candidate.disclosure.disclosed, asked)
  const extra = claimsOf(candidate).find((claim) => !asked.claims.some((location) => isPrefix(location, claim)))
  if (extra === undefined) return passed(CHECK)
  return failed(CHECK, {
    result: 'warn',
    code: 'disclosed_too_much',
    message: 'the credential holds claims that were not asked for',
    location: sentLocation(candidate, extra),
  })
}

/** The claims that fields of a definition selected. A path with an index or a range may select any element by it. */
export function askedBy(fields: readonly Pick<FieldOutcome, 'path' | 'normalised'>[]): AskedClaims {
  return {
    claims: fields.flatMap(({ normalised }) => normalised),
    byIndex: fields.flatMap(({ path, normalised }) =>
      INDEX_OR_RANGE.test(path ?? '') ? normalised.flatMap((place) => elementsOn(place)) : [],
    ),
  }
}

const INDEX_OR_RANGE = /\[[^\]'"]*[\d:]/

/** The elements of lists on the way to a place. @param isMeant chooses among them by the position of the step */
export function elementsOn(place: Location, isMeant: (position: number) => boolean = () => true): readonly Location[] {
  return place.flatMap((step, position) =>
    typeof step === 'number' && isMeant(position) ? [place.slice(0, position + 1)] : [],
  )
}

function disclosedStep(disclosed: readonly Location[], asked: AskedClaims): DescriptorCheck {
  const extra = firstNeedless(disclosed, asked)
  if (extra === undefined) return passed(CHECK)
  const message = 'the holder disclosed a claim that was not asked for'
  return failed(CHECK, { code: 'disclosed_too_much', message, location: extra })
}

/** The place of the first disclosure that nothing asked for needs; undefined if there is none. */
export function firstNeedless(disclosed: readonly Location[], asked: AskedClaims): Location | undefined {
  const isNeeded = neededFor(asked)
  return disclosed.find((place) => !isNeeded(place))
}

/**
 * Tells whether a disclosure is on the way to one of the requested claims, inside one, or an element before one that is
 * selected by its index: elements that nobody discloses are missing in their list, and what follows them moves forward
 * (RFC 9901, 7.1 and 7.2). All lists can have thousands of entries, so the work grows with their sum and not with their
 * product.
 */
export function neededFor(asked: AskedClaims): (place: Location) => boolean {
  const claims = new Set(asked.claims.map(jsonPointer))
  const ways = new Set(asked.claims.flatMap(waysTo))
  const lastIndexes = new Map<string, number>()
  for (const element of asked.byIndex) {
    const list = aroundOf(element)
    lastIndexes.set(list, Math.max(indexOf(element), lastIndexes.get(list) ?? 0))
  }
  return (place) =>
    ways.has(jsonPointer(place)) ||
    waysTo(place).some((way) => claims.has(way)) ||
    indexOf(place) < (lastIndexes.get(aroundOf(place)) ?? 0)
}

/** The pointer of the list or object around a place. */
const aroundOf = (place: Location) => jsonPointer(place.slice(0, -1))

/** The index of an element in its list; infinite for a member. */
function indexOf(place: Location): number {
  const step = place.at(-1)
  return typeof step === 'number' ? step : Infinity
}

/** The pointers of a place and of everything around it, except the whole document. */
function waysTo(place: Location): readonly string[] {
  return place.map((_, index) => jsonPointer(place.slice(0, index + 1)))
}

/** Places of all claims about the subjects. */
function claimsOf({ credential }: Candidate): readonly Location[] {
  return subjectsOf(credential).flatMap(({ location, value }) =>
    leavesOf(value, location).filter((leaf) => !IDENTIFYING_MEMBERS.includes(leaf[location.length])),
  )
}

function leavesOf(value: unknown, location: Location): readonly Location[] {
  if (typeof value !== 'object' || value === null) return [location]
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return entries.flatMap(([step, part]) => leavesOf(part, [...location, step]))
}

function isPrefix(prefix: Location, location: Location): boolean {
  return prefix.every((step, index) => step === location[index])
}
