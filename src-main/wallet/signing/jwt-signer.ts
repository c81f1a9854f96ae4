import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { encodeBase64Url } from '../../crypto/base64url.ts'
import { signBytes } from '../../crypto/signing-key.ts'
import type { SigningAlgorithm, SigningKey } from '../../crypto/signing-key.ts'

interface JwtSigning {
  readonly key: SigningKey
  readonly algorithm: SigningAlgorithm
  /** A DID URL, or a fragment of the DID in `iss`. Undefined: left out. */
  readonly kid: string | undefined
  /** Replaces the usual members, for headers that are wrong on purpose. */
  readonly header?: JsonObject
}

/**
 * A compact JWS (RFC 7515) over a JSON payload, as credentials and presentations are sent (docs/contract/exchange.md,
 * Proofs: JWT).
 *
 * @throws {CryptoError} `signing_key_invalid` when the key does not fit `algorithm`; what `header` says is not asked
 */
export function signJwt(payload: JsonObject, { key, algorithm, kid, header = {} }: JwtSigning): string {
  const parts = [{ alg: algorithm, typ: 'JWT', ...(kid !== undefined && { kid }), ...header }, payload]
  const signed = parts.map((part) => encodeBase64Url(Buffer.from(JSON.stringify(part)))).join('.')
  return `${signed}.${encodeBase64Url(signBytes(key, algorithm, Buffer.from(signed)))}`
}
