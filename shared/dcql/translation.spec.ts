// Proves docs/contract/exchange.md, DCQL: translation.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../tests/support/draws.ts'
import { aDefinition } from '../../tests/support/exchange/definitions.ts'
import { anSdJwt, aQuery, VCT } from '../../tests/support/exchange/dcql.ts'
import { prepared } from '../../tests/support/exchange/evaluation.ts'
import { QUERIES } from '../../tests/vectors/dcql-vectors.ts'
import type { Candidate } from '../presentation-exchange/candidate.ts'
import { evaluateCredential } from '../presentation-exchange/evaluate-credential.ts'
import { isObject } from '../presentation-exchange/json.ts'
import type { JsonObject } from '../presentation-exchange/json.ts'
import { queryFromDefinition } from './definition-to-query.ts'
import { evaluateCredentialQuery } from './evaluate-query.ts'
import { definitionFromQuery } from './query-to-definition.ts'
import { claimsPathOf, jsonPathOf } from './translation.ts'
import type { Translation } from './translation.ts'

const pointers = ({ losses }: Translation) => losses.map(({ pointer }) => pointer)
const asked = (constraints: JsonObject, members: JsonObject = {}): JsonObject => ({
  input_descriptors: [{ id: 'a', format: { 'dc+sd-jwt': {} }, constraints, ...members }],
})
const credentialsIn = ({ translated }: Translation) => aQuery(translated['dcql_query']).credentials

describe('paths', () => {
  it.each([
    [['a', 'b_1'], '$.a.b_1'],
    [['a b', 0, null], '$["a b"][0][*]'],
    [['', 'ä'], '$[""].ä'],
    [['"\\\n'], '$["\\"\\\\\\n"]'],
  ])('%j is %s, and back', (path, text) => {
    expect(jsonPathOf(path)).toBe(text)
    expect(claimsPathOf(text)).toEqual(path)
  })

  it.each([
    ["$['a'].*[ 2 ]", ['a', null, 2]],
    ['$', undefined],
    ['a', undefined],
    ['$..a', undefined],
    ['$.a[-1]', undefined],
    ['$.a[0:1]', undefined],
    ['$.a[?@.b]', undefined],
    ["$['a','b']", undefined],
    ['$.a[01]', undefined],
  ])('%s is %j', (text, path) => {
    expect(claimsPathOf(text)).toEqual(path)
  })
})

describe('a definition as a query', () => {
  it('fields become claims, and the field of the type becomes meta', () => {
    const fields = [
      { path: ['$.vct'], filter: { type: 'string', const: VCT } },
      { path: ['$.age_over_18'], filter: { const: true } },
      { path: ["$.address['locality']"] },
    ]
    const made = queryFromDefinition({ name: 'Age', ...asked({ fields, limit_disclosure: 'required' }) })

    expect(made).toEqual({
      translated: {
        name: 'Age',
        dcql_query: {
          credentials: [
            {
              id: 'a',
              format: 'dc+sd-jwt',
              meta: { vct_values: [VCT] },
              claims: [{ path: ['age_over_18'], values: [true] }, { path: ['address', 'locality'] }],
            },
          ],
        },
      },
      losses: [],
    })
  })

  it('several paths, and optional fields › become claim sets', () => {
    const fields = [{ path: ['$.a', '$.b'] }, { path: ['$.c'], optional: true }]
    const made = queryFromDefinition(asked({ fields }))

    expect(made.losses).toEqual([])
    expect(credentialsIn(made)[0]).toMatchObject({
      claims: [
        { id: 'f0_0', path: ['a'] },
        { id: 'f0_1', path: ['b'] },
        { id: 'f1_0', path: ['c'] },
      ],
      claim_sets: [['f0_0', 'f1_0'], ['f0_0'], ['f0_1', 'f1_0'], ['f0_1']],
    })
  })

  it('requirements › become sets with each combination', () => {
    const descriptor = (id: string, ...group: readonly string[]) => ({
      id,
      group,
      format: { 'dc+sd-jwt': {} },
      constraints: {},
    })
    const { translated, losses } = queryFromDefinition({
      input_descriptors: [descriptor('a', 'A'), descriptor('b', 'A', 'B'), descriptor('c', 'A'), descriptor('d', 'B')],
      submission_requirements: [
        { rule: 'pick', min: 2, from: 'A' },
        { rule: 'pick', min: 0, from: 'B' },
        {
          rule: 'pick',
          from_nested: [
            { rule: 'all', from: 'A' },
            { rule: 'all', from: 'B' },
          ],
        },
      ],
    })

    expect(losses).toEqual([])
    expect(aQuery(translated['dcql_query']).credential_sets).toEqual([
      {
        required: true,
        options: [
          ['a', 'b'],
          ['a', 'c'],
          ['b', 'c'],
        ],
      },
      { required: false, options: [['b'], ['d']] },
      {
        required: true,
        options: [
          ['a', 'b', 'c'],
          ['b', 'd'],
        ],
      },
    ])
  })

  const oneField = (field: JsonObject) => asked({ fields: [field] })
  const FIELD = '/input_descriptors/0/constraints/fields/0'

  it.each([
    ['no inputs', { input_descriptors: [] }, ['/input_descriptors']],
    ['an id with other characters', asked({}, { id: 'a b' }), ['/input_descriptors/0/id']],
    [
      'a name and a purpose',
      asked({}, { name: 'x', purpose: 'y' }),
      ['/input_descriptors/0/name', '/input_descriptors/0/purpose'],
    ],
    [
      'algorithms',
      asked({}, { format: { 'vc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } } }),
      ['/input_descriptors/0/format'],
    ],
    ['no format', { input_descriptors: [{ id: 'a', constraints: {} }] }, ['/input_descriptors/0']],
    ['two formats', asked({}, { format: { 'dc+sd-jwt': {}, mso_mdoc: {} } }), ['/input_descriptors/0/format']],
    [
      'a schema of a W3C credential',
      aDefinition({ format: { ldp_vc: { proof_type: ['DataIntegrityProof'] } } }),
      ['/format', '/input_descriptors/0/schema'],
    ],
    ['a relation', asked({ subject_is_issuer: 'required' }), ['/input_descriptors/0/constraints/subject_is_issuer']],
    ['a descent', oneField({ path: ['$..a'] }), [`${FIELD}/path/0`]],
    ['a wildcard', oneField({ path: ['$.a[*]'] }), [`${FIELD}/path/0`]],
    ['a pattern', oneField({ path: ['$.a'], filter: { type: 'string', pattern: '^x' } }), [`${FIELD}/filter`]],
    ['a value of another type', oneField({ path: ['$.a'], filter: { type: 'string', const: 5 } }), [`${FIELD}/filter`]],
    ['a fraction', oneField({ path: ['$.a'], filter: { const: 0.5 } }), [`${FIELD}/filter`]],
    [
      'a predicate',
      oneField({ path: ['$.a'], filter: { const: true }, predicate: 'required' }),
      [`${FIELD}/predicate`],
    ],
    [
      'an optional value',
      asked({ fields: [{ path: ['$.b'] }, { path: ['$.a'], filter: { const: 1 }, optional: true }] }),
      ['/input_descriptors/0/constraints/fields/1/optional'],
    ],
    ['all fields optional', oneField({ path: ['$.a'], optional: true }), ['/input_descriptors/0/constraints/fields']],
    [
      'no more than some',
      { ...asked({}, { group: ['A'] }), submission_requirements: { rule: 'pick', max: 1, from: 'A' } },
      ['/submission_requirements'],
    ],
    [
      'more than there are',
      { ...asked({}, { group: ['A'] }), submission_requirements: [{ rule: 'pick', min: 2, from: 'A' }] },
      ['/submission_requirements/0'],
    ],
  ])('%s › is told', (_, definition, places) => {
    prepared(definition)

    expect([...new Set(pointers(queryFromDefinition(definition)))].sort()).toEqual([...places].sort())
  })

  it('too many combinations › are told, and end soon', () => {
    const fields = Array.from({ length: 100 }, (_, field) => ({
      path: Array.from({ length: 20 }, (_none, path) => `$.n${field}_${path}`),
    }))

    expect(pointers(queryFromDefinition(asked({ fields })))).toContain('/input_descriptors/0/constraints/fields')
    const group = ['A']
    const input_descriptors = Array.from({ length: 100 }, (_, id) => ({ id: `d${id}`, group, constraints: {} }))
    const many = { input_descriptors, submission_requirements: [{ rule: 'pick', min: 50, from: 'A' }] }
    expect(pointers(queryFromDefinition(many))).toContain('/submission_requirements/0')
  })
})

describe('a query as a definition', () => {
  const translate = (dcql_query: object) => definitionFromQuery({ name: 'Age', dcql_query })
  const one = (members: JsonObject) => ({ credentials: [{ id: 'a', format: 'dc+sd-jwt', meta: {}, ...members }] })

  it('claims become fields', () => {
    const claims = [{ path: ['a', 0, 'b c'] }, { path: ['age'], values: [18, 19] }]
    const { translated, losses } = translate(one({ meta: { vct_values: [VCT] }, claims }))

    expect(losses).toEqual([])
    expect(translated).toEqual({
      name: 'Age',
      input_descriptors: [
        {
          id: 'a',
          format: { 'dc+sd-jwt': {} },
          constraints: {
            limit_disclosure: 'required',
            fields: [
              { path: ['$.vct'], filter: { type: 'string', enum: [VCT] } },
              { path: ['$.a[0]["b c"]'] },
              { path: ['$.age'], filter: { enum: [18, 19] } },
            ],
          },
        },
      ],
    })
  })

  it.each(Object.entries(QUERIES))('the example %s › makes a definition without faults', (_, query) => {
    expect(() => prepared(translate(query).translated)).not.toThrow()
  })

  it('sets become requirements', () => {
    const { translated } = translate(QUERIES.credentials_alternatives)

    expect(translated['submission_requirements']).toEqual([
      {
        rule: 'pick',
        min: 1,
        from_nested: ['set1_option1', 'set1_option2', 'set1_option3'].map((from) => ({ rule: 'all', from })),
      },
      { rule: 'pick', min: 0, from: 'set2' },
    ])
  })

  it('what no set names › may be left out', () => {
    const query = {
      credentials: [...one({}).credentials, ...one({ id: 'b' }).credentials],
      credential_sets: [{ options: [['a']] }],
    }

    expect(prepared(translate(query).translated).requirements).toMatchObject([
      { from: 'set1', min: 1 },
      { from: 'not_asked', min: 0 },
    ])
  })

  const AT = '/dcql_query/credentials/0'

  it.each([
    ['several for one', { multiple: true }, ['multiple']],
    ['authorities', { trusted_authorities: [{ type: 'aki', values: ['AQID'] }] }, ['trusted_authorities']],
    ['no holder binding', { require_cryptographic_holder_binding: false }, ['require_cryptographic_holder_binding']],
    ['another format', { format: 'ldp_vc', meta: { type_values: [['A']] } }, ['format', 'meta/type_values']],
    ['an mdoc', { format: 'mso_mdoc', meta: { doctype_value: 'x' } }, ['format', 'meta/doctype_value']],
    ['every element', { claims: [{ path: ['a', null] }] }, ['claims/0/path']],
    ['a long path', { claims: [{ path: ['x'.repeat(300), 'y'.repeat(300)] }] }, ['claims/0/path']],
    [
      'claim sets',
      { claims: ['a', 'b'].map((id) => ({ id, path: [id] })), claim_sets: [['a'], ['b']] },
      ['claim_sets'],
    ],
  ])('%s › is told', (_, members, places) => {
    const made = translate(one(members))

    expect(pointers(made)).toEqual(places.map((place) => `${AT}/${place}`))
    expect(() => prepared(made.translated)).not.toThrow()
  })
})

describe('what is translated without a loss gives the same verdict', () => {
  const aValue = fc.constantFrom<unknown>('x', 'y', 1, 2, true, null)
  const someClaims = fc.record(
    {
      a: aValue,
      b: fc.oneof(aValue, fc.array(aValue, { maxLength: 2 })),
      c: fc.record({ a: aValue, b: aValue }, { requiredKeys: [], noNullPrototype: true }),
      vct: fc.constantFrom(VCT, 'other'),
    },
    { requiredKeys: ['vct'], noNullPrototype: true },
  )
  const aCandidate = someClaims.map((claims): Candidate => anSdJwt(claims))
  const verdicts = (definition: JsonObject, query: unknown, candidate: Candidate) => {
    const [descriptor] = prepared(definition).descriptors.values()
    const [credential] = aQuery(query).credentials
    if (descriptor === undefined || credential === undefined) throw new Error('nothing is asked for')
    return [evaluateCredential(descriptor, candidate).holds, evaluateCredentialQuery(credential, candidate).holds]
  }

  it('of a definition', () => {
    const aPath = fc.constantFrom('$.a', '$.b', '$.b[0]', "$['c'].a", '$.c["b"]', '$.c', '$.vct', '$..a')
    const aFilter = fc.oneof(
      fc.constant(undefined),
      fc.constantFrom(
        { const: 'x' },
        { enum: ['x', 1, VCT] },
        { type: 'string', enum: ['x', 'y', VCT] },
        { const: true },
      ),
      fc.constantFrom<JsonObject>({ type: 'integer', const: 1 }, { type: 'string' }, { not: {} }),
    )
    const aField = fc.record({
      path: fc.uniqueArray(aPath, { minLength: 1, maxLength: 2 }),
      filter: aFilter,
      optional: fc.constantFrom(undefined, undefined, true),
    })
    const seen = { held: 0, refused: 0 }
    fc.assert(
      fc.property(fc.array(aField, { maxLength: 3 }), aCandidate, (fields, candidate) => {
        const definition = JSON.parse(JSON.stringify(asked({ fields }))) as unknown
        if (!isObject(definition)) throw new Error('a definition is an object')
        const made = queryFromDefinition(definition)
        fc.pre(made.losses.length === 0)
        const [inDefinition, inQuery] = verdicts(definition, made.translated['dcql_query'], candidate)
        expect(inQuery).toBe(inDefinition)
        seen[inQuery ? 'held' : 'refused'] += 1
      }),
      { numRuns: draws(500, 5000), maxSkipsPerRun: 1000 },
    )
    expect(Math.min(seen.held, seen.refused)).toBeGreaterThan(20)
  })

  it('of a query', () => {
    const aPath = fc.constantFrom(['a'], ['b'], ['b', 0], ['c', 'a'], ['c'], ['b', null])
    const values = fc.constantFrom(undefined, undefined, ['x', 1], [true], ['y', 2])
    const seen = { held: 0, refused: 0 }
    fc.assert(
      fc.property(
        fc.array(fc.record({ path: aPath, values }), { minLength: 1, maxLength: 3 }),
        fc.constantFrom({}, { vct_values: [VCT] }),
        aCandidate,
        (claims, meta, candidate) => {
          const query: unknown = JSON.parse(
            JSON.stringify({ credentials: [{ id: 'a', format: 'dc+sd-jwt', meta, claims }] }),
          )
          const made = definitionFromQuery({ dcql_query: query })
          fc.pre(made.losses.length === 0)
          const [inDefinition, inQuery] = verdicts(made.translated, query, candidate)
          expect(inDefinition).toBe(inQuery)
          seen[inQuery ? 'held' : 'refused'] += 1
        },
      ),
      { numRuns: draws(500, 5000), maxSkipsPerRun: 1000 },
    )
    expect(Math.min(seen.held, seen.refused)).toBeGreaterThan(20)
  })
})
