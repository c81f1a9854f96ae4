import { NEVER_DISCLOSED, sdJwtCandidate } from '../../../shared/presentation-exchange/candidate.ts'
import type { Candidate, SdJwtFormat } from '../../../shared/presentation-exchange/candidate.ts'
import { memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import { textOf as englishOf } from '../../../shared/phrase.ts'
import { digestFunctionOf, openDisclosures } from '../../crypto/sd-jwt/disclosures.ts'
import { readSdJwt, sdJwtFormatOf } from '../../crypto/sd-jwt/sd-jwt.ts'
import type { SdJwt } from '../../crypto/sd-jwt/sd-jwt.ts'

/** A disclosure as the issuer wrote it, with the place of what it discloses in the opened claims. */
export interface HeldDisclosure {
  readonly text: string
  readonly place: Location
}

/** An SD-JWT VC as its holder has it: without key binding, every disclosure there and opened. */
export interface HeldSdJwt {
  readonly format: SdJwtFormat
  /** The JWT of the issuer, in its compact form. */
  readonly issuerJwt: string
  readonly algorithm: string | undefined
  /** The claims with those of all disclosures in their places, without digests (RFC 9901, 7.1). */
  readonly claims: JsonObject
  /** The disclosures in the order in which they were written. */
  readonly disclosures: readonly HeldDisclosure[]
  /** The digest of a text by the algorithm of the credential, as `sd_hash` has it. */
  readonly digestOf: (text: string) => string
}

/** Why a text is no SD-JWT VC that a wallet can hold; the message continues "this is none: ". */
export class SdJwtFault extends Error {
  override readonly name = 'SdJwtFault'
}

const MAX_CHARACTERS = 64 * 1024

/** Whether a text of a wallet is an SD-JWT: no JWT and no JSON has its separator outside of a string. */
export function looksLikeSdJwt(text: string): boolean {
  return /^[\w.-]+~[\w.~-]*$/.test(text)
}

/** The credential for evaluation: its holder sees everything that is in it. */
export function candidateOfSdJwt({ format, algorithm, claims, disclosures }: HeldSdJwt): Candidate {
  const disclosed = disclosures.map(({ place }) => place)
  return sdJwtCandidate({ format, algorithm, claims, disclosed, isBound: memberOf(claims, 'cnf') !== undefined })
}

/**
 * Opens every disclosure of an SD-JWT VC as it came from its issuer (RFC 9901, 7.1, without the signature, which the
 * exchange checks). Everything that a verifier would reject is refused here, because it could never be presented.
 *
 * @param text at most 64 KiB with at most 500 disclosures
 * @throws {SdJwtFault}
 */
export function openSdJwt(text: string): HeldSdJwt {
  if (text.length > MAX_CHARACTERS) throw new SdJwtFault('it is longer than 64 KiB')
  const sdJwt = partsOf(text)
  if (sdJwt.keyBinding !== undefined) throw new SdJwtFault('it does not end with ~, as what an issuer gives does')
  const format = sdJwtFormatOf(sdJwt) ?? fault('the typ of its header is neither dc+sd-jwt nor vc+sd-jwt')
  const { header, payload, parts } = sdJwt.jwt
  if (textOf(memberOf(payload, 'vct')) === undefined) throw new SdJwtFault('it has no vct')
  const { claims, places, faults } = openDisclosures(sdJwt)
  const [first] = faults
  if (first !== undefined) throw new SdJwtFault(englishOf(first.message))
  const disclosures = sdJwt.disclosures.map((one, index) => ({ text: one, place: places[index] ?? [] }))
  if (disclosures.some(({ place }) => place.length === 1 && NEVER_DISCLOSED.includes(String(place[0])))) {
    throw new SdJwtFault('a disclosure gives a claim that must not be withheld')
  }
  const digestOf = digestFunctionOf(payload) ?? fault('its digests have an unknown algorithm')
  return {
    format,
    issuerJwt: parts.join('.'),
    algorithm: textOf(memberOf(header, 'alg')),
    claims,
    disclosures,
    digestOf,
  }
}

function partsOf(text: string): SdJwt {
  try {
    return readSdJwt(text)
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new SdJwtFault(cause.message, { cause })
    throw cause
  }
}

function fault(message: string): never {
  throw new SdJwtFault(message)
}
