import { z } from 'zod'
import { atLeast, atMost } from './bounds.ts'
import { MESSAGE_FIELDS } from './errors.ts'
import { Media } from './media.ts'
import { answer, defineOperations } from './operation.ts'
import { pagingQuery, pagingReply } from './paging.ts'
import { NewDefinition } from './presentation-definitions.ts'
import { MAX_PRESENTATION_BYTES, Policy, TrustedIssuer, Verification } from './presentations.ts'
import { Label, queryListOf, namedObject } from './values.ts'

/**
 * The verifier application (docs/contract/exchange.md, Verifier: requests, Deep link): programs create requests,
 * wallets answer them. It is a party of its own, which calls the exchange as any other program would.
 */

/** `requestId`: 128 random bits as 22 characters of URL-safe Base64. */
const RequestId = z.string().check(atMost(64))
const RequestPath = z.object({ request_id: RequestId })
const AttemptPath = RequestPath.extend({ attempt_id: z.string().check(atMost(64)) })

export const VerifierRequestState = z
  .enum(['waiting', 'fetched', 'rejected', 'verified', 'expired', 'cancelled'])
  .meta({ id: 'VerifierRequestState' })
export type VerifierRequestState = z.infer<typeof VerifierRequestState>

/** Whether a person made it, or the program itself, to run scenarios. */
export const MadeBy = z.enum(['people', 'scenarios']).meta({ id: 'MadeBy' })
export type MadeBy = z.infer<typeof MadeBy>

/** Whether the presentation must carry the request id as its challenge. */
export const Binding = z.enum(['if_present', 'required', 'ignored']).meta({ id: 'Binding' })
export type Binding = z.infer<typeof Binding>

/**
 * How the verifier names itself to OpenID4VP wallets (OpenID4VP 1.0, 5.9.3). `decentralized_identifier`: by its DID, in a
 * signed request that the wallet fetches; `redirect_uri`: by the address for answers, in an unsigned request that is
 * the link itself.
 */
export const ClientIdPrefix = z.enum(['decentralized_identifier', 'redirect_uri']).meta({ id: 'ClientIdPrefix' })
export type ClientIdPrefix = z.infer<typeof ClientIdPrefix>

/** What the application does once, after a valid answer. */
export const OnValid = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }).meta({ id: 'OnValidNone' }),
    /** A signed POST to an address of this computer. */
    z.strictObject({ kind: z.literal('webhook'), url: z.string().check(atMost(2048)) }).meta({ id: 'OnValidWebhook' }),
    /** An item with the disclosed fields in the vault of this user of the workspace; only the window may ask for it. */
    z
      .strictObject({ kind: z.literal('store_item'), user_id: z.string().check(atMost(64)) })
      .meta({ id: 'OnValidStoreItem' }),
  ])
  .meta({ id: 'OnValid' })
export type OnValid = z.infer<typeof OnValid>

export const DEFAULT_EXPIRES_IN_SECONDS = 600
export const DEFAULT_REQUEST_MAX_AGE_SECONDS = 300
export const DEFAULT_MAX_ATTEMPTS = 20
export const DEFAULT_WALLET_SCHEME = 'vaultbench-wallet'
/** The URL scheme of the links of requests. */
export const WalletScheme = z
  .string()
  .regex(/^[a-z][a-z0-9+.-]{1,63}$/i, 'must be a scheme such as openid4vp: letters, digits, + . and -')

const OnValidResult = namedObject('OnValidResult', { at: z.string(), done: z.boolean(), ...MESSAGE_FIELDS })

export const VerifierRequest = namedObject('VerifierRequest', {
  id: z.string(),
  name: z.string().nullable(),
  /** The scenario it was made for (docs/contract/exchange.md, Scenarios); null for a request of a person. */
  scenario: z.string().nullable(),
  definition_id: z.string(),
  /** `name` of the definition. */
  definition_name: z.string().nullable(),
  state: VerifierRequestState,
  created_at: z.string(),
  expires_at: z.string(),
  first_fetched_at: z.string().nullable(),
  /** When the last presentation was verified. */
  answered_at: z.string().nullable(),
  binding: Binding,
  max_age_seconds: z.int().nullable(),
  max_attempts: z.int(),
  attempt_count: z.int(),
  trusted_issuers: z.array(TrustedIssuer).nullable(),
  policy: z.record(z.string(), z.string()),
  on_valid: OnValid,
  /** The outcome of `on_valid`; null while it has not run. */
  on_valid_result: OnValidResult.nullable(),
  definition_url: z.string(),
  destination_url: z.string(),
  deep_link: z.string().meta({
    description:
      'Parameters `definition` and `destination`; `nonce`, the challenge of the presentation, left out where ' +
      'binding is ignored; `client_id`, its domain. A wallet ignores those it does not know.',
  }),
  client_id_prefix: ClientIdPrefix,
  /** The same request for wallets of other makers: `openid4vp://?client_id=…` (OpenID4VP 1.0, 5). */
  openid4vp_link: z.string(),
  /** Where such a wallet fetches the signed request; null if the link is the request itself. */
  request_uri: z.string().nullable(),
  /** Where such a wallet posts its answer (OpenID4VP 1.0, 8.2). */
  response_uri: z.string(),
  /** False when the link points to this computer only, so that no phone can open it. */
  reachable_from_phone: z.boolean(),
})
export type VerifierRequest = z.infer<typeof VerifierRequest>

/** One presentation that was received. */
export const VerifierAttempt = namedObject('VerifierAttempt', {
  id: z.string(),
  received_at: z.string(),
  /** The address of the sender, or the name of the simulated wallet. */
  remote: z.string().nullable(),
  bytes: z.int(),
  http_status: z.int(),
  /** Null when it was not verified, for example because it could not be read. */
  valid: z.boolean().nullable(),
  /** The error code, if there is no verification. */
  error: z.string().nullable(),
  verification: Verification.nullable(),
  /** Whether the presentation itself is still stored. */
  presentation_kept: z.boolean(),
})
export type VerifierAttempt = z.infer<typeof VerifierAttempt>

const StepKind = z
  .enum([
    'created',
    'definition_fetched',
    'presentation_received',
    'verified',
    'rejected',
    'refused',
    'declined',
    'expired',
    'cancelled',
    'action_done',
    'action_failed',
  ])
  .meta({ id: 'VerifierRequestStepKind' })

/** What happened to a request, oldest first. */
export const VerifierRequestStep = namedObject('VerifierRequestStep', {
  at: z.string(),
  kind: StepKind,
  http_status: z.int().nullable(),
  bytes: z.int().nullable(),
  duration_ms: z.number().nullable(),
  attempt_id: z.string().nullable(),
  /** A code or a short fact, for example `request_expired` or `1 of 9 checks failed`. */
  detail: z.string().nullable(),
})
export type VerifierRequestStep = z.infer<typeof VerifierRequestStep>

const RequestDetail = VerifierRequest.extend({
  attempts: z.array(VerifierAttempt),
  timeline: z.array(VerifierRequestStep),
}).meta({ id: 'VerifierRequestDetail' })
export type VerifierRequestDetail = z.infer<typeof RequestDetail>

/** A failed or warning check, as the wallet is told about it. */
const ToldProblem = namedObject('ToldProblem', {
  check: z.string(),
  code: z.string(),
  pointer: z.string().nullable(),
  ...MESSAGE_FIELDS,
})

const QrFormat = z.enum(['svg', 'png']).meta({ id: 'QrFormat' })

/** What a QR code of version 40 holds with error correction M, in ASCII characters (ISO/IEC 18004, table 7). */
export const MAX_QR_CHARACTERS = 2331
/** Which link of a request a QR code shows. */
const QrLink = z.enum(['deep_link', 'openid4vp']).meta({ id: 'QrLink' })

const programs = { api: 'verifier', auth: 'key', delegation: 'ignored', extension: true } as const
const wallet = { api: 'verifier', auth: 'none', delegation: 'ignored' } as const

/** What a wallet is told about its presentation. */
const TOLD = {
  request_id: z.string(),
  valid: z.boolean(),
  verification_id: z.string(),
  /** Like `warnings`, left out when the verifier is set not to explain. */
  errors: z.array(ToldProblem).optional(),
  /** Findings that do not make it invalid, for example that nobody checked the trust in an issuer. */
  warnings: z.array(ToldProblem).optional(),
}
const Told = namedObject('PresentationOutcome', TOLD)

/** A signed request is a JWT (RFC 9101). */
const requestObject = { status: 200, body: Media, media: ['application/oauth-authz-req+jwt'] } as const
const OF_FETCHING = [
  'not_found',
  'request_closed',
  'request_expired',
  'request_cancelled',
  'too_many_requests',
  'exchange_unavailable',
] as const
const OF_ANSWERING = ['presentation_form_not_taken', ...OF_FETCHING] as const

const MAX_WALLET_BYTES = 64 * 1024
/** How long the texts are that a wallet says about itself, in characters. */
const MAX_NONCE = 512
const MAX_WALLET_METADATA = 16_384
const MAX_DESCRIPTION = 4096

export const verifierRequestOperations = defineOperations({
  createVerifierRequest: {
    ...programs,
    endpoint: 'POST /requests',
    summary: 'Ask for a presentation',
    body: z.strictObject({
      definition_id: z.string().check(atMost(64)).optional(),
      /** A definition to store and use, instead of `definition_id`. */
      presentation_definition: NewDefinition.optional(),
      name: Label.nullish(),
      /** The scenario for which the request is made. */
      scenario: z.string().check(atLeast(1)).check(atMost(100)).nullish(),
      expires_in: z.int().min(30).max(604_800).default(DEFAULT_EXPIRES_IN_SECONDS),
      binding: Binding.default('if_present'),
      client_id_prefix: ClientIdPrefix.default('decentralized_identifier'),
      max_age_seconds: z.int().min(1).max(31_536_000).nullable().default(DEFAULT_REQUEST_MAX_AGE_SECONDS),
      max_attempts: z.int().min(1).max(1000).default(DEFAULT_MAX_ATTEMPTS),
      trusted_issuers: z.array(TrustedIssuer).check(atMost(1000)).nullish(),
      policy: Policy.optional(),
      wallet_scheme: WalletScheme.optional(),
      on_valid: OnValid.default({ kind: 'none' }),
    }),
    success: answer(201, { request: VerifierRequest }),
    errors: ['not_found', 'forbidden', 'too_many_requests', 'exchange_unavailable'],
  },
  listVerifierRequests: {
    ...programs,
    endpoint: 'GET /requests',
    summary: 'Requests, newest first',
    query: z.object({
      ...pagingQuery,
      state: queryListOf(VerifierRequestState).optional(),
      definition_id: z.string().check(atMost(64)).optional(),
      made_by: MadeBy.optional(),
    }),
    success: answer(200, { requests: z.array(VerifierRequest), ...pagingReply }),
  },
  getVerifierRequest: {
    ...programs,
    endpoint: 'GET /requests/{request_id}',
    summary: 'One request with its attempts and what happened to it',
    params: RequestPath,
    success: answer(200, { request: RequestDetail }),
    errors: ['not_found'],
  },
  cancelVerifierRequest: {
    ...programs,
    endpoint: 'DELETE /requests/{request_id}',
    summary: 'Cancel a request that was not answered',
    params: RequestPath,
    errors: ['not_found', 'request_closed', 'request_expired', 'request_cancelled'],
  },
  getVerifierRequestQr: {
    ...programs,
    endpoint: 'GET /requests/{request_id}/qr',
    summary: 'A link of a request as a QR code',
    params: RequestPath,
    query: z.object({ format: QrFormat.default('svg'), link: QrLink.default('deep_link') }),
    success: { status: 200, body: Media, media: ['image/svg+xml', 'image/png'] },
    errors: ['not_found'],
  },
  reverifyAttempt: {
    ...programs,
    endpoint: 'POST /requests/{request_id}/attempts/{attempt_id}/verify',
    summary: 'Verify a stored presentation again; changes nothing',
    params: AttemptPath,
    success: { status: 200, body: Verification },
    errors: ['not_found', 'too_many_requests', 'exchange_unavailable'],
  },
  getAttemptPresentation: {
    ...programs,
    endpoint: 'GET /requests/{request_id}/attempts/{attempt_id}/presentation',
    summary: 'The presentation of an attempt as it was sent',
    params: AttemptPath,
    success: answer(200, { presentation: z.unknown() }),
    errors: ['not_found'],
  },
  deleteAttemptPresentation: {
    ...programs,
    endpoint: 'DELETE /requests/{request_id}/attempts/{attempt_id}/presentation',
    summary: 'Delete the presentation of an attempt but not its result',
    params: AttemptPath,
    errors: ['not_found'],
  },
  getRequestDefinition: {
    ...wallet,
    endpoint: 'GET /requests/{request_id}/definition',
    summary: 'The presentation definition, for the wallet',
    params: RequestPath,
    writesMayBeLost: true,
    success: { status: 200, body: z.looseObject({ id: z.string() }) },
    errors: OF_FETCHING,
  },
  /** A wallet can ask before it sends: the status of the empty answer says whether a presentation would be accepted. */
  probeRequestDestination: {
    ...wallet,
    endpoint: 'HEAD /requests/{request_id}/presentations',
    summary: 'Whether a presentation would be accepted',
    params: RequestPath,
    success: { status: 200 },
    errors: ['not_found', 'request_closed', 'request_expired', 'request_cancelled', 'too_many_requests'],
  },
  postRequestPresentation: {
    ...wallet,
    endpoint: 'POST /requests/{request_id}/presentations',
    summary: 'Answer a request with a presentation',
    params: RequestPath,
    /** A presentation, a compact JWS, or either with its submission; the exchange checks the shape. */
    body: z.union([z.looseObject({}), z.string()]),
    maxBodyBytes: MAX_PRESENTATION_BYTES,
    requestForm: 'presentation',
    success: answer(200, { ...TOLD, redirect_url: z.string().nullable() }),
    errors: ['wallet_declined', ...OF_ANSWERING],
  },
  getRequestObject: {
    ...wallet,
    endpoint: 'GET /requests/{request_id}/request_object',
    summary: 'The signed request, for an OpenID4VP wallet',
    params: RequestPath,
    writesMayBeLost: true,
    success: requestObject,
    errors: OF_FETCHING,
  },
  postRequestObject: {
    ...wallet,
    endpoint: 'POST /requests/{request_id}/request_object',
    summary: 'The signed request with a nonce of the wallet, for an OpenID4VP wallet',
    params: RequestPath,
    /** OpenID4VP 1.0, 5.10; other fields have no effect. */
    body: z.looseObject({
      /** The request repeats it. */
      wallet_nonce: z
        .string()
        .check(atMost(MAX_NONCE))
        .regex(/^[!-~]+$/, 'must be visible ASCII characters')
        .optional(),
      /** JSON: what the wallet can do. What it leaves out it is taken to be able to. */
      wallet_metadata: z.string().check(atMost(MAX_WALLET_METADATA)).optional(),
    }),
    maxBodyBytes: MAX_WALLET_BYTES,
    requestForm: 'form',
    writesMayBeLost: true,
    success: requestObject,
    errors: OF_FETCHING,
  },
  postAuthorizationResponse: {
    ...wallet,
    endpoint: 'POST /requests/{request_id}/response',
    summary: 'Answer a request, or decline it, as an OpenID4VP wallet',
    params: RequestPath,
    /** OpenID4VP 1.0, 8.2 and 8.5; other fields have no effect. */
    body: z.looseObject({
      /** That of the request. */
      state: z.string().optional(),
      /** Presentations: JSON by the ids of the credential queries, or any form that answers a definition. */
      vp_token: z.string().optional(),
      /** JSON, beside presentations that answer a definition. */
      presentation_submission: z.string().optional(),
      /** Instead of presentations: the code with which the wallet declines. */
      error: z.string().optional(),
      error_description: z.string().check(atMost(MAX_DESCRIPTION)).optional(),
    }),
    maxBodyBytes: MAX_PRESENTATION_BYTES,
    requestForm: 'form',
    /** An error response is answered by an object without members. */
    success: { status: 200, body: z.union([Told, z.object({})]) },
    errors: OF_ANSWERING,
  },
})
