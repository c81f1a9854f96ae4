import { readFileSync } from 'node:fs'

export type TestCounts = { readonly passed: number; readonly failed: number }

type VitestReport = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numFailedTestSuites: number
}
type PlaywrightReport = {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
  readonly errors: readonly unknown[]
}

/**
 * The last line of a run, for people and for continuous integration. A step that failed without a failed test of its own
 * (a lint error, a build, tests that could not start) counts as one failure.
 */
export function summaryLine(tests: readonly TestCounts[], failedSteps: number): string {
  const passed = tests.reduce((sum, counts) => sum + counts.passed, 0)
  const failed = tests.reduce((sum, counts) => sum + counts.failed, 0)
  const stepsWithFailedTests = tests.filter((counts) => counts.failed > 0).length
  return `${passed} passed, ${failed + Math.max(0, failedSteps - stepsWithFailedTests)} failed`
}

/**
 * Reads the JSON report Vitest or Playwright left behind. A report that is missing counts nothing: its step failed
 * before it could count, and the caller knows that from the exit code.
 */
export function readTestCounts(path: string): TestCounts {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return { passed: 0, failed: 0 }
  }
  return countsOf(JSON.parse(text) as VitestReport | PlaywrightReport) // written by the tools themselves a moment ago
}

/** A test file or configuration that could not be loaded ran no test, and is still one failure. */
export function countsOf(report: VitestReport | PlaywrightReport): TestCounts {
  if ('stats' in report) {
    const { expected, unexpected, flaky } = report.stats
    return { passed: expected, failed: unexpected + flaky + report.errors.length }
  }
  const failed = report.numFailedTests
  return { passed: report.numPassedTests, failed: failed === 0 ? report.numFailedTestSuites : failed }
}
