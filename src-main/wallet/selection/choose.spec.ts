// Proves docs/contract/exchange.md, Evaluation, Runs.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aCandidate, aDefinition, LICENCE_SCHEMA } from '../../../tests/support/exchange/definitions.ts'
import { prepared } from '../../../tests/support/exchange/evaluation.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import type { PreparedDefinition } from '../../../shared/presentation-exchange/prepare-definition.ts'
import { chooseCredentials } from './choose.ts'
import { evaluateChoice } from './judge-choice.ts'
import type { Choice } from './judge-choice.ts'
import { candidatesOf, evaluateTrials, newestFirst, trialsOf } from './try-held.ts'
import type { CandidateCredential, DescriptorCandidates } from './try-held.ts'

/** A credential that answers the descriptors named in `answers`; a higher `day` is newer. */
function aHeld(id: string, answers: readonly string[], day = 1, subject = 'did:example:holder'): CandidateCredential {
  const claims = Object.fromEntries(answers.map((name) => [name, true]))
  const issuanceDate = `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`
  const candidate = aCandidate({ issuanceDate, credentialSubject: { id: subject, ...claims } })
  return { id, candidate, holder: subject }
}

function asks(id: string, members: JsonObject = {}): JsonObject {
  return { id, constraints: { fields: [{ id: `field ${id}`, path: [`$.credentialSubject.${id}`] }] }, ...members }
}

function definition(descriptors: readonly JsonObject[], members: JsonObject = {}): PreparedDefinition {
  return prepared(aDefinition({ input_descriptors: descriptors, ...members }))
}

function candidates(ready: PreparedDefinition, held: readonly CandidateCredential[]): readonly DescriptorCandidates[] {
  const trials = trialsOf(ready, held)
  return candidatesOf(ready, trials, evaluateTrials(trials))
}

function choose(ready: PreparedDefinition, held: readonly CandidateCredential[]): Record<string, string> | undefined {
  const choice = chooseCredentials(ready, candidates(ready, held))
  return choice && Object.fromEntries(choice)
}

describe('candidatesOf', () => {
  it('lists those that fit, newest first, those without a date last, equal ones by id', () => {
    const ready = definition([asks('a')])
    const undated = { ...aHeld('0', []), candidate: aCandidate({ issuanceDate: 'none', credentialSubject: { a: 1 } }) }

    const [only] = candidates(ready, [undated, aHeld('3', ['a'], 2), aHeld('1', ['a'], 1), aHeld('2', ['a'], 2)])

    expect(only?.matching.map(({ credential }) => credential.id)).toEqual(['2', '3', '1', '0'])
    expect(only?.nearest).toBeUndefined()
  })

  it('names the one that gets furthest, and the step it fails, where none fits', () => {
    const schema = [{ uri: LICENCE_SCHEMA }]
    const ready = definition([asks('a', { schema })])
    const other = { ...aHeld('1', ['a'], 5), candidate: aCandidate({ credentialSchema: { id: 'urn:x', type: 'y' } }) }

    const [only] = candidates(ready, [other, aHeld('2', ['b'], 1)])

    expect(only?.matching).toEqual([])
    expect(only?.nearest?.credential.id).toBe('2')
    expect(only?.nearest?.failed).toMatchObject({ check: 'descriptor.field', code: 'field_missing' })
  })

  it('leaves demands on the status open, which no wallet knows', () => {
    const ready = definition([asks('a', { constraints: { statuses: { active: { directive: 'required' } } } })])

    expect(choose(ready, [aHeld('1', [])])).toEqual({ a: '1' })
  })
})

describe('chooseCredentials', () => {
  it('answers all descriptors where there are no requirements, and nothing when one is missing', () => {
    const ready = definition([asks('a'), asks('b')])

    expect(choose(ready, [aHeld('1', ['a']), aHeld('2', ['b'])])).toEqual({ a: '1', b: '2' })
    expect(choose(ready, [aHeld('1', ['a'])])).toBeUndefined()
  })

  it('takes the newest, and with equal dates the first by id', () => {
    const ready = definition([asks('a')])

    expect(choose(ready, [aHeld('1', ['a'], 1), aHeld('2', ['a'], 3), aHeld('3', ['a'], 2)])).toEqual({ a: '2' })
    expect(choose(ready, [aHeld('2', ['a']), aHeld('1', ['a'])])).toEqual({ a: '1' })
  })

  it('takes one older credential rather than two newer ones', () => {
    const ready = definition([asks('a'), asks('b')])
    const held = [aHeld('1', ['a'], 9), aHeld('2', ['b'], 9), aHeld('3', ['a', 'b'], 1)]

    expect(choose(ready, held)).toEqual({ a: '3', b: '3' })
  })

  it('answers exactly as many as `pick` asks for, although more could be answered', () => {
    const descriptors = ['a', 'b', 'c'].map((id) => asks(id, { group: ['A'] }))
    const ready = definition(descriptors, { submission_requirements: [{ rule: 'pick', count: 2, from: 'A' }] })

    expect(choose(ready, [aHeld('1', ['a', 'b', 'c'])])).toEqual({ a: '1', b: '1' })
    expect(choose(ready, [aHeld('1', ['a'], 1), aHeld('2', ['b'], 2), aHeld('3', ['c'], 3)])).toEqual({
      b: '2',
      c: '3',
    })
    expect(choose(ready, [aHeld('1', ['a'])])).toBeUndefined()
  })

  it('leaves out what nobody requires', () => {
    const descriptors = [asks('a', { group: ['A'] }), asks('b', { group: ['B'] })]
    const ready = definition(descriptors, { submission_requirements: [{ rule: 'all', from: 'A' }] })

    expect(choose(ready, [aHeld('1', ['a', 'b']), aHeld('2', ['b'])])).toEqual({ a: '1' })
  })

  it('finds the cheaper way through nested requirements', () => {
    const descriptors = ['a', 'b', 'c'].map((id) => asks(id, { group: [id] }))
    const both = { rule: 'all', from_nested: ['b', 'c'].map((from) => ({ rule: 'all', from })) }
    const either = { rule: 'pick', count: 1, from_nested: [{ rule: 'all', from: 'a' }, both] }
    const ready = definition(descriptors, { submission_requirements: [either] })

    expect(choose(ready, [aHeld('1', ['b'], 9), aHeld('2', ['c'], 9), aHeld('3', ['a'], 1)])).toEqual({ a: '3' })
    expect(choose(ready, [aHeld('1', ['b']), aHeld('2', ['c'])])).toEqual({ b: '1', c: '2' })
    expect(choose(ready, [aHeld('1', ['b'])])).toBeUndefined()
  })

  it('of two subjects with equally few credentials takes the one whose choice is newest', () => {
    const same_subject = [{ field_id: ['field a', 'field b'], directive: 'required' }]
    const fields = [{ id: 'field a', path: ['$.credentialSubject.a'] }]
    const ready = definition([asks('a', { constraints: { fields, same_subject } }), asks('b')])
    const held = [
      aHeld('newest, of no use', ['a'], 9, 'did:example:one'),
      aHeld('old', ['a', 'b'], 1, 'did:example:one'),
      aHeld('new', ['a', 'b'], 5, 'did:example:other'),
    ]

    expect(choose(ready, held)).toEqual({ a: 'new', b: 'new' })
  })

  it('keeps what must belong to one subject together', () => {
    const same_subject = [{ field_id: ['field a', 'field b'], directive: 'required' }]
    const fields = [{ id: 'field a', path: ['$.credentialSubject.a'] }]
    const ready = definition([asks('a', { constraints: { fields, same_subject } }), asks('b')])
    const ofAlice = [aHeld('1', ['a'], 1, 'did:example:alice'), aHeld('2', ['b'], 1, 'did:example:alice')]
    const ofBob = aHeld('3', ['a'], 9, 'did:example:bob')

    expect(choose(ready, [...ofAlice, ofBob])).toEqual({ a: '1', b: '2' })
    expect(choose(ready, [ofBob, aHeld('2', ['b'], 1, 'did:example:alice')])).toBeUndefined()
  })

  it('chooses nothing where nothing is asked', () => {
    expect(choose(definition([]), [aHeld('1', ['a'])])).toEqual({})
  })
})

/* Properties ------------------------------------------------------------------------------------------------------ */

const NAMES = ['a', 'b', 'c', 'd']

interface Bounds {
  readonly count?: number
  readonly min?: number
  readonly max?: number
}

const bounds = fc.record(
  {
    count: fc.integer({ min: 1, max: 4 }),
    min: fc.integer({ min: 0, max: 3 }),
    max: fc.integer({ min: 1, max: 4 }),
  },
  { requiredKeys: [] },
)

/** Undefined: `all`. A maximum below the minimum would be a fault of the definition. */
function rule(pick: Bounds | undefined): JsonObject {
  if (pick === undefined) return { rule: 'all' }
  const { min, max } = pick
  return { rule: 'pick', ...pick, ...(min !== undefined && max !== undefined && { max: Math.max(min, max) }) }
}

const picks = fc.option(bounds, { nil: undefined })
const fromGroup = fc.tuple(fc.constantFrom('A', 'B'), picks).map(([from, pick]) => ({ ...rule(pick), from }))
const nested = fc
  .tuple(fc.array(fromGroup, { minLength: 1, maxLength: 3 }), picks)
  .map(([from_nested, pick]) => ({ ...rule(pick), from_nested }))
const requirements = fc.array(fc.oneof(fromGroup, nested), { minLength: 1, maxLength: 3 })
const groups = fc.uniqueArray(fc.constantFrom('A', 'B'), { minLength: 1, maxLength: 2 })

const definitions = fc
  .tuple(fc.array(groups, { minLength: 2, maxLength: 4 }), fc.option(requirements, { nil: undefined }))
  .map(([[, ...rest], submission_requirements]) => {
    const descriptors = [['A', 'B'], ...rest].map((group, index) => asks(NAMES[index] ?? '', { group }))
    return definition(descriptors, submission_requirements === undefined ? {} : { submission_requirements })
  })

const wallets = fc
  .array(fc.tuple(fc.subarray(NAMES), fc.integer({ min: 1, max: 9 })), { maxLength: 5 })
  .map((held) => held.map(([answers, day], index) => aHeld(String(index), answers, day)))

/** Every way to answer, by trying all. */
function everyChoice(listed: readonly DescriptorCandidates[]): readonly Choice[] {
  return listed.reduce<Choice[]>(
    (choices, { descriptor, matching }) =>
      choices.flatMap((choice) => [
        choice,
        ...matching.map(({ credential }) => new Map([...choice, [descriptor.id, credential.id]])),
      ]),
    [new Map()],
  )
}

function compareLists(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((value, place) => value !== other[place])
  return index === -1 ? 0 : (one[index] ?? 0) - (other[index] ?? 0)
}

describe('properties of the choice', () => {
  it('always satisfies, with as few and as new credentials as trying everything finds', () => {
    fc.assert(
      fc.property(definitions, wallets, (ready, held) => {
        const listed = candidates(ready, held)
        const order = newestFirst(held).map(({ id }) => id)
        const ranks = (choice: Choice) =>
          [...new Set(choice.values())].map((id) => order.indexOf(id)).sort((one, other) => one - other)
        const [smallest] = everyChoice(listed)
          .filter((choice) => evaluateChoice(ready, listed, choice).satisfied)
          .map(ranks)
          .sort((one, other) => one.length - other.length || compareLists(one, other))

        const choice = chooseCredentials(ready, listed)

        expect(choice && ranks(choice)).toEqual(smallest)
        expect(choice === undefined || evaluateChoice(ready, listed, choice).satisfied).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('is not lost when a credential is added', () => {
    fc.assert(
      fc.property(definitions, wallets, fc.subarray(NAMES), (ready, held, answers) => {
        const before = choose(ready, held)
        const after = choose(ready, [...held, aHeld('added', answers, 5)])

        expect(before === undefined || after !== undefined).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('does not depend on the order of the wallet', () => {
    fc.assert(
      fc.property(definitions, wallets, (ready, held) => {
        expect(choose(ready, [...held].reverse())).toEqual(choose(ready, held))
      }),
    )
  })
})

/* Bounds ---------------------------------------------------------------------------------------------------------- */

describe('work', () => {
  it('is done for a thousand credentials', () => {
    const ready = definition(['a', 'b', 'c'].map((id) => asks(id)))
    const held = Array.from({ length: 1000 }, (_, index) =>
      aHeld(String(index), [NAMES[index % 3] ?? ''], 1 + (index % 28)),
    )

    expect(Object.keys(choose(ready, held) ?? {}).sort()).toEqual(['a', 'b', 'c'])
  })

  it('ends for a definition that is made to be hard', () => {
    const names = Array.from({ length: 60 }, (_, index) => `n${index}`)
    const groupsOf = (index: number) =>
      Array.from({ length: 6 }, (_, group) => `g${String((index * 7 + group * 11) % 40)}`)
    const descriptors = names.map((name, index) => asks(name, { group: groupsOf(index) }))
    const used = [...new Set(names.flatMap((_name, index) => groupsOf(index)))]
    const ready = definition(descriptors, {
      submission_requirements: used.map((from) => ({ rule: 'pick', count: 3, from })),
    })
    const held = Array.from({ length: 300 }, (_, index) => {
      const answers = names.filter((_name, place) => (place * 31 + index * 17) % 7 === 0)
      return aHeld(String(index), answers, 1 + (index % 28))
    })

    expect(() => choose(ready, held)).not.toThrow()
  })

  it('ends for filters that ask for more work than they are worth', () => {
    const filter = { allOf: Array.from({ length: 50 }, () => ({ pattern: '(a|aa)+$' })) }
    const field = { path: ['$.credentialSubject.text'], filter }
    const ready = definition([{ id: 'a', constraints: { fields: Array.from({ length: 50 }, () => field) } }])
    const candidate = aCandidate({ credentialSubject: { text: 'a'.repeat(5000) } })
    const held = Array.from({ length: 200 }, (_, index) => ({ id: String(index), holder: undefined, candidate }))

    expect(() => choose(ready, held)).not.toThrow()
  })
})
