import { ServiceError } from '../../../shared/contract/errors.ts'
import { readPublicKey } from '../../crypto/session-token-seal.ts'
import { namingPublicKeyFaults } from '../../service/public-key-faults.ts'

/**
 * Accepts PEM SPKI RSA keys of at least 2048 bits and our key bundles (key-store contract 13).
 *
 * @throws {ServiceError} `invalid_public_key`
 */
export function checkPublicKey(publicKey: string): void {
  namingPublicKeyFaults(() => readPublicKey(publicKey))
}

/** The refusal of an external identifier that another key pair of the user has. */
export function externalIdentifierTaken(externalIdentifier: string): ServiceError {
  return new ServiceError(
    'external_identifier_taken',
    `another key pair has the external identifier "${externalIdentifier}"`,
    { extraInfo: { parameter: 'external_identifiers', external_identifier: externalIdentifier } },
  )
}
