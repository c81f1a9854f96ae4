import type { ToldClaims } from '../../../shared/contract/workbench-wallet.ts'
import { askedBy, neededFor } from '../../../shared/presentation-exchange/disclosure-step.ts'
import type { AskedClaims } from '../../../shared/presentation-exchange/disclosure-step.ts'
import { jsonPointer } from '../../../shared/presentation-exchange/json.ts'
import type { Location } from '../../../shared/presentation-exchange/json.ts'
import { findTried } from '../selection/judge-choice.ts'
import type { Choice } from '../selection/judge-choice.ts'
import type { DescriptorCandidates, TriedCredential } from '../selection/try-held.ts'

/**
 * The places of the disclosures that go with an answer: what is asked for, all that is inside of it, and what it needs to
 * be found.
 *
 * @param withheld places of all claims and elements with a disclosure of their own
 */
export function toldPlaces(withheld: readonly Location[], asked: AskedClaims): readonly Location[] {
  return withheld.filter(neededFor(asked))
}

/**
 * What each chosen SD-JWT VC tells: the claims that fields of its descriptors select, whatever `limit_disclosure` says,
 * because nobody asked for the others. A descriptor without fields that does not limit disclosure asks for all of it.
 */
export function toldClaims(candidates: readonly DescriptorCandidates[], choice: Choice): ToldClaims[] {
  const asked = new Map<string, AskedClaims>()
  const withheld = new Map<string, readonly Location[]>()
  for (const { descriptor, matching } of candidates) {
    const chosen = findTried(matching, choice.get(descriptor.id))
    const { disclosure } = chosen?.credential.candidate ?? {}
    if (chosen === undefined || disclosure === undefined) continue
    const { id } = chosen.credential
    const isWhole = chosen.evaluation.fields.length === 0 && descriptor.constraints.limit_disclosure === undefined
    const now = isWhole ? { claims: disclosure.disclosed, byIndex: [] } : selectedClaims(chosen)
    const before = asked.get(id) ?? NOTHING
    asked.set(id, { claims: [...before.claims, ...now.claims], byIndex: [...before.byIndex, ...now.byIndex] })
    withheld.set(id, disclosure.disclosed)
  }
  return [...asked].map(([id, claims]) => toldOf(id, withheld.get(id) ?? [], claims))
}

const NOTHING: AskedClaims = { claims: [], byIndex: [] }

function selectedClaims({ evaluation: { fields } }: TriedCredential): AskedClaims {
  return askedBy(
    fields.map(({ path, location, normalised }) => ({
      path,
      normalised: location === null ? normalised : [...normalised, location],
    })),
  )
}

/** What a credential tells when these claims of it are asked for. @param withheld as {@link toldPlaces} */
export function toldOf(credential_id: string, withheld: readonly Location[], asked: AskedClaims): ToldClaims {
  const told = new Set(toldPlaces(withheld, asked))
  return {
    credential_id,
    query_id: null,
    disclosed: withheld.filter((place) => told.has(place)).map(jsonPointer),
    withheld: withheld.filter((place) => !told.has(place)).map(jsonPointer),
  }
}
