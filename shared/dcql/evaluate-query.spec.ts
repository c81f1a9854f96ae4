// Proves docs/contract/exchange.md, DCQL.

import { describe, expect, it } from 'vitest'
import { aJwtCandidate } from '../../tests/support/exchange/definitions.ts'
import { aCredentialQuery, anSdJwt, aW3c, VCT } from '../../tests/support/exchange/dcql.ts'
import { findings } from '../../tests/support/exchange/evaluation.ts'
import { QUERIES } from '../../tests/vectors/dcql-vectors.ts'
import { newBudget } from '../presentation-exchange/budget.ts'
import { readCandidate } from '../presentation-exchange/candidate.ts'
import type { Candidate } from '../presentation-exchange/candidate.ts'
import type { JsonObject } from '../presentation-exchange/json.ts'
import { evaluateCredentialQuery } from './evaluate-query.ts'
import type { QueryContext } from './evaluate-query.ts'

const evaluate = (members: JsonObject, candidate: Candidate, context: QueryContext = {}) =>
  evaluateCredentialQuery(aCredentialQuery(members), candidate, context)
const found = (...given: Parameters<typeof evaluate>) => findings(evaluate(...given))

const PERSON = { family_name: 'Doe', given_name: 'Ada', address: { street_address: 'High Street', locality: 'Ely' } }

describe('formats and types', () => {
  it.each([
    ['the same', {}, anSdJwt({}), []],
    ['the older name of it', { format: 'vc+sd-jwt' }, anSdJwt({}), []],
    ['another one', {}, aW3c([], {}), ['format format_not_allowed']],
    ['an mdoc › is never met', { format: 'mso_mdoc' }, anSdJwt({}), ['format format_not_allowed']],
    ['a vct of the list', { meta: { vct_values: ['x', VCT] } }, anSdJwt({}), []],
    ['none of the list', { meta: { vct_values: ['x'] } }, anSdJwt({}), ['schema schema_mismatch']],
    ['all types of one list', { format: 'ldp_vc', meta: { type_values: [['A', 'X'], ['B']] } }, aW3c(['B'], {}), []],
    [
      'not all of any list',
      { format: 'ldp_vc', meta: { type_values: [['A', 'X'], ['B']] } },
      aW3c(['A'], {}),
      ['schema schema_mismatch'],
    ],
    [
      'a type as an IRI',
      { format: 'ldp_vc', meta: { type_values: [['https://a.example/A']] } },
      readCandidate({ type: ['VerifiableCredential', 'A'] }, ['https://a.example/A']) ?? anSdJwt({}),
      [],
    ],
  ])('%s', (_, members, candidate, expected) => {
    expect(found(members, candidate)).toEqual(expected)
  })

  it('says what answered', () => {
    const meta = { type_values: [['A']] }

    expect(evaluate({ meta: { vct_values: [VCT] } }, anSdJwt({})).matchedBy).toBe('vct')
    expect(evaluate({ format: 'ldp_vc', meta }, aW3c(['A'], {})).matchedBy).toBe('type')
    expect(evaluate({}, anSdJwt({})).matchedBy).toBeNull()
  })
})

describe('claims', () => {
  it.each([
    ['all there', [{ path: ['family_name'] }, { path: ['address', 'locality'] }], []],
    ['one missing', [{ path: ['family_name'] }, { path: ['address', 'country'] }], ['field field_missing']],
    ['a name of Object', [{ path: ['toString'] }], ['field field_missing']],
    ['a value of the list', [{ path: ['family_name'], values: ['Roe', 'Doe'] }], []],
    ['none of it', [{ path: ['family_name'], values: ['doe', true, 1] }], ['field value_not_allowed']],
  ])('%s', (_, claims, expected) => {
    expect(found({ claims }, anSdJwt(PERSON))).toEqual(expected)
  })

  it('a value counts with its type', () => {
    const claims = [{ path: ['age_over_18'], values: [true] }]

    expect(found({ claims }, anSdJwt({ age_over_18: true }))).toEqual([])
    expect(found({ claims }, anSdJwt({ age_over_18: 'true' }))).toEqual(['field value_not_allowed'])
    expect(found({ claims }, anSdJwt({ age_over_18: 1 }))).toEqual(['field value_not_allowed'])
  })

  it('one of several elements is enough, and only it is asked for', () => {
    const outcome = evaluate({ claims: [{ path: ['list', null], values: ['b'] }] }, anSdJwt({ list: ['a', 'b'] }))

    expect(outcome).toMatchObject({ holds: true, asked: { claims: [['list', 1]], byIndex: [] } })
    expect(outcome.fields).toMatchObject([{ path: '["list",null]', location: ['list', 1], satisfied: true }])
  })

  it('a fault tells place, cause, and what was asked for', () => {
    const { checks } = evaluate({ claims: [{ id: 'a', path: ['family_name'], values: ['Roe', 1] }] }, anSdJwt(PERSON))

    expect(checks.find(({ result }) => result === 'fail')).toMatchObject({
      check: 'descriptor.field',
      code: 'value_not_allowed',
      location: ['family_name'],
      expected: '"Roe", 1',
    })
  })

  it('a JWT is read in the form of all formats, or as it was sent', () => {
    const jwt = aJwtCandidate({ vc: { type: ['VerifiableCredential', 'A'], credentialSubject: { name: 'Ada' } } })
    const members = { format: 'jwt_vc_json', meta: { type_values: [['A']] } }
    const placeOf = (path: readonly string[]) => evaluate({ ...members, claims: [{ path }] }, jwt).fields[0]?.location

    expect(placeOf(['credentialSubject', 'name'])).toEqual(['vc', 'credentialSubject', 'name'])
    expect(placeOf(['vc', 'credentialSubject', 'name'])).toEqual(['vc', 'credentialSubject', 'name'])
    expect(placeOf(['name'])).toBeNull()
  })

  it('an index into linked data › each value must be listed, since nothing states their order', () => {
    const members = { format: 'ldp_vc', meta: { type_values: [['A']] } }
    const claims = [{ path: ['credentialSubject', 'licence', 0], values: ['B'] }]

    expect(found({ ...members, claims }, aW3c(['A'], { licence: 'B' }))).toEqual([])
    expect(found({ ...members, claims }, aW3c(['A'], { licence: ['B', 'C'] }))).toEqual(['field value_not_allowed'])
  })

  it('names that the statements do not need › refuse, and meet nothing', () => {
    const members = { format: 'ldp_vc', meta: { type_values: [['A']] } }
    const claims = [{ path: ['credentialSubject', 'age'], values: [18] }]
    const stated = (age: object, added: object): Candidate => {
      const candidate = aW3c(['A'], { ...age })
      const withAddedNames = aW3c(['A'], { ...added }).credential
      return { ...candidate, stated: { sent: candidate.credential, unordered: new Map(), withAddedNames } }
    }

    expect(found({ ...members, claims }, stated({ age: 18 }, { age: 18 }))).toEqual([])
    expect(found({ ...members, claims }, stated({ age: 18 }, { age: 17 }))).toEqual(['field value_not_allowed'])
    expect(found({ ...members, claims }, stated({}, { age: 18 }))).toEqual(['field field_missing'])
  })

  it('too much work › the claim fails', () => {
    const list = Array.from({ length: 400 }, () => 1)

    expect(found({ claims: [{ path: ['list', null] }] }, anSdJwt({ list }), { budget: newBudget(100) })).toEqual([
      'field filter_timeout',
    ])
  })
})

describe('claim sets', () => {
  const [{ claims, claim_sets }] = QUERIES.claims_alternatives.credentials
  const base = { last_name: 'Doe', date_of_birth: '1990-01-01' }

  it.each([
    ['the first that is satisfied', { ...base, locality: 'Ely', region: 'Cambs', postal_code: 'CB7' }, 0, []],
    ['a later one', { ...base, postal_code: 'CB7', locality: 'Ely' }, 1, []],
    ['none › what some set needs', { ...base, region: 'Cambs' }, null, ['field field_missing', 'field field_missing']],
  ])('%s', (_, held, claimSet, expected) => {
    const outcome = evaluate({ claims, claim_sets }, anSdJwt(held))

    expect(outcome.claimSet).toBe(claimSet)
    expect(findings(outcome)).toEqual(expected)
  })

  it('a claim of another set › was not asked for', () => {
    const held = { ...base, locality: 'Ely', region: 'Cambs', postal_code: 'CB7' }

    expect(found({ claims, claim_sets }, anSdJwt(held, [['postal_code']]))).toEqual([
      'warn limit_disclosure disclosed_too_much',
    ])
  })
})

describe('disclosures', () => {
  const disclosed = [['address'], ['address', 'locality'], ['family_name']] as const

  it.each([
    ['all asked for', [{ path: ['address', 'locality'] }, { path: ['family_name'] }], []],
    ['what is in a claim that is asked for', [{ path: ['address'] }, { path: ['family_name'] }], []],
    ['one too many', [{ path: ['address', 'locality'] }], ['warn limit_disclosure disclosed_too_much']],
    ['beside a longer name', [{ path: ['address'] }], ['warn limit_disclosure disclosed_too_much']],
  ])('%s', (_, claims, expected) => {
    expect(found({ claims }, anSdJwt(PERSON, disclosed))).toEqual(expected)
  })

  it.each([
    ['an element with the value asked for, alone', ['tags', null], ['b'], [1], []],
    ['another element beside it', ['tags', null], ['b'], [0, 1], ['warn limit_disclosure disclosed_too_much']],
    ['an element by its index, with those before it', ['tags', 1], ['b'], [0, 1], []],
    ['one behind it, too', ['tags', 1], ['b'], [0, 1, 2], ['warn limit_disclosure disclosed_too_much']],
  ])('of a list › %s', (_, path, values, indexes, expected) => {
    const candidate = anSdJwt(
      { tags: ['a', 'b', 'c'] },
      indexes.map((index) => ['tags', index]),
    )
    expect(found({ claims: [{ path, values }] }, candidate)).toEqual(expected)
  })

  it('by the thousand › one that is not needed is found', () => {
    const list = Array.from({ length: 20_000 }, (_, index) => index)
    const places = [...list.map((index) => ['list', index]), ['other']]
    const candidate = anSdJwt({ list, other: 1 }, places)

    expect(evaluate({ claims: [{ path: ['list', null] }] }, candidate).checks.at(-1)).toMatchObject({
      result: 'warn',
      location: ['other'],
    })
  })

  it('no claims are asked for › none may be disclosed', () => {
    expect(found({}, anSdJwt(PERSON))).toEqual([])
    expect(found({}, anSdJwt(PERSON, [['family_name']]))).toEqual(['warn limit_disclosure disclosed_too_much'])
  })
})

describe('holder binding', () => {
  it.each([
    ['demanded without a word, and there', {}, {}, anSdJwt({}), []],
    ['missing', {}, {}, anSdJwt({}, [], false), ['is_holder key_binding_missing']],
    ['not demanded', { require_cryptographic_holder_binding: false }, {}, anSdJwt({}, [], false), []],
    ['no proof came with it', {}, { isHolderBound: false }, anSdJwt({}), ['is_holder key_binding_missing']],
  ])('%s', (_, members, context, candidate, expected) => {
    expect(found(members, candidate, context)).toEqual(expected)
  })
})

describe('trusted authorities', () => {
  const trusted_authorities = [
    { type: 'aki', values: ['s9tIpPmhxdiuNkHMEWNpYim8S8Y', 'AQID'] },
    { type: 'openid_federation', values: ['https://anchor.example'] },
  ]

  it.each([
    ['one value of one type', [{ type: 'aki', values: ['x', 'AQID'] }], []],
    ['of another type', [{ type: 'openid_federation', values: ['https://anchor.example'] }], []],
    [
      'a value of the other type',
      [{ type: 'etsi_tl', values: ['AQID'] }],
      ['trusted_authorities authority_not_listed'],
    ],
    ['nothing is known', [], ['trusted_authorities authority_not_listed']],
  ])('%s', (_, authorities, expected) => {
    expect(found({ trusted_authorities }, anSdJwt({}), { authorities })).toEqual(expected)
  })
})
