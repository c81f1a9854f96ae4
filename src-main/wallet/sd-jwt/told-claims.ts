import type { ToldClaims } from '../../../shared/contract/workbench-wallet.ts'
import { neededFor } from '../../../shared/presentation-exchange/disclosure-step.ts'
import { jsonPointer } from '../../../shared/presentation-exchange/json.ts'
import type { Location } from '../../../shared/presentation-exchange/json.ts'
import { findTried } from '../selection/judge-choice.ts'
import type { Choice } from '../selection/judge-choice.ts'
import type { DescriptorCandidates, TriedCredential } from '../selection/try-held.ts'

/**
 * The places of the disclosures that go with an answer: what is asked for, all that is inside of it, and the claims that
 * it is inside of (RFC 9901, 7.2).
 *
 * Elements of a list that nobody discloses are missing in it, and what follows them moves forward; so those before one
 * that is asked for go with it, that it stays where it is looked for.
 *
 * @param withheld places of all claims and elements with a disclosure of their own
 * @param asked places in the same claims
 */
export function toldPlaces(withheld: readonly Location[], asked: readonly Location[]): readonly Location[] {
  const isNeeded = neededFor(asked)
  return withheld.filter((place) => isNeeded(place) || asked.some((one) => isBefore(place, one)))
}

function isBefore(place: Location, asked: Location): boolean {
  const [element, other] = [place.at(-1), asked[place.length - 1]]
  if (typeof element !== 'number' || typeof other !== 'number') return false
  return element < other && place.slice(0, -1).every((step, index) => step === asked[index])
}

/**
 * What each chosen SD-JWT VC tells: the claims that fields of its descriptors select, whatever `limit_disclosure` says,
 * because nobody asked for the others. A descriptor without fields that does not limit disclosure asks for all of it.
 */
export function toldClaims(candidates: readonly DescriptorCandidates[], choice: Choice): ToldClaims[] {
  const asked = new Map<string, Location[]>()
  const withheld = new Map<string, readonly Location[]>()
  for (const { descriptor, matching } of candidates) {
    const chosen = findTried(matching, choice.get(descriptor.id))
    const { disclosure } = chosen?.credential.candidate ?? {}
    if (chosen === undefined || disclosure === undefined) continue
    const { id } = chosen.credential
    const isWhole = chosen.evaluation.fields.length === 0 && descriptor.constraints.limit_disclosure === undefined
    const places = isWhole ? disclosure.disclosed : selectedPlaces(chosen)
    asked.set(id, [...(asked.get(id) ?? []), ...places])
    withheld.set(id, disclosure.disclosed)
  }
  return [...asked].map(([id, places]) => toldOf(id, withheld.get(id) ?? [], places))
}

function selectedPlaces({ evaluation }: TriedCredential): readonly Location[] {
  return evaluation.fields.flatMap(({ location, normalised }) =>
    location === null ? normalised : [...normalised, location],
  )
}

/** What a credential tells when these places of it are asked for. @param withheld as {@link toldPlaces} */
export function toldOf(credential_id: string, withheld: readonly Location[], asked: readonly Location[]): ToldClaims {
  const told = new Set(toldPlaces(withheld, asked))
  return {
    credential_id,
    query_id: null,
    disclosed: withheld.filter((place) => told.has(place)).map(jsonPointer),
    withheld: withheld.filter((place) => !told.has(place)).map(jsonPointer),
  }
}
