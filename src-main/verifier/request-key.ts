import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import type { LocalKey } from '../crypto/keys.ts'
import { wipe } from '../crypto/keys.ts'
import { openRecord, sealRecord } from '../crypto/local-key.ts'
import type { RandomBytes } from '../crypto/random.ts'
import {
  didJwkOf,
  ellipticJwkOf,
  newCurveKey,
  secretBytesOf,
  signCompactJws,
  signingKeyFrom,
} from '../crypto/signing-key.ts'
import type { VerifierSettingsStore } from './verifier-settings-store.ts'

/** The key with which a workspace signs the requests that OpenID4VP wallets fetch. */
export type RequestKey = ReturnType<typeof createRequestKey>

const PLACE = { table: 'workbench_settings.value', id: 'verifier_request_secret' }

/** Creates the P-256 key at its first use, and stores its secret sealed under the local key. */
export function createRequestKey(
  store: Pick<VerifierSettingsStore, 'sealedRequestSecret' | 'saveSealedRequestSecret'>,
  localKey: LocalKey,
  random: RandomBytes,
) {
  let last: ReturnType<typeof opened> | undefined
  return {
    /** The DID of the verifier. */
    did: () => read().did,
    publicJwk: () => read().jwk,
    /** A JWT signed with ES256, in compact serialization. */
    sign: (header: JsonObject, payload: JsonObject) =>
      signCompactJws(header, payload, { key: read().key, algorithm: 'ES256' }),
  }

  /** The stored key counts, because the call that made the last one may have failed. */
  function read() {
    const sealed = store.sealedRequestSecret() ?? newSecret()
    if (last === undefined || Buffer.compare(last.sealed, sealed) !== 0) last = opened(sealed)
    return last
  }

  function opened(sealed: Uint8Array) {
    const secret = openRecord(localKey, PLACE, sealed)
    const key = signingKeyFrom('P-256', secret)
    wipe(secret)
    const jwk = ellipticJwkOf(key)
    return { sealed, key, jwk, did: didJwkOf(jwk) }
  }

  function newSecret(): Uint8Array {
    const secret = secretBytesOf(newCurveKey('P-256', random))
    const sealed = sealRecord(localKey, PLACE, secret)
    wipe(secret)
    store.saveSealedRequestSecret(sealed)
    return sealed
  }
}
