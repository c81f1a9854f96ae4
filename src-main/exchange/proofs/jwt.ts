import { joseTypeName } from '../../../shared/media-type.ts'
import { memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { DidRegistry } from '../registries/registry.ts'
import { algorithmOf, hasUnsupportedMembers, isJwsValid, readCompactJws, readJsonPart } from './jws.ts'
import type { CompactJws } from '../../crypto/compact-jws.ts'
import { ProofFault } from './proof-fault.ts'
import { outcomeOf, signerOf } from './proof-outcome.ts'
import type { ProofOutcome } from './proof-outcome.ts'
import { findVerificationMethod, keyFor } from './verification-method.ts'
import type { KeyPurpose } from './verification-method.ts'

export interface Jwt extends CompactJws {
  readonly payload: JsonObject
}

const TYPES: readonly unknown[] = ['application/jwt', 'application/vc+jwt', 'application/vp+jwt']

/** Reads a JWT without verifying it. @throws {ProofFault} `jws_malformed` */
export function readJwt(text: string): Jwt {
  const jws = readCompactJws(text)
  return { ...jws, payload: readJsonPart(jws.parts[1]) }
}

/**
 * Verifies the signature of a JWT credential or presentation (docs/contract/exchange.md, Proofs: JWT). The key comes
 * from `kid` and `iss` only: `jwk`, `x5c`, `jku` and `x5u` would let the sender choose any key.
 *
 * @param purposes `assertionMethod` for a credential; either for a presentation
 */
export function verifyJwt(jwt: Jwt, purposes: readonly KeyPurpose[], dids: DidRegistry): Promise<ProofOutcome> {
  return outcomeOf((notes) => {
    notes.type = textOf(memberOf(jwt.header, 'alg'))
    const algorithm = algorithmOf(jwt.header)
    checkHeader(jwt.header)
    const method = findVerificationMethod(keyReference(jwt), purposes, dids)
    notes.signer = signerOf(method)
    if (!isJwsValid(jwt, keyFor(method, algorithm), algorithm)) {
      throw new ProofFault('signature_invalid', `the signature does not fit what it covers${formHint(algorithm, jwt)}`)
    }
  })
}

const DER_SEQUENCE = 0x30

/** Many ECDSA libraries return signatures as DER, where a JWS has r and s side by side (RFC 7518, 3.4). */
function formHint(algorithm: string, { signature }: Jwt): string {
  const isDer = algorithm.startsWith('ES') && signature[0] === DER_SEQUENCE && signature[1] === signature.length - 2
  return isDer ? ': it is DER, and a JWS has r and s side by side' : ''
}

function checkHeader(header: JsonObject): void {
  const type = memberOf(header, 'typ')
  const isKnownType = type === undefined || TYPES.includes(joseTypeName(type))
  if (!isKnownType || hasUnsupportedMembers(header)) {
    throw new ProofFault('jws_header_invalid', 'typ must be JWT, vc+jwt or vp+jwt, crit and b64 absent')
  }
}

/** `kid` if it is a DID URL; the issuer with `kid` as its fragment, with or without `#`; the issuer alone without `kid`. */
export function keyReference({ header, payload }: Pick<Jwt, 'header' | 'payload'>): string {
  const issuer = textOf(memberOf(payload, 'iss'))
  const kid = memberOf(header, 'kid')
  if (typeof kid === 'string' && kid.startsWith('did:')) return kid
  if (issuer === undefined) throw new ProofFault('key_unresolved', 'neither kid nor iss says whose key it is')
  if (kid === undefined) return issuer
  if (typeof kid !== 'string') throw new ProofFault('jws_header_invalid', 'kid is not a text')
  return kid.startsWith('#') ? issuer + kid : `${issuer}#${kid}`
}
