import { sentLocation } from '../../../shared/presentation-exchange/candidate.ts'
import { jsonPointer, memberOf } from '../../../shared/presentation-exchange/json.ts'
import type { Location } from '../../../shared/presentation-exchange/json.ts'
import type { PlaceOf } from './check-row.ts'
import type { CredentialFacts } from './facts.ts'
import { PAYLOAD, pointerInPresentation, WRITTEN } from './presentation.ts'
import type { Presentation, Token } from './presentation.ts'

/** Shows places in the presentation itself. */
export function placeInPresentation(presentation: Presentation): PlaceOf {
  const { sdJwt, within } = presentation
  if (sdJwt !== undefined)
    return ([, ...claim]) => ({ pointer: jsonPointer(within), inner_pointer: keyBindingPlace(claim) })
  return (location) => ({ pointer: pointerInPresentation(presentation, location), inner_pointer: null })
}

/** Shows places in everything that was sent. */
export const placeInToken: PlaceOf = (location) => ({ pointer: jsonPointer(location), inner_pointer: null })

/** Shows places in the submission, which has none in the answer when it came beside the presentation. */
export function placeInSubmission({ submission }: Token, within: Location = []): PlaceOf {
  const root = submission?.location
  return (location) => ({
    pointer: root ? jsonPointer([...root, ...within, ...location]) : null,
    inner_pointer: null,
  })
}

/** Shows places in a credential as it was sent: an object, or the payload of a JWT. */
export function placeInSentCredential({ sent, candidate, jwt }: CredentialFacts): PlaceOf {
  if (jwt === undefined && candidate?.format !== 'jwt_vc') {
    return (location) => ({ pointer: jsonPointer([...sent.location, ...location]), inner_pointer: null })
  }
  return (location) => ({ pointer: jsonPointer(sent.location), inner_pointer: jsonPointer(location) })
}

/** @param claim its place in the payload of the key binding; empty for the key binding as a whole */
function keyBindingPlace(claim: Location): string {
  return jsonPointer(['kb_jwt', ...claim])
}

/** Members of a credential, with the JWT claims that replace them. */
const CLAIMS: ReadonlyMap<string, string> = new Map([
  ['/issuer', 'iss'],
  ['/id', 'jti'],
  ['/issuanceDate', 'nbf'],
  ['/expirationDate', 'exp'],
  ['/credentialSubject/id', 'sub'],
])

/** The same for an SD-JWT VC. */
const SD_JWT_CLAIMS: ReadonlyMap<string, string> = new Map([
  ['/issuer', 'iss'],
  ['/id', 'jti'],
  ['/type', 'vct'],
  ['/issuanceDate', 'iat'],
  ['/validFrom', 'nbf'],
  ['/validUntil', 'exp'],
])

/** Shows places in the normalised form of a credential. */
export function placeInCredential(facts: CredentialFacts): PlaceOf {
  const placeOf = placeInSentCredential(facts)
  const { jwt, candidate, opened } = facts
  if (jwt === undefined) {
    return ([first, ...inside]) => {
      if (first === WRITTEN) return placeOf(inside)
      const location = first === undefined ? [] : [first, ...inside]
      return placeOf(candidate === undefined ? location : sentLocation(candidate, location))
    }
  }
  return (location) => {
    const claim = (opened === undefined ? CLAIMS : SD_JWT_CLAIMS).get(jsonPointer(location))
    const isClaimed = claim !== undefined && memberOf(opened?.claims ?? jwt.payload, claim) !== undefined
    if (location.length === 0) return placeOf([])
    if (location[0] === PAYLOAD) return placeOf(location.slice(1))
    return placeOf(isClaimed ? [claim] : opened === undefined ? ['vc', ...location] : location)
  }
}
