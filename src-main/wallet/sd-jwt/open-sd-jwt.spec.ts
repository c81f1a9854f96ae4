// Proves docs/contract/exchange.md, Importing, Holding.

import { createHash } from 'node:crypto'
import { SDJwtInstance } from '@sd-jwt/core'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { candidateOfSdJwt, looksLikeSdJwt, openSdJwt } from './open-sd-jwt.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const digest = (text: string, hash = 'sha256') => createHash(hash).update(text).digest('base64url')
const claim = (name: string, value: unknown) => encoded(['salt', name, value])
const element = (value: unknown) => encoded(['salt', value])
const PLAIN = { vct: 'https://example.org/pid' }

function sdJwt(payload: JsonObject, disclosures: readonly string[] = [], header: JsonObject = { typ: 'dc+sd-jwt' }) {
  return `${[`${encoded({ alg: 'ES256', ...header })}.${encoded({ ...PLAIN, ...payload })}.c2ln`, ...disclosures].join('~')}~`
}

/** With the digests of all disclosures at the top. */
const withClaims = (...disclosures: readonly string[]) =>
  sdJwt({ _sd: disclosures.map((one) => digest(one)) }, disclosures)

const chainOf = (depth: number) => {
  const chain = [claim('a', 1)]
  for (let level = 1; level < depth; level += 1) chain.unshift(claim('a', { _sd: [digest(chain[0] ?? '')] }))
  return sdJwt({ _sd: [digest(chain[0] ?? '')] }, chain)
}

describe('openSdJwt', () => {
  it('opens claims, members of claims and elements, each at its place, and leaves out decoys', () => {
    const street = claim('street', 'Kaistraße 1')
    const address = claim('address', { city: 'Genova', _sd: [digest(street), digest('decoy')] })
    const second = element({ code: 'DE' })
    const nationalities = ['IT', { '...': digest('another decoy') }, { '...': digest(second) }]
    const opened = openSdJwt(
      sdJwt({ _sd: [digest(address)], nationalities, _sd_alg: 'sha-256' }, [street, second, address]),
    )

    expect(opened.claims).toEqual({
      ...PLAIN,
      nationalities: ['IT', { code: 'DE' }],
      address: { city: 'Genova', street: 'Kaistraße 1' },
    })
    expect(opened.disclosures.map(({ place }) => place)).toEqual([
      ['address', 'street'],
      ['nationalities', 1],
      ['address'],
    ])
    expect(opened).toMatchObject({ format: 'dc+sd-jwt', algorithm: 'ES256' })
    expect(opened.digestOf('x')).toBe(digest('x'))
  })

  it('reads what another implementation issues, and finds the same claims', async () => {
    const hasher = (data: string | ArrayBuffer, alg: string) =>
      createHash(alg.replace('-', ''))
        .update(data as string)
        .digest()
    let salts = 0
    const other = new SDJwtInstance({
      hasher,
      hashAlg: 'sha-512',
      saltGenerator: () => `salt ${(salts += 1)}`,
      signer: () => 'c2ln',
      signAlg: 'ES256',
    })
    const payload = { ...PLAIN, name: 'Åsa', ages: [18, 21, 65], address: { street: 'x', city: 'y' } }
    const frame = { _sd: ['name', 'address'], ages: { _sd: [0, 2] }, address: { _sd: ['city'], _sd_decoy: 2 } }
    const text = await other.issue(payload, frame as never, { header: { typ: 'vc+sd-jwt' } })
    const opened = openSdJwt(text)

    expect(opened).toMatchObject({ claims: payload, format: 'vc+sd-jwt' })
    expect(opened.digestOf('x')).toBe(digest('x', 'sha512'))
    expect(opened.claims).toEqual(await other.getClaims(text))
    expect(opened.disclosures).toHaveLength(5)
  })

  it('a candidate has all of it, and knows whether it is bound', () => {
    const name = claim('name', 'Alice')
    const candidate = candidateOfSdJwt(openSdJwt(withClaims(name)))

    expect(candidate.credential).toEqual({ ...PLAIN, name: 'Alice' })
    expect(candidate.disclosure).toEqual({ disclosed: [['name']], isBound: false })
    expect(candidateOfSdJwt(openSdJwt(sdJwt({ cnf: {} }))).disclosure?.isBound).toBe(true)
  })

  it.each<readonly [string, string, RegExp]>([
    ['a key binding', `${sdJwt({})}${encoded({})}.${encoded({})}.c2ln`, /does not end with ~/],
    ['no JWT', 'a.b.c~', /a part of the JWS/],
    ['another type', sdJwt({}, [], { typ: 'JWT' }), /typ of its header/],
    ['no vct', sdJwt({ vct: 7 }), /no vct/],
    ['an unknown hash', sdJwt({ _sd_alg: 'md5' }), /_sd_alg/],
    ['a disclosure too many', sdJwt({}, [claim('a', 1)]), /did not sign it/],
    ['a disclosure twice', sdJwt({ _sd: [digest(claim('a', 1))] }, [claim('a', 1), claim('a', 1)]), /came before/],
    ['a digest twice', sdJwt({ _sd: [digest(claim('a', 1)), digest(claim('a', 1))] }, [claim('a', 1)]), /twice/],
    ['a digest that is no text', sdJwt({ _sd: [7] }), /stand for digests/],
    ['an element beside its digest', sdJwt({ list: [{ '...': digest('x'), more: 1 }] }), /stand for digests/],
    ['a member with the name of an element', sdJwt({ '...': digest('x') }), /stand for digests/],
    ['a claim that is also there', sdJwt({ a: 0, _sd: [digest(claim('a', 1))] }, [claim('a', 1)]), /is there already/],
    ['two of one name', withClaims(claim('a', 1), claim('a', 2)), /is there already/],
    ['a claim as an element', sdJwt({ list: [{ '...': digest(claim('a', 1)) }] }, [claim('a', 1)]), /has no name/],
    ['an element as a claim', withClaims(element(1)), /has a name/],
    ['a disclosure of four', withClaims(encoded(['salt', 'a', 1, 2])), /is base64url of a JSON list/],
    ['a disclosure that is no JSON', withClaims('abc'), /is base64url of a JSON list/],
    [
      'a member twice in a disclosure',
      withClaims(Buffer.from('["s","a",{"b":1,"b":2}]').toString('base64url')),
      /salt/,
    ],
    ['other base64 of a disclosure', withClaims(`${encoded(['s', 'a', 1])}=`), /is base64url of a JSON list/],
    ...['iss', 'nbf', 'exp', 'cnf', 'vct#integrity', 'status'].map(
      (name) => [`a disclosure of ${name}`, withClaims(claim(name, 1)), /must not be withheld/] as const,
    ),
    ['a disclosure of _sd', withClaims(claim('_sd', 1)), /stand for digests/],
    ['66 levels of disclosures', chainOf(66), /nested too deep/],
    [
      '501 disclosures',
      withClaims(...Array.from({ length: 501 }, (_, at) => claim(`a${at}`, 1))),
      /holds 501 disclosures, and at most 500 are allowed/,
    ],
    ['more than 64 KiB', sdJwt({ text: 'x'.repeat(50_000) }), /longer than 64 KiB/],
  ])('refuses %s', (_what, text, message) => {
    expect(() => openSdJwt(text)).toThrow(message)
  })

  it('takes what is at the limits, and names of Object as any others', () => {
    expect(openSdJwt(chainOf(64)).disclosures).toHaveLength(64)
    expect(
      openSdJwt(withClaims(...Array.from({ length: 500 }, (_, at) => claim(`a${at}`, 1)))).disclosures,
    ).toHaveLength(500)
    expect(Object.keys(openSdJwt(withClaims(claim('constructor', 1))).claims)).toContain('constructor')
  })
})

describe('looksLikeSdJwt', () => {
  it.each([
    [withClaims(claim('a', 1)), true],
    [sdJwt({}), true],
    ['a.b.c', false],
    ['{"a":"b~c"}', false],
  ])('%s › %s', (text, is) => {
    expect(looksLikeSdJwt(text)).toBe(is)
  })
})
