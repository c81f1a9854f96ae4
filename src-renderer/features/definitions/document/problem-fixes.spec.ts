// Proves docs/contract/window.md, Definitions.

import { describe, expect, it } from 'vitest'
import { text as message } from '../../../i18n/i18n.ts'
import { aDefinition, aDescriptor, aQuery, withField } from '../testing/definitions.ts'
import { findProblems, problemsAt, problemsWithin } from './definition-problems.ts'
import { readDocument } from './json-document.ts'
import { edited, printed } from './json-edits.ts'
import { fixesOf, unusedName } from './problem-fixes.ts'

const found = (definition: object) => findProblems(readDocument(printed(definition)))
const grouped = (id: string, group = 'A') => aDescriptor({ id, group: [group] })
const required = (requirement: unknown, descriptors: readonly object[] = [grouped('one'), grouped('two')]) =>
  aDefinition({ input_descriptors: descriptors, submission_requirements: [requirement] })

describe('findProblems', () => {
  it('finds nothing wrong with a definition', () => {
    expect(found(aDefinition())).toEqual([])
  })

  it('checks a DCQL query as one, and fixes what it can', () => {
    expect(found(aQuery())).toEqual([])
    const fixed = (question: object) => {
      const document = readDocument(printed(question))
      return findProblems(document).map((problem) => [
        problem.place,
        problem.code,
        ...fixesOf(document, problem).map(({ edits }) => JSON.parse(edited(document.text, edits)) as unknown),
      ])
    }

    expect(fixed(aQuery({ extra: 1 }))).toEqual([['Credential query age, extra', 'ignored_member', aQuery()]])
    expect(fixed(aQuery({}, { credential_sets: [{ options: [['agee']] }] }))).toEqual([
      ['Credential set 1, option 1, entry 1', 'id_unknown', aQuery({}, { credential_sets: [{ options: [['age']] }] })],
    ])
    const claims = [{ id: 'a', path: ['b'] }]
    expect(fixed(aQuery({ claims, claim_sets: [['b']] }))).toEqual([
      ['Credential query age, claim set 1, entry 1', 'id_unknown', aQuery({ claims, claim_sets: [['a']] })],
    ])
  })

  it('says each problem with its line, its place in words and what to underline', () => {
    const text = printed(required({ rule: 'all', from: 'B' }, [{ ...grouped('one'), schema: [{ uri: 'not a url' }] }]))
    const problems = findProblems(readDocument(text))
    expect(problems).toMatchObject([
      { severity: 'fault', code: 'uri_invalid', place: 'Input one, schema 1, uri', text: 'Must be an absolute URI.' },
      {
        severity: 'fault',
        code: 'group_unknown',
        place: 'Rule 1, from',
        text: 'Names a group that no descriptor is in.',
      },
    ])
    expect(problems.map(({ from, to }) => text.slice(from, to))).toEqual(['"not a url"', '"B"'])
    expect(problems.map(({ line }) => text.split('\n')[line - 1]?.trim())).toEqual([
      '"uri": "not a url"',
      '"from": "B"',
    ])
  })

  it('shows faults across fields while fields are wrong, too', () => {
    const codes = found(required({ rule: 'all', from: 'B' }, [grouped('one'), { id: 5 }])).map(({ code }) => code)
    expect(codes).toEqual(['required', 'descriptor_ungrouped', 'type', 'group_unknown'])
  })

  it('underlines the name of a member without effect', () => {
    const text = printed(aDefinition({ extra: { a: 1 } }))
    const [problem] = findProblems(readDocument(text))
    expect(problem).toMatchObject({ severity: 'warning', code: 'ignored_member' })
    expect(text.slice(problem?.from, problem?.to)).toBe('"extra"')
  })

  it('says why a text cannot be read, and nothing else', () => {
    expect(findProblems(readDocument('{\n  "name": "A"\n  "purpose": "B"\n}'))).toMatchObject([
      { code: 'comma_missing', line: 3, location: undefined, text: message('definitions.textFault.comma_missing') },
    ])
  })

  it('adds what the exchange said, once', () => {
    const sent = [
      { path: '/name', code: 'too_long', message: 'is too long' },
      { path: '/input_descriptors/0/id', code: 'type', message: 'must be a string' },
    ]
    const document = readDocument(printed(aDefinition({ input_descriptors: [aDescriptor({ id: 5 })] })))
    expect(findProblems(document, sent).map(({ code, place }) => `${place} ${code}`)).toEqual([
      'Name too_long',
      'Input 1, id type',
    ])
  })

  it('tells the problems of a field from those of what is around it', () => {
    const problems = found(aDefinition({ input_descriptors: [aDescriptor({ id: 5, schema: [] })] }))
    expect(problemsAt(problems, ['input_descriptors', 0])).toEqual([])
    expect(problemsAt(problems, ['input_descriptors', 0, 'id'])).toHaveLength(1)
    expect(problemsWithin(problems, ['input_descriptors', 0])).toHaveLength(2)
    expect(problemsWithin(problems, ['input_descriptors', 1])).toEqual([])
  })
})

const broken: readonly (readonly [string, object])[] = [
  ['group_unknown', required({ rule: 'all', from: 'B' })],
  ['descriptor_ungrouped', required({ rule: 'all', from: 'A' }, [grouped('one'), aDescriptor({ id: 'two' })])],
  ['duplicate', required({ rule: 'all', from: 'A' }, [grouped('one'), grouped('one')])],
  ['required', { name: 'No inputs' }],
  ['required', { presentation_definition: aDefinition() }],
  ['required', aDefinition({ input_descriptors: [{ schema: [{ uri: 'https://a.example' }] }] })],
  ['required', aDefinition({ input_descriptors: [{ id: 'one' }] })],
  ['required', aDefinition({ input_descriptors: [withField({})] })],
  ['required', required({ from: 'A' })],
  ['ignored_member', aDefinition({ extra: 1 })],
  ['id_ignored', aDefinition({ id: 'mine' })],
  ['rule_argument_ignored', required({ rule: 'all', from: 'A', count: 1 })],
  ['format_unknown', aDefinition({ format: { paper: {}, jwt: { alg: ['EdDSA'] } } })],
  ['format_unsupported', aDefinition({ format: { mso_mdoc: {}, jwt: { alg: ['EdDSA'] } } })],
  [
    'predicate_without_filter',
    aDefinition({ input_descriptors: [withField({ path: ['$.a'], predicate: 'required' })] }),
  ],
  ['rule_unknown', required({ rule: 'some', from: 'A' })],
  ['rule_argument_missing', required({ rule: 'pick', from: 'A' })],
  ['from_or_from_nested', required({ rule: 'all', from: 'A', from_nested: [{ rule: 'all', from: 'A' }] })],
  ['from_or_from_nested', required({ rule: 'all' })],
  ['unsatisfiable', required({ rule: 'pick', count: 3, from: 'A' })],
  ['group_unused', required({ rule: 'all', from: 'A' }, [aDescriptor({ id: 'one', group: ['A', 'B'] })])],
  ['jsonpath_invalid', aDefinition({ input_descriptors: [withField({ path: ['$.type[(@.length-1)]'] })] })],
  ['asks_nothing', aDefinition({ input_descriptors: [] })],
  [
    'field_id_unknown',
    aDefinition({
      input_descriptors: [
        {
          id: 'one',
          constraints: {
            fields: [{ id: 'age', path: ['$.age'] }],
            is_holder: [{ field_id: ['years'], directive: 'required' }],
          },
        },
      ],
    }),
  ],
]

describe('fixesOf', () => {
  it.each(broken)('settles %s with each of its buttons', (code, definition) => {
    const document = readDocument(printed(definition))
    const problem = findProblems(document).find((one) => one.code === code)
    if (problem === undefined) throw new Error(`${code} was not found`)
    const fixes = fixesOf(document, problem)
    expect(fixes.length).toBeGreaterThan(0)
    for (const { edits, label } of fixes) {
      const after = findProblems(readDocument(edited(document.text, edits)))
      expect(label).not.toContain('definitions.')
      expect(after.map(({ key }) => key)).not.toContain(problem.key)
      expect(after.filter(({ severity }) => severity === 'fault')).toEqual([])
    }
  })

  it('offers the group that exists', () => {
    const document = readDocument(printed(required({ rule: 'all', from: 'B' })))
    const [problem] = findProblems(document)
    expect(problem && fixesOf(document, problem).map(({ label }) => label)).toEqual([
      message('definitions.fix.use', { name: 'A' }),
    ])
  })

  it('takes a wrapped definition out with everything in it', () => {
    const document = readDocument(printed({ presentation_definition: aDefinition({ extra: 1 }) }))
    const [problem] = findProblems(document)
    const [fix] = problem === undefined ? [] : fixesOf(document, problem)
    expect(fix && JSON.parse(edited(document.text, fix.edits))).toEqual(aDefinition({ extra: 1 }))
  })

  it('offers nothing, while a name stands twice', () => {
    const document = readDocument('{ "extra": 1, "input_descriptors": [], "input_descriptors": [] }')
    expect(findProblems(document).flatMap((problem) => fixesOf(document, problem))).toEqual([])
  })
})

it('unusedName › counts on from the name', () => {
  expect(unusedName('a', ['b'])).toBe('a')
  expect(unusedName('a', ['a', 'a-2'])).toBe('a-3')
  expect(unusedName('a-2', ['a-2'])).toBe('a-3')
})
