import { CodedError } from '../../shared/coded-error.ts'

/**
 * Why an operation of this folder failed. Callers branch on the code, never on the message.
 *
 * | code | meaning |
 * |---|---|
 * | `cannot_open` | the sealed bytes were changed, truncated, or belong somewhere else |
 * | `wrong_key` | sealed for another key than the given one |
 * | `malformed_envelope` | the text is not a sealed value of the expected kind |
 * | `unsupported_version` | written by a newer version, or in a format this folder does not read |
 * | `key_invalid` | a key of the wrong length, or of another format |
 * | `public_key_invalid` | not a public key we may seal to |
 * | `verification_key_invalid` | not a public key of a kind that signs |
 * | `verification_key_too_weak` | a public key whose signatures prove nothing |
 * | `certificate_invalid` | not an X.509 certificate of a form that is read |
 * | `signing_key_invalid` | not a private key of a kind that signs, or not one for this algorithm |
 * | `secret_string_invalid` | not a secret string |
 * | `srp_value_invalid` | a login value outside its range |
 * | `key_slot_invalid` | a stored key slot with missing or damaged fields |
 * | `artefacts_invalid` | what describes the blocks of a file contradicts itself or is not understood |
 * | `token_too_long` | a token that cannot be sealed to the key |
 * | `passphrase_cost_invalid` | hashing parameters outside what libsodium accepts |
 * | `passphrase_worker_failed` | the hashing thread ended without a result |
 */
export const CRYPTO_ERROR_CODES = [
  'cannot_open',
  'wrong_key',
  'malformed_envelope',
  'unsupported_version',
  'key_invalid',
  'public_key_invalid',
  'verification_key_invalid',
  'verification_key_too_weak',
  'certificate_invalid',
  'signing_key_invalid',
  'secret_string_invalid',
  'srp_value_invalid',
  'key_slot_invalid',
  'artefacts_invalid',
  'token_too_long',
  'passphrase_cost_invalid',
  'passphrase_worker_failed',
] as const

export type CryptoErrorCode = (typeof CRYPTO_ERROR_CODES)[number]

/** The only error this folder throws on purpose. Its message names no secret and no clear text. */
export class CryptoError extends CodedError<CryptoErrorCode> {
  override readonly name = 'CryptoError'
}
