import { refusalOfAlgorithm } from '../../../shared/jose-algorithms.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import * as strict from '../../crypto/compact-jws.ts'
import { readSdJwt as strictSdJwt } from '../../crypto/sd-jwt/sd-jwt.ts'
import type { SdJwt } from '../../crypto/sd-jwt/sd-jwt.ts'
import { isSignatureValid, SIGNATURE_ALGORITHMS, signatureAlgorithmOf } from '../../crypto/signature.ts'
import type { SignatureAlgorithm } from '../../crypto/signature.ts'
import type { VerificationKey } from '../../crypto/verification-key.ts'
import { ProofFault } from './proof-fault.ts'

/** Splits a compact JWS, see `crypto/compact-jws.ts`. @throws {ProofFault} `jws_malformed` */
export function readCompactJws(text: string, form: { readonly detached?: boolean } = {}): strict.CompactJws {
  return asFault(() => strict.readCompactJws(text, form))
}

/** @throws {ProofFault} `jws_malformed` */
export function readJsonPart(part: string): JsonObject {
  return asFault(() => strict.readJsonPart(part))
}

/** Splits an SD-JWT, see `crypto/sd-jwt/sd-jwt.ts`. @throws {ProofFault} `jws_malformed` */
export function readSdJwt(text: string): SdJwt {
  return asFault(() => strictSdJwt(text))
}

/** Whether a header demands to be read in a way that is not supported: `b64` would make the signature cover other bytes. */
export function hasUnsupportedMembers(header: JsonObject): boolean {
  return Object.hasOwn(header, 'crit') || Object.hasOwn(header, 'b64')
}

/** Verifies the signature of a compact JWS over its own parts. */
export function isJwsValid(
  { parts, signature }: strict.CompactJws,
  key: VerificationKey,
  algorithm: SignatureAlgorithm,
): boolean {
  return isSignatureValid(key, algorithm, { message: Buffer.from(`${parts[0]}.${parts[1]}`), signature })
}

/** @throws {ProofFault} `algorithm_unsupported`, also for `none` and every HMAC. */
export function algorithmOf(header: JsonObject): SignatureAlgorithm {
  const known = signatureAlgorithmOf(header['alg'])
  if (known !== undefined) return known
  throw new ProofFault('algorithm_unsupported', refusalOfAlgorithm(header['alg'], SIGNATURE_ALGORITHMS))
}

function asFault<Read>(read: () => Read): Read {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new ProofFault('jws_malformed', cause.message, { cause })
  }
}
