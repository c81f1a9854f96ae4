import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { MatrixRow, Scenario } from '../../shared/contract/workbench-wallet.ts'
import { walletOperations } from '../../shared/contract/workbench-wallet.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { startApplication } from '../composition/application.ts'
import { UsageError } from '../composition/command-options.ts'
import { newSecretToken } from '../crypto/token.ts'
import { SCENARIOS } from '../wallet/scenarios/scenario-catalogue.ts'
import { inProcessCall } from './backup-command.ts'
import { CouldNotRun, EXIT } from './command.ts'
import type { ExitCode, Ports } from './command.ts'
import type { RunCommand } from './command-table.ts'
import { expectedOf, foundOf, junitReport, ruleOf } from './scenario-report.ts'
import type { ScenarioOutcome } from './scenario-report.ts'
import { unknownName } from './nearest.ts'

export type RunScenario = (id: string) => Promise<MatrixRow>

export const run: RunCommand<'scenario'> = async ({ values, positionals }, ports) => {
  if (values.list) return listed(values.json, ports)
  const chosen = values.all ? SCENARIOS : positionals.map(scenarioNamed)
  if (chosen.length === 0) throw new UsageError('name scenarios, or give --all; --list prints them')
  if (values.all && positionals.length > 0) throw new UsageError('--all and names of scenarios exclude each other')
  // Fails before anything runs if the report cannot be written.
  if (values.junit !== undefined) writeReport(values.junit, [])
  return withService((runOne) => runAll(chosen, values, { runOne, ports }))
}

/** @throws {UsageError} */
function scenarioNamed(id: string): Scenario {
  const found = SCENARIOS.find((one) => one.id === id)
  if (found !== undefined) return found
  const ids = SCENARIOS.map((one) => one.id)
  throw new UsageError(unknownName('scenario', id, ids))
}

interface Reporting {
  readonly json: boolean
  readonly junit?: string | undefined
}

/**
 * Runs scenarios one after the other, and reports those that ran when the program is told to end before the last.
 *
 * @returns 1 when a verdict is not the expected one, 3 when not all ran
 */
export async function runAll(
  scenarios: readonly Scenario[],
  { json, junit }: Reporting,
  { runOne, ports }: { readonly runOne: RunScenario; readonly ports: Ports },
): Promise<ExitCode> {
  const began = performance.now()
  const outcomes: ScenarioOutcome[] = []
  for (const scenario of scenarios) {
    if (ports.ending.aborted) break
    ports.progress(`${outcomes.length + 1} of ${scenarios.length}: ${scenario.id}`)
    outcomes.push({ scenario, row: await runOne(scenario.id) })
  }
  ports.progress('')
  if (junit !== undefined) writeReport(junit, outcomes)
  const wrong = outcomes.filter(({ row }) => row.outcome !== 'as_expected').length
  const left = scenarios.length - outcomes.length
  const counts = { as_expected: outcomes.length - wrong, not_as_expected: wrong, not_played: left }
  if (json) ports.out(`${JSON.stringify({ ...counts, scenarios: outcomes.map(({ row }) => row) }, null, 2)}\n`)
  else {
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const sum = [
      `${counts.as_expected} as expected`,
      `${wrong} not as expected`,
      ...(left > 0 ? [`${left} not run`] : []),
    ]
    ports.out(`${table(outcomes)}\n${sum.join(', ')}, ${seconds} s\n`)
  }
  return wrong > 0 ? EXIT.checkFailed : left > 0 ? EXIT.couldNotRun : EXIT.success
}

/** @throws {CouldNotRun} */
function writeReport(path: string, outcomes: readonly ScenarioOutcome[]): void {
  try {
    writeFileSync(path, junitReport(outcomes))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CouldNotRun(`the file of --junit cannot be written: ${why}`, { cause })
  }
}

function listed(asJson: boolean, { out }: Ports): ExitCode {
  const rows = SCENARIOS.map((one) => [one.id, expectedOf(one), ruleOf(one)])
  out(
    asJson
      ? `${JSON.stringify({ scenarios: SCENARIOS }, null, 2)}\n`
      : `${inColumns([['ID', 'EXPECTED', 'RULE'], ...rows])}\n`,
  )
  return EXIT.success
}

function table(outcomes: readonly ScenarioOutcome[]): string {
  const rows = outcomes.map(({ scenario, row }) => {
    const isExpected = row.outcome === 'as_expected'
    return [isExpected ? 'ok' : 'WRONG', scenario.id, ruleOf(scenario), expectedOf(scenario), foundOf(row)]
  })
  return inColumns([['', 'SCENARIO', 'RULE', 'EXPECTED', 'FOUND'], ...rows])
}

function inColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A service in memory, with a user whose wallet runs scenarios. */
async function withService<Result>(work: (runOne: RunScenario) => Promise<Result>): Promise<Result> {
  const application = await startApplication({ dataDirectory: undefined, port: 0, mode: 'headless', open: 'default' })
  const call = inProcessCall(application)
  try {
    const passphrase = newSecretToken()
    const { user } = await call(workbenchOperations.userRegister, { body: { full_name: 'Wallet', passphrase } })
    return await work(async (id) => {
      const order = { params: { user_id: user.id }, body: { scenarios: [id] } }
      const { rows } = await call(walletOperations.walletScenarioRun, order)
      const [row] = rows
      if (row === undefined) throw new Error(`nothing came of ${id}`)
      return row
    })
  } finally {
    await application.close()
  }
}
