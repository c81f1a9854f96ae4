import { z } from 'zod'
import { atMost } from './bounds.ts'
import { ClaimText, KeySet, OidcAlgorithm, OidcIssuer } from './oidc-issuers.ts'
import { answer, defineOperations } from './operation.ts'
import { Label } from './values.ts'
import { ownOperation as own, WORKSPACE_ERRORS, workspaceOperation } from './workbench-window.ts'

/** OpenID Connect issuers that the workspace accepts, users who signed in with their tokens, and test issuers. */

export const OidcIssuerRow = z.object({
  issuer: z.string(),
  audience: z.string(),
  algorithms: z.array(OidcAlgorithm),
  carries_over_from: z.array(z.string()),
  carries_over_accounts: z.boolean(),
  /** The keys that were entered; null where they are fetched from `jwks_url`. */
  jwks: KeySet.nullable(),
  jwks_url: z.string().nullable(),
  /** True when it was set at the start of the program, so that it cannot be changed here. */
  fixed: z.boolean(),
  /** The id of a test issuer; null for any other. */
  test_id: z.string().nullable(),
  /** How many of its keys can verify signatures; null until they are read. */
  usable_keys: z.int().nullable(),
  /** Why its keys could not be read last time; null if they could. */
  problem: z.string().nullable(),
})
export type OidcIssuerRow = z.infer<typeof OidcIssuerRow>

export const OidcIdentityRow = z.object({
  id: z.string(),
  issuer: z.string(),
  subject: z.string(),
  vault_user_id: z.string().nullable(),
  keystore_user_id: z.string().nullable(),
  full_name: z.string().nullable(),
  /** True when its first token referred to an existing user. */
  carried_over: z.boolean(),
  created_at: z.string(),
})
export type OidcIdentityRow = z.infer<typeof OidcIdentityRow>

/** What is wrong with a token that a test issuer mints. */
export const TestTokenFault = z.enum([
  'none',
  'expired',
  'not_yet_valid',
  'wrong_audience',
  'wrong_issuer',
  'algorithm_none',
  'key_confusion',
  'unknown_kid',
  'foreign_key',
  'broken_signature',
])
export type TestTokenFault = z.infer<typeof TestTokenFault>

export const TestToken = z.object({
  /** The token itself: whoever has it is the user. */
  token: z.string(),
  header: z.record(z.string(), z.unknown()),
  claims: z.record(z.string(), z.unknown()),
  /** The answer of the vault's `GET /me` to the token. */
  answer: z.object({ status: z.int(), body: z.unknown() }),
})
export type TestToken = z.infer<typeof TestToken>

const TestPath = z.object({ test_id: z.string().check(atMost(64)) })
const issuerReply = z.object({ issuer: OidcIssuerRow })

export const workbenchOidcOperations = defineOperations({
  oidcGet: {
    ...workspaceOperation,
    endpoint: 'GET /oidc',
    summary: 'The issuers whose tokens are accepted, and the users who signed in with them',
    success: answer(200, { issuers: z.array(OidcIssuerRow), identities: z.array(OidcIdentityRow) }),
  },
  oidcIssuerSave: {
    ...own,
    endpoint: 'PUT /oidc/issuers',
    summary: 'Accept tokens of an issuer, or change the settings of that issuer',
    body: OidcIssuer,
    success: { status: 200, body: issuerReply },
    errors: [...WORKSPACE_ERRORS, 'invalid_params', 'wrong_status', 'storage_full', 'storage_read_only'],
  },
  oidcIssuerRemove: {
    ...own,
    endpoint: 'DELETE /oidc/issuers',
    summary: 'Stop accepting tokens of an issuer; its users stay known',
    query: z.object({ issuer: ClaimText }),
    errors: [...WORKSPACE_ERRORS, 'not_found', 'wrong_status', 'storage_full', 'storage_read_only'],
  },
  oidcIdentityRemove: {
    ...own,
    endpoint: 'DELETE /oidc/identities/{identity_id}',
    summary: 'Forget which user a subject of an issuer is; the accounts stay',
    params: z.object({ identity_id: z.string().check(atMost(64)) }),
    errors: [...WORKSPACE_ERRORS, 'not_found', 'storage_full', 'storage_read_only'],
  },
  testIssuerCreate: {
    ...own,
    endpoint: 'POST /oidc/test-issuers',
    summary: 'Make an issuer with keys in this workspace, and accept its tokens',
    body: z.object({ name: Label, algorithm: OidcAlgorithm.default('ES256') }),
    success: { status: 201, body: issuerReply },
    errors: [...WORKSPACE_ERRORS, 'name_taken', 'storage_full', 'storage_read_only'],
  },
  testIssuerKeyReplace: {
    ...own,
    endpoint: 'POST /oidc/test-issuers/{test_id}/keys',
    summary: 'Replace the signing key; tokens of the old one are no longer accepted',
    params: TestPath,
    success: { status: 200, body: issuerReply },
    errors: [...WORKSPACE_ERRORS, 'not_found', 'storage_full', 'storage_read_only'],
  },
  testTokenMint: {
    ...own,
    endpoint: 'POST /oidc/test-issuers/{test_id}/tokens',
    summary: 'Mint a valid or faulty token, and show how the vault answers it',
    params: TestPath,
    body: z.object({
      subject: ClaimText,
      full_name: Label.optional(),
      /** The claim `extension_serviceUserId`: the existing user to switch from. */
      previous_user: ClaimText.optional(),
      valid_for_seconds: z.int().min(60).max(86_400).default(3_600),
      fault: TestTokenFault.default('none'),
    }),
    success: { status: 201, body: TestToken },
    errors: [...WORKSPACE_ERRORS, 'not_found'],
  },
})
