import { faultyFieldsError, phrase, ServiceError } from '../../../shared/contract/errors.ts'
import type { WalletRun, WalletRunRow } from '../../../shared/contract/workbench-wallet.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { isoTime } from '../../service/ports.ts'
import { findTried } from '../selection/judge-choice.ts'
import type { Choice } from '../selection/judge-choice.ts'
import type { DescriptorCandidates } from '../selection/try-held.ts'
import { newestFirst } from '../selection/try-held.ts'
import type { Credentials } from '../store/credentials.ts'
import type { HolderKeys } from '../store/holder-keys.ts'
import type { WalletOwner, WalletPorts } from '../store/wallet-ports.ts'
import { candidateCredentials } from './candidates.ts'
import { readLink } from './link-facts.ts'
import { openQuestion } from './question.ts'
import type { Question } from './question.ts'
import { endInterrupted, openRecord, rowOf, storedForm, withStep } from './run-record.ts'
import type { RunRecord } from './run-record.ts'
import { sendDecline } from './post-answer.ts'
import { runStarter } from './start-run.ts'
import type { SubmitRun } from './submit.ts'
import type { SubmitOptions } from './definition-answer.ts'

interface RunParts {
  readonly ports: WalletPorts
  readonly owner: WalletOwner
  readonly keys: HolderKeys
  readonly credentials: Credentials
  /** Owners and runs with an operation in progress, shared by all wallets of a workspace. */
  readonly busy: Set<string>
  readonly submitRun: SubmitRun
}

const MAX_LISTED_RUNS = 100

export type Runs = ReturnType<typeof runsOf>

/** The runs of a wallet, which answer the links of verifiers. One is open at a time (docs/contract/exchange.md, Runs). */
export function runsOf(parts: RunParts) {
  const { ports, owner, keys, credentials, busy, submitRun } = parts
  const { store, clock } = ports
  const now = () => isoTime(clock.nowMs())
  const startRun = runStarter(ports, owner, open)
  return { list, openRun, get, start, choose, submit, refuse, refuseWhileOpen }

  function list(): readonly WalletRunRow[] {
    endInterruptedRun()
    return store.runs(owner.ownerId, MAX_LISTED_RUNS).map(rowOf)
  }

  function openRun(): WalletRun | undefined {
    endInterruptedRun()
    const stored = store.findOpenRun(owner.ownerId)
    return stored && openRecord(stored, owner).run
  }

  /** Ends the open run if the program or the session ended after it was sent and before its answer was stored. */
  function endInterruptedRun(): void {
    const stored = store.findOpenRun(owner.ownerId)
    if (stored === undefined || busy.has(stored.id)) return
    const { run, definition } = openRecord(stored, owner)
    const ended = endInterrupted(run, now())
    if (ended) save({ run: ended, definition })
  }

  /** @throws {ServiceError} `wallet_run_open` */
  function refuseWhileOpen(): void {
    endInterruptedRun()
    if (store.findOpenRun(owner.ownerId) === undefined && !busy.has(owner.ownerId)) return
    throw new ServiceError('wallet_run_open', 'A request is open in this wallet; answer or refuse it first.')
  }

  /** @throws {ServiceError} `not_found` */
  function get(id: string): WalletRun {
    return find(id).run
  }

  /** All later faults result in a failed run. @throws {ServiceError} `wallet_link_invalid`, `wallet_run_open` */
  async function start(text: string, allowRemote: boolean): Promise<WalletRun> {
    const link = readLink(text.trim(), ports)
    refuseWhileOpen()
    return whileBusy(owner.ownerId, async () => save(await startRun(link, allowRemote)))
  }

  /** @throws {ServiceError} `not_found`, `wrong_status`, `invalid_params` */
  async function choose(id: string, wanted: Readonly<Record<string, string | null>>): Promise<WalletRun> {
    const { run, definition } = findChoosing(id)
    return whileBusy(id, async () => {
      const { candidates, facts } = await open(definition)
      const choice = changedChoice(run, candidates, wanted)
      const chosen = withStep(run, {
        at: now(),
        kind: 'chosen',
        detail: `${new Set(choice.values()).size} credentials`,
      })
      return save({ run: { ...chosen, ...facts(choice) }, definition })
    })
  }

  /** @throws {ServiceError} `not_found`, `wrong_status`, `invalid_params` */
  async function submit(id: string, options: SubmitOptions): Promise<WalletRun> {
    const { run, definition } = findChoosing(id)
    if (!run.can_submit) {
      throw new ServiceError('wrong_status', phrase`Nothing can be sent: ${run.missing.join(', ')} is missing.`)
    }
    if (run.must_share_whole && !options.share_whole) {
      const rule =
        'must be true: the verifier wants to see single claims only, which these credentials cannot do; allow to share all'
      throw faultyFieldsError([{ path: 'share_whole', code: 'invalid_params', rule }])
    }
    return whileBusy(id, async () => {
      const beforeSending = (sent: WalletRun) => {
        store.saveRun(storedForm({ run: sent, definition, in_matrix: false }, owner))
      }
      const ended = await submitRun({ run, definition, options, keys, credentials, beforeSending })
      return save({ run: ended, definition })
    })
  }

  /** @param tells whether a verifier of OpenID4VP is told @throws {ServiceError} `not_found`, `wrong_status` */
  async function refuse(id: string, tells = true): Promise<WalletRun> {
    const { run, definition } = findChoosing(id)
    return whileBusy(id, async () => {
      const declined = tells ? await sendDecline(run, ports, owner) : {}
      const ended = withStep(run, { ...declined, at: now(), kind: 'refused' })
      return save({ run: { ...ended, state: 'refused', ended_at: now(), can_submit: false }, definition })
    })
  }

  async function open(definition: JsonObject): Promise<Question> {
    const held = await keys.list()
    const defaultFirst = held.toSorted((one, other) => Number(other.is_default) - Number(one.is_default))
    const dids = defaultFirst.map(({ did }) => did)
    return openQuestion(definition, newestFirst(candidateCredentials(credentials.held(), dids)), ports)
  }

  function save(record: Omit<RunRecord, 'in_matrix'>): WalletRun {
    store.saveRun(storedForm({ ...record, in_matrix: false }, owner))
    ports.announce({ type: 'wallet', user_id: owner.userId, run_id: record.run.id })
    return record.run
  }

  function find(id: string): RunRecord {
    endInterruptedRun()
    const stored = store.findRun(owner.ownerId, id)
    if (stored === undefined) throw new ServiceError('not_found', 'This wallet has no such run.')
    return openRecord(stored, owner)
  }

  function findChoosing(id: string): { readonly run: WalletRun; readonly definition: JsonObject } {
    const { run, definition } = find(id)
    if (run.state === 'choosing' && definition !== undefined && !busy.has(id)) return { run, definition }
    throw new ServiceError('wrong_status', busy.has(id) ? 'This run is being answered.' : 'This run has ended.')
  }

  async function whileBusy<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    busy.add(name)
    try {
      return await work()
    } finally {
      busy.delete(name)
    }
  }
}

/** @throws {ServiceError} `invalid_params` for an unknown descriptor, or a credential that does not match it */
function changedChoice(
  { descriptors }: WalletRun,
  candidates: readonly DescriptorCandidates[],
  wanted: Readonly<Record<string, string | null>>,
): Choice {
  const faults = Object.entries(wanted).flatMap(([id, credential]) => {
    const asked = candidates.find(({ descriptor }) => descriptor.id === id)
    if (asked === undefined) return [fault(id, 'names no input of the definition')]
    return credential === null || findTried(asked.matching, credential)
      ? []
      : [fault(id, 'names a credential that does not answer this input')]
  })
  if (faults.length > 0) throw faultyFieldsError(faults)
  return new Map(
    descriptors.flatMap(({ id, chosen }) => {
      const credential = Object.hasOwn(wanted, id) ? (wanted[id] ?? null) : chosen
      return credential === null ? [] : [[id, credential] as const]
    }),
  )
}

function fault(id: string, rule: string) {
  return { path: `choice.${id}`, code: 'invalid_params', rule } as const
}
