import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { schemaValidatorOver } from './schema-validator.ts'

const ID = 'https://schemas.example/age/1.0.0'
const SUBJECT_SCHEMA = {
  type: 'object',
  properties: { age: { type: 'integer', minimum: 18 } },
  required: ['age'],
}
const aCredential = (subject: unknown): JsonObject => ({ id: 'urn:1', credentialSubject: subject, proof: {} })

function validate(schema: unknown, credential: JsonObject, others: JsonObject = {}, type = 'JsonSchemaValidator2018') {
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

  it.each([
    ['no draft', undefined],
    ['draft 4', 'http://json-schema.org/draft-04/schema#'],
    ['draft 6', 'http://json-schema.org/draft-06/schema#'],
    ['draft 7', 'http://json-schema.org/draft-07/schema#'],
    ['2019-09', 'https://json-schema.org/draft/2019-09/schema'],
    ['2020-12', 'https://json-schema.org/draft/2020-12/schema'],
  ])('%s › is understood', (_name, $schema) => {
    const schema = $schema === undefined ? SUBJECT_SCHEMA : { $schema, ...SUBJECT_SCHEMA }
    expect(validate(schema, aCredential({ age: 18 }))).toEqual({ result: 'pass' })
    expect(validate(schema, aCredential({ age: 'x' })).result).toBe('fail')
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

    it('names of members are matched as well', () => {
      expect(validate(named('.'), aCredential({ name: 'a', 'x-y': 1 }))).toMatchObject({ result: 'fail' })
    })

    it('one that only an engine knows which can go back › is tried with that', () => {
      expect(validate(named('^(?=a)a+$'), aCredential({ name: 'a' }))).toEqual({ result: 'pass' })
      expect(validate(named('^(?=a)a+$'), aCredential({ name: 'b' })).result).toBe('fail')
    })
  })
})
