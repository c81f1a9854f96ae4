/*
 * Runs the checks in tiers (CONTRIBUTING.md): `check` while working, `test` before each commit, `full` before merging,
 * and `deep` before a release. Prints a line for each step, the details of failures, and a line of counts.
 */
import { spawn } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingPrograms } from '../tests/support/programs.ts'
import { memoryDisk } from './memory-disk.ts'
import { chooseTestBrowser } from './test-browser.ts'
import type { StepResult } from './test-summary.ts'
import { clock, countsSaid, failureLines, readTestReport, summaryLine } from './test-summary.ts'

interface Step {
  readonly name: string
  readonly command: string
  /** The file in `test-results` for the report of the test runner. */
  readonly report?: string
  readonly env?: Readonly<Record<string, string>>
}

interface Gate {
  /** Run in parallel, before the tests. */
  readonly quiet: readonly Step[]
  /** Run in parallel, because one can use the processor while the other waits for a program or page. */
  readonly tests: readonly Step[]
  readonly needsBrowser: boolean
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PROGRESS = './scripts/progress-reporter.ts'
/** A terminal is updated more often than a log. */
const PROGRESS_EVERY_MS = process.stdout.isTTY ? 500 : 30_000

const vitest = (name: string, options: string, more: Partial<Step> = {}): Step => ({
  name,
  command: `vitest run --maxWorkers=2 --reporter=${PROGRESS} --reporter=json --outputFile.json=test-results/vitest.json ${options}`,
  report: 'vitest.json',
  ...more,
})

const journeys = (name: string, options: string, more: Partial<Step> = {}): Step => ({
  name,
  command: `playwright test --reporter=${PROGRESS},json ${options}`,
  report: 'journeys.json',
  ...more,
})

/** Specs with random draws or many repetitions, whose number is set in `tests/support/draws.ts`. */
const DEEP_SPECS = [
  'tests/property',
  'tests/reliability',
  'tests/contract/delegation-matrix.spec.ts',
  'tests/contract/presentations.spec.ts',
  'tests/contract/verifier-states.spec.ts',
  'shared/json-schema/pattern.spec.ts',
]

const STATIC_STEPS: readonly Step[] = [
  { name: 'types (window and its tests)', command: 'vue-tsc -p tsconfig.renderer.json' },
  { name: 'lint (components)', command: 'npm run --silent lint:components' },
  { name: 'lint and types (service and its tests)', command: 'npm run --silent lint:service' },
  { name: 'lint (window and its tests)', command: 'npm run --silent lint:window' },
  { name: 'format', command: 'oxfmt --check' },
  { name: 'layers', command: 'npm run --silent layers' },
  { name: 'dead code', command: 'knip --cache' },
  { name: 'subjects of commits', command: 'node scripts/run.js commit-subjects' },
]

const BUILD: Step = { name: 'build', command: 'node scripts/run.js build-if-stale' }
const DEEP = { env: { DEEP: '1' } }
const CANNOT_RUN: StepResult = { name: 'surroundings', command: '', ok: false, output: '', report: undefined }

const GATES = {
  check: {
    quiet: STATIC_STEPS,
    tests: [
      vitest(
        'specs of what is not committed',
        '--changed --passWithNoTests --project crypto --project unit --project scripts --project renderer',
      ),
    ],
    needsBrowser: false,
  },
  test: {
    quiet: [BUILD],
    tests: [vitest('specs', `--tags-filter '!full' ${excluded()}`), journeys('journeys', '--grep @quick')],
    needsBrowser: true,
  },
  full: {
    quiet: [BUILD],
    tests: [
      vitest('specs of the full tier', `--tags-filter full ${specsOfTheFullTier().join(' ')}`),
      journeys('journeys of the full tier', '--grep-invert @quick'),
    ],
    needsBrowser: true,
  },
  deep: {
    quiet: [BUILD],
    tests: [
      vitest('kills, flipped bits and properties with many draws', DEEP_SPECS.join(' '), DEEP),
      journeys('every journey, in both themes', '', DEEP),
    ],
    needsBrowser: true,
  },
} as const satisfies Record<string, Gate>

/** The `deep` tier tests disks, so it does not run in memory. */
const inMemory = process.argv[2] === 'deep' ? undefined : memoryDisk()
const environment = {
  // Shared by the hundreds of processes that tests start.
  NODE_COMPILE_CACHE: `${ROOT}node_modules/.cache/compiled`,
  PLAYWRIGHT_JSON_OUTPUT_FILE: 'test-results/journeys.json',
  ...(inMemory === undefined ? {} : { TMPDIR: inMemory }),
}

const gate = Object.entries<Gate>(GATES).find(([name]) => name === (process.argv[2] ?? 'check'))
if (gate === undefined) throw new Error(`there is no such gate; there are ${Object.keys(GATES).join(', ')}`)
try {
  process.exitCode = await run(gate[1])
} catch (fault) {
  say(fault instanceof Error ? fault.message : String(fault))
  say(summaryLine([CANNOT_RUN]))
  process.exitCode = 1
}

/** @throws {Error} before any step, if the gate cannot run on this computer */
async function run({ quiet, tests, needsBrowser }: Gate): Promise<number> {
  reportSkippedTests()
  if (needsBrowser) await chooseTestBrowser(say)
  rmSync('test-results', { recursive: true, force: true })
  mkdirSync('test-results', { recursive: true })
  const results = await inParallel(quiet)
  results.push(...(await inParallel(tests)))
  for (const line of failureLines(results)) say(line)
  say(summaryLine(results))
  return results.every(({ ok }) => ok) ? 0 : 1
}

/** @throws {Error} in continuous integration, which must run every test */
function reportSkippedTests(): void {
  const missing = missingPrograms()
  if (missing.length === 0) return
  const line = `tests that call ${missing.join(', ')} are skipped: not installed here`
  if (process.env.CI !== undefined) throw new Error(`${line}, and CI runs every test`)
  say(line)
}

async function inParallel(steps: readonly Step[]): Promise<StepResult[]> {
  const waiting = [...steps]
  const results: StepResult[] = []
  const takeTurns = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) results.push(await runStep(step))
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, takeTurns))
  return results
}

async function runStep({ name, command, report, env }: Step): Promise<StepResult> {
  const began = performance.now()
  const progress = report === undefined ? undefined : progressOf(name, began)
  const { code, output } = await ended(command, env, (text) => progress?.count(text))
  progress?.stop()
  const read = report === undefined ? undefined : readTestReport(`test-results/${report}`)
  const result: StepResult = { name, command, ok: code === 0, output, report: read }
  say(`${result.ok ? 'ok    ' : 'FAILED'} ${name}${countsSaid(read)}, ${clock(performance.now() - began)}`)
  return result
}

/** Prints the progress of a step from time to time; `count` receives the output of its reporter. */
function progressOf(name: string, began: number) {
  let passed = 0
  let failed = 0
  const tell = (): void => {
    const line = `       ${name}: ${String(passed)} passed, ${String(failed)} failed so far, ${clock(performance.now() - began)}`
    process.stdout.write(process.stdout.isTTY ? `\r${line}` : `${line}\n`)
  }
  const timer = setInterval(tell, PROGRESS_EVERY_MS)
  return {
    count(text: string): void {
      passed += text.match(/^passed$/gm)?.length ?? 0
      failed += text.match(/^(failed|timedOut)$/gm)?.length ?? 0
    },
    stop(): void {
      clearInterval(timer)
      if (process.stdout.isTTY) process.stdout.write('\r\u001B[K')
    },
  }
}

function ended(
  command: string,
  env: Step['env'],
  onOutput: (text: string) => void = () => undefined,
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, {
      cwd: ROOT,
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment, ...env },
    })
    let output = ''
    const collect = (text: Buffer): void => {
      output += text.toString()
    }
    child.stdout.on('data', collect)
    child.stdout.on('data', (text: Buffer) => {
      onOutput(text.toString())
    })
    child.stderr.on('data', collect)
    child.on('error', (error) => {
      resolve({ code: null, output: error.message })
    })
    child.on('close', (code) => {
      resolve({ code, output })
    })
  })
}

/** Only the files with tests of that tier are loaded. */
function specsOfTheFullTier(): readonly string[] {
  return specsMarked(/describeOverTransports\(|describeRows\(|itRows[<(]|tags: \['full'\]|@module-tag full/)
}

/** Files that belong to the full tier as a whole are not loaded. */
function excluded(): string {
  return specsMarked(/@module-tag full/)
    .map((path) => `--exclude ${path}`)
    .join(' ')
}

function specsMarked(marks: RegExp): readonly string[] {
  return globSync(['{tests,src-main,shared,scripts,bench,src-renderer}/**/*.spec.ts'], { cwd: ROOT }).filter((path) =>
    marks.test(readFileSync(join(ROOT, path), 'utf8')),
  )
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
