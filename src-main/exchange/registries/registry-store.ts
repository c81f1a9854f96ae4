import type { RegistryKind } from '../../../shared/contract/registries.ts'
import type { TrustRow } from '../../../shared/contract/workbench-exchange.ts'

/** A document of a registry as it came here. */
export interface StoredEntry {
  readonly kind: RegistryKind
  /** URL, or DID. */
  readonly key: string
  /** JSON, or a compact JWT. */
  readonly text: string
  /** Of the text in UTF-8. */
  readonly sha256: Uint8Array
  readonly source: 'imported' | 'demo_issuer'
  readonly added_at: string
}

export interface RegistryStore {
  /** By key. */
  list(kind: RegistryKind): readonly StoredEntry[]
  find(kind: RegistryKind, key: string): StoredEntry | undefined
  /** Adds or replaces. */
  save(entry: StoredEntry): void
  remove(kind: RegistryKind, key: string): void
}

export interface TrustStore {
  /** In the order they were added. */
  list(): readonly TrustRow[]
  /** Adds or replaces. */
  save(row: TrustRow): void
  remove(id: string): void
}
