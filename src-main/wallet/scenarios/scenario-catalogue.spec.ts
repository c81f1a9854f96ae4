// Proves docs/contract/exchange.md, Scenarios.

import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CHECK_CODES } from '../../../shared/presentation-exchange/check-codes.ts'
import { SCENARIOS } from './scenario-catalogue.ts'

const ALL: readonly string[] = Object.values(CHECK_CODES).flat()

/** Specs of the checks have cases of these; a wallet would have to send several faults at once, or a great deal. */
const WITHOUT = [
  ...['context_missing', 'context_order', 'unsigned_member', 'no_credentials', 'date_malformed', 'issuer_missing'],
  ...['issuer_malformed', 'subject_missing', 'subject_empty', 'schema_malformed', 'format_not_listed'],
  ...['issuer_trust_not_checked', 'schema_type_unsupported', 'schema_not_checked', 'schemas_too_many', 'timeout'],
  ...['internal', 'credential_form_unsupported', 'key_too_weak', 'domain_missing', 'submission_id_reused'],
]

/** What only SD-JWT VCs and DCQL run through. */
const SOURCES = globSync(
  [
    'src-main/crypto/sd-jwt/*.ts',
    'src-main/exchange/*/sd-jwt-*.ts',
    'src-main/exchange/*/{key-binding,issuer-key,query-entries,token-status}.ts',
    'shared/dcql/evaluate-*.ts',
  ],
  { exclude: ['**/*.spec.ts'] },
)

/** The issuer is not found in either of the first two, W3C presentations give the third, the last takes too much work. */
const WITHOUT_SD_JWT = ['issuer_missing', 'issuer_malformed', 'path_ambiguous', 'filter_timeout']

const codesOf = (scenarios: typeof SCENARIOS) => new Set(scenarios.flatMap(({ codes }) => codes))

describe('the catalogue', () => {
  it('has a scenario for every code of a check, but for those listed here', () => {
    const played = codesOf(SCENARIOS)

    expect(ALL.filter((code) => !played.has(code)).toSorted()).toEqual(WITHOUT.toSorted())
  })

  it('has one with an SD-JWT VC for every code that its own checks and those of DCQL give', () => {
    const played = codesOf(SCENARIOS.filter(({ profile }) => profile === null))
    const quoted = SOURCES.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/'([a-z_]+)'/g)])
    const given = new Set(quoted.map(([, word]) => word))
    const codes = ALL.filter((code) => given.has(code))

    expect(codes).toEqual(expect.arrayContaining(['sd_hash_mismatch', 'authority_not_listed', 'certificate_invalid']))
    expect(codes.filter((code) => !played.has(code)).toSorted()).toEqual(WITHOUT_SD_JWT.toSorted())
  })
})
