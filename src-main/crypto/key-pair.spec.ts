// Proves docs/contract/client-crypto.md, Key pairs.

import { describe, expect, it } from 'vitest'
import { KEY_PAIR_VECTOR } from '../../tests/vectors/sealed-format-vectors.ts'
import { formatEnvelope } from './envelope.ts'
import {
  keyPairFromSeed,
  newKeyPair,
  openSessionToken,
  readKeyBundle,
  sealTokenToBundle,
  signText,
  verifyText,
  wipeKeyPair,
} from './key-pair.ts'
import { keyId, keyPairSeed } from './keys.ts'

const { publicKey, signature, signatureContext, signedText } = KEY_PAIR_VECTOR
const pair = keyPairFromSeed(keyPairSeed(new Uint8Array(32).fill(KEY_PAIR_VECTOR.seedByte)))
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const truncated = (text: string) => {
  const [payload = '', ...head] = text.split('.').reverse()
  return [...head.reverse(), Buffer.from(payload, 'base64url').subarray(0, -1).toString('base64url')].join('.')
}
const flipLast = (text: string) => text.slice(0, -2) + (text.endsWith('AA') ? 'BA' : 'AA')

describe('keyPairFromSeed', () => {
  it('matches the worked example', () => {
    expect(pair.publicKey).toBe(publicKey)
  })
})

describe('readKeyBundle', () => {
  it('gives both public halves of the worked example', () => {
    const bundle = readKeyBundle(publicKey)

    expect(hex(bundle.boxPublicKey)).toBe(KEY_PAIR_VECTOR.boxPublicKey)
    expect(hex(bundle.signPublicKey)).toBe(KEY_PAIR_VECTOR.signPublicKey)
  })

  it.each([
    ['another identifier', publicKey.replace('HC3CH2sxSVk', '-0MZPc7fLZU'), 'public_key_invalid'],
    ['a changed byte', publicKey.replace('0SRo', '0SRp'), 'public_key_invalid'],
    ['a missing half', truncated(publicKey), 'public_key_invalid'],
    ['a missing byte under its own identifier', shortBundle(), 'public_key_invalid'],
    ['another algorithm', publicKey.replace('.pk.', '.rk.'), 'public_key_invalid'],
    ['another context', publicKey.replace('.kp.', '.xx.'), 'public_key_invalid'],
    ['no bundle at all', 'ssh-ed25519 AAAA', 'public_key_invalid'],
    ['a newer version', publicKey.replace('pdv1', 'pdv2'), 'unsupported_version'],
  ])('refuses %s', (_, text, code) => {
    expect(() => readKeyBundle(text)).toThrow(expect.objectContaining({ code }))
  })
})

describe('signText', () => {
  it('matches the worked example', () => {
    expect(signText(pair, signatureContext, signedText)).toBe(signature)
  })
})

describe('verifyText', () => {
  it('accepts the worked example', () => {
    expect(verifyText(publicKey, signatureContext, signedText, signature)).toBe(true)
  })

  it.each([
    ['another text', publicKey, signatureContext, 'deleg-token-2', signature],
    ['another purpose', publicKey, 'shr', signedText, signature.replace('.dlg.', '.shr.')],
    ['a purpose it was not asked for', publicKey, 'shr', signedText, signature],
    ['another signer', newKeyPair().publicKey, signatureContext, signedText, signature],
    ['a changed signature', publicKey, signatureContext, signedText, flipLast(signature)],
    ['a truncated signature', publicKey, signatureContext, signedText, truncated(signature)],
    ['something else', publicKey, signatureContext, signedText, 'Sign.Rsa4096.AAAA.AAAA'],
  ])('refuses %s', (_, key, context, text, given) => {
    expect(verifyText(key, context, text, given)).toBe(false)
  })

  it('throws when there is no key to check with', () => {
    expect(() => verifyText('key', signatureContext, signedText, signature)).toThrow(
      expect.objectContaining({ code: 'public_key_invalid' }),
    )
  })
})

describe('openSessionToken', () => {
  const sealed = sealTokenToBundle(readKeyBundle(publicKey), 'v_token')

  it('opens what was sealed to its bundle', () => {
    expect(sealed).toMatch(/^pdv1\.bs\.tok\.HC3CH2sxSVk\./)
    expect(openSessionToken(pair, sealed)).toBe('v_token')
  })

  it.each([
    ['a changed box', flipLast(sealed), 'cannot_open'],
    ['a truncated box', truncated(sealed), 'cannot_open'],
    ['another context', sealed.replace('.tok.', '.dek.'), 'malformed_envelope'],
    ['a PEM key’s token', 'Rsa4096.AAAA.QQUAAAAA', 'malformed_envelope'],
  ])('refuses %s', (_, text, code) => {
    expect(() => openSessionToken(pair, text)).toThrow(expect.objectContaining({ code }))
  })

  it('refuses what was sealed to another pair', () => {
    expect(() => openSessionToken(newKeyPair(), sealed)).toThrow(expect.objectContaining({ code: 'wrong_key' }))
  })

  it('refuses what was sealed to another pair under a forged identifier', () => {
    const other = newKeyPair()

    expect(() => openSessionToken(other, sealed.replace(pair.kid, other.kid))).toThrow(
      expect.objectContaining({ code: 'cannot_open' }),
    )
  })
})

describe('wipeKeyPair', () => {
  it('leaves no private bytes', () => {
    const used = newKeyPair()

    wipeKeyPair(used)

    expect([...used.seed, ...used.boxPrivateKey, ...used.signPrivateKey].every((byte) => byte === 0)).toBe(true)
  })
})

function shortBundle(): string {
  const bytes = new Uint8Array(63).fill(1)
  return formatEnvelope({ alg: 'pk', ctx: 'kp', kid: keyId(bytes) }, bytes)
}
