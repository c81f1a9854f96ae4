// Proves docs/contract/exchange.md, Filters.

import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BudgetSpent, newBudget } from '../presentation-exchange/budget.ts'
import type { JsonObject } from '../presentation-exchange/json.ts'
import { prepareSchema } from './json-schema.ts'
import { SchemaFault } from './json-schema-resources.ts'

const broken = (schema: unknown, value: unknown) => prepareSchema(schema, newBudget()).check(value, newBudget())

describe('prepareSchema', () => {
  it.each([
    [{ type: 'string' }, 'a', 1],
    [{ type: ['integer', 'null'] }, 3, 3.5],
    [{ const: { a: [1, { b: 2 }] } }, { a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }],
    [{ enum: ['A', null, { x: 1, y: 2 }] }, { y: 2, x: 1 }, { y: 2 }],
    [{ minimum: 1, maximum: 3 }, 3, 4],
    [{ exclusiveMinimum: 1, exclusiveMaximum: 3 }, 2, 3],
    [{ multipleOf: 0.1 }, 0.3, 0.35],
    [{ minLength: 2, maxLength: 2 }, '👍👍', '👍'],
    [{ pattern: 'b+c' }, 'abbcd', 'ac'],
    [{ minItems: 1, maxItems: 2, uniqueItems: true }, [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 1 }]],
    [{ items: { type: 'number' } }, [1, 2], [1, 'a']],
    [{ items: [{ type: 'number' }], additionalItems: false }, [1], [1, 2]],
    [{ contains: { const: 'x' } }, ['a', 'x'], ['a']],
    [{ required: ['a'], properties: { a: { type: 'number' } } }, { a: 1 }, {}],
    [{ properties: { a: { type: 'number' } } }, {}, { a: 'a' }],
    [{ patternProperties: { '^x': true }, additionalProperties: false }, { xy: 1 }, { yx: 1 }],
    [{ propertyNames: { maxLength: 1 } }, { a: 1 }, { ab: 1 }],
    [{ minProperties: 1, maxProperties: 1 }, { a: 1 }, { a: 1, b: 1 }],
    [{ dependencies: { a: ['b'], c: { required: ['d'] } } }, { a: 1, b: 1 }, { c: 1 }],
    [{ if: { type: 'string' }, then: { minLength: 1 }, else: { minimum: 1 } }, 1, ''],
    [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, 2, 3],
    [{ anyOf: [{ const: 1 }, { const: 2 }] }, 2, 3],
    [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 1, 2],
    [{ not: { type: 'string' } }, 1, 'a'],
    [{ definitions: { a: { const: 1 } }, properties: { x: { $ref: '#/definitions/a' } } }, { x: 1 }, { x: 2 }],
    [
      { properties: { next: { $ref: '#' } }, required: ['id'] },
      { id: 1, next: { id: 2 } },
      { id: 1, next: {} },
    ],
  ])('%j › takes %j and refuses %j', (schema, good, bad) => {
    expect(broken(schema, good)).toBeUndefined()
    expect(broken(schema, bad)).toEqual(expect.any(String))
  })

  it('boolean schemas › take everything or nothing', () => {
    expect(broken(true, {})).toBeUndefined()
    expect(broken(false, {})).toBe('false')
  })

  it.each([
    ['date', '2026-02-28', '2026-02-30'],
    ['date-time', '2026-01-01T00:00:00.123456789012Z', '2010-01-01T19:73:24Z'],
    ['time', '23:59:60Z', '12:00:60Z'],
    ['email', 'ada@example.org', 'ada@'],
    ['uri', 'urn:uuid:1', '/relative'],
    ['uuid', '00000000-0000-4000-8000-00000000000A', '0000'],
    ['hostname', 'a.example', '-a.example'],
    ['ipv4', '127.0.0.1', '256.0.0.1'],
    ['ipv6', '::ffff:127.0.0.1', '1::2::3'],
  ])('format %s › takes %s and refuses %s', (format, good, bad) => {
    expect(broken({ format }, good)).toBeUndefined()
    expect(broken({ format }, bad)).toBe('format')
  })

  it('format › does not assert for other names, nor for what is no text', () => {
    expect(broken({ format: 'phone' }, 'x')).toBeUndefined()
    expect(broken({ format: 'date' }, 5)).toBeUndefined()
  })

  it.each([
    [{ format: 'date', minimum: '2000-01-01' }, '2000-01-01', '1999-12-31'],
    [{ format: 'date', exclusiveMaximum: '2000-01-01' }, '1999-12-31', '2000-01-01'],
    [{ format: 'date', formatMaximum: '2000-01-01' }, '2000-01-01', '2000-01-02'],
    [
      { format: 'date-time', formatExclusiveMinimum: '2026-01-01T00:00:00Z' },
      '2026-01-01T00:00:00.05Z',
      '2025-12-31T23:00:00-01:00',
    ],
    [{ format: 'time', maximum: '12:00:00Z' }, '13:30:00+02:00', '12:00:00.1Z'],
  ])('%j › compares as what is meant', (schema, good, bad) => {
    expect(broken(schema, good)).toBeUndefined()
    expect(broken(schema, bad)).toEqual(expect.any(String))
  })

  it.each([
    [{ type: 'text' }, ['type']],
    [{ minimum: '2000-01-01' }, ['minimum']],
    [{ format: 'date', minimum: 'soon' }, ['minimum']],
    [{ exclusiveMinimum: true }, ['exclusiveMinimum']],
    [{ properties: { a: { pattern: '(' } } }, ['properties', 'a', 'pattern']],
    [{ if: true, then: { minLength: -1 } }, ['then', 'minLength']],
    [{ then: 5 }, ['then']],
    [{ enum: [] }, ['enum']],
    [{ $ref: 'https://example.org/schema' }, ['$ref']],
    [{ $ref: '#/definitions/none' }, ['$ref']],
    [{ $ref: '#/%' }, ['$ref']],
    ['text', []],
  ])('%j › is no schema of draft 7', (schema, location) => {
    expect(() => prepareSchema(schema, newBudget())).toThrow(SchemaFault)
    expect(() => prepareSchema(schema, newBudget())).toThrow(expect.objectContaining({ location }) as Error)
  })

  it('const and enum › are tried before pattern', () => {
    expect(broken({ pattern: 'x', const: 'a' }, 'b')).toBe('const')
    expect(broken({ pattern: 'x', enum: ['a'] }, 'b')).toBe('enum')
  })

  it('names of Object › are names like any other', () => {
    expect(broken({ required: ['constructor'] }, {})).toBe('required')
    expect(broken({ properties: { toString: { type: 'number' } } }, {})).toBeUndefined()
    expect(broken(JSON.parse('{"properties":{"__proto__":{"type":"number"}}}'), JSON.parse('{"__proto__":"a"}'))).toBe(
      'type',
    )
    expect(() => prepareSchema({ $ref: '#/constructor' }, newBudget())).toThrow(SchemaFault)
  })

  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'])(
    '%s › is a member only where it stands, for every keyword',
    (name) => {
      const having = (value: unknown) => JSON.parse(`{"${name}":${JSON.stringify(value)}}`) as JsonObject
      const judged: readonly (readonly [JsonObject, JsonObject, boolean])[] = [
        [{ required: [name] }, {}, false],
        [{ required: [name] }, having(1), true],
        [{ properties: having({ type: 'number' }) }, {}, true],
        [{ properties: having({ type: 'number' }) }, having('x'), false],
        [{ properties: { a: {} }, additionalProperties: false }, having(1), false],
        [{ properties: having({}), additionalProperties: false }, having(1), true],
        [{ patternProperties: { '.': { type: 'number' } } }, having('x'), false],
        [{ propertyNames: { const: 'a' } }, having(1), false],
        [{ dependencies: having(['b']) }, {}, true],
        [{ dependencies: having(['b']) }, having(1), false],
        [{ dependencies: { b: [name] } }, { b: 1 }, false],
        [{ dependencies: having({ required: ['b'] }) }, {}, true],
        [{ dependencies: having({ required: ['b'] }) }, having(1), false],
        [{ minProperties: 1 }, {}, false],
        [{ maxProperties: 0 }, having(1), false],
        [{ const: having({}) }, {}, false],
        [{ const: having({}) }, having({}), true],
        [{ enum: [{}] }, having(1), false],
        [{ uniqueItems: true, items: { required: [name] } }, {}, true],
      ]
      for (const [schema, value, conforms] of judged) {
        expect([schema, value, broken(schema, value) === undefined]).toEqual([schema, value, conforms])
      }
    },
  )

  it('agrees with another implementation of draft 7', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false })
    // The other implementation compares objects by calling what their members of these names hold.
    const value = fc
      .jsonValue({ maxDepth: 2 })
      .filter((one) => !/"(?:toString|valueOf|constructor)":/.test(JSON.stringify(one)))
    const leaf = fc.oneof(
      fc.record({ type: fc.constantFrom('string', 'number', 'integer', 'object', 'array', 'boolean', 'null') }),
      fc.record({ const: value }),
      fc.record({ minimum: fc.integer(), maximum: fc.integer() }, { requiredKeys: [] }),
      fc.record({ minLength: fc.nat(3), maxLength: fc.nat(3) }, { requiredKeys: [] }),
      fc.record({ pattern: fc.constantFrom('^a', 'b+', '[0-9]$') }),
      fc.record({ uniqueItems: fc.boolean(), minItems: fc.nat(2), maxProperties: fc.nat(2) }, { requiredKeys: [] }),
    )
    const schema = fc.oneof(
      leaf,
      fc.record({ anyOf: fc.array(leaf, { minLength: 1, maxLength: 3 }) }),
      fc.record({ oneOf: fc.array(leaf, { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: leaf, items: leaf, contains: leaf, additionalProperties: leaf }, { requiredKeys: [] }),
      fc.record({ if: leaf, then: leaf, else: leaf }, { requiredKeys: ['if'] }),
    )
    fc.assert(
      fc.property(schema, value, (oneSchema, oneValue) => {
        const theirs: unknown = ajv.validate(oneSchema, oneValue)

        expect(broken(oneSchema, oneValue) === undefined).toBe(theirs)
      }),
      { numRuns: 300 },
    )
  })
})

describe('prepareSchema, hostile schemas', () => {
  const doubled = Array.from({ length: 40 }, (_, index) => {
    const next = { $ref: `#/definitions/a${index + 1}` }
    return [`a${index}`, { allOf: [next, next] }] as const
  })
  const doubling = { definitions: { ...Object.fromEntries(doubled), a40: {} }, $ref: '#/definitions/a0' }

  it.each([
    ['references that double at each step', doubling, 1],
    ['a schema that is itself', { $ref: '#' }, 1],
    ['schemas that are each other', { allOf: [{ $ref: '#' }] }, 1],
    ['a long text for a large pattern', { pattern: '((a|b|c|d){1,30}x?){1,30}z' }, 'abcd'.repeat(50_000)],
    ['a pattern that only backtracking knows', { pattern: '(?=(a+)+b)c' }, 'a'.repeat(100)],
    [
      'a wide list of wide lists',
      { uniqueItems: true, items: { uniqueItems: true } },
      Array.from({ length: 2000 }, (_, i) => Array.from({ length: 1000 }, (__, j) => i + j)),
    ],
  ])('%s › ends with the budget', (_, schema, value) => {
    expect(() => broken(schema, value)).toThrow(BudgetSpent)
  })

  it.each([
    ['a class of one property many times', `[${'\\p{L}'.repeat(40_000)}]`],
    ['many properties', '\\p{L}'.repeat(2_000)],
    ['many sets', '\\S'.repeat(30_000)],
    ['one long text', 'a'.repeat(200_000)],
  ])('%s › ends the preparation before the engine reads it', (_name, pattern) => {
    expect(() => prepareSchema({ pattern }, newBudget())).toThrow(BudgetSpent)
  })

  it('many large patterns › end the preparation', () => {
    const anyOf = Array.from({ length: 5000 }, (_, index) => ({ pattern: `(a{30}){30}${index}` }))

    expect(() => prepareSchema({ anyOf }, newBudget())).toThrow(BudgetSpent)
  })
})
