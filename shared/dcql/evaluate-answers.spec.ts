// Proves docs/contract/exchange.md, DCQL.

import { describe, expect, it } from 'vitest'
import { aQuery } from '../../tests/support/exchange/dcql.ts'
import { QUERIES } from '../../tests/vectors/dcql-vectors.ts'
import { evaluateAnswers } from './evaluate-answers.ts'

const MET = { satisfied: true }
const FAILED = { satisfied: false }

/** Each answered query by its id, with the answers to it. */
function evaluate(query: unknown, answers: Readonly<Record<string, readonly { readonly satisfied: boolean }[]>>) {
  const { satisfied, faults, requirements } = evaluateAnswers(aQuery(query), new Map(Object.entries(answers)))
  return { satisfied, faults: faults.map(({ code, descriptor }) => `${code} ${descriptor}`), requirements }
}

const two = {
  credentials: ['a', 'b'].map((id) => ({ id, format: 'dc+sd-jwt', meta: {}, multiple: id === 'b' })),
}

describe('without sets every credential query must be answered', () => {
  it.each([
    ['both', { a: [MET], b: [MET] }, true, []],
    ['one is missing', { a: [MET] }, false, ['descriptor_missing b']],
    ['one holds no presentation', { a: [MET], b: [] }, false, ['descriptor_missing b']],
    ['one does not hold › is told where it fails', { a: [FAILED], b: [MET] }, false, []],
    ['two where multiple was asked for', { a: [MET], b: [MET, MET] }, true, []],
    ['one of the two does not hold', { a: [MET], b: [MET, FAILED] }, false, []],
    ['two where it was not', { a: [MET, MET], b: [MET] }, false, ['requirement_exceeded a']],
  ])('%s', (_, answers, satisfied, faults) => {
    expect(evaluate(two, answers)).toEqual({ satisfied, faults, requirements: [] })
  })

  it('what is no credential › is not missing', () => {
    const { satisfied, faults } = evaluateAnswers(aQuery(two), new Map([['a', [MET]]]), ['b'])

    expect({ satisfied, faults }).toEqual({ satisfied: false, faults: [] })
  })
})

describe('with sets', () => {
  it.each([
    ['the first option', { pid: [MET] }, true, []],
    ['the last one, in full', { pid_reduced_cred_1: [MET], pid_reduced_cred_2: [MET] }, true, []],
    ['the last one in part', { pid_reduced_cred_1: [MET] }, false, ['requirement_unsatisfied null']],
    ['only what is optional', { nice_to_have: [MET] }, false, ['requirement_unsatisfied null']],
    ['the option does not hold › is told where it fails', { pid: [FAILED] }, false, []],
    ['what is optional does not hold', { pid: [MET], nice_to_have: [FAILED] }, true, []],
    ['two for one', { pid: [MET, MET] }, false, ['requirement_exceeded pid']],
  ])('%s', (_, answers, satisfied, faults) => {
    expect(evaluate(QUERIES.credentials_alternatives, answers)).toMatchObject({ satisfied, faults })
  })

  it('a set is a requirement, with its options in it', () => {
    const { requirements } = evaluate(QUERIES.credentials_alternatives, { pid_reduced_cred_1: [MET] })

    expect(requirements).toMatchObject([
      {
        requirement: { rule: 'pick', min: 1 },
        available: 3,
        satisfiedCount: 0,
        satisfied: false,
        nested: [
          { requirement: { name: 'pid' }, satisfied: false },
          { requirement: { name: 'other_pid' }, satisfied: false },
          { requirement: { name: 'pid_reduced_cred_1 + pid_reduced_cred_2' }, available: 2, satisfiedCount: 1 },
        ],
      },
      { requirement: { min: 0 }, satisfied: true, satisfiedCount: 0 },
    ])
  })
})
