import { hash } from 'node:crypto'
import { joseTypeName } from '../../../shared/media-type.ts'
import { isObject, memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { algorithmOf, hasUnsupportedMembers, isJwsValid } from './jws.ts'
import { readJwt } from './jwt.ts'
import type { Jwt } from './jwt.ts'
import { keyOfMethod } from './method-key.ts'
import type { MethodKey } from './method-key.ts'
import { ProofFault, unlessFault } from './proof-fault.ts'
import { outcomeOf } from './proof-outcome.ts'
import type { ProofOutcome } from './proof-outcome.ts'
import { findVerificationMethod, keyFor } from './verification-method.ts'
import type { DidRegistry } from '../registries/registry.ts'
import { digestFunctionOf } from '../../crypto/sd-jwt/disclosures.ts'
import type { SdJwt } from '../../crypto/sd-jwt/sd-jwt.ts'

/** The key binding JWT of an SD-JWT, not yet believed; undefined without one, or when it cannot be read. */
export function keyBindingOf({ keyBinding }: SdJwt): Jwt | undefined {
  return keyBinding === undefined ? undefined : unlessFault(() => readJwt(keyBinding))
}

/**
 * The holder by the key that the issuer bound the credential to (`cnf`, RFC 7800): the DID of a `kid`, else the
 * thumbprint of the JWK as a URI (RFC 9278). Undefined for a credential that is not bound, or to what is no key.
 */
export function boundHolderOf(claims: JsonObject): string | undefined {
  const confirmation = memberOf(claims, 'cnf')
  const jwk = memberOf(confirmation, 'jwk')
  if (isObject(jwk)) return thumbprintUri(jwk)
  const kid = textOf(memberOf(confirmation, 'kid'))
  return kid?.startsWith('did:') === true ? kid.split('#', 1)[0] : undefined
}

/** The members of a key that its thumbprint is over, in their order (RFC 7638, 3.2; RFC 8037, 2). */
const THUMBPRINT_MEMBERS: ReadonlyMap<unknown, readonly string[]> = new Map<unknown, readonly string[]>([
  ['EC', ['crv', 'kty', 'x', 'y']],
  ['OKP', ['crv', 'kty', 'x']],
  ['RSA', ['e', 'kty', 'n']],
])

/** RFC 9278; undefined for what is no public key of these kinds. */
function thumbprintUri(jwk: JsonObject): string | undefined {
  const members = THUMBPRINT_MEMBERS.get(memberOf(jwk, 'kty'))?.map(
    (name) => [name, textOf(memberOf(jwk, name))] as const,
  )
  if (members === undefined || members.some(([, value]) => value === undefined)) return undefined
  const digest = hash('sha256', JSON.stringify(Object.fromEntries(members)), 'base64url')
  return `urn:ietf:params:oauth:jwk-thumbprint:sha-256:${digest}`
}

/**
 * Verifies that the holder made this presentation (RFC 9901, 7.3): the signature by the key of `cnf`, and that it is over
 * this very credential with these disclosures. `nonce`, `aud` and `iat` are checked with those of other presentations.
 */
export function verifyKeyBinding(sdJwt: SdJwt, claims: JsonObject, dids: DidRegistry): Promise<ProofOutcome> {
  return outcomeOf((notes) => {
    if (sdJwt.keyBinding === undefined) {
      throw new ProofFault(
        'key_binding_missing',
        'the credential is bound to a key, and nothing is signed with that key',
      )
    }
    const jwt = readJwt(sdJwt.keyBinding)
    notes.type = textOf(memberOf(jwt.header, 'alg'))
    const algorithm = algorithmOf(jwt.header)
    checkHeader(jwt.header)
    const { key, holder } = holderKey(claims, dids)
    notes.signer = { did: holder, method: holder }
    if (!isJwsValid(jwt, keyFor(key, algorithm), algorithm)) {
      throw new ProofFault('signature_invalid', 'the key that the credential is bound to did not sign the key binding')
    }
    const expected = digestFunctionOf(sdJwt.jwt.payload)?.(sdJwt.presented)
    if (expected === undefined || memberOf(jwt.payload, 'sd_hash') !== expected) {
      throw new ProofFault('sd_hash_mismatch', 'the key binding was signed for other disclosures or another credential')
    }
  })
}

/** A key binding may have the same purposes as the proofs of other presentations. */
const PURPOSES = ['authentication', 'assertionMethod'] as const

function checkHeader(header: JsonObject): void {
  const isKnownType = joseTypeName(memberOf(header, 'typ')) === 'application/kb+jwt'
  if (!isKnownType || hasUnsupportedMembers(header)) {
    throw new ProofFault('jws_header_invalid', 'typ of a key binding must be kb+jwt, crit and b64 absent')
  }
}

function holderKey(claims: JsonObject, dids: DidRegistry): { readonly key: MethodKey; readonly holder: string } {
  const confirmation = memberOf(claims, 'cnf')
  const holder = boundHolderOf(claims)
  if (confirmation === undefined || holder === undefined) {
    const message = 'the credential names no key of its holder (cnf with jwk, or kid with a DID)'
    throw new ProofFault(confirmation === undefined ? 'key_binding_unexpected' : 'key_unresolved', message)
  }
  const jwk = memberOf(confirmation, 'jwk')
  if (jwk !== undefined) return { key: keyOfMethod({ publicKeyJwk: jwk }), holder }
  return { key: findVerificationMethod(memberOf(confirmation, 'kid'), PURPOSES, dids), holder }
}
