// Proves docs/contract/exchange.md, Definitions: submission requirements, Filters, Evaluation: steps, Evaluation:
// requirements, Rules of DIF.

import { describe, expect, it } from 'vitest'
import {
  aCandidate,
  aDefinition,
  aDescriptor,
  HOLDER,
  ISSUER,
  LICENCE_SCHEMA,
  withField,
} from '../../tests/support/exchange/definitions.ts'
import { evaluate, findings, preparedDescriptor, submit } from '../../tests/support/exchange/evaluation.ts'
import { checkDefinition } from './check-definition.ts'
import { evaluateCredential } from './evaluate-credential.ts'
import type { JsonObject } from './json.ts'

/*
 * The rules of DIF Presentation Exchange by their numbers, one test each (docs/contract/exchange.md, Rules of DIF).
 * Rules 40 to 48 are about presentations and their proofs: they belong to their verification.
 */

const codes = (definition: JsonObject) => checkDefinition(definition).faults.map(({ code }) => code)
const aField = (members: JsonObject) => aDefinition({ input_descriptors: [withField({ path: ['$.a'], ...members })] })
const constrained = (constraints: JsonObject) => aDefinition({ input_descriptors: [{ id: 'one', constraints }] })
const ids = ['a', 'b', 'c'] as const
const groupOf = (group: string, names: readonly string[] = ids) =>
  names.map((id) => withField({ path: ['$.id'] }, { id, group: [group] }))
const requirement = (members: JsonObject, descriptors = groupOf('A')) =>
  aDefinition({ input_descriptors: descriptors, submission_requirements: [members] })
const answering = (...names: readonly string[]) => names.map((name) => [name, aCandidate()] as const)
const field = (members: JsonObject) => withField({ path: ['$.credentialSubject.category'], ...members })

describe('DIF checklist, definitions', () => {
  it('1 › a definition has input_descriptors, a list; the exchange gives the id', () => {
    expect(codes({})).toEqual(['required'])
    expect(codes({ input_descriptors: {} })).toEqual(['type'])
    expect(codes(aDefinition())).toEqual([])
  })
  it('2 › unknown top-level members are ignored', () => {
    expect(codes(aDefinition({ anything: 1 }))).toEqual([])
  })
  it('3 › name and purpose are texts', () => {
    expect(codes(aDefinition({ name: 1, purpose: [] }))).toEqual(['type', 'type'])
  })
  it('4 › format keys are registered designations', () => {
    expect(codes(aDefinition({ format: { other: {} } }))).toEqual(['format_unknown'])
  })
  it('5 › each format has its list of algorithms, not empty', () => {
    expect(codes(aDefinition({ format: { jwt: { alg: [] }, ldp: {} } }))).toEqual(['empty', 'required'])
  })
  it('6 › without submission requirements every descriptor is required', () => {
    const definition = aDefinition({ input_descriptors: groupOf('A') })

    expect(submit(definition, answering('a', 'b', 'c'))).toMatchObject({ satisfied: true, faults: [] })
    expect(submit(definition, answering('a', 'c'))).toMatchObject({
      satisfied: false,
      faults: [{ code: 'descriptor_missing', descriptor: 'b' }],
    })
  })
  it('7 › the id of a descriptor is a text, unique in the definition', () => {
    expect(codes(aDefinition({ input_descriptors: [aDescriptor({ id: 1 })] }))).toEqual(['type'])
    expect(codes(aDefinition({ input_descriptors: [aDescriptor(), aDescriptor()] }))).toEqual(['duplicate'])
  })
  it('8 › schema is a list of objects with uri; required is a boolean', () => {
    expect(codes(aDefinition({ input_descriptors: [aDescriptor({ schema: ['urn:x:y'] })] }))).toEqual(['type'])
    expect(codes(aDefinition({ input_descriptors: [aDescriptor({ schema: [{ required: 'yes' }] })] }))).toEqual([
      'required',
      'type',
    ])
  })
  it("9 › the credential's schema equals one of the URIs exactly", () => {
    const asking = (uri: string) => evaluate({ id: 'one', schema: [{ uri: 'urn:x:y' }, { uri }] }, aCandidate())

    expect(asking(LICENCE_SCHEMA)).toMatchObject({ holds: true, matchedBy: 'credential_schema' })
    expect(findings(asking(LICENCE_SCHEMA.toUpperCase()))).toEqual(['schema schema_mismatch'])
  })
  it('10 › a descriptor has constraints or a schema', () => {
    expect(codes(aDefinition({ input_descriptors: [{ id: 'a' }] }))).toEqual(['required'])
    expect(codes(aDefinition({ input_descriptors: [{ id: 'a', constraints: {} }] }))).toEqual([])
  })
  it("11 › a descriptor's format narrows the definition's", () => {
    const format = { ldp_vc: { proof_type: ['Ed25519Signature2018'] } }
    const own = preparedDescriptor(field({}), { format })
    const narrowed = preparedDescriptor({ ...field({}), format: { ldp_vc: { proof_type: ['Other'] } } }, { format })

    expect(evaluateCredential(own, aCandidate()).holds).toBe(true)
    expect(findings(evaluateCredential(narrowed, aCandidate()))).toEqual(['format format_not_allowed'])
  })
  it('12 › group values are named by some from', () => {
    const definition = requirement({ rule: 'all', from: 'A' }, [...groupOf('A', ['a']), ...groupOf('B', ['b'])])

    expect(checkDefinition(definition).warnings).toMatchObject([{ code: 'group_unused' }])
  })
  it('13 › fields have path, a list of one or more JSONPaths', () => {
    expect(codes(constrained({ fields: [{}, { path: [] }, { path: ['a'] }] }))).toEqual([
      'required',
      'empty',
      'jsonpath_invalid',
    ])
  })
  it('14 › paths are tried in order, the first result decides', () => {
    const { fields } = evaluate(withField({ path: ['$.none', '$.id', '$.type'] }), aCandidate())

    expect(fields).toMatchObject([{ path: '$.id', satisfied: true, location: ['id'] }])
  })
  it('15 › a path whose value fails the filter gives way to the next path', () => {
    const path = ['$.issuanceDate', '$.credentialSubject.category']
    const { fields } = evaluate(withField({ path, filter: { maxLength: 1 } }), aCandidate())

    expect(fields).toMatchObject([{ path: '$.credentialSubject.category', satisfied: true }])
  })
  it('16 › fields are processed in order; all must hold', () => {
    const constraints = { fields: [{ path: ['$.id'] }, { path: ['$.none'] }, { path: ['$.type'] }] }
    const evaluation = evaluate({ id: 'one', constraints }, aCandidate())

    expect(evaluation.fields.map(({ satisfied }) => satisfied)).toEqual([true, false, true])
    expect(evaluation.holds).toBe(false)
  })
  it('17 › no result on any path: the candidate is out, unless the field is optional', () => {
    expect(findings(evaluate(withField({ path: ['$.none'] }), aCandidate()))).toEqual(['field field_missing'])
    expect(evaluate(withField({ path: ['$.none'], optional: true }), aCandidate()).holds).toBe(true)
  })
  it('18 › optional is a boolean; a value that is there must still pass the filter', () => {
    expect(codes(aField({ optional: 1 }))).toEqual(['type'])
    expect(findings(evaluate(field({ optional: true, filter: { const: 'A' } }), aCandidate()))).toEqual([
      'field filter_failed',
    ])
  })
  it('19 › the id of a field is unique over all descriptors', () => {
    const twice = ['a', 'b'].map((id) => withField({ path: ['$'], id: 'same' }, { id }))

    expect(codes(aDefinition({ input_descriptors: twice }))).toEqual(['duplicate'])
  })
  it('20 › filter is a JSON Schema of draft 7', () => {
    expect(codes(aField({ filter: { minimum: 'much' } }))).toEqual(['json_schema_invalid'])
    expect(codes(aField({ filter: { if: { const: 1 }, then: true, contains: {} } }))).toEqual([])
  })
  it('21 › predicate stands only beside filter; required or preferred', () => {
    expect(codes(aField({ predicate: 'required' }))).toEqual(['predicate_without_filter'])
    expect(codes(aField({ predicate: 'x', filter: {} }))).toEqual(['enum'])
  })
  it('22 › predicate required: the value is the boolean result; preferred: the value as it is', () => {
    const evaluateAdult = (predicate: string, adult: unknown) =>
      findings(
        evaluate(
          withField({ path: ['$.credentialSubject.adult'], filter: { enum: [true, 'yes'] }, predicate }),
          aCandidate({ credentialSubject: { id: HOLDER, adult } }),
        ),
      )

    expect(evaluateAdult('required', true)).toEqual([])
    expect(evaluateAdult('required', 'yes')).toEqual(['field predicate_unsupported'])
    expect(evaluateAdult('preferred', 'yes')).toEqual([])
  })
  it('23 › limit_disclosure is required or preferred', () => {
    expect(codes(constrained({ limit_disclosure: 'yes' }))).toEqual(['enum'])
  })
  it('24 › limit_disclosure required: claims that are not asked for are reported', () => {
    const asking = (path: string) =>
      findings(
        evaluate(
          { id: 'one', constraints: { limit_disclosure: 'required', fields: [{ path: [path] }] } },
          aCandidate(),
        ),
      )

    expect(asking('$.id')).toEqual(['warn limit_disclosure disclosed_too_much'])
    expect(asking('$.credentialSubject.category')).toEqual([])
    expect(asking('$.credentialSubject')).toEqual([])
  })
  it('25 › statuses have a directive: required, allowed, disallowed', () => {
    expect(codes(constrained({ statuses: { active: { directive: 'x' } } }))).toEqual(['enum'])
    expect(codes(constrained({ statuses: { active: {} } }))).toEqual(['required'])
  })
  it('26 › a required status must hold, a disallowed one must not', () => {
    const revoked = { known: true, revoked: true, suspended: false, expired: false }
    const asking = (directive: string, status = revoked) =>
      findings(evaluate({ id: 'one', constraints: { statuses: { revoked: { directive } } } }, aCandidate(), { status }))

    expect(asking('required')).toEqual([])
    expect(asking('required', { ...revoked, revoked: false })).toEqual(['statuses status_required'])
    expect(asking('disallowed')).toEqual(['statuses credential_revoked'])
    expect(asking('allowed')).toEqual(['warn statuses credential_revoked'])
  })
  it('27 › subject_is_issuer required: self-attested', () => {
    const asking = (directive: string, id: string) =>
      findings(
        evaluate(
          { id: 'one', constraints: { subject_is_issuer: directive } },
          aCandidate({ credentialSubject: { id } }),
        ),
      )

    expect(asking('required', ISSUER)).toEqual([])
    expect(asking('required', HOLDER)).toEqual(['subject_is_issuer not_self_issued'])
    expect(asking('preferred', HOLDER)).toEqual(['warn subject_is_issuer not_self_issued'])
  })
  it('28 › is_holder: ids of known fields, required or preferred; their subject is the holder', () => {
    const relation = (directive: string) => ({
      fields: [{ id: 'category', path: ['$.credentialSubject.category'] }],
      is_holder: [{ field_id: ['category'], directive }],
    })
    const asking = (directive: string, holder: string) =>
      findings(evaluate({ id: 'one', constraints: relation(directive) }, aCandidate(), { holder }))

    expect(codes(constrained({ is_holder: [{ field_id: ['x'], directive: 'required' }] }))).toEqual([
      'field_id_unknown',
    ])
    expect(codes(constrained({ ...relation('sometimes') }))).toEqual(['enum'])
    expect(asking('required', HOLDER)).toEqual([])
    expect(asking('required', ISSUER)).toEqual(['is_holder field_subject_not_holder'])
    expect(asking('preferred', ISSUER)).toEqual(['warn is_holder field_subject_not_holder'])
  })
  it('29 › same_subject: one subject, over descriptors', () => {
    const descriptor = (id: string, others: JsonObject) => ({
      id,
      constraints: { fields: [{ id: `${id}-category`, path: ['$.credentialSubject.category'] }], ...others },
    })
    const same_subject = [{ field_id: ['a-category', 'b-category'], directive: 'required' }]
    const definition = aDefinition({ input_descriptors: [descriptor('a', { same_subject }), descriptor('b', {})] })
    const other = aCandidate({ credentialSubject: { id: ISSUER, category: 'A' } })

    expect(submit(definition, answering('a', 'b')).sameSubject).toMatchObject([{ directive: 'required', holds: true }])
    expect(submit(definition, [...answering('a'), ['b', other]]).sameSubject).toMatchObject([{ holds: false }])
    expect(codes(constrained({ same_subject }))).toEqual(['field_id_unknown', 'field_id_unknown'])
  })
  it('30 › all submission requirements are satisfied', () => {
    const definition = aDefinition({
      input_descriptors: [...groupOf('A', ['a']), ...groupOf('B', ['b'])],
      submission_requirements: [
        { rule: 'all', from: 'A' },
        { rule: 'all', from: 'B' },
      ],
    })

    expect(submit(definition, answering('a', 'b')).satisfied).toBe(true)
    expect(submit(definition, answering('a'))).toMatchObject({
      satisfied: false,
      requirements: [{ satisfied: true }, { satisfied: false }],
    })
  })
  it('31 › with requirements, every descriptor is grouped', () => {
    expect(codes(requirement({ rule: 'all', from: 'A' }, [...groupOf('A'), withField({ path: ['$'] })]))).toEqual([
      'descriptor_ungrouped',
    ])
  })
  it('32 › descriptors left over are ignored', () => {
    const definition = requirement({ rule: 'all', from: 'A' }, [...groupOf('A', ['a']), ...groupOf('B', ['b'])])

    expect(submit(definition, answering('a'))).toMatchObject({ satisfied: true, faults: [] })
  })
  it('33 › a requirement has a rule; an unknown one is an error', () => {
    expect(codes(requirement({ from: 'A' }))).toEqual(['required'])
    expect(codes(requirement({ rule: 'most', from: 'A' }))).toEqual(['rule_unknown'])
  })
  it('34 › from or from_nested; both or neither is an error', () => {
    expect(codes(requirement({ rule: 'all', from: 'A', from_nested: [{ rule: 'all', from: 'A' }] }))).toEqual([
      'from_or_from_nested',
    ])
    expect(codes(requirement({ rule: 'all' }))).toEqual(['from_or_from_nested'])
  })
  it('35 › from is a group of at least one descriptor', () => {
    expect(codes(requirement({ rule: 'all', from: 'B' }))).toEqual(['group_unknown'])
  })
  it('36 › from_nested is a list of requirements', () => {
    expect(codes(requirement({ rule: 'all', from_nested: {} }))).toEqual(['type'])
    expect(codes(requirement({ rule: 'all', from_nested: [{ rule: 'all' }] }))).toEqual(['from_or_from_nested'])
  })
  it('37 › count above 0, min not below 0, max above 0 and not under min', () => {
    const codesOf = (numbers: JsonObject) => codes(requirement({ rule: 'pick', from: 'A', ...numbers }))

    expect(codesOf({ count: 0 })).toEqual(['number_out_of_range'])
    expect(codesOf({ min: -1 })).toEqual(['number_out_of_range'])
    expect(codesOf({ max: 0 })).toEqual(['number_out_of_range'])
    expect(codesOf({ min: 2, max: 1 })).toEqual(['number_out_of_range'])
    expect(codesOf({ min: 0, max: 1 })).toEqual([])
  })
  it('38 › all: every descriptor of the group, or every nested requirement', () => {
    const nested = (group: string) => ({ rule: 'all', from: group })
    const definition = requirement({ rule: 'all', from_nested: [nested('A'), nested('B')] }, [
      ...groupOf('A', ['a']),
      ...groupOf('B', ['b', 'c']),
    ])

    expect(submit(definition, answering('a', 'b', 'c'))).toMatchObject({ satisfied: true, faults: [] })
    expect(submit(definition, answering('a', 'b'))).toMatchObject({
      satisfied: false,
      faults: [{ code: 'descriptor_missing', descriptor: 'c' }],
    })
  })
  it('39 › pick: exactly count, at least min, at most max', () => {
    const outcome = (numbers: JsonObject, ...names: readonly string[]) => {
      const { satisfied, faults } = submit(requirement({ rule: 'pick', from: 'A', ...numbers }), answering(...names))
      return [satisfied, ...faults.map(({ code }) => code)]
    }

    expect(outcome({ count: 1 }, 'b')).toEqual([true])
    expect(outcome({ count: 1 }, 'a', 'b')).toEqual([false, 'requirement_exceeded'])
    expect(outcome({ count: 2 }, 'a')).toEqual([false, 'requirement_unsatisfied'])
    expect(outcome({ min: 2 }, 'a', 'c')).toEqual([true])
    expect(outcome({ min: 2 }, 'a')).toEqual([false, 'requirement_unsatisfied'])
    expect(outcome({ max: 2 })).toEqual([true])
    expect(outcome({ max: 2 }, 'a', 'b', 'c')).toEqual([false, 'requirement_exceeded'])
    expect(outcome({})).toEqual([false, 'requirement_unsatisfied'])
    expect(outcome({ count: 2, max: 1 }, 'a', 'b')).toEqual([false, 'requirement_exceeded'])
  })
  it('49 › no script runs, work is limited, const and enum come before pattern', () => {
    expect(codes(aField({ path: ['$.a[(@.length-1)]'] }))).toEqual(['jsonpath_invalid'])
    const slow = field({ filter: { pattern: '(?=(a+)+$)b' } })
    expect(findings(evaluate(slow, aCandidate()))).toEqual(['field filter_timeout'])
    const { checks } = evaluate(field({ filter: { pattern: '(?=(a+)+$)b', enum: ['A'] } }), aCandidate())
    expect(checks.at(-1)).toMatchObject({ code: 'filter_failed', expected: 'enum' })
  })
})
