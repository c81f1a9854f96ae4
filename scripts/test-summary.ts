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
 * Adds up the JSON reports Vitest and Playwright leave behind. A report that is missing adds nothing: its step failed
 * before it could count, and the caller knows that from the exit code.
 */
export function readTestCounts(reportPaths: readonly string[]): TestCounts {
  return reportPaths.map(readReport).reduce(add, { passed: 0, failed: 0 })
}

/** The last line of a test run, for people and for continuous integration. */
export function summaryLine(counts: TestCounts): string {
  return `${counts.passed} passed, ${counts.failed} failed`
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

function readReport(path: string): TestCounts {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return { passed: 0, failed: 0 }
  }
  return countsOf(JSON.parse(text) as VitestReport | PlaywrightReport) // written by the tools themselves a moment ago
}

function add(left: TestCounts, right: TestCounts): TestCounts {
  return { passed: left.passed + right.passed, failed: left.failed + right.failed }
}
