// Proves docs/contract/exchange.md, Checks: credential.

import { describe, expect, it } from 'vitest'
import { MAX_JSON_DEPTH } from '../../../shared/contract/json-depth.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { jsonPointer } from '../../../shared/presentation-exchange/json.ts'
import { aP256Party, disclosureOf, issuedBy, madeSdJwt } from '../../../tests/support/exchange/sd-jwts.ts'
import type { MadeDisclosure } from '../../../tests/support/exchange/sd-jwts.ts'
import { openDisclosures } from './disclosures.ts'
import { readSdJwt } from './sd-jwt.ts'

const [issuer, holder] = [aP256Party(), aP256Party()]
const open = (text: string) => openDisclosures(readSdJwt(text))
const opened = (payload: JsonObject, ...disclosures: readonly (MadeDisclosure | string)[]) =>
  open(madeSdJwt({ issuer, payload, disclosures }))
const faultsOf = (payload: JsonObject, ...disclosures: readonly (MadeDisclosure | string)[]) =>
  opened(payload, ...disclosures).faults.map(({ code, location }) => `${jsonPointer(location)} ${code}`)
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64url')

const NAME = disclosureOf(['s1', 'name', 'Ada'])
const RED = disclosureOf(['s2', 'red'])
const BLUE = disclosureOf(['s3', 'blue'])

describe('an SD-JWT of the published library', () => {
  const claims = {
    name: 'Ada',
    address: { street: 'Kai 1', city: { name: 'Kiel', zip: '24103' } },
    tags: ['a', { deep: [1, 2, 3] }, 'c'],
    open: true,
  }
  const frame = {
    _sd: ['name', 'address', 'tags'],
    _sd_decoy: 3,
    address: { _sd: ['street', 'city'], _sd_decoy: 1, city: { _sd: ['zip'] } },
    tags: { _sd: [0, 1], _sd_decoy: 2, 1: { _sd: ['deep'], deep: { _sd: [1] } } },
  }

  it('with every disclosure › gives back what was issued, decoys left out', async () => {
    const { claims: read, disclosed, faults } = open(await issuedBy(issuer, holder, { claims, frame }))

    expect(faults).toEqual([])
    expect(read).toEqual(claims)
    expect(disclosed.map(jsonPointer).toSorted()).toEqual([
      '/address',
      '/address/city',
      '/address/city/zip',
      '/address/street',
      '/name',
      '/tags',
      '/tags/0',
      '/tags/1',
      '/tags/1/deep',
      '/tags/1/deep/1',
    ])
  })

  it('with none › keeps what is open, and nothing of the digests', async () => {
    const [issued] = (await issuedBy(issuer, holder, { claims, frame })).split('~')
    expect(open(`${issued}~`)).toMatchObject({ claims: { open: true }, disclosed: [], faults: [] })
  })
})

describe('openDisclosures', () => {
  it('elements that stay withheld › leave no gap, and places count what is there', () => {
    const payload = { colours: [{ '...': RED.digest }, 'green', { '...': BLUE.digest }], _sd_alg: 'sha-256' }
    expect(opened(payload, BLUE)).toMatchObject({
      claims: { colours: ['green', 'blue'] },
      disclosed: [['colours', 1]],
      faults: [],
    })
  })

  it.each(['sha-384', 'sha-512'])('digests of %s', (name) => {
    const disclosure = disclosureOf(['s', 'name', 'Ada'], name.replace('-', ''))
    expect(opened({ _sd: [disclosure.digest], _sd_alg: name }, disclosure).claims).toMatchObject({ name: 'Ada' })
  })

  it('a disclosure with white space › is hashed as it came', () => {
    const text = base64('["s",  "name",\n"Ada"]')
    const { digest } = { digest: disclosureOf(['s', 'name', 'Ada']).digest }

    expect(faultsOf({ _sd: [digest] }, text)).toEqual(['/disclosures/0 disclosure_unused'])
  })

  it.each(['__proto__', 'constructor', 'toString', ''])('a claim with the name %j › is a claim', (name) => {
    const disclosure = disclosureOf(['s', name, { a: 1 }])
    const { claims, faults } = opened({ _sd: [disclosure.digest] }, disclosure)

    expect(faults).toEqual([])
    expect(Object.entries(claims)).toEqual([[name, { a: 1 }]])
    expect(Object.getPrototypeOf(claims)).toBe(Object.prototype)
  })

  it.each<[string, string, JsonObject, readonly (MadeDisclosure | string)[]]>([
    ['an unknown digest function', '/_sd_alg digest_algorithm_unsupported', { _sd_alg: 'md5' }, []],
    ['a digest function that is no text', '/_sd_alg digest_algorithm_unsupported', { _sd_alg: ['sha-256'] }, []],
    ['the name of a member of Object', '/_sd_alg digest_algorithm_unsupported', { _sd_alg: 'constructor' }, []],
    ['a digest twice in one object', ' digest_repeated', { _sd: [NAME.digest, NAME.digest] }, [NAME]],
    ['a decoy twice', ' digest_repeated', { _sd: ['decoy', 'decoy'] }, []],
    ['a digest in two objects', '/b digest_repeated', { a: { _sd: [NAME.digest] }, b: { _sd: [NAME.digest] } }, [NAME]],
    [
      'a digest of an object in a list as well',
      '/a/0 digest_repeated',
      { _sd: [NAME.digest], z: { _sd: [RED.digest] }, a: [{ '...': RED.digest }] },
      [NAME],
    ],
    ['a disclosure twice', '/disclosures/1 disclosure_repeated', { _sd: [NAME.digest] }, [NAME, NAME]],
    ['a disclosure nobody asked for', '/disclosures/1 disclosure_unused', { _sd: [NAME.digest] }, [NAME, RED]],
    ['a disclosure that is no base64url', '/disclosures/0 disclosure_malformed', {}, ['*']],
    ['an empty disclosure', '/disclosures/0 disclosure_malformed', {}, ['']],
    ['a padded disclosure', '/disclosures/0 disclosure_malformed', {}, [`${base64('["s","a",1 ]')}=`]],
    ['a disclosure that is no JSON', '/disclosures/0 disclosure_malformed', {}, [base64('["s","a",')]],
    [
      'a disclosure that is not UTF-8',
      '/disclosures/0 disclosure_malformed',
      {},
      [base64(Buffer.of(0x5b, 0xff, 0x5d))],
    ],
    [
      'a disclosure with a member twice',
      '/disclosures/0 disclosure_malformed',
      {},
      [base64('["s","a",{"b":1,"b":2}]')],
    ],
    ['an object', '/disclosures/0 disclosure_malformed', {}, [disclosureOf({ salt: 's' })]],
    ['a list of one', '/disclosures/0 disclosure_malformed', {}, [disclosureOf(['s'])]],
    ['a list of four', '/disclosures/0 disclosure_malformed', {}, [disclosureOf(['s', 'a', 1, 2])]],
    ['a salt that is no text', '/disclosures/0 disclosure_malformed', {}, [disclosureOf([1, 'a', 1])]],
    ['a name that is no text', '/disclosures/0 disclosure_malformed', {}, [disclosureOf(['s', 1, 1])]],
    ['an element in an object', '/disclosures/0 disclosure_malformed', { _sd: [RED.digest] }, [RED]],
    ['a member in a list', '/disclosures/0 disclosure_malformed', { a: [{ '...': NAME.digest }] }, [NAME]],
    ['_sd that is no list', '/_sd claim_name_reserved', { _sd: 'x' }, []],
    ['_sd with a number', '/_sd claim_name_reserved', { _sd: [1] }, []],
    ['... outside of a list', '/a/... claim_name_reserved', { a: { '...': 'x' } }, []],
    ['... beside another member', '/a/0 claim_name_reserved', { a: [{ '...': 'x', b: 1 }] }, []],
    ['... that is no text', '/a/0 claim_name_reserved', { a: [{ '...': 1 }] }, []],
    ['a claim that is there', '/name claim_repeated', { name: 'Eve', _sd: [NAME.digest] }, [NAME]],
  ])('%s › %s', (_, expected, payload, disclosures) => {
    expect(faultsOf(payload, ...disclosures)).toEqual([expected])
  })

  it.each(['_sd', '...'])('a disclosure with the name %s › claim_name_reserved', (name) => {
    const disclosure = disclosureOf(['s', name, [NAME.digest]])
    expect(faultsOf({ _sd: [disclosure.digest] }, disclosure)).toEqual(['/disclosures/0 claim_name_reserved'])
  })

  it('two disclosures of one name › only the first is a claim', () => {
    const other = disclosureOf(['s9', 'name', 'Eve'])
    const { claims, faults } = opened({ _sd: [NAME.digest, other.digest] }, other, NAME)

    expect(claims).toEqual({ name: 'Ada' })
    expect(faults).toMatchObject([{ code: 'claim_repeated', location: ['name'] }])
  })

  it('digests inside of a disclosed value › are opened, and count among the others', () => {
    const inner = disclosureOf(['s4', 'zip', '24103'])
    const outer = disclosureOf(['s5', 'address', { _sd: [inner.digest, NAME.digest] }])
    const payload = { _sd: [outer.digest] }

    expect(opened(payload, inner, outer).claims).toMatchObject({ address: { zip: '24103' } })
    expect(faultsOf({ _sd: [outer.digest, NAME.digest] }, inner, outer)).toEqual([' digest_repeated'])
    // Without the outer one, nobody asks for the inner one.
    expect(faultsOf(payload, inner)).toEqual(['/disclosures/0 disclosure_unused'])
  })

  it('what no digest of the payload reaches › is no claim, and is told', () => {
    const answer = opened({ given: 'A' }, NAME)
    expect(answer.claims).toEqual({ given: 'A' })
    expect(answer.faults).toMatchObject([{ code: 'disclosure_unused' }])
  })

  it('values nested too deep by disclosures › document_too_complex', () => {
    const chain: MadeDisclosure[] = []
    for (let level = 0; level <= MAX_JSON_DEPTH; level += 1) {
      const inner = chain.at(-1)
      chain.push(disclosureOf([`s${level}`, 'a', inner === undefined ? {} : { _sd: [inner.digest] }]))
    }
    const deepest = chain.at(-1)
    expect(faultsOf({ _sd: [deepest?.digest ?? ''] }, ...chain)).toEqual([
      `${'/a'.repeat(MAX_JSON_DEPTH + 1)} document_too_complex`,
    ])
  })

  it('more faults than anybody reads › the first fifty', () => {
    const payload = {
      _sd: Array.from({ length: 1000 }, () => ''),
      list: Array.from({ length: 100 }, () => ({ '...': 1 })),
    }
    expect(opened(payload).faults).toHaveLength(50)
  })
})
