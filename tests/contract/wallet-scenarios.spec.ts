// Proves docs/contract/exchange.md, Checks: blocking, Scenarios.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { MatrixRow, WalletRun } from '../../shared/contract/workbench-wallet.ts'
import type { Check, Verification } from '../../shared/contract/presentations.ts'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import { READY_DEFINITIONS } from '../../shared/demo-credentials/ready-definitions.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { SCENARIOS } from '../../src-main/wallet/scenarios/scenario-catalogue.ts'
import { setupOf } from '../../src-main/wallet/scenarios/scenario-setups.ts'
import { anOrder, schemaId } from '../support/exchange/issuing.ts'
import { aRequest } from '../support/exchange/wallet.ts'
import { openWorkbench, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { describeRows } from '../support/tiers.ts'

const {
  callsGet,
  definitionRows,
  scenarioRecordsForget,
  walletScenarioRunOpen,
  walletScenarioRunEnd,
  walletScenarioRunRows,
  credentialIssue,
  forward,
  exchangeSettingsSave,
  issuedRows,
  issuersGet,
  scenariosGet,
  trustAdd,
  trustRows,
  userSignOut,
  verifierSettingsGet,
  verifierSettingsSave,
  walletGet,
  walletRunGet,
  walletRunRefuse,
  walletRunStart,
  walletRunSubmit,
  walletScenarioRun,

  workspaceLock,
} = workbenchOperations

/** The scenarios, row by row: what must fail and why, or the status and code of the refusal. */
const TABLE: readonly (readonly [string, string | number, string])[] = [
  ['tampered-claim', 'credential.proof', 'signature_invalid'],
  ['tampered-presentation', 'presentation.proof', 'signature_invalid'],
  ['bad-signature', 'presentation.proof', 'signature_invalid'],
  ['unsigned-presentation', 'presentation.proof', 'proof_missing'],
  ['unsigned-credential', 'credential.proof', 'proof_missing'],
  ['odd-jws-header', 'presentation.proof', 'jws_header_invalid'],
  ['wrong-key-type', 'credential.proof', 'algorithm_key_mismatch'],
  ['unknown-did-method', 'presentation.proof', 'did_method_unavailable'],
  ['unknown-key', 'presentation.proof', 'key_unresolved'],
  ['proof-type', 'presentation.proof', 'proof_type_unsupported'],
  ['proof-purpose', 'credential.proof', 'proof_purpose_invalid'],
  ['proof-expired', 'presentation.time', 'proof_expired'],
  ['credential-proof-expired', 'credential.proof', 'proof_expired'],
  ['proof-from-the-future', 'credential.proof', 'created_in_future'],
  ['proof-set', 'credential.proof', ''],
  ['broken-proof-set', 'credential.proof', 'signature_invalid'],
  ['two-proofs', 'presentation.proof', 'proof_multiple'],
  ['borrowed-holder', 'presentation.holder', 'holder_not_signer'],
  ['holder-missing', 'presentation.shape', 'holder_missing'],
  ['wrong-holder', 'credential.holder', 'subject_not_holder'],
  ['bearer', 'credential.holder', 'holder_not_bound'],
  ['wrong-issuer-key', 'credential.issuer', 'issuer_not_signer'],
  ['unknown-issuer', 'credential.trust', 'issuer_untrusted'],
  ['issuer-of-other-things', 'credential.trust', 'issuer_not_trusted_for_schema'],
  ['expired', 'credential.expiry', 'credential_expired'],
  ['not-yet-valid', 'credential.issuance', 'credential_not_yet_valid'],
  ['undated', 'credential.shape', 'date_missing'],
  ['revoked', 'credential.status', 'credential_revoked'],
  ['suspended', 'credential.status', 'credential_suspended'],
  ['status-unknown', 'credential.status', 'status_unavailable'],
  ['status-forged', 'credential.status', 'status_list_invalid'],
  ['status-ended', 'credential.status', 'status_list_invalid'],
  ['status-too-short', 'credential.status', 'status_list_too_short'],
  ['status-other-purpose', 'credential.status', 'status_purpose_mismatch'],
  ['status-out-of-range', 'credential.status', 'status_index_out_of_range'],
  ['status-odd-purpose', 'credential.status', 'status_type_unsupported'],
  ['schema-violation', 'credential.schema', 'schema_violation'],
  ['unknown-schema', 'credential.schema', 'schema_unavailable'],
  ['schema-mismatch', 'descriptor.schema', 'schema_mismatch'],
  ['filter-fails', 'descriptor.field', 'filter_failed'],
  ['field-missing', 'descriptor.field', 'field_missing'],
  ['algorithm-not-allowed', 'descriptor.format', 'format_not_allowed'],
  ['predicate', 'descriptor.field', 'predicate_unsupported'],
  ['subject-is-issuer', 'descriptor.subject_is_issuer', 'not_self_issued'],
  ['is-holder', 'descriptor.is_holder', 'field_subject_not_holder'],
  ['same-subject', 'submission.same_subject', 'subjects_differ'],
  ['status-demanded', 'descriptor.statuses', 'status_required'],
  ['limit-disclosure', 'descriptor.limit_disclosure', 'disclosed_too_much'],
  ['undefined-member', 'credential.terms', 'undefined_member'],
  ['unknown-context', 'credential.contexts', 'context_unknown'],
  ['inline-context', 'credential.contexts', 'context_inline'],
  ['added-context', 'credential.contexts', 'context_conflict'],
  ['two-names', 'descriptor.field', 'filter_failed'],
  ['listed-value', 'descriptor.field', 'filter_failed'],
  ['hidden-expiry', 'credential.expiry', 'credential_expired'],
  ['hidden-subject', 'credential.holder', 'subject_not_holder'],
  ['hidden-status', 'credential.status', 'credential_revoked'],
  ['hidden-schema', 'credential.schema', 'schema_violation'],
  ['hidden-claim', 'descriptor.field', 'filter_failed'],
  ['hidden-challenge', 'presentation.challenge', 'challenge_mismatch'],
  ['hidden-credential', 'presentation.shape', 'member_disguised'],
  ['missing-credential', 'submission.requirements', 'descriptor_missing'],
  ['missing-entry', 'submission.requirements', 'descriptor_missing'],
  ['too-many', 'submission.requirements', 'requirement_exceeded'],
  ['unused-credential', 'submission.extra', 'credential_unused'],
  ['too-many-credentials', 'presentation.shape', 'credentials_too_many'],
  ['wrong-definition', 'submission.definition', 'definition_mismatch'],
  ['unknown-definition', 'submission.definition', 'definition_unknown'],
  ['no-submission', 'submission.shape', 'submission_missing'],
  ['unknown-descriptor', 'submission.map', 'descriptor_unknown'],
  ['mapped-twice', 'submission.map', 'descriptor_mapped_twice'],
  ['malformed-path', 'submission.map', 'path_invalid'],
  ['path-to-nowhere', 'submission.map', 'path_no_match'],
  ['path-to-many', 'submission.map', 'path_ambiguous'],
  ['path-to-part', 'submission.map', 'path_not_a_credential'],
  ['nested-other-id', 'submission.map', 'nested_id_mismatch'],
  ['nested-too-deep', 'submission.map', 'nested_too_deep'],
  ['wrong-format-label', 'submission.map', 'format_mismatch'],
  ['unknown-format', 'submission.map', 'format_unknown'],
  ['form-path-to-nowhere', 'submission.map', 'path_no_match'],
  ['wrong-challenge', 'presentation.challenge', 'challenge_mismatch'],
  ['no-challenge', 'presentation.challenge', 'challenge_missing'],
  ['wrong-domain', 'presentation.domain', 'domain_mismatch'],
  ['stale', 'presentation.time', 'presentation_too_old'],
  ['from-the-future', 'presentation.time', 'created_in_future'],
  ['replay-elsewhere', 'presentation.replay', 'presentation_replayed'],
  ['jwt-alg-none', 'presentation.proof', 'algorithm_unsupported'],
  ['jwt-odd-header', 'presentation.proof', 'jws_header_invalid'],
  ['jwt-tampered-presentation', 'presentation.proof', 'signature_invalid'],
  ['jwt-other-holder', 'presentation.shape', 'claim_conflict'],
  ['jwt-wrong-audience', 'presentation.domain', 'domain_mismatch'],
  ['jwt-wrong-nonce', 'presentation.challenge', 'challenge_mismatch'],
  ['jwt-number-as-nonce', 'presentation.challenge', 'challenge_mismatch'],
  ['jwt-ended', 'presentation.time', 'presentation_too_old'],
  ['jwt-before-its-time', 'presentation.time', 'created_in_future'],
  ['jwt-not-dated', 'presentation.time', 'presentation_not_dated'],
  ['jwt-not-dated-unbound', 'presentation.time', 'presentation_not_dated'],
  ['jwt-exchanged', 'presentation.terms', 'credential_not_covered'],
  ['jwt-credential-alg-none', 'credential.proof', 'algorithm_unsupported'],
  ['jwt-tampered-claim', 'credential.proof', 'signature_invalid'],
  ['jwt-wrong-issuer-key', 'credential.issuer', 'issuer_not_signer'],
  ['jwt-wrong-holder', 'credential.holder', 'subject_not_holder'],
  ['jwt-expired', 'credential.expiry', 'credential_expired'],
  ['jwt-not-yet-valid', 'credential.issuance', 'credential_not_yet_valid'],
  ['jwt-two-ends', 'credential.shape', 'claim_conflict'],
  ['jwt-revoked', 'credential.status', 'credential_revoked'],
  ['replay-here', 409, 'request_closed'],
  ['too-late', 410, 'request_expired'],
  ['cancelled', 410, 'request_cancelled'],
  ['not-json', 400, 'bad_request'],
  ['duplicate-member', 400, 'bad_request'],
  ['too-deep', 400, 'bad_request'],
  ['no-presentation', 400, 'presentation_form_not_taken'],
  ['wrong-type', 415, 'unsupported_media_type'],
  ['oversized', 413, 'payload_too_large'],
  ['no-key', 502, 'exchange_unavailable'],
  ['backtracking-filter', 'descriptor.field', 'filter_timeout'],
  ['sd-wrong-hash', 'presentation.proof', 'sd_hash_mismatch'],
  ['sd-no-binding', 'presentation.proof', 'key_binding_missing'],
  ['sd-binding-unsigned', 'presentation.proof', 'algorithm_unsupported'],
  ['sd-binding-tampered', 'presentation.proof', 'signature_invalid'],
  ['sd-binding-type', 'presentation.proof', 'jws_header_invalid'],
  ['sd-binding-unreadable', 'presentation.proof', 'jws_malformed'],
  ['sd-binding-key', 'credential.shape', 'binding_key_malformed'],
  ['sd-binding-unexpected', 'presentation.proof', 'key_binding_unexpected'],
  ['sd-stolen', 'presentation.proof', 'signature_invalid'],
  ['sd-other-holder', 'presentation.proof', 'signature_invalid'],
  ['sd-no-nonce', 'presentation.shape', 'key_binding_malformed'],
  ['sd-no-challenge', 'presentation.challenge', 'challenge_missing'],
  ['sd-wrong-nonce', 'presentation.challenge', 'challenge_mismatch'],
  ['sd-wrong-audience', 'presentation.domain', 'domain_mismatch'],
  ['sd-stale', 'presentation.time', 'presentation_too_old'],
  ['sd-from-the-future', 'presentation.time', 'created_in_future'],
  ['sd-replay-elsewhere', 'presentation.challenge', 'challenge_mismatch'],
  ['sd-replay-here', 409, 'request_closed'],
  ['sd-disclosed-twice', 'credential.disclosures', 'disclosure_repeated'],
  ['sd-disclosure-forged', 'credential.disclosures', 'disclosure_unused'],
  ['sd-disclosure-of-another', 'credential.disclosures', 'disclosure_unused'],
  ['sd-disclosure-misplaced', 'credential.disclosures', 'disclosure_malformed'],
  ['sd-digest-twice', 'credential.disclosures', 'digest_repeated'],
  ['sd-nested-alone', 'credential.disclosures', 'disclosure_unused'],
  ['sd-nested-too-deep', 'credential.disclosures', 'document_too_complex'],
  ['sd-too-many-disclosures', 400, 'invalid_params'],
  ['sd-claim-twice', 'credential.disclosures', 'claim_repeated'],
  ['sd-reserved-name', 'credential.disclosures', 'claim_name_reserved'],
  ['sd-digest-algorithm', 'credential.disclosures', 'digest_algorithm_unsupported'],
  ['sd-expiry-disclosed', 'credential.shape', 'claim_not_disclosable'],
  ['sd-no-type', 'credential.shape', 'type_missing'],
  ['sd-schema-violation', 'credential.schema', 'schema_violation'],
  ['sd-odd-id', 'credential.shape', 'id_malformed'],
  ['sd-alg-none', 'credential.proof', 'algorithm_unsupported'],
  ['sd-tampered-claim', 'credential.proof', 'signature_invalid'],
  ['sd-wrong-issuer-key', 'credential.issuer', 'issuer_not_signer'],
  ['sd-unknown-issuer', 'credential.trust', 'issuer_untrusted'],
  ['sd-issuer-of-other-things', 'credential.trust', 'issuer_not_trusted_for_schema'],
  ['sd-unknown-key', 'credential.proof', 'key_unresolved'],
  ['sd-no-metadata', 'credential.proof', 'key_unresolved'],
  ['sd-certificate-invalid', 'credential.proof', 'certificate_invalid'],
  ['sd-certificate-untrusted', 'credential.proof', 'certificate_untrusted'],
  ['sd-expired', 'credential.expiry', 'credential_expired'],
  ['sd-not-yet-valid', 'credential.issuance', 'credential_not_yet_valid'],
  ['sd-revoked', 'credential.status', 'credential_revoked'],
  ['sd-suspended', 'credential.status', 'credential_suspended'],
  ['sd-status-unknown', 'credential.status', 'status_unavailable'],
  ['sd-status-forged', 'credential.status', 'status_list_invalid'],
  ['sd-status-out-of-range', 'credential.status', 'status_index_out_of_range'],
  ['sd-status-odd', 'credential.shape', 'status_malformed'],
  ['sd-status-type', 'credential.status', 'status_type_unsupported'],
  ['sd-wrong-type', 'descriptor.schema', 'schema_mismatch'],
  ['sd-claim-withheld', 'descriptor.field', 'field_missing'],
  ['sd-wrong-value', 'descriptor.field', 'value_not_allowed'],
  ['sd-filter-fails', 'descriptor.field', 'filter_failed'],
  ['sd-algorithm-not-allowed', 'descriptor.format', 'format_not_allowed'],
  ['sd-unbound', 'descriptor.is_holder', 'key_binding_missing'],
  ['sd-other-authority', 'descriptor.trusted_authorities', 'authority_not_listed'],
  ['sd-limit-disclosure', 'descriptor.limit_disclosure', 'disclosed_too_much'],
  ['sd-bearer', 'credential.holder', 'holder_not_bound'],
  ['sd-too-much', 'descriptor.limit_disclosure', 'disclosed_too_much'],
  ['sd-wrong-query', 'submission.map', 'descriptor_unknown'],
  ['sd-no-query-id', 'submission.map', 'submission_malformed'],
  ['sd-two-answers', 'submission.requirements', 'requirement_exceeded'],
  ['sd-answer-missing', 'submission.requirements', 'descriptor_missing'],
  ['sd-set-unsatisfied', 'submission.requirements', 'requirement_unsatisfied'],
  ['sd-other-order', 'credential.disclosures', ''],
  ['sd-decoys', 'credential.disclosures', ''],
  ['sd-older-type', 'descriptor.format', ''],
  ['vp-wrong-state', 400, 'invalid_params'],
  ['vp-wrong-nonce', 'presentation.challenge', 'challenge_mismatch'],
  ['vp-other-request', 'presentation.challenge', 'challenge_mismatch'],
  ['vp-encrypted', 400, 'presentation_form_not_taken'],
  ['vp-mixed-formats', 'descriptor.format', 'format_not_allowed'],
]

/** Those that must be accepted, and what the check says of them. */
const ACCEPTED: ReadonlyMap<string, 'warn' | 'pass'> = new Map([
  ['proof-set', 'pass'],
  ['bearer', 'warn'],
  ['limit-disclosure', 'warn'],
  ['unknown-schema', 'warn'],
  ['unused-credential', 'warn'],
  ['jwt-not-dated', 'warn'],
  ['jwt-exchanged', 'warn'],
  ['sd-bearer', 'warn'],
  ['sd-too-much', 'warn'],
  ['sd-other-order', 'pass'],
  ['sd-decoys', 'pass'],
  ['sd-older-type', 'pass'],
])
const REFUSED = TABLE.filter(([id]) => !ACCEPTED.has(id))

/** Of them the specifications say nothing. */
const POLICIES = [
  ...['bearer', 'hidden-subject', 'holder-missing', 'inline-context', 'jwt-wrong-holder', 'mapped-twice'],
  ...['nested-too-deep', 'sd-bearer', 'sd-nested-too-deep', 'sd-too-many-disclosures', 'stale', 'status-unknown'],
  ...['too-many-credentials', 'two-proofs', 'unused-credential', 'wrong-holder'],
]

let workbench: TestWorkbench
let call: TestWorkbench['call']
let params: { readonly user_id: string }

async function open(): Promise<void> {
  workbench = await openWorkbench()
  call = workbench.call
  params = { user_id: (await registerUser(workbench, 'Alice')).user.id }
}

async function close(): Promise<void> {
  await stopWorkbench(workbench)
}

const runScenarios = (scenarios: readonly string[] | null) =>
  call(walletScenarioRun, { params, body: { scenarios: scenarios === null ? null : [...scenarios] } })

/** Resolves when the window is told the next row of this user. */
function firstRow({ user_id }: typeof params): Promise<void> {
  return new Promise((resolve) => {
    const stop = workbench.application.workbench.subscribe((event) => {
      const { type, user_id: whose } = event as { readonly type: string; readonly user_id?: string } // plain data
      if (type !== 'scenario' || whose !== user_id) return
      stop()
      resolve()
    })
  })
}

/** Every check of a verification, wherever it stands in the answer. */
function allChecks({ checks, credentials, descriptors }: Verification): readonly Check[] {
  return [...checks, ...[...credentials, ...descriptors].flatMap((one) => one.checks)]
}

function failedChecks(verification: Verification): readonly string[] {
  const failed = allChecks(verification).filter(({ result }) => result === 'fail')
  return failed.map(({ check, code }) => `${check} ${code}`)
}

/** The verification of the last presentation for a request, as the console sees it. */
async function verificationOf(requestId: string | null): Promise<Verification> {
  const body = { operation: 'verifier.getVerifierRequest', params: { request_id: requestId } }
  const reply = await call(forward, { body: { as: 'subscription', ...body } })
  const { request } = reply.body as { request: { attempts: { verification: Verification | null }[] } }
  const verification = request.attempts.at(-1)?.verification
  if (!verification) throw new Error('nothing was verified')
  return verification
}

describe('run all', () => {
  let rows: readonly MatrixRow[]
  let before: unknown
  const row = (id: string) => {
    const found = rows.find(({ scenario }) => scenario === id)
    if (found === undefined) throw new Error(`${id} did not run`)
    return found
  }
  /** What a matrix must leave alone. */
  const surroundings = async () => [
    await call(walletGet, { params }),
    await call(trustRows, {}),
    await call(issuedRows, { query: {} }),
  ]

  beforeAll(async () => {
    await open()
    before = await surroundings()
    rows = (await runScenarios(null)).rows
  })
  afterAll(close)

  it('runs every row of the table and nothing else', () => {
    expect(rows.map(({ scenario }) => scenario)).toEqual(TABLE.map(([id]) => id))
  })

  it.each(REFUSED.filter(([, expected]) => typeof expected === 'string'))(
    '%s › fails %s alone, with %s',
    async (id, check, code) => {
      const { outcome, actual, request_id } = row(id)

      expect(outcome).toBe('as_expected')
      expect(actual).toMatchObject({ http_status: 200, http_code: null, valid: false })
      expect(new Set(failedChecks(await verificationOf(request_id)))).toEqual(new Set([`${check} ${code}`]))
    },
  )

  it.each(TABLE.filter(([, expected]) => typeof expected === 'number'))(
    '%s › is refused with %i %s',
    (id, http_status, http_code) => {
      expect(row(id)).toMatchObject({ outcome: 'as_expected', actual: { http_status, http_code, valid: null } })
    },
  )

  it.each(TABLE.filter(([id]) => ACCEPTED.has(id)))(
    '%s › is accepted, whatever %s says (%s)',
    async (id, check, code) => {
      const { outcome, actual, request_id } = row(id)
      const said = allChecks(await verificationOf(request_id)).filter((one) => one.check === check)
      const [worst = 'pass'] = said.flatMap(({ result }) => (result === 'pass' ? [] : [result]))

      expect([outcome, actual?.valid, worst]).toEqual(['as_expected', true, ACCEPTED.get(id)])
      expect(actual?.warned.filter((one) => one.check === check).map((one) => one.code)).toEqual(
        code === '' ? [] : expect.arrayContaining([code]),
      )
    },
  )

  const HIDING = TABLE.filter(([id]) => id.startsWith('hidden-') || ['two-names', 'listed-value'].includes(id))

  it.each(HIDING)('%s › is signed: every signature holds, and %s finds it', async (id) => {
    const checks = allChecks(await verificationOf(row(id).request_id))
    const proofs = checks.filter((one) => one.check.endsWith('.proof'))

    expect(proofs.length).toBeGreaterThan(1)
    expect(new Set(proofs.map(({ result }) => result))).toEqual(new Set(['pass']))
  })

  it('leaves no request open', async () => {
    const body = { operation: 'verifier.listVerifierRequests', query: { per_page: 200 } }
    const reply = await call(forward, { body: { as: 'subscription', ...body } })
    const { requests } = reply.body as { requests: { state: string }[] }

    expect(requests.length).toBeGreaterThan(TABLE.length)
    expect(requests.filter(({ state }) => !['verified', 'expired', 'cancelled'].includes(state))).toEqual([])
  })

  it('marks what it made: nobody who asks for what people made sees any of it', async () => {
    const made = async (made_by: 'people' | 'scenarios') => {
      const body = { operation: 'verifier.listVerifierRequests', query: { per_page: 500, made_by } }
      const reply = await call(forward, { body: { as: 'subscription', ...body } })
      const { rows: definitions, of_scenarios } = await call(definitionRows, { query: { made_by } })
      const { requests } = reply.body as { requests: { scenario: string | null }[] }
      return { requests, definitions, of_scenarios }
    }
    const [people, scenarios] = [await made('people'), await made('scenarios')]

    expect([people.requests, people.definitions]).toEqual([[], []])
    expect(new Set(scenarios.requests.map(({ scenario }) => scenario))).toEqual(new Set(TABLE.map(([id]) => id)))
    expect(scenarios.definitions.length).toBeGreaterThan(1)
    expect(scenarios.definitions.every(({ of_scenario }) => of_scenario)).toBe(true)
    const ofOne = scenarios.definitions.map(({ name, scenario }) => [name, scenario] as const)
    expect(ofOne).toContainEqual(['Scenario: a slow pattern', 'backtracking-filter'])
    expect(ofOne).toContainEqual(['Car hire', null])
    const stored = scenarios.definitions.length
    expect([people.of_scenarios, scenarios.of_scenarios]).toEqual([stored, stored])
  })

  it('is listed later with its result, and opens again', async () => {
    const { runs } = await call(walletScenarioRunRows, { params })
    const { rows: kept } = await call(walletScenarioRunOpen, {
      params: { ...params, scenario_run_id: runs[0]?.id ?? '' },
    })

    expect(runs).toMatchObject([{ row_count: TABLE.length, as_expected: TABLE.length, red: 0 }])
    expect(kept).toEqual(rows)
  })

  it('leaves wallet, trust list and what was issued as they were', async () => {
    expect(await surroundings()).toEqual(before)
  })

  it('tells every row as it is done', () => {
    const told = workbench.events.filter((event) => event.type === 'scenario')

    expect(told.map(({ done, of }) => [done, of])).toEqual(TABLE.map((_, index) => [index + 1, TABLE.length]))
    expect(told.map((event) => event.row)).toEqual(rows)
  })

  it('keeps a run for each row, which can be looked at', async () => {
    const { run_id } = row('expired')
    const { run } = await call(walletRunGet, { params: { ...params, run_id: run_id ?? '' } })

    expect(run).toMatchObject({ state: 'not_accepted', broken: 'expired', answer: { http_status: 200 } })
    expect(run.presentation).toMatchObject({ presentation_submission: { definition_id: run.definition?.id } })
  })

  it('ends a pattern that would run for years', async () => {
    const { errors } = await verificationOf(row('backtracking-filter').request_id)

    expect(errors.map(({ code }) => code)).toContain('filter_timeout')
  })
})

describe('scenariosGet', () => {
  beforeAll(open)
  afterAll(close)

  it('lists the table', async () => {
    const { scenarios } = await call(scenariosGet, {})
    const expected = scenarios.map(({ id, check, http_status, codes }) => [
      id,
      check ?? http_status,
      codes.at(-1) ?? '',
    ])

    expect(expected).toEqual(TABLE)
  })

  it('says of each which section it breaks, or that it is a policy of the verifier', async () => {
    const { scenarios } = await call(scenariosGet, {})

    const policies = scenarios.filter(({ rule }) => rule === 'policy')
    expect(policies.map(({ id }) => id).toSorted()).toEqual(POLICIES)
    const cited = scenarios.filter((one) => !policies.includes(one))
    expect(cited.filter(({ rule }) => !/^.+ [\d.]+, .+$|^RFC \d+, [\d.]+$/.test(rule))).toEqual([])
  })
})

describe('walletScenarioRun', () => {
  beforeAll(open)
  afterAll(close)

  it('runs those that are named, in the order of the table', async () => {
    const { rows } = await runScenarios(['expired', 'tampered-claim'])

    expect(rows.map(({ scenario, outcome }) => [scenario, outcome])).toEqual([
      ['tampered-claim', 'as_expected'],
      ['expired', 'as_expected'],
    ])
  })

  it('runs in this program whatever address and levels a person has set, and when wallets are told nothing', async () => {
    const { network: _network, ...settings } = await call(verifierSettingsGet, {})
    const body = { ...settings, base_url: 'https://tunnel.example', explain: false }
    await call(verifierSettingsSave, { body })
    const off = { 'credential.expiry': 'off', 'presentation.replay': 'off' } as const
    await call(exchangeSettingsSave, { body: { allow_inline_contexts: false, policy: off } })

    const { rows } = await runScenarios(['expired', 'wrong-domain', 'replay-elsewhere', 'jwt-not-dated'])

    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['as_expected']))
    await call(verifierSettingsSave, { body: settings })
  })

  it('ends after the current one, and keeps what came so far; without a run, an end changes nothing', async () => {
    await call(walletScenarioRunEnd, { params })
    const { runs: before } = await call(walletScenarioRunRows, { params })
    const heard = workbench.events.length

    const running = runScenarios(null)
    await vi.waitFor(() => expect(workbench.events.slice(heard).some(({ type }) => type === 'scenario')).toBe(true))
    await call(walletScenarioRunEnd, { params })
    const { rows } = await running

    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThan(TABLE.length)
    const [newest, ...others] = (await call(walletScenarioRunRows, { params })).runs
    expect(newest?.row_count).toBe(rows.length)
    expect(others).toEqual(before)
    expect((await runScenarios(['expired'])).rows).toHaveLength(1)
  })

  it('keeps nothing of a run that was ended before its first scenario', async () => {
    const { runs } = await call(walletScenarioRunRows, { params })

    const running = runScenarios(null)
    await call(walletScenarioRunEnd, { params })

    expect((await running).rows).toEqual([])
    expect((await call(walletScenarioRunRows, { params })).runs).toEqual(runs)
  })

  it('shows in the inspector that the verifier was refused without its key', async () => {
    await runScenarios(['no-key'])
    const { calls } = await call(callsGet, { query: { limit: 500 } })
    const refused = calls.filter(({ source, status }) => source === 'verifier' && status === 401)

    expect(refused.map(({ operation, error }) => [operation, error])).toEqual([
      ['verifyPresentation', 'subscription_key_invalid'],
    ])
  })

  it('runs them again, and forgets the runs of the matrix before', async () => {
    const [first] = (await runScenarios(['expired'])).rows
    const [second] = (await runScenarios(['expired'])).rows

    expect(second).toMatchObject({ outcome: 'as_expected' })
    const gone = call(walletRunGet, { params: { ...params, run_id: first?.run_id ?? '' } })
    await expect(gone).rejects.toMatchObject({ code: 'not_found' })
  })

  it('keeps earlier runs for their user alone; their rows lead nowhere any more', async () => {
    const { runs } = await call(walletScenarioRunRows, { params })
    const [newest, before] = runs
    const opened = await call(walletScenarioRunOpen, { params: { ...params, scenario_run_id: before?.id ?? '' } })
    const eve = { user_id: (await registerUser(workbench, 'Eve')).user.id }

    expect(Date.parse(newest?.started_at ?? '')).toBeGreaterThan(Date.parse(before?.started_at ?? ''))
    expect(opened.rows).toMatchObject([{ scenario: 'expired', outcome: 'as_expected', run_id: null, request_id: null }])
    expect(await call(walletScenarioRunRows, { params: eve })).toEqual({ runs: [] })
    const foreign = call(walletScenarioRunOpen, { params: { ...eve, scenario_run_id: newest?.id ?? '' } })
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' })
  })

  it('can be cleared away: requests that are over, and definitions nobody else asks with', async () => {
    const { rows: made } = await call(definitionRows, { query: { made_by: 'scenarios' } })
    const used = made.find(({ name }) => name === 'Age only')
    const own = await aRequest(call, { input_descriptors: [] })
    const body = { as: 'subscription', operation: 'verifier.createVerifierRequest' } as const
    await call(forward, { body: { ...body, body: { definition_id: used?.id } } })

    const gone = await call(scenarioRecordsForget, {})

    expect([gone.requests > 0, gone.definitions]).toEqual([true, made.length - 1])
    expect((await call(definitionRows, { query: { made_by: 'scenarios' } })).rows.map(({ id }) => id)).toEqual([
      used?.id,
    ])
    expect(await call(scenarioRecordsForget, {})).toEqual({ requests: 0, definitions: 0 })
    const kept = { operation: 'verifier.getVerifierRequest', params: { request_id: own.id } }
    expect(await call(forward, { body: { as: 'subscription', ...kept } })).toMatchObject({ ok: true })
    expect((await runScenarios(['expired'])).rows).toMatchObject([{ outcome: 'as_expected' }])
  })

  it('refuses a scenario there is not', async () => {
    await expect(runScenarios(['expired', 'constructor'])).rejects.toMatchObject({ code: 'invalid_params' })
  })

  it('runs one matrix of a user at a time', async () => {
    const both = await Promise.allSettled([runScenarios(['expired']), runScenarios(['revoked'])])

    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(both[1]).toMatchObject({ reason: { code: 'wallet_run_open' } })
  })

  it('is not offered while a request is open', async () => {
    const { deep_link } = await aRequest(call, { input_descriptors: [] })
    const { run } = await call(walletRunStart, { params, body: { link: deep_link } })

    await expect(runScenarios(['expired'])).rejects.toMatchObject({ code: 'wallet_run_open' })
    await call(walletRunRefuse, { params: { ...params, run_id: run.id } })
  })

  it('ends with the session of the user, and with the workspace', async () => {
    const bob = { user_id: (await registerUser(workbench, 'Bob')).user.id }
    const bobHasBegun = firstRow(bob)
    const signedOut = expect(call(walletScenarioRun, { params: bob, body: {} })).rejects.toMatchObject({
      code: 'user_locked',
    })
    await bobHasBegun
    await call(userSignOut, { params: bob })
    await signedOut
    await expect(call(walletScenarioRun, { params: bob, body: {} })).rejects.toMatchObject({ code: 'user_locked' })

    const aliceHasBegun = firstRow(params)
    const locked = expect(runScenarios(null)).rejects.toMatchObject({ code: 'workspace_locked' })
    await aliceHasBegun
    await call(workspaceLock, {})
    await locked
  })
})

describe('a scenario in a run that is open', () => {
  let jwtHolder: typeof params
  let sdJwtHolder: typeof params

  async function issue(
    name: string,
    members: { readonly format?: 'jwt_vc' | 'dc+sd-jwt' },
    to = params,
  ): Promise<void> {
    const { issuer_id, values, schema } = anOrder({ schema: schemaId(name) })
    await call(credentialIssue, { params: to, body: { issuer_id, schema, values: { ...values }, ...members } })
  }

  beforeAll(async () => {
    await open()
    const { issuers } = await call(issuersGet, {})
    const [trusted] = issuers
    for (const did of [trusted?.did ?? '', ...(trusted?.keys ?? []).map((key) => key.did)]) {
      await call(trustAdd, { body: { did, name: 'Harbour Registry' } })
    }
    await issue('driving-licence', {})
    await issue('proof-of-age', {})
    jwtHolder = { user_id: (await registerUser(workbench, 'Bob')).user.id }
    await issue('proof-of-age', { format: 'jwt_vc' }, jwtHolder)
    sdJwtHolder = { user_id: (await registerUser(workbench, 'Carol')).user.id }
    await issue('driving-licence', { format: 'dc+sd-jwt' }, sdJwtHolder)
  })
  afterAll(close)

  const start = (key: string, as = params) =>
    startWith(READY_DEFINITIONS.find((one) => one.key === key)?.definition ?? {}, as)

  async function startWith(definition: JsonObject, as: typeof params): Promise<WalletRun> {
    const { deep_link } = await aRequest(call, definition)
    return (await call(walletRunStart, { params: as, body: { link: deep_link } })).run
  }

  const submit = async ({ id }: WalletRun, scenario: string | null, as = params) =>
    (await call(walletRunSubmit, { params: { ...as, run_id: id }, body: { scenario } })).run
  const refuse = ({ id }: WalletRun) => call(walletRunRefuse, { params: { ...params, run_id: id } })

  const fit = SCENARIOS.filter(({ needs_own_request, profile }) => !needs_own_request && profile !== null).map(
    ({ id }) => id,
  )

  it('changes nothing when none is chosen', async () => {
    expect(await submit(await start('car-hire'), null)).toMatchObject({ state: 'accepted', broken: null })
  })

  it.each(TABLE.filter(([id]) => fit.includes(id)))('%s › %s %s', async (id, expected, code) => {
    const ended = await submit(await start('car-hire'), id)

    expect(ended).toMatchObject({ state: 'not_accepted', broken: id })
    if (typeof expected === 'number') {
      expect(ended.answer).toMatchObject({ http_status: expected, body: { errors: [{ error: code }] } })
    } else {
      const failed = failedChecks(await verificationOf(ended.request_id))
      expect(new Set(failed)).toEqual(new Set([`${expected} ${code}`]))
    }
  })

  const withOne = TABLE.filter(([id]) => fit.includes(id) && !['missing-credential', 'path-to-many'].includes(id))

  describeRows('with one credential, %s', [['linked data'], ['a JWT']], (form) => {
    it.each(withOne)('%s › %s %s', async (id, expected, code) => {
      const as = form === 'a JWT' ? jwtHolder : params
      const ended = await submit(await start('age-only', as), id, as)

      expect(ended).toMatchObject({ state: 'not_accepted', broken: id })
      if (typeof expected === 'number') expect(ended.answer).toMatchObject({ http_status: expected })
      else expect([...new Set(failedChecks(await verificationOf(ended.request_id)))]).toEqual([`${expected} ${code}`])
    })
  })

  describeRows('with an SD-JWT VC, %s', [['a query'], ['a definition']], (form) => {
    const fitSdJwt = SCENARIOS.filter((one) => !one.needs_own_request && /^sd-/.test(one.id)).map(({ id }) => id)
    const { definition } = setupOf(form === 'a query' ? 'sd-wrong-hash' : 'sd-no-type')

    it('changes nothing when none is chosen', async () => {
      const ended = await submit(await startWith(definition, sdJwtHolder), null, sdJwtHolder)

      expect(ended).toMatchObject({ state: 'accepted' })
    })

    it.each(TABLE.filter(([id]) => fitSdJwt.includes(id)))('%s › %s %s', async (id, expected, code) => {
      const ended = await submit(await startWith(definition, sdJwtHolder), id, sdJwtHolder)

      expect(ended).toMatchObject({ state: 'not_accepted', broken: id, profile: null })
      if (typeof expected === 'number') expect(ended.answer).toMatchObject({ http_status: expected })
      else expect([...new Set(failedChecks(await verificationOf(ended.request_id)))]).toEqual([`${expected} ${code}`])
    })

    it('is refused what changes another kind of presentation, and the run goes on', async () => {
      const run = await startWith(definition, sdJwtHolder)

      for (const id of ['expired', 'sd-too-much']) {
        await expect(submit(run, id, sdJwtHolder)).rejects.toMatchObject({ code: 'invalid_params' })
      }
      expect(await submit(run, null, sdJwtHolder)).toMatchObject({ state: 'accepted' })
    })
  })

  it('is refused where it cannot be applied, and the run goes on', async () => {
    const run = await start('age-only')

    for (const id of ['missing-credential', 'path-to-many', 'replay-here', 'sd-expired', 'no-such-scenario']) {
      await expect(submit(run, id)).rejects.toMatchObject({ code: 'invalid_params' })
    }
    expect((await call(walletGet, { params })).open_run?.id).toBe(run.id)
    await refuse(run)
  })

  it('issues its variants for this run only', async () => {
    expect((await call(walletGet, { params })).credentials).toHaveLength(2)
    expect((await call(issuedRows, { query: {} })).matching).toBe(4)
  })
})
