/*
 * Reports the progress of Vitest and Playwright to the gate: a word for each finished test, which the gate counts, and
 * on standard error the failures outside tests. All else is in their JSON reports.
 */
import type { Reporter as PlaywrightReporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import type { Reporter as VitestReporter, TestCase as Test, TestSuite } from 'vitest/node'

type UnhandledErrors = Parameters<NonNullable<VitestReporter['onTestRunEnd']>>[1]

export default class ProgressReporter implements VitestReporter, PlaywrightReporter {
  /** Vitest calls this. */
  onTestCaseResult(test: Test): void {
    printState(test.result().state)
  }

  /** Vitest calls this; the errors of a suite are those of its hooks, which its JSON report leaves out. */
  onTestSuiteResult(suite: TestSuite): void {
    for (const { stack, message } of suite.errors())
      process.stderr.write(`${suite.fullName}: ${stack ?? message}\n  in ${suite.module.relativeModuleId}\n`)
  }

  /** Vitest calls this with errors outside tests. */
  onTestRunEnd(_: unknown, errors: UnhandledErrors): void {
    for (const { message, stack, VITEST_TEST_PATH: file, VITEST_TEST_NAME: name } of errors) {
      process.stderr.write(`${stack ?? message}\n`)
      if (typeof file === 'string')
        process.stderr.write(`  while ${typeof name === 'string' ? name : 'no test'} ran, in ${file}\n`)
    }
  }

  /** Playwright calls this. */
  onTestEnd(_: TestCase, { status }: TestResult): void {
    printState(status)
  }

  /** Playwright calls this for errors in its configuration or in a test file. */
  onError({ stack, message }: TestError): void {
    process.stderr.write(`${stack ?? message ?? 'an error without a message'}\n`)
  }

  printsToStdio(): boolean {
    return true // otherwise Playwright adds its own reporter
  }
}

function printState(state: string): void {
  process.stdout.write(`${state}\n`)
}
