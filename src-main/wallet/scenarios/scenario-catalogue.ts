import type { Scenario } from '../../../shared/contract/workbench-wallet.ts'

type Facts = Partial<Pick<Scenario, 'profile' | 'needs_own_request'>>

const USUAL = { http_status: 200, profile: 'bound', needs_own_request: false } as const

/** @param expected the check that must fail, and its code, as the window writes them: `credential.proof signature_invalid` */
function checked(id: string, expected: string, facts: Facts = {}): Scenario {
  const [check = '', ...codes] = expected.split(' ')
  return { id, group: groupOf(check), check, codes, ...USUAL, ...facts }
}

/** What the verifier must refuse before anything is verified. */
function refused(id: string, expected: string, facts: Facts = {}): Scenario {
  const [status, ...codes] = expected.split(' ')
  return { id, group: 'transport', check: null, codes, ...USUAL, http_status: Number(status), ...facts }
}

const ABOUT_TIME: readonly string[] = ['presentation.time', 'presentation.replay']

function groupOf(check: string): Scenario['group'] {
  if (ABOUT_TIME.includes(check)) return 'time'
  if (check.startsWith('presentation.')) return 'presentation'
  return check.startsWith('credential.') ? 'credential' : 'submission'
}

const OWN = { needs_own_request: true } as const

/** Every negative scenario, and those that hide a member; titles and sentences are the window's. */
export const SCENARIOS: readonly Scenario[] = [
  checked('tampered-claim', 'credential.proof signature_invalid'),
  checked('tampered-presentation', 'presentation.proof signature_invalid'),
  checked('bad-signature', 'presentation.proof signature_invalid'),
  checked('unsigned-presentation', 'presentation.proof proof_missing'),
  checked('odd-jws-header', 'presentation.proof jws_header_invalid'),
  checked('wrong-key-type', 'credential.proof algorithm_key_mismatch'),
  checked('unknown-did-method', 'presentation.proof did_method_unavailable'),
  checked('borrowed-holder', 'presentation.holder holder_not_signer'),
  checked('wrong-holder', 'credential.holder subject_not_holder'),
  checked('wrong-issuer-key', 'credential.issuer issuer_not_signer'),
  checked('unknown-issuer', 'credential.trust issuer_untrusted'),
  checked('expired', 'credential.expiry credential_expired'),
  checked('not-yet-valid', 'credential.issuance credential_not_yet_valid'),
  checked('revoked', 'credential.status credential_revoked'),
  checked('suspended', 'credential.status credential_suspended'),
  checked('status-unknown', 'credential.status status_unavailable'),
  checked('schema-violation', 'credential.schema schema_violation'),
  checked('schema-mismatch', 'descriptor.schema schema_mismatch', OWN),
  checked('filter-fails', 'descriptor.field filter_failed', OWN),
  checked('algorithm-not-allowed', 'descriptor.format format_not_allowed', OWN),
  checked('undefined-member', 'credential.terms undefined_member'),
  checked('unknown-context', 'credential.contexts context_unknown'),
  checked('inline-context', 'credential.contexts context_inline'),
  checked('hidden-expiry', 'credential.shape member_disguised'),
  checked('hidden-subject', 'credential.shape member_disguised'),
  checked('hidden-status', 'credential.shape member_disguised'),
  checked('hidden-schema', 'credential.shape member_disguised', OWN),
  checked('hidden-claim', 'credential.shape member_disguised', OWN),
  checked('missing-credential', 'submission.requirements descriptor_missing'),
  checked('missing-entry', 'submission.requirements descriptor_missing'),
  checked('too-many', 'submission.requirements requirement_exceeded', OWN),
  checked('wrong-definition', 'submission.definition definition_mismatch', OWN),
  checked('unknown-definition', 'submission.definition definition_unknown'),
  checked('no-submission', 'submission.shape submission_missing'),
  checked('unknown-descriptor', 'submission.map descriptor_unknown'),
  checked('mapped-twice', 'submission.map descriptor_mapped_twice'),
  checked('malformed-path', 'submission.map path_invalid'),
  checked('path-to-nowhere', 'submission.map path_no_match'),
  checked('path-to-many', 'submission.map path_ambiguous'),
  checked('path-to-part', 'submission.map path_not_a_credential'),
  checked('wrong-format-label', 'submission.map format_mismatch'),
  checked('wrong-challenge', 'presentation.challenge challenge_mismatch'),
  checked('wrong-domain', 'presentation.domain domain_mismatch'),
  checked('hidden-challenge', 'presentation.shape member_disguised'),
  checked('stale', 'presentation.time presentation_too_old'),
  checked('from-the-future', 'presentation.time created_in_future'),
  checked('replay-elsewhere', 'presentation.replay presentation_replayed', { ...OWN, profile: 'plain' }),
  refused('replay-here', '409 request_closed', OWN),
  refused('too-late', '410 request_expired', OWN),
  refused('cancelled', '410 request_cancelled', OWN),
  refused('not-json', '400 bad_request'),
  refused('wrong-type', '415 unsupported_media_type'),
  refused('oversized', '413 payload_too_large'),
  refused('no-key', '502 exchange_unavailable', OWN),
  checked('backtracking-filter', 'descriptor.field filter_failed filter_timeout', OWN),
]

export function findScenario(id: string): Scenario | undefined {
  return SCENARIOS.find((scenario) => scenario.id === id)
}
