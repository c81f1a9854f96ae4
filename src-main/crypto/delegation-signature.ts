/*
 * The signature over a delegation token, with which a delegate proves that it has the private key of the connection
 * (docs/contract/keystore.md, Delegations: signature).
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

/** Checks that a text has the form of a signature. @throws {CryptoError} `malformed_envelope`, `unsupported_version` */
export function checkDelegationSignatureForm(signature: string): void {
  if (signature.startsWith(PUBLISHED)) {
    readPublishedSignature(signature)
    return
  }
  const { alg, ctx } = parseEnvelope(signature)
  if (alg !== 'sg' || ctx !== CONTEXT) throw new CryptoError('malformed_envelope', 'not a signature of a delegation')
}

/**
 * Whether a delegation token was signed with the private key of this public key. False for a signature of another format
 * than that of the key.
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
