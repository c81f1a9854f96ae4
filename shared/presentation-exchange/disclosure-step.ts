import { sentLocation, subjectsOf } from './candidate.ts'
import type { Candidate } from './candidate.ts'
import { failed, passed } from './checks.ts'
import type { DescriptorCheck } from './checks.ts'
import type { FieldOutcome } from './field-step.ts'
import type { Location } from './json.ts'

const CHECK = 'descriptor.limit_disclosure'

/** Members that identify a subject and are not claims. */
const IDENTIFYING_MEMBERS: readonly (string | number | undefined)[] = ['id', 'type']

/**
 * Warns of claims that no field asks for. The supported formats cannot hide claims, so the wallet must decide whether to
 * send them (docs/contract/exchange.md, Evaluation: steps).
 */
export function limitDisclosureStep(fields: readonly FieldOutcome[], candidate: Candidate): DescriptorCheck {
  const asked = fields.flatMap(({ normalised }) => normalised)
  const extra = claimsOf(candidate).find((claim) => !asked.some((location) => isPrefix(location, claim)))
  if (extra === undefined) return passed(CHECK)
  return failed(CHECK, {
    result: 'warn',
    code: 'disclosed_too_much',
    message: 'the credential holds claims that were not asked for',
    location: sentLocation(candidate, extra),
  })
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
