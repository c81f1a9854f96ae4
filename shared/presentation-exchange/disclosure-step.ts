import { sentLocation, subjectsOf } from './candidate.ts'
import type { Candidate } from './candidate.ts'
import { failed, passed } from './checks.ts'
import type { DescriptorCheck } from './checks.ts'
import type { FieldOutcome } from './field-step.ts'
import { jsonPointer } from './json.ts'
import type { Location } from './json.ts'

const CHECK = 'descriptor.limit_disclosure'

/** Members that identify a subject and are not claims. */
const IDENTIFYING_MEMBERS: readonly (string | number | undefined)[] = ['id', 'type']

/**
 * Refuses disclosed claims of an SD-JWT VC that no field asks for. For other formats it warns: they cannot hide claims, so
 * the wallet must decide whether to send them (docs/contract/exchange.md, Evaluation: steps).
 */
export function limitDisclosureStep(fields: readonly FieldOutcome[], candidate: Candidate): DescriptorCheck {
  const asked = fields.flatMap(({ normalised }) => normalised)
  if (candidate.disclosure !== undefined) return disclosedStep(candidate.disclosure.disclosed, asked)
  const extra = claimsOf(candidate).find((claim) => !asked.some((location) => isPrefix(location, claim)))
  if (extra === undefined) return passed(CHECK)
  return failed(CHECK, {
    result: 'warn',
    code: 'disclosed_too_much',
    message: 'the credential holds claims that were not asked for',
    location: sentLocation(candidate, extra),
  })
}

function disclosedStep(disclosed: readonly Location[], asked: readonly Location[]): DescriptorCheck {
  const extra = firstNeedless(disclosed, asked)
  if (extra === undefined) return passed(CHECK)
  const message = 'the holder disclosed a claim that was not asked for'
  return failed(CHECK, { code: 'disclosed_too_much', message, location: extra })
}

/** The place of the first disclosure that nothing asked for needs; undefined if there is none. */
export function firstNeedless(disclosed: readonly Location[], asked: readonly Location[]): Location | undefined {
  const isNeeded = neededFor(asked)
  return disclosed.find((place) => !isNeeded(place))
}

/**
 * Tells whether a disclosure is on the way to one of the requested claims, or inside one. Both lists can have thousands of
 * entries, so the work grows with their sum and not with their product.
 */
export function neededFor(asked: readonly Location[]): (place: Location) => boolean {
  const claims = new Set(asked.map(jsonPointer))
  const ways = new Set(asked.flatMap(waysTo))
  return (place) => ways.has(jsonPointer(place)) || waysTo(place).some((way) => claims.has(way))
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
