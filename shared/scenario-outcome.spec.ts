// Proves docs/contract/exchange.md, Scenarios.

import { describe, expect, it } from 'vitest'
import { actualOf, outcomeOf } from './scenario-outcome.ts'

const EXPIRED = { result: 'fail' as const, check: 'credential.expiry', codes: ['credential_expired'], http_status: 200 }
const WARNED = { ...EXPIRED, result: 'warn' as const }
const HOLDS = { ...EXPIRED, result: 'pass' as const, codes: [] }
const TOO_LATE = { result: 'fail' as const, check: null, codes: ['request_expired'], http_status: 410 }
const failed = (...errors: readonly [string, string][]) => ({
  http_status: 200,
  body: { valid: false, errors: errors.map(([check, code]) => ({ check, code, pointer: null, message: '' })) },
})
const warned = (...warnings: readonly [string, string][]) => ({
  http_status: 200,
  body: { valid: true, errors: [], warnings: warnings.map(([check, code]) => ({ check, code })) },
})
const refusal = (http_status: number, error: string) => ({ http_status, body: { errors: [{ error }] } })

/** A matrix is worth something only if a wrong answer makes it red. */
describe('outcomeOf', () => {
  it.each([
    [
      'the named check with the named code',
      EXPIRED,
      failed(['credential.expiry', 'credential_expired']),
      'as_expected',
    ],
    ['it twice', EXPIRED, failed(...twice('credential.expiry', 'credential_expired')), 'as_expected'],
    ['the named check with another code', EXPIRED, failed(['credential.expiry', 'internal']), 'other_reason'],
    [
      'another check besides',
      EXPIRED,
      failed(['credential.expiry', 'credential_expired'], ['credential.trust', 'issuer_untrusted']),
      'other_reason',
    ],
    ['another check', EXPIRED, failed(['credential.proof', 'signature_invalid']), 'other_reason'],
    ['not valid, and nothing failed', EXPIRED, failed(), 'other_reason'],
    ['valid', EXPIRED, { http_status: 200, body: { valid: true, errors: [] } }, 'not_refused'],
    ['a refusal', EXPIRED, refusal(410, 'request_expired'), 'other_reason'],
    ['no answer that can be read', EXPIRED, { http_status: 200, body: '<html>' }, 'other_reason'],
    ['the named refusal', TOO_LATE, refusal(410, 'request_expired'), 'as_expected'],
    ['a refusal with another code', TOO_LATE, refusal(410, 'request_cancelled'), 'other_reason'],
    ['a refusal with another status', TOO_LATE, refusal(404, 'request_expired'), 'other_reason'],
    ['not valid instead of refused', TOO_LATE, failed(['credential.expiry', 'credential_expired']), 'other_reason'],
    ['valid instead of refused', TOO_LATE, { http_status: 200, body: { valid: true } }, 'not_refused'],
    ['the named warning', WARNED, warned(['credential.expiry', 'credential_expired']), 'as_expected'],
    ['another warning of that check', WARNED, warned(['credential.expiry', 'internal']), 'other_reason'],
    ['no warning', WARNED, warned(), 'other_reason'],
    ['a failure for a warning', WARNED, failed(['credential.expiry', 'credential_expired']), 'other_reason'],
    ['what holds', HOLDS, warned(['credential.trust', 'issuer_trust_not_checked']), 'as_expected'],
    ['a warning for what holds', HOLDS, warned(['credential.expiry', 'credential_expired']), 'other_reason'],
    ['a failure for what holds', HOLDS, failed(['credential.expiry', 'credential_expired']), 'other_reason'],
  ] as const)('%s', (_what, scenario, answer, outcome) => {
    expect(outcomeOf(scenario, actualOf(answer))).toBe(outcome)
  })
})

function twice(check: string, code: string): readonly [string, string][] {
  return [
    [check, code],
    [check, code],
  ]
}
