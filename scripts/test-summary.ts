import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The results of a test runner, Vitest or Playwright. */
export interface TestReport {
  readonly passed: number
  readonly failed: number
  readonly failures: readonly Failure[]
}

/** A failed test, the reason, and the command that runs only this test. */
export interface Failure {
  readonly test: string
  readonly why: string
  readonly alone: string
}

export interface StepResult {
  readonly name: string
  readonly command: string
  readonly ok: boolean
  /** Everything the step printed. */
  readonly output: string
  /** The results of a test step; empty if the runner wrote none. */
  readonly report: TestReport | undefined
}

type VitestReport = {
  readonly numPassedTests: number
  readonly testResults: readonly {
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
  readonly suites: readonly JourneySuite[]
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

const NOTHING: TestReport = { passed: 0, failed: 0, failures: [] }
const MAX_FAILURE_LINES = 40
const MAX_STEP_LINES = 200
/** The words of scripts/progress-reporter.ts, which would hide failures outside tests. */
const PROGRESS = /^(?:passed|failed|skipped|pending|timedOut|interrupted)$/

/** Reads the JSON report that Vitest or Playwright left behind. A report that is missing counts nothing. */
export function readTestReport(path: string): TestReport {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return NOTHING // the runner ended before writing it
  }
  return reportOf(JSON.parse(text) as VitestReport | PlaywrightReport) // the tools wrote it a moment ago
}

/** A file or configuration that could not be loaded counts as one failure. */
export function reportOf(report: VitestReport | PlaywrightReport): TestReport {
  const failures = 'stats' in report ? failedJourneys(report) : failedSpecs(report)
  const passed = 'stats' in report ? report.stats.expected : report.numPassedTests
  return { passed, failed: failures.length, failures }
}

function failedSpecs({ testResults }: VitestReport): readonly Failure[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    const notLoaded = failed.length === 0 && status === 'failed'
    if (notLoaded) return [{ test: file, why: message, alone: `npx vitest run ${file}` }]
    return failed.map(({ fullName, failureMessages }) => ({
      test: `${file} > ${fullName}`,
      why: failureMessages.join('\n'),
      alone: `npx vitest run ${file} -t ${quoted(asPattern(fullName))}`,
    }))
  })
}

function failedJourneys({ suites, errors }: PlaywrightReport): readonly Failure[] {
  const outside = errors.map(({ message = '' }) => ({
    test: 'outside of journeys',
    why: message,
    alone: 'npm run journeys',
  }))
  return [...suites.flatMap(failedInSuite), ...outside]
}

function failedInSuite({ suites = [], specs }: JourneySuite): readonly Failure[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => {
      const errors = tests.flatMap(({ results }) => results).flatMap((result) => result.errors)
      const place = `${file}:${String(line)}`
      const alone = `${title.includes('@deep') ? 'DEEP=1 ' : ''}npx playwright test ${place}`
      return {
        test: `tests/journeys/${place} > ${title}`,
        why: errors.map(({ message = '' }) => message).join('\n'),
        alone,
      }
    })
  return [...suites.flatMap(failedInSuite), ...own]
}

/** Escapes a name for Vitest's name pattern. */
function asPattern(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/**
 * The details of failures: reason and command for each failed test, and the output of a step that failed without one, or
 * for which the report gives no reason.
 */
export function failureLines(results: readonly StepResult[]): readonly string[] {
  return results
    .filter(({ ok }) => !ok)
    .flatMap(({ name, command, output, report = NOTHING }) => {
      const heading = ['', `FAILED: ${name} (${command})`]
      if (report.failed === 0) return [...heading, ...shortened(output, MAX_STEP_LINES)]
      const unexplained = report.failures.some(({ why }) => why === '')
      return [
        ...heading,
        ...report.failures.flatMap(linesOfFailure),
        ...(unexplained ? shortened(output, MAX_STEP_LINES) : []),
      ]
    })
}

function linesOfFailure({ test, why, alone }: Failure): readonly string[] {
  return ['', `  ${test}`, ...shortened(why, MAX_FAILURE_LINES).map((line) => `    ${line}`), `  alone: ${alone}`]
}

/** The first non-empty lines, without colours. */
function shortened(text: string, atMost: number): readonly string[] {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '' && !PROGRESS.test(line))
  return lines.slice(0, atMost)
}

/**
 * The last line of a run. A step without tests (types, a build) counts as one check, as does a step that failed before
 * writing results.
 */
export function summaryLine(results: readonly StepResult[]): string {
  const passed = results.map(({ ok, report }) => report?.passed ?? Number(ok))
  const failed = results.map(({ ok, report }) => (ok ? 0 : Math.max(1, report?.failed ?? 0)))
  return `${String(sum(passed))} passed, ${String(sum(failed))} failed`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** "0:07", "12:40". */
export function clock(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`
}

/** The test counts of a finished step; empty without tests. */
export function countsSaid(report: TestReport | undefined): string {
  if (report === undefined) return ''
  return `, ${String(report.passed)} passed${report.failed === 0 ? '' : `, ${String(report.failed)} failed`}`
}
