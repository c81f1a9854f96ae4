import type {
  HolderAlgorithm,
  Profile,
  WalletCredential,
  WalletRun,
} from '../../../shared/contract/workbench-wallet.ts'

/** A holder key; its secret is sealed under the owner's data encryption key. */
export interface StoredHolderKey {
  readonly id: string
  /** Vault user id of whose wallet it is. */
  readonly owner_id: string
  readonly did: string
  readonly algorithm: HolderAlgorithm
  readonly sealed_secret: string
  readonly created_at: string
  readonly is_default: boolean
}

/** What lists show of a credential is kept beside it in clear; the credential itself is sealed. */
export interface StoredCredential extends Omit<WalletCredential, 'period' | 'title'> {
  readonly owner_id: string
  readonly sealed_raw: string
}

/** What lists show of a run is kept in clear; everything it asked, sent and got is sealed. */
export interface StoredRun {
  readonly id: string
  readonly owner_id: string
  readonly state: WalletRun['state']
  readonly started_at: string
  readonly ended_at: string | null
  readonly request_id: string | null
  readonly definition: WalletRun['definition']
  readonly profile: Profile | null
  readonly broken: string | null
  /** Made by "run all": shown from its matrix only. */
  readonly in_matrix: boolean
  readonly sealed_run: string
}

/** The wallets of a workspace. Every call names the owner: nobody's rows are found for somebody else. */
export interface WalletStore {
  /** Oldest first. */
  holderKeys(ownerId: string): readonly StoredHolderKey[]
  /** A default key takes the place of the one before. */
  addHolderKey(key: StoredHolderKey): void
  setDefaultHolderKey(ownerId: string, id: string): void
  /** Newest first. */
  credentials(ownerId: string): readonly StoredCredential[]
  findCredential(ownerId: string, id: string): StoredCredential | undefined
  /** All or none. */
  addCredentials(credentials: readonly StoredCredential[]): void
  removeCredential(ownerId: string, id: string): void
  /** Newest first, without those of a matrix. */
  runs(ownerId: string, limit: number): readonly StoredRun[]
  findRun(ownerId: string, id: string): StoredRun | undefined
  /** The run in which the owner still has to decide. */
  findOpenRun(ownerId: string): StoredRun | undefined
  /** Adds or replaces. */
  saveRun(run: StoredRun): void
  /** Those of an earlier matrix. */
  removeMatrixRuns(ownerId: string): void
}
