import type { Budget } from './budget.ts'
import { BudgetSpent } from './budget.ts'
import { sentLocation } from './candidate.ts'
import type { Candidate } from './candidate.ts'
import { failed, passed } from './checks.ts'
import type { DescriptorCheck } from './checks.ts'
import type { Location } from './json.ts'
import type { PreparedPath, Selected } from './json-path.ts'
import type { PreparedField } from './prepare-definition.ts'
import { phrase } from '../phrase.ts'

/** The outcome of a field. The value itself is not repeated: claims stay in the credential. */
export interface FieldOutcome {
  readonly id: string | null
  readonly satisfied: boolean
  /** The path that decided; null when none selected anything. */
  readonly path: string | null
  /** The location of the value in the credential as it was sent. */
  readonly location: Location | null
  /** The locations of the selected values in the normalised form; none for what stands beside it. */
  readonly normalised: readonly Location[]
  readonly check: DescriptorCheck
}

const CHECK = 'descriptor.field'
const PASSED = passed(CHECK)

/**
 * Decides one field: each path in order; the first whose value passes the filter meets the field. An optional field may
 * select nothing, but what it selects must pass (docs/contract/exchange.md, Evaluation: steps).
 *
 * The value of a path is the first that it selects. Linked data states no order of several values, so there each of them
 * must pass.
 */
export function evaluateField(field: PreparedField, candidate: Candidate, budget: Budget): FieldOutcome {
  try {
    return decide(field, candidate, budget)
  } catch (fault) {
    if (!(fault instanceof BudgetSpent)) throw fault
    const message = 'deciding this field takes more work than allowed'
    return unmet(field, undefined, failed(CHECK, { code: 'filter_timeout', message }))
  }
}

/** The selection of a path: nothing, one value, or several of which each counts. */
interface Found {
  readonly path: string
  readonly values: readonly Selected[]
  readonly isNormalised: boolean
}

/** A value of it that does not pass, with the keyword of the filter that it breaks. */
interface Refused extends Found {
  readonly keyword: string
}

function decide(field: PreparedField, candidate: Candidate, budget: Budget): FieldOutcome {
  const { withAddedNames } = candidate.stated ?? {}
  const added = withAddedNames && tryPaths(field, { ...candidate, credential: withAddedNames }, budget)
  const { met: found, refused } = tryPaths(field, candidate, budget)
  const broken = found === undefined ? (refused ?? added?.refused) : added?.met ? undefined : added?.refused
  if (broken !== undefined) return refusedOutcome(field, candidate, broken)
  if (found !== undefined) return met(field, candidate, found)
  if (field.optional) return { ...unmet(field, undefined, PASSED), satisfied: true }
  const expected = field.paths.map(({ text }) => text).join(', ')
  return unmet(
    field,
    undefined,
    failed(CHECK, { code: 'field_missing', message: 'no path selects anything', expected }),
  )
}

/** Neither when no path selects anything. */
interface Attempt {
  readonly met?: Found
  readonly refused?: Refused | undefined
}

function tryPaths({ paths, filter }: PreparedField, candidate: Candidate, budget: Budget): Attempt {
  let refused: Refused | undefined
  for (const path of paths) {
    const found = valuesOf(path, candidate, budget)
    if (found.values.length === 0) continue
    const broken = firstBroken(found, filter, candidate, budget)
    if (broken === undefined) return { met: found }
    refused ??= broken
  }
  return { refused }
}

// eslint-disable-next-line max-params -- what is judged, by what, and what it may cost
function firstBroken(
  found: Found,
  filter: PreparedField['filter'],
  candidate: Candidate,
  budget: Budget,
): Refused | undefined {
  for (const one of found.values) {
    const keyword = filter?.check(one.value, budget, candidate.reading, (list) => isUnordered(list, candidate))
    if (keyword !== undefined) return { ...found, values: [one], keyword }
  }
  return undefined
}

/**
 * Reads members as they are written: on the form as sent first; what selects nothing there is tried on the normalised
 * one, and so is the root, which is the credential.
 */
function valuesOf(path: PreparedPath, candidate: Candidate, budget: Budget): Found {
  const { raw, credential, reading } = candidate
  if (reading === 'statements') {
    const values = path.stated(credential, (list) => isUnordered(list, candidate), budget)
    return { path: path.text, values, isNormalised: true }
  }
  const sent = path.some(raw, 1, budget).filter(({ location }) => location.length > 0 || raw === credential)
  const isNormalised = sent.length === 0 || raw === credential
  const values = sent.length === 0 && raw !== credential ? path.some(credential, 1, budget) : sent
  return { path: path.text, values, isNormalised }
}

/** A reader that does not know the contexts takes no list for an ordered one, but for the two types of a credential. */
function isUnordered(list: readonly unknown[], { stated }: Candidate): boolean {
  if (stated !== undefined) return stated.unordered.has(list)
  return list.length !== 2 || list[0] !== 'VerifiableCredential'
}

function met(field: PreparedField, candidate: Candidate, found: Found): FieldOutcome {
  const places = placesOf(candidate, found)
  if (!field.predicateRequired || found.values.every(({ value }) => value === true)) {
    return { id: field.id, satisfied: true, path: found.path, ...places, check: PASSED }
  }
  const message = 'the filter demands a derived result, which no supported format has; the value must be true itself'
  return unmet(
    field,
    found,
    failed(CHECK, { code: 'predicate_unsupported', message, location: places.location }),
    places,
  )
}

function refusedOutcome(field: PreparedField, candidate: Candidate, refused: Refused): FieldOutcome {
  const places = placesOf(candidate, refused)
  const { keyword } = refused
  const message = phrase`the value breaks ${keyword} of the filter`
  const check = failed(CHECK, { code: 'filter_failed', message, location: places.location, expected: keyword })
  return unmet(field, refused, check, places)
}

type Places = Pick<FieldOutcome, 'location' | 'normalised'>

const NOWHERE: Places = { location: null, normalised: [] }

// eslint-disable-next-line max-params -- the parts of one outcome
function unmet(
  { id }: PreparedField,
  found: Found | undefined,
  check: DescriptorCheck,
  places = NOWHERE,
): FieldOutcome {
  return { id, satisfied: false, path: found?.path ?? null, ...places, check }
}

function placesOf(candidate: Candidate, { values, isNormalised }: Found): Places {
  const locations = values.map(({ location }) => location)
  const [first = []] = locations
  if (isNormalised) return { location: sentLocation(candidate, first), normalised: locations }
  return { location: first, normalised: locations.flatMap((one) => (one[0] === 'vc' ? [one.slice(1)] : [])) }
}
