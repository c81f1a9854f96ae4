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
  it('counts nothing for a report that was never written', () => {
    expect(readTestCounts('/nowhere/report.json')).toEqual({ passed: 0, failed: 0 })
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
