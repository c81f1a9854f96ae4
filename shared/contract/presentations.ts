import { z } from 'zod'
import { atLeast, atMost } from './bounds.ts'
import { MESSAGE_FIELDS } from './errors.ts'
import { defineOperations } from './operation.ts'
import { foldedUuid, namedObject } from './values.ts'

/** The largest body of a verification request. */
export const MAX_PRESENTATION_BYTES = 1024 * 1024
/** The number of credentials a presentation may hold. */
export const MAX_CREDENTIALS = 50
/** The checks (docs/contract/exchange.md, Checks); findings are listed in this order. */
export const CHECK_IDS = [
  'presentation.shape',
  'presentation.contexts',
  'presentation.terms',
  'presentation.proof',
  'presentation.format',
  'presentation.holder',
  'presentation.time',
  'presentation.challenge',
  'presentation.domain',
  'presentation.replay',
  'submission.shape',
  'submission.definition',
  'submission.map',
  'submission.extra',
  'submission.requirements',
  'submission.same_subject',
  'credential.shape',
  'credential.contexts',
  'credential.terms',
  'credential.disclosures',
  'credential.proof',
  'credential.issuer',
  'credential.trust',
  'credential.issuance',
  'credential.expiry',
  'credential.status',
  'credential.schema',
  'credential.holder',
  'descriptor.schema',
  'descriptor.format',
  'descriptor.field',
  'descriptor.trusted_authorities',
  'descriptor.subject_is_issuer',
  'descriptor.is_holder',
  'descriptor.statuses',
  'descriptor.limit_disclosure',
] as const
export const CheckId = z.enum(CHECK_IDS).meta({ id: 'CheckId' })
export type CheckId = z.infer<typeof CheckId>

const PolicyLevel = z.enum(['fail', 'warn', 'off']).meta({ id: 'PolicyLevel' })
export type PolicyLevel = z.infer<typeof PolicyLevel>

const adjustable = PolicyLevel.optional()
/** The levels of a check that cannot be turned off. */
const ReportedPolicyLevel = PolicyLevel.extract(['fail', 'warn']).meta({ id: 'ReportedPolicyLevel' })

/** The checks whose level a caller may choose, each with the levels it can have. */
export const Policy = z
  .strictObject({
    'presentation.replay': adjustable,
    'submission.extra': adjustable,
    'credential.terms': ReportedPolicyLevel.optional(),
    'credential.trust': adjustable,
    'credential.issuance': adjustable,
    'credential.expiry': adjustable,
    'credential.status': adjustable,
    'credential.schema': adjustable,
    'credential.holder': adjustable,
  })
  .meta({ id: 'VerificationPolicy' })

const YEAR_SECONDS = 31_536_000
const Text = z.string().check(atMost(2048))
/** The number of domains that a verifier may accept in one verification. */
export const MAX_DOMAINS = 50

const Names = z.array(Text).check(atMost(100)).optional()
/** An issuer to trust in one verification: a DID, for all its credentials or for some schemas or types only. */
export const TrustedIssuer = z
  .union([Text, z.strictObject({ did: Text, schemas: Names, types: Names }).meta({ id: 'PartlyTrustedIssuer' })])
  .meta({ id: 'TrustedIssuer' })
export type TrustedIssuer = z.infer<typeof TrustedIssuer>

/** Options of a verification (docs/contract/exchange.md, Verifying). */
export const VerificationOptions = z
  .strictObject({
    definition_id: Text.transform(foldedUuid).optional(),
    /** What is asked for, as a DCQL query (OpenID4VP 1.0, 6) instead of a stored definition. */
    dcql_query: z.looseObject({}).optional(),
    evaluate: z.enum(['definition', 'none']).meta({ id: 'EvaluationMode' }).default('definition'),
    challenge: Text.optional(),
    domain: z.union([Text, z.array(Text).check(atLeast(1)).check(atMost(MAX_DOMAINS))]).optional(),
    require_challenge: z.boolean().default(false),
    max_age_seconds: z.int().min(1).max(YEAR_SECONDS).optional(),
    replay: z.enum(['record', 'check', 'off']).meta({ id: 'ReplayMode' }).default('record'),
    trusted_issuers: z.array(TrustedIssuer).check(atMost(1000)).optional(),
    policy: Policy.default({}),
  })
  .meta({ id: 'VerificationOptions' })
export type VerificationOptions = z.infer<typeof VerificationOptions>

const Violation = namedObject('Violation', { pointer: z.string(), keyword: z.string(), ...MESSAGE_FIELDS })

const CheckResult = z.enum(['pass', 'fail', 'warn', 'not_run']).meta({ id: 'CheckResult' })

export const Check = namedObject('Check', {
  check: CheckId,
  result: CheckResult,
  code: z.string().nullable(),
  pointer: z.string().nullable(),
  inner_pointer: z.string().nullable(),
  ...MESSAGE_FIELDS,
  expected: z.string().nullable(),
  actual: z.string().nullable(),
  blocked_by: CheckId.nullable(),
  /** The violations that validation against a schema found, at most 20. */
  extra: z.array(Violation).optional(),
})
export type Check = z.infer<typeof Check>

const CredentialStatus = z.enum(['active', 'suspended', 'revoked', 'unknown']).meta({ id: 'CredentialStatus' })

const CheckedCredential = namedObject('CheckedCredential', {
  index: z.int(),
  pointer: z.string(),
  format: z.string(),
  proof_type: z.string().nullable(),
  id: z.string().nullable(),
  types: z.array(z.string()),
  issuer: z.string().nullable(),
  issuer_name: z.string().nullable(),
  subject: z.string().nullable(),
  schema: z.string().nullable(),
  valid_from: z.string().nullable(),
  valid_until: z.string().nullable(),
  status: CredentialStatus,
  valid: z.boolean(),
  used_for: z.array(z.string()),
  checks: z.array(Check),
})
export type CheckedCredential = z.infer<typeof CheckedCredential>

const AnsweredField = namedObject('AnsweredField', {
  id: z.string().nullable(),
  satisfied: z.boolean(),
  path: z.string().nullable(),
  pointer: z.string().nullable(),
  inner_pointer: z.string().nullable(),
})

const AnsweredDescriptor = namedObject('AnsweredDescriptor', {
  id: z.string(),
  name: z.string().nullable(),
  group: z.array(z.string()),
  submitted: z.boolean(),
  satisfied: z.boolean(),
  credential: z.int().nullable(),
  path: z.string().nullable(),
  matched_by: z.string().nullable(),
  fields: z.array(AnsweredField),
  checks: z.array(Check),
})
export type AnsweredDescriptor = z.infer<typeof AnsweredDescriptor>

const Needed = namedObject('Needed', {
  count: z.int().nullable(),
  min: z.int().nullable(),
  max: z.int().nullable(),
  all: z.int().nullable(),
})

const requirement = {
  pointer: z.string(),
  name: z.string().nullable(),
  rule: z.string(),
  from: z.string().nullable(),
  needed: Needed,
  satisfied_count: z.int(),
  satisfied: z.boolean(),
}
const NestedRequirement = z.looseObject(requirement).meta({ id: 'NestedRequirement' })
/** The entries of `nested` are requirements too, but the schema stays shallow: a recursive one cannot be published. */
const AnsweredRequirement = namedObject('AnsweredRequirement', { ...requirement, nested: z.array(NestedRequirement) })
export type AnsweredRequirement = z.infer<typeof AnsweredRequirement>

export const Problem = namedObject('Problem', {
  check: CheckId,
  code: z.string(),
  credential: z.int().nullable(),
  descriptor: z.string().nullable(),
  pointer: z.string().nullable(),
  ...MESSAGE_FIELDS,
})
export type Problem = z.infer<typeof Problem>

/** `vp_token` for several presentations that have not one format. */
const PresentationFormat = z
  .enum(['ldp_vp', 'jwt_vp', 'dc+sd-jwt', 'vc+sd-jwt', 'vp_token'])
  .meta({ id: 'PresentationFormat' })

/** How many checks had each result. */
const CheckSummary = namedObject('CheckSummary', { pass: z.int(), fail: z.int(), warn: z.int(), not_run: z.int() })

/** The result for any presentation that could be read, whether valid or not. */
export const Verification = namedObject('Verification', {
  valid: z.boolean(),
  verification_id: z.string(),
  verified_at: z.string(),
  duration_ms: z.number(),
  format: PresentationFormat,
  holder: z.string().nullable(),
  definition_id: z.string().nullable(),
  submission_id: z.string().nullable(),
  challenge: z.string().nullable(),
  summary: CheckSummary,
  checks: z.array(Check),
  credentials: z.array(CheckedCredential),
  descriptors: z.array(AnsweredDescriptor),
  requirements: z.array(AnsweredRequirement),
  errors: z.array(Problem),
  warnings: z.array(Problem),
})
export type Verification = z.infer<typeof Verification>

const SentPresentation = z.union([z.looseObject({}), z.string()])
/** One presentation, a list of them, or lists of them by the ids of the credential queries of DCQL. */
const SentToken = z.union([z.looseObject({}), z.string(), z.array(SentPresentation)])

/** A presentation, or an object around one (docs/contract/exchange.md, Forms). */
const PresentationToVerify = z
  .looseObject({
    presentation: SentPresentation.optional(),
    vp_token: SentToken.optional(),
    presentation_submission: z.looseObject({}).optional(),
    options: VerificationOptions.optional(),
  })
  .meta({ id: 'PresentationToVerify' })

/** Verification of presentations (docs/contract/exchange.md, Verifying, Checks). */
export const presentationOperations = defineOperations({
  verifyPresentation: {
    api: 'exchange',
    endpoint: 'POST /presentations/verify',
    auth: 'none',
    delegation: 'ignored',
    summary: 'Verify a presentation: itself, a compact JWS, a form with `vp_token`, or any of them with options',
    /** The handler checks the shape, so that one reply names every fault. */
    body: z.union([z.looseObject({}), z.string()]),
    publishedBody: z.union([PresentationToVerify, z.string()]),
    maxBodyBytes: MAX_PRESENTATION_BYTES,
    requestForm: 'presentation',
    waitingGroup: true,
    success: { status: 200, body: Verification },
    /** `not_found` means that the definition named by the options does not exist. */
    errors: ['presentation_form_not_taken', 'wallet_declined', 'not_found', 'too_many_requests'],
  },
})
