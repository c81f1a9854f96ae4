// Proves docs/contract/exchange.md, Errors and results, Definitions, Definitions: fields, Definitions: formats,
// Definitions: submission requirements, Definitions: constraints, Filters.

import { describe, expect, it } from 'vitest'
import { aDefinition, aDescriptor, withField } from '../../tests/support/exchange/definitions.ts'
import { countedDocument } from '../../tests/support/exchange/counted-document.ts'
import { checkDefinition } from './check-definition.ts'
import type { JsonObject } from './json.ts'

const faults = (definition: JsonObject) => checkDefinition(definition).faults.map(({ path, code }) => `${path} ${code}`)
const warnings = (definition: JsonObject) =>
  checkDefinition(definition).warnings.map(({ path, code }) => `${path} ${code}`)
const grouped = (members: JsonObject = {}) => aDescriptor({ group: ['A'], ...members })
const required = (requirement: unknown, descriptors = [grouped()]) =>
  aDefinition({ input_descriptors: descriptors, submission_requirements: [requirement] })
const nested = (depth: number): JsonObject =>
  depth === 1 ? { rule: 'all', from: 'A' } : { rule: 'all', from_nested: [nested(depth - 1)] }
const withConstraints = (constraints: JsonObject) => aDefinition({ input_descriptors: [{ id: 'one', constraints }] })
const aField = (members: JsonObject) => aDefinition({ input_descriptors: [withField({ path: ['$.a'], ...members })] })

describe('checkDefinition', () => {
  it('takes the definition of the requirement without fault or warning', () => {
    const definition = aDefinition({
      input_descriptors: [grouped({ name: 'Licence', purpose: 'To drive' })],
      submission_requirements: [{ name: 'Licence', rule: 'all', from: 'A' }],
      format: { jwt: { alg: ['EdDSA'] } },
    })

    expect(checkDefinition(definition)).toEqual({ faults: [], warnings: [] })
  })

  it.each([
    ['no descriptors', {}, ['/input_descriptors required']],
    ['descriptors that are no list', { input_descriptors: {} }, ['/input_descriptors type']],
    [
      'too many descriptors',
      { input_descriptors: Array.from({ length: 101 }, (_, i) => aDescriptor({ id: `${i}` })) },
      ['/input_descriptors too_many'],
    ],
    ['a name that is no text', aDefinition({ name: 5 }), ['/name type']],
    ['a name that is too long', aDefinition({ purpose: 'x'.repeat(1001) }), ['/purpose too_long']],
    [
      'a descriptor without id',
      aDefinition({ input_descriptors: [aDescriptor({ id: undefined })] }),
      ['/input_descriptors/0/id required'],
    ],
    [
      'an id twice',
      aDefinition({ input_descriptors: [aDescriptor(), aDescriptor()] }),
      ['/input_descriptors/1/id duplicate'],
    ],
    [
      'a descriptor that asks for nothing',
      aDefinition({ input_descriptors: [{ id: 'a' }] }),
      ['/input_descriptors/0 required'],
    ],
    [
      'an empty schema',
      aDefinition({ input_descriptors: [aDescriptor({ schema: [] })] }),
      ['/input_descriptors/0/schema empty'],
    ],
    [
      'a schema uri that is none',
      aDefinition({ input_descriptors: [aDescriptor({ schema: [{ uri: 'licence' }] })] }),
      ['/input_descriptors/0/schema/0/uri uri_invalid'],
    ],
    [
      'required that is no boolean',
      aDefinition({ input_descriptors: [aDescriptor({ schema: [{ uri: 'urn:x:y', required: 1 }] })] }),
      ['/input_descriptors/0/schema/0/required type'],
    ],
    [
      'a group that is no list',
      aDefinition({ input_descriptors: [aDescriptor({ group: 'A' })] }),
      ['/input_descriptors/0/group type'],
    ],
    ['an unknown format', aDefinition({ format: { jpeg: {} } }), ['/format/jpeg format_unknown']],
    [
      'a format with the name of an object member',
      aDefinition({ format: { constructor: {} } }),
      ['/format/constructor format_unknown'],
    ],
    [
      'a format without algorithms',
      aDefinition({ format: { jwt: {}, ldp_vc: { proof_type: [] } } }),
      ['/format/jwt/alg required', '/format/ldp_vc/proof_type empty'],
    ],
    [
      'a format of a descriptor without algorithms',
      aDefinition({ input_descriptors: [aDescriptor({ format: { jwt_vc: { alg: [1] } } })] }),
      ['/input_descriptors/0/format/jwt_vc/alg/0 type'],
    ],
    ['no requirement', aDefinition({ submission_requirements: [] }), ['/submission_requirements empty']],
    ['an unknown rule', required({ rule: 'some', from: 'A' }), ['/submission_requirements/0/rule rule_unknown']],
    ['no rule', required({ from: 'A' }), ['/submission_requirements/0/rule required']],
    [
      'from and from_nested',
      required({ rule: 'all', from: 'A', from_nested: [nested(1)] }),
      ['/submission_requirements/0 from_or_from_nested'],
    ],
    ['neither from nor from_nested', required({ rule: 'all' }), ['/submission_requirements/0 from_or_from_nested']],
    ['an unknown group', required({ rule: 'all', from: 'B' }), ['/submission_requirements/0/from group_unknown']],
    [
      'a descriptor without group',
      required(nested(1), [grouped(), aDescriptor({ id: 'b' })]),
      ['/input_descriptors/1 descriptor_ungrouped'],
    ],
    [
      'numbers out of range',
      required({ rule: 'pick', from: 'A', count: 0, min: -1, max: 0.5 }),
      [
        '/submission_requirements/0/count number_out_of_range',
        '/submission_requirements/0/min number_out_of_range',
        '/submission_requirements/0/max number_out_of_range',
      ],
    ],
    [
      'max below min',
      required({ rule: 'pick', from: 'A', min: 2, max: 1 }),
      ['/submission_requirements/0/max number_out_of_range'],
    ],
    [
      'a number that is none',
      required({ rule: 'pick', from: 'A', count: '1' }),
      ['/submission_requirements/0/count type'],
    ],
    [
      'requirements too deep',
      required(nested(9)),
      [`/submission_requirements/0${'/from_nested/0'.repeat(8)} too_deep`],
    ],
    [
      'a faulty nested requirement',
      required({ rule: 'all', from_nested: [{ rule: 'x', from: 'A' }, 5] }),
      ['/submission_requirements/0/from_nested/0/rule rule_unknown', '/submission_requirements/0/from_nested/1 type'],
    ],
    [
      'from_nested that is empty',
      required({ rule: 'all', from_nested: [] }),
      ['/submission_requirements/0/from_nested empty'],
    ],
    [
      'a single requirement that is faulty',
      aDefinition({ submission_requirements: { rule: 'x', from: 'A' } }),
      [
        '/input_descriptors/0 descriptor_ungrouped',
        '/submission_requirements/rule rule_unknown',
        '/submission_requirements/from group_unknown',
      ],
    ],
    ['fields that are no list', withConstraints({ fields: {} }), ['/input_descriptors/0/constraints/fields type']],
    [
      'too many fields',
      withConstraints({ fields: Array.from({ length: 101 }, () => ({ path: ['$'] })) }),
      ['/input_descriptors/0/constraints/fields too_many'],
    ],
    [
      'a field without path',
      withConstraints({ fields: [{}] }),
      ['/input_descriptors/0/constraints/fields/0/path required'],
    ],
    [
      'a field with no path in the list',
      withConstraints({ fields: [{ path: [] }] }),
      ['/input_descriptors/0/constraints/fields/0/path empty'],
    ],
    [
      'a path that is none',
      withConstraints({ fields: [{ path: ['$.a', '$.'] }] }),
      ['/input_descriptors/0/constraints/fields/0/path/1 jsonpath_invalid'],
    ],
    [
      'a path that is too long',
      withConstraints({ fields: [{ path: [`$${'.a'.repeat(300)}`] }] }),
      ['/input_descriptors/0/constraints/fields/0/path/0 too_long'],
    ],
    [
      'a field id twice',
      aDefinition({
        input_descriptors: [
          withField({ path: ['$'], id: 'x' }, { id: 'a' }),
          withField({ path: ['$'], id: 'x' }, { id: 'b' }),
        ],
      }),
      ['/input_descriptors/1/constraints/fields/0/id duplicate'],
    ],
    [
      'a filter that is no schema',
      aField({ filter: { type: 'text' } }),
      ['/input_descriptors/0/constraints/fields/0/filter/type json_schema_invalid'],
    ],
    ...['(?i)ada', '(?P<n>a)', '\\p{L}\\A', '\\p{L}{10-12}', '[', '\\Aada\\z', '^[[:alpha:]]+$'].map(
      (pattern): [string, JsonObject, string[]] => [
        `the pattern ${pattern}, which ECMA-262 does not have`,
        aField({ filter: { properties: { name: { pattern } } } }),
        ['/input_descriptors/0/constraints/fields/0/filter/properties/name/pattern json_schema_invalid'],
      ],
    ),
    [
      'a name of patternProperties that ECMA-262 does not have',
      aField({ filter: { patternProperties: { '(?i)a/b': {} } } }),
      ['/input_descriptors/0/constraints/fields/0/filter/patternProperties/(?i)a~1b json_schema_invalid'],
    ],
    [
      'a filter that looks elsewhere',
      aField({ filter: { $ref: 'https://x.example/' } }),
      ['/input_descriptors/0/constraints/fields/0/filter/$ref json_schema_invalid'],
    ],
    [
      'optional that is no boolean',
      aField({ optional: 'yes' }),
      ['/input_descriptors/0/constraints/fields/0/optional type'],
    ],
    [
      'intent_to_retain that is no boolean',
      aField({ intent_to_retain: 1 }),
      ['/input_descriptors/0/constraints/fields/0/intent_to_retain type'],
    ],
    [
      'an unknown predicate',
      aField({ filter: {}, predicate: 'maybe' }),
      ['/input_descriptors/0/constraints/fields/0/predicate enum'],
    ],
    [
      'a predicate without filter',
      aField({ predicate: 'preferred' }),
      ['/input_descriptors/0/constraints/fields/0/predicate predicate_without_filter'],
    ],
    [
      'unknown preferences',
      withConstraints({ limit_disclosure: 'x', subject_is_issuer: 'y' }),
      [
        '/input_descriptors/0/constraints/limit_disclosure enum',
        '/input_descriptors/0/constraints/subject_is_issuer enum',
      ],
    ],
    [
      'relations to fields there are not',
      withConstraints({
        is_holder: [{ field_id: ['a'], directive: 'required' }],
        same_subject: [{ field_id: ['b'], directive: 'x' }],
      }),
      [
        '/input_descriptors/0/constraints/is_holder/0/field_id/0 field_id_unknown',
        '/input_descriptors/0/constraints/same_subject/0/field_id/0 field_id_unknown',
        '/input_descriptors/0/constraints/same_subject/0/directive enum',
      ],
    ],
    [
      'an unknown status directive',
      withConstraints({ statuses: { active: { directive: 'x' }, revoked: {} } }),
      [
        '/input_descriptors/0/constraints/statuses/active/directive enum',
        '/input_descriptors/0/constraints/statuses/revoked/directive required',
      ],
    ],
  ])('%s › is a fault', (_, definition, expected) => {
    const sent = JSON.parse(JSON.stringify(definition)) as JsonObject

    expect(faults(sent)).toEqual(expected)
  })

  it('limits only the texts and lists that the contract limits', () => {
    const long = 'x'.repeat(2000)
    const field = { path: ['$'], name: long, purpose: long }
    const constraints = { fields: [field], is_holder: [{ field_id: [], directive: 'required' }] }
    const submission_requirements = [{ name: long, rule: 'all', from: 'A' }]
    const input_descriptors = [{ id: long, name: long, purpose: long, group: ['A'], constraints }]

    expect(faults(aDefinition({ input_descriptors, submission_requirements }))).toEqual([])
  })

  it('reports all faults at once, in the order of the body', () => {
    const definition = {
      submission_requirements: [{ rule: 'x', from: 'A' }],
      input_descriptors: [{ id: 1, constraints: { fields: [{ path: ['a'] }] }, schema: [] }],
      name: 5,
    }

    expect(faults(definition)).toEqual([
      '/submission_requirements/0/rule rule_unknown',
      '/submission_requirements/0/from group_unknown',
      '/input_descriptors/0 descriptor_ungrouped',
      '/input_descriptors/0/id type',
      '/input_descriptors/0/constraints/fields/0/path/0 jsonpath_invalid',
      '/input_descriptors/0/schema empty',
      '/name type',
    ])
  })

  it.each<[filter: JsonObject, place: string]>([
    ...[
      'prefixItems',
      'unevaluatedItems',
      'unevaluatedProperties',
      'dependentRequired',
      'dependentSchemas',
      'minContains',
    ]
      .concat('maxContains', '$dynamicRef', '$recursiveRef')
      .map((name): [JsonObject, string] => [{ not: { [name]: {} } }, `/not/${name}`]),
    ...[
      'https://json-schema.org/draft/2020-12/schema',
      'http://json-schema.org/draft-04/schema#',
      'urn:my-own',
      '',
      7,
    ].map(($schema): [JsonObject, string] => [{ $schema, type: 'string' }, '/$schema']),
    [{ properties: { a: { $schema: 'https://json-schema.org/draft/2019-09/schema' } } }, '/properties/a/$schema'],
    [{ $ref: 'http://json-schema.org/draft-07/schema#' }, '/$ref'],
    [{ $ref: '#a', $defs: { a: { $anchor: 'a' } } }, '/$ref'],
  ])('%j › is refused as a filter, at %s', (filter, place) => {
    const path = `/input_descriptors/0/constraints/fields/0/filter${place}`

    expect(checkDefinition(aField({ filter })).faults).toMatchObject([{ path, code: 'json_schema_invalid' }])
  })

  it.each<JsonObject>([
    { $schema: 'http://json-schema.org/draft-07/schema#', $id: 'https://s.example/a', $comment: 'c', title: 't' },
    { $schema: 'https://json-schema.org/draft-07/schema', description: 'd', default: 1, examples: [1], readOnly: true },
    { properties: { maxLenght: { const: { maxLenght: 1 }, enum: [{ maxLenght: 1 }] } }, required: ['maxLenght'] },
    { if: {}, then: {}, else: {}, items: [{}], additionalItems: false, format: 'uri', definitions: { a: {} } },
    { allOf: [{ $ref: '#a' }, { $ref: 'other' }], definitions: { a: { $id: '#a' }, b: { $id: 'other' } } },
  ])('%j › is a filter without a warning', (filter) => {
    expect(checkDefinition(aField({ filter }))).toEqual({ faults: [], warnings: [] })
  })

  it('a misspelt keyword › is answered with the one that is meant', () => {
    const hintOf = (name: string) => checkDefinition(aField({ filter: { [name]: 1 } })).warnings[0]?.message
    for (const [name, meant] of [
      ['maxLenght', 'maxLength'],
      ['patern', 'pattern'],
      ['Enum', 'enum'],
      ['itmes', 'items'],
    ]) {
      expect(hintOf(name ?? '')).toContain(`is ${meant} meant?`)
    }
    expect(hintOf('nullable')).not.toContain('meant?')
  })

  it('says where a path breaks', () => {
    const [fault] = checkDefinition(aField({ path: ['$.a['] })).faults

    expect(fault?.message).toContain('position 4')
  })

  it.each([
    ['an id', aDefinition({ id: 'mine' }), ['/id id_ignored']],
    ['members without effect', aDefinition({ frame: {}, 'x/y': 1 }), ['/frame ignored_member', '/x~1y ignored_member']],
    [
      'members without effect further down',
      aDefinition({ input_descriptors: [withField({ path: ['$'], label: 'x' }, { logo: 1 })] }),
      ['/input_descriptors/0/constraints/fields/0/label ignored_member', '/input_descriptors/0/logo ignored_member'],
    ],
    ['no descriptor in the list', { input_descriptors: [] }, ['/input_descriptors asks_nothing']],
    [
      'a format nothing here can check',
      aDefinition({ format: { mso_mdoc: {}, ldp: { proof_type: ['x'] } } }),
      ['/format/mso_mdoc format_unsupported'],
    ],
    [
      'a predicate that is required',
      aField({ filter: {}, predicate: 'required' }),
      ['/input_descriptors/0/constraints/fields/0/predicate predicate_unsupported'],
    ],
    [
      'a pattern with look-around',
      aField({ filter: { pattern: '(?=a)b' } }),
      ['/input_descriptors/0/constraints/fields/0/filter pattern_backtracking'],
    ],
    ...[
      { filter: { type: 'string', maxLenght: 1 }, at: ['/maxLenght'] },
      { filter: { nullable: true, anyOf: [{ Pattern: 'a' }] }, at: ['/nullable', '/anyOf/0/Pattern'] },
      { filter: { format: 'phone' }, at: ['/format'] },
      { filter: { contentEncoding: 'base64', contentMediaType: 'a/b' }, at: ['/contentEncoding', '/contentMediaType'] },
      { filter: { properties: { a: { then: {}, else: {} } } }, at: ['/properties/a/then', '/properties/a/else'] },
      { filter: { items: {}, additionalItems: false }, at: ['/additionalItems'] },
      { filter: { $ref: '#/definitions/a', definitions: { a: {} }, minLength: 1 }, at: ['/minLength'] },
      { filter: { $ref: '#/$defs/a', $defs: { a: { requierd: ['b'] } } }, at: ['/$defs/a/requierd'] },
      {
        filter: { $ref: '#/elsewhere/a', elsewhere: { a: { minimun: 1 } } },
        at: ['/elsewhere', '/elsewhere/a/minimun'],
      },
    ].map(({ filter, at }): [string, JsonObject, readonly string[]] => [
      `${at.join(' and ')} of a filter, which is not applied`,
      aField({ filter }),
      at.map((place) => `/input_descriptors/0/constraints/fields/0/filter${place} ignored_member`),
    ]),
    [
      'a pattern with a back-reference',
      aField({ filter: { not: { pattern: '(a)\\1' } } }),
      ['/input_descriptors/0/constraints/fields/0/filter pattern_backtracking'],
    ],
    [
      'a group that is not named',
      required(nested(1), [grouped({ group: ['A', 'B'] })]),
      ['/input_descriptors/0/group/1 group_unused'],
    ],
    [
      'numbers beside all',
      required({ rule: 'all', from: 'A', count: 1, max: 1 }),
      [
        '/submission_requirements/0/count rule_argument_ignored',
        '/submission_requirements/0/max rule_argument_ignored',
      ],
    ],
    [
      'pick without numbers',
      required({ rule: 'pick', from: 'A' }),
      ['/submission_requirements/0/rule rule_argument_missing'],
    ],
    [
      'more than there are',
      required({ rule: 'pick', from: 'A', count: 2 }),
      ['/submission_requirements/0/count unsatisfiable'],
    ],
    [
      'more than there are nested',
      required({ rule: 'pick', from_nested: [nested(1)], min: 2 }),
      ['/submission_requirements/0/min unsatisfiable'],
    ],
  ])('%s › is a warning', (_, definition, expected) => {
    expect(checkDefinition(definition).faults).toEqual([])
    expect(warnings(definition)).toEqual(expected)
  })

  it("takes the quantifier of DIF's own example as the text it is", () => {
    expect(checkDefinition(aField({ filter: { pattern: '^[0-9]{10-12}$' } }))).toEqual({ faults: [], warnings: [] })
  })

  it.each([
    ['^ada\\Z', '\\Z at character 5 '],
    ['[[:alpha:]]', '[:alpha:] at character 2 '],
  ])('the message about %s › says where: %s', (pattern, place) => {
    const { faults } = checkDefinition(aField({ filter: { not: { pattern } } }))

    expect(faults.map(({ path }) => path)).toEqual(['/input_descriptors/0/constraints/fields/0/filter/not/pattern'])
    expect(faults[0]?.message).toContain(place)
  })

  it('a definition made to be slow › is refused', () => {
    const fields = Array.from({ length: 100 }, (_, index) => ({
      path: ['$'],
      filter: { pattern: `(a{30}){30}${index}` },
    }))
    const input_descriptors = Array.from({ length: 20 }, (_, index) => ({ id: `${index}`, constraints: { fields } }))
    expect(faults({ input_descriptors })[0]).toMatch(/json_schema_invalid$/)
  })

  it.each<[string, (count: number) => JsonObject]>([
    ['members without effect', (count) => ({ ...aDefinition(), ...numbered(count, 'x') })],
    ['formats nobody knows', (count) => ({ ...aDefinition(), format: numbered(count, {}) })],
  ])('%s › takes steps in proportion to their number', (_, definitionWith) => {
    const [few, many] = [100, 10_000].map((count) => countedDocument(definitionWith(count)))
    for (const one of [few, many]) checkDefinition(one?.watched ?? {})

    expect((many?.steps() ?? NaN) / (few?.steps() ?? NaN)).toBeLessThan(110)
  })
})

function numbered(count: number, value: unknown): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, value]))
}
