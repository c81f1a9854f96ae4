import { describe, expect, it } from 'vitest'
import type { StepResult } from './test-summary.ts'
import { clock, countsSaid, failureLines, readTestReport, reportOf, summaryLine } from './test-summary.ts'

const passed = { status: 'passed', fullName: 'adds', failureMessages: [] }
const failed = {
  status: 'failed',
  fullName: "takes (it's) away",
  failureMessages: ['Error: expected 1\n    at one.ts'],
}
const ofVitest = (assertionResults: readonly (typeof passed | typeof failed)[], file = {}) => ({
  numPassedTests: 7,
  testResults: [
    { name: `${process.cwd()}/tests/sums.spec.ts`, status: 'passed', message: '', assertionResults, ...file },
  ],
})

describe('reportOf', () => {
  it('counts and names failed tests of Vitest, and says how one runs alone', () => {
    expect(reportOf(ofVitest([passed, failed]))).toEqual({
      passed: 7,
      failed: 1,
      failures: [
        {
          test: "tests/sums.spec.ts > takes (it's) away",
          why: 'Error: expected 1\n    at one.ts',
          alone: String.raw`npx vitest run tests/sums.spec.ts -t 'takes \(it'\''s\) away'`,
        },
      ],
    })
  })

  it('counts a file of Vitest that could not be loaded as a failure', () => {
    const report = reportOf(ofVitest([], { status: 'failed', message: 'No such module' }))

    expect(report).toMatchObject({
      failed: 1,
      failures: [{ test: 'tests/sums.spec.ts', why: 'No such module', alone: 'npx vitest run tests/sums.spec.ts' }],
    })
  })

  it('names failed journeys, and what failed outside of them', () => {
    const tests = [{ results: [{ errors: [{ message: 'not visible' }] }] }]
    const specs = [
      { title: 'is found @deep', ok: false, file: 'search.spec.ts', line: 7, tests },
      { title: 'is kept', ok: true, file: 'search.spec.ts', line: 9, tests: [] },
    ]
    const stats = { expected: 1, unexpected: 1, flaky: 0 }

    expect(
      reportOf({ stats, errors: [{ message: 'no browser' }], suites: [{ specs: [], suites: [{ specs }] }] }),
    ).toEqual({
      passed: 1,
      failed: 2,
      failures: [
        {
          test: 'tests/journeys/search.spec.ts:7 > is found @deep',
          why: 'not visible',
          alone: 'DEEP=1 npx playwright test search.spec.ts:7',
        },
        { test: 'outside of journeys', why: 'no browser', alone: 'npm run journeys' },
      ],
    })
  })
})

describe('readTestReport', () => {
  it('counts nothing for a report that was never written', () => {
    expect(readTestReport('/nowhere/report.json')).toEqual({ passed: 0, failed: 0, failures: [] })
  })
})

const step = (ok: boolean, report?: StepResult['report'], output = ''): StepResult => ({
  name: 'lint',
  command: 'oxlint',
  ok,
  output,
  report,
})
const failures = reportOf(ofVitest([passed, failed]))

describe('failureLines', () => {
  it('says nothing of what passed', () => {
    expect(failureLines([step(true, undefined, 'all is well')])).toEqual([])
  })

  it('says why a test failed and how it runs alone, and not what the run printed besides', () => {
    expect(failureLines([step(false, failures, 'noise')])).toEqual([
      '',
      'FAILED: lint (oxlint)',
      '',
      "  tests/sums.spec.ts > takes (it's) away",
      '    Error: expected 1',
      '        at one.ts',
      String.raw`  alone: npx vitest run tests/sums.spec.ts -t 'takes \(it'\''s\) away'`,
    ])
  })

  it('says what a step printed that failed without a failed test, without colours and empty lines', () => {
    expect(failureLines([step(false, undefined, '\u001B[31mno semicolons\u001B[39m\n\n1 error\n')])).toEqual([
      '',
      'FAILED: lint (oxlint)',
      'no semicolons',
      '1 error',
    ])
  })
})

it('failureLines › says what a step printed for a failure of which the report gives no reason', () => {
  const unexplained = [{ test: 'tests/sums.spec.ts', why: '', alone: 'npx vitest run tests/sums.spec.ts' }]
  const report = { passed: 1, failed: 1, failures: unexplained }

  expect(failureLines([step(false, report, 'passed\nadds up: Error: a hook failed\n')])).toEqual([
    '',
    'FAILED: lint (oxlint)',
    '',
    '  tests/sums.spec.ts',
    '  alone: npx vitest run tests/sums.spec.ts',
    'adds up: Error: a hook failed',
  ])
})

it('failureLines › says what failed outside of tests, however many of them passed before', () => {
  const output = `${'passed\nskipped\n'.repeat(500)}Error: a promise that nobody waited for\n`

  expect(failureLines([step(false, { ...failures, failed: 0 }, output)])).toContain(
    'Error: a promise that nobody waited for',
  )
})

describe('summaryLine', () => {
  it('adds up the tests of each step; one without tests is one check', () => {
    expect(summaryLine([step(true), step(false, failures), step(true, { ...failures, failed: 0 })])).toBe(
      '15 passed, 1 failed',
    )
  })

  it('counts a step that failed before it could count as one failure', () => {
    expect(summaryLine([step(false), step(false, { passed: 4, failed: 0, failures: [] })])).toBe('4 passed, 2 failed')
  })
})

describe('what a step says of itself', () => {
  it.each([
    [0, '0:00'],
    [59_600, '1:00'],
    [754_000, '12:34'],
  ])('%d ms are %s', (ms, said) => {
    expect(clock(ms)).toBe(said)
  })

  it('has counts where it has tests', () => {
    expect([undefined, { ...failures, failed: 0 }, failures].map(countsSaid)).toEqual([
      '',
      ', 7 passed',
      ', 7 passed, 1 failed',
    ])
  })
})
