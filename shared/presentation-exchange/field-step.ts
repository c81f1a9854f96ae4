import type { Budget } from './budget.ts'
import { BudgetSpent } from './budget.ts'
import { sentLocation } from './candidate.ts'
import type { Candidate } from './candidate.ts'
import { failed, passed } from './checks.ts'
import type { DescriptorCheck } from './checks.ts'
import type { Location } from './json.ts'
import type { Selected } from './json-path.ts'
import type { PreparedField } from './prepare-definition.ts'

/** What became of a field. The value itself is not repeated: claims stay in the credential. */
export interface FieldOutcome {
  readonly id: string | null
  readonly satisfied: boolean
  /** The path that decided; null when none selected anything. */
  readonly path: string | null
  /** Of the value in the credential as it was sent, and in its normalised form. */
  readonly location: Location | null
  readonly normalisedLocation: Location | null
  readonly check: DescriptorCheck
}

const CHECK = 'descriptor.field'
const PASSED = passed(CHECK)

/**
 * Decides one field: each path in order, the first value of each; the first value that passes the filter meets the field.
 * An optional field may select nothing, but what it selects must pass (contract 3.2, steps 3 and 4).
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

interface Found extends Selected {
  readonly path: string
  readonly isNormalised: boolean
}

function decide(field: PreparedField, candidate: Candidate, budget: Budget): FieldOutcome {
  let refused: Refused | undefined
  for (const path of field.paths) {
    const found = select(path.text, candidate, (root) => path.first(root, budget))
    if (found === undefined) continue
    const keyword = field.filter?.check(found.value, budget)
    if (keyword === undefined) return met(field, candidate, found)
    refused ??= { ...found, keyword }
  }
  if (refused !== undefined) return refusedOutcome(field, candidate, refused)
  if (field.optional) return { ...unmet(field, undefined, PASSED), satisfied: true }
  const expected = field.paths.map(({ text }) => text).join(', ')
  return unmet(
    field,
    undefined,
    failed(CHECK, { code: 'field_missing', message: 'no path selects anything', expected }),
  )
}

interface Refused extends Found {
  /** The keyword of the filter that the value breaks. */
  readonly keyword: string
}

/** On the form as sent first; what selects nothing there is tried on the normalised form. */
function select(
  path: string,
  { raw, credential }: Candidate,
  first: (root: unknown) => Selected | undefined,
): Found | undefined {
  const inRaw = first(raw)
  if (inRaw !== undefined) return { ...inRaw, path, isNormalised: raw === credential }
  if (raw === credential) return undefined
  const inCredential = first(credential)
  return inCredential && { ...inCredential, path, isNormalised: true }
}

function met(field: PreparedField, candidate: Candidate, found: Found): FieldOutcome {
  const places = placesOf(candidate, found)
  if (!field.predicateRequired || found.value === true) {
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
  const message = `the value breaks ${keyword} of the filter`
  const check = failed(CHECK, { code: 'filter_failed', message, location: places.location, expected: keyword })
  return unmet(field, refused, check, places)
}

interface Places {
  readonly location: Location | null
  readonly normalisedLocation: Location | null
}

const NOWHERE: Places = { location: null, normalisedLocation: null }

// eslint-disable-next-line max-params -- the parts of one outcome
function unmet(
  { id }: PreparedField,
  found: Found | undefined,
  check: DescriptorCheck,
  places = NOWHERE,
): FieldOutcome {
  return { id, satisfied: false, path: found?.path ?? null, ...places, check }
}

function placesOf(candidate: Candidate, { location, isNormalised }: Found): Places {
  if (candidate.raw === candidate.credential) return { location, normalisedLocation: location }
  if (isNormalised) return { location: sentLocation(candidate, location), normalisedLocation: location }
  return { location, normalisedLocation: location[0] === 'vc' ? location.slice(1) : null }
}
