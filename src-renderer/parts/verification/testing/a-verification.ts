import type { Check, CheckId, Verification } from '../../../../shared/contract/presentations.ts'
import { CHECK_IDS } from '../../../../shared/contract/presentations.ts'

export function aCheck(check: CheckId, changes: Partial<Check> = {}): Check {
  const nothing = { code: null, pointer: null, inner_pointer: null, expected: null, actual: null, blocked_by: null }
  return { check, result: 'pass', message: '', ...nothing, ...changes }
}

const checksOf = (...parts: readonly string[]): readonly CheckId[] =>
  CHECK_IDS.filter((check) => parts.includes(check.split('.')[0] ?? ''))

const PRESENTATION = checksOf('presentation', 'submission').filter((check) => check !== 'submission.same_subject')
const CREDENTIAL = checksOf('credential')
const DESCRIPTOR: readonly CheckId[] = ['descriptor.schema', 'descriptor.format', 'descriptor.field']

export const HOLDER = 'did:key:z6MkholderExample'
export const ISSUER = 'did:key:z6MkissuerExample'

const A_CREDENTIAL = {
  index: 0,
  pointer: '/verifiableCredential/0',
  format: 'ldp_vc',
  proof_type: 'Ed25519Signature2018',
  id: 'urn:uuid:c1',
  types: ['VerifiableCredential', 'DrivingLicenceCredential'],
  issuer: ISSUER,
  issuer_name: 'Harbour Registry',
  subject: HOLDER,
  schema: 'https://schemas.example/licence.json',
  valid_from: '2025-01-01T00:00:00Z',
  valid_until: '2030-01-01T00:00:00Z',
  used_for: ['licence'],
  status: 'active' as const,
}

const AN_INPUT = {
  id: 'licence',
  name: 'Driving licence',
  group: ['A'],
  submitted: true,
  credential: 0,
  path: '$.verifiableCredential[0]',
  matched_by: 'credential_schema',
  fields: [
    {
      id: null,
      satisfied: true,
      path: '$.credentialSubject.category',
      pointer: '/verifiableCredential/0/credentialSubject/category',
      inner_pointer: null,
    },
  ],
}

/** The verification of a presentation with one licence, in which every check passes except the given ones. */
export function aVerification(found: readonly Check[] = [], changes: Partial<Verification> = {}): Verification {
  const checks = (ids: readonly CheckId[]) =>
    ids.flatMap((id) => {
      const own = found.filter(({ check }) => check === id)
      return own.length > 0 ? own : [aCheck(id)]
    })
  const has = (result: Check['result']) => found.filter((check) => check.result === result)
  const satisfied = has('fail').length === 0
  return {
    valid: satisfied,
    verification_id: 'v1',
    verified_at: '2026-11-20T18:04:05.120Z',
    duration_ms: 4.1,
    format: 'ldp_vp',
    holder: HOLDER,
    definition_id: 'd1',
    submission_id: 'urn:uuid:s1',
    challenge: 'r1',
    summary: { pass: 28 - found.length, fail: has('fail').length, warn: has('warn').length, not_run: 0 },
    checks: checks(PRESENTATION),
    credentials: [{ ...A_CREDENTIAL, valid: satisfied, checks: checks(CREDENTIAL) }],
    descriptors: [{ ...AN_INPUT, satisfied, checks: checks(DESCRIPTOR) }],
    requirements: [
      {
        pointer: '/submission_requirements/0',
        name: null,
        rule: 'all',
        from: 'A',
        needed: { count: null, min: null, max: null, all: 1 },
        satisfied_count: satisfied ? 1 : 0,
        satisfied,
        nested: [],
      },
    ],
    errors: has('fail').map(({ check, code, pointer, message }) => ({
      ...{ check, code: code ?? '', pointer, message },
      ...{ credential: 0, descriptor: 'licence' },
    })),
    warnings: [],
    ...changes,
  }
}

export const EXPIRED = aCheck('credential.expiry', {
  result: 'fail',
  code: 'credential_expired',
  pointer: '/verifiableCredential/0/expirationDate',
  message: 'the credential expired on 2026-11-08',
  expected: 'later than 2026-11-20T18:04:05.120Z',
  actual: '2026-11-08T00:00:00Z',
})
