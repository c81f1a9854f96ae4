/** Problem types of the W3C data model for codes that are not about malformed values (docs/errors.md, "Codes of checks"). */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  PARSING_ERROR: ['jws_malformed', 'jws_header_invalid', 'path_invalid', 'document_too_complex'],
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
}

/** The problem type that the code of a failed or warned check belongs to. */
export function problemType(code: string): string {
  return Object.entries(TYPES).find(([, codes]) => codes.includes(code))?.[0] ?? 'MALFORMED_VALUE_ERROR'
}
