// Proves docs/contract/exchange.md, Definitions: submission requirements, Evaluation, Evaluation: candidates,
// Evaluation: steps, Evaluation: formats, Evaluation: requirements.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aCandidate,
  aCredential,
  aDefinition,
  aJwt,
  aJwtCandidate,
  HOLDER,
  ISSUER,
  LICENCE_SCHEMA,
  withField,
} from '../../tests/support/exchange/definitions.ts'
import { evaluate, findings, prepared, submit } from '../../tests/support/exchange/evaluation.ts'
import { newBudget } from './budget.ts'
import { readCandidate } from './candidate.ts'
import { isNumericDate } from './date-time.ts'
import { evaluateCredential } from './evaluate-credential.ts'
import type { JsonObject } from './json.ts'
import { prepareDefinition } from './prepare-definition.ts'

describe('isNumericDate', () => {
  it.each([-62_167_219_200, 0, 1.5, 253_402_300_799])('%d is one', (value) => {
    expect(isNumericDate(value)).toBe(true)
  })

  it.each([-62_167_219_201, 253_402_300_800, 253_402_300_799.5, Infinity, NaN, '0', null, undefined])(
    '%s is none',
    (value) => {
      expect(isNumericDate(value)).toBe(false)
    },
  )
})

describe('readCandidate', () => {
  const vc = { type: ['VerifiableCredential'], issuer: { id: 'old', name: 'Registry' }, credentialSubject: { a: 1 } }

  it('a JWT › takes issuer, subject, id and dates from the registered claims', () => {
    const { format, algorithms, raw, credential } = aJwtCandidate(
      { vc, iss: ISSUER, sub: HOLDER, jti: 'urn:x:1', nbf: 1_767_225_600, exp: 1_798_761_600.5 },
      { alg: 'ES256' },
    )

    expect({ format, algorithms }).toEqual({ format: 'jwt_vc', algorithms: ['ES256'] })
    expect(raw['vc']).toEqual(vc)
    expect(credential).toEqual({
      type: ['VerifiableCredential'],
      issuer: { id: ISSUER, name: 'Registry' },
      credentialSubject: { a: 1, id: HOLDER },
      id: 'urn:x:1',
      issuanceDate: '2026-01-01T00:00:00.000Z',
      expirationDate: '2027-01-01T00:00:00.500Z',
    })
  })

  it('a JWT › leaves several subjects as they are, and does not pass over times that no date can hold', () => {
    const subjects = [{ id: 'a' }, { id: 'b' }]
    const { credential } = aJwtCandidate({ vc: { credentialSubject: subjects }, sub: HOLDER, iss: ISSUER, exp: 1e300 })

    expect(credential).toEqual({ credentialSubject: subjects, issuer: ISSUER, expirationDate: null })
  })

  it.each(['2020', null, [], {}, 253_402_300_800])('a JWT › exp that is %j takes the place of a date', (exp) => {
    const { credential } = aJwtCandidate({ vc: { expirationDate: '2036-01-01T00:00:00Z' }, exp })

    expect(credential['expirationDate']).toBeNull()
  })

  it.each([
    ['a number', 5],
    ['a text', 'no jwt'],
    ['a JWT without credential', aJwt({ iss: ISSUER })],
    ['a JWT with four parts', `${aJwt({ vc })}.x`],
    ['a JWT with padding', aJwt({ vc }).replace('.', '=.')],
    ['a JWT whose payload is no JSON', `e30.${Buffer.from('{').toString('base64url')}.x`],
    ['a JWT whose payload has no end', aJwt(Array.from({ length: 70 }).reduce<JsonObject>((vc) => ({ vc }), {}))],
    ['a list', [aCredential()]],
    ['an object without end', Array.from({ length: 70 }).reduce((inner) => ({ n: inner }), {})],
  ])('%s › is no credential', (_, sent) => {
    expect(readCandidate(sent)).toBeUndefined()
  })
})

describe('evaluateCredential', () => {
  it('a path into a JWT › works on the payload and on the normalised credential', () => {
    const jwt = aJwtCandidate({ iss: ISSUER, sub: HOLDER, vc: { credentialSubject: { category: 'B' } } })
    const location = (path: string) => evaluate(withField({ path: [path] }), jwt).fields[0]?.location

    expect(location('$.vc.credentialSubject.category')).toEqual(['vc', 'credentialSubject', 'category'])
    expect(location('$.credentialSubject.category')).toEqual(['vc', 'credentialSubject', 'category'])
    expect(location('$.iss')).toEqual(['iss'])
  })

  it('the path of the root › is the credential in the form for all formats', () => {
    const subject = { category: 'B' }
    const jwt = aJwtCandidate({ iss: ISSUER, sub: HOLDER, vc: { credentialSubject: subject } })
    const linked = readCandidate(aCredential({ credentialSubject: subject })) ?? aCandidate()
    const asks = (category: string) => ({
      path: ['$'],
      filter: {
        type: 'object',
        required: ['issuer', 'credentialSubject'],
        properties: { credentialSubject: { properties: { category: { const: category } } } },
      },
    })
    for (const candidate of [jwt, linked]) {
      expect(findings(evaluate(withField(asks('B')), candidate))).toEqual([])
      expect(findings(evaluate(withField(asks('C')), candidate))).toEqual(['field filter_failed'])
    }
  })

  it('a path that ends in length › reads a member of that name, of objects only', () => {
    const subject = { length: 12, lanes: ['a', 'b'], name: 'Ada' }
    const candidates = [
      aJwtCandidate({ vc: { credentialSubject: subject } }),
      readCandidate(aCredential({ credentialSubject: subject })) ?? aCandidate(),
    ]
    for (const candidate of candidates) {
      const finds = (path: string, filter: JsonObject = {}) =>
        findings(evaluate(withField({ path: [path], filter }), candidate))
      expect(finds('$.credentialSubject.length', { const: 12 })).toEqual([])
      for (const path of ['$.credentialSubject.lanes.length', "$.credentialSubject['name'].length", '$.length']) {
        expect(finds(path)).toEqual(['field field_missing'])
      }
      expect(finds('$.credentialSubject.lanes', { minItems: 3 })).toEqual(['field filter_failed'])
      expect(finds('$[?length(@.lanes) == 2].lanes')).toEqual([])
      expect(finds('$[?length(@.lanes) == 3].lanes')).toEqual(['field field_missing'])
    }
  })

  it.each([
    ['credential_schema', LICENCE_SCHEMA],
    ['context', 'https://www.w3.org/2018/credentials/v1'],
    ['type_iri', 'https://example.org/terms#Licence'],
    ['type', 'urn:type:licence'],
  ])('a schema › is found by %s', (matchedBy, uri) => {
    const sent = aCredential({ type: ['VerifiableCredential', 'urn:type:licence'] })
    const candidate = readCandidate(sent, ['https://example.org/terms#Licence']) ?? aCandidate()

    expect(evaluate({ id: 'one', schema: [{ uri }] }, candidate)).toMatchObject({ holds: true, matchedBy })
  })

  it('schema entries that are required › must all be found; others are then without effect', () => {
    const context = 'https://www.w3.org/2018/credentials/v1'
    const ask = (schema: readonly JsonObject[]) => evaluate({ id: 'one', schema }, aCandidate()).holds

    expect(ask([{ uri: context, required: true }, { uri: 'urn:x:other' }])).toBe(true)
    expect(
      ask([
        { uri: context, required: true },
        { uri: 'urn:x:other', required: true },
      ]),
    ).toBe(false)
    expect(ask([{ uri: 'urn:x:other' }, { uri: context, required: false }])).toBe(true)
  })

  it.each([
    [{ jwt: { alg: ['EdDSA'] } }, ['warn format format_not_listed']],
    [{ ldp: { proof_type: ['Ed25519Signature2018'] } }, []],
    [{ ldp_vp: { proof_type: ['Other'] } }, ['format format_not_allowed']],
    [{ mso_mdoc: {} }, ['warn format format_not_listed']],
  ])('format %j › of a linked data credential', (format, expected) => {
    expect(findings(evaluate(withField({ path: ['$'] }, { format }), aCandidate()))).toEqual(expected)
  })

  it('format › of a JWT: any JWT entry counts, another algorithm does not', () => {
    const jwt = aJwtCandidate({ vc: {} }, { alg: 'RS256' })
    const ask = (format: JsonObject) => findings(evaluate(withField({ path: ['$'] }, { format }), jwt))

    expect(ask({ jwt: { alg: ['ES256'] }, jwt_vc: { alg: ['RS256'] } })).toEqual([])
    expect(ask({ jwt: { alg: ['ES256'] } })).toEqual(['format format_not_allowed'])
    expect(ask({ ldp: { proof_type: ['x'] } })).toEqual(['warn format format_not_listed'])
  })

  it('a credential without proof › is not signed as listed', () => {
    const format = { ldp: { proof_type: ['Ed25519Signature2018'] } }
    const bare = aCandidate({ proof: undefined })

    expect(findings(evaluate(withField({ path: ['$'] }, { format }), bare))).toEqual(['format format_not_allowed'])
  })

  it.each([
    ['active', 'required', {}, []],
    ['active', 'required', { revoked: true }, ['statuses credential_revoked']],
    ['active', 'required', { suspended: true }, ['statuses credential_suspended']],
    ['active', 'required', { expired: true }, ['statuses credential_expired']],
    ['active', 'required', { known: false }, ['statuses status_unavailable']],
    ['active', 'allowed', { revoked: true }, []],
    ['active', 'disallowed', {}, ['statuses status_required']],
    ['active', 'disallowed', { expired: true }, []],
    ['suspended', 'required', {}, ['statuses status_required']],
    ['suspended', 'required', { suspended: true }, []],
    ['suspended', 'allowed', { suspended: true }, ['warn statuses credential_suspended']],
    ['suspended', 'disallowed', { suspended: true }, ['statuses credential_suspended']],
    ['revoked', 'required', { known: false }, ['statuses status_unavailable']],
    ['revoked', 'disallowed', { known: false }, ['statuses status_unavailable']],
    ['revoked', 'disallowed', {}, []],
  ])('statuses › %s %s with %j', (name, directive, facts, expected) => {
    const status = { known: true, revoked: false, suspended: false, expired: false, ...facts }
    const descriptor = { id: 'one', constraints: { statuses: { [name]: { directive } } } }

    expect(findings(evaluate(descriptor, aCandidate(), { status }))).toEqual(expected)
  })

  it('what nobody has looked at › is not run, and says so', () => {
    const constraints = {
      fields: [{ id: 'x', path: ['$.id'], optional: true }],
      statuses: { active: { directive: 'required' } },
      is_holder: [{ field_id: ['x'], directive: 'required' }],
    }

    expect(findings(evaluate({ id: 'one', constraints }, aCandidate()))).toEqual([
      'not_run is_holder no_data',
      'not_run statuses no_data',
    ])
  })

  it('a turn among two types › is the type of the credential, of more any of them', () => {
    const constraints = { fields: [{ path: ['$.type[1]'], filter: { const: 'Licence' } }] }
    const failuresOf = (...type: readonly string[]) =>
      findings(evaluate({ id: 'one', constraints }, aCandidate({ type: ['VerifiableCredential', ...type] })))

    expect(failuresOf('Licence')).toEqual([])
    expect(failuresOf('Licence', 'Other')).toEqual(['field filter_failed'])
  })

  it('is_holder › looks at the nearest subject around the field', () => {
    const constraints = {
      fields: [
        { id: 'own', path: ['$.credentialSubject[0].a'] },
        { id: 'other', path: ['$.credentialSubject[1].a'] },
        { id: 'none', path: ['$.issuer'] },
      ],
      is_holder: ['own', 'other', 'none'].map((id) => ({ field_id: [id], directive: 'required' })),
    }
    const credentialSubject = [
      { id: HOLDER, a: 1 },
      { id: ISSUER, a: 2 },
    ]

    const [refused, context] = ['is_holder field_subject_not_holder', { holder: HOLDER }]
    const aJwtOf = (subjects: unknown) =>
      aJwtCandidate({ iss: ISSUER, vc: { credentialSubject: subjects, issuer: ISSUER } })
    expect(findings(evaluate({ id: 'one', constraints }, aJwtOf(credentialSubject), context))).toEqual([
      refused,
      refused,
    ])
    // Linked data states no order of subjects: an index stands for all of them.
    expect(findings(evaluate({ id: 'one', constraints }, aCandidate({ credentialSubject }), context))).toEqual([
      refused,
      refused,
      refused,
    ])
  })

  it('is_holder › takes the inner of two subjects', () => {
    const constraints = {
      fields: [{ id: 'inner', path: ['$.credentialSubject.evidence.credentialSubject.a'] }],
      is_holder: [{ field_id: ['inner'], directive: 'required' }],
    }
    const credentialSubject = { id: ISSUER, evidence: { credentialSubject: { id: HOLDER, a: 1 } } }

    expect(evaluate({ id: 'one', constraints }, aCandidate({ credentialSubject }), { holder: HOLDER }).holds).toBe(true)
  })

  it('a field that no value meets › reports the first value that was refused', () => {
    const path = ['$.none', '$.id', '$.issuanceDate']
    const { fields } = evaluate(withField({ path, filter: { maxLength: 1 } }), aCandidate())

    expect(fields).toMatchObject([
      { path: '$.id', check: { code: 'filter_failed', location: ['id'], expected: 'maxLength' } },
    ])
  })

  it('is_holder in a JWT › finds the subject that the token names', () => {
    const constraints = {
      fields: [{ id: 'category', path: ['$.vc.credentialSubject.category'] }],
      is_holder: [{ field_id: ['category'], directive: 'required' }],
    }
    const jwt = aJwtCandidate({ sub: HOLDER, vc: { credentialSubject: { category: 'B' } } })

    expect(evaluate({ id: 'one', constraints }, jwt, { holder: HOLDER }).holds).toBe(true)
  })

  it('names of Object › are fields like any other', () => {
    const paths = ['$.constructor', '$.__proto__', '$.credentialSubject.toString']

    for (const path of paths) expect(evaluate(withField({ path: [path] }), aCandidate()).holds).toBe(false)
  })

  it('evaluations that share a budget › end together', () => {
    const [descriptor] = prepared(
      aDefinition({ input_descriptors: [withField({ path: ['$..none'] })] }),
    ).descriptors.values()
    if (descriptor === undefined) throw new Error('no descriptor')
    const budget = newBudget(100)
    const codes = Array.from(
      { length: 10 },
      () => findings(evaluateCredential(descriptor, aCandidate(), { budget }))[0],
    )

    expect(codes[0]).toBe('field field_missing')
    expect(codes.at(-1)).toBe('field filter_timeout')
  })

  it('1,000 credentials › take no more than their number', () => {
    const definition = aDefinition({
      input_descriptors: ['a', 'b', 'c'].map((id) =>
        withField({ path: ['$.credentialSubject.category'], filter: { type: 'string', pattern: '^[AB]$' } }, { id }),
      ),
    })
    const descriptors = [...prepared(definition).descriptors.values()]
    const candidates = Array.from({ length: 1000 }, (_, index) => aCandidate({ id: `urn:x:${index}` }))
    const steps = (count: number) => {
      const budget = newBudget(1e9)
      for (const candidate of candidates.slice(0, count)) {
        for (const descriptor of descriptors) evaluateCredential(descriptor, candidate, { budget })
      }
      return 1e9 - budget.stepsLeft
    }

    expect(steps(100)).toBeGreaterThan(100)
    expect(steps(1000) / steps(100)).toBeLessThan(11)
  })
})

/** What a field makes of a value in linked data, and in a JWT: whether it is met. */
function isMetBy(value: unknown, field: JsonObject): readonly [linkedData: boolean, jwt: boolean] {
  const descriptor = withField({ path: ['$.credentialSubject.x', '$.vc.credentialSubject.x'], ...field })
  const vc = { type: ['VerifiableCredential'], issuer: ISSUER, credentialSubject: { x: value } }
  const candidates = [aCandidate({ credentialSubject: { x: value } }), aJwtCandidate({ vc, iss: ISSUER })]
  const [linkedData, jwt] = candidates.map((candidate) => evaluate(descriptor, candidate).holds)
  return [linkedData ?? expect.unreachable(), jwt ?? expect.unreachable()]
}

describe('filters that speak of a form', () => {
  it.each<[filter: JsonObject, value: unknown, linkedData: boolean, jwt: boolean]>([
    [{ type: 'array' }, 'A', true, false],
    [{ type: 'array' }, ['A'], true, true],
    [{ type: 'array' }, [], true, true],
    [{ not: { type: 'array' } }, 'A', false, true],
    [{ type: 'string' }, 'A', true, true],
    [{ type: 'string' }, ['A', 'B'], false, false],
    [{ const: ['A'] }, 'A', true, false],
    [{ const: ['A'] }, ['A', 'B'], false, false],
    [{ const: ['A', 'B'] }, ['B', 'A'], true, false],
    [{ const: ['A', 'B'] }, 'A', false, false],
    [{ not: { const: ['A'] } }, 'A', false, true],
    [{ enum: [['A'], ['B']] }, 'B', true, false],
    [{ contains: { const: 'A' } }, 'A', true, true],
    [{ contains: { const: 'A' } }, 'B', false, true],
    [{ type: 'array', contains: { const: 'A' } }, 'A', true, false],
    [{ type: 'array', contains: { const: 'A' } }, ['B', 'A'], true, true],
    [{ type: 'array', contains: { const: 'A' } }, ['B'], false, false],
    [{ items: { const: 'A' } }, 'B', false, true],
    [{ minItems: 2 }, 'A', false, true],
    [{ type: 'object', required: ['id'] }, 'urn:a:1', true, false],
    [{ const: { id: 'urn:a:1' } }, 'urn:a:1', true, false],
    [{ const: 'urn:a:1' }, { id: 'urn:a:1' }, true, false],
    [{ const: { id: 'urn:a:1', name: 'A' } }, 'urn:a:1', false, false],
  ])('%j on %j › linked data %s, JWT %s', (filter, value, linkedData, jwt) => {
    expect(isMetBy(value, { filter })).toEqual([linkedData, jwt])
  })

  it.each<[value: unknown, isMet: boolean]>([
    [true, true],
    ['true', false],
    [1, false],
    [[true], false],
    [{ value: true }, false],
  ])('predicate required on %j › %s, whatever the filter takes', (value, isMet) => {
    for (const filter of [{}, { enum: [true, 'true', 1, [true], { value: true }] }]) {
      expect(isMetBy(value, { filter, predicate: 'required' })).toEqual([isMet, isMet])
      expect(isMetBy(value, { filter, predicate: 'preferred' })).toEqual([true, true])
    }
  })

  it('a text is no boolean, and a boolean no text', () => {
    expect(isMetBy('true', { filter: { const: true } })).toEqual([false, false])
    expect(isMetBy('true', { filter: { type: 'boolean' } })).toEqual([false, false])
    expect(isMetBy(true, { filter: { const: 'true' } })).toEqual([false, false])
  })
})

describe('a definition taken when filters could say more', () => {
  const outcomeOf = (filter: JsonObject) => {
    const stored = aDefinition({ input_descriptors: [withField({ path: ['$.type'], filter })] })
    const [descriptor] = prepareDefinition(stored).descriptors.values()
    if (descriptor === undefined) throw new Error('the definition has no descriptor')
    return findings(evaluateCredential(descriptor, aCandidate(aCredential())))
  }

  it.each([
    { pattern: '(?i).' },
    { not: { pattern: '(?P<n>x)' } },
    { not: { pattern: '\\Ax' } },
    { not: { pattern: '[[:alpha:]]x' } },
  ])('%j › is broken by every value', (filter) => {
    expect(outcomeOf(filter)).toEqual(['field filter_failed'])
  })

  it('a filter too large to be prepared › is broken by every value', () => {
    expect(outcomeOf({ not: { pattern: 'a'.repeat(100_000) } })).toEqual(['field filter_timeout'])
  })
})

describe('evaluateSubmission', () => {
  const good = aCandidate()
  const bad = aCandidate({ credentialSubject: { id: HOLDER, category: 'A' } })
  const names = ['a', 'b', 'c', 'd']

  const aDescriptorOf = fc.record({
    id: fc.constantFrom(...names),
    group: fc.subarray(['A', 'B'], { minLength: 1 }),
    constraints: fc.constant({ fields: [{ path: ['$.credentialSubject.category'], filter: { const: 'B' } }] }),
  })
  const numbers = fc.record(
    { count: fc.integer({ min: 1, max: 3 }), min: fc.nat(2), max: fc.integer({ min: 2, max: 4 }) },
    { requiredKeys: [] },
  )
  const flat = fc
    .tuple(fc.constantFrom('all', 'pick'), fc.constantFrom('A', 'B'), numbers)
    .map(([rule, from, more]) => ({ rule, from, ...more }))
  const requirement = fc.oneof(
    flat,
    fc
      .tuple(fc.constantFrom('all', 'pick'), fc.array(flat, { minLength: 1, maxLength: 3 }), numbers)
      .map(([rule, from_nested, more]) => ({ rule, from_nested, ...more })),
  )
  /** Both groups are always there, so that every requirement is sound. */
  const definitions = fc
    .tuple(
      fc.uniqueArray(aDescriptorOf, { selector: ({ id }) => id, minLength: 1 }),
      fc.option(fc.array(requirement, { minLength: 1, maxLength: 3 })),
    )
    .map(([descriptors, requirements]) =>
      aDefinition({
        input_descriptors: [...descriptors, { ...descriptors[0], id: 'both', group: ['A', 'B'] }],
        ...(requirements === null ? {} : { submission_requirements: requirements }),
      }),
    )
  const answers = fc.uniqueArray(fc.tuple(fc.constantFrom(...names, 'both'), fc.constantFrom(good, bad)), {
    selector: ([id]) => id,
  })
  const reversed = (definition: JsonObject) => ({
    ...definition,
    input_descriptors: [...(definition['input_descriptors'] as readonly unknown[])].reverse(),
  })

  it('does not depend on the order of the descriptors', () => {
    fc.assert(
      fc.property(definitions, answers, (definition, given) => {
        expect(submit(reversed(definition), [...given].reverse()).satisfied).toBe(submit(definition, given).satisfied)
      }),
    )
  })

  it('a credential that does not answer its descriptor › never satisfies a definition', () => {
    fc.assert(
      fc.property(definitions, answers, (definition, given) => {
        const without = given.filter(([, candidate]) => candidate !== bad)

        expect(submit(definition, given).satisfied).toBe(submit(definition, without).satisfied)
      }),
    )
  })

  it('without upper bounds, one more answer › never takes satisfaction away', () => {
    fc.assert(
      fc.property(definitions, answers, fc.constantFrom(...names, 'both'), (definition, given, id) => {
        const text = JSON.stringify(definition).replaceAll(/"(count|max)":/g, '"x-$1":')
        const unbounded = JSON.parse(text) as JsonObject
        const more = [...given.filter(([one]) => one !== id), [id, good] as const]

        if (submit(unbounded, given).satisfied) expect(submit(unbounded, more).satisfied).toBe(true)
      }),
    )
  })

  it('says what is missing where something was not submitted, and nothing where it does not hold', () => {
    const definition = aDefinition({
      input_descriptors: [withField({ path: ['$.credentialSubject.category'], filter: { const: 'B' } })],
    })

    expect(submit(definition, [['one', bad]])).toMatchObject({ satisfied: false, faults: [] })
    expect(submit(definition, [])).toMatchObject({ satisfied: false, faults: [{ code: 'descriptor_missing' }] })
  })

  it('counts descriptors, not credentials: one credential may answer two', () => {
    const definition = aDefinition({
      input_descriptors: ['a', 'b'].map((id) => withField({ path: ['$.id'] }, { id, group: ['A'] })),
      submission_requirements: [{ name: 'Two', rule: 'pick', from: 'A', count: 2 }],
    })

    expect(
      submit(definition, [
        ['a', good],
        ['b', good],
      ]),
    ).toMatchObject({
      satisfied: true,
      requirements: [{ available: 2, satisfiedCount: 2, satisfied: true }],
    })
  })
})
