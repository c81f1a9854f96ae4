import type { VerifierRequestDetail } from '../../../../shared/contract/verifier-requests.ts'
import type {
  AskedDescriptor,
  HolderKey,
  MatrixRow,
  Scenario,
  WalletCredential,
  WalletRun,
} from '../../../../shared/contract/workbench-wallet.ts'

const EARLIER = '2026-11-20T08:00:00.000Z'

export function aCredential(id: string, changes: Partial<WalletCredential> = {}): WalletCredential {
  return {
    id,
    format: 'ldp_vc',
    credential_id: `urn:uuid:${id}`,
    types: ['VerifiableCredential', 'DrivingLicenceCredential'],
    title: 'Driving licence',
    issuer: 'did:key:z6MkIssuer',
    issuer_name: 'Harbour Registry',
    subject: 'did:key:z6MkHolder',
    schema: 'https://schemas.vaultbench.example/driving-licence/1.0.0',
    issued: EARLIER,
    expires: '2999-11-20T08:00:00.000Z',
    period: 'current',
    source: 'issued',
    added_at: EARLIER,
    verified: null,
    ...changes,
  }
}

export function aHolderKey(id: string, changes: Partial<HolderKey> = {}): HolderKey {
  return { id, did: `did:key:z6Mk${id}`, algorithm: 'Ed25519', created_at: EARLIER, is_default: true, ...changes }
}

export function anAsked(id: string, changes: Partial<AskedDescriptor> = {}): AskedDescriptor {
  return {
    id,
    name: 'Licence',
    purpose: 'You may drive',
    group: [],
    limit_disclosure: false,
    fields: [
      {
        id: null,
        name: null,
        purpose: null,
        path: '$.credentialSubject.birthDate',
        optional: false,
        intent_to_retain: true,
      },
    ],
    candidates: [{ credential_id: 'licence', values: ['1991-04-23'], others: [] }],
    nearest: null,
    chosen: 'licence',
    ...changes,
  }
}

/** The address at which the service is served in these samples. */
export const OWN_URL = 'http://127.0.0.1:1'
/** The link of the verifier of this program. */
export const LINK =
  'vaultbench-wallet://request?definition=http%3A%2F%2F127.0.0.1%3A1%2Fverifier%2Fd&destination=http%3A%2F%2F127.0.0.1%3A1%2Fverifier%2Fp'

export function aRun(changes: Partial<WalletRun> = {}): WalletRun {
  return {
    id: 'run-1',
    state: 'choosing',
    link: LINK,
    started_at: EARLIER,
    ended_at: null,
    definition_url: 'http://127.0.0.1:1/verifier/d',
    destination_url: 'http://127.0.0.1:1/verifier/p',
    openid4vp: null,
    request_id: null,
    definition: { id: 'd1', name: 'Car hire', purpose: 'To confirm that you may drive' },
    warnings: [],
    descriptors: [anAsked('licence')],
    requirements: [],
    can_submit: true,
    missing: [],
    must_share_whole: false,
    told: [],
    profile: null,
    broken: null,
    steps: [],
    presentation: null,
    answer: null,
    failure: null,
    ...changes,
  }
}

export function aScenario(id: string, changes: Partial<Scenario> = {}): Scenario {
  return {
    id,
    group: 'credential',
    result: 'fail',
    check: 'credential.expiry',
    codes: ['credential_expired'],
    http_status: 200,
    rule: 'VC Data Model 2.0, 4.9 Validity Period',
    profile: 'bound',
    needs_own_request: false,
    ...changes,
  }
}

export function aMatrixRow(scenario: string, changes: Partial<MatrixRow> = {}): MatrixRow {
  return {
    scenario,
    expected: { check: 'credential.expiry', codes: ['credential_expired'], http_status: 200 },
    actual: {
      http_status: 200,
      http_code: null,
      valid: false,
      failed: [{ check: 'credential.expiry', code: 'credential_expired' }],
      warned: [],
    },
    outcome: 'as_expected',
    note: null,
    run_id: `run-${scenario}`,
    request_id: null,
    duration_ms: 12,
    ...changes,
  }
}

export function aRequest(changes: Partial<VerifierRequestDetail> = {}): VerifierRequestDetail {
  return {
    id: 'request-1',
    name: null,
    scenario: null,
    definition_id: 'd1',
    definition_name: 'Car hire',
    state: 'waiting',
    created_at: EARLIER,
    expires_at: '2026-11-20T08:10:00.000Z',
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
    definition_url: 'http://127.0.0.1:1/verifier/d',
    destination_url: 'http://127.0.0.1:1/verifier/p',
    deep_link: LINK,
    client_id_prefix: 'decentralized_identifier',
    openid4vp_link: 'openid4vp://?client_id=x',
    request_uri: 'http://127.0.0.1:1/verifier/o',
    response_uri: 'http://127.0.0.1:1/verifier/r',
    reachable_from_phone: false,
    attempts: [],
    timeline: [],
    ...changes,
  }
}
