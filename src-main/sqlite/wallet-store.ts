import type { StoredCredential, StoredHolderKey, StoredRun, WalletStore } from '../wallet/store/wallet-store.ts'
import type { Connection } from './database.ts'

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
const CREDENTIALS =
  'id, owner_id, format, credential_id, types, issuer, issuer_name, subject, schema, issued, expires, source, added_at, verified, sealed_raw'
const RUNS = 'id, owner_id, state, started_at, ended_at, request_id, definition, profile, broken, in_matrix, sealed_run'

/** The wallets of a workspace, on SQLite. */
export function sqliteWalletStore(connection: Connection): WalletStore {
  return { ...keyTable(connection), ...credentialTable(connection), ...runTable(connection) }
}

function keyTable(connection: Connection): Pick<WalletStore, 'holderKeys' | 'addHolderKey' | 'setDefaultHolderKey'> {
  const all = connection.prepare<[string], KeyRow>(
    `SELECT ${KEYS} FROM wallet_holder_keys WHERE owner_id = ? ORDER BY id`,
  )
  const insert = connection.prepare<KeyRow>(/* sql */ `
    INSERT INTO wallet_holder_keys (${KEYS})
    VALUES (@id, @owner_id, @did, @algorithm, @sealed_secret, @created_at, @is_default)
  `)
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
    holderKeys: (ownerId) => all.all(ownerId).map((row) => ({ ...row, is_default: row.is_default === 1 })),
    addHolderKey: (key) => add.immediate(key),
    setDefaultHolderKey: (ownerId, id) => change.immediate(ownerId, id),
  }
}

function credentialTable(
  connection: Connection,
): Pick<WalletStore, 'credentials' | 'findCredential' | 'addCredentials' | 'removeCredential'> {
  const all = connection.prepare<[string], CredentialRow>(
    `SELECT ${CREDENTIALS} FROM wallet_credentials WHERE owner_id = ? ORDER BY id DESC`,
  )
  const one = connection.prepare<[string, string], CredentialRow>(
    `SELECT ${CREDENTIALS} FROM wallet_credentials WHERE owner_id = ? AND id = ?`,
  )
  const insert = connection.prepare<CredentialRow>(/* sql */ `
    INSERT INTO wallet_credentials (${CREDENTIALS})
    VALUES (@id, @owner_id, @format, @credential_id, @types, @issuer, @issuer_name, @subject, @schema, @issued,
      @expires, @source, @added_at, @verified, @sealed_raw)
  `)
  const remove = connection.prepare<[string, string]>('DELETE FROM wallet_credentials WHERE owner_id = ? AND id = ?')
  const add = connection.transaction((credentials: readonly StoredCredential[]) => {
    for (const { types, verified, ...credential } of credentials) {
      const written = verified === null ? null : JSON.stringify(verified)
      insert.run({ ...credential, types: JSON.stringify(types), verified: written })
    }
  })
  return {
    credentials: (ownerId) => all.all(ownerId).map(fromCredentialRow),
    findCredential(ownerId, id) {
      const row = one.get(ownerId, id)
      return row && fromCredentialRow(row)
    },
    addCredentials: (credentials) => add.immediate(credentials),
    removeCredential: (ownerId, id) => void remove.run(ownerId, id),
  }
}

function runTable(
  connection: Connection,
): Pick<WalletStore, 'runs' | 'findRun' | 'findOpenRun' | 'saveRun' | 'removeMatrixRuns'> {
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
    INSERT INTO wallet_runs (${RUNS})
    VALUES (@id, @owner_id, @state, @started_at, @ended_at, @request_id, @definition, @profile, @broken, @in_matrix,
      @sealed_run)
    ON CONFLICT (id) DO UPDATE SET
      state = excluded.state,
      ended_at = excluded.ended_at,
      request_id = excluded.request_id,
      definition = excluded.definition,
      profile = excluded.profile,
      broken = excluded.broken,
      sealed_run = excluded.sealed_run
  `)
  const removeMatrix = connection.prepare<[string]>('DELETE FROM wallet_runs WHERE owner_id = ? AND in_matrix = 1')
  return {
    runs: (ownerId, limit) => newest.all(ownerId, limit).map(fromRunRow),
    findRun(ownerId, id) {
      const row = one.get(ownerId, id)
      return row && fromRunRow(row)
    },
    findOpenRun(ownerId) {
      const row = open.get(ownerId)
      return row && fromRunRow(row)
    },
    saveRun({ definition, in_matrix, ...run }) {
      const written = definition === null ? null : JSON.stringify(definition)
      upsert.run({ ...run, definition: written, in_matrix: in_matrix ? 1 : 0 })
    },
    removeMatrixRuns: (ownerId) => void removeMatrix.run(ownerId),
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
