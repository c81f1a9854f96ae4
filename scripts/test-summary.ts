import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export type TestCounts = { readonly passed: number; readonly failed: number }

type VitestReport = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numFailedTestSuites: number
  readonly testResults?: readonly {
    /** The file. */
    readonly name: string
    readonly status: string
    /** Why the file could not be loaded. */
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}
type PlaywrightReport = {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
  readonly errors: readonly { readonly message?: string }[]
  readonly suites?: readonly JourneySuite[]
}
interface JourneySuite {
  readonly suites?: readonly JourneySuite[]
  readonly specs: readonly {
    readonly title: string
    readonly ok: boolean
    readonly file: string
    readonly line: number
    readonly tests: readonly {
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[]
    }[]
  }[]
}
/** A test that failed, and the first words of why. */
export type Failure = { readonly test: string; readonly why: string }

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

/** What is known of a run that may not have been written: its step failed before it could count. */
export interface TestReport {
  readonly counts: TestCounts
  readonly failures: readonly Failure[]
}

/** Reads the JSON report Vitest or Playwright left behind. A report that is missing counts nothing. */
export function readTestReport(path: string): TestReport {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return { counts: { passed: 0, failed: 0 }, failures: [] }
  }
  const report = JSON.parse(text) as VitestReport | PlaywrightReport // written by the tools themselves a moment ago
  return { counts: countsOf(report), failures: failuresOf(report) }
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

/** Every test that failed, by its file and name: what one wants to know when the rest of the output is gone. */
export function failuresOf(report: VitestReport | PlaywrightReport): readonly Failure[] {
  if ('stats' in report) {
    const outside = report.errors.map(({ message }) => ({ test: 'outside of tests', why: shortened(message) }))
    return [...(report.suites ?? []).flatMap(journeysThatFailed), ...outside]
  }
  return (report.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [{ test: name, why: shortened(message) }] : []
    return failed.map((result) => ({
      test: `${name} > ${result.fullName}`,
      why: shortened(result.failureMessages[0]),
    }))
  })
}

function journeysThatFailed({ suites = [], specs }: JourneySuite): readonly Failure[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => {
      const [error] = tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors)
      return { test: `${file}:${String(line)} > ${title}`, why: shortened(error?.message) }
    })
  return [...suites.flatMap(journeysThatFailed), ...own]
}

const LINES = 4
const CHARACTERS = 400

/** The first lines that say something, without colours. */
function shortened(message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n')
  const said = lines.map((line) => line.trim()).filter((line) => line !== '')
  return said.slice(0, LINES).join(' | ').slice(0, CHARACTERS)
}
