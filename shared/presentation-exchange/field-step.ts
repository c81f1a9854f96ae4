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

/** The outcome of a field. It does not contain the value, so that claims stay in the credential. */
export interface FieldOutcome {
  readonly id: string | null
  readonly satisfied: boolean
  /** The path that decided; null if none selected anything. */
  readonly path: string | null
  /** The location of the value in the credential as sent. */
  readonly location: Location | null
  /** The locations of the selected values in the normalised form, as far as they are part of it. */
  readonly normalised: readonly Location[]
  readonly check: DescriptorCheck
}

const CHECK = 'descriptor.field'
const PASSED = passed(CHECK)

/**
 * Evaluates one field: the first path whose value passes the filter satisfies it. An optional field may select nothing, but
 * what it selects must pass (docs/contract/exchange.md, Evaluation: steps).
 *
 * The value of a path is the first one that it selects. In linked data, where several values have no order, all must pass.
 */
export function evaluateField(field: PreparedField, candidate: Candidate, budget: Budget): FieldOutcome {
  try {
    return decide(field, candidate, budget)
  } catch (fault) {
    if (!(fault instanceof BudgetSpent)) throw fault
    const message = 'deciding this field takes more work than allowed'
    return unsatisfied(field, failed(CHECK, { code: 'filter_timeout', message }))
  }
}

/** What a path selects: nothing, or the values that must pass the filter. */
interface Selection {
  readonly path: string
  readonly values: readonly Selected[]
  readonly isNormalised: boolean
}

/** A selected value that does not pass, with the keyword of the filter that it breaks. */
interface Failure extends Selection {
  readonly keyword: string
}

function decide(field: PreparedField, candidate: Candidate, budget: Budget): FieldOutcome {
  const { withAddedNames } = candidate.stated ?? {}
  const added = withAddedNames && tryPaths(field, { ...candidate, credential: withAddedNames }, budget)
  const { passing, failure } = tryPaths(field, candidate, budget)
  const decisive = failure ?? added?.failure
  if (decisive !== undefined) return failureOutcome(field, candidate, decisive)
  if (passing !== undefined) return passingOutcome(field, candidate, passing)
  if (field.optional) return { ...unsatisfied(field, PASSED), satisfied: true }
  const expected = field.paths.map(({ text }) => text).join(', ')
  return unsatisfied(field, failed(CHECK, { code: 'field_missing', message: 'no path selects anything', expected }))
}

/** The first selection that passes, else the first failure; neither if no path selects anything. */
interface Attempt {
  readonly passing?: Selection
  readonly failure?: Failure | undefined
}

function tryPaths({ paths, filter }: PreparedField, candidate: Candidate, budget: Budget): Attempt {
  let firstFailure: Failure | undefined
  for (const path of paths) {
    const selection = select(path, candidate, budget)
    if (selection.values.length === 0) continue
    const failure = findFailure(selection, filter, candidate, budget)
    if (failure === undefined) return { passing: selection }
    firstFailure ??= failure
  }
  return { failure: firstFailure }
}

// eslint-disable-next-line max-params -- what is judged, by what, and what it may cost
function findFailure(
  selection: Selection,
  filter: PreparedField['filter'],
  candidate: Candidate,
  budget: Budget,
): Failure | undefined {
  for (const selected of selection.values) {
    const keyword = filter?.check(selected.value, budget, candidate.reading, (list) => isUnordered(list, candidate))
    if (keyword !== undefined) return { ...selection, values: [selected], keyword }
  }
  return undefined
}

/**
 * Selects from the plain form of linked data. From any other credential, selects from the form as sent first, and from the
 * normalised form if that selects nothing or only the root.
 */
function select(path: PreparedPath, candidate: Candidate, budget: Budget): Selection {
  const { raw, credential, reading } = candidate
  if (reading === 'statements') {
    const values = path.selectStated(credential, (list) => isUnordered(list, candidate), budget)
    return { path: path.text, values, isNormalised: true }
  }
  const sent = path.select(raw, 1, budget).filter(({ location }) => location.length > 0 || raw === credential)
  const isNormalised = sent.length === 0 || raw === credential
  const values = sent.length === 0 && raw !== credential ? path.select(credential, 1, budget) : sent
  return { path: path.text, values, isNormalised }
}

/** Without its contexts, all lists of linked data count as unordered, except the two types of a credential. */
export function isUnordered(list: readonly unknown[], { stated }: Candidate): boolean {
  if (stated !== undefined) return stated.unordered.has(list)
  return list.length !== 2 || list[0] !== 'VerifiableCredential'
}

function passingOutcome(field: PreparedField, candidate: Candidate, selection: Selection): FieldOutcome {
  const places = placesOf(candidate, selection)
  if (!field.predicateRequired || selection.values.every(({ value }) => value === true)) {
    return { id: field.id, satisfied: true, ...places, check: PASSED }
  }
  const message = 'the filter demands a derived result, which no supported format has; the value must be true itself'
  return unsatisfied(
    field,
    failed(CHECK, { code: 'predicate_unsupported', message, location: places.location }),
    places,
  )
}

function failureOutcome(field: PreparedField, candidate: Candidate, failure: Failure): FieldOutcome {
  const places = placesOf(candidate, failure)
  const { keyword } = failure
  const message = phrase`the value breaks ${keyword} of the filter`
  const check = failed(CHECK, { code: 'filter_failed', message, location: places.location, expected: keyword })
  return unsatisfied(field, check, places)
}

type Places = Pick<FieldOutcome, 'path' | 'location' | 'normalised'>

const NOWHERE: Places = { path: null, location: null, normalised: [] }

function unsatisfied({ id }: PreparedField, check: DescriptorCheck, places = NOWHERE): FieldOutcome {
  return { id, satisfied: false, ...places, check }
}

function placesOf(candidate: Candidate, { path, values, isNormalised }: Selection): Places {
  const locations = values.map(({ location }) => location)
  const [first = []] = locations
  if (isNormalised) return { path, location: sentLocation(candidate, first), normalised: locations }
  const normalised = locations.flatMap(([start, ...rest]) => (start === 'vc' ? [rest] : []))
  return { path, location: first, normalised }
}
