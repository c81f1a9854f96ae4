import { faultyFieldsError, phrase, ServiceError } from '../../shared/contract/errors.ts'
import { CryptoError } from '../crypto/crypto-error.ts'

/**
 * Runs work on a public key in the body, and reports an unusable key as an error of its field.
 *
 * @param path where the key is in the body
 * @throws {ServiceError} `invalid_public_key` for anything but PEM RSA of 2048 to 8192 bits or one of our bundles.
 */
export function namingPublicKeyFaults<Result>(work: () => Result, path = 'public_key'): Result {
  try {
    return work()
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    throw faultyFieldsError([{ path, code: 'invalid_public_key', rule: phrase`is not usable: ${cause.message}` }])
  }
}

/** @param parameter where the key is in the body */
export function loginKeyTaken(parameter: string): ServiceError {
  return new ServiceError('name_taken', 'Another user logs in with this public key; make a new key pair.', {
    extraInfo: { parameter },
  })
}
