/*
 * What Vitest and Playwright tell the gate while they run: a word for each test that has ended, and on standard error
 * what failed outside of tests. The gate counts the words; all else is in their JSON reports.
 */
import type { Reporter as PlaywrightReporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import type { Reporter as VitestReporter, TestCase as Test } from 'vitest/node'

type UnhandledErrors = Parameters<NonNullable<VitestReporter['onTestRunEnd']>>[1]

export default class ProgressReporter implements VitestReporter, PlaywrightReporter {
  /** Vitest calls this. */
  onTestCaseResult(test: Test): void {
    tell(test.result().state)
  }

  /** Vitest calls this with what was thrown and belongs to no test. */
  onTestRunEnd(_: unknown, errors: UnhandledErrors): void {
    for (const { message, stack, VITEST_TEST_PATH: file, VITEST_TEST_NAME: name } of errors) {
      process.stderr.write(`${stack ?? message}\n`)
      if (typeof file === 'string')
        process.stderr.write(`  while ${typeof name === 'string' ? name : 'no test'} ran, in ${file}\n`)
    }
  }

  /** Playwright calls this. */
  onTestEnd(_: TestCase, { status }: TestResult): void {
    tell(status)
  }

  /** Playwright calls this for a fault of its configuration or of a file of journeys. */
  onError({ stack, message }: TestError): void {
    process.stderr.write(`${stack ?? message ?? 'an error without a message'}\n`)
  }

  printsToStdio(): boolean {
    return true // Playwright would add a reporter of its own
  }
}

function tell(state: string): void {
  process.stdout.write(`${state}\n`)
}
