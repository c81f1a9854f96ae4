import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { encodeBase64Url } from '../../crypto/base64url.ts'
import { signBytes } from '../../crypto/signing-key.ts'
import type { SigningAlgorithm, SigningKey } from '../../crypto/signing-key.ts'

interface JwtSigning {
  readonly key: SigningKey
  readonly algorithm: SigningAlgorithm
  /** A DID URL, or a fragment of the DID in `iss`; omitted if undefined. */
  readonly kid: string | undefined
  /** Members that replace the default ones, for deliberately faulty headers. */
  readonly header?: JsonObject
}

/**
 * Signs a JWT credential or presentation (docs/contract/exchange.md, Proofs: JWT).
 *
 * @throws {CryptoError} `signing_key_invalid` if the key is not for `algorithm`; `header` is not checked
 */
export function signJwt(payload: JsonObject, { key, algorithm, kid, header = {} }: JwtSigning): string {
  const parts = [{ alg: algorithm, typ: 'JWT', ...(kid !== undefined && { kid }), ...header }, payload]
  const signingInput = parts.map((part) => encodeBase64Url(Buffer.from(JSON.stringify(part)))).join('.')
  return `${signingInput}.${encodeBase64Url(signBytes(key, algorithm, Buffer.from(signingInput)))}`
}
