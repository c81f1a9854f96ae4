// Proves docs/contract/exchange.md, Registries: status lists.

import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { createHeaderAndPayload, getListFromStatusListJWT, StatusList } from '@sd-jwt/jwt-status-list'
import { describe, expect, it } from 'vitest'
import { readDateTime } from '../../../shared/presentation-exchange/date-time.ts'
import { textOf } from '../../../shared/phrase.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { pemOf, x5cOf } from '../../../tests/support/exchange/certificates.ts'
import { outlineOf } from './status-list.ts'
import { listsNamedBy } from './credential-status.ts'
import type { StopCode } from './stop-code.ts'
import { readTokenStatus, tokenListProblem, tokenStatusShapeFault } from './token-status.ts'
import type { TokenIssuer, TokenStatusContext } from './token-status.ts'
import { trustAnchorsIn } from './trust-anchors.ts'

const URL_OF_LIST = 'https://issuer.example/statuslists/1'
const ISSUER = 'https://issuer.example/tenant'
const HELD_SINCE = '2026-01-01T00:00:00Z'
const IAT = Date.parse(HELD_SINCE) / 1000
const BY_METADATA: TokenIssuer = { did: ISSUER, authorities: [] }

const PAIR = generateKeyPairSync('ed25519')
const OTHER_PAIR = generateKeyPairSync('ed25519')
const METADATA = { issuer: ISSUER, jwks: { keys: [PAIR.publicKey.export({ format: 'jwk' }) as JsonObject] } }

/** Test vectors of Token Status List for one and two bits: all statuses are 0 but eleven. */
const ONE_BIT = [
  'eNrt3AENwCAMAEGogklACtKQPg9LugC9k_ACvreiogEAAKkeCQAAAAAAAAAAAAAAAAAAAIBylgQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'AAAAAAAAAAAAAAAAAAXG9IAAAAAAAAAPwsJAAAAAAAAAAAAAAAvhsSAAAAAAAAAAAA7KpLAAAAAAAAAAAAAAAAAAAAAJsLCQAAAAAAAAAAADje',
  'lAAAAAAAAAAAKjDMAQAAAACAZC8L2AEb',
].join('')
const TWO_BITS = [
  'eNrt2zENACEQAEEuoaBABP5VIO01fCjIHTMStt9ovGVIAAAAAABAbiEBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEB5WwIAAAAAAA',
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAID0ugQAAAAA',
  'AAAAAAAAAAAAQG12SgAAAAAAAAAAAAAAAAAAAAAAAAAAAOCSIQEAAAAAAAAAAAAAAAAAAAAAAAD8ExIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'AAAAAAAAAAwJEuAQAAAAAAAAAAAAAAAAAAAAAAAMB9SwIAAAAAAAAAAAAAAAAAAACoYUoAAAAAAAAAAAAAAEBqH81gAQw',
].join('')

const partOf = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

function jwtOf(header: object, payload: object, key = PAIR.privateKey): string {
  const text = `${partOf(header)}.${partOf(payload)}`
  const isEcdsa = key.asymmetricKeyType === 'ec'
  const signature = isEcdsa
    ? sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
    : sign(null, Buffer.from(text), key)
  return `${text}.${signature.toString('base64url')}`
}

interface Made {
  readonly header?: object
  readonly payload?: object
  readonly key?: typeof PAIR.privateKey
  readonly statuses?: number[]
  readonly bits?: 1 | 2 | 4 | 8
}

/** A list as the other implementation makes it. */
function aList({ header, payload, key, statuses = [0, 1, 2, 3], bits = 2 }: Made = {}): string {
  const made = createHeaderAndPayload(
    new StatusList(statuses, bits),
    { iss: ISSUER, sub: URL_OF_LIST, iat: IAT },
    { alg: 'EdDSA', typ: 'statuslist+jwt' },
  )
  return jwtOf({ ...made.header, ...header }, { ...made.payload, ...payload }, key)
}

const ofStatusList = (status_list: object) => aList({ payload: { status_list } })
const packed = (bytes: Buffer) => deflateSync(bytes).toString('base64url')

function worldOf(list: string | undefined, parts: { now?: string; stop?: StopCode } = {}): TokenStatusContext {
  const now = readDateTime(parts.now ?? '2026-01-01T01:00:00Z') ?? expect.unreachable()
  const held = { credential: list, held_since: HELD_SINCE }
  return {
    now,
    dids: { find: () => undefined },
    issuerMetadata: { find: (url) => (url === ISSUER ? METADATA : undefined) },
    trustAnchors: trustAnchorsIn([pemOf('root')]),
    statusLists: { find: (url) => (list !== undefined && url === URL_OF_LIST ? held : undefined) },
    stopped: () => parts.stop,
  }
}

const claimsAt = (idx: unknown, uri: unknown = URL_OF_LIST) => ({ status: { status_list: { idx, uri } } })
const read = (idx: number, list: string | undefined = aList(), issuer = BY_METADATA, world = worldOf(list)) =>
  readTokenStatus(claimsAt(idx), issuer, world)
const codeOf = (...order: Parameters<typeof read>) => read(...order).findings[0]?.code

describe('the status of an SD-JWT VC', () => {
  it('without status › is active', () => {
    expect(readTokenStatus({}, BY_METADATA, worldOf(undefined))).toMatchObject({ known: true, findings: [] })
  })

  it.each([
    [0, { known: true, revoked: false, suspended: false, messages: [], findings: [] }],
    [1, { known: true, revoked: true, suspended: false, findings: [{ code: 'credential_revoked' }] }],
    [2, { known: true, revoked: false, suspended: true, findings: [{ code: 'credential_suspended' }] }],
    [3, { known: true, revoked: false, suspended: false, messages: [3], findings: [] }],
  ])('value %i of two bits', (value, status) => {
    expect(read(value)).toMatchObject(status)
  })

  it.each([
    [11, { known: true, messages: [11], findings: [] }],
    [15, { known: true, messages: [15], findings: [] }],
    [4, { known: false, messages: [], findings: [{ code: 'status_type_unsupported' }] }],
    [10, { known: false, messages: [], findings: [{ code: 'status_type_unsupported' }] }],
  ])('value %i of four bits', (value, status) => {
    expect(read(1, aList({ statuses: [0, value, 0], bits: 4 }))).toMatchObject(status)
  })

  it.each([1, 2, 4, 8] as const)('lists of %i bits › are read as the other implementation reads them', (bits) => {
    const values = bits === 1 ? [0, 1] : [0, 1, 2, 3]
    const statuses = Array.from({ length: 200 }, (_, index) => values[(index * 7 + (index >> 3)) % values.length] ?? 0)
    const list = aList({ statuses, bits })
    const ours = statuses.map((_, index) => {
      const { revoked, suspended, messages } = read(index, list)
      return revoked ? 1 : suspended ? 2 : (messages[0] ?? 0)
    })

    expect(ours).toEqual(getListFromStatusListJWT(list).statusList.slice(0, 200))
    expect(ours).toEqual(statuses)
  })

  /** Token Status List, 4.1 and the test vectors of its appendix. */
  it.each<[string, number, string, Readonly<Record<number, number>>]>([
    ['the example of 4.1', 1, 'eNrbuRgAAhcBXQ', { 0: 1, 1: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 0, 7: 1, 12: 0, 15: 1 }],
    ['the second example', 2, 'eNo76fITAAPfAgc', { 0: 1, 1: 2, 2: 0, 3: 3, 4: 0, 5: 1, 6: 0, 7: 1, 8: 1, 11: 3 }],
    ['one bit of a million', 1, ONE_BIT, { 0: 1, 1: 0, 1993: 1, 25_460: 1, 159_495: 1, 1_000_345: 1, 1_000_344: 0 }],
    ['two bits of a million', 2, TWO_BITS, { 0: 1, 1993: 2, 25_460: 1, 159_495: 3, 645_645: 2, 1_000_345: 3 }],
  ])('%s › is read', (_, bits, lst, expected) => {
    const list = ofStatusList({ bits, lst })
    const found = Object.keys(expected).map((index) => {
      const { revoked, suspended, messages } = read(Number(index), list)
      return [index, revoked ? 1 : suspended ? 2 : (messages[0] ?? 0)]
    })

    expect(Object.fromEntries(found)).toEqual(expected)
  })

  it.each<[string, string, string | undefined]>([
    ['a list that is not held', 'status_unavailable', undefined],
    ['an index behind the end', 'status_index_out_of_range', aList({ statuses: [0] })],
    ['another typ', 'status_list_invalid', aList({ header: { typ: 'JWT' } })],
    ['crit', 'status_list_invalid', aList({ header: { crit: ['x'] } })],
    ['no iat', 'status_list_invalid', aList({ payload: { iat: undefined } })],
    ['another sub', 'status_list_invalid', aList({ payload: { sub: 'https://issuer.example/statuslists/2' } })],
    ['another issuer', 'status_list_invalid', aList({ payload: { iss: 'https://other.example' } })],
    ['a signature by somebody else', 'status_list_invalid', aList({ key: OTHER_PAIR.privateKey })],
    ['another kid', 'status_list_invalid', aList({ header: { kid: 'x' } })],
    ['no algorithm', 'status_list_invalid', aList({ header: { alg: 'none' } })],
    ['an expired list', 'status_unavailable', aList({ payload: { exp: IAT + 1800 } })],
    ['an expiry that is no date', 'status_unavailable', aList({ payload: { exp: 'soon' } })],
    ['a list that is older than its ttl', 'status_unavailable', aList({ payload: { ttl: 1800 } })],
    ['three bits', 'status_list_invalid', ofStatusList({ bits: 3, lst: 'eNrbuRgAAhcBXQ' })],
    ['bits as text', 'status_list_invalid', ofStatusList({ bits: '1', lst: 'eNrbuRgAAhcBXQ' })],
    ['no statuses', 'status_list_invalid', ofStatusList({ bits: 1 })],
    ['what is no zlib', 'status_list_invalid', ofStatusList({ bits: 1, lst: 'AAAA' })],
    ['what is no Base64', 'status_list_invalid', ofStatusList({ bits: 1, lst: '!' })],
    ['more than 16 MiB', 'status_list_invalid', ofStatusList({ bits: 1, lst: packed(Buffer.alloc(2 ** 24 + 1)) })],
    ['no list', 'status_list_invalid', 'eyJhbGciOiJub25lIn0.e30.'],
  ])('%s › %s', (_, code, list) => {
    const status = readTokenStatus(claimsAt(5), BY_METADATA, worldOf(list))

    expect(status).toMatchObject({ known: false, revoked: false, suspended: false })
    expect(status.findings).toMatchObject([{ code, location: ['status', 'status_list'] }])
  })

  it.each([
    ['is not held', undefined, 'is not held here: import it under this URL'],
    ['is too old', aList({ payload: { ttl: 1800 } }), 'is older than its ttl: import the present one'],
    ['has expired', aList({ payload: { exp: IAT + 1800 } }), 'has expired: import the present one'],
  ])('a list that %s › is named, and what to import', (_, list, rest) => {
    const [finding] = readTokenStatus(claimsAt(1), BY_METADATA, worldOf(list)).findings

    expect(textOf(finding?.message ?? '')).toBe(`the status list ${URL_OF_LIST} ${rest}`)
  })

  it('a list that is current › is within its ttl and expiry', () => {
    expect(codeOf(1, aList({ payload: { ttl: 3600, exp: IAT + 3601 } }))).toBe('credential_revoked')
  })

  it('a list without iss › must be by the issuer of the credential', () => {
    const list = aList({ payload: { iss: undefined } })

    expect(codeOf(1, list)).toBe('credential_revoked')
    expect(codeOf(1, list, { did: 'https://other.example', authorities: [] })).toBe('status_list_invalid')
  })

  it('one list for credentials of two issuers › is judged for each', () => {
    const world = worldOf(aList({ payload: { iss: undefined } }))

    expect(codeOf(1, undefined, BY_METADATA, world)).toBe('credential_revoked')
    expect(codeOf(1, undefined, { did: 'https://other.example', authorities: [] }, world)).toBe('status_list_invalid')
    expect(codeOf(1, undefined, BY_METADATA, world)).toBe('credential_revoked')
  })

  it('another mechanism than a list › status_type_unsupported', () => {
    const status = readTokenStatus({ status: { other: {} } }, BY_METADATA, worldOf(aList()))

    expect(status).toMatchObject({ known: false, findings: [{ code: 'status_type_unsupported' }] })
  })

  it('a verification that has to stop › opens no list', () => {
    expect(codeOf(1, undefined, BY_METADATA, worldOf(aList(), { stop: 'timeout' }))).toBe('timeout')
  })
})

describe('a list with certificates', () => {
  const LEAF_KEY = createPrivateKey(pemOf('leaf-key'))
  const LEAF_AKI = 'lJEzO6C5b6np6vMagTN3H_Otq-w'
  const certified = (payload: object = {}, chain = x5cOf('leaf', 'between')) =>
    aList({ header: { alg: 'ES256', x5c: chain }, payload, key: LEAF_KEY })

  it('of the issuer itself › is read', () => {
    expect(codeOf(1, certified())).toBe('credential_revoked')
    expect(codeOf(1, certified({ iss: undefined }), { did: 'C=DE, O=Issuer Ltd, CN=Issuer', authorities: [] })).toBe(
      'credential_revoked',
    )
  })

  it('of the authority that certified the issuer › is read, and of no other', () => {
    const issuer = (aki: string) => ({ did: 'https://sister.example', authorities: [aki, 'shared'] })

    expect(codeOf(1, certified({ iss: undefined }), issuer(LEAF_AKI))).toBe('credential_revoked')
    expect(codeOf(1, certified({ iss: undefined }), issuer('other'))).toBe('status_list_invalid')
  })

  it('that lead to no anchor › status_list_invalid', () => {
    expect(codeOf(1, certified({}, x5cOf('leaf')))).toBe('status_list_invalid')
  })
})

describe('tokenStatusShapeFault', () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ['a text', { status: 'x' }, ['status']],
    ['an empty object', { status: {} }, ['status']],
    ['a list that is none', { status: { status_list: [] } }, ['status', 'status_list']],
    ['no idx', claimsAt(undefined), ['status', 'status_list', 'idx']],
    ['a negative idx', claimsAt(-1), ['status', 'status_list', 'idx']],
    ['half an idx', claimsAt(0.5), ['status', 'status_list', 'idx']],
    ['idx as text', claimsAt('1'), ['status', 'status_list', 'idx']],
    ['no URL', claimsAt(1, 'list'), ['status', 'status_list', 'uri']],
    ['a number as uri', claimsAt(1, 5), ['status', 'status_list', 'uri']],
  ])('%s › is a fault', (_, claims, location) => {
    expect(tokenStatusShapeFault(claims)).toMatchObject({ location })
    expect(readTokenStatus(claims, BY_METADATA, worldOf(aList())).known).toBe(false)
  })

  it.each([{}, claimsAt(0), { status: { other: 1 } }])('%j › is none', (claims) => {
    expect(tokenStatusShapeFault(claims)).toBeUndefined()
  })
})

describe('tokenListProblem', () => {
  const problemOf = (list: string, now?: string) =>
    tokenListProblem(URL_OF_LIST, { credential: list, held_since: HELD_SINCE }, worldOf(list, { ...(now && { now }) }))

  it('a sound list › has none, also without iss', () => {
    expect([problemOf(aList()), problemOf(aList({ payload: { iss: undefined } }))]).toEqual([null, null])
  })

  it.each([
    ['a foreign signature', aList({ key: OTHER_PAIR.privateKey }), 'signature of the status list'],
    ['an unknown issuer', aList({ payload: { iss: 'https://other.example' } }), 'jwt-vc-issuer'],
    ['another name', aList({ payload: { sub: 'https://issuer.example/2' } }), 'another id'],
    ['statuses that are none', ofStatusList({ bits: 1, lst: 'AAAA' }), 'not zlib'],
  ])('%s › is said', (_, list, words) => {
    expect(JSON.stringify(problemOf(list))).toContain(words)
  })
})

describe('what it takes to open a list', () => {
  const held = (credential: string) => ({ credential, held_since: HELD_SINCE })

  it('is its packed and unpacked length, known without its signature', () => {
    const lst = packed(Buffer.alloc(1000))

    expect(outlineOf(held(ofStatusList({ bits: 1, lst })))).toMatchObject({
      bytes: lst.length + 1000,
      rest: { sub: URL_OF_LIST },
    })
    expect(outlineOf(held(ofStatusList({ bits: 1, lst }))).rest).not.toHaveProperty('status_list')
  })

  it('is the largest that there is for what is long', () => {
    expect(outlineOf(held(ofStatusList({ bits: 1, lst: packed(Buffer.alloc(300_000)) }))).bytes).toBeGreaterThan(
      2 ** 24,
    )
    expect(outlineOf(held(ofStatusList({ bits: 1, lst: 'A'.repeat(300_000) }))).bytes).toBeGreaterThan(2 ** 24)
  })

  it('counts for each credential that names it', () => {
    const { statusLists } = worldOf(aList())

    expect(listsNamedBy([claimsAt(1), claimsAt(2), claimsAt(1, 'https://x.example')], statusLists)).toHaveLength(1)
  })
})
