import { describe, expect, it } from 'vitest'
import { countsOf, failuresOf, readTestReport, summaryLine } from './test-summary.ts'

describe('countsOf', () => {
  it('takes the numbers of a Vitest report', () => {
    expect(countsOf({ numPassedTests: 7, numFailedTests: 2, numFailedTestSuites: 1 })).toEqual({ passed: 7, failed: 2 })
  })

  it('counts a Vitest file that could not be loaded as a failure', () => {
    expect(countsOf({ numPassedTests: 7, numFailedTests: 0, numFailedTestSuites: 1 })).toEqual({ passed: 7, failed: 1 })
  })

  it('counts flaky journeys and errors outside of tests as failures', () => {
    const report = { stats: { expected: 3, unexpected: 1, flaky: 1 }, errors: [{}] }

    expect(countsOf(report)).toEqual({ passed: 3, failed: 3 })
  })
})

describe('failuresOf', () => {
  const counts = { numPassedTests: 1, numFailedTests: 1, numFailedTestSuites: 1 }

  it('names failed tests of Vitest and begins to say why', () => {
    const failureMessages = ['Error: expected 1\n\n    at one.ts\n    at two.ts\n    at three.ts\n    at four.ts']
    const assertionResults = [
      { status: 'passed', fullName: 'adds', failureMessages: [] },
      { status: 'failed', fullName: 'takes away', failureMessages },
    ]
    const testResults = [{ name: 'sums.spec.ts', status: 'failed', message: '', assertionResults }]

    expect(failuresOf({ ...counts, testResults })).toEqual([
      { test: 'sums.spec.ts > takes away', why: 'Error: expected 1 | at one.ts | at two.ts | at three.ts' },
    ])
  })

  it('names a file of Vitest that could not be loaded', () => {
    const testResults = [{ name: 'sums.spec.ts', status: 'failed', message: 'No such module', assertionResults: [] }]

    expect(failuresOf({ ...counts, testResults })).toEqual([{ test: 'sums.spec.ts', why: 'No such module' }])
  })

  it('names failed journeys, and what failed outside of them, without colours', () => {
    const tests = [{ results: [{ errors: [{ message: '\u001B[31mnot visible\u001B[39m' }] }] }]
    const specs = [
      { title: 'is found', ok: false, file: 'search.spec.ts', line: 7, tests },
      { title: 'is kept', ok: true, file: 'search.spec.ts', line: 9, tests: [] },
    ]
    const stats = { expected: 1, unexpected: 1, flaky: 0 }

    expect(
      failuresOf({ stats, errors: [{ message: 'x'.repeat(500) }], suites: [{ specs: [], suites: [{ specs }] }] }),
    ).toEqual([
      { test: 'search.spec.ts:7 > is found', why: 'not visible' },
      { test: 'outside of tests', why: 'x'.repeat(400) },
    ])
  })
})

describe('readTestReport', () => {
  it('counts nothing for a report that was never written', () => {
    expect(readTestReport('/nowhere/report.json')).toEqual({ counts: { passed: 0, failed: 0 }, failures: [] })
  })
})

describe('summaryLine', () => {
  const clean = { passed: 4, failed: 0 }

  it('adds up what every step of tests counted', () => {
    expect(summaryLine([clean, { passed: 1, failed: 2 }], 1)).toBe('5 passed, 2 failed')
  })

  it('counts a failed step without a failed test as one failure', () => {
    expect(summaryLine([clean, { passed: 1, failed: 2 }], 3)).toBe('5 passed, 4 failed')
    expect(summaryLine([clean], 1)).toBe('4 passed, 1 failed')
  })

  it('counts no failure where nothing failed', () => {
    expect(summaryLine([clean, clean], 0)).toBe('8 passed, 0 failed')
  })
})
