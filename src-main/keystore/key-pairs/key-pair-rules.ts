import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import { CryptoError } from '../../crypto/errors.ts'
import { readPublicKey } from '../../crypto/session-token-seal.ts'

/**
 * Accepts PEM SPKI RSA keys of at least 2048 bits and our key bundles (key-store contract 13).
 *
 * @throws {ServiceError} `invalid_public_key`
 */
export function checkPublicKey(publicKey: string): void {
  try {
    readPublicKey(publicKey)
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause
    throw faultyFieldsError([
      { path: 'public_key', code: 'invalid_public_key', message: `public_key is not usable: ${cause.message}` },
    ])
  }
}

/** The refusal of an external identifier that another key pair of the user has. */
export function externalIdentifierTaken(externalIdentifier: string): ServiceError {
  return new ServiceError(
    'external_identifier_taken',
    `another key pair has the external identifier "${externalIdentifier}"`,
    { extraInfo: { parameter: 'external_identifiers', external_identifier: externalIdentifier } },
  )
}
