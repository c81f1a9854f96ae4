// Proves docs/contract/exchange.md, Demo issuers.

import { createHash } from 'node:crypto'
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc'
import { getListFromStatusListJWT } from '@sd-jwt/jwt-status-list'
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import type { IssueOrder } from './issue-order.ts'
import { anOrder, demoIssuersForTest, ISSUED_AT, THE_HOLDER_KEY } from '../../../tests/support/exchange/issuing.ts'
import { jwkOfDidKey } from '../../crypto/did-key-jwk.ts'
import { didKeyOf } from '../../crypto/signing-key.ts'
import { openSdJwt } from '../sd-jwt/open-sd-jwt.ts'
import { decodeBase64Url } from '../../crypto/base64url.ts'
import { readCompactJwt } from '../../../shared/presentation-exchange/compact-jwt.ts'

const HOLDER = didKeyOf(THE_HOLDER_KEY)
const LIST = 'https://status.vaultbench.example/harbour-registry/tokens'
const NESTED = { ...anOrder().values, address: { street: 'x', city: 'y' }, nationalities: ['IT', 'DE'] }

type Terms = NonNullable<IssueOrder['sd_jwt']>
const terms = (members: Partial<Terms> = {}): Terms => ({
  disclosable: null,
  decoys: 0,
  bound: true,
  with_sub: false,
  ...members,
})

async function issued(members: Partial<IssueOrder> = {}) {
  const world = demoIssuersForTest()
  const { issued: row } = await world.issue({ format: 'dc+sd-jwt', ...members })
  const text = world.received[0] as string
  const [jwt = ''] = text.split('~')
  return { ...world, row, text, payload: readCompactJwt(jwt)?.payload ?? {}, held: openSdJwt(text) }
}

describe('an SD-JWT VC', () => {
  it('has exactly the claims of the contract, and withholds every claim of its subject', async () => {
    const { payload, row, text, held, issuers } = await issued()
    const { did, verificationMethod } = await issuers.keyOf('harbour-registry', 'EdDSA')
    const { _sd, ...claims } = payload
    const seconds = Date.parse(ISSUED_AT) / 1000

    expect(claims).toEqual({
      iss: did,
      jti: row.credential_id,
      iat: seconds,
      nbf: seconds,
      exp: Date.parse(row.expires ?? '') / 1000,
      vct: 'https://credentials.vaultbench.example/driving-licence',
      cnf: { jwk: jwkOfDidKey(HOLDER) },
      status: { status_list: { idx: row.status_index, uri: LIST } },
      _sd_alg: 'sha-256',
    })
    expect(_sd).toHaveLength(Object.keys(anOrder().values).length)
    expect(held.claims).toMatchObject(anOrder().values)
    expect(decodeProtectedHeader(text.split('~')[0] ?? '')).toEqual({
      alg: 'EdDSA',
      typ: 'dc+sd-jwt',
      kid: verificationMethod,
    })
    expect(row).toMatchObject({ format: 'dc+sd-jwt', subject: HOLDER, status: 'active', title: 'Driving licence' })
  })

  it.each(['EdDSA', 'ES256', 'RS256'] as const)(
    'signed with %s › is taken by another implementation',
    async (algorithm) => {
      const { text, issuers } = await issued({ algorithm, with_status: false, sd_jwt: terms({ decoys: 5 }) })
      const { did } = await issuers.keyOf('harbour-registry', algorithm)
      const key = await importJWK(jwkOfDidKey(did) ?? {}, algorithm)
      const other = new SDJwtVcInstance({
        hasher: (data) =>
          createHash('sha256')
            .update(data as string)
            .digest(),
        verifier: (data, signature) => compactVerify(`${data}.${signature}`, key).then(() => true),
      })
      const { payload } = await other.verify(text, { currentDate: Date.parse(ISSUED_AT) / 1000 })

      expect(payload).toMatchObject({ iss: did, ...anOrder().values })
    },
  )

  it('withholds nested claims, members inside of them and elements, as ordered', async () => {
    const disclosable = ['/address', '/address/street', '/nationalities/1', '/birthDate', '/birthDate']
    const { payload, held } = await issued({ values: NESTED, issue_anyway: true, sd_jwt: terms({ disclosable }) })

    expect(held.disclosures.map(({ place }) => `/${place.join('/')}`).sort()).toEqual([...new Set(disclosable)].sort())
    expect(held.claims).toMatchObject(NESTED)
    expect(payload).toMatchObject({
      nationalities: ['IT', { '...': expect.any(String) as string }],
      familyName: 'Rossi',
    })
    expect(payload['_sd']).toHaveLength(2)
    expect(payload).not.toHaveProperty('address')
  })

  it('hides how many claims there are behind decoys, and salts have 128 bits, none twice', async () => {
    const { payload, held } = await issued({ sd_jwt: terms({ disclosable: ['/birthDate', '/category'], decoys: 20 }) })
    const salts = held.disclosures.map(
      ({ text }) => (JSON.parse(Buffer.from(text, 'base64url').toString()) as string[])[0],
    )

    expect(payload['_sd']).toHaveLength(22)
    expect(new Set(payload['_sd'] as string[]).size).toBe(22)
    expect(salts.map((salt) => decodeBase64Url(salt ?? '').length)).toEqual([16, 16])
    expect(new Set(salts).size).toBe(2)
  })

  it('hides how many nested claims and elements there are behind decoys of their own', async () => {
    const disclosable = ['/address/street', '/nationalities/1']
    const { payload, held } = await issued({
      ...{ values: NESTED, issue_anyway: true, sd_jwt: terms({ disclosable, decoys: 3 }) },
    })
    const nationalities = payload['nationalities'] as readonly unknown[]

    expect((payload['address'] as Record<string, unknown>)['_sd']).toHaveLength(4)
    expect(nationalities).toHaveLength(5)
    expect(nationalities.slice(1)).toEqual(Array(4).fill({ '...': expect.any(String) as string }))
    expect(held.claims).toMatchObject(NESTED)
  })

  it('unbound, with its subject › has sub and no cnf; nothing withheld has no digest', async () => {
    const { payload, text } = await issued({ sd_jwt: terms({ disclosable: [], bound: false, with_sub: true }) })

    expect(payload).toMatchObject({ sub: HOLDER, ...anOrder().values })
    for (const name of ['cnf', '_sd']) expect(payload).not.toHaveProperty(name)
    expect(text.endsWith('~')).toBe(true)
    expect(text.split('~')).toHaveLength(2)
  })

  it.each([
    ['a pointer to nothing', { sd_jwt: terms({ disclosable: ['/address/street'] }) }],
    ['a pointer without /', { sd_jwt: terms({ disclosable: ['birthDate'] }) }],
    ['the whole of the values', { sd_jwt: terms({ disclosable: [''] }) }],
    ['a pointer into a text', { sd_jwt: terms({ disclosable: ['/birthDate/0'] }) }],
    ['a pointer to a member of Object', { sd_jwt: terms({ disclosable: ['/constructor'] }) }],
    ['an element behind the last', { values: NESTED, sd_jwt: terms({ disclosable: ['/nationalities/2'] }) }],
    ['the length of a list', { values: NESTED, sd_jwt: terms({ disclosable: ['/nationalities/length'] }) }],
    ...['iss', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'status', 'sub', '_sd', '_sd_alg', '...', 'toString'].map(
      (name) => [`a value named ${name}`, { values: { ...anOrder().values, [name]: 1 } }] as const,
    ),
    ['_sd inside of a value', { values: { ...anOrder().values, list: [{ _sd: [] }] } }],
    ['a subject whose key nobody knows', { subject: 'did:web:example.org' }],
    ['terms of another format', { format: 'jwt_vc', sd_jwt: terms() }],
  ] as const)('%s › is refused, and nothing is issued', async (_what, members) => {
    const { issue, received, lists } = demoIssuersForTest()
    const order = { format: 'dc+sd-jwt', issue_anyway: true, ...members } as Partial<IssueOrder>

    await expect(issue(order)).rejects.toMatchObject({ code: 'invalid_params' })
    expect([received.length, lists.size]).toEqual([0, 0])
  })

  it('a subject that is no key may have one that is bound to nobody', async () => {
    const { payload } = await issued({
      subject: 'did:web:example.org',
      sd_jwt: terms({ bound: false, with_sub: true }),
    })
    expect(payload['sub']).toBe('did:web:example.org')
  })
})

describe('its status', () => {
  const statusOf = (list: unknown, index: number | null) =>
    getListFromStatusListJWT(String(list)).getStatus(index ?? -1)

  it('suspended, reinstated and revoked is read so by another implementation, and of no other credential', async () => {
    const { row, issue, issuers, lists } = await issued()
    const { issued: other } = await issue({ format: 'dc+sd-jwt' })
    const found = () => [row, other].map(({ status_index }) => statusOf(lists.get(LIST)?.credential, status_index))
    expect(found()).toEqual([0, 0])

    await issuers.changeStatus(row.id, 'suspended')
    expect(found()).toEqual([2, 0])
    await issuers.changeStatus(row.id, 'active')
    expect(found()).toEqual([0, 0])
    await issuers.changeStatus(row.id, 'revoked')
    expect(found()).toEqual([1, 0])
    await expect(issuers.changeStatus(row.id, 'active')).rejects.toMatchObject({ code: 'wrong_status' })
    expect([...lists.keys()]).toEqual([LIST])
  })

  it('the list is a token of the key of the credential, and holds an index for each of its entries', async () => {
    const random = (length: number) => new Uint8Array(length).fill(0xff)
    const world = demoIssuersForTest({ random })
    const { issued: row } = await world.issue({
      format: 'dc+sd-jwt',
      algorithm: 'ES256',
      sd_jwt: terms({ disclosable: [] }),
    })
    await world.issuers.changeStatus(row.id, 'revoked')
    const url = 'https://status.vaultbench.example/harbour-registry-es256/tokens'
    const token = String(world.lists.get(url)?.credential)
    const { did, verificationMethod } = await world.issuers.keyOf('harbour-registry', 'ES256')

    expect(row.status_index).toBe(131_071)
    expect(statusOf(token, row.status_index)).toBe(1)
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'statuslist+jwt', kid: verificationMethod })
    expect(readCompactJwt(token)?.payload).toMatchObject({
      iss: did,
      sub: url,
      iat: Date.parse(ISSUED_AT) / 1000,
      status_list: { bits: 2 },
    })
    await compactVerify(token, await importJWK(jwkOfDidKey(did) ?? {}, 'ES256'))
  })
})
