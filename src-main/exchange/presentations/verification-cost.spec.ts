// Proves docs/contract/exchange.md, Limits.

import { randomBytes } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { VerificationOptions } from '../../../shared/contract/presentations.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { aDefinition } from '../../../tests/support/exchange/definitions.ts'
import {
  aLicence,
  aPresentation,
  aStatusEntry,
  aStatusList,
  aSubmission,
  NOW,
} from '../../../tests/support/exchange/presentations.ts'
import { known, knownDefinition } from './evaluation.ts'
import { tokenFromText } from './presentation.ts'
import { isLong } from './verification-cost.ts'

interface Story {
  readonly credentials?: readonly unknown[]
  readonly submission?: JsonObject
  readonly definition?: JsonObject
  /** Each named by the entries of a credential by its index. */
  readonly lists?: readonly unknown[]
}

function isLongWith({
  credentials = [aLicence()],
  submission = {},
  definition = aDefinition(),
  lists = [],
}: Story): boolean {
  const presentation = aPresentation(credentials, aSubmission('d1', submission))
  const options = VerificationOptions.parse({})
  const input = {
    token: tokenFromText(JSON.stringify({ value: presentation })),
    options,
    known: knownDefinition(definition),
    isDefinitionKnown: true,
  }
  const held = lists.map((credential) => ({ credential, held_since: NOW }))
  return isLong(input, { find: (url) => held[Number(/\d+$/.exec(url)?.[0])] })
}

/** So many lists, and a credential that names each of them twice. */
function naming(lists: readonly unknown[], entryFor: (url: string) => JsonObject = entryOf): Story {
  const entries = [...lists, ...lists].map((_, index) => entryFor(`https://status.example/${index % lists.length}`))
  return { lists, credentials: [aJwt({ credentialStatus: entries })] }
}

const entryOf = (statusListCredential: string) => aStatusEntry(1, { statusListCredential })
const listOfBits = (bits: Buffer, members: JsonObject = {}) => ({
  ...aStatusList(),
  credentialSubject: { encodedList: gzipSync(bits).toString('base64url') },
  ...members,
})

const times = <Value>(count: number, make: (index: number) => Value) => Array.from({ length: count }, (_, i) => make(i))
const withEvidence = (evidence: unknown) => ({ credentials: [aLicence({ evidence })] })
const entry = { id: 'licence', path: '$.verifiableCredential[0]', format: 'ldp_vc' }
const field = (members: JsonObject) => ({
  definition: aDefinition({
    input_descriptors: [{ id: 'licence', constraints: { fields: [{ path: ['$.a'], ...members }] } }],
  }),
})
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const aJwt = (vc: JsonObject) => `${part({ alg: 'ES256' })}.${part({ iss: 'did:x:1', vc })}.AA`

describe('isLong', () => {
  it.each<[string, Story]>([
    ['one credential', {}],
    [
      'three credentials, each with a status',
      { credentials: times(3, (i) => aLicence({ credentialStatus: aStatusEntry(i) })) },
    ],
    ['a list of a million entries, few of them set', naming([listOfBits(Buffer.alloc(125_000))])],
    ['two usual lists', naming([aStatusList(), aJwt(aStatusList())])],
    ['one with a picture in it', withEvidence({ id: 'urn:x', picture: 'x'.repeat(12_000) })],
    ['eight contexts', { credentials: [aLicence({ '@context': times(8, (i) => `urn:${i}`) })] }],
    ['eight short JWTs', { credentials: times(8, () => aJwt({ credentialSubject: { id: 'urn:x' } })) }],
    ['a field with a usual pattern', field({ filter: { pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' } })],
  ])('%s › is not', (_, story) => {
    expect(isLongWith(story)).toBe(false)
  })

  it.each<[string, Story]>([
    ['four linked data credentials', { credentials: times(4, () => aLicence()) }],
    ['980 identifiers in 15 kB', withEvidence(times(980, (i) => `x${i}`))],
    ['many types', withEvidence(times(80, () => ({ type: 'X' })))],
    ['many contexts', withEvidence(times(80, () => ({ '@context': 'urn:x' })))],
    ['nine contexts of one credential', { credentials: [aLicence({ '@context': times(9, (i) => `urn:${i}`) })] }],
    ['more than 16,384 characters', withEvidence('x'.repeat(17_000))],
    ['names of members as long as that', withEvidence({ ['x'.repeat(17_000)]: 1 })],
    ['nine JWTs', { credentials: times(9, () => aJwt({})) }],
    ['a JWT with many values', { credentials: [aJwt({ evidence: times(700, () => 1) })] }],
    ['five statuses in a JWT', { credentials: [aJwt({ credentialStatus: times(5, aStatusEntry) })] }],
    [
      'nine schemas in three JWTs',
      { credentials: times(3, () => aJwt({ credentialSchema: times(3, (i) => ({ id: `urn:${i}`, type: 'X' })) })) },
    ],
    ['a JWT list of 16 MiB of zeros', naming([aJwt(listOfBits(Buffer.alloc(16 * 1024 * 1024)))])],
    ['a list of random bits', naming([listOfBits(randomBytes(200_000))])],
    [
      'a list in a Bitstring entry of any type',
      naming([listOfBits(Buffer.alloc(300_000))], (statusListCredential) => ({ type: 5, statusListCredential })),
    ],
    [
      'a list of the oldest kind',
      naming([listOfBits(Buffer.alloc(300_000))], (revocationListCredential) => ({
        type: 'x',
        revocationListCredential,
      })),
    ],
    ['two lists that are long together', naming(times(2, () => listOfBits(Buffer.alloc(150_000))))],
    [
      'a list with much beside its bits',
      naming([listOfBits(Buffer.alloc(20_000), { evidence: times(700, (i) => `x${i}`) })]),
    ],
    ['a map of many entries', { submission: { descriptor_map: times(51, () => entry) } }],
    ['a path that looks everywhere', { submission: { descriptor_map: [{ ...entry, path: '$..a' }] } }],
    ['a path of several indices', { submission: { descriptor_map: [{ ...entry, path: '$[0,0]' }] } }],
    ['a path of a slice', { submission: { descriptor_map: [{ ...entry, path: '$[0:9]' }] } }],
    ['a field path that looks everywhere', field({ path: ['$..a'] })],
    ['a long definition', field({ name: 'x'.repeat(9000) })],
    ['a short definition whose pattern is not', field({ filter: { pattern: 'a{1000}'.repeat(80) } })],
    [
      'repetitions in each other',
      field({ filter: { patternProperties: { [`((a{10}){10}){10}${'b'.repeat(40)}`]: true } } }),
    ],
  ])('%s › is', (_, story) => {
    expect(isLongWith(story)).toBe(true)
  })

  const DIGESTS = times(10, (i) => `${'d'.repeat(42)}${i}`)
  const disclosure = (value: unknown) => part(['salt', 'name', value])
  /** An SD-JWT with what stands behind it. */
  const anSdJwt = (claims: JsonObject, disclosures: readonly string[] = []) =>
    [`${part({ alg: 'ES256', typ: 'dc+sd-jwt' })}.${part({ vct: 'urn:x', ...claims })}.AA`, ...disclosures, ''].join(
      '~',
    )
  const TEN = times(10, disclosure)
  const asked = (members: JsonObject = {}) => ({
    id: 'a',
    format: 'dc+sd-jwt',
    meta: { vct_values: ['urn:x'] },
    ...members,
  })
  const tokenList = (bytes: Buffer, members: JsonObject = {}) =>
    `${part({ alg: 'ES256', typ: 'statuslist+jwt' })}.${part({ status_list: { bits: 1, lst: deflateSync(bytes).toString('base64url') }, ...members })}.AA`
  const inList = { status: { status_list: { idx: 0, uri: 'https://status.example/0' } } }

  function isLongQuery(sdJwts: readonly string[], query: JsonObject = asked(), list?: string): boolean {
    const value = { a: sdJwts }
    const input = {
      token: tokenFromText(JSON.stringify({ value })),
      options: VerificationOptions.parse({}),
      known: known({ dcql_query: { credentials: [query] } }),
      isDefinitionKnown: true,
    }
    return isLong(input, { find: () => (list === undefined ? undefined : { credential: list, held_since: NOW }) })
  }

  it.each<[string, Parameters<typeof isLongQuery>]>([
    ['one with ten disclosures', [[anSdJwt({ _sd: DIGESTS }, TEN)]]],
    ['eight with two', [times(8, () => anSdJwt({}, TEN.slice(0, 2)))]],
    ['one in a list of a million entries', [[anSdJwt(inList)], asked(), tokenList(Buffer.alloc(125_000))]],
    ['one whose list is not held', [[anSdJwt(inList)]]],
  ])('SD-JWT VCs, %s › is not', (_, order) => {
    expect(isLongQuery(...order)).toBe(false)
  })

  it.each<[string, Parameters<typeof isLongQuery>]>([
    ['nine', [times(9, () => anSdJwt({}))]],
    ['one that discloses more than 16,384 characters', [[anSdJwt({}, [disclosure('x'.repeat(12_500))])]]],
    ['two that are as long together', [times(2, () => anSdJwt({}, [disclosure('x'.repeat(6_200))]))]],
    ['one with many values', [[anSdJwt({ list: times(700, () => 1) })]]],
    ['one with more digests than values are read', [[anSdJwt({ _sd: times(700, () => 'd') })]]],
    ['one in a list of 16 MiB of zeros', [[anSdJwt(inList)], asked(), tokenList(Buffer.alloc(16 * 1024 * 1024))]],
    ['one in a list of random bits', [[anSdJwt(inList)], asked(), tokenList(randomBytes(200_000))]],
    ['one for a long query', [[anSdJwt({})], asked({ claims: [{ path: ['x'.repeat(9000)] }] })]],
  ])('SD-JWT VCs, %s › is', (_, order) => {
    expect(isLongQuery(...order)).toBe(true)
  })

  it('a long definition › is not even prepared', () => {
    const options = VerificationOptions.parse({})
    const value = aPresentation([aLicence()], aSubmission('d1'))
    const token = tokenFromText(JSON.stringify({ value }))
    const known = {
      definition: { name: 'x'.repeat(9000) },
      get prepared() {
        return expect.unreachable('prepared')
      },
    }

    expect(isLong({ token, options, known, isDefinitionKnown: true })).toBe(true)
  })
})
