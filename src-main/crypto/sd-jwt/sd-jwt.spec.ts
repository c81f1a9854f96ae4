// Proves docs/contract/exchange.md, Checks: credential.

import { describe, expect, it } from 'vitest'
import { aP256Party, madeSdJwt } from '../../../tests/support/exchange/sd-jwts.ts'
import { MAX_DISCLOSURES, readSdJwt, sdJwtFormatOf } from './sd-jwt.ts'

const issuer = aP256Party()
const ISSUED = madeSdJwt({ issuer, payload: { a: 1 } }).slice(0, -1)

describe('readSdJwt', () => {
  it.each<[string, string, readonly string[], string | undefined]>([
    ['no disclosure and no key binding', '~', [], undefined],
    ['disclosures', '~a~b~', ['a', 'b'], undefined],
    ['a key binding', '~a~x.y.z', ['a'], 'x.y.z'],
    ['an empty disclosure', '~~', [''], undefined],
    ['anything in the place of a key binding', '~ ', [], ' '],
  ])('%s', (_, rest, disclosures, keyBinding) => {
    const { jwt, ...parts } = readSdJwt(ISSUED + rest)
    expect(parts).toEqual({ disclosures, keyBinding, presented: ISSUED + rest.slice(0, rest.lastIndexOf('~') + 1) })
    expect(jwt.payload).toEqual({ a: 1 })
  })

  it.each([
    ['no tilde', ISSUED, 'ends with ~'],
    ['only a tilde', '~', 'three parts'],
    ['no JWT in front', 'x~', 'three parts'],
    ['too many disclosures', ISSUED + '~'.repeat(MAX_DISCLOSURES + 2), 'disclosures, and at most'],
    ['a mebibyte of tildes', ISSUED + '~'.repeat(2 ** 20), 'disclosures, and at most'],
  ])('%s', (_, text, why) => {
    expect(() => readSdJwt(text)).toThrow(why)
  })

  it('as many disclosures as are allowed › are read', () => {
    expect(readSdJwt(ISSUED + '~'.repeat(MAX_DISCLOSURES + 1)).disclosures).toHaveLength(MAX_DISCLOSURES)
  })
})

describe('sdJwtFormatOf', () => {
  it.each([
    ['dc+sd-jwt', 'dc+sd-jwt'],
    ['vc+sd-jwt', 'vc+sd-jwt'],
    ['application/dc+sd-jwt', 'dc+sd-jwt'],
    ['DC+SD-JWT', 'dc+sd-jwt'],
    ['JWT', undefined],
    ['kb+jwt', undefined],
    [undefined, undefined],
    [1, undefined],
  ])('typ %j › %j', (typ, format) => {
    expect(sdJwtFormatOf(readSdJwt(madeSdJwt({ issuer, header: { typ }, payload: {} })))).toBe(format)
  })
})
