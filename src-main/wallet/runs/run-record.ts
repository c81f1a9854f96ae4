import type { RunStep, WalletRunRow } from '../../../shared/contract/workbench-wallet.ts'
import { WalletRun } from '../../../shared/contract/workbench-wallet.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { openWalletText, sealWalletText } from '../../crypto/wallet-seal.ts'
import type { StoredRun } from '../store/wallet-store.ts'
import type { WalletOwner } from '../store/wallet-ports.ts'

/** A stored run, with what is needed to continue it. */
export interface RunRecord {
  readonly run: WalletRun
  /** Undefined until a valid definition has been fetched. */
  readonly definition: JsonObject | undefined
  readonly in_matrix: boolean
}

/** A run that only has its link so far. */
export function newRun(start: Pick<WalletRun, 'id' | 'link' | 'started_at'>): WalletRun {
  return {
    ...start,
    state: 'failed',
    ended_at: null,
    definition_url: null,
    destination_url: null,
    openid4vp: null,
    request_id: null,
    definition: null,
    warnings: [],
    descriptors: [],
    requirements: [],
    can_submit: false,
    missing: [],
    must_share_whole: false,
    told: [],
    profile: null,
    broken: null,
    steps: [],
    presentation: null,
    answer: null,
    failure: null,
  }
}

const NOTHING = { method: null, url: null, http_status: null, bytes: null, duration_ms: null, detail: null }

export function withStep(run: WalletRun, step: Pick<RunStep, 'at' | 'kind'> & Partial<RunStep>): WalletRun {
  return { ...run, steps: [...run.steps, { ...NOTHING, ...step }] }
}

/** Ends a run without an answer. */
export function failedRun(run: WalletRun, at: string, failure: NonNullable<WalletRun['failure']>): WalletRun {
  const ended = withStep(run, { at, kind: 'failed', detail: failure.message })
  return { ...ended, state: 'failed', ended_at: at, can_submit: false, failure }
}

const ANSWER_UNKNOWN = {
  code: 'answer_unknown',
  message:
    'the presentation was sent, but the answer of the verifier could not be stored; the request may already be answered',
} as const

/** Ends a run that was interrupted after sending, so that its answer is unknown; undefined for any other run. */
export function endInterrupted(run: WalletRun, at: string): WalletRun | undefined {
  const isInterrupted = run.state === 'choosing' && run.steps.at(-1)?.kind === 'submitted'
  return isInterrupted ? failedRun(run, at, ANSWER_UNKNOWN) : undefined
}

export function storedForm({ run, definition, in_matrix }: RunRecord, owner: WalletOwner): StoredRun {
  const { id, state, started_at, ended_at, request_id, profile, broken } = run
  const text = JSON.stringify({ run, definition })
  return {
    id,
    owner_id: owner.ownerId,
    state,
    started_at,
    ended_at,
    request_id,
    definition: run.definition,
    profile,
    broken,
    in_matrix,
    sealed_run: sealWalletText(owner.keys().dataEncryptionKey, { part: 'run', id }, text),
  }
}

/** @throws {CryptoError} if the stored run cannot be decrypted */
export function openRecord({ id, sealed_run, in_matrix }: StoredRun, owner: WalletOwner): RunRecord {
  const text = openWalletText(owner.keys(), { part: 'run', id }, sealed_run)
  const { run, definition } = JSON.parse(text) as Omit<RunRecord, 'in_matrix'> // written by storedForm
  // Earlier versions of the program stored fewer members.
  return { run: WalletRun.parse(run), definition, in_matrix }
}

export function rowOf(stored: StoredRun): WalletRunRow {
  const { id, state, started_at, ended_at, request_id, definition, profile, broken } = stored
  return { id, state, started_at, ended_at, request_id, definition, profile, broken }
}
