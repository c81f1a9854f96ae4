import { inserted } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'

export interface StoredKeyPair {
  readonly id: string
  readonly keystore_user_id: string
  /** Byte for byte as received: published clients compare public keys as text. */
  readonly public_key: string
  readonly encrypted_serialized_key: string
  readonly metadata: Readonly<Record<string, unknown>>
  /** The identifiers in the order they were given. */
  readonly external_identifiers: readonly string[]
  readonly created_at: string
}

/** The parts of a key pair to change. */
interface KeyPairChange {
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  readonly external_identifiers?: readonly string[] | undefined
}

type KeyPairRow = Omit<StoredKeyPair, 'metadata' | 'external_identifiers'> & { readonly metadata: string }

const COLUMNS = 'id, keystore_user_id, public_key, encrypted_serialized_key, metadata, created_at'

export type KeyPairStore = ReturnType<typeof keyPairStore>

/** Key pairs; every look-up is within one user. */
export function keyPairStore(connection: Connection) {
  const insert = connection.prepare(`INSERT INTO key_pairs ${inserted(COLUMNS)}`)
  const byId = connection.prepare<[string, string], KeyPairRow>(
    `SELECT ${COLUMNS} FROM key_pairs WHERE id = ? AND keystore_user_id = ?`,
  )
  const idByIdentifier = connection
    .prepare<[string, string], string>(
      'SELECT key_pair_id FROM key_pair_identifiers WHERE keystore_user_id = ? AND external_identifier = ?',
    )
    .pluck()
  const identifiersOf = connection
    .prepare<[string], string>(
      'SELECT external_identifier FROM key_pair_identifiers WHERE key_pair_id = ? ORDER BY ordinal',
    )
    .pluck()
  const insertIdentifier = connection.prepare<[string, string, string, number]>(/* sql */ `
    INSERT INTO key_pair_identifiers (keystore_user_id, external_identifier, key_pair_id, ordinal) VALUES (?, ?, ?, ?)
  `)
  const deleteIdentifiers = connection.prepare<[string]>('DELETE FROM key_pair_identifiers WHERE key_pair_id = ?')
  const setMetadata = connection.prepare<[string, string]>('UPDATE key_pairs SET metadata = ? WHERE id = ?')
  const deleteOne = connection.prepare<[string, string]>('DELETE FROM key_pairs WHERE id = ? AND keystore_user_id = ?')

  return {
    add(keyPair: StoredKeyPair) {
      const { external_identifiers, ...row } = keyPair
      insert.run({ ...row, metadata: JSON.stringify(row.metadata) })
      addIdentifiers(keyPair, external_identifiers)
    },
    findById,
    findByExternalIdentifier(keystoreUserId: string, externalIdentifier: string): StoredKeyPair | undefined {
      const id = idByIdentifier.get(keystoreUserId, externalIdentifier)
      return id === undefined ? undefined : findById(keystoreUserId, id)
    },
    update(keyPair: StoredKeyPair, { metadata, external_identifiers }: KeyPairChange) {
      if (metadata !== undefined) setMetadata.run(JSON.stringify(metadata), keyPair.id)
      if (external_identifiers === undefined) return
      deleteIdentifiers.run(keyPair.id)
      addIdentifiers(keyPair, external_identifiers)
    },
    delete: (keystoreUserId: string, id: string) => void deleteOne.run(id, keystoreUserId),
  }

  function findById(keystoreUserId: string, id: string): StoredKeyPair | undefined {
    const row = byId.get(id, keystoreUserId)
    if (row === undefined) return undefined
    // The column has JSON that `add` and `update` wrote.
    const metadata = JSON.parse(row.metadata) as StoredKeyPair['metadata']
    return { ...row, metadata, external_identifiers: identifiersOf.all(id) }
  }

  function addIdentifiers({ id, keystore_user_id }: StoredKeyPair, identifiers: readonly string[]): void {
    identifiers.forEach((identifier, ordinal) => insertIdentifier.run(keystore_user_id, identifier, id, ordinal))
  }
}
