// Proves docs/contract/exchange.md, Filters, Registries: schemas.

import { Ajv } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newBudget } from '../../../shared/presentation-exchange/budget.ts'
import { checkDefinition } from '../../../shared/presentation-exchange/check-definition.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { keywordsOf } from '../../../shared/json-schema/json-schema-keywords.ts'
import { prepareSchema } from '../../../shared/json-schema/json-schema.ts'
import { schemaValidatorOver } from './schema-validator.ts'

const DRAFTS = {
  4: 'http://json-schema.org/draft-04/schema#',
  6: 'http://json-schema.org/draft-06/schema#',
  7: 'http://json-schema.org/draft-07/schema#',
  2019: 'https://json-schema.org/draft/2019-09/schema',
  2020: 'https://json-schema.org/draft/2020-12/schema',
} as const
type Draft = keyof typeof DRAFTS
const ALL: readonly Draft[] = [4, 6, 7, 2019, 2020]
const since = (first: Draft, last: Draft = 2020) => ALL.filter((draft) => first <= draft && draft <= last)

/** A schema by the drafts it is of, values that it takes and values that it refuses. */
type Case = readonly [
  schema: JsonObject,
  drafts: readonly Draft[],
  takes: readonly unknown[],
  refuses: readonly unknown[],
]

const NEXT = { type: 'object', properties: { next: { $ref: '#' } }, additionalProperties: false }

const CASES: readonly Case[] = [
  [{ type: 'integer' }, ALL, [0, -1, 2e300, 1.0], [1.5, '1', null, true, [], {}]],
  [{ type: ['string', 'null'] }, ALL, ['', null], [0, false, [], {}]],
  [{ type: 'array' }, ALL, [[], [1]], ['a', {}, null]],
  [{ const: [1, { a: null, b: 2 }] }, since(6), [[1, { b: 2, a: null }]], [[{ a: null, b: 2 }, 1], 1, [1], null]],
  [{ const: 1 }, since(6), [1, 1.0], ['1', true, [1]]],
  [{ enum: ['a', 0, false, null, [], {}] }, ALL, ['a', 0, false, null, [], {}], ['', 1, true, [0], { a: 1 }]],
  [{ minimum: 1.5 }, ALL, [1.5, 2, '1', null], [1.4999, -2]],
  [{ maximum: 1.5 }, ALL, [1.5, -2, '2'], [1.50001]],
  [{ exclusiveMinimum: 1 }, since(6), [1.1, '1'], [1, 0]],
  [{ exclusiveMaximum: 1 }, since(6), [0.9, []], [1, 2]],
  [{ minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: false }, [4], [1.1, 2], [1, 2.1]],
  [{ multipleOf: 0.01 }, ALL, [19.99, 4.35, 0, -0.07, 'x'], [19.999, 0.005]],
  [{ minLength: 2 }, ALL, ['👍👍', 'e\u0301', 1], ['👍', '']],
  [{ maxLength: 1 }, ALL, ['👍', '', [1, 2]], ['e\u0301', 'ab']],
  [{ minItems: 2 }, ALL, [[1, 1], 'a'], [[], [1]]],
  [{ maxItems: 1 }, ALL, [[], [1], {}], [[1, 2]]],
  [{ minProperties: 1 }, ALL, [{ a: 1 }, []], [{}]],
  [{ maxProperties: 1 }, ALL, [{}, { a: 1 }], [{ a: 1, b: 2 }]],
  [{ required: ['a', 'toString'] }, ALL, [{ a: null, toString: 1 }, 'x'], [{ a: 1 }, {}]],
  [
    { uniqueItems: true },
    ALL,
    [[1, '1', true, [1], { a: 1 }], 'aa'],
    [
      [1, 1.0],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  ],
  [{ pattern: 'a.c$' }, ALL, ['xabc', 5], ['abcx', 'a\nc']],
  [{ pattern: '^👍+$' }, ALL, ['👍👍'], ['👍x', '']],
  [{ format: 'date' }, ALL, ['2024-02-29', 5], ['2023-02-29', '']],
  [{ format: 'no-format' }, ALL, ['x', 5], []],
  [{ propertyNames: { maxLength: 1 } }, since(6), [{ a: 1 }, {}, 'ab'], [{ ab: 1 }]],
  [{ properties: { a: { type: 'number' }, b: {} } }, ALL, [{ a: 1 }, { c: 'x' }, 'x'], [{ a: 'x' }]],
  [{ properties: { a: false } }, since(6), [{}, { b: 1 }], [{ a: 1 }]],
  [{ patternProperties: { '^x': { type: 'number' } } }, ALL, [{ xa: 1, a: 'x' }], [{ xa: 'x' }]],
  [
    { properties: { a: {} }, patternProperties: { '^x': {} }, additionalProperties: { type: 'number' } },
    ALL,
    [{ a: 'x', xa: 'x', b: 1 }],
    [{ b: 'x' }],
  ],
  [{ dependencies: { a: ['b'], c: { required: ['d'] } } }, ALL, [{ a: 1, b: 1 }, { b: 1 }, []], [{ a: 1 }, { c: 1 }]],
  [{ dependentRequired: { a: ['b'] } }, since(2019), [{ a: 1, b: 1 }, {}, 'x'], [{ a: 1 }]],
  [{ dependentSchemas: { a: { required: ['b'] } } }, since(2019), [{ a: 1, b: 1 }, {}], [{ a: 1 }]],
  [{ items: { type: 'number' } }, ALL, [[], [1], 'x'], [['x'], [1, 'x']]],
  [
    { items: [{ type: 'number' }, {}], additionalItems: { type: 'null' } },
    since(4, 2019),
    [[1, 'x', null], []],
    [['x'], [1, 1, 1]],
  ],
  [{ prefixItems: [{ type: 'number' }], items: { type: 'null' } }, [2020], [[1, null], []], [['x'], [1, 1]]],
  [{ contains: { type: 'number' } }, since(6), [['x', 1], 'x'], [[], ['x']]],
  [
    { contains: { const: 1 }, minContains: 2, maxContains: 3 },
    since(2019),
    [
      [1, 1],
      [1, 0, 1, 1],
    ],
    [[1], [1, 1, 1, 1], []],
  ],
  [{ contains: { const: 1 }, minContains: 0 }, since(2019), [[], [2]], []],
  [{ if: { type: 'string' }, then: { minLength: 1 }, else: { minimum: 1 } }, since(7), ['a', 1, null], ['', 0]],
  [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, ALL, [1, 2, 'x'], [0, 3]],
  [{ anyOf: [{ type: 'string' }, { minimum: 2 }] }, ALL, ['', 2, []], [1]],
  [{ oneOf: [{ minimum: 1 }, { maximum: 2 }] }, ALL, [0, 3], [1, 2, 'x']],
  [{ not: { type: ['string', 'object'] } }, ALL, [1, null, []], ['', {}]],
  [NEXT, ALL, [{}, { next: { next: {} } }], [1, { next: 1 }, { next: { other: {} } }]],
  [{ definitions: { a: { type: 'null' } }, allOf: [{ $ref: '#/definitions/a' }] }, ALL, [null], [0]],
  [{ definitions: { a: { $id: '#a', type: 'null' } }, allOf: [{ $ref: '#a' }] }, [6, 7], [null], [0]],
  [{ definitions: { a: { id: '#a', type: 'null' } }, allOf: [{ $ref: '#a' }] }, [4], [null], [0]],
  [{ $defs: { a: { $anchor: 'a', type: 'null' } }, allOf: [{ $ref: '#a' }] }, since(2019), [null], [0]],
  [
    {
      $id: 'https://s.example/a',
      definitions: { b: { $id: 'b', type: 'null' } },
      allOf: [{ $ref: 'https://s.example/b' }],
    },
    since(6),
    [null],
    [0],
  ],
  [{ definitions: { a: {} }, $ref: '#/definitions/a', type: 'null' }, since(4, 7), [0, null], []],
  [{ $defs: { a: {} }, $ref: '#/$defs/a', type: 'null' }, since(2019), [null], [0]],
  [
    { properties: { a: {} }, anyOf: [{ properties: { b: {} } }, { required: ['q'] }], unevaluatedProperties: false },
    since(2019),
    [{ a: 1, b: 1 }, {}, 'x'],
    [{ a: 1, c: 1 }],
  ],
  [
    {
      if: { properties: { a: { const: 1 } }, required: ['a'] },
      then: { properties: { b: {} } },
      unevaluatedProperties: false,
    },
    since(2019),
    [{ a: 1, b: 1 }, {}],
    [{ a: 2 }, { b: 1 }],
  ],
  [{ not: { not: { properties: { a: {} } } }, unevaluatedProperties: false }, since(2019), [{}], [{ a: 1 }]],
  [{ items: [{}], unevaluatedItems: { type: 'null' } }, [2019], [[1, null]], [[1, 1]]],
  [{ prefixItems: [{}], contains: { const: 5 }, unevaluatedItems: false }, [2020], [[1, 5, 5], [5]], [[1, 5, 6]]],
  [
    { $recursiveAnchor: true, properties: { next: { $recursiveRef: '#' } }, type: 'object' },
    [2019],
    [{ next: {} }],
    [{ next: 1 }],
  ],
  [
    {
      $id: 'https://s.example/strict',
      $dynamicAnchor: 'node',
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: {
        tree: { $id: 'tree', $dynamicAnchor: 'node', properties: { next: { $dynamicRef: '#node' } } },
      },
    },
    [2020],
    [{ next: { next: {} } }],
    [{ next: { nxt: 1 } }, { nxt: 1 }],
  ],
]

const ID = 'https://schemas.example/one'

/** What a registered schema makes of the entries of a list, one subject each. */
function bySchema(draft: Draft, schema: JsonObject, value: unknown): string {
  const validate = schemaValidatorOver({
    find: (id) => (id === ID ? { $schema: DRAFTS[draft], ...schema } : undefined),
  })
  const outcome = validate({ credentialSubject: [value] }, { id: ID, type: 'JsonSchema' })
  return 'code' in outcome ? outcome.code : outcome.result
}

function byFilter(filter: JsonObject, value: unknown): string {
  return prepareSchema(filter, newBudget()).check(value, newBudget()) === undefined ? 'pass' : 'schema_violation'
}

const reportOf = (filter: JsonObject) =>
  checkDefinition({ input_descriptors: [{ id: 'a', constraints: { fields: [{ path: ['$'], filter }] } }] })

describe('keywords', () => {
  it('each of each draft › has cases here', () => {
    for (const draft of ALL) {
      const ofDraft = CASES.filter(([, drafts]) => drafts.includes(draft))
      const text = JSON.stringify(ofDraft.map(([schema]) => schema))
      const missing = keywordsOf(draft, undefined).filter(({ name }) => !text.includes(`"${name}":`))
      const unused = draft < 7 ? [] : ['contentEncoding', 'contentMediaType'] // which demand nothing
      expect([draft, ...missing.map(({ name }) => name)]).toEqual([draft, ...unused])
    }
  })

  it.each(CASES)('%j › is decided in the drafts it is of', (schema, drafts, takes, refuses) => {
    for (const draft of drafts) {
      for (const value of takes) expect([draft, value, bySchema(draft, schema, value)]).toEqual([draft, value, 'pass'])
      for (const value of refuses) {
        expect([draft, value, bySchema(draft, schema, value)]).toEqual([draft, value, 'schema_violation'])
      }
    }
  })

  it.each(CASES)(
    '%j › as a filter is decided the same, or refused or warned of where it is of another draft',
    (schema, drafts, takes, refuses) => {
      const { faults, warnings } = reportOf(schema)
      if (!drafts.includes(7)) {
        expect([...faults, ...warnings]).not.toEqual([])
        return
      }
      expect(faults).toEqual([])
      for (const value of takes) expect([value, byFilter(schema, value)]).toEqual([value, 'pass'])
      for (const value of refuses) expect([value, byFilter(schema, value)]).toEqual([value, 'schema_violation'])
    },
  )
})

describe('any schema of these, and any value', () => {
  const PLAIN = { noNullPrototype: true }
  const NAMES = ['a', 'b', 'xa', 'next', 'toString']
  const scalar = fc.oneof(fc.constantFrom(0, 1, 1.5, 2, '', 'a', 'ab', '2024-02-29', null, true), fc.string())
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      scalar,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...NAMES), tie('value'), PLAIN),
    ),
  }))
  /** Schemas without names of their own, so that they can stand in each other; drafts have the last word on `items`. */
  const parts = (draft: Draft) =>
    CASES.filter(
      ([schema, drafts]) => drafts.includes(draft) && !/"(?:\$|id"|definitions)/.test(JSON.stringify(schema)),
    ).map(([schema]) => schema)
  const schemaOf = (draft: Draft) => {
    const part = fc.constantFrom(...parts(draft))
    const list = fc.array(part, { minLength: 1, maxLength: 3 })
    return fc.oneof(
      fc.tuple(part, part).map(([one, other]) => ({ ...one, ...other })),
      fc.record({ allOf: list }),
      fc.record({ anyOf: list, oneOf: list }, { requiredKeys: ['anyOf'] }),
      fc.record(
        { not: part, properties: fc.dictionary(fc.constantFrom(...NAMES), part, PLAIN) },
        { requiredKeys: ['properties'] },
      ),
      fc.record({ items: part, ...(draft === 4 ? {} : { contains: part }) }),
    ) as fc.Arbitrary<JsonObject>
  }

  it('a filter and a registered schema of draft 7 › decide the same', () => {
    fc.assert(
      fc.property(schemaOf(7), value, (schema, one) => {
        expect(bySchema(7, schema, one)).toBe(byFilter(schema, one))
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    [7, Ajv],
    [2019, Ajv2019],
    [2020, Ajv2020],
  ] as const)('draft %s › is decided as another implementation does', (draft, Other) => {
    // It divides doubles, miscounts what `contains` and `if` have evaluated, and takes an empty list for one that `contains`
    // something where `prefixItems`, or a list as `items`, stands beside it.
    const isShared = (schema: JsonObject) =>
      !/multipleOf|unevaluated|(?:prefixItems|"items":\[).*contains|contains.*(?:prefixItems|"items":\[)/.test(
        JSON.stringify(schema),
      )
    const other = new Other({ strict: false, validateFormats: false, ownProperties: true })
    fc.assert(
      fc.property(schemaOf(draft).filter(isShared), value, (schema, one) => {
        fc.pre(!JSON.stringify([schema, one]).includes('toString') && !JSON.stringify(schema).includes('format'))
        expect(bySchema(draft, schema, one) === 'pass').toBe(other.validate(schema, one))
      }),
      { numRuns: 300 },
    )
  })

  it('a schema around a schema › changes nothing where it says nothing of its own', () => {
    fc.assert(
      fc.property(schemaOf(2020), value, (schema, one) => {
        const bare = bySchema(2020, schema, one)
        expect(bySchema(2020, { allOf: [schema] }, one)).toBe(bare)
        expect(bySchema(2020, { not: { not: schema } }, one)).toBe(bare)
        expect(bySchema(2020, { $defs: { s: schema }, $ref: '#/$defs/s' }, one)).toBe(bare)
        expect(bySchema(2020, { if: schema, then: true, else: false }, one)).toBe(bare)
      }),
      { numRuns: 200 },
    )
  })
})
