import { ServiceError } from '../../shared/contract/errors.ts'
import type {
  MatrixRow,
  ScenarioRunRow,
  WalletCredential,
  WalletRun,
  WalletRunRow,
  HolderKey,
} from '../../shared/contract/workbench-wallet.ts'
import { runsOf } from './runs/runs.ts'
import type { Runs } from './runs/runs.ts'
import { submitterOf } from './runs/submit.ts'
import { runBreaker } from './scenarios/break-run.ts'
import { matrixRunner } from './scenarios/matrix.ts'
import type { ScenarioParties } from './scenarios/scenario-requests.ts'
import { credentialsOf } from './store/credentials.ts'
import type { Credentials, NewCredential } from './store/credentials.ts'
import { holderKeysOf } from './store/holder-keys.ts'
import type { HolderKeys } from './store/holder-keys.ts'
import type { WalletOwner, WalletPorts } from './store/wallet-ports.ts'

/** The part of a wallet that issuers in this program use. */
type WalletIntake = ReturnType<typeof intakeOf>

/** The wallet of one user whose keys are unlocked. */
export interface Wallet {
  readonly keys: HolderKeys
  readonly runs: Runs
  readonly intake: WalletIntake
  view(): Promise<WalletView>
  openCredential(id: string): OpenedCredential
  /** @throws {ServiceError} `credential_invalid`, `wallet_run_open` */
  importText(text: string): Promise<readonly WalletCredential[]>
  /** @throws {ServiceError} `not_found`, `wallet_run_open` */
  removeCredential(id: string): void
  /**
   * Runs scenarios without the credentials and keys of the wallet.
   *
   * @param ids null for all scenarios
   * @throws {ServiceError} `wallet_run_open`, also while scenarios are running for the user; `invalid_params`
   */
  runScenarios(ids: readonly string[] | null): Promise<readonly MatrixRow[]>
  /** Stops running scenarios after the current one. */
  endScenarios(): void
  /** Earlier scenario runs, newest first. */
  scenarioRuns(): readonly ScenarioRunRow[]
  /** @throws {ServiceError} `not_found` */
  openScenarioRun(id: string): { readonly run: ScenarioRunRow; readonly rows: readonly MatrixRow[] }
}

export interface WalletView {
  readonly holder_keys: HolderKey[]
  readonly credentials: WalletCredential[]
  readonly open_run: WalletRun | null
  readonly runs: WalletRunRow[]
}

interface OpenedCredential {
  readonly credential: WalletCredential
  readonly raw: unknown
  /** The credential in the normalised form of all formats. */
  readonly decoded: Record<string, unknown>
}

/** The simulated wallets of one open workspace. They are not part of the service and call it over HTTP only. */
export function createWallets(ports: WalletPorts, parties: ScenarioParties) {
  const busy = new Set<string>()
  /** Scenarios that are running, by the owner of the wallet. */
  const matrices = new Map<string, AbortController>()
  const breakRun = runBreaker(parties.issuers, () => ports.clock.nowMs())
  const runMatrix = matrixRunner(ports, parties)
  return {
    of(owner: WalletOwner): Wallet {
      const keys = holderKeysOf(ports, owner)
      const credentials = credentialsOf(ports, owner)
      const runs = runsOf({ ports, owner, keys, credentials, busy, submitRun: submitterOf(ports, owner, breakRun) })
      const announceChange = () => {
        ports.announce({ type: 'wallet', user_id: owner.userId, run_id: null })
      }
      return {
        keys: announcingKeys(keys, announceChange),
        runs,
        intake: intakeOf({ keys, credentials, runs, announceChange }),
        ...contentsOf({ keys, credentials, runs, announceChange }),
        async runScenarios(ids) {
          runs.refuseWhileOpen()
          return oneMatrixAtATime(matrices, owner, (signal) => runMatrix(owner, ids, signal))
        },
        endScenarios: () => matrices.get(owner.ownerId)?.abort(),
        scenarioRuns: () => ports.store.scenarioRuns(owner.ownerId),
        openScenarioRun: (id) => openScenarioRun(ports, owner, id),
      }
    },
  }
}

interface Parts {
  readonly keys: HolderKeys
  readonly credentials: Credentials
  readonly runs: Runs
  /** Tells the window that the contents of the wallet changed. */
  readonly announceChange: () => void
}

function announcingKeys(keys: HolderKeys, announceChange: () => void): HolderKeys {
  return {
    ...keys,
    async create(algorithm, makeDefault) {
      const created = await keys.create(algorithm, makeDefault)
      announceChange()
      return created
    },
    setDefault(id) {
      const chosen = keys.setDefault(id)
      announceChange()
      return chosen
    },
  }
}

function intakeOf({ keys, credentials, runs, announceChange }: Parts) {
  return {
    /** The DID of the default holder key, which is created if there is none. */
    holderDid: keys.defaultDid,
    isRunOpen: () => runs.openRun() !== undefined,
    /** @throws {ServiceError} `wallet_run_open`, `credential_invalid` */
    add(credential: Omit<NewCredential, 'verified'>) {
      runs.refuseWhileOpen()
      const [added] = credentials.add([{ ...credential, verified: null }])
      if (added === undefined) throw new Error('a credential that was added is there')
      announceChange()
      return added
    },
  }
}

function contentsOf({
  keys,
  credentials,
  runs,
  announceChange,
}: Parts): Pick<Wallet, 'view' | 'openCredential' | 'importText' | 'removeCredential'> {
  return {
    async view() {
      return {
        holder_keys: [...(await keys.list())],
        credentials: [...credentials.list()],
        open_run: runs.openRun() ?? null,
        runs: [...runs.list()],
      }
    },
    openCredential(id) {
      const { credential, held } = credentials.open(id)
      return { credential, raw: held.raw, decoded: { ...held.candidate.credential } }
    },
    async importText(text) {
      runs.refuseWhileOpen()
      const added = await credentials.importText(text, runs.refuseWhileOpen)
      announceChange()
      return added
    },
    removeCredential(id) {
      runs.refuseWhileOpen()
      credentials.remove(id)
      announceChange()
    },
  }
}

/** Removes the links to runs that are no longer stored, which only the newest scenario run still has. */
function openScenarioRun({ store }: Pick<WalletPorts, 'store'>, { ownerId }: WalletOwner, id: string) {
  const found = store.findScenarioRun(ownerId, id)
  if (found === undefined) throw new ServiceError('not_found', 'There is no such run of scenarios.')
  const isKept = ({ run_id }: MatrixRow) => run_id !== null && store.findRun(ownerId, run_id) !== undefined
  const rows = found.rows.map((row) => (isKept(row) ? row : { ...row, run_id: null, request_id: null }))
  return { run: found.run, rows }
}

/** @throws {ServiceError} `wallet_run_open` while scenarios are running for this user */
async function oneMatrixAtATime<Result>(
  matrices: Map<string, AbortController>,
  { ownerId }: WalletOwner,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (matrices.has(ownerId)) throw new ServiceError('wallet_run_open', 'Scenarios are running for this user.')
  const ending = new AbortController()
  matrices.set(ownerId, ending)
  try {
    return await work(ending.signal)
  } finally {
    matrices.delete(ownerId)
  }
}
