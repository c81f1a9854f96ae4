import { z } from 'zod'
import { atMost } from './bounds.ts'
import { MESSAGE_FIELDS } from './errors.ts'
import { answer, defineOperations } from './operation.ts'
import {
  ownOperation as own,
  rowsQuery,
  userOperation,
  WORKSPACE_ERRORS,
  workspaceOperation,
} from './workbench-window.ts'

/** The demo issuers of a workspace and the credentials they issue. */

export const IssuingFormat = z.enum(['ldp_vc', 'jwt_vc', 'dc+sd-jwt'])
export const IssuingAlgorithm = z.enum(['EdDSA', 'ES256', 'RS256'])

/** More decoys than this make a credential longer and hide no more. */
export const MAX_DECOYS = 20

/** What an SD-JWT VC lets its holder withhold, and whom it is bound to. */
export const SdJwtTerms = z.object({
  /**
   * JSON Pointers into `values` of the claims, members and array elements that get a disclosure of their own; an object
   * and what is inside of it may both be here. Null: every claim of the subject, as a whole.
   */
  disclosable: z
    .array(z.string().check(atMost(1000)))
    .check(atMost(200))
    .nullable()
    .default(null),
  /** Digests that nothing belongs to, so that nobody can count the claims. */
  decoys: z.int().min(0).max(MAX_DECOYS).default(0),
  /** Whether `cnf` names the key of the subject, which must sign when it is presented. */
  bound: z.boolean().default(true),
  /** Whether `sub` names the subject. */
  with_sub: z.boolean().default(false),
})

export const Issuer = z.object({
  id: z.string(),
  name: z.string(),
  /** The DID of its Ed25519 key, which signs linked data proofs and JWTs with EdDSA. */
  did: z.string(),
  /** DIDs of its other keys, for JWTs. */
  keys: z.array(z.object({ algorithm: IssuingAlgorithm, did: z.string() })),
  /** Whether the exchange's trust list contains it now; null when that list is empty. */
  trusted: z.boolean().nullable(),
})
export type Issuer = z.infer<typeof Issuer>

export const CredentialSchemaRow = z.object({
  /** `https://schemas.vaultbench.example/{name}/1.0.0` */
  id: z.string(),
  name: z.string(),
  title: z.string(),
  /** The type of its credentials besides `VerifiableCredential`. */
  type: z.string(),
  /** The JSON Schema itself; a form is made of its properties. */
  schema: z.looseObject({}),
  /** Sample values that conform to the schema. */
  example: z.record(z.string(), z.unknown()),
})
export type CredentialSchemaRow = z.infer<typeof CredentialSchemaRow>

export const IssuedStatus = z.enum(['active', 'suspended', 'revoked'])
export type IssuedStatus = z.infer<typeof IssuedStatus>

export const IssuedRow = z.object({
  id: z.string(),
  credential_id: z.string(),
  issuer_id: z.string(),
  schema: z.string(),
  title: z.string(),
  subject: z.string(),
  /** The workspace user whose wallet received it; null for another subject. */
  user_id: z.string().nullable(),
  format: IssuingFormat,
  issued: z.string(),
  expires: z.string().nullable(),
  /** Null if issued without a status entry. */
  status: IssuedStatus.nullable(),
  status_index: z.int().nullable(),
})
export type IssuedRow = z.infer<typeof IssuedRow>

const Violation = z.object({
  /** A JSON Pointer into `values`; for a missing value, the place where it would be. */
  pointer: z.string(),
  /** The broken keyword of the schema; `additionalProperties` for a name that is no property of it. */
  keyword: z.string(),
  ...MESSAGE_FIELDS,
})

export const issuerOperations = defineOperations({
  issuersGet: {
    ...workspaceOperation,
    endpoint: 'GET /issuers',
    summary: 'The demo issuers and what they issue',
    success: answer(200, { issuers: z.array(Issuer), schemas: z.array(CredentialSchemaRow) }),
  },
  credentialIssue: {
    ...userOperation,
    endpoint: 'POST /users/{user_id}/issued-credentials',
    summary: 'Issue a credential into the wallet of a user; not while a request is open there',
    body: z.object({
      issuer_id: z.string().check(atMost(64)),
      schema: z.string().check(atMost(2048)),
      format: IssuingFormat.default('ldp_vc'),
      /** The algorithm of a `jwt_vc` or `dc+sd-jwt`; a linked data proof is always Ed25519Signature2018. */
      algorithm: IssuingAlgorithm.default('EdDSA'),
      /** Only a `dc+sd-jwt` has terms; left out, it gets the defaults. */
      sd_jwt: SdJwtTerms.optional(),
      values: z.record(z.string().check(atMost(100)), z.unknown()),
      /** Null means now. */
      issued_at: z.iso.datetime({ offset: true }).nullable().default(null),
      /** Null means one year later. */
      expires_at: z
        .union([z.iso.datetime({ offset: true }), z.literal('never')])
        .nullable()
        .default(null),
      with_status: z.boolean().default(true),
      /** A subject other than the user's default holder key. */
      subject: z.string().check(atMost(2048)).nullable().default(null),
      /** Issues the credential although its values break the schema. */
      issue_anyway: z.boolean().default(false),
    }),
    success: answer(201, { issued: IssuedRow, wallet_credential_id: z.string(), violations: z.array(Violation) }),
    /** `credential_invalid` has `extra_info.violations`. */
    errors: [
      ...WORKSPACE_ERRORS,
      'not_found',
      'user_locked',
      'credential_invalid',
      'wallet_run_open',
      'invalid_params',
      'status_list_full',
    ],
  },
  issuedRows: {
    ...workspaceOperation,
    endpoint: 'GET /issued-credentials',
    summary: 'What the demo issuers issued, newest first',
    query: z.object(rowsQuery),
    success: answer(200, { rows: z.array(IssuedRow), matching: z.int() }),
  },
  issuedStatusChange: {
    ...own,
    endpoint: 'PUT /issued-credentials/{issued_id}/status',
    summary: 'Revoke, suspend or reinstate; the status list is signed again. A revocation is final',
    params: z.object({ issued_id: z.string().check(atMost(64)) }),
    body: z.object({ status: IssuedStatus }),
    success: answer(200, { issued: IssuedRow }),
    errors: [...WORKSPACE_ERRORS, 'not_found', 'wrong_status'],
  },
})
