import type { Budget } from './budget.ts'
import { BudgetSpent } from './budget.ts'
import { sentLocation } from './candidate.ts'
import type { Candidate } from './candidate.ts'
import { failed, passed } from './checks.ts'
import type { DescriptorCheck } from './checks.ts'
import type { JsonObject, Location } from './json.ts'
import { valueAt } from './json.ts'
import type { PreparedPath, Selected } from './json-path.ts'
import type { SchemaReading } from './json-schema.ts'
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
 * Decides one field: each path in order, the first value of each; the first value that passes the filter meets the
 * field. An optional field may select nothing, but what it selects must pass (docs/contract/exchange.md,
 * Evaluation: steps). What linked data states must pass as well as what was sent: one statement can be written in
 * several ways, and some slip past a filter.
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
  /** In the plain form of linked data, not in what was sent. */
  readonly onlyInPlain?: boolean
}

function decide(field: PreparedField, candidate: Candidate, budget: Budget): FieldOutcome {
  const sent = tryPaths(field, budget, {
    find: (path) => select(path.text, candidate, (root) => path.first(root, budget)),
    reading: 'json',
  })
  if (sent.refused !== undefined) return refusedOutcome(field, candidate, sent.refused)
  const stated = mayBeStatedOtherwise(field, candidate, sent) ? tryStatements(field, candidate, budget) : {}
  if (stated.refused !== undefined) return refusedOutcome(field, candidate, stated.refused)
  const found = sent.met ?? stated.met
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

/** How a form of the credential is looked at. */
interface Look {
  readonly find: (path: PreparedPath) => Found | undefined
  readonly reading: SchemaReading
}

function tryPaths({ paths, filter }: PreparedField, budget: Budget, { find, reading }: Look): Attempt {
  let refused: Refused | undefined
  for (const path of paths) {
    const found = find(path)
    if (found === undefined) continue
    const keyword = filter?.check(found.value, budget, reading)
    if (keyword === undefined) return { met: found }
    refused ??= { ...found, keyword }
  }
  return { refused }
}

/**
 * Whether the statements of linked data can say more than was found: the credential is written in another way than the
 * plain one, or its filter speaks of a form, as of a list, which is one statement with its only value.
 */
function mayBeStatedOtherwise(
  { paths, filter }: PreparedField,
  candidate: Candidate,
  { met: found }: Attempt,
): boolean {
  if (candidate.format !== 'ldp_vc') return false
  if (candidate.plain !== undefined) return true
  return found === undefined ? paths.some(({ withLists }) => withLists) : filter?.readsForms === true
}

function tryStatements(field: PreparedField, candidate: Candidate, budget: Budget): Attempt {
  const { plain = candidate.credential } = candidate
  const find = (path: PreparedPath): Found | undefined => {
    const found = path.first(plain, budget) ?? firstInLists(path, plain, budget)
    return found && { ...found, path: path.text, isNormalised: true, onlyInPlain: true }
  }
  const read = tryPaths(field, budget, { find, reading: 'statements' })
  // Where one part must be broken, what is said of a list is said of a single value for once; it must hold without, too.
  const mustHoldAsIs = candidate.plain !== undefined && field.filter?.readsForms && field.filter.turnsAround
  if (read.refused !== undefined || !mustHoldAsIs) return read
  return tryPaths(field, budget, { find, reading: 'json' })
}

function firstInLists(path: PreparedPath, plain: JsonObject, budget: Budget): Selected | undefined {
  return path.withLists && path.first(path.withLists(plain, budget), budget)
}

interface Refused extends Found {
  /** The keyword of the filter that the value breaks. */
  readonly keyword: string
}

/** On the form as sent first; what selects nothing there is tried on the normalised form, or on the plain one. */
function select(
  path: string,
  { raw, credential, plain }: Candidate,
  first: (root: unknown) => Selected | undefined,
): Found | undefined {
  const inRaw = first(raw)
  if (inRaw !== undefined) return { ...inRaw, path, isNormalised: raw === credential }
  const onlyInPlain = raw === credential
  const other = onlyInPlain ? plain : credential
  const inOther = other && first(other)
  return inOther && { ...inOther, path, isNormalised: true, onlyInPlain }
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
  const { keyword, onlyInPlain = false } = refused
  const message = `the value breaks ${keyword} of the filter`
  const about = { location: places.location, expected: keyword, onlyInPlain }
  const check = failed(CHECK, { code: 'filter_failed', message, ...about })
  return unmet(field, refused, check, places)
}

function lengthOfExisting(root: unknown, location: Location): number {
  const missing = location.findIndex((_, index) => valueAt(root, location.slice(0, index + 1)) === undefined)
  return missing === -1 ? location.length : missing
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
  if (candidate.raw === candidate.credential) {
    // Found in the plain form, it may stand somewhere else in what was sent.
    const place = location.slice(0, lengthOfExisting(candidate.raw, location))
    return { location: place, normalisedLocation: place }
  }
  if (isNormalised) return { location: sentLocation(candidate, location), normalisedLocation: location }
  return { location, normalisedLocation: location[0] === 'vc' ? location.slice(1) : null }
}
