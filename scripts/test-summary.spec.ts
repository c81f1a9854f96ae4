import { describe, expect, it } from 'vitest'
import { countsOf, readTestCounts, summaryLine } from './test-summary.ts'

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

describe('readTestCounts', () => {
  it('adds nothing for a report that was never written', () => {
    expect(summaryLine(readTestCounts(['/nowhere/report.json']))).toBe('0 passed, 0 failed')
  })
})
