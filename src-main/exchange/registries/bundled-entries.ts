import { createHash } from 'node:crypto'
import type { RegistryKind, RegistryRow } from '../../../shared/contract/registries.ts'
import { DEMO_SCHEMAS } from '../../../shared/demo-credentials/demo-schemas.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { BUNDLED_CONTEXTS } from './context-registry.ts'

/** A document that comes with the program. */
interface BundledEntry {
  readonly row: RegistryRow
  readonly document: JsonObject
}

const CONTEXTS = [...BUNDLED_CONTEXTS].map(([key, document]) =>
  bundledEntry(key, document, { title: null, source: 'bundled' }),
)
const SCHEMAS = DEMO_SCHEMAS.map(({ id, title, schema }) => bundledEntry(id, schema, { title, source: 'demo_issuer' }))

/** The entries of every workspace: common contexts, and the schemas of the demo issuers. */
export const BUNDLED_ENTRIES: Readonly<Record<RegistryKind, ReadonlyMap<string, BundledEntry>>> = {
  contexts: byKey(CONTEXTS),
  schemas: byKey(SCHEMAS),
  'did-documents': new Map(),
  'status-lists': new Map(),
  'issuer-metadata': new Map(),
  'trust-anchors': new Map(),
}

/** The digest is that of the document as JSON without white space. */
function bundledEntry(
  key: string,
  document: JsonObject,
  { title, source }: Pick<RegistryRow, 'title' | 'source'>,
): BundledEntry {
  const text = JSON.stringify(document)
  const sha256 = createHash('sha256').update(text).digest('hex')
  return {
    document,
    row: { key, title, sha256, bytes: Buffer.byteLength(text), source, added_at: null, problem: null },
  }
}

function byKey(entries: readonly BundledEntry[]): ReadonlyMap<string, BundledEntry> {
  return new Map(entries.map((entry) => [entry.row.key, entry]))
}
