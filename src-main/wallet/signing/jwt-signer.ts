import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { signCompactJws } from '../../crypto/signing-key.ts'
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
  const full = { alg: algorithm, typ: 'JWT', ...(kid !== undefined && { kid }), ...header }
  return signCompactJws(full, payload, { key, algorithm })
}
