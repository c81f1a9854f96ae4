import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What a runner of tests wrote down: Vitest or Playwright. */
export interface TestReport {
  readonly passed: number
  readonly failed: number
  readonly failures: readonly Failure[]
}

/** A test that failed, why, and the command that runs it alone. */
export interface Failure {
  readonly test: string
  readonly why: string
  readonly alone: string
}

export interface StepResult {
  readonly name: string
  readonly command: string
  readonly ok: boolean
  /** All that it printed. */
  readonly output: string
  /** What a step of tests counted; empty where its runner wrote nothing. */
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
const LINES_OF_A_FAILURE = 40
const LINES_OF_A_STEP = 200
/** What scripts/progress-reporter.ts tells of each test, which would hide what failed outside of them. */
const PROGRESS = /^(?:passed|failed|skipped|pending|timedOut|interrupted)$/

/** Reads the JSON report that Vitest or Playwright left behind. A report that is missing counts nothing. */
export function readTestReport(path: string): TestReport {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return NOTHING // the runner ended before it could count
  }
  return reportOf(JSON.parse(text) as VitestReport | PlaywrightReport) // the tools wrote it a moment ago
}

/** A file or configuration that could not be loaded ran no test, and is still one failure. */
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

/** A name as the pattern that Vitest looks for. */
function asPattern(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** What a person needs to go on: of each failed test why and how to run it alone, of any other failed step what it said. */
export function failureLines(results: readonly StepResult[]): readonly string[] {
  return results
    .filter(({ ok }) => !ok)
    .flatMap(({ name, command, output, report = NOTHING }) => {
      const heading = ['', `FAILED: ${name} (${command})`]
      if (report.failed === 0) return [...heading, ...shortened(output, LINES_OF_A_STEP)]
      return [...heading, ...report.failures.flatMap(linesOfFailure)]
    })
}

function linesOfFailure({ test, why, alone }: Failure): readonly string[] {
  return ['', `  ${test}`, ...shortened(why, LINES_OF_A_FAILURE).map((line) => `    ${line}`), `  alone: ${alone}`]
}

/** The first lines that say something, without colours. */
function shortened(text: string, atMost: number): readonly string[] {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '' && !PROGRESS.test(line))
  return lines.slice(0, atMost)
}

/**
 * The last line of a run, for people and for continuous integration. A step without tests of its own (types, a build)
 * counts as one check, and so does one that failed before it could count.
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

/** What a finished step says of its tests; nothing where it has none. */
export function countsSaid(report: TestReport | undefined): string {
  if (report === undefined) return ''
  return `, ${String(report.passed)} passed${report.failed === 0 ? '' : `, ${String(report.failed)} failed`}`
}
