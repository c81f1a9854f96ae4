// Proves docs/contract/window.md, Definitions.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeDefinition, describeField, describeFormats } from './describe-definition.ts'
import { describeFilter } from './describe-filter.ts'
import { aDefinition, aQuery } from '../testing/definitions.ts'
import { describeQuestion } from './describe-question.ts'
import { placeName } from './place-name.ts'

describe('describeFilter', () => {
  it.each([
    [{}, ''],
    [true, ''],
    [{ type: 'string' }, 'is text'],
    [{ type: ['string', 'null'] }, 'is text or is null'],
    [{ type: 'string', const: 'B' }, 'is “B”'],
    [{ const: 5 }, 'is 5'],
    [{ enum: ['B', 'C'] }, 'is “B” or “C”'],
    [{ not: { const: 'B' } }, 'is not “B”'],
    [{ not: { enum: ['B', 'C'] } }, 'is none of “B” or “C”'],
    [{ type: 'string', pattern: '^B' }, 'matches ^B'],
    [{ minLength: 1, maxLength: 2 }, 'has at least 1 character and has at most 2 characters'],
    [{ minItems: 1, maxItems: 2 }, 'has at least 1 entry and has at most 2 entries'],
    [{ type: 'integer', minimum: 18, exclusiveMaximum: 100 }, 'is 18 or more and is less than 100'],
    [{ type: 'string', format: 'date', exclusiveMinimum: '2026-01-01' }, 'is later than 2026-01-01'],
    [{ format: 'date', formatMaximum: '2026-01-01' }, 'is 2026-01-01 or earlier'],
    [{ type: 'string', format: 'email' }, 'is an email address'],
    [{ format: 'colour' }, 'has the format colour'],
    [{ type: 'array', contains: { const: 'B' } }, 'has an entry that is “B”'],
    [{ anyOf: [{ const: 'B' }, { pattern: '^C' }] }, 'is “B” or matches ^C'],
    [{ anyOf: [{ const: 'B' }, {}] }, ''],
    [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, 'is 1 or more and is 2 or less'],
    [{ properties: { a: { const: 1 }, b: {} }, required: ['a'] }, 'has a, which is 1 and has a'],
    [{ multipleOf: 5 }, 'follows multipleOf as in the JSON'],
    [{ title: 'Category', const: 'B' }, 'is “B”'],
    [false, 'never fits'],
  ])('says %j as %j', (filter, words) => {
    expect(describeFilter(filter)).toBe(words)
  })

  it('names every keyword it has no words for, however the filter looks', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^x-[a-z]{1,8}$/), fc.jsonValue({ maxDepth: 2 }), (keyword, value) => {
        expect(describeFilter({ [keyword]: value })).toContain(keyword)
      }),
    )
  })

  it('takes the names that every object has for unknown keywords', () => {
    for (const keyword of ['toString', 'constructor', 'hasOwnProperty', '__proto__']) {
      const filter = { items: JSON.parse(`{ "${keyword}": 0 }`) as unknown }
      expect(describeFilter(filter), keyword).toContain(keyword)
    }
    expect(describeFilter({ type: { toString: 0 }, format: { toString: 0 } })).not.toContain('definitions.')
  })

  it('says something about any filter, and never breaks on a broken one', () => {
    const keyword = fc.constantFrom(
      'const',
      'enum',
      'not',
      'anyOf',
      'items',
      'contains',
      'properties',
      'type',
      'minimum',
    )
    fc.assert(
      fc.property(fc.dictionary(keyword, fc.jsonValue({ maxDepth: 5 })), (filter) => {
        expect(describeFilter(filter)).not.toContain('definitions.')
      }),
    )
  })
})

describe('describeField', () => {
  it('is called by the end of its path, where nobody named it', () => {
    expect(describeField({ path: ["$.credentialSubject['birth date']"], filter: { const: 1 } })).toMatchObject({
      name: 'birth date',
      condition: 'is 1',
      notes: [],
    })
    expect(describeField({ path: ['$.credentialSubject.category[*]', '$.vc.category'] }).name).toBe('category')
  })

  it('notes what a wallet should know before it answers', () => {
    const field = { path: ['$.age'], name: 'Age', optional: true, intent_to_retain: true, predicate: 'required' }
    expect(describeField(field)).toMatchObject({
      name: 'Age',
      condition: 'is present',
      notes: ['optional', 'will be kept', 'only whether it is true'],
    })
  })
})

describe('describeDefinition', () => {
  const inputs = [
    { id: 'licence', name: 'Licence', group: ['A'], schema: [{ uri: 'https://a.example', required: true }] },
    {
      id: 'age',
      group: ['A', 'B'],
      constraints: { limit_disclosure: 'required', statuses: { revoked: { directive: 'disallowed' } } },
    },
  ]

  it('sums up what is asked', () => {
    const summary = (members: object) => describeDefinition({ input_descriptors: inputs, ...members }).summary
    expect(summary({})).toBe('Requests 2 credentials, all of them.')
    expect(summary({ input_descriptors: [inputs[0]] })).toBe('Requests one credential.')
    expect(summary({ input_descriptors: [] })).toBe('Requests nothing.')
    expect(summary({ submission_requirements: [{ rule: 'all', from: 'A' }] })).toBe(
      'Requests 2 credentials, all of them.',
    )
    expect(summary({ submission_requirements: { rule: 'pick', count: 1, from: 'A' } })).toBe(
      'Requests exactly 1 of 2 credentials.',
    )
    expect(
      summary({
        submission_requirements: [
          { rule: 'all', from: 'A' },
          { rule: 'all', from: 'B' },
        ],
      }),
    ).toBe('Requests some of 2 credentials, by rules.')
  })

  it('says rules with the inputs of their groups, from the outside in', () => {
    const { rules } = describeDefinition({
      input_descriptors: inputs,
      submission_requirements: [
        {
          name: 'Either',
          rule: 'pick',
          min: 1,
          max: 2,
          from_nested: [
            { rule: 'all', from: 'A' },
            { rule: 'pick', from: 'B' },
          ],
        },
      ],
    })
    expect(rules).toMatchObject([
      {
        name: 'Either',
        text: 'at least 1 and at most 2 of these',
        members: [],
        inner: [
          { text: 'All of group A', members: ['Licence', 'age'] },
          { text: 'at least 1 of group B', members: ['age'] },
        ],
      },
    ])
  })

  it('says what else an input demands', () => {
    const { inputs: asked } = describeDefinition({ input_descriptors: inputs })
    expect(asked[0]?.schemas).toEqual([{ uri: 'https://a.example', required: true }])
    expect(asked[1]?.rules).toEqual(['Nothing beyond these fields may be disclosed.', 'It must not be revoked.'])
  })

  it('calls the fields of a rule by their names', () => {
    const constraints = {
      fields: [{ id: 'born', name: 'Date of birth', path: ['$.birthDate'] }],
      is_holder: [{ field_id: ['born', 'other'], directive: 'required' }],
      same_subject: [{ field_id: ['born'], directive: 'preferred' }],
    }
    const { inputs: asked } = describeDefinition({ input_descriptors: [{ id: 'one', constraints }] })
    expect(asked[0]?.rules).toEqual([
      'The presenter must be the subject of Date of birth and other.',
      'Date of birth should be about the same subject.',
    ])
  })

  it('reads whatever somebody types', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (descriptors, requirements) => {
        const asked = describeDefinition({ input_descriptors: descriptors, submission_requirements: requirements })
        expect(JSON.stringify(asked)).not.toContain('definitions.words')
      }),
    )
  })
})

it('describeFormats › says what must have signed', () => {
  expect(
    describeFormats({ jwt: { alg: ['EdDSA', 'ES256'] }, ldp_vc: { proof_type: ['Ed25519Signature2018'] }, odd: {} }),
  ).toEqual(['jwt with EdDSA or ES256', 'ldp_vc with Ed25519Signature2018', 'odd'])
})

describe('placeName', () => {
  const root = {
    input_descriptors: [{ id: 'licence', schema: [{ uri: '' }], constraints: { fields: [{ path: ['$.a'] }] } }],
    submission_requirements: [{ rule: 'all' }],
  }

  it.each([
    [[], ''],
    [['name'], 'Name'],
    [['input_descriptors'], 'Inputs'],
    [['input_descriptors', 0], 'Input licence'],
    [['input_descriptors', 0, 'schema', 0, 'uri'], 'Input licence, schema 1, uri'],
    [['input_descriptors', 0, 'constraints', 'fields', 0, 'path', 0], 'Input licence, field 1, path 1'],
    [['submission_requirements', 0, 'from'], 'Rule 1, from'],
    [['format', 'jwt', 'alg', 1], 'Format, jwt, alg, entry 2'],
  ])('calls %j %j', (location, name) => {
    expect(placeName(location, root)).toBe(name)
  })
})

describe('describeQuestion', () => {
  it('describes a definition as one', () => {
    expect(describeQuestion(aDefinition())).toEqual(describeDefinition(aDefinition()))
  })

  it('says what a DCQL query asks of a credential', () => {
    expect(describeQuestion(aQuery())).toMatchObject({
      summary: 'Requests one credential.',
      rules: [],
      inputs: [
        {
          name: 'age',
          fields: [{ name: 'ageOver18', paths: ['$.ageOver18'], condition: 'is true' }],
          rules: [
            'It must be of the type https://credentials.example/age.',
            'Nothing beyond these fields may be disclosed.',
          ],
          formats: ['dc+sd-jwt'],
        },
      ],
    })
  })

  it('says what is special about it, and which credentials are enough', () => {
    const { inputs, rules, summary } = describeQuestion(
      aQuery(
        {
          format: 'jwt_vc_json',
          meta: { type_values: [['A', 'B'], ['C']] },
          multiple: true,
          require_cryptographic_holder_binding: false,
          trusted_authorities: [{ type: 'aki', values: ['x'] }],
          claims: [
            { id: 'a', path: ['list', null], values: [1, 2] },
            { id: 'b', path: ['b'] },
          ],
          claim_sets: [['a', 'b'], ['b']],
        },
        { credential_sets: [{ options: [['age', 'other'], ['third']], required: false }] },
      ),
    )

    expect(inputs[0]?.rules).toEqual([
      'It must be of the type A and B or C.',
      'One of these combinations of claims is enough: a and b; b.',
      'One of the named authorities must certify its issuer.',
      'Several credentials may be given.',
      'Its holder need not prove that it is theirs.',
    ])
    expect(inputs[0]?.fields).toMatchObject([
      { name: 'list', paths: ['$.list[*]'], condition: 'is 1 or 2' },
      { name: 'b', condition: 'is present' },
    ])
    expect(rules).toMatchObject([
      { text: 'one of these options, or none', inner: [{ text: 'age and other' }, { text: 'third' }] },
    ])
    expect(summary).toBe('Requests one credential, by rules.')
  })

  it('leaves out what is malformed in a query that is being typed', () => {
    for (const query of [null, 5, {}, { credentials: [5, {}, { claims: [{ path: [{}] }, 5], meta: 5 }] }]) {
      expect(() => describeQuestion({ dcql_query: query }), JSON.stringify(query)).not.toThrow()
    }
  })
})

it('placeName › calls the parts of a DCQL query by their names', () => {
  const query = aQuery({}, { credential_sets: [{ options: [['age']] }] })

  expect(placeName(['dcql_query', 'credentials', 0, 'claims', 0, 'path'], query)).toMatch(
    /^Credential query age, claim 1/,
  )
  expect(placeName(['dcql_query', 'credential_sets', 0, 'options', 0], query)).toBe('Credential set 1, option 1')
})
