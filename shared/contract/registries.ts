import { z } from 'zod'
import { atLeast, atMost } from './bounds.ts'
import { PROBLEM } from './errors.ts'
import { answer, defineOperations } from './operation.ts'
import { namedObject } from './values.ts'

/** The registries in which verification looks things up. The exchange fetches nothing, so people add the documents. */

export const RegistryKind = z
  .enum(['contexts', 'schemas', 'did-documents', 'status-lists', 'issuer-metadata', 'trust-anchors'])
  .meta({ id: 'RegistryKind' })
export type RegistryKind = z.infer<typeof RegistryKind>

const RegistrySource = z.enum(['bundled', 'imported', 'demo_issuer']).meta({ id: 'RegistrySource' })

export const RegistryRow = namedObject('RegistryRow', {
  /** URL of a context, schema, status list or issuer; DID of a document; SHA-256 of a certificate in DER, in hex. */
  key: z.string(),
  /** `title` of a schema, subject of a certificate. */
  title: z.string().nullable(),
  /** The digest of the document as stored, in hex. */
  sha256: z.string(),
  bytes: z.int(),
  /** `bundled` with the program, `imported` by a person, or made by the `demo_issuer`. Only imported ones can change. */
  source: RegistrySource,
  /** Null for bundled ones. */
  added_at: z.string().nullable(),
  /** Why it cannot be used, for example a status list that does not verify. */
  ...PROBLEM,
})
export type RegistryRow = z.infer<typeof RegistryRow>

const RegistryPath = z.object({ kind: RegistryKind })
const EntryQuery = z.object({ key: z.string().check(atMost(2048)) })

/** JSON text, a compact JWT for a status list, or a certificate in PEM or in Base64. */
export const RegistryText = z.string().check(atMost(5_000_000))

/** Options for adding a document. */
export const RegistryImport = z.object({
  /** The key of a document that does not contain its own. */
  key: z.string().trim().check(atLeast(1)).check(atMost(2048)).nullable().default(null),
  replace: z.boolean().default(false),
})

/** The four operations that the window and the operator share; their authentication and errors differ. */
export const registryShapes = {
  registryGet: {
    endpoint: 'GET /registries/{kind}',
    summary: 'Everything one registry holds',
    params: RegistryPath,
    success: answer(200, { rows: z.array(RegistryRow) }),
  },
  registryEntryGet: {
    endpoint: 'GET /registries/{kind}/entry',
    summary: 'One document',
    params: RegistryPath,
    query: EntryQuery,
    success: answer(200, { row: RegistryRow, document: z.unknown() }),
  },
  registryImport: {
    endpoint: 'POST /registries/{kind}/entries',
    summary: 'Add a document from a file or pasted text',
    params: RegistryPath,
    success: answer(201, { row: RegistryRow }),
  },
  registryRemove: {
    endpoint: 'DELETE /registries/{kind}/entry',
    summary: 'Remove an imported document',
    params: RegistryPath,
    query: EntryQuery,
  },
} as const

export const IMPORT_ERRORS = ['registry_document_invalid', 'registry_entry_exists', 'forbidden'] as const

const operator = { api: 'exchange', auth: 'operator', delegation: 'ignored', extension: true } as const

/** Room for a status list of 4 MiB in which every character is escaped, and for the options. */
const MAX_IMPORT_BODY_BYTES = 8 * 1024 * 1024 + 16 * 1024

/** Operations on the registries, with a subscription key and the operator password. */
export const exchangeRegistryOperations = defineOperations({
  registryGet: { ...operator, ...registryShapes.registryGet },
  registryEntryGet: { ...operator, ...registryShapes.registryEntryGet, errors: ['not_found'] },
  registryImport: {
    ...operator,
    ...registryShapes.registryImport,
    summary: 'Add a document, as an object or as text',
    /** Exactly one of `document` and `text`; a JWT or a certificate is a text. */
    body: RegistryImport.extend({ document: z.looseObject({}).optional(), text: RegistryText.optional() }),
    maxBodyBytes: MAX_IMPORT_BODY_BYTES,
    errors: [...IMPORT_ERRORS, 'payload_too_large'],
  },
  registryRemove: { ...operator, ...registryShapes.registryRemove, errors: ['not_found', 'forbidden'] },
})
