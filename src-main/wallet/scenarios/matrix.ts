import { CallError } from '../../../shared/contract/caller.ts'
import { faultyFieldsError, ServiceError } from '../../../shared/contract/errors.ts'
import { RED_OUTCOMES } from '../../../shared/contract/workbench-wallet.ts'
import type { MatrixRow, Scenario } from '../../../shared/contract/workbench-wallet.ts'
import { actualOf, outcomeOf } from '../../../shared/scenario-outcome.ts'
import { didKeyOf, newSigningKey } from '../../crypto/signing-key.ts'
import { isoTime } from '../../service/ports.ts'
import { newRun, storedForm } from '../runs/run-record.ts'
import { WalletHttpError } from '../store/wallet-ports.ts'
import type { WalletOwner, WalletPorts } from '../store/wallet-ports.ts'
import { findScenario, SCENARIOS } from './scenario-catalogue.ts'
import { NotPlayed, playScenario, recordOf } from './play-scenario.ts'
import type { PlayContext, Played } from './play-scenario.ts'
import { setupOf } from './scenario-setups.ts'
import { trackedRequests, scenarioRequests } from './scenario-requests.ts'
import type { ScenarioParties } from './scenario-requests.ts'

/** All scenarios together take a few seconds. If one hangs, the others are not run. */
const MAX_MATRIX_MS = 120_000

type RunMatrix = (
  owner: WalletOwner,
  ids: readonly string[] | null,
  signal: AbortSignal,
) => Promise<readonly MatrixRow[]>

/**
 * Makes the function behind "Run all", which runs each scenario against a request of its own and compares the answer with
 * the expected one, until its signal is aborted. The credentials are in no wallet.
 */
export function matrixRunner(ports: WalletPorts, parties: ScenarioParties): RunMatrix {
  const requests = scenarioRequests(parties)

  return async (owner, ids, signal) => {
    const scenarios = ids === null ? SCENARIOS : chosenScenarios(ids)
    const tracked = trackedRequests(requests)
    const context = { ...(await newContext(owner)), requests: tracked }
    const started = ports.elapsedMs()
    ports.store.removeMatrixRuns(owner.ownerId)
    const rows: MatrixRow[] = []
    const started_at = isoTime(ports.clock.nowMs())
    for (const scenario of scenarios) {
      owner.keys() // throws if the session of the user or the workspace has ended
      if (signal.aborted) break
      const isLate = ports.elapsedMs() - started > MAX_MATRIX_MS
      let row: MatrixRow
      try {
        row = isLate ? notRunRow(scenario) : await rowOf(scenario, context, owner)
      } finally {
        await tracked.cancelCreated()
      }
      rows.push(row)
      ports.announce({ type: 'scenario', user_id: owner.userId, row, done: rows.length, of: scenarios.length })
    }
    if (rows.length > 0) keepResult(owner, started_at, rows)
    return rows
  }

  function keepResult({ ownerId }: WalletOwner, started_at: string, rows: readonly MatrixRow[]): void {
    const count = (outcomes: readonly MatrixRow['outcome'][]) =>
      rows.filter(({ outcome }) => outcomes.includes(outcome)).length
    const run = {
      ...{ id: ports.newId(), owner_id: ownerId, started_at, ended_at: isoTime(ports.clock.nowMs()) },
      row_count: rows.length,
      as_expected: count(['as_expected']),
      red: count(RED_OUTCOMES),
    }
    ports.store.addScenarioRun(run, rows)
  }

  async function newContext({ userId }: WalletOwner): Promise<Omit<PlayContext, 'requests'>> {
    const key = await newSigningKey('Ed25519')
    const stranger = didKeyOf(await newSigningKey('Ed25519'))
    const holder = { did: didKeyOf(key), algorithm: 'Ed25519', key } as const
    return { ports, issuers: parties.issuers, holder, stranger, userId }
  }

  async function rowOf(scenario: Scenario, context: PlayContext, owner: WalletOwner): Promise<MatrixRow> {
    const started_at = isoTime(ports.clock.nowMs())
    const started = ports.elapsedMs()
    try {
      const played = await playScenario(scenario, context)
      const duration_ms = Math.round(ports.elapsedMs() - started)
      const actual = actualOf(played.answer)
      const run_id = keepRun(scenario, played, { owner, started_at })
      const request_id = played.request.id
      return { ...emptyRow(scenario), actual, outcome: outcomeOf(scenario, actual), run_id, request_id, duration_ms }
    } catch (fault) {
      owner.keys()
      const note = noteOf(fault)
      if (note === undefined) throw fault
      return { ...emptyRow(scenario), outcome: 'error', note, duration_ms: Math.round(ports.elapsedMs() - started) }
    }
  }

  function keepRun(
    scenario: Scenario,
    played: Played,
    { owner, started_at }: { readonly owner: WalletOwner; readonly started_at: string },
  ): string {
    const { definition } = setupOf(scenario.id)
    const ended_at = isoTime(ports.clock.nowMs())
    const empty = { ...newRun({ id: ports.newId(), link: '', started_at }), ended_at }
    const run = recordOf(empty, scenario, played, definition)
    ports.store.saveRun(storedForm({ run, definition, in_matrix: true }, owner))
    return run.id
  }
}

/** @throws {ServiceError} `invalid_params` */
function chosenScenarios(ids: readonly string[]): readonly Scenario[] {
  const unknown = ids.filter((id) => findScenario(id) === undefined)
  if (unknown.length > 0) {
    throw faultyFieldsError(
      unknown.map((id) => ({ path: 'scenarios', code: 'invalid_params', rule: `names no scenario: ${id}` })),
    )
  }
  return SCENARIOS.filter(({ id }) => ids.includes(id))
}

function emptyRow({ id, check, codes, http_status }: Scenario): MatrixRow {
  return {
    scenario: id,
    expected: { check, codes, http_status },
    actual: null,
    outcome: 'waiting',
    note: null,
    run_id: null,
    request_id: null,
    duration_ms: null,
  }
}

function notRunRow(scenario: Scenario): MatrixRow {
  return { ...emptyRow(scenario), outcome: 'not_applicable', note: 'not run: the others took too long' }
}

/** The message for a scenario that could not run; undefined for unexpected errors. */
function noteOf(fault: unknown): string | undefined {
  const isKnown =
    fault instanceof NotPlayed ||
    fault instanceof WalletHttpError ||
    fault instanceof CallError ||
    fault instanceof ServiceError
  return isKnown ? fault.message : undefined
}
