import { readKeyBundle } from '../../crypto/key-pair.ts'
import { formatOfPublicKey } from '../../crypto/connection-key-pair.ts'
import { publicKeyFingerprint } from '../../crypto/session-token-seal.ts'

/** Half of a SHA-256 in hex is enough to compare by eye, and a line long. */
const SHOWN_HEX_CHARACTERS = 32

/**
 * The fingerprint that two people compare, in groups of four.
 *
 * @throws {CryptoError} `public_key_invalid`, `unsupported_version`
 */
export function readableKeyFingerprint(publicKey: string): string {
  return formatOfPublicKey(publicKey) === 'pdv1'
    ? readableFingerprint(readKeyBundle(publicKey).kid)
    : readableFingerprint(publicKeyFingerprint(publicKey).slice(0, SHOWN_HEX_CHARACTERS))
}

/** `HC3C H2sx SVk` */
function readableFingerprint(kid: string): string {
  return kid.replace(/.{4}(?=.)/g, '$& ')
}
