import { publicKeyFingerprint, sealSessionToken } from '../../crypto/session-token-seal.ts'
import { namingPublicKeyFaults } from '../../service/public-key-faults.ts'

/**
 * The fingerprint by which a login key is looked up, independent of line ends.
 *
 * @throws {ServiceError} `invalid_public_key` for anything but PEM RSA of 2048 to 8192 bits or one of our bundles.
 */
export function loginKeyFingerprint(publicKey: string): string {
  return namingPublicKeyFaults(() => publicKeyFingerprint(publicKey))
}

/**
 * Seals an access token so that only the owner of the login key can read it.
 *
 * @throws {ServiceError} `invalid_public_key`
 */
export function sealTokenFor(publicKey: string, token: string): string {
  return namingPublicKeyFaults(() => sealSessionToken(publicKey, token))
}
