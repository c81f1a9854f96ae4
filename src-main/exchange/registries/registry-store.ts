import type { RegistryKind } from '../../../shared/contract/registries.ts'
import type { TrustRow } from '../../../shared/contract/workbench-exchange.ts'
import { replaced } from '../../sqlite/columns.ts'
import type { Connection } from '../../sqlite/database.ts'

/** A stored document of a registry, unchanged since its import. */
export interface StoredEntry {
  readonly kind: RegistryKind
  /** A URL, a DID, or the digest of a certificate. */
  readonly key: string
  /** JSON text, a compact JWT, or a certificate. */
  readonly text: string
  /** The digest of the text in UTF-8. */
  readonly sha256: Uint8Array
  readonly source: 'imported' | 'demo_issuer'
  readonly added_at: string
}

const ENTRY = 'kind, key, document AS text, sha256, source, added_at'

export type RegistryStore = ReturnType<typeof registryStore>

/** The documents of the registries on SQLite. */
export function registryStore(connection: Connection) {
  const list = connection.prepare<[string], StoredEntry>(
    `SELECT ${ENTRY} FROM registry_entries WHERE kind = ? ORDER BY key`,
  )
  const find = connection.prepare<[string, string], StoredEntry>(
    `SELECT ${ENTRY} FROM registry_entries WHERE kind = ? AND key = ?`,
  )
  const save = connection.prepare<StoredEntry>(/* sql */ `
    INSERT INTO registry_entries (kind, key, document, sha256, source, added_at)
    VALUES (@kind, @key, @text, @sha256, @source, @added_at)
    ON CONFLICT (kind, key) DO UPDATE SET ${replaced('document, sha256, source, added_at')}
  `)
  const remove = connection.prepare<[string, string]>('DELETE FROM registry_entries WHERE kind = ? AND key = ?')
  return {
    /** Entries are ordered by key. */
    list: (kind: RegistryKind): readonly StoredEntry[] => list.all(kind),
    find: (kind: RegistryKind, key: string) => find.get(kind, key),
    /** Adds or replaces. */
    save: (entry: StoredEntry) => void save.run(entry),
    remove: (kind: RegistryKind, key: string) => void remove.run(kind, key),
  }
}

interface TrustRecord extends Omit<TrustRow, 'schemas' | 'types'> {
  readonly schemas: string | null
  readonly types: string | null
}

export type TrustStore = ReturnType<typeof trustStore>

/** The trust list on SQLite. Ids ascend with time. */
export function trustStore(connection: Connection) {
  const list = connection.prepare<[], TrustRecord>('SELECT * FROM trusted_issuers ORDER BY id')
  const save = connection.prepare<TrustRecord>(/* sql */ `
    INSERT OR REPLACE INTO trusted_issuers (id, did, name, schemas, types, valid_from, valid_until)
    VALUES (@id, @did, @name, @schemas, @types, @valid_from, @valid_until)
  `)
  const remove = connection.prepare<[string]>('DELETE FROM trusted_issuers WHERE id = ?')
  return {
    /** Oldest first. */
    list: (): readonly TrustRow[] =>
      list.all().map((row) => ({ ...row, schemas: listFrom(row.schemas), types: listFrom(row.types) })),
    /** Adds or replaces. */
    save: (row: TrustRow) => void save.run({ ...row, schemas: textFrom(row.schemas), types: textFrom(row.types) }),
    remove: (id: string) => void remove.run(id),
  }
}

function listFrom(text: string | null): string[] | null {
  return text === null ? null : (JSON.parse(text) as string[]) // written by `textFrom`
}

function textFrom(list: readonly string[] | null): string | null {
  return list === null ? null : JSON.stringify(list)
}
