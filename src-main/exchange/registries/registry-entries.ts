import { createHash } from 'node:crypto'
import { phrase, sentenceText, ServiceError } from '../../../shared/contract/errors.ts'
import type { RegistryKind, RegistryRow } from '../../../shared/contract/registries.ts'
import { memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { Clock } from '../../service/ports.ts'
import { isoTime } from '../../service/ports.ts'
import { BUNDLED_ENTRIES } from './bundled-entries.ts'
import { invalid, readEntry } from './read-entry.ts'
import type { ReadJson } from './read-entry.ts'
import type { RegistryStore, StoredEntry } from './registry-store.ts'
import { readTrustAnchor } from './trust-anchors.ts'
import { problemFields } from '../../../shared/phrase.ts'
import type { Message } from '../../../shared/phrase.ts'

/** A document with its place in the registries. */
export interface HeldEntry {
  readonly kind: RegistryKind
  readonly key: string
  readonly document: unknown
  readonly added_at: string
}

interface RegistryEntriesOptions {
  readonly store: RegistryStore
  readonly clock: Clock
  readonly readJson: ReadJson
  /** Tells why an entry cannot be used in a verification; null if it can. */
  readonly problemOf: (entry: HeldEntry) => Promise<Message | null>
  readonly onChange: () => void
}

export interface ImportOrder {
  readonly key: string | null
  readonly text: string
  /** Whether another document under the key may be replaced. */
  readonly replace: boolean
}

export type RegistryEntries = ReturnType<typeof createRegistryEntries>

const MAX_PARSED = 500

/** The documents for verification: bundled ones, imported ones, and those of the demo issuers. */
export function createRegistryEntries({ store, clock, readJson, problemOf, onChange }: RegistryEntriesOptions) {
  const parsed = new Map<string, HeldEntry>()
  let revision = 0

  return { find, rows, get, importText, prepareImport, publish, remove, revision: () => revision }

  /** Finds an entry for verification. Returns the same object until the registry changes. */
  function find(kind: RegistryKind, key: string): HeldEntry | undefined {
    const place = `${kind} ${key}`
    const known = parsed.get(place)
    if (known !== undefined) return known
    const stored = store.find(kind, key)
    if (stored === undefined) return undefined // not cached, because many unknown keys would displace entries
    const found = heldEntry(stored)
    if (parsed.size >= MAX_PARSED) parsed.clear()
    parsed.set(place, found)
    return found
  }

  async function rows(kind: RegistryKind): Promise<RegistryRow[]> {
    const held = await Promise.all(store.list(kind).map(rowOf))
    return [...held, ...[...BUNDLED_ENTRIES[kind].values()].map(({ row }) => row)]
  }

  /** @throws {ServiceError} `not_found` */
  async function get(kind: RegistryKind, key: string): Promise<{ row: RegistryRow; document: unknown }> {
    const bundled = BUNDLED_ENTRIES[kind].get(key)
    if (bundled !== undefined) return { row: bundled.row, document: bundled.document }
    const stored = requireStored(kind, key)
    return { row: await rowOf(stored), document: documentOf(stored.text) }
  }

  /** @throws {ServiceError} `registry_document_invalid`, `registry_entry_exists`, `forbidden` */
  async function importText(kind: RegistryKind, order: ImportOrder): Promise<RegistryRow> {
    const storeDocument = await prepareImport(kind, order)
    return storeDocument()
  }

  /**
   * Reads and checks a document, without storing it.
   *
   * @returns a function that stores the document, after checking again whether it may replace another one
   * @throws {ServiceError} `registry_document_invalid`, `forbidden`; the function throws `registry_entry_exists`,
   *   `forbidden`
   */
  async function prepareImport(
    kind: RegistryKind,
    { key: givenKey, text, replace }: ImportOrder,
  ): Promise<() => RegistryRow> {
    const { key, document } = readEntry(kind, { text, givenKey }, readJson)
    refuseNotImported(kind, key)
    const entry: StoredEntry = { ...newEntry(kind, key, text.trim()), source: 'imported' }
    const problem = await problemOf({ kind, key, document, added_at: entry.added_at })
    if (problem !== null && !KINDS_WITH_PROBLEMS.has(kind)) throw invalid(sentenceText(problem))
    return () => {
      refuseNotImported(kind, key)
      if (!replace) refuseReplacing(entry)
      save(entry)
      return { ...listedRow(entry), ...problemFields(problem) }
    }
  }

  /** Stores a document of the demo issuers, replacing an earlier one. @param document JSON, or a compact JWT */
  function publish(kind: RegistryKind, key: string, document: unknown): void {
    const text = typeof document === 'string' ? document : JSON.stringify(document)
    save({ ...newEntry(kind, key, text), source: 'demo_issuer' })
  }

  /** Returns what was removed. @throws {ServiceError} `not_found`, `forbidden` for a document that was not imported */
  function remove(kind: RegistryKind, key: string): Pick<RegistryRow, 'key' | 'sha256'> {
    refuseNotImported(kind, key)
    const removed = requireStored(kind, key)
    store.remove(kind, key)
    changed(kind)
    return { key, sha256: hexOf(removed.sha256) }
  }

  function save(entry: StoredEntry): void {
    store.save(entry)
    changed(entry.kind)
  }

  function changed(kind: RegistryKind): void {
    for (const place of parsed.keys()) if (place.startsWith(`${kind} `)) parsed.delete(place)
    if (COMPILED_KINDS.has(kind)) revision += 1
    onChange()
  }

  function newEntry(kind: RegistryKind, key: string, text: string): Omit<StoredEntry, 'source'> {
    return { kind, key, text, sha256: createHash('sha256').update(text).digest(), added_at: isoTime(clock.nowMs()) }
  }

  function requireStored(kind: RegistryKind, key: string): StoredEntry {
    const stored = store.find(kind, key)
    if (stored === undefined) throw new ServiceError('not_found', 'This registry has no document of that name.')
    return stored
  }

  function refuseNotImported(kind: RegistryKind, key: string): void {
    const source = BUNDLED_ENTRIES[kind].get(key)?.row.source ?? store.find(kind, key)?.source
    if (source === 'bundled') throw new ServiceError('forbidden', 'This document comes with the program.')
    if (source === 'demo_issuer') throw new ServiceError('forbidden', 'This document belongs to a demo issuer.')
  }

  function refuseReplacing({ kind, key, sha256 }: StoredEntry): void {
    const held = store.find(kind, key)
    if (held === undefined || Buffer.compare(held.sha256, sha256) === 0) return
    throw new ServiceError('registry_entry_exists', phrase`Another document is held as ${key}.`, {
      extraInfo: { key, held_sha256: hexOf(held.sha256), sha256: hexOf(sha256) },
    })
  }

  async function rowOf(stored: StoredEntry): Promise<RegistryRow> {
    return { ...listedRow(stored), ...problemFields(await problemOf(heldEntry(stored))) }
  }
}

/** The kinds that verification compiles once for each revision. */
const COMPILED_KINDS: ReadonlySet<RegistryKind> = new Set(['contexts', 'schemas'])

/** The kinds that may be stored before they can be used, because that depends on time or on other documents. */
const KINDS_WITH_PROBLEMS: ReadonlySet<RegistryKind> = new Set([
  'did-documents',
  'status-lists',
  'issuer-metadata',
  'trust-anchors',
])

function heldEntry({ kind, key, text, added_at }: StoredEntry): HeldEntry {
  return { kind, key, document: documentOf(text), added_at }
}

/** Parses a stored text, which was checked when it was imported. */
function documentOf(text: string): unknown {
  return text.startsWith('{') ? JSON.parse(text) : text
}

function listedRow({ kind, key, text, sha256, source, added_at }: StoredEntry): RegistryRow {
  const title =
    kind === 'schemas' ? titleOf(documentOf(text)) : kind === 'trust-anchors' ? readTrustAnchor(text).name : null
  return { key, title, sha256: hexOf(sha256), bytes: Buffer.byteLength(text), source, added_at, problem: null }
}

function titleOf(schema: unknown): string | null {
  return textOf(memberOf(schema, 'title')) ?? textOf(memberOf(memberOf(schema, 'schema'), 'title')) ?? null
}

function hexOf(digest: Uint8Array): string {
  return Buffer.from(digest).toString('hex')
}
