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

/** What stands around a claim that is asked for had to be disclosed with it. */
function disclosedStep(disclosed: readonly Location[], asked: readonly Location[]): DescriptorCheck {
  const extra = disclosed.find((claim) => !asked.some((place) => isPrefix(place, claim) || isPrefix(claim, place)))
  if (extra === undefined) return passed(CHECK)
  const message = 'the holder disclosed a claim that was not asked for'
  return failed(CHECK, { code: 'disclosed_too_much', message, location: extra })
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
