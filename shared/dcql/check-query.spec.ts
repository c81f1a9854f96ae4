// Proves docs/contract/exchange.md, DCQL.

import { describe, expect, it } from 'vitest'
import { QUERIES } from '../../tests/vectors/dcql-vectors.ts'
import type { JsonObject } from '../presentation-exchange/json.ts'
import { checkQuery, checkQueryDefinition, readQuery } from './check-query.ts'
import { isQueryDefinition } from './query.ts'

const aCredentialQuery = (members: JsonObject = {}): JsonObject => ({
  id: 'pid',
  format: 'dc+sd-jwt',
  meta: {},
  ...members,
})
const aQuery = (members: JsonObject = {}, whole: JsonObject = {}): JsonObject => ({
  credentials: [aCredentialQuery(members)],
  ...whole,
})
const findings = (list: readonly { readonly path: string; readonly code: string }[]) =>
  list.map(({ path, code }) => `${path} ${code}`)
const faultsOf = (query: unknown) => findings(checkQuery(query).faults)
const warningsOf = (query: unknown) => findings(checkQuery(query).warnings)

describe('checkQuery', () => {
  it.each(Object.entries(QUERIES))('the example %s of the specification › has no faults', (_, query) => {
    const { faults, warnings } = checkQuery(query)

    expect(faults).toEqual([])
    expect(warnings.every(({ code }) => code === 'format_unsupported')).toBe(true)
  })

  it.each([
    ['nothing', undefined, [' required']],
    ['a list', [], [' type']],
    ['no credentials', {}, ['/credentials required']],
    ['none in the list', { credentials: [] }, ['/credentials empty']],
    ['an id with a space', aQuery({ id: 'a b' }), ['/credentials/0/id type']],
    ['an unknown format', aQuery({ format: 'cbor' }), ['/credentials/0/format format_unknown']],
    ['no meta', { credentials: [{ id: 'a', format: 'dc+sd-jwt' }] }, ['/credentials/0/meta required']],
    ['no vct', aQuery({ meta: { vct_values: [] } }), ['/credentials/0/meta/vct_values empty']],
    ['multiple as a text', aQuery({ multiple: 'yes' }), ['/credentials/0/multiple type']],
    ['an empty path', aQuery({ claims: [{ path: [] }] }), ['/credentials/0/claims/0/path empty']],
    ['a negative index', aQuery({ claims: [{ path: ['a', -1] }] }), ['/credentials/0/claims/0/path/1 type']],
    ['half an index', aQuery({ claims: [{ path: ['a', 0.5] }] }), ['/credentials/0/claims/0/path/1 type']],
    [
      'a value that is a list',
      aQuery({ claims: [{ path: ['a'], values: [[]] }] }),
      ['/credentials/0/claims/0/values/0 type'],
    ],
    ['no values', aQuery({ claims: [{ path: ['a'], values: [] }] }), ['/credentials/0/claims/0/values empty']],
    ['sets without claims', aQuery({ claim_sets: [['a']] }), ['/credentials/0/claims required']],
    [
      'a claim without an id beside sets',
      aQuery({ claims: [{ path: ['a'] }, { id: 'b', path: ['b'] }], claim_sets: [['b']] }),
      ['/credentials/0/claims/0/id required'],
    ],
    [
      'a set that names no claim',
      aQuery({ claims: [{ id: 'a', path: ['a'] }], claim_sets: [['a'], ['a', 'toString']] }),
      ['/credentials/0/claim_sets/1/1 id_unknown'],
    ],
    [
      'an option that names no query',
      aQuery({}, { credential_sets: [{ options: [['pid'], ['other']] }] }),
      ['/credential_sets/0/options/1/0 id_unknown'],
    ],
    ['an empty option', aQuery({}, { credential_sets: [{ options: [[]] }] }), ['/credential_sets/0/options/0 empty']],
    ['an id twice', { credentials: [aCredentialQuery(), aCredentialQuery()] }, ['/credentials/1/id duplicate']],
    [
      'the id of a claim twice',
      aQuery({
        claims: [
          { id: 'a', path: ['a'] },
          { id: 'a', path: ['b'] },
        ],
      }),
      ['/credentials/0/claims/1/id duplicate'],
    ],
    [
      'a key identifier that is no base64url',
      aQuery({ trusted_authorities: [{ type: 'aki', values: ['s9tIpPmhxdiuNkHMEWNpYim8S8Y', 'ä!'] }] }),
      ['/credentials/0/trusted_authorities/0/values/1 type'],
    ],
    [
      'a trust framework that nobody defined',
      aQuery({ trusted_authorities: [{ type: 'mine', values: ['x'] }] }),
      ['/credentials/0/trusted_authorities/0/type type'],
    ],
    ['a W3C credential of any type', aQuery({ format: 'ldp_vc' }), ['/credentials/0/meta/type_values type']],
    [
      'a path of one step into an mdoc',
      aQuery({ format: 'mso_mdoc', claims: [{ path: ['name'] }] }),
      ['/credentials/0/claims/0 type'],
    ],
    [
      'faults everywhere › all of them, in the order of the query',
      aQuery({ multiple: 1, claims: [{ path: 'x' }] }, { credential_sets: {} }),
      ['/credentials/0/multiple type', '/credentials/0/claims/0/path type', '/credential_sets type'],
    ],
  ])('%s', (_, query, faults) => {
    expect(faultsOf(query)).toEqual(faults)
  })

  it.each([
    ['credential queries', 50, (count: number) => ({ credentials: many(count, (id) => aCredentialQuery({ id })) })],
    ['claims', 100, (count: number) => aQuery({ claims: many(count, (name) => ({ path: [name] })) })],
    ['steps', 20, (count: number) => aQuery({ claims: [{ path: many(count, (name) => name) }] })],
    ['values', 100, (count: number) => aQuery({ claims: [{ path: ['a'], values: many(count, (name) => name) }] })],
    ['sets', 50, (count: number) => aQuery({}, { credential_sets: many(count, () => ({ options: [['pid']] })) })],
  ])('%s › %d, and no more', (_, limit, queryOf) => {
    expect(faultsOf(queryOf(limit))).toEqual([])
    expect(faultsOf(queryOf(limit + 1))).toMatchObject(
      [/ too_many$/].map((code) => expect.stringMatching(code) as string),
    )
  })

  it('what is legal and probably not meant › warns', () => {
    const query = {
      credentials: [
        { ...aCredentialQuery({ claims: [{ path: ['a'] }, { path: ['a'], purpose: 'x' }] }), meta: { vct: 'x' } },
        { id: 'mdl', format: 'mso_mdoc', meta: {} },
      ],
      credential_sets: [{ options: [['pid']], purpose: 'x' }],
    }

    expect(warningsOf(query)).toEqual([
      '/credentials/0/meta/vct ignored_member',
      '/credentials/0/claims/1/path ignored_member',
      '/credentials/0/claims/1/purpose ignored_member',
      '/credentials/1/id group_unused',
      '/credentials/1/format format_unsupported',
      '/credential_sets/0/purpose ignored_member',
    ])
  })
})

const many = <Made>(count: number, make: (name: string) => Made) =>
  Array.from({ length: count }, (_, index) => make(`n${index}`))

it('checkQueryDefinition › tells places of the body, with name and purpose', () => {
  expect(findings(checkQueryDefinition({ name: 5, dcql_query: aQuery({ id: '' }) }).faults)).toEqual([
    '/name type',
    '/dcql_query/credentials/0/id type',
  ])
  expect(findings(checkQueryDefinition({ id: 'mine', extra: 1, name: 'Age', dcql_query: aQuery() }).warnings)).toEqual([
    '/id id_ignored',
    '/extra ignored_member',
  ])
})

it('isQueryDefinition › a presentation definition stays one', () => {
  expect(isQueryDefinition({ dcql_query: null })).toBe(true)
  expect(isQueryDefinition({ dcql_query: {}, input_descriptors: [] })).toBe(false)
  expect(isQueryDefinition({})).toBe(false)
})

it('readQuery › fills the defaults in and drops what has no effect', () => {
  expect(readQuery({ ...aQuery({ extra: 1 }), credential_sets: [{ options: [['pid']] }] })).toEqual({
    credentials: [{ ...aCredentialQuery(), multiple: false, require_cryptographic_holder_binding: true }],
    credential_sets: [{ options: [['pid']], required: true }],
  })
})
