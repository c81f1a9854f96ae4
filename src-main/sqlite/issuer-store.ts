import type { IssuerStore, StoredIssued, StoredIssuerKey } from '../wallet/issuer/issuer-store.ts'
import type { Connection } from './database.ts'

type IssuedRecord = Omit<StoredIssued, 'listed'> & { readonly listed: number }

/** Keys and issued credentials of the demo issuers, on SQLite. */
export function sqliteIssuerStore(connection: Connection): IssuerStore {
  const findKey = connection.prepare<[string, string], StoredIssuerKey>(
    'SELECT * FROM issuer_keys WHERE issuer_id = ? AND algorithm = ?',
  )
  const insertKey = connection.prepare<StoredIssuerKey>(/* sql */ `
    INSERT INTO issuer_keys (issuer_id, algorithm, did, sealed_secret, created_at)
    VALUES (@issuer_id, @algorithm, @did, @sealed_secret, @created_at)
  `)
  const insert = connection.prepare<IssuedRecord>(/* sql */ `
    INSERT INTO issued_credentials (id, credential_id, issuer_id, issuer_did, algorithm, schema, subject, user_id, format,
      issued, expires, status, status_index, listed)
    VALUES (@id, @credential_id, @issuer_id, @issuer_did, @algorithm, @schema, @subject, @user_id, @format,
      @issued, @expires, @status, @status_index, @listed)
  `)
  const removeUnlisted = connection.prepare<[string]>('DELETE FROM issued_credentials WHERE listed = 0 AND id < ?')
  const find = connection.prepare<[string], IssuedRecord>('SELECT * FROM issued_credentials WHERE id = ?')
  const list = connection.prepare<{ limit: number; offset: number }, IssuedRecord>(
    'SELECT * FROM issued_credentials WHERE listed = 1 ORDER BY id DESC LIMIT @limit OFFSET @offset',
  )
  const count = connection.prepare<[], number>('SELECT count(*) FROM issued_credentials WHERE listed = 1').pluck()
  const setStatus = connection.prepare<[string, string]>('UPDATE issued_credentials SET status = ? WHERE id = ?')
  const findIndex = connection.prepare<[string, number]>(
    'SELECT 1 FROM issued_credentials WHERE issuer_did = ? AND status_index = ?',
  )
  const indices = connection
    .prepare<[string, string], number>(
      /* sql */ `
      SELECT status_index FROM issued_credentials
      WHERE issuer_did = ? AND status = ? AND status_index IS NOT NULL ORDER BY status_index
    `,
    )
    .pluck()

  return {
    findKey: (issuerId, algorithm) => findKey.get(issuerId, algorithm),
    addKey: (key) => void insertKey.run(key),
    addIssued: (issued) => void insert.run({ ...issued, listed: Number(issued.listed) }),
    removeUnlisted: (belowId) => removeUnlisted.run(belowId).changes,
    findIssued: (id) => read(find.get(id)),
    listIssued: (page) => list.all(page).map(readOne),
    countIssued: () => count.get() ?? 0,
    setStatus: (id, status) => void setStatus.run(status, id),
    isIndexTaken: (issuerDid, index) => findIndex.get(issuerDid, index) !== undefined,
    indicesWith: (issuerDid, status) => indices.all(issuerDid, status),
  }
}

function read(record: IssuedRecord | undefined): StoredIssued | undefined {
  return record === undefined ? undefined : readOne(record)
}

function readOne(record: IssuedRecord): StoredIssued {
  return { ...record, listed: record.listed === 1 }
}
