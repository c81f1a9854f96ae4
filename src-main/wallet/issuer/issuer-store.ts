import type { IssuedRow, IssuedStatus } from '../../../shared/contract/workbench-issuer.ts'
import { inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'

export type IssuingAlgorithm = 'EdDSA' | 'ES256' | 'RS256'

/** A key of a demo issuer; its secret is sealed under the local key. */
export interface StoredIssuerKey {
  readonly issuer_id: string
  readonly algorithm: IssuingAlgorithm
  readonly did: string
  readonly sealed_secret: Uint8Array
  readonly created_at: string
}

/** The record of an issued credential. The credential itself is stored by its holder. */
export interface StoredIssued extends Omit<IssuedRow, 'title'> {
  readonly algorithm: IssuingAlgorithm
  /** The DID of the key that signed the credential and its status list. */
  readonly issuer_did: string
  /** False for credentials that were issued for a scenario, which the list of issued credentials does not show. */
  readonly listed: boolean
}

type IssuedRecord = Omit<StoredIssued, 'listed'> & { readonly listed: number }

export type IssuerStore = ReturnType<typeof issuerStore>

/** Keys and issued credentials of the demo issuers of a workspace. */
export function issuerStore(connection: Connection) {
  const findKey = connection.prepare<[string, string], StoredIssuerKey>(
    'SELECT * FROM issuer_keys WHERE issuer_id = ? AND algorithm = ?',
  )
  const insertKey = connection.prepare<StoredIssuerKey>(
    `INSERT INTO issuer_keys ${inserted('issuer_id, algorithm, did, sealed_secret, created_at')}`,
  )
  const insert = connection.prepare<IssuedRecord>(/* sql */ `
    INSERT INTO issued_credentials ${inserted(`id, credential_id, issuer_id, issuer_did, algorithm, schema, subject,
      user_id, format, issued, expires, status, status_index, listed`)}
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
    .prepare<[string, string], number>(/* sql */ `
      SELECT status_index FROM issued_credentials
      WHERE issuer_did = ? AND status = ? AND status_index IS NOT NULL ORDER BY status_index
    `)
    .pluck()

  return {
    findKey: (issuerId: string, algorithm: IssuingAlgorithm) => findKey.get(issuerId, algorithm),
    addKey: (key: StoredIssuerKey) => void insertKey.run(key),
    addIssued: (issued: StoredIssued) => void insert.run({ ...issued, listed: Number(issued.listed) }),
    /**
     * Removes unlisted credentials with lower ids, which frees their indices.
     *
     * @returns how many were removed
     */
    removeUnlisted: (belowId: string) => removeUnlisted.run(belowId).changes,
    findIssued: (id: string) => read(find.get(id)),
    /** The listed credentials, newest first. */
    listIssued: (page: { readonly offset: number; readonly limit: number }): readonly StoredIssued[] =>
      list.all(page).map(readOne),
    /** The number of listed credentials. */
    countIssued: () => count.get() ?? 0,
    setStatus: (id: string, status: IssuedStatus) => void setStatus.run(status, id),
    isIndexTaken: (issuerDid: string, index: number) => findIndex.get(issuerDid, index) !== undefined,
    /** The indices of all credentials of a DID with this status, in ascending order. */
    indicesWith: (issuerDid: string, status: IssuedStatus): readonly number[] => indices.all(issuerDid, status),
  }
}

function read(record: IssuedRecord | undefined): StoredIssued | undefined {
  return record === undefined ? undefined : readOne(record)
}

function readOne(record: IssuedRecord): StoredIssued {
  return { ...record, listed: record.listed === 1 }
}
