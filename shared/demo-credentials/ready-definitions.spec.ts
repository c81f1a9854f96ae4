// Proves docs/contract/exchange.md, Demo issuers.

import { describe, expect, it } from 'vitest'
import { submit } from '../../tests/support/exchange/evaluation.ts'
import { candidateOfDemo } from '../../tests/support/exchange/demo-credentials.ts'
import { checkQueryDefinition } from '../dcql/check-query.ts'
import { isQueryDefinition } from '../dcql/query.ts'
import { checkDefinition } from '../presentation-exchange/check-definition.ts'
import type { JsonObject } from '../presentation-exchange/json.ts'
import { READY_DEFINITIONS } from './ready-definitions.ts'

/** Which demo credential answers which descriptor. */
const ANSWERS: Readonly<Record<string, string>> = {
  age: 'proof-of-age',
  licence: 'driving-licence',
  identity: 'identity',
  employment: 'employment',
  'bank-account': 'bank-account',
  diploma: 'diploma',
  membership: 'membership',
}

/** What is enough, and what is not. */
const CASES: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['age-only', ['age'], []],
  ['car-hire', ['licence', 'age'], ['licence']],
  ['two-of-three', ['diploma', 'employment'], ['diploma']],
  ['two-of-three', ['bank-account', 'employment'], ['diploma', 'employment', 'bank-account']],
  ['either-or', ['identity'], ['licence']],
  ['either-or', ['licence', 'membership'], ['identity', 'licence', 'membership']],
  ['strict-formats', ['identity', 'membership'], ['identity']],
  ['everything', ['identity', 'licence', 'employment', 'bank-account'], ['identity', 'licence', 'bank-account']],
]

const definitionOf = (key: string) =>
  READY_DEFINITIONS.find((ready) => ready.key === key)?.definition ?? expect.unreachable()

function answering(key: string, descriptors: readonly string[]) {
  const format = key === 'strict-formats' ? ({ membership: 'ES256' } as Readonly<Record<string, string>>) : {}
  const answers = descriptors.map((id) => [id, candidateOfDemo(ANSWERS[id] ?? id, format[id])] as const)
  return submit(definitionOf(key), answers)
}

describe.each(READY_DEFINITIONS)('$name', ({ name, definition }) => {
  it('may be used, and nothing in it is odd', () => {
    const check = isQueryDefinition(definition) ? checkQueryDefinition : checkDefinition
    expect(check(definition)).toEqual({ faults: [], warnings: [] })
  })

  it('names itself, and says what it asks for and why', () => {
    const descriptors = (definition['input_descriptors'] ?? []) as readonly JsonObject[]

    expect(definition['name']).toBe(name)
    for (const part of [definition, ...descriptors]) {
      expect(part['name']).toMatch(/^[A-Z]/)
      expect(part['purpose']).toMatch(/^To /)
    }
  })
})

describe('with demo credentials', () => {
  it.each(CASES)('%s › is answered by %j, not by %j', (key, enough, other) => {
    expect(answering(key, enough)).toMatchObject({ satisfied: true })
    expect(answering(key, other)).toMatchObject({ satisfied: false })
  })

  it('strict formats › refuse a membership signed otherwise', () => {
    const answers = [
      ['identity', candidateOfDemo('identity')],
      ['membership', candidateOfDemo('membership', 'RS256')],
    ] as const
    expect(submit(definitionOf('strict-formats'), answers)).toMatchObject({ satisfied: false })
  })

  it('everything › uses every constraint there is', () => {
    const text = JSON.stringify(definitionOf('everything'))
    for (const member of [
      'limit_disclosure',
      'subject_is_issuer',
      'is_holder',
      'same_subject',
      'statuses',
      'filter',
      'optional',
      'predicate',
      'intent_to_retain',
      'from_nested',
      'format',
    ]) {
      expect(text).toContain(`"${member}"`)
    }
  })
})
