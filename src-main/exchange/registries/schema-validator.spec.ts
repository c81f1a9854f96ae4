// Proves docs/contract/exchange.md, Registries: schemas.

import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { schemaFault, schemaValidatorOver } from './schema-validator.ts'
import { describeRows } from '../../../tests/support/tiers.ts'

const ID = 'https://schemas.example/age/1.0.0'
const SUBJECT_SCHEMA = {
  type: 'object',
  properties: { age: { type: 'integer', minimum: 18 } },
  required: ['age'],
}
const TYPE = 'JsonSchemaValidator2018'
const DRAFTS = {
  'draft 4': 'http://json-schema.org/draft-04/schema#',
  'draft 6': 'http://json-schema.org/draft-06/schema#',
  'draft 7': 'http://json-schema.org/draft-07/schema#',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
} as const
const aCredential = (subject: unknown): JsonObject => ({ id: 'urn:1', credentialSubject: subject, proof: {} })

function validate(schema: unknown, credential: JsonObject, others: JsonObject = {}, type: unknown = TYPE) {
  const find = (id: string) => (id === ID ? schema : others[id])
  return schemaValidatorOver({ find })(credential, { id: ID, type })
}

describe('schemaValidatorOver', () => {
  it('a schema of the subject › is applied to each subject', () => {
    expect(validate(SUBJECT_SCHEMA, aCredential({ age: 20 }))).toEqual({ result: 'pass' })
    expect(validate(SUBJECT_SCHEMA, aCredential([{ age: 20 }, { age: 17 }]))).toMatchObject({
      result: 'fail',
      code: 'schema_violation',
      violations: [{ pointer: '/credentialSubject/1/age', keyword: 'minimum' }],
    })
  })

  it.each([{ properties: { credentialSubject: SUBJECT_SCHEMA } }, { required: ['credentialSubject', 'proof'] }])(
    'a schema that names the subject › is applied to the credential without its proof',
    (schema) => {
      expect(validate({ ...schema, additionalProperties: true }, aCredential({ age: 2 }))).toMatchObject({
        violations: [{ pointer: 'properties' in schema ? '/credentialSubject/age' : '' }],
      })
    },
  )

  it('a schema inside of its description › is found there', () => {
    expect(validate({ type: 'https://w3c-ccg.github.io', schema: SUBJECT_SCHEMA }, aCredential({})).result).toBe('fail')
  })

  it.each([['no draft', undefined], ...Object.entries(DRAFTS)])('%s › is understood', (_name, $schema) => {
    const schema = $schema === undefined ? SUBJECT_SCHEMA : { $schema, ...SUBJECT_SCHEMA }
    expect(validate(schema, aCredential({ age: 18 }))).toEqual({ result: 'pass' })
    expect(validate(schema, aCredential({ age: 'x' })).result).toBe('fail')
  })

  it('a type in a list, or among others › is that type', () => {
    for (const type of [[TYPE], ['Other', 'JsonSchema']]) {
      expect(validate(SUBJECT_SCHEMA, aCredential({}), {}, type)).toMatchObject({ code: 'schema_violation' })
    }
  })

  it('formats › assert', () => {
    const schema = { properties: { born: { type: 'string', format: 'date' } } }
    expect(validate(schema, aCredential({ born: '2000-02-30' })).result).toBe('fail')
  })

  it('references › lead to registered schemas only', () => {
    const schema = { properties: { age: { $ref: 'https://schemas.example/number' } } }
    const others = { 'https://schemas.example/number': { type: 'number' } }

    expect(validate(schema, aCredential({ age: 'x' }), others).result).toBe('fail')
    expect(validate(schema, aCredential({ age: 1 }))).toMatchObject({ result: 'warn', code: 'schema_unavailable' })
  })

  it.each<[string, unknown]>([
    ['not registered', undefined],
    ['no object', 'text'],
    ['no schema', { type: 'nothing' }],
    ['of an unknown draft', { $schema: 'https://example.org/own-draft' }],
  ])('a schema that is %s › is unavailable', (_name, schema) => {
    expect(validate(schema, aCredential({}))).toMatchObject({ result: 'warn', code: 'schema_unavailable' })
  })

  it('another type › is not supported', () => {
    expect(validate(SUBJECT_SCHEMA, aCredential({}), {}, 'ShexValidator')).toMatchObject({
      result: 'warn',
      code: 'schema_type_unsupported',
    })
  })

  it('violations › are twenty at most', () => {
    const schema = { items: { type: 'string' }, type: 'array' }
    const outcome = validate({ properties: { a: schema } }, aCredential({ a: Array(50).fill(1) }))
    expect(outcome).toHaveProperty('violations.length', 20)
  })

  it('a schema › is compiled once', () => {
    let reads = 0
    const check = schemaValidatorOver({ find: () => ((reads += 1), SUBJECT_SCHEMA) })
    for (const age of [20, 30, 40]) check(aCredential({ age }), { id: ID, type: 'JsonSchema' })
    expect(reads).toBe(1)
  })

  describe('patterns', () => {
    const named = (pattern: string) => ({ properties: { name: { pattern } }, patternProperties: { '^x-': false } })
    const hostile = `${'a'.repeat(40)}!`

    it.each<[string, string, string]>([
      ['^(a+)+$', 'aaaa', 'pass'],
      ['^(a+)+$', hostile, 'fail'],
      ['b', 'abc', 'pass'],
      ['^[\\w.]+@[\\w.]+$', 'a@b.example', 'pass'],
      ['^\\d{3}$', '12', 'fail'],
      ['^(a|b|ab)*c', 'x'.repeat(900_000), 'fail'],
    ])('%s on %.20s › %s, at once', (pattern, name, result) => {
      expect(validate(named(pattern), aCredential({ name })).result).toBe(result)
    })

    it.each<[string, string, string]>([
      ['^.$', '\r', 'fail'],
      ['^.$', '\u2028', 'fail'],
      ['^\\s$', '\u00a0', 'pass'],
      ['^\\p{Lu}$', 'É', 'pass'],
      ['^\\u{1F44D}$', '👍', 'pass'],
      ['^\\d{2}\\-\\d$', '12-3', 'pass'],
      ['^\\w{10-12}$', 'x{10-12}', 'pass'],
      ['^x$', 'x\n', 'fail'],
    ])('%s on %j › means what ECMA-262 says: %s', (pattern, name, result) => {
      for (const $schema of Object.values(DRAFTS)) {
        expect(validate({ $schema, properties: { name: { pattern } } }, aCredential({ name })).result).toBe(result)
      }
    })

    it.each<[string, JsonObject, string]>([
      ['(?i)', { properties: { 'a/b': { pattern: '(?i)x' } } }, '/properties/a~1b/pattern'],
      ['\\A with a property of characters', { items: [{ pattern: '\\p{L}\\A' }] }, '/items/0/pattern'],
      [
        'a name that is no pattern',
        { patternProperties: { a: {}, '(?P<n>x)': { type: 'number' } } },
        '/patternProperties/(?P<n>x)',
      ],
      ['\\A', { properties: { name: { pattern: '\\Aada' } } }, '/properties/name/pattern'],
      ['a POSIX class', { not: { pattern: '[[:alpha:]]' } }, '/not/pattern'],
      ['a name of other engines', { patternProperties: { '^x\\Z': false } }, '/patternProperties/^x\\Z'],
      ['beside data that looks like one', { enum: [{ pattern: '(' }], not: { pattern: '(' } }, '/not/pattern'],
    ])('%s › is refused with its place', (_name, schema, place) => {
      const { '2020-12': _without, ...drafts } = DRAFTS // which has no `items` that is a list
      for (const $schema of Object.values(drafts)) {
        expect(schemaFault({ $schema, ...schema }, { find: () => undefined })).toContain(` ${place} `)
      }
    })

    it('syntax of other engines › is named, and where it stands', () => {
      const schema = { properties: { name: { pattern: '^a\\z' } } }
      expect(schemaFault(schema, { find: () => undefined })).toContain('/properties/name/pattern is no pattern')
      expect(schemaFault(schema, { find: () => undefined })).toContain('\\z at character 3 ')
    })

    it('names of members are matched as well', () => {
      expect(validate(named('.'), aCredential({ name: 'a', 'x-y': 1 }))).toMatchObject({ result: 'fail' })
    })

    it('a text that going back has no room for › fails the check, and does not make the schema unavailable', () => {
      const outcome = validate(named('^(?:(?=.)(a|b))*$'), aCredential({ name: 'ab'.repeat(5_000_000) }))
      expect(outcome).toMatchObject({ result: 'fail', code: 'timeout' })
    })

    it('one that only an engine knows which can go back › is tried with that', () => {
      expect(validate(named('^(?=a)a+$'), aCredential({ name: 'a' }))).toEqual({ result: 'pass' })
      expect(validate(named('^(?=a)a+$'), aCredential({ name: 'b' })).result).toBe('fail')
    })
  })
})

/** A name that every object of the language inherits, and what a schema says of it: schema, subject, whether it conforms. */
const INHERITED = ['constructor', 'toString'] as const
const OTHERS = Array.from({ length: 25 }, (_, index) => `a${index}`)
const withOthers = (member: JsonObject) => ({ ...Object.fromEntries(OTHERS.map((other) => [other, 1])), ...member })

type Judged = readonly [schema: JsonObject, subject: JsonObject, conforms: boolean]

const inEveryDraft = (name: string): readonly Judged[] => [
  [{ required: [name] }, {}, false],
  [{ required: [name] }, { [name]: 1 }, true],
  [{ required: [...OTHERS, name] }, withOthers({}), false],
  [{ required: [...OTHERS, name] }, withOthers({ [name]: 1 }), true],
  [{ properties: { [name]: { type: 'number' } } }, {}, true],
  [{ properties: { [name]: { type: 'number' } } }, { [name]: 'x' }, false],
  [{ properties: { a: {} }, additionalProperties: false }, { [name]: 1 }, false],
  [{ properties: { [name]: {} }, additionalProperties: false }, { [name]: 1 }, true],
  [{ patternProperties: { '[cr]': { type: 'number' } } }, { [name]: 'x' }, false],
  [{ patternProperties: { '[cr]': { type: 'number' } } }, {}, true],
  [{ dependencies: { [name]: ['b'] } }, {}, true],
  [{ dependencies: { [name]: ['b'] } }, { [name]: 1 }, false],
  [{ dependencies: { b: [name] } }, { b: 1 }, false],
  [{ dependencies: { [name]: { required: ['b'] } } }, {}, true],
  [{ dependencies: { [name]: { required: ['b'] } } }, { [name]: 1 }, false],
  [{ minProperties: 1 }, {}, false],
  [{ maxProperties: 0 }, { [name]: 1 }, false],
  [{ properties: { a: { enum: [{}, { [name]: 2 }] } } }, { a: { [name]: 1 } }, false],
  [{ properties: { a: { enum: [{}, { [name]: 1 }] } } }, { a: { [name]: 1 } }, true],
  [{ properties: { a: { uniqueItems: true } } }, { a: [{ [name]: 1 }, { [name]: 2 }, {}] }, true],
  [
    { properties: { a: { uniqueItems: true } } },
    {
      a: [
        { [name]: 1, b: 1 },
        { b: 1, [name]: 1 },
      ],
    },
    false,
  ],
  [{ properties: { a: { format: name } } }, { a: 'x' }, true],
]
const sinceDraft6 = (name: string): readonly Judged[] => [
  [{ propertyNames: { enum: ['a'] } }, { [name]: 1 }, false],
  [{ propertyNames: { enum: ['a'] } }, {}, true],
  [{ properties: { a: { const: { [name]: {} } } } }, { a: { [name]: {} } }, true],
  [{ properties: { a: { const: { [name]: {} } } } }, { a: {} }, false],
]
const since2019 = (name: string): readonly Judged[] => [
  [{ dependentRequired: { [name]: ['b'] } }, {}, true],
  [{ dependentRequired: { [name]: ['b'] } }, { [name]: 1 }, false],
  [{ dependentRequired: { b: [name] } }, { b: 1 }, false],
  [{ dependentSchemas: { [name]: false } }, {}, true],
  [{ dependentSchemas: { [name]: false } }, { [name]: 1 }, false],
  [{ properties: { a: {} }, unevaluatedProperties: false }, { [name]: 1 }, false],
  [{ anyOf: [{ properties: { a: {} } }, { required: ['q'] }], unevaluatedProperties: false }, { [name]: 1 }, false],
  [{ anyOf: [{ properties: { [name]: {} } }, { required: ['q'] }], unevaluatedProperties: false }, { [name]: 1 }, true],
]

describeRows('names of Object in %s', Object.entries(DRAFTS), (draft, $schema) => {
  it.each(INHERITED)('%s › is a member only where it stands', (name) => {
    const judged = [
      ...inEveryDraft(name),
      ...(draft === 'draft 4' ? [] : sinceDraft6(name)),
      ...(draft.startsWith('20') ? since2019(name) : []),
    ]
    for (const [schema, subject, conforms] of judged) {
      const outcome = validate({ $schema, ...schema }, aCredential(subject)).result
      expect([schema, subject, outcome]).toEqual([schema, subject, conforms ? 'pass' : 'fail'])
    }
  })

  it.each(['constructor', '__proto__', 'toString'])('a reference to #/%s › leads nowhere', (name) => {
    const schema = { $schema, properties: { a: { $ref: `#/${name}` } } }
    expect(validate(schema, aCredential({ a: 1 }))).toMatchObject({ code: 'schema_unavailable' })
  })

  it('__proto__ › is a name like any other', () => {
    const having = (value: string) => aCredential(JSON.parse(`{"__proto__":${value}}`))
    expect(validate({ $schema, required: ['__proto__'] }, aCredential({})).result).toBe('fail')
    expect(validate({ $schema, required: ['__proto__'] }, having('1'))).toEqual({ result: 'pass' })
    const schema = { $schema, ...(JSON.parse('{"properties":{"__proto__":{"type":"number"}}}') as JsonObject) }
    expect(validate(schema, aCredential({}))).toEqual({ result: 'pass' })
    expect(validate(schema, having('1'))).toEqual({ result: 'pass' })
    expect(validate(schema, having('"x"'))).toMatchObject({ violations: [{ pointer: '/credentialSubject/__proto__' }] })
  })
})

describe('schemas without end', () => {
  const { '2019-09': IN_2019, '2020-12': IN_2020 } = DRAFTS
  const EACH_OTHER = { definitions: { a: { $ref: '#/definitions/b' }, b: { $ref: '#/definitions/a' } } }
  const nested = JSON.parse(`${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}`) as unknown

  it.each<[string, unknown, string]>([
    ['$dynamicRef to its own anchor', { $schema: IN_2020, $dynamicAnchor: 'x', $dynamicRef: '#x' }, 'fail'],
    ['$dynamicRef inside', { $schema: IN_2020, $dynamicAnchor: 'x', allOf: [{ $dynamicRef: '#x' }] }, 'fail'],
    ['$recursiveRef', { $schema: IN_2019, $recursiveAnchor: true, $recursiveRef: '#' }, 'fail'],
    ['$ref', { $ref: '#' }, 'fail'],
    ['$ref inside of not', { not: { $ref: '#' } }, 'fail'],
    ['$ref by its name', { $id: 'https://schemas.example/a', allOf: [{ $ref: 'https://schemas.example/a' }] }, 'fail'],
    ['two that refer to each other', { ...EACH_OTHER, $ref: '#/definitions/a' }, 'fail'],
    ['deeper nested than the stack', nested, 'warn'],
  ])('%s › is unavailable and says why', (_name, schema, result) => {
    expect(validate(schema, aCredential({ a: 1 }))).toEqual({
      result,
      code: 'schema_unavailable',
      message: expect.stringContaining('refers to itself without end') as string,
    })
  })

  it('recursion over the value › ends with the value', () => {
    const node = { $dynamicAnchor: 'node', properties: { next: { $dynamicRef: '#node' }, name: { type: 'string' } } }
    const schema = { $schema: IN_2020, $defs: { node }, $ref: '#/$defs/node' }
    const chain = (last: unknown) =>
      Array.from({ length: 60 }).reduce<JsonObject>((inner) => ({ next: inner }), { name: last })

    expect(validate(schema, aCredential(chain('x')))).toEqual({ result: 'pass' })
    expect(validate(schema, aCredential(chain(1))).result).toBe('fail')
  })

  it('a keyword of one library › means nothing', () => {
    const schema = { $async: true, required: ['a'] }
    expect(validate(schema, aCredential({}))).toMatchObject({ code: 'schema_violation' })
    expect(validate(schema, aCredential({ a: 1 }))).toEqual({ result: 'pass' })
  })

  it('more work than is allowed › fails the check, and the next one begins anew', () => {
    const next = (index: number) => ({ $ref: `#/definitions/a${index + 1}` })
    const doubled = Array.from({ length: 40 }, (_, index) => [`a${index}`, { allOf: [next(index), next(index)] }])
    const definitions = { ...(Object.fromEntries(doubled) as JsonObject), a40: {} }
    const schema = { definitions, if: { required: ['slow'] }, then: { $ref: '#/definitions/a0' } }
    expect(validate(schema, aCredential({ slow: 1 }))).toEqual({ result: 'fail', code: 'timeout', violations: [] })
    expect(validate(schema, aCredential({}))).toEqual({ result: 'pass' })
  })
})
