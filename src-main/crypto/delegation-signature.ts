/*
 * How a delegate proves to hold the private half of a connection's key pair: a signature over the delegation token, in
 * the format of the key (docs/contract/keystore.md, Delegations: signature).
 *   ours       pdv1.sg.dlg.<kid>.<Ed25519>
 *   published  Sign.Rsa<bits>.<RSASSA-PKCS1-v1_5, SHA-256>.<token>
 */
import type { ConnectionKeyPair } from './connection-key-pair.ts'
import { isBundlePair } from './connection-key-pair.ts'
import { parseEnvelope } from './envelope.ts'
import { CryptoError } from './crypto-error.ts'
import { signText, verifyText } from './key-pair.ts'
import { isPublishedSignatureOf, readPublishedSignature, signPublished } from './published/rsa-signature.ts'
import { readPublicKey } from './session-token-seal.ts'

const CONTEXT = 'dlg'
const PUBLISHED = 'Sign.'

export function signDelegationToken(pair: ConnectionKeyPair, token: string): string {
  return isBundlePair(pair) ? signText(pair, CONTEXT, token) : signPublished(pair.privateKey, token)
}

/** @throws {CryptoError} `malformed_envelope`, `unsupported_version`: not a signature of either format */
export function checkDelegationSignatureForm(signature: string): void {
  if (signature.startsWith(PUBLISHED)) {
    readPublishedSignature(signature)
    return
  }
  const { alg, ctx } = parseEnvelope(signature)
  if (alg !== 'sg' || ctx !== CONTEXT) throw new CryptoError('malformed_envelope', 'not a signature of a delegation')
}

/**
 * Whether the holder of this public key signed the token. A signature of the other format than the key's is none.
 *
 * @throws {CryptoError} `public_key_invalid`; `malformed_envelope` for a signature that cannot be read
 */
export function isDelegationSignature(publicKeyText: string, token: string, signature: string): boolean {
  const publicKey = readPublicKey(publicKeyText)
  const isPublished = signature.startsWith(PUBLISHED)
  if (publicKey.family === 'rsa') {
    return isPublished && isPublishedSignatureOf(publicKey.key, token, readPublishedSignature(signature))
  }
  return !isPublished && verifyText(publicKeyText, CONTEXT, token, signature)
}
