// Proves docs/contract/client-crypto.md, Envelope: contexts, Published format: signatures, Delegation;
// docs/contract/keystore.md, Delegations: signature.

import { generateKeyPairSync, createPrivateKey } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { publishedLibrary } from '../../tests/support/published/published-library.ts'
import { KEY_PAIR_VECTOR, SEALED_VECTORS } from '../../tests/vectors/sealed-format-vectors.ts'
import {
  openKeyOfAccountOwner,
  sealKeyToDelegate,
  unwrapKeyOfAccountOwner,
  wrapKeyOfAccountOwner,
} from './delegated-key.ts'
import { checkDelegationSignatureForm, isDelegationSignature, signDelegationToken } from './delegation-signature.ts'
import { keyPairFromSeed, newKeyPair, readKeyBundle } from './key-pair.ts'
import { dataEncryptionKey, keyEncryptionKey, keyPairSeed, newKeyEncryptionKey } from './keys.ts'
import { sealAesGcm } from './published/aes-gcm.ts'
import { readPrivateKey, sealToRsa } from './published/rsa.ts'
import type { RsaKeyPair } from './published/rsa.ts'
import { sealKeyInBox } from './sealed-key-box.ts'
import { readPublicKey } from './session-token-seal.ts'
import { newDelegationToken } from './token.ts'

const pair = keyPairFromSeed(keyPairSeed(new Uint8Array(32).fill(KEY_PAIR_VECTOR.seedByte)))
const kek = keyEncryptionKey(new Uint8Array(32).fill(SEALED_VECTORS.keyEncryptionKeyByte))
const TOKEN = KEY_PAIR_VECTOR.signedText
const binding = { token: TOKEN, accountOwnerId: '7d1d4ab5-6cf8-4b2c-9c49-6a9d0fd3bd11' }

let pem: { readonly publicKey: string; readonly privateKey: string }
let rsa: RsaKeyPair
beforeAll(() => {
  pem = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  rsa = { publicKey: pem.publicKey, privateKey: createPrivateKey(pem.privateKey) }
})

describe('signDelegationToken', () => {
  it('makes the signature of the worked example', () => {
    expect(signDelegationToken(pair, TOKEN)).toBe(KEY_PAIR_VECTOR.signature)
  })

  it('makes one that the published library verifies', () => {
    const signature = signDelegationToken(rsa, TOKEN)

    expect(signature).toMatch(/^Sign\.Rsa2048\./)
    const read = publishedLibrary.loadRsaSignature(signature)
    expect(publishedLibrary.verifyWithPublicKey(pem.publicKey, read)).toBe(true)
  })
})

describe('isDelegationSignature', () => {
  it('takes what either key signed, also what the published library did', () => {
    expect(isDelegationSignature(pair.publicKey, TOKEN, KEY_PAIR_VECTOR.signature)).toBe(true)
    expect(isDelegationSignature(rsa.publicKey, TOKEN, signDelegationToken(rsa, TOKEN))).toBe(true)
    const { serialized } = publishedLibrary.signWithPrivateKey(pem.privateKey, Buffer.from(TOKEN, 'utf8'))
    expect(isDelegationSignature(rsa.publicKey, TOKEN, serialized)).toBe(true)
  })

  it('takes no signature of another token, another key, another format, or a changed one', () => {
    const published = signDelegationToken(rsa, TOKEN)
    const [head, format, signature = '', signed] = published.split('.')
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    const no: readonly [string, string, string][] = [
      [pair.publicKey, 'another token', KEY_PAIR_VECTOR.signature],
      [newKeyPair().publicKey, TOKEN, KEY_PAIR_VECTOR.signature],
      [pair.publicKey, TOKEN, published],
      [rsa.publicKey, TOKEN, KEY_PAIR_VECTOR.signature],
      [rsa.publicKey, 'another token', published],
      [rsa.publicKey, TOKEN, `${head}.${format}.${flipped}.${signed}`],
      // What is named as signed does not count, only what was signed.
      [rsa.publicKey, 'x', `${head}.${format}.${signature}.${Buffer.from('x').toString('base64url')}`],
    ]
    for (const [key, token, one] of no) expect(isDelegationSignature(key, token, one)).toBe(false)
  })
})

describe('checkDelegationSignatureForm', () => {
  it.each(['', 'Sign.Rsa4096.abc', 'Sign.Rsa4096.!.!', 'pdv1.sg.tok.HC3CH2sxSVk.AAAA', 'pdv1.xc.dlg.-.AAAA', 'text'])(
    'malformed_envelope: %s',
    (signature) => {
      expect(() => {
        checkDelegationSignatureForm(signature)
      }).toThrow(expect.objectContaining({ code: 'malformed_envelope' }) as Error)
    },
  )

  it('lets both formats pass', () => {
    checkDelegationSignatureForm(KEY_PAIR_VECTOR.signature)
    checkDelegationSignatureForm(signDelegationToken(rsa, TOKEN))
  })
})

describe('sealKeyToDelegate', () => {
  it('opens with either kind of pair', () => {
    for (const delegate of [pair, rsa]) {
      const sealed = sealKeyToDelegate(delegate.publicKey, binding, kek)
      expect(Buffer.from(openKeyOfAccountOwner(delegate, binding, sealed))).toEqual(Buffer.from(kek))
    }
    expect(sealKeyToDelegate(pair.publicKey, binding, kek)).toMatch(/^pdv1\.bs\.akek\.HC3CH2sxSVk\./)
    expect(sealKeyToDelegate(rsa.publicKey, binding, kek)).toMatch(/^Rsa2048\./)
  })

  it('cannot_open › for another delegation, another account owner or another use', () => {
    const sealed = sealKeyToDelegate(pair.publicKey, binding, kek)
    const bundle = readKeyBundle(pair.publicKey)
    const bound = [binding.token, binding.accountOwnerId]
    const otherUse = sealKeyInBox(bundle, { ctx: 'akek', type: 0x01 }, { key: kek, bound })
    for (const [given, envelope] of [
      [{ ...binding, token: 'another' }, sealed],
      [{ ...binding, accountOwnerId: 'another' }, sealed],
      [binding, otherUse],
    ] as const) {
      expect(() => openKeyOfAccountOwner(pair, given, envelope)).toThrow(
        expect.objectContaining({ code: 'cannot_open' }) as Error,
      )
    }
  })

  it('reads the Base64 text of a key, which one published version sealed in the place of its bytes', () => {
    const publicKey = readPublicKey(rsa.publicKey)
    if (publicKey.family !== 'rsa') throw new Error('a bundle in the place of a PEM key')
    const text = `${Buffer.from(kek).toString('base64url')}=`

    const sealed = sealToRsa(publicKey.key, publicKey.bits, Buffer.from(text, 'latin1'))

    expect(Buffer.from(openKeyOfAccountOwner(rsa, binding, sealed))).toEqual(Buffer.from(kek))
  })

  it('key_invalid › content that is no key', () => {
    const publicKey = readPublicKey(rsa.publicKey)
    if (publicKey.family !== 'rsa') throw new Error('a bundle in the place of a PEM key')
    const sealed = sealToRsa(publicKey.key, publicKey.bits, new Uint8Array(31))

    expect(() => openKeyOfAccountOwner(rsa, binding, sealed)).toThrow(
      expect.objectContaining({ code: 'key_invalid' }) as Error,
    )
  })

  it('opens what the published library sealed', async () => {
    const { serialized } = await publishedLibrary.encryptWithPublicKey({
      publicKeyPem: pem.publicKey,
      data: publishedLibrary.bytesToBinaryString(kek),
    })
    const opened = openKeyOfAccountOwner({ ...rsa, privateKey: readPrivateKey(pem.privateKey) }, binding, serialized)

    expect(Buffer.from(opened)).toEqual(Buffer.from(kek))
  })
})

describe('wrapKeyOfAccountOwner', () => {
  const own = newKeyEncryptionKey()

  it('opens for the same delegation only', () => {
    const wrapped = wrapKeyOfAccountOwner({ keyEncryptionKey: own }, TOKEN, kek)

    expect(wrapped).toMatch(/^pdv1\.xc\.akek\./)
    expect(Buffer.from(unwrapKeyOfAccountOwner(own, TOKEN, wrapped))).toEqual(Buffer.from(kek))
    expect(() => unwrapKeyOfAccountOwner(own, 'another', wrapped)).toThrow(
      expect.objectContaining({ code: 'cannot_open' }) as Error,
    )
  })

  it('reads what a published client wrapped', () => {
    const wrapped = sealAesGcm(dataEncryptionKey(own), kek)

    expect(Buffer.from(unwrapKeyOfAccountOwner(own, TOKEN, wrapped))).toEqual(Buffer.from(kek))
  })
})

describe('newDelegationToken', () => {
  it('is a UUID, version 4, of the bytes that were drawn', () => {
    expect(newDelegationToken(() => new Uint8Array(16).fill(0xff))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
    expect(newDelegationToken()).not.toBe(newDelegationToken())
  })
})
