import { z } from 'zod'
import { atLeast, atMost } from './bounds.ts'
import { DefinitionWarning } from './definition-warning.ts'
import { answer, defineOperations } from './operation.ts'
import { SortOrder } from './paging.ts'
import { Policy } from './presentations.ts'
import { IMPORT_ERRORS, RegistryImport, registryShapes, RegistryText } from './registries.ts'
import { Label } from './values.ts'
import { MadeBy, WalletScheme } from './verifier-requests.ts'
import { ownOperation as own, rowsQuery, WORKSPACE_ERRORS, workspaceOperation } from './workbench-window.ts'

/**
 * What the window manages of the exchange and the verifier application: the index of definitions, subscription keys,
 * settings, and the registries that verification uses (docs/contract/exchange.md, Definitions, Verifying, Verifier:
 * requests).
 */

/* Definitions ----------------------------------------------------------------------------------------------------- */

export const DefinitionRow = z.object({
  id: z.string(),
  name: z.string().nullable(),
  purpose: z.string().nullable(),
  created_at: z.string(),
  /** The name of the subscription key it was created with; null when that key was removed. */
  created_by: z.string().nullable(),
  /** The definition it was made from in the editor. */
  previous_id: z.string().nullable(),
  /** Whether the wallet's scenarios created it. */
  of_scenario: z.boolean(),
  /** The scenario that asks with it, if only one does. */
  scenario: z.string().nullable(),
  /** The language in which it asks. */
  language: z.enum(['presentation_exchange', 'dcql']).meta({ id: 'DefinitionLanguage' }),
  /** Number of input descriptors, or of credential queries. */
  inputs: z.int(),
  groups: z.array(z.string()),
  /** Number of verifier requests that ask with it. */
  requests: z.int(),
})
export type DefinitionRow = z.infer<typeof DefinitionRow>

export const definitionOperations = defineOperations({
  definitionRows: {
    ...workspaceOperation,
    endpoint: 'GET /definition-rows',
    summary: 'A window of the stored definitions, filtered and ordered; those that scenarios made only when asked for',
    query: z.object({
      /** Words that name, purpose and id together contain, in any order. */
      text: z.string().check(atMost(255)).optional(),
      made_by: MadeBy.default('people'),
      /** The order. Without it, the best matches come first; without a text, rows are in order of `created_at`. */
      order_by: z.enum(['created_at', 'name', 'inputs', 'requests', 'created_by']).optional(),
      order: SortOrder.default('desc'),
      ...rowsQuery,
    }),
    success: answer(200, {
      rows: z.array(DefinitionRow),
      matching: z.int(),
      /** The number of definitions by `made_by`, whatever the text. */
      total: z.int(),
      of_scenarios: z.int(),
    }),
  },
  scenarioRecordsForget: {
    ...workspaceOperation,
    endpoint: 'DELETE /scenario-records',
    summary: 'Delete the ended requests of scenarios, and the definitions that only these used',
    success: answer(200, { requests: z.int(), definitions: z.int() }),
  },
  definitionOpen: {
    ...own,
    endpoint: 'GET /definitions/{definition_id}',
    summary: 'A definition as it is stored',
    params: z.object({ definition_id: z.string().check(atMost(64)) }),
    success: answer(200, { row: DefinitionRow, definition: z.looseObject({}), warnings: z.array(DefinitionWarning) }),
    errors: [...WORKSPACE_ERRORS, 'not_found', 'too_many_requests'],
  },
  definitionSave: {
    ...own,
    endpoint: 'POST /definitions',
    summary: 'Store a definition through the exchange and record which one it was made from',
    body: z.object({
      definition: z.looseObject({}),
      previous_id: z.string().check(atMost(64)).nullable().default(null),
    }),
    success: answer(201, {
      row: DefinitionRow,
      definition: z.looseObject({ id: z.string() }),
      warnings: z.array(DefinitionWarning),
    }),
    errors: [...WORKSPACE_ERRORS, 'invalid_params', 'payload_too_large'],
  },
})

/* Subscription keys ----------------------------------------------------------------------------------------------- */

export const SubscriptionKeyRow = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  /** True for a key of this program itself, which cannot be removed. */
  own: z.boolean(),
  /** Definitions made with it. */
  definitions: z.int(),
})
export type SubscriptionKeyRow = z.infer<typeof SubscriptionKeyRow>

export const subscriptionKeyOperations = defineOperations({
  subscriptionKeysGet: {
    ...workspaceOperation,
    endpoint: 'GET /subscription-keys',
    summary: 'Names of the subscription keys; the keys themselves are not stored',
    success: answer(200, { keys: z.array(SubscriptionKeyRow) }),
  },
  subscriptionKeyCreate: {
    ...own,
    endpoint: 'POST /subscription-keys',
    summary: 'Make a subscription key; it is shown only once',
    body: z.object({ name: Label }),
    success: answer(201, { key: SubscriptionKeyRow, subscription_key: z.string() }),
    errors: [...WORKSPACE_ERRORS, 'name_taken'],
  },
  subscriptionKeyRemove: {
    ...own,
    endpoint: 'DELETE /subscription-keys/{key_id}',
    summary: 'Remove a subscription key; calls with it are refused from then on',
    params: z.object({ key_id: z.string().check(atMost(64)) }),
    errors: [...WORKSPACE_ERRORS, 'not_found', 'forbidden'],
  },
})

/* Settings -------------------------------------------------------------------------------------------------------- */

export const ExchangeSettings = z.object({
  /** Accepts contexts that a document contains; for test material (docs/contract/exchange.md, Registries: contexts). */
  allow_inline_contexts: z.boolean(),
  /** Levels of adjustable checks for which a caller sets none. */
  policy: Policy,
})
export type ExchangeSettings = z.infer<typeof ExchangeSettings>

export const VerifierSettings = z.object({
  wallet_scheme: WalletScheme,
  /** Whether wallets are told which checks failed. */
  explain: z.boolean(),
  /** Origins whose pages may call the two wallet endpoints. */
  cors_origins: z.array(z.string().check(atMost(255))).check(atMost(50)),
  /** The address in links and QR codes, for example of a forwarded port; null for the own loopback address. */
  base_url: z.string().check(atMost(2048)).nullable(),
})
export type VerifierSettings = z.infer<typeof VerifierSettings>

/** The two wallet endpoints on the local network (docs/contract/exchange.md, Wallet endpoints). */
export const NetworkAccess = z.object({
  /** Null when closed. */
  open_until: z.string().nullable(),
  /** Addresses of the wallet endpoints while they are open. */
  urls: z.array(z.string()),
})
export type NetworkAccess = z.infer<typeof NetworkAccess>

export const exchangeSettingsOperations = defineOperations({
  exchangeSettingsGet: {
    ...workspaceOperation,
    endpoint: 'GET /exchange-settings',
    summary: 'Settings of the exchange of this workspace',
    success: { status: 200, body: ExchangeSettings },
  },
  exchangeSettingsSave: {
    ...workspaceOperation,
    endpoint: 'PUT /exchange-settings',
    summary: 'Change the settings of the exchange',
    body: ExchangeSettings,
    success: { status: 200, body: ExchangeSettings },
  },
})

const VerifierSettingsReply = VerifierSettings.extend({
  network: NetworkAccess,
  /** The key in PEM with which programs check the signature of a webhook. */
  webhook_public_key: z.string(),
})

export const verifierSettingsOperations = defineOperations({
  verifierSettingsGet: {
    ...workspaceOperation,
    endpoint: 'GET /verifier-settings',
    summary: 'Settings of the verifier application, and whether the local network reaches it',
    success: { status: 200, body: VerifierSettingsReply },
  },
  verifierSettingsSave: {
    ...own,
    endpoint: 'PUT /verifier-settings',
    summary: 'Change the settings',
    body: VerifierSettings,
    success: { status: 200, body: VerifierSettingsReply },
    errors: [...WORKSPACE_ERRORS, 'invalid_params'],
  },
  networkAccessOpen: {
    ...own,
    endpoint: 'POST /verifier-network',
    summary: 'Open the two wallet endpoints to the local network for a while',
    body: z.object({ minutes: z.int().min(1).max(60) }),
    success: { status: 200, body: NetworkAccess },
    errors: [...WORKSPACE_ERRORS, 'network_unavailable'],
  },
  networkAccessClose: {
    ...workspaceOperation,
    endpoint: 'DELETE /verifier-network',
    summary: 'Close the two wallet endpoints at once',
    success: { status: 200, body: NetworkAccess },
  },
})

/* Registries ------------------------------------------------------------------------------------------------------ */

export const TrustRow = z.object({
  id: z.string(),
  did: z.string(),
  name: z.string(),
  /** Null for all schemas or types. */
  schemas: z.array(z.string()).nullable(),
  types: z.array(z.string()).nullable(),
  valid_from: z.string().nullable(),
  valid_until: z.string().nullable(),
})
export type TrustRow = z.infer<typeof TrustRow>

const moment = z.iso.datetime({ offset: true }).nullable().default(null)
/** Null means all; an empty list would trust the issuer for nothing. */
const names = z
  .array(z.string().check(atLeast(1)).check(atMost(2048)))
  .check(atLeast(1))
  .check(atMost(100))
  .nullable()
  .default(null)

/** What an issuer can be called: SD-JWT VCs may name it by a URL, or by a certificate alone. */
export const ISSUER_NAME = /^(?:did:[a-z0-9]+:.+|https:\/\/\S+|[\w.]+=.+)$/

export const TrustEntryInput = z.object({
  did: z.string().check(atMost(2048)).regex(ISSUER_NAME, 'must be a DID, an https URL or the subject of a certificate'),
  name: Label,
  schemas: names,
  types: names,
  valid_from: moment,
  valid_until: moment,
})

export const registryOperations = defineOperations({
  registryGet: { ...own, ...registryShapes.registryGet, errors: WORKSPACE_ERRORS },
  registryEntryGet: { ...own, ...registryShapes.registryEntryGet, errors: [...WORKSPACE_ERRORS, 'not_found'] },
  registryImport: {
    ...own,
    ...registryShapes.registryImport,
    body: RegistryImport.extend({ text: RegistryText }),
    errors: [...WORKSPACE_ERRORS, ...IMPORT_ERRORS],
  },
  registryRemove: { ...own, ...registryShapes.registryRemove, errors: [...WORKSPACE_ERRORS, 'not_found', 'forbidden'] },
  trustRows: {
    ...workspaceOperation,
    endpoint: 'GET /trust-list',
    summary: 'The trusted issuers; an empty list makes no statement about anybody',
    success: answer(200, { rows: z.array(TrustRow) }),
  },
  trustAdd: {
    ...own,
    endpoint: 'POST /trust-list',
    summary: 'Trust an issuer',
    body: TrustEntryInput,
    success: answer(201, { row: TrustRow }),
    errors: [...WORKSPACE_ERRORS, 'invalid_params'],
  },
  trustSave: {
    ...own,
    endpoint: 'PUT /trust-list/{entry_id}',
    summary: 'Change an entry of the trust list',
    params: z.object({ entry_id: z.string().check(atMost(64)) }),
    body: TrustEntryInput,
    success: answer(200, { row: TrustRow }),
    errors: [...WORKSPACE_ERRORS, 'invalid_params', 'not_found'],
  },
  trustRemove: {
    ...own,
    endpoint: 'DELETE /trust-list/{entry_id}',
    summary: 'Stop trusting an issuer',
    params: z.object({ entry_id: z.string().check(atMost(64)) }),
    errors: [...WORKSPACE_ERRORS, 'not_found'],
  },
})
