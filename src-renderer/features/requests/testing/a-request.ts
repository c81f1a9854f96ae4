import type {
  VerifierAttempt,
  VerifierRequest,
  VerifierRequestDetail,
} from '../../../../shared/contract/verifier-requests.ts'
import { aVerification } from '../../../parts/verification/testing/a-verification.ts'

const BASE = 'http://127.0.0.1:43121/verifier/requests'

export function aRequest(id: string, changes: Partial<VerifierRequest> = {}): VerifierRequest {
  const [definition_url, destination_url] = [`${BASE}/${id}/definition`, `${BASE}/${id}/presentations`]
  const [definition, destination] = [definition_url, destination_url].map(encodeURIComponent)
  return {
    id,
    scenario: null,
    name: `Request ${id}`,
    definition_id: 'd1',
    definition_name: 'Car hire',
    state: 'waiting',
    created_at: '2026-11-22T09:00:00.000Z',
    expires_at: '2999-11-22T09:10:00.000Z',
    first_fetched_at: null,
    answered_at: null,
    binding: 'if_present',
    max_age_seconds: 300,
    max_attempts: 20,
    attempt_count: 0,
    trusted_issuers: null,
    policy: {},
    on_valid: { kind: 'none' },
    on_valid_result: null,
    definition_url,
    destination_url,
    deep_link: `vaultbench-wallet://request?definition=${definition}&destination=${destination}`,
    client_id_prefix: 'decentralized_identifier',
    openid4vp_link: `openid4vp://?client_id=decentralized_identifier%3Adid%3Ajwk%3Ae30&request_uri=${id}`,
    request_uri: `${BASE}/${id}/request_object`,
    response_uri: `${BASE}/${id}/response`,
    reachable_from_phone: true,
    ...changes,
  }
}

export function aDetail(id: string, changes: Partial<VerifierRequestDetail> = {}): VerifierRequestDetail {
  const created = { kind: 'created', http_status: null, bytes: null, duration_ms: null, attempt_id: null } as const
  const request = aRequest(id, changes)
  return { ...request, attempts: [], timeline: [{ ...created, at: request.created_at, detail: null }], ...changes }
}

export function anAttempt(id: string, changes: Partial<VerifierAttempt> = {}): VerifierAttempt {
  return {
    id,
    received_at: '2026-11-22T09:01:00.000Z',
    remote: '127.0.0.1',
    bytes: 4100,
    http_status: 200,
    valid: true,
    error: null,
    verification: aVerification(),
    presentation_kept: true,
    ...changes,
  }
}
