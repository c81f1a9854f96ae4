import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import * as strict from '../../crypto/compact-jws.ts'
import { SIGNATURE_ALGORITHMS } from '../../crypto/signature.ts'
import type { SignatureAlgorithm } from '../../crypto/signature.ts'
import { ProofFault } from './proof-fault.ts'

/** Splits a compact JWS, see `crypto/compact-jws.ts`. @throws {ProofFault} `jws_malformed` */
export function readCompactJws(text: string, form: { readonly detached?: boolean } = {}): strict.CompactJws {
  return asFault(() => strict.readCompactJws(text, form))
}

/** @throws {ProofFault} `jws_malformed` */
export function readJsonPart(part: string): JsonObject {
  return asFault(() => strict.readJsonPart(part))
}

/** @throws {ProofFault} `algorithm_unsupported`; `none` and every HMAC are, before any key is looked up. */
export function algorithmOf(header: JsonObject): SignatureAlgorithm {
  const known = SIGNATURE_ALGORITHMS.find((algorithm) => algorithm === header['alg'])
  if (known === undefined) throw new ProofFault('algorithm_unsupported', 'alg names no supported signature algorithm')
  return known
}

function asFault<Read>(read: () => Read): Read {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new ProofFault('jws_malformed', cause.message, { cause })
  }
}
