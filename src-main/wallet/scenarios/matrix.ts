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
import { requestsToEnd, scenarioRequests } from './scenario-requests.ts'
import type { ScenarioParties } from './scenario-requests.ts'

/** All scenarios together take some seconds; one that hangs must not hold the window for ever. */
const MAX_MATRIX_MS = 120_000

/** Plays scenarios for a user and compares. */
type PlayMatrix = (owner: WalletOwner, ids: readonly string[] | null) => Promise<readonly MatrixRow[]>

/** "Run all": each scenario against a request of its own, with credentials that are in no wallet. */
export function matrixPlayer(ports: WalletPorts, parties: ScenarioParties): PlayMatrix {
  const requests = scenarioRequests(parties)

  return async (owner, ids) => {
    const scenarios = ids === null ? SCENARIOS : chosenScenarios(ids)
    const ending = requestsToEnd(requests)
    const play = { ...(await newPlay(owner)), requests: ending }
    const started = ports.elapsedMs()
    ports.store.removeMatrixRuns(owner.ownerId)
    const rows: MatrixRow[] = []
    const started_at = isoTime(ports.clock.nowMs())
    for (const scenario of scenarios) {
      owner.keys() // ends with the session of the user, or with the workspace
      const isLate = ports.elapsedMs() - started > MAX_MATRIX_MS
      let row: MatrixRow
      try {
        row = isLate ? notRun(scenario) : await rowOf(scenario, play, owner)
      } finally {
        await ending.endMade()
      }
      rows.push(row)
      ports.announce({ type: 'scenario', user_id: owner.userId, row, done: rows.length, of: scenarios.length })
    }
    keepResult(owner, started_at, rows)
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

  async function newPlay({ userId }: WalletOwner): Promise<Omit<PlayContext, 'requests'>> {
    const key = await newSigningKey('Ed25519')
    const stranger = didKeyOf(await newSigningKey('Ed25519'))
    const holder = { did: didKeyOf(key), algorithm: 'Ed25519', key } as const
    return { ports, issuers: parties.issuers, holder, stranger, userId }
  }

  async function rowOf(scenario: Scenario, play: PlayContext, owner: WalletOwner): Promise<MatrixRow> {
    const started_at = isoTime(ports.clock.nowMs())
    const started = ports.elapsedMs()
    try {
      const played = await playScenario(scenario, play)
      const duration_ms = Math.round(ports.elapsedMs() - started)
      const actual = actualOf(played.answer)
      const run_id = keep(scenario, played, { owner, started_at })
      const request_id = played.request.id
      return { ...emptyRow(scenario), actual, outcome: outcomeOf(scenario, actual), run_id, request_id, duration_ms }
    } catch (fault) {
      owner.keys()
      const note = noteOf(fault)
      if (note === undefined) throw fault
      return { ...emptyRow(scenario), outcome: 'error', note, duration_ms: Math.round(ports.elapsedMs() - started) }
    }
  }

  function keep(
    scenario: Scenario,
    played: Played,
    { owner, started_at }: { readonly owner: WalletOwner; readonly started_at: string },
  ): string {
    const { definition } = setupOf(scenario.id)
    const ended_at = isoTime(ports.clock.nowMs())
    const begun = { ...newRun({ id: ports.newId(), link: '', started_at }), ended_at }
    const run = recordOf(begun, scenario, played, definition)
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

function notRun(scenario: Scenario): MatrixRow {
  return { ...emptyRow(scenario), outcome: 'not_applicable', note: 'not played: the others took too long' }
}

/** The message for a scenario that could not be played; undefined for faults of this program. */
function noteOf(fault: unknown): string | undefined {
  const isKnown =
    fault instanceof NotPlayed ||
    fault instanceof WalletHttpError ||
    fault instanceof CallError ||
    fault instanceof ServiceError
  return isKnown ? fault.message : undefined
}
