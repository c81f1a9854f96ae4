// Proves docs/contract/exchange.md, Registries: status lists.

import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readDateTime } from '../../../shared/presentation-exchange/date-time.ts'
import type { StopCode } from './stop-code.ts'
import { isObject } from '../../../shared/presentation-exchange/json.ts'
import { textOf } from '../../../shared/phrase.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { HeldStatusList } from './registry.ts'
import { readStatus } from './credential-status.ts'

const URL_OF_LIST = 'https://status.example/1'
const ISSUER = 'did:example:issuer'
const HELD_SINCE = '2026-11-20T17:00:00Z'
const BYTES = 131_072 / 8

/** Bits that are set, in a list of the smallest size. */
function encoded(set: readonly number[], bytes = BYTES): string {
  const bits = Buffer.alloc(bytes)
  for (const index of set) bits[index >> 3] = (bits[index >> 3] ?? 0) | (0x80 >> (index & 7))
  return gzipSync(bits).toString('base64url')
}

/** The same bits, which say to be one byte fewer. */
function understated(list: string): string {
  const packed = Buffer.from(list, 'base64url')
  packed.writeUInt32LE(packed.readUInt32LE(packed.length - 4) - 1, packed.length - 4)
  return packed.toString('base64url')
}

const aJwt = (payload: JsonObject) =>
  [{ alg: 'EdDSA' }, payload, {}].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')

const aList = (subject: JsonObject = {}, members: JsonObject = {}): JsonObject => ({
  id: URL_OF_LIST,
  type: ['VerifiableCredential', 'StatusList2021Credential'],
  issuer: { id: ISSUER },
  credentialSubject: { type: 'StatusList2021', statusPurpose: 'revocation', encodedList: encoded([9]), ...subject },
  ...members,
})

const anEntry = (members: JsonObject = {}): JsonObject => ({
  type: 'StatusList2021Entry',
  statusPurpose: 'revocation',
  statusListIndex: '8',
  statusListCredential: URL_OF_LIST,
  ...members,
})

const context = (list: JsonObject | undefined, now = '2026-11-20T18:00:00Z') => ({
  statusLists: {
    find: (url: string): HeldStatusList | undefined =>
      list !== undefined && url === URL_OF_LIST ? { credential: list, held_since: HELD_SINCE } : undefined,
  },
  openList: (credential: unknown) => Promise.resolve(isObject(credential) ? credential : undefined),
  now: readDateTime(now) ?? expect.unreachable(),
  stopped: (): StopCode | undefined => undefined,
})

const read = (credentialStatus: unknown, list: JsonObject | undefined = aList(), given = context(list)) =>
  readStatus({ credentialStatus }, ISSUER, given)
const codesOf = async (...given: Parameters<typeof read>) => (await read(...given)).findings.map(({ code }) => code)

describe('readStatus', () => {
  it('no entry › is active', async () => {
    expect(await read(undefined)).toEqual({ known: true, revoked: false, suspended: false, messages: [], findings: [] })
  })

  it('a clear bit › is active', async () => {
    expect(await read(anEntry())).toMatchObject({ known: true, revoked: false, findings: [] })
  })

  it.each([
    ['revocation', { revoked: true, suspended: false }, 'credential_revoked'],
    ['suspension', { revoked: false, suspended: true }, 'credential_suspended'],
  ])('a set bit in a list for %s › says so', async (purpose, facts, code) => {
    const status = await read(
      anEntry({ statusListIndex: 9, statusPurpose: purpose }),
      aList({ statusPurpose: purpose }),
    )

    expect(status).toMatchObject({ known: true, ...facts })
    expect(status.findings).toMatchObject([{ code, location: ['credentialStatus'] }])
  })

  it('index 0 › is the left-most bit', async () => {
    const list = aList({
      encodedList: gzipSync(Buffer.concat([Buffer.of(0x80), Buffer.alloc(BYTES)])).toString('base64url'),
    })
    expect(await codesOf(anEntry({ statusListIndex: '0' }), list)).toEqual(['credential_revoked'])
    expect(await codesOf(anEntry({ statusListIndex: '7' }), list)).toEqual([])
  })

  it('every entry › counts, each with its place', async () => {
    const entries = [anEntry(), anEntry({ statusListIndex: '9' }), anEntry({ type: 'Other' })]

    expect((await read(entries)).findings).toMatchObject([
      { code: 'credential_revoked', location: ['credentialStatus', 1] },
      { code: 'status_type_unsupported', location: ['credentialStatus', 2] },
    ])
    expect((await read(entries)).known).toBe(false)
  })

  it('the other kinds of list › are read by their own rules', async () => {
    const bitstring = aList(
      { type: 'BitstringStatusList', statusPurpose: ['revocation', 'suspension'], encodedList: `u${encoded([9])}` },
      { type: ['VerifiableCredential', 'BitstringStatusListCredential'] },
    )
    const entry = anEntry({ type: 'BitstringStatusListEntry', statusListIndex: '9' })
    expect(await codesOf(entry, bitstring)).toEqual(['credential_revoked'])

    const old = aList(
      { type: 'RevocationList2020', statusPurpose: undefined },
      { type: ['VerifiableCredential', 'RevocationList2020Credential'] },
    )
    const oldEntry = {
      type: 'RevocationList2020Status',
      revocationListIndex: '9',
      revocationListCredential: URL_OF_LIST,
    }
    expect(await codesOf(oldEntry, old)).toEqual(['credential_revoked'])
  })

  it('a type in a list, or among others in any order › is that type', async () => {
    for (const type of [['StatusList2021Entry'], ['Other', 'StatusList2021Entry']]) {
      expect(await codesOf(anEntry({ type, statusListIndex: '9' }))).toEqual(['credential_revoked'])
    }
    const both = ['StatusList2021Entry', 'BitstringStatusListEntry']
    const codes = await Promise.all([both, [...both].reverse()].map((type) => codesOf(anEntry({ type }))))
    expect(codes[0]).toEqual(codes[1])
  })

  it.each<[string, (list: JsonObject) => unknown]>([
    ['linked data', (list) => list],
    ['a JWT', (list) => aJwt({ iss: 'did:example:other', vc: list })],
  ])('a list of another issuer as %s › is never opened', async (_, written) => {
    const list = { ...aList(), issuer: 'did:example:other' }
    const given = { ...context(list), openList: () => expect.unreachable('opened') }
    const statusLists = { find: () => ({ credential: written(list), held_since: HELD_SINCE }) }

    expect(await codesOf(anEntry(), list, { ...given, statusLists })).toEqual(['status_list_invalid'])
  })

  it('a list that says to be of the issuer until it is opened › is refused then', async () => {
    const given = { ...context(aList()), openList: () => Promise.resolve(aList({}, { issuer: 'did:example:other' })) }

    expect(await codesOf(anEntry(), aList(), given)).toEqual(['status_list_invalid'])
  })

  it('a message › is shown and fails nothing', async () => {
    const list = aList(
      { type: 'BitstringStatusList', statusPurpose: 'message', encodedList: `u${encoded([5, 7])}` },
      { type: ['VerifiableCredential', 'BitstringStatusListCredential'] },
    )
    const entry = anEntry({
      type: 'BitstringStatusListEntry',
      statusPurpose: 'message',
      statusSize: 4,
      statusListIndex: '1',
    })
    expect(await read(entry, list)).toMatchObject({ messages: [0b0101], findings: [] })
  })

  it.each<[string, JsonObject, JsonObject, string]>([
    ['another type of entry', { type: 'Other' }, aList(), 'status_type_unsupported'],
    ['another purpose of entry', { statusPurpose: 'refresh' }, aList(), 'status_type_unsupported'],
    ['no list named', { statusListCredential: undefined }, aList(), 'status_unavailable'],
    ['a list that is not held', { statusListCredential: 'https://status.example/2' }, aList(), 'status_unavailable'],
    ['a list for another purpose', {}, aList({ statusPurpose: 'suspension' }), 'status_purpose_mismatch'],
    ['a list of another issuer', {}, aList({}, { issuer: 'did:example:other' }), 'status_list_invalid'],
    ['a list with another id', {}, aList({}, { id: 'https://status.example/2' }), 'status_list_invalid'],
    ['a list of another type', {}, aList({}, { type: ['VerifiableCredential'] }), 'status_list_invalid'],
    ['a subject of another type', {}, aList({ type: 'Other' }), 'status_list_invalid'],
    ['no bits', {}, aList({ encodedList: undefined }), 'status_list_invalid'],
    ['bits that are no gzip', {}, aList({ encodedList: 'AAAA' }), 'status_list_invalid'],
    ['more bits than they say', {}, aList({ encodedList: understated(encoded([])) }), 'status_list_invalid'],
    ['more than 16 MiB', {}, aList({ encodedList: encoded([], 17 * 1024 * 1024) }), 'status_list_invalid'],
    ['fewer than 131,072 entries', {}, aList({ encodedList: encoded([], BYTES - 1) }), 'status_list_too_short'],
    ['an index beyond the list', { statusListIndex: '131072' }, aList(), 'status_index_out_of_range'],
    ['a negative index', { statusListIndex: -1 }, aList(), 'status_index_out_of_range'],
    ['an index that is none', { statusListIndex: '9x' }, aList(), 'status_index_out_of_range'],
    ['an index that is no text or number', { statusListIndex: { toString: 1 } }, aList(), 'status_index_out_of_range'],
    ['an index in a list', { statusListIndex: [{ toString: 1 }] }, aList(), 'status_index_out_of_range'],
    ['a size that is no number', { statusSize: { valueOf: 1, toString: 1 } }, aList(), 'status_index_out_of_range'],
  ])('%s › is named', async (_name, entry, list, code) => {
    expect(await codesOf(anEntry(entry), list)).toEqual([code])
  })

  it('a list that does not verify › says nothing', async () => {
    const given = { ...context(aList()), openList: () => Promise.resolve(undefined) }
    expect(await codesOf(anEntry(), aList(), given)).toEqual(['status_list_invalid'])
  })

  it('a list that is not held, or is too old › is named, and what to import', async () => {
    const list = aList({ ttl: 3_600_000 })
    const wordsOf = async (...given: Parameters<typeof read>) =>
      textOf((await read(...given)).findings[0]?.message ?? '')

    expect(await wordsOf(anEntry({ statusListCredential: 'https://status.example/2' }))).toBe(
      'the status list https://status.example/2 is not held here: import it under this URL',
    )
    expect(await wordsOf(anEntry(), list, context(list, '2026-11-20T18:00:01Z'))).toBe(
      `the status list ${URL_OF_LIST} is older than its ttl: import the present one`,
    )
  })

  it.each([
    ['2026-11-20T18:00:00Z', []],
    ['2026-11-20T18:00:01Z', ['status_unavailable']],
  ])('ttl of an hour, now %s › %j', async (now, codes) => {
    const list = aList({ ttl: 3_600_000 })
    expect(await codesOf(anEntry(), list, context(list, now))).toEqual(codes)
  })
})
