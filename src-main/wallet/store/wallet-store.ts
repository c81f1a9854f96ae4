import type {
  HolderAlgorithm,
  MatrixRow,
  Profile,
  ScenarioRunRow,
  WalletCredential,
  WalletRun,
} from '../../../shared/contract/workbench-wallet.ts'
import type { WalletPlace } from '../../crypto/wallet-seal.ts'
import { inserted, replaced } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'

/** A holder key; its secret is sealed under the owner's data encryption key. */
export interface StoredHolderKey {
  readonly id: string
  /** The vault user id of the owner. */
  readonly owner_id: string
  readonly did: string
  readonly algorithm: HolderAlgorithm
  readonly sealed_secret: string
  readonly created_at: string
  readonly is_default: boolean
}

/** A sealed credential, of which lists show the other members. */
export interface StoredCredential extends Omit<WalletCredential, 'period' | 'title'> {
  readonly owner_id: string
  readonly sealed_raw: string
}

/** A sealed run, of which lists show the other members. */
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
  /** Whether "Run all" made it, so that the list of runs does not show it. */
  readonly in_matrix: boolean
  readonly sealed_run: string
}

/** A run of scenarios. It is not sealed, because it has no credentials of the wallet. */
export interface StoredScenarioRun extends ScenarioRunRow {
  readonly owner_id: string
}

/** The limit of scenario runs for each owner. */
const MAX_SCENARIO_RUNS = 30

interface SealedText extends WalletPlace {
  readonly sealed: string
}

type KeyRow = Omit<StoredHolderKey, 'is_default'> & { readonly is_default: number }
type CredentialRow = Omit<StoredCredential, 'types' | 'verified'> & {
  readonly types: string
  readonly verified: string | null
}
type RunRow = Omit<StoredRun, 'definition' | 'in_matrix'> & {
  readonly definition: string | null
  readonly in_matrix: number
}

const KEYS = 'id, owner_id, did, algorithm, sealed_secret, created_at, is_default'
const CREDENTIALS = `id, owner_id, format, credential_id, types, issuer, issuer_name, subject, schema, issued, expires,
  source, added_at, verified, sealed_raw`
const RUNS = 'id, owner_id, state, started_at, ended_at, request_id, definition, profile, broken, in_matrix, sealed_run'

export type WalletStore = ReturnType<typeof walletStore>

/** The wallets of a workspace. All calls are restricted to the rows of one owner. */
export function walletStore(connection: Connection) {
  return {
    ...keyTable(connection),
    ...credentialTable(connection),
    ...runTable(connection),
    ...scenarioRunTable(connection),
    ...sealedColumns(connection),
  }
}

function keyTable(connection: Connection) {
  const all = connection.prepare<[string], KeyRow>(
    `SELECT ${KEYS} FROM wallet_holder_keys WHERE owner_id = ? ORDER BY id`,
  )
  const insert = connection.prepare<KeyRow>(`INSERT INTO wallet_holder_keys ${inserted(KEYS)}`)
  const clear = connection.prepare<[string]>(
    'UPDATE wallet_holder_keys SET is_default = 0 WHERE owner_id = ? AND is_default = 1',
  )
  const choose = connection.prepare<[string, string]>(
    'UPDATE wallet_holder_keys SET is_default = 1 WHERE owner_id = ? AND id = ?',
  )
  const add = connection.transaction((key: StoredHolderKey) => {
    if (key.is_default) clear.run(key.owner_id)
    insert.run({ ...key, is_default: key.is_default ? 1 : 0 })
  })
  const change = connection.transaction((ownerId: string, id: string) => {
    clear.run(ownerId)
    choose.run(ownerId, id)
  })
  return {
    /** Oldest first. */
    holderKeys: (ownerId: string): readonly StoredHolderKey[] =>
      all.all(ownerId).map((row) => ({ ...row, is_default: row.is_default === 1 })),
    /** A new default key replaces the former one. */
    addHolderKey: (key: StoredHolderKey): void => add.immediate(key),
    setDefaultHolderKey: (ownerId: string, id: string): void => change.immediate(ownerId, id),
  }
}

function credentialTable(connection: Connection) {
  const all = connection.prepare<[string], CredentialRow>(
    `SELECT ${CREDENTIALS} FROM wallet_credentials WHERE owner_id = ? ORDER BY id DESC`,
  )
  const one = connection.prepare<[string, string], CredentialRow>(
    `SELECT ${CREDENTIALS} FROM wallet_credentials WHERE owner_id = ? AND id = ?`,
  )
  const insert = connection.prepare<CredentialRow>(`INSERT INTO wallet_credentials ${inserted(CREDENTIALS)}`)
  const remove = connection.prepare<[string, string]>('DELETE FROM wallet_credentials WHERE owner_id = ? AND id = ?')
  const add = connection.transaction((credentials: readonly StoredCredential[]) => {
    for (const { types, verified, ...credential } of credentials) {
      const verifiedJson = verified === null ? null : JSON.stringify(verified)
      insert.run({ ...credential, types: JSON.stringify(types), verified: verifiedJson })
    }
  })
  return {
    /** Newest first. */
    credentials: (ownerId: string): readonly StoredCredential[] => all.all(ownerId).map(fromCredentialRow),
    findCredential(ownerId: string, id: string): StoredCredential | undefined {
      const row = one.get(ownerId, id)
      return row && fromCredentialRow(row)
    },
    /** Adds all of them or none. */
    addCredentials: (credentials: readonly StoredCredential[]): void => add.immediate(credentials),
    removeCredential: (ownerId: string, id: string) => void remove.run(ownerId, id),
  }
}

function runTable(connection: Connection) {
  const newest = connection.prepare<[string, number], RunRow>(
    `SELECT ${RUNS} FROM wallet_runs WHERE owner_id = ? AND in_matrix = 0 ORDER BY id DESC LIMIT ?`,
  )
  const one = connection.prepare<[string, string], RunRow>(
    `SELECT ${RUNS} FROM wallet_runs WHERE owner_id = ? AND id = ?`,
  )
  const open = connection.prepare<[string], RunRow>(
    `SELECT ${RUNS} FROM wallet_runs WHERE owner_id = ? AND state = 'choosing'`,
  )
  const upsert = connection.prepare<RunRow>(/* sql */ `
    INSERT INTO wallet_runs ${inserted(RUNS)}
    ON CONFLICT (id) DO UPDATE SET ${replaced('state, ended_at, request_id, definition, profile, broken, sealed_run')}
  `)
  const removeMatrix = connection.prepare<[string]>('DELETE FROM wallet_runs WHERE owner_id = ? AND in_matrix = 1')
  return {
    /** Newest first, without those of "Run all". */
    runs: (ownerId: string, limit: number): readonly StoredRun[] => newest.all(ownerId, limit).map(fromRunRow),
    findRun(ownerId: string, id: string): StoredRun | undefined {
      const row = one.get(ownerId, id)
      return row && fromRunRow(row)
    },
    /** The run in which the owner still has to decide. */
    findOpenRun(ownerId: string): StoredRun | undefined {
      const row = open.get(ownerId)
      return row && fromRunRow(row)
    },
    /** Adds or replaces. */
    saveRun({ definition, in_matrix, ...run }: StoredRun) {
      const definitionJson = definition === null ? null : JSON.stringify(definition)
      upsert.run({ ...run, definition: definitionJson, in_matrix: in_matrix ? 1 : 0 })
    },
    /** Removes the runs of the last "Run all". */
    removeMatrixRuns: (ownerId: string) => void removeMatrix.run(ownerId),
  }
}

const SCENARIO_RUNS = 'id, owner_id, started_at, ended_at, row_count, as_expected, red'

function scenarioRunTable(connection: Connection) {
  const newest = connection.prepare<[string], StoredScenarioRun>(
    `SELECT ${SCENARIO_RUNS} FROM wallet_scenario_runs WHERE owner_id = ? ORDER BY id DESC`,
  )
  const one = connection.prepare<[string, string], StoredScenarioRun & { readonly rows: string }>(
    `SELECT ${SCENARIO_RUNS}, rows FROM wallet_scenario_runs WHERE owner_id = ? AND id = ?`,
  )
  const insert = connection.prepare<StoredScenarioRun & { readonly rows: string }>(
    `INSERT INTO wallet_scenario_runs ${inserted(`${SCENARIO_RUNS}, rows`)}`,
  )
  const prune = connection.prepare<{ readonly owner_id: string; readonly kept: number }>(/* sql */ `
    DELETE FROM wallet_scenario_runs WHERE owner_id = @owner_id AND id NOT IN (
      SELECT id FROM wallet_scenario_runs WHERE owner_id = @owner_id ORDER BY id DESC LIMIT @kept)
  `)
  return {
    /** Newest first. */
    scenarioRuns: (ownerId: string): readonly StoredScenarioRun[] => newest.all(ownerId),
    /** Finds a run with the result of each scenario. */
    findScenarioRun(ownerId: string, id: string) {
      const found = one.get(ownerId, id)
      return found && { run: found, rows: JSON.parse(found.rows) as readonly MatrixRow[] } // written below
    },
    /** Adds a run, and removes the oldest ones above the limit. */
    addScenarioRun(run: StoredScenarioRun, rows: readonly MatrixRow[]): void {
      insert.run({ ...run, rows: JSON.stringify(rows) })
      prune.run({ owner_id: run.owner_id, kept: MAX_SCENARIO_RUNS })
    },
  }
}

/** The column with the sealed text of each part. */
const SEALED = {
  holder_key: ['wallet_holder_keys', 'sealed_secret'],
  credential: ['wallet_credentials', 'sealed_raw'],
  run: ['wallet_runs', 'sealed_run'],
} as const

function sealedColumns(connection: Connection) {
  const selects = Object.entries(SEALED).map(
    ([part, [table, column]]) =>
      `SELECT '${part}' AS part, id, ${column} AS sealed FROM ${table} WHERE owner_id = @owner`,
  )
  const all = connection.prepare<{ owner: string }, SealedText>(selects.join(' UNION ALL '))
  const statementsOf = (part: SealedText['part']) => {
    const [table, column] = SEALED[part]
    const place = 'WHERE owner_id = ? AND id = ?'
    return {
      find: connection.prepare<[string, string], string>(`SELECT ${column} FROM ${table} ${place}`).pluck(),
      replace: connection.prepare<[string, string, string]>(`UPDATE ${table} SET ${column} = ? ${place}`),
    }
  }
  const statements = {
    holder_key: statementsOf('holder_key'),
    credential: statementsOf('credential'),
    run: statementsOf('run'),
  }
  return {
    /** All sealed texts, also those of "Run all". */
    sealedTexts: (owner: string): readonly SealedText[] => all.all({ owner }),
    findSealedText: (ownerId: string, { part, id }: WalletPlace) => statements[part].find.get(ownerId, id),
    /** Replaces a sealed text, if it still exists. */
    replaceSealedText: (ownerId: string, { part, id, sealed }: SealedText) =>
      void statements[part].replace.run(sealed, ownerId, id),
  }
}

function fromCredentialRow({ types, verified, ...row }: CredentialRow): StoredCredential {
  return {
    ...row,
    types: JSON.parse(types) as StoredCredential['types'], // written above
    verified: verified === null ? null : (JSON.parse(verified) as StoredCredential['verified']), // as above
  }
}

function fromRunRow({ definition, in_matrix, ...row }: RunRow): StoredRun {
  return {
    ...row,
    definition: definition === null ? null : (JSON.parse(definition) as StoredRun['definition']), // written above
    in_matrix: in_matrix === 1,
  }
}
