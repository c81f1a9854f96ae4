// Proves docs/contract/exchange.md, Checks: replay, Proofs, Proofs: JWT.

import { generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { describe, expect, it } from 'vitest'
import { decodeBase64Url, encodeBase64Url } from './base64url.ts'
import { fitsAlgorithm, isSignatureValid, normalizedSignature, SIGNATURE_ALGORITHMS } from './signature.ts'
import type { SignatureAlgorithm } from './signature.ts'
import { verificationKeyFromJwk, verificationKeyFromPem, verificationKeyFromRaw } from './verification-key.ts'
import type { VerificationKey } from './verification-key.ts'

const message = new TextEncoder().encode('signed')

interface Signer {
  readonly key: VerificationKey
  readonly sign: (bytes: Uint8Array) => Uint8Array
}

function nodeSigner(pair: { publicKey: KeyObject; privateKey: KeyObject }, digest: string | null, more = {}): Signer {
  return {
    key: verificationKeyFromJwk(pair.publicKey.export({ format: 'jwk' })),
    sign: (bytes) => sign(digest, bytes, { key: pair.privateKey, ...more }),
  }
}

function koblitzSigner(): Signer {
  const secret = new Uint8Array(32).fill(3)
  return {
    key: verificationKeyFromRaw('secp256k1', secp256k1.getPublicKey(secret)),
    sign: (bytes) => secp256k1.sign(bytes, secret),
  }
}

const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 })
const RAW = { dsaEncoding: 'ieee-p1363' }
const SIGNERS: Readonly<Record<SignatureAlgorithm, Signer>> = {
  EdDSA: nodeSigner(generateKeyPairSync('ed25519'), null),
  ES256: nodeSigner(generateKeyPairSync('ec', { namedCurve: 'P-256' }), 'sha256', RAW),
  ES384: nodeSigner(generateKeyPairSync('ec', { namedCurve: 'P-384' }), 'sha384', RAW),
  ES256K: koblitzSigner(),
  RS256: nodeSigner(RSA, 'sha256'),
  PS256: nodeSigner(RSA, 'sha256', { padding: 6, saltLength: 32 }),
}

describe.each(SIGNATURE_ALGORITHMS)('%s', (algorithm) => {
  const { key, sign: signWith } = SIGNERS[algorithm]
  const signature = signWith(message)

  it('accepts what its key signed', () => {
    expect(isSignatureValid(key, algorithm, { message, signature })).toBe(true)
  })

  it('refuses other bytes, a changed signature and other lengths', () => {
    const changed = Uint8Array.from(signature, (byte, index) => (index === 5 ? byte ^ 1 : byte))
    const longer = Buffer.concat([signature, Buffer.of(0)])

    expect(isSignatureValid(key, algorithm, { message: message.subarray(1), signature })).toBe(false)
    for (const wrong of [changed, longer, signature.subarray(1), new Uint8Array(), new Uint8Array(64)]) {
      expect(isSignatureValid(key, algorithm, { message, signature: wrong })).toBe(false)
    }
  })

  it.each(SIGNATURE_ALGORITHMS)('with a key for %s › fits only its own kind', (other) => {
    const isRsa = (name: string) => name === 'RS256' || name === 'PS256'
    const fits = other === algorithm || (isRsa(other) && isRsa(algorithm))

    expect(fitsAlgorithm(SIGNERS[other].key, algorithm)).toBe(fits)
    expect(isSignatureValid(SIGNERS[other].key, algorithm, { message, signature })).toBe(fits)
  })
})

describe('published vectors', () => {
  it('RFC 8037, appendix A.4: Ed25519', () => {
    const key = verificationKeyFromJwk({
      kty: 'OKP',
      crv: 'Ed25519',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    })
    const signed = new TextEncoder().encode('eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc')
    const signature = decodeBase64Url(
      'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
    )

    expect(isSignatureValid(key, 'EdDSA', { message: signed, signature })).toBe(true)
  })

  it('RFC 7515, appendix A.3: P-256', () => {
    const key = verificationKeyFromJwk({
      kty: 'EC',
      crv: 'P-256',
      x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
      y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    })
    const signed = new TextEncoder().encode(
      'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ',
    )
    const signature = decodeBase64Url(
      'DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q',
    )

    expect(isSignatureValid(key, 'ES256', { message: signed, signature })).toBe(true)
  })
})

describe('reading keys', () => {
  const pem = RSA.publicKey.export({ format: 'pem', type: 'spki' }) as string
  const edwards = new Uint8Array(32).fill(9)

  it('reads PEM of either kind', () => {
    expect(verificationKeyFromPem(pem).kind).toBe('RSA')
    const p256Pem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'pem', type: 'spki' })
    expect(verificationKeyFromPem(p256Pem as string).kind).toBe('P-256')
  })

  it.each([
    ['RSA of 1024 bits', () => generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey],
    ['a point of small order', () => ({ kty: 'OKP', crv: 'Ed25519', x: encodeBase64Url(new Uint8Array(32)) })],
    [
      'the neutral point',
      () => ({ kty: 'OKP', crv: 'Ed25519', x: encodeBase64Url(Uint8Array.of(1, ...new Uint8Array(31))) }),
    ],
  ])('%s › is too weak', (_name, make) => {
    const made = make()
    const jwk = 'export' in made ? made.export({ format: 'jwk' }) : made
    expect(() => verificationKeyFromJwk(jwk)).toThrow(expect.objectContaining({ code: 'verification_key_too_weak' }))
  })

  it.each<[string, () => unknown]>([
    ['X25519', () => verificationKeyFromJwk({ kty: 'OKP', crv: 'X25519', x: encodeBase64Url(edwards) })],
    ['no coordinates', () => verificationKeyFromJwk({ kty: 'EC', crv: 'P-256' })],
    ['a point off the curve', () => verificationKeyFromRaw('P-256', Uint8Array.of(2, ...new Uint8Array(32).fill(255)))],
    ['an octet key', () => verificationKeyFromJwk({ kty: 'oct', k: 'AAAA' })],
    ['too few bytes', () => verificationKeyFromRaw('Ed25519', new Uint8Array(31))],
    ['no DER', () => verificationKeyFromRaw('RSA', edwards)],
    ['a private key', () => verificationKeyFromPem(RSA.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string)],
    ['a text', () => verificationKeyFromPem('key')],
  ])('%s › is no key', (_name, read) => {
    expect(read).toThrow(expect.objectContaining({ code: 'verification_key_invalid' }) as Error)
  })
})

/** Orders of the groups (SEC 2, FIPS 186, RFC 8032). */
const ORDERS = {
  ES256: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  ES384: 0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
  ES256K: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
} as const
const ED25519_ORDER = 0x1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3edn

/** One signature in 128 fits, so 5,000 are never without. */
function signatureWhere(make: Signer['sign'], fits: (signature: Buffer, half: number) => boolean): [Buffer, Buffer] {
  for (let number = 0; number < 5000; number += 1) {
    const bytes = Buffer.from(String(number))
    const signature = Buffer.from(make(bytes))
    if (fits(signature, signature.length / 2)) return [bytes, signature]
  }
  throw new Error('no such signature')
}

describe('signatures that anybody can make out of another', () => {
  it.each(Object.entries(ORDERS) as [keyof typeof ORDERS, bigint][])(
    '%s › r and n - s hold too, and have the same form',
    (algorithm, order) => {
      const { key, sign: make } = SIGNERS[algorithm]
      const signature = Buffer.from(make(message))
      const half = signature.length / 2
      const s = BigInt(`0x${signature.toString('hex', half)}`)
      const turned = Buffer.from(signature)
      turned.write((order - s).toString(16).padStart(half * 2, '0'), half, 'hex')

      expect(isSignatureValid(key, algorithm, { message, signature: turned })).toBe(true)
      expect(normalizedSignature(algorithm, turned)).toEqual(normalizedSignature(algorithm, signature))
      expect([signature, turned]).toContainEqual(normalizedSignature(algorithm, signature))
    },
  )

  it.each(Object.entries(ORDERS) as [keyof typeof ORDERS, bigint][])(
    '%s › a number that begins with a zero byte is read, and none that is 0 or outside of the group',
    (algorithm, order) => {
      const { key, sign: make } = SIGNERS[algorithm]
      const [bytes, signature] = signatureWhere(make, (one, half) => one[0] === 0 || one[half] === 0)
      const half = signature.length / 2
      const [r, s] = [signature.subarray(0, half), signature.subarray(half)]

      expect(isSignatureValid(key, algorithm, { message: bytes, signature })).toBe(true)
      for (const number of [0n, order, order + 1n]) {
        const wrong = Buffer.from(number.toString(16).padStart(half * 2, '0'), 'hex')
        for (const changed of [Buffer.concat([wrong, s]), Buffer.concat([r, wrong])]) {
          expect(isSignatureValid(key, algorithm, { message: bytes, signature: changed })).toBe(false)
        }
      }
    },
  )

  it('EdDSA › S + L does not hold', () => {
    const { key, sign: make } = SIGNERS.EdDSA
    const signature = Buffer.from(make(message))
    const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`)
    const larger = Buffer.from((s + ED25519_ORDER).toString(16).padStart(64, '0'), 'hex').reverse()

    expect(
      isSignatureValid(key, 'EdDSA', { message, signature: Buffer.concat([signature.subarray(0, 32), larger]) }),
    ).toBe(false)
  })

  it('normalizedSignature › leaves alone what has no second form, or is no signature', () => {
    for (const algorithm of SIGNATURE_ALGORITHMS) {
      const short = new Uint8Array(3).fill(255)
      expect(normalizedSignature(algorithm, short)).toBe(short)
    }
    const signature = new Uint8Array(64).fill(255)
    for (const algorithm of ['EdDSA', 'RS256', 'ES256'] as const)
      expect(normalizedSignature(algorithm, signature)).toBe(signature)
  })
})
