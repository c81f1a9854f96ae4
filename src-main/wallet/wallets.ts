import type { WalletCredential, WalletRun, WalletRunRow, HolderKey } from '../../shared/contract/workbench-wallet.ts'
import { runsOf } from './runs/runs.ts'
import type { Runs } from './runs/runs.ts'
import { submitterOf } from './runs/submit.ts'
import type { BreakRun } from './runs/submit.ts'
import { credentialsOf } from './store/credentials.ts'
import type { NewCredential } from './store/credentials.ts'
import { holderKeysOf } from './store/holder-keys.ts'
import type { HolderKeys } from './store/holder-keys.ts'
import type { WalletOwner, WalletPorts } from './wallet-ports.ts'

/** What an issuer in this program needs of a wallet. */
export interface WalletIntake {
  /** DID of the default holder key; the first one is made when it is asked for. */
  holderDid(): Promise<string>
  isRunOpen(): boolean
  /** @throws {ServiceError} `wallet_run_open`, `credential_invalid` */
  add(credential: Pick<NewCredential, 'raw' | 'source'>): WalletCredential
}

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
}

export interface WalletView {
  readonly holder_keys: HolderKey[]
  readonly credentials: WalletCredential[]
  readonly open_run: WalletRun | null
  readonly runs: WalletRunRow[]
}

export interface OpenedCredential {
  readonly credential: WalletCredential
  readonly raw: unknown
  /** In the form all formats share. */
  readonly decoded: Record<string, unknown>
}

export type Wallets = ReturnType<typeof createWallets>

/** The simulated wallets of one open workspace: another party than the service, which it reaches over HTTP only. */
export function createWallets(ports: WalletPorts, breakRun: (owner: WalletOwner) => BreakRun) {
  const busy = new Set<string>()
  return { of }

  function of(owner: WalletOwner): Wallet {
    const keys = holderKeysOf(ports, owner)
    const credentials = credentialsOf(ports, owner)
    const submitRun = submitterOf(ports, owner, breakRun(owner))
    const runs = runsOf({ ports, owner, keys, credentials, busy, submitRun })
    const changed = () => {
      ports.announce({ type: 'wallet', user_id: owner.userId, run_id: null })
    }
    return {
      keys: { ...keys, create: announced(keys.create), setDefault: announced(keys.setDefault) },
      runs,
      intake: {
        holderDid: keys.defaultDid,
        isRunOpen: () => runs.openRun() !== undefined,
        add(credential) {
          runs.refuseWhileOpen()
          const [added] = credentials.add([{ ...credential, verified: null }])
          if (added === undefined) throw new Error('a credential that was added is there')
          changed()
          return added
        },
      },
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
        const added = await credentials.importText(text)
        changed()
        return added
      },
      removeCredential(id) {
        runs.refuseWhileOpen()
        credentials.remove(id)
        changed()
      },
    }

    function announced<Args extends readonly unknown[], Result>(work: (...args: Args) => Result) {
      return (...args: Args): Result => {
        const result = work(...args)
        if (result instanceof Promise) void result.then(changed, () => undefined)
        else changed()
        return result
      }
    }
  }
}
