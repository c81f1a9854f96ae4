import { faultyFieldsError } from '../../../shared/contract/errors.ts'
import { CryptoError } from '../../crypto/errors.ts'
import { publicKeyFingerprint, sealSessionToken } from '../../crypto/session-token-seal.ts'

/**
 * What a login key is looked up by, equal for the same key with other line ends.
 *
 * @throws {ServiceError} `invalid_public_key` for anything but PEM RSA of 2048 to 8192 bits or one of our bundles.
 */
export function loginKeyFingerprint(publicKey: string): string {
  return withKeyErrors(() => publicKeyFingerprint(publicKey))
}

/**
 * Seals an access token so that only the owner of the login key can read it.
 *
 * @throws {ServiceError} `invalid_public_key`
 */
export function sealTokenFor(publicKey: string, token: string): string {
  return withKeyErrors(() => sealSessionToken(publicKey, token))
}

function withKeyErrors<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    throw faultyFieldsError([
      { path: 'public_key', code: 'invalid_public_key', message: `public_key is not usable: ${cause.message}` },
    ])
  }
}
