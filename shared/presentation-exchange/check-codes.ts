/** Problem types of the W3C Verifiable Credentials data model, 7.1, and of Bitstring Status List, 3.5. */
export type ProblemType =
  | 'MALFORMED_VALUE_ERROR'
  | 'PARSING_ERROR'
  | 'CRYPTOGRAPHIC_SECURITY_ERROR'
  | 'RANGE_ERROR'
  | 'STATUS_RETRIEVAL_ERROR'
  | 'STATUS_VERIFICATION_ERROR'
  | 'STATUS_LIST_LENGTH_ERROR'

/** All codes of checks that fail or warn, by problem type (docs/contract/exchange.md, Checks). */
export const CHECK_CODES = {
  MALFORMED_VALUE_ERROR: [
    'context_missing',
    'context_order',
    'context_unknown',
    'context_inline',
    'context_conflict',
    'undefined_member',
    'unsigned_member',
    'credential_not_covered',
    'holder_missing',
    'no_credentials',
    'credentials_too_many',
    'date_missing',
    'date_malformed',
    'type_missing',
    'issuer_missing',
    'issuer_malformed',
    'subject_missing',
    'subject_empty',
    'id_malformed',
    'schema_malformed',
    'status_malformed',
    'claim_conflict',
    'member_disguised',
    'submission_missing',
    'submission_malformed',
    'definition_unknown',
    'definition_mismatch',
    'descriptor_unknown',
    'descriptor_mapped_twice',
    'descriptor_missing',
    'path_no_match',
    'path_ambiguous',
    'path_not_a_credential',
    'format_unknown',
    'format_mismatch',
    'format_not_allowed',
    'format_not_listed',
    'nested_id_mismatch',
    'nested_too_deep',
    'credential_unused',
    'requirement_unsatisfied',
    'requirement_exceeded',
    'subjects_differ',
    'subject_not_holder',
    'holder_not_bound',
    'issuer_untrusted',
    'issuer_not_trusted_for_schema',
    'issuer_trust_not_checked',
    'schema_mismatch',
    'schema_violation',
    'schema_unavailable',
    'schema_type_unsupported',
    'schema_not_checked',
    'schemas_too_many',
    'field_missing',
    'filter_failed',
    'filter_timeout',
    'predicate_unsupported',
    'not_self_issued',
    'field_subject_not_holder',
    'disclosed_too_much',
    'status_required',
    'timeout',
    'internal',
  ],
  PARSING_ERROR: [
    'jws_malformed',
    'jws_header_invalid',
    'credential_form_unsupported',
    'path_invalid',
    'document_too_complex',
  ],
  CRYPTOGRAPHIC_SECURITY_ERROR: [
    'proof_missing',
    'proof_multiple',
    'proof_type_unsupported',
    'proof_purpose_invalid',
    'algorithm_unsupported',
    'algorithm_key_mismatch',
    'key_unresolved',
    'did_method_unavailable',
    'key_too_weak',
    'signature_invalid',
    'holder_not_signer',
    'issuer_not_signer',
    'challenge_mismatch',
    'challenge_missing',
    'domain_mismatch',
    'domain_missing',
    'presentation_replayed',
    'submission_id_reused',
  ],
  RANGE_ERROR: [
    'created_in_future',
    'presentation_too_old',
    'presentation_not_dated',
    'proof_expired',
    'credential_not_yet_valid',
    'credential_expired',
    'status_index_out_of_range',
  ],
  STATUS_RETRIEVAL_ERROR: ['status_unavailable'],
  STATUS_VERIFICATION_ERROR: [
    'credential_revoked',
    'credential_suspended',
    'status_type_unsupported',
    'status_list_invalid',
    'status_purpose_mismatch',
  ],
  STATUS_LIST_LENGTH_ERROR: ['status_list_too_short'],
} as const satisfies Readonly<Record<ProblemType, readonly string[]>>

export type CheckCode = (typeof CHECK_CODES)[ProblemType][number]

/** The W3C problem type of a check code; undefined for any other code. */
export function problemTypeOf(code: string): ProblemType | undefined {
  const found = Object.entries(CHECK_CODES).find(([, codes]) => (codes as readonly string[]).includes(code))
  return found?.[0] as ProblemType | undefined // a key of the table
}
