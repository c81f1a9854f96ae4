import { describe, expect, it } from 'vitest'
import type { Result, Tier } from './mutant-results.ts'
import { normalSecondsOf, readResults, summaryOf, suspectsOf } from './mutant-results.ts'
import type { Mutant } from './mutations.ts'

const aMutant = (name: string): Mutant => ({
  path: `shared/${name}.ts`,
  line: 3,
  start: 9,
  end: 10,
  before: '1',
  after: '2',
})
const [a, b, c, d, e] = [aMutant('a'), aMutant('b'), aMutant('c'), aMutant('d'), aMutant('e')]

const found = (tier: Tier, mutant: Mutant): Result => ({ tier, mutant, foundBy: 'a test' })
const passed = (tier: Tier, mutant: Mutant): Result => ({ tier, mutant })

describe('results', () => {
  it('are read as they were written, and what was cut off is left out', () => {
    const lines = [found('related', a), { tier: 'test', normalSeconds: 300 }].map((one) => `${JSON.stringify(one)}\n`)

    expect(readResults(`${lines.join('')}{"tier":"te`)).toEqual([
      found('related', a),
      { tier: 'test', normalSeconds: 300 },
    ])
    expect(readResults('')).toEqual([])
  })

  it('say what a tier takes, the last time that was said', () => {
    const results: readonly Result[] = [
      { tier: 'test', normalSeconds: 300 },
      { tier: 'full', normalSeconds: 900 },
      { tier: 'test', normalSeconds: 200 },
    ]

    expect(normalSecondsOf('test', results)).toBe(200)
    expect(normalSecondsOf('related', results)).toBeUndefined()
  })
})

describe('suspects of a tier', () => {
  it('are the mutants that no tier before found, and with which it has not run', () => {
    const results = [found('related', a), passed('related', b), passed('related', c), passed('test', c)]

    expect(suspectsOf([a, b, c, d], 'test', results)).toEqual([b, d])
    expect(suspectsOf([a, b, c, d], 'related', results)).toEqual([d])
  })

  it('do not take another fault of the same place for the same', () => {
    expect(suspectsOf([a, { ...a, after: '3' }], 'related', [passed('related', a)])).toEqual([{ ...a, after: '3' }])
  })
})

describe('a summary', () => {
  it('counts by the first tier that finds, and shows each survivor and how to see it alone', () => {
    const results = [
      found('related', a),
      ...[b, c, d, e].map((one) => passed('related', one)),
      found('test', b),
      ...[c, d].flatMap((one) => [passed('test', one)]),
      found('full', c),
      passed('full', d),
    ]

    expect(summaryOf([a, b, c, d, e], results, () => '  const x = 1')).toEqual({
      quickShare: 2 / 3,
      lines: [
        'mutants: 5; found by related specs: 1, by npm test: 1, by npm run test:full: 1; survived: 1, not decided: 1',
        'npm test finds 2 of 3 that any tier finds, 66 % (goal 90 %)',
        'survived: shared/d.ts:3 1 → 2',
        '  in const x = 1',
        '  alone: npm run mutants -- --at shared/d.ts:3',
        'not decided: shared/e.ts:3 1 → 2',
        '  in const x = 1',
        '  alone: npm run mutants -- --at shared/e.ts:3',
      ],
    })
  })

  it('has no share where nothing was found', () => {
    const { quickShare, lines } = summaryOf([a], [passed('full', a)], () => '')

    expect(quickShare).toBeUndefined()
    expect(lines.join('\n')).not.toContain('%')
  })
})
