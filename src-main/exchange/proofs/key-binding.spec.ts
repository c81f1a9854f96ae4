// Proves docs/contract/exchange.md, Checks: presentation.

import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { theEd25519Issuer } from '../../../tests/support/exchange/sd-jwts.ts'
import { aP256Party, bound, disclosureOf, madeSdJwt } from '../../../tests/support/exchange/sd-jwts.ts'
import type { MadeBinding } from '../../../tests/support/exchange/sd-jwts.ts'
import { boundHolderOf, keyBindingOf, verifyKeyBinding } from './key-binding.ts'
import { readSdJwt } from '../../crypto/sd-jwt/sd-jwt.ts'

const [issuer, holder, other] = [aP256Party(), aP256Party(), aP256Party()]
const NAME = disclosureOf(['s', 'name', 'Ada'])
const NOBODY = { find: () => undefined }

/** @param changed what happens to the text afterwards */
async function outcome(
  payload: JsonObject,
  binding: Partial<MadeBinding> = {},
  changed: (text: string) => string = (text) => text,
) {
  const by = { by: holder, ...binding }
  const sdJwt = readSdJwt(changed(madeSdJwt({ issuer, payload, disclosures: [NAME], binding: by })))
  return verifyKeyBinding(sdJwt, sdJwt.jwt.payload, NOBODY)
}

const BOUND = { cnf: { jwk: holder.jwk }, _sd: [NAME.digest] }
const firstDisclosureDropped = (text: string) => text.replace(`~${NAME.text}`, '')

describe('verifyKeyBinding', () => {
  it('by the key in cnf › holds, and the holder is its thumbprint', async () => {
    expect(await outcome(BOUND)).toEqual({
      type: 'ES256',
      signer: { did: boundHolderOf(BOUND), method: boundHolderOf(BOUND) },
      fault: undefined,
    })
  })

  it('by the key of a DID in cnf › holds, and the holder is the DID', async () => {
    for (const by of [holder, theEd25519Issuer()]) {
      const { signer, fault } = await outcome({ ...BOUND, cnf: { kid: by.kid } }, { by })
      expect([signer?.did, fault]).toEqual([by.did, undefined])
    }
  })

  it('over digests of another function › holds', async () => {
    const presented = madeSdJwt({ issuer, payload: { cnf: BOUND.cnf, _sd_alg: 'sha-512' } })
    const sdJwt = readSdJwt(
      bound(presented, { by: holder, claims: { sd_hash: hash('sha512', presented, 'base64url') } }),
    )
    expect((await verifyKeyBinding(sdJwt, sdJwt.jwt.payload, NOBODY)).fault).toBeUndefined()
    const wrong = readSdJwt(bound(presented, { by: holder }))
    expect((await verifyKeyBinding(wrong, wrong.jwt.payload, NOBODY)).fault?.code).toBe('sd_hash_mismatch')
  })

  it.each<[string, string, JsonObject, Partial<MadeBinding>, ((text: string) => string)?]>([
    ['another key', 'signature_invalid', BOUND, { by: other }],
    ['the issuer', 'signature_invalid', BOUND, { by: issuer }],
    ['another type', 'jws_header_invalid', BOUND, { header: { typ: 'JWT' } }],
    ['no type', 'jws_header_invalid', BOUND, { header: { typ: undefined } }],
    ['crit', 'jws_header_invalid', BOUND, { header: { crit: ['x'], x: 1 } }],
    ['b64', 'jws_header_invalid', BOUND, { header: { b64: true } }],
    ['no algorithm', 'algorithm_unsupported', BOUND, { header: { alg: 'none' } }],
    ['a shared secret', 'algorithm_unsupported', BOUND, { header: { alg: 'HS256' } }],
    ['an algorithm of another key', 'algorithm_key_mismatch', BOUND, { header: { alg: 'EdDSA' } }],
    ['a key of its own header', 'signature_invalid', BOUND, { by: other, header: { jwk: other.jwk } }],
    ['no sd_hash', 'sd_hash_mismatch', BOUND, { claims: { sd_hash: undefined } }],
    ['an sd_hash that is no text', 'sd_hash_mismatch', BOUND, { claims: { sd_hash: ['x'] } }],
    ['a disclosure less', 'sd_hash_mismatch', BOUND, {}, firstDisclosureDropped],
    [
      'a disclosure twice',
      'sd_hash_mismatch',
      BOUND,
      {},
      (text) => text.replace(NAME.text, `${NAME.text}~${NAME.text}`),
    ],
    ['an unknown digest function', 'sd_hash_mismatch', { ...BOUND, _sd_alg: 'md5' }, {}],
    ['no key in the credential', 'key_binding_unexpected', { _sd: [NAME.digest] }, {}],
    ['a key that is none', 'key_unresolved', { ...BOUND, cnf: { jwk: {} } }, {}],
    ['a key of another curve', 'key_unresolved', { ...BOUND, cnf: { jwk: { ...holder.jwk, crv: 'P-999' } } }, {}],
    ['a kid that is no DID', 'key_unresolved', { ...BOUND, cnf: { kid: 'one' } }, {}],
    ['cnf that is a text', 'key_unresolved', { ...BOUND, cnf: 'x' }, {}],
    ['what is no JWT', 'jws_malformed', BOUND, {}, (text) => `${text.slice(0, text.lastIndexOf('~'))}~x`],
    ['the credential again', 'jws_malformed', BOUND, {}, (text) => text.slice(0, text.lastIndexOf('.'))],
  ])('%s › %s', async (_, code, payload, binding, changed) => {
    expect((await outcome(payload, binding, changed)).fault?.code).toBe(code)
  })

  it('nothing behind the last tilde › key_binding_missing', async () => {
    const upToTilde = (text: string) => text.slice(0, text.lastIndexOf('~') + 1)
    expect((await outcome(BOUND, {}, upToTilde)).fault?.code).toBe('key_binding_missing')
  })

  it('a signature with a bit changed › signature_invalid', async () => {
    const flipped = (text: string) => {
      const at = text.lastIndexOf('.') + 5
      return text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
    }
    expect((await outcome(BOUND, {}, flipped)).fault?.code).toBe('signature_invalid')
  })
})

describe('boundHolderOf', () => {
  it.each<[string, JsonObject]>([
    // The example of RFC 7638, 3.1.
    [
      'urn:ietf:params:oauth:jwk-thumbprint:sha-256:NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
      {
        kty: 'RSA',
        n: '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw',
        e: 'AQAB',
        alg: 'RS256',
        kid: '2011-04-29',
      },
    ],
    // The example of RFC 8037, A.3.
    [
      'urn:ietf:params:oauth:jwk-thumbprint:sha-256:kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
      { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
    ],
  ])('a key › %s', (holderUri, jwk) => {
    expect(boundHolderOf({ cnf: { jwk } })).toBe(holderUri)
  })

  it.each([
    {},
    { cnf: null },
    { cnf: {} },
    { cnf: { jwk: { kty: 'oct', k: 'x' } } },
    { cnf: { jwk: 'x' } },
    { cnf: { kid: 'one' } },
  ])('%j › nobody', (claims) => {
    expect(boundHolderOf(claims)).toBeUndefined()
  })
})

it('keyBindingOf › what cannot be read is none', () => {
  const presented = madeSdJwt({ issuer, payload: BOUND })
  expect(keyBindingOf(readSdJwt(presented))).toBeUndefined()
  expect(keyBindingOf(readSdJwt(`${presented}x.y.z`))).toBeUndefined()
  expect(keyBindingOf(readSdJwt(bound(presented, { by: holder })))?.payload).toMatchObject({ nonce: 'c' })
})
