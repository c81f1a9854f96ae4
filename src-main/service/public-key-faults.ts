import { faultyFieldsError } from '../../shared/contract/errors.ts'
import { CryptoError } from '../crypto/errors.ts'

/**
 * Does something with the `public_key` of a body.
 *
 * @throws {ServiceError} `invalid_public_key` for anything but PEM RSA of 2048 to 8192 bits or one of our bundles.
 */
export function namingPublicKeyFaults<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    throw faultyFieldsError([
      { path: 'public_key', code: 'invalid_public_key', message: `public_key is not usable: ${cause.message}` },
    ])
  }
}
