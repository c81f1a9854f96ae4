// Proves docs/contract/keystore.md, OpenID Connect.

import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { OIDC_ALGORITHMS } from '../../../shared/contract/oidc-issuers.ts'
import { fits, holdsSecret, readKeySet } from './key-set.ts'

const rsaKey = (modulusLength: number, publicExponent = 65_537) =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent }).publicKey.export({ format: 'jwk' })
const ecKey = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' })
const RSA = { ...rsaKey(2048), kid: 'rsa' }
const EC = { ...ecKey('P-256'), kid: 'ec' }
const ED = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })

const reasonOf = (key: Readonly<Record<string, unknown>>) => readKeySet([key]).unusable[0]?.reason

describe('readKeySet', () => {
  it('takes keys of the kinds that sign, and of them only what makes up the key', () => {
    const { usable, unusable } = readKeySet([{ ...RSA, alg: 'RS256', use: 'sig', x5u: 'http://evil.example' }, EC, ED])
    expect(unusable).toEqual([])
    expect(usable.map(({ kid, algorithm, jwk }) => [kid, algorithm, Object.keys(jwk).sort()])).toEqual([
      ['rsa', 'RS256', ['e', 'kty', 'n']],
      ['ec', undefined, ['crv', 'kty', 'x', 'y']],
      [undefined, undefined, ['crv', 'kty', 'x']],
    ])
  })

  it.each([
    ['a shared secret', { kty: 'oct', k: 'AAAA' }, 'it contains a secret'],
    ['a private key', generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), 'it contains a secret'],
    ['a key for encryption', { ...EC, use: 'enc' }, 'it is not for signatures'],
    ['a key for other operations', { ...EC, key_ops: ['deriveKey'] }, 'it is not for verifying signatures'],
    ['operations that are no list', { ...EC, key_ops: 'verify' }, 'it is not for verifying signatures'],
    ['a curve nobody signs tokens with', { ...EC, crv: 'secp256k1' }, 'its kind supports none of the algorithms'],
    ['a key agreement', { kty: 'OKP', crv: 'X25519', x: ED.x }, 'its kind supports none of the algorithms'],
    ['an unknown kind', { kty: 'XYZ' }, 'its kind supports none of the algorithms'],
    ['no kind', {}, 'its kind supports none of the algorithms'],
    ['half a key', { ...EC, y: undefined }, 'a part of the key is missing, or is not base64url without padding'],
    [
      'a part that is no Base64url',
      { ...EC, y: '+/=' },
      'a part of the key is missing, or is not base64url without padding',
    ],
    ['a part that is a number', { ...RSA, n: 7 }, 'a part of the key is missing, or is not base64url without padding'],
    ['a short RSA modulus', rsaKey(1024), 'its RSA modulus has less than 2048 bits'],
    [
      'a modulus that zeros make long',
      { ...RSA, n: Buffer.alloc(256, 0).fill(3, 200).toString('base64url') },
      'its RSA modulus has less than 2048 bits',
    ],
    [
      'a huge RSA modulus',
      { ...RSA, n: Buffer.alloc(1025, 0xff).toString('base64url') },
      'its RSA modulus has more than 8192 bits',
    ],
    ['an exponent of 1', { ...RSA, e: 'AQ' }, 'its RSA exponent is not safe'],
    ['an even exponent', { ...RSA, e: 'AQAA' }, 'its RSA exponent is not safe'],
    ['an exponent of 0', { ...RSA, e: 'AA' }, 'its RSA exponent is not safe'],
    ['a long exponent', { ...RSA, e: Buffer.alloc(9, 0xff).toString('base64url') }, 'its RSA exponent is not safe'],
  ])('%s is not usable', (_, key, reason) => {
    expect(reasonOf(key)).toBe(reason)
  })

  it('an exponent of 3 is', () => {
    expect(reasonOf(rsaKey(2048, 3))).toBeUndefined()
  })
})

describe('fits', () => {
  const algorithmsOf = (key: Readonly<Record<string, unknown>>) => {
    const [usable] = readKeySet([key]).usable
    return OIDC_ALGORITHMS.filter((algorithm) => usable !== undefined && fits(usable, algorithm))
  }

  it.each([
    ['RSA', RSA, ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']],
    ['RSA for one algorithm', { ...RSA, alg: 'PS384' }, ['PS384']],
    ['RSA for encryption', { ...RSA, alg: 'RSA-OAEP' }, []],
    ['P-256', EC, ['ES256']],
    ['P-256 that says ES384', { ...EC, alg: 'ES384' }, []],
    ['P-384', ecKey('P-384'), ['ES384']],
    ['P-521', ecKey('P-521'), ['ES512']],
    ['Ed25519', ED, ['EdDSA', 'Ed25519']],
    ['Ed25519 by its newer name', { ...ED, alg: 'Ed25519' }, ['EdDSA', 'Ed25519']],
  ])('a key of %s', (_, key, algorithms) => {
    expect(algorithmsOf(key)).toEqual(algorithms)
  })
})

describe('holdsSecret', () => {
  it('is true for one private key among many public ones', () => {
    const secret = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
    expect(holdsSecret([{ ...RSA }, EC])).toBe(false)
    expect(holdsSecret([{ ...RSA }, { ...secret }])).toBe(true)
  })
})
