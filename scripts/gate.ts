import type { SpawnOptions } from 'node:child_process'
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { readTestReport, summaryLine } from './test-summary.ts'

type Step = {
  readonly name: string
  readonly command: string
  readonly report?: string
  readonly env?: Readonly<Record<string, string>>
}

type Gate = { readonly quiet: readonly Step[]; readonly tests: readonly (Step & { readonly report: string })[] }

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const VITEST = 'vitest run --reporter=default --reporter=json'

/** Where something is drawn at random, or done again and again: `tests/support/draws.ts` says how often. */
const DEEP_SPECS = [
  'tests/property',
  'tests/reliability',
  'tests/contract/delegation-matrix.spec.ts',
  'tests/contract/presentations.spec.ts',
  'tests/contract/verifier-states.spec.ts',
  'shared/presentation-exchange/pattern.spec.ts',
]

const STATIC_STEPS: readonly Step[] = [
  { name: 'types (window and its tests)', command: 'vue-tsc -p tsconfig.renderer.json' },
  { name: 'lint (components)', command: 'npm run --silent lint:components' },
  { name: 'lint and types (service and its tests)', command: 'npm run --silent lint:service' },
  { name: 'lint (window and its tests)', command: 'npm run --silent lint:window' },
  { name: 'format', command: 'oxfmt --check' },
  { name: 'layers', command: 'npm run --silent layers' },
  { name: 'dead code', command: 'knip --cache' },
]

const BUILD: Step = { name: 'build', command: 'node scripts/run.js build-if-stale' }

const TESTS = {
  unit: {
    name: 'unit tests of what is not committed',
    command: `${VITEST} --changed --passWithNoTests --project crypto --project unit --project scripts --project renderer --outputFile.json=test-results/unit.json`,
    report: 'test-results/unit.json',
  },
  vitest: {
    name: 'unit, contract, client-package and reliability tests',
    command: `${VITEST} --maxWorkers=2 --outputFile.json=test-results/vitest.json`,
    report: 'test-results/vitest.json',
  },
  deep: {
    name: 'kills, flipped bits and properties with many draws',
    command: `${VITEST} --maxWorkers=2 --outputFile.json=test-results/deep.json ${DEEP_SPECS.join(' ')}`,
    report: 'test-results/deep.json',
    env: { DEEP: '1' },
  },
  journeys: { name: 'journeys', command: 'playwright test', report: 'test-results/journeys.json' },
  /** All of them, and the screens in every theme and language. */
  deepJourneys: {
    name: 'every journey, in both themes',
    command: 'playwright test',
    report: 'test-results/journeys.json',
    env: { DEEP: '1' },
  },
} as const satisfies Record<string, Step>

const GATES = {
  check: { quiet: STATIC_STEPS, tests: [TESTS.unit] },
  test: { quiet: [...STATIC_STEPS, BUILD], tests: [TESTS.vitest, TESTS.journeys] },
  /** What takes long, before a release. */
  deep: { quiet: [BUILD], tests: [TESTS.deep, TESTS.deepJourneys] },
} as const satisfies Record<string, Gate>

/** What is compiled once is read again by the hundreds of processes that tests start. */
const COMPILED = { NODE_COMPILE_CACHE: `${ROOT}node_modules/.cache/compiled` }

const gate: Gate = Object.entries(GATES).find(([name]) => name === process.argv[2])?.[1] ?? GATES.check
rmSync('test-results', { recursive: true, force: true })
mkdirSync('test-results', { recursive: true })

// A step that says nothing runs beside the others. Tests run in turn, each with as many workers as the machine has use for.
const failed = [...(await runSideBySide(gate.quiet)), ...(await runInTurn(gate.tests))]
const reports = gate.tests.map((step) => readTestReport(step.report))
for (const step of failed) process.stdout.write(`FAILED: ${step.name} (${step.command})\n`)
for (const { test, why } of reports.flatMap(({ failures }) => failures)) process.stdout.write(`  ${test}\n    ${why}\n`)
process.stdout.write(
  `${summaryLine(
    reports.map(({ counts }) => counts),
    failed.length,
  )}\n`,
)
process.exitCode = failed.length === 0 ? 0 : 1

async function runSideBySide(steps: readonly Step[]): Promise<readonly Step[]> {
  const waiting = [...steps]
  const failures: Step[] = []
  const takeTurns = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const started = performance.now()
      const { code, output } = await run(step, ['ignore', 'pipe', 'pipe'])
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      process.stdout.write(
        `${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)\n${code === 0 ? '' : output}`,
      )
      if (code !== 0) failures.push(step)
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, takeTurns))
  return failures
}

async function runInTurn(steps: readonly Step[]): Promise<readonly Step[]> {
  const failures: Step[] = []
  for (const step of steps) if ((await run(step, 'inherit')).code !== 0) failures.push(step)
  return failures
}

function run(step: Step, stdio: SpawnOptions['stdio']): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(step.command, {
      cwd: ROOT,
      shell: true,
      stdio,
      env: { ...process.env, ...COMPILED, ...step.env },
    })
    let output = ''
    const collect = (text: Buffer): void => {
      output += text.toString()
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.on('error', (error) => {
      resolve({ code: null, output: error.message })
    })
    child.on('close', (code) => {
      resolve({ code, output })
    })
  })
}
