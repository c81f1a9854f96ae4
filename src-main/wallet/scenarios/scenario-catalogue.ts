import type { Scenario } from '../../../shared/contract/workbench-wallet.ts'

type Facts = Partial<Pick<Scenario, 'profile' | 'needs_own_request'>>

const DEFAULTS = { http_status: 200, profile: 'bound', needs_own_request: false } as const

/**
 * A scenario: `expected` is the check that must fail and its code, such as `credential.proof signature_invalid`, and `rule`
 * is the rule that the scenario breaks.
 */
type Row = readonly [id: string, expected: string, rule: Scenario['rule'], facts?: Facts]

function checked(...[id, expected, rule, facts]: Row): Scenario {
  const [check = '', ...codes] = expected.split(' ')
  return { id, group: groupOf(check), result: 'fail', check, codes, rule, ...DEFAULTS, ...facts }
}

/** A scenario that must be accepted with this warning. */
function warned(...row: Row): Scenario {
  return { ...checked(...row), result: 'warn' }
}

/** A scenario that looks wrong, but must be accepted without a finding of this check. */
function passing(...row: Row): Scenario {
  return { ...checked(...row), result: 'pass' }
}

/** A scenario that the verifier must refuse before it verifies anything. */
function refused(...[id, expected, rule, facts]: Row): Scenario {
  const [status, ...codes] = expected.split(' ')
  const answer = { ...DEFAULTS, http_status: Number(status) }
  return { id, group: 'transport', result: 'fail', check: null, codes, rule, ...answer, ...facts }
}

const TIME_CHECKS: readonly string[] = ['presentation.time', 'presentation.replay']

function groupOf(check: string): Scenario['group'] {
  if (TIME_CHECKS.includes(check)) return 'time'
  if (check.startsWith('presentation.')) return 'presentation'
  return check.startsWith('credential.') ? 'credential' : 'submission'
}

const OWN_REQUEST = { needs_own_request: true } as const
const JWT = { profile: 'jwt' } as const
const SD = { profile: null } as const
const SD_OWN = { ...SD, ...OWN_REQUEST } as const

/** No specification demands what is checked. */
const POLICY = 'policy'
const VC = 'VC Data Model 2.0, '
const VC11 = 'VC Data Model 1.1, '
const PERIOD = `${VC}4.9 Validity Period`
const STATUS = `${VC}4.10 Status`
const SCHEMAS = `${VC}4.11 Data Schemas`
const JWTS = `${VC11}6.3.1 JSON Web Token`
const LISTS = 'Bitstring Status List 1.0, 3.2 Validate Algorithm'
const DI = 'Data Integrity 1.0, '
const PROOFS = `${DI}2.1 Proofs`
const TERMS = `${DI}2.4.3 Securing Data Losslessly`
const VERIFYING = `${DI}4.4 Verify Proof`
const PE = 'Presentation Exchange 2.1.1, '
const INPUT = `${PE}Input Evaluation`
const FORMATS = `${PE}Claim Format Designations`
const RELATIONS = `${PE}Relational Constraint Feature`
const REQUIREMENTS = `${PE}Submission Requirement Feature`
const SUBMISSION = `${PE}Presentation Submission`
const BINDING = 'RFC 9901, 7.3'
const DISCLOSING = 'RFC 9901, 7.1'
const VCT = 'SD-JWT VC, draft 13, '
const TYPE = `${VCT}3.2.2.1 Verifiable Credential Type`
const REGISTERED = `${VCT}3.2.2.2 Registered JWT Claims`
const SIGNED = `${VCT}3.5 Issuer Signature Mechanisms`
const TOKENS = 'Token Status List, draft 15, 8.3 Validation Rules'
const VP = 'OpenID4VP 1.0, '
const SELECTING = `${VP}6.4.1 Selecting Claims`
const ANSWERING = `${VP}6.4.2 Selecting Credentials`
const RESPONSE = `${VP}8.1 Response Parameters`
const ENTRIES = `${PE}Processing of Submission Entries`

/** All scenarios. The window has their titles and descriptions. */
export const SCENARIOS: readonly Scenario[] = [
  checked('tampered-claim', 'credential.proof signature_invalid', VERIFYING),
  checked('tampered-presentation', 'presentation.proof signature_invalid', VERIFYING),
  checked('bad-signature', 'presentation.proof signature_invalid', VERIFYING),
  checked('unsigned-presentation', 'presentation.proof proof_missing', `${VC}4.13 Verifiable Presentations`),
  checked('unsigned-credential', 'credential.proof proof_missing', `${VC}4.12 Securing Mechanisms`),
  checked('odd-jws-header', 'presentation.proof jws_header_invalid', 'RFC 7797, 6'),
  checked('wrong-key-type', 'credential.proof algorithm_key_mismatch', 'RFC 8725, 3.1'),
  checked('unknown-did-method', 'presentation.proof did_method_unavailable', 'DID Core 1.0, 7.1 DID Resolution'),
  checked('unknown-key', 'presentation.proof key_unresolved', 'DID Core 1.0, 5.2 Verification Methods'),
  checked('proof-type', 'presentation.proof proof_type_unsupported', VERIFYING),
  checked('proof-purpose', 'credential.proof proof_purpose_invalid', `${DI}2.2 Proof Purposes`),
  checked('proof-expired', 'presentation.time proof_expired', PROOFS),
  checked('credential-proof-expired', 'credential.proof proof_expired', PROOFS),
  checked('proof-from-the-future', 'credential.proof created_in_future', PROOFS),
  passing('proof-set', 'credential.proof', `${DI}2.1.1 Proof Sets`, OWN_REQUEST),
  checked('broken-proof-set', 'credential.proof signature_invalid', `${DI}4.5 Verify Proof Sets and Chains`),
  checked('two-proofs', 'presentation.proof proof_multiple', POLICY),
  checked('borrowed-holder', 'presentation.holder holder_not_signer', `${VC}4.13 Verifiable Presentations`),
  checked('holder-missing', 'presentation.shape holder_missing', POLICY),
  checked('wrong-holder', 'credential.holder subject_not_holder', POLICY),
  warned('bearer', 'credential.holder holder_not_bound', POLICY, OWN_REQUEST),
  checked('wrong-issuer-key', 'credential.issuer issuer_not_signer', `${VC}4.7 Issuer`),
  checked('unknown-issuer', 'credential.trust issuer_untrusted', `${VC}5.1 Trust Model`),
  checked(
    'issuer-of-other-things',
    'credential.trust issuer_not_trusted_for_schema',
    `${VC}5.1 Trust Model`,
    OWN_REQUEST,
  ),
  checked('expired', 'credential.expiry credential_expired', PERIOD),
  checked('not-yet-valid', 'credential.issuance credential_not_yet_valid', PERIOD),
  checked('undated', 'credential.shape date_missing', `${VC11}4.6 Issuance Date`),
  checked('revoked', 'credential.status credential_revoked', STATUS),
  checked('suspended', 'credential.status credential_suspended', STATUS),
  checked('status-unknown', 'credential.status status_unavailable', POLICY),
  checked('status-forged', 'credential.status status_list_invalid', LISTS),
  checked('status-ended', 'credential.status status_list_invalid', LISTS),
  checked('status-too-short', 'credential.status status_list_too_short', LISTS),
  checked('status-other-purpose', 'credential.status status_purpose_mismatch', LISTS),
  checked('status-out-of-range', 'credential.status status_index_out_of_range', LISTS),
  checked('status-odd-purpose', 'credential.status status_type_unsupported', LISTS),
  checked('schema-violation', 'credential.schema schema_violation', SCHEMAS),
  warned('unknown-schema', 'credential.schema schema_unavailable', SCHEMAS, OWN_REQUEST),
  checked(
    'schema-mismatch',
    'descriptor.schema schema_mismatch',
    'Presentation Exchange 1.0, Input Evaluation',
    OWN_REQUEST,
  ),
  checked('filter-fails', 'descriptor.field filter_failed', INPUT, OWN_REQUEST),
  checked('field-missing', 'descriptor.field field_missing', INPUT, OWN_REQUEST),
  checked('algorithm-not-allowed', 'descriptor.format format_not_allowed', FORMATS, OWN_REQUEST),
  checked('predicate', 'descriptor.field predicate_unsupported', `${PE}Predicate Feature`, OWN_REQUEST),
  checked('subject-is-issuer', 'descriptor.subject_is_issuer not_self_issued', RELATIONS, OWN_REQUEST),
  checked('is-holder', 'descriptor.is_holder field_subject_not_holder', RELATIONS, OWN_REQUEST),
  checked('same-subject', 'submission.same_subject subjects_differ', RELATIONS, OWN_REQUEST),
  checked(
    'status-demanded',
    'descriptor.statuses status_required',
    `${PE}Credential Status Constraint Feature`,
    OWN_REQUEST,
  ),
  warned('limit-disclosure', 'descriptor.limit_disclosure disclosed_too_much', INPUT, OWN_REQUEST),
  checked('undefined-member', 'credential.terms undefined_member', TERMS),
  checked('unknown-context', 'credential.contexts context_unknown', `${DI}2.4.1 Validating Contexts`),
  checked('inline-context', 'credential.contexts context_inline', POLICY),
  checked(
    'added-context',
    'credential.contexts context_conflict',
    'JSON-LD 1.1, 4.1.11 Protected Term Definitions',
    OWN_REQUEST,
  ),
  checked('two-names', 'descriptor.field filter_failed', 'JSON-LD 1.1, 4.1.5 Compact IRIs', OWN_REQUEST),
  checked('listed-value', 'descriptor.field filter_failed', 'JSON-LD 1.1, 4.3 Value Ordering', OWN_REQUEST),
  checked('hidden-expiry', 'credential.expiry credential_expired', PERIOD),
  checked('hidden-subject', 'credential.holder subject_not_holder', POLICY),
  checked('hidden-status', 'credential.status credential_revoked', STATUS),
  checked('hidden-schema', 'credential.schema schema_violation', SCHEMAS),
  checked('hidden-claim', 'descriptor.field filter_failed', INPUT, OWN_REQUEST),
  checked('hidden-challenge', 'presentation.challenge challenge_mismatch', PROOFS),
  checked(
    'hidden-credential',
    'presentation.shape member_disguised',
    `${VC}4.13 Verifiable Presentations`,
    OWN_REQUEST,
  ),
  checked('missing-credential', 'submission.requirements descriptor_missing', REQUIREMENTS),
  checked('missing-entry', 'submission.requirements descriptor_missing', REQUIREMENTS),
  checked('too-many', 'submission.requirements requirement_exceeded', REQUIREMENTS, OWN_REQUEST),
  warned('unused-credential', 'submission.extra credential_unused', POLICY, OWN_REQUEST),
  checked('too-many-credentials', 'presentation.shape credentials_too_many', POLICY),
  checked('wrong-definition', 'submission.definition definition_mismatch', SUBMISSION, OWN_REQUEST),
  checked('unknown-definition', 'submission.definition definition_unknown', SUBMISSION),
  checked('no-submission', 'submission.shape submission_missing', SUBMISSION),
  checked('unknown-descriptor', 'submission.map descriptor_unknown', SUBMISSION),
  checked('mapped-twice', 'submission.map descriptor_mapped_twice', POLICY),
  checked('malformed-path', 'submission.map path_invalid', `${PE}JSONPath Syntax Definition`),
  checked('path-to-nowhere', 'submission.map path_no_match', ENTRIES),
  checked('path-to-many', 'submission.map path_ambiguous', ENTRIES),
  checked('path-to-part', 'submission.map path_not_a_credential', ENTRIES),
  checked('nested-other-id', 'submission.map nested_id_mismatch', ENTRIES),
  checked('nested-too-deep', 'submission.map nested_too_deep', POLICY),
  checked('wrong-format-label', 'submission.map format_mismatch', FORMATS),
  checked('unknown-format', 'submission.map format_unknown', FORMATS),
  checked(
    'form-path-to-nowhere',
    'submission.map path_no_match',
    'OpenID for Verifiable Presentations, draft 20, 6.1',
    JWT,
  ),
  checked('wrong-challenge', 'presentation.challenge challenge_mismatch', PROOFS),
  checked('no-challenge', 'presentation.challenge challenge_missing', PROOFS, OWN_REQUEST),
  checked('wrong-domain', 'presentation.domain domain_mismatch', PROOFS),
  checked('stale', 'presentation.time presentation_too_old', POLICY),
  checked('from-the-future', 'presentation.time created_in_future', PROOFS),
  checked('replay-elsewhere', 'presentation.replay presentation_replayed', `${VC}9.5.2 Replay Attack`, {
    ...OWN_REQUEST,
    profile: 'plain',
  }),
  checked('jwt-alg-none', 'presentation.proof algorithm_unsupported', 'RFC 8725, 3.2', JWT),
  checked('jwt-odd-header', 'presentation.proof jws_header_invalid', 'RFC 7515, 4.1.11', JWT),
  checked('jwt-tampered-presentation', 'presentation.proof signature_invalid', 'RFC 7515, 5.2', JWT),
  checked('jwt-other-holder', 'presentation.shape claim_conflict', JWTS, JWT),
  checked('jwt-wrong-audience', 'presentation.domain domain_mismatch', 'RFC 7519, 4.1.3', JWT),
  checked('jwt-wrong-nonce', 'presentation.challenge challenge_mismatch', JWTS, JWT),
  checked('jwt-number-as-nonce', 'presentation.challenge challenge_mismatch', JWTS, JWT),
  checked('jwt-ended', 'presentation.time presentation_too_old', 'RFC 7519, 4.1.4', JWT),
  checked('jwt-before-its-time', 'presentation.time created_in_future', 'RFC 7519, 4.1.5', JWT),
  warned('jwt-not-dated', 'presentation.time presentation_not_dated', 'RFC 7519, 4.1.6', { ...OWN_REQUEST, ...JWT }),
  checked('jwt-not-dated-unbound', 'presentation.time presentation_not_dated', 'RFC 7519, 4.1.6', JWT),
  warned('jwt-exchanged', 'presentation.terms credential_not_covered', TERMS, OWN_REQUEST),
  checked('jwt-credential-alg-none', 'credential.proof algorithm_unsupported', 'RFC 8725, 3.2', JWT),
  checked('jwt-tampered-claim', 'credential.proof signature_invalid', 'RFC 7515, 5.2', JWT),
  checked('jwt-wrong-issuer-key', 'credential.issuer issuer_not_signer', 'RFC 7519, 4.1.1', JWT),
  checked('jwt-wrong-holder', 'credential.holder subject_not_holder', POLICY, JWT),
  checked('jwt-expired', 'credential.expiry credential_expired', 'RFC 7519, 4.1.4', JWT),
  checked('jwt-not-yet-valid', 'credential.issuance credential_not_yet_valid', 'RFC 7519, 4.1.5', JWT),
  checked('jwt-two-ends', 'credential.shape claim_conflict', JWTS, JWT),
  checked('jwt-revoked', 'credential.status credential_revoked', STATUS, JWT),
  refused('replay-here', '409 request_closed', 'RFC 9110, 15.5.10', OWN_REQUEST),
  refused('too-late', '410 request_expired', 'RFC 9110, 15.5.11', OWN_REQUEST),
  refused('cancelled', '410 request_cancelled', 'RFC 9110, 15.5.11', OWN_REQUEST),
  refused('not-json', '400 bad_request', 'RFC 8259, 2'),
  refused('duplicate-member', '400 bad_request', 'RFC 8259, 4'),
  refused('too-deep', '400 bad_request', 'RFC 8259, 9'),
  refused('no-presentation', '400 presentation_form_not_taken', `${VC}4.13 Verifiable Presentations`),
  refused('wrong-type', '415 unsupported_media_type', 'RFC 9110, 15.5.16'),
  refused('oversized', '413 payload_too_large', 'RFC 9110, 15.5.14'),
  refused('no-key', '502 exchange_unavailable', 'RFC 9110, 15.6.3', OWN_REQUEST),
  checked(
    'backtracking-filter',
    'descriptor.field filter_failed filter_timeout',
    'JSON Schema Validation draft 7, 6.3.3',
    OWN_REQUEST,
  ),
  checked('sd-wrong-hash', 'presentation.proof sd_hash_mismatch', BINDING, SD),
  checked('sd-no-binding', 'presentation.proof key_binding_missing', `${VP}8.6 VP Token Validation`, SD),
  checked('sd-binding-unsigned', 'presentation.proof algorithm_unsupported', BINDING, SD),
  checked('sd-binding-tampered', 'presentation.proof signature_invalid', BINDING, SD),
  checked('sd-binding-type', 'presentation.proof jws_header_invalid', 'RFC 9901, 4.3', SD),
  checked('sd-binding-unreadable', 'presentation.proof jws_malformed', BINDING, SD_OWN),
  checked('sd-binding-key', 'credential.shape binding_key_malformed', 'RFC 9901, 4.1.2', SD_OWN),
  checked('sd-binding-unexpected', 'presentation.proof key_binding_unexpected', 'RFC 9901, 4.1.2', SD_OWN),
  checked('sd-stolen', 'presentation.proof signature_invalid', 'RFC 9901, 9.5', SD),
  checked('sd-other-holder', 'presentation.proof signature_invalid', BINDING, SD),
  checked('sd-no-nonce', 'presentation.shape key_binding_malformed', 'RFC 9901, 4.3', SD_OWN),
  checked('sd-no-challenge', 'presentation.challenge challenge_missing', `${VP}14.1.2 Verifier’s Perspective`, SD_OWN),
  checked('sd-wrong-nonce', 'presentation.challenge challenge_mismatch', `${VP}14.1.2 Verifier’s Perspective`, SD),
  checked('sd-wrong-audience', 'presentation.domain domain_mismatch', `${VP}14.1.2 Verifier’s Perspective`, SD),
  checked('sd-stale', 'presentation.time presentation_too_old', BINDING, SD),
  checked('sd-from-the-future', 'presentation.time created_in_future', BINDING, SD),
  checked('sd-replay-elsewhere', 'presentation.challenge challenge_mismatch', `${VP}14.1 Preventing Replay`, SD_OWN),
  refused('sd-replay-here', '409 request_closed', 'RFC 9110, 15.5.10', SD_OWN),
  checked('sd-disclosed-twice', 'credential.disclosures disclosure_repeated', DISCLOSING, SD),
  checked('sd-disclosure-forged', 'credential.disclosures disclosure_unused', DISCLOSING, SD),
  checked('sd-disclosure-of-another', 'credential.disclosures disclosure_unused', DISCLOSING, SD),
  checked('sd-disclosure-misplaced', 'credential.disclosures disclosure_malformed', DISCLOSING, SD),
  checked('sd-digest-twice', 'credential.disclosures digest_repeated', DISCLOSING, SD),
  checked('sd-nested-alone', 'credential.disclosures disclosure_unused', 'RFC 9901, 7.2', SD),
  checked('sd-nested-too-deep', 'credential.disclosures document_too_complex', POLICY, SD),
  refused('sd-too-many-disclosures', '400 invalid_params', POLICY, SD),
  checked('sd-claim-twice', 'credential.disclosures claim_repeated', DISCLOSING, SD),
  checked('sd-reserved-name', 'credential.disclosures claim_name_reserved', 'RFC 9901, 4.2.1', SD),
  checked('sd-digest-algorithm', 'credential.disclosures digest_algorithm_unsupported', 'RFC 9901, 4.1.1', SD_OWN),
  checked('sd-expiry-disclosed', 'credential.shape claim_not_disclosable', REGISTERED, SD),
  checked('sd-no-type', 'credential.shape type_missing', TYPE, SD_OWN),
  checked('sd-schema-violation', 'credential.schema schema_violation', TYPE, SD_OWN),
  checked('sd-odd-id', 'credential.shape id_malformed', 'RFC 7519, 4.1.2', SD),
  checked('sd-alg-none', 'credential.proof algorithm_unsupported', 'RFC 9901, 7.1', SD),
  checked('sd-tampered-claim', 'credential.proof signature_invalid', DISCLOSING, SD),
  checked('sd-wrong-issuer-key', 'credential.issuer issuer_not_signer', SIGNED, SD),
  checked('sd-unknown-issuer', 'credential.trust issuer_untrusted', SIGNED, SD),
  checked('sd-issuer-of-other-things', 'credential.trust issuer_not_trusted_for_schema', SIGNED, SD_OWN),
  checked('sd-unknown-key', 'credential.proof key_unresolved', SIGNED, SD),
  checked('sd-no-metadata', 'credential.proof key_unresolved', `${VCT}5 JWT VC Issuer Metadata`, SD_OWN),
  checked('sd-certificate-invalid', 'credential.proof certificate_invalid', 'RFC 5280, 6.1', SD),
  checked('sd-certificate-untrusted', 'credential.proof certificate_untrusted', SIGNED, SD),
  checked('sd-expired', 'credential.expiry credential_expired', 'RFC 7519, 4.1.4', SD),
  checked('sd-not-yet-valid', 'credential.issuance credential_not_yet_valid', 'RFC 7519, 4.1.5', SD),
  checked('sd-revoked', 'credential.status credential_revoked', TOKENS, SD),
  checked('sd-suspended', 'credential.status credential_suspended', TOKENS, SD),
  checked('sd-status-unknown', 'credential.status status_unavailable', TOKENS, SD),
  checked('sd-status-forged', 'credential.status status_list_invalid', TOKENS, SD),
  checked('sd-status-out-of-range', 'credential.status status_index_out_of_range', TOKENS, SD),
  checked('sd-status-odd', 'credential.shape status_malformed', 'Token Status List, draft 15, 6.1 Status Claim', SD),
  checked('sd-status-type', 'credential.status status_type_unsupported', REGISTERED, SD),
  checked('sd-wrong-type', 'descriptor.schema schema_mismatch', `${VP}B.3.5 Parameter in the meta`, SD_OWN),
  checked('sd-claim-withheld', 'descriptor.field field_missing', SELECTING, SD_OWN),
  checked('sd-wrong-value', 'descriptor.field value_not_allowed', SELECTING, SD_OWN),
  checked('sd-filter-fails', 'descriptor.field filter_failed', INPUT, SD_OWN),
  checked('sd-algorithm-not-allowed', 'descriptor.format format_not_allowed', FORMATS, SD_OWN),
  checked('sd-unbound', 'descriptor.is_holder key_binding_missing', `${VP}6.1 Credential Query`, SD_OWN),
  checked(
    'sd-other-authority',
    'descriptor.trusted_authorities authority_not_listed',
    `${VP}6.1.1.1 Authority Key Identifier`,
    SD_OWN,
  ),
  checked('sd-limit-disclosure', 'descriptor.limit_disclosure disclosed_too_much', INPUT, SD_OWN),
  warned('sd-bearer', 'credential.holder holder_not_bound', POLICY, SD_OWN),
  warned('sd-too-much', 'descriptor.limit_disclosure disclosed_too_much', SELECTING, SD_OWN),
  checked('sd-wrong-query', 'submission.map descriptor_unknown', RESPONSE, SD_OWN),
  checked('sd-no-query-id', 'submission.map submission_malformed', RESPONSE, SD_OWN),
  checked('sd-two-answers', 'submission.requirements requirement_exceeded', RESPONSE, SD_OWN),
  checked('sd-answer-missing', 'submission.requirements descriptor_missing', ANSWERING, SD_OWN),
  checked('sd-set-unsatisfied', 'submission.requirements requirement_unsatisfied', ANSWERING, SD_OWN),
  passing('sd-other-order', 'credential.disclosures', 'RFC 9901, 4', SD_OWN),
  passing('sd-decoys', 'credential.disclosures', 'RFC 9901, 4.2.5', SD_OWN),
  passing('sd-older-type', 'descriptor.format', `${VCT}3.2.1 JOSE Header`, SD_OWN),
  refused('vp-wrong-state', '400 invalid_params', 'RFC 6749, 4.1.2', SD),
  checked('vp-wrong-nonce', 'presentation.challenge challenge_mismatch', `${VP}14.1.2 Verifier’s Perspective`, SD),
  checked('vp-other-request', 'presentation.challenge challenge_mismatch', `${VP}14.1 Preventing Replay`, SD_OWN),
  refused('vp-encrypted', '400 presentation_form_not_taken', `${VP}8.3 Encrypted Responses`, SD),
  checked('vp-mixed-formats', 'descriptor.format format_not_allowed', RESPONSE, SD_OWN),
]

export function findScenario(id: string): Scenario | undefined {
  return SCENARIOS.find((scenario) => scenario.id === id)
}
