import { jsonPointer } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { SigningKey } from '../../crypto/signing-key.ts'
import { ALGORITHMS } from '../presentations/sign.ts'
import { signJwt } from '../signing/jwt-signer.ts'
import type { HeldSdJwt } from './open-sd-jwt.ts'

/** What a key binding ties a presentation to (RFC 9901, 4.3). */
export interface KeyBinding {
  /** The key in `cnf`. */
  readonly key: SigningKey
  /** Who gets it: `aud`. */
  readonly audience: string | undefined
  /** What the verifier gave: `nonce`. */
  readonly nonce: string | undefined
  /** Seconds since 1970: `iat`. */
  readonly now: number
}

/** A deliberate fault; each member is a small change of what an honest wallet does. */
export interface DeliberateSdJwtFault {
  /** Goes instead of the JWT of the issuer. */
  readonly issuerJwt?: string
  /** Changes which disclosures go with it; the key binding is over them. */
  readonly disclosures?: (chosen: readonly string[], all: readonly string[]) => readonly string[]
  /** Changes the claims of the key binding before it is signed. */
  readonly claims?: (usual: JsonObject) => JsonObject
  /** Members for the header of the key binding. */
  readonly header?: JsonObject
  /** Signs the key binding instead of the key in `cnf`. */
  readonly key?: SigningKey
  /** Changes the presentation after signing. */
  readonly sent?: (text: string) => string
}

/**
 * Writes a presentation of an SD-JWT: the JWT of the issuer, the disclosures chosen, and the key binding (RFC 9901, 4).
 *
 * @param told JSON Pointers of the claims to disclose, with those they are inside of (`toldPlaces`)
 * @param binding undefined: without one, for a credential that is bound to no key
 */
// eslint-disable-next-line max-params -- what to present, how much of it, to whom, and what to do wrong
export function presentSdJwt(
  held: HeldSdJwt,
  told: readonly string[],
  binding: KeyBinding | undefined,
  fault: DeliberateSdJwtFault = {},
): string {
  const texts = held.disclosures.filter(({ place }) => told.includes(jsonPointer(place))).map(({ text }) => text)
  const all = held.disclosures.map(({ text }) => text)
  const sent = [fault.issuerJwt ?? held.issuerJwt, ...(fault.disclosures?.(texts, all) ?? texts)]
  const presented = `${sent.join('~')}~`
  if (binding === undefined) return presented
  const { audience, nonce, now } = binding
  const payload = {
    iat: now,
    ...(audience !== undefined && { aud: audience }),
    ...(nonce !== undefined && { nonce }),
    sd_hash: held.digestOf(presented),
  }
  const key = fault.key ?? binding.key
  const signing = { key, algorithm: ALGORITHMS[key.kind], kid: undefined, header: { typ: 'kb+jwt', ...fault.header } }
  const text = `${presented}${signJwt(fault.claims?.(payload) ?? payload, signing)}`
  return fault.sent?.(text) ?? text
}
