// Proves docs/contract/exchange.md, Holding.

import { describe, expect, it } from 'vitest'
import { aCandidate, aJwtCandidate, HOLDER, ISSUER } from '../../../tests/support/exchange/definitions.ts'
import { sdJwtCandidate } from '../../../shared/presentation-exchange/candidate.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { factsOf, periodOf, titleOf } from './credential-facts.ts'

const NOW = Date.parse('2026-02-01T00:00:00Z')

describe('factsOf', () => {
  it('reads linked data', () => {
    const issuer = { id: ISSUER, name: 'Harbour Registry' }
    const expirationDate = '2027-01-01T00:00:00Z'

    expect(factsOf(aCandidate({ issuer, expirationDate, credentialSchema: { id: 'urn:s', type: 'x' } }))).toEqual({
      format: 'ldp_vc',
      credential_id: 'urn:uuid:00000000-0000-4000-8000-000000000001',
      types: ['VerifiableCredential', 'DrivingLicenceCredential'],
      issuer: ISSUER,
      issuer_name: 'Harbour Registry',
      subject: HOLDER,
      schema: 'urn:s',
      issued: '2026-01-01T00:00:00Z',
      expires: expirationDate,
    })
  })

  it('reads the claims of a JWT, and says nothing of what is not there', () => {
    const facts = factsOf(aJwtCandidate({ iss: ISSUER, nbf: 1_767_225_600, vc: { type: 'VerifiableCredential' } }))

    expect(facts).toMatchObject({
      format: 'jwt_vc',
      types: ['VerifiableCredential'],
      issuer: ISSUER,
      issued: '2026-01-01T00:00:00.000Z',
      subject: null,
      schema: null,
      expires: null,
    })
  })
})

describe('factsOf an SD-JWT VC', () => {
  const CLAIMS = { vct: 'https://example.org/pid', iss: ISSUER, iat: 1_767_225_600, given_name: 'Alice' }
  const factsOfClaims = (claims: JsonObject) =>
    factsOf(sdJwtCandidate({ format: 'dc+sd-jwt', algorithm: 'ES256', claims, disclosed: [], isBound: false }))

  it('are claims of its own', () => {
    expect(
      factsOfClaims({ ...CLAIMS, jti: 'urn:uuid:1', sub: HOLDER, nbf: 1_767_312_000, exp: 1_798_761_600 }),
    ).toEqual({
      format: 'dc+sd-jwt',
      credential_id: 'urn:uuid:1',
      types: [CLAIMS.vct],
      issuer: ISSUER,
      issuer_name: null,
      subject: HOLDER,
      schema: null,
      issued: '2026-01-02T00:00:00.000Z',
      expires: '2027-01-01T00:00:00.000Z',
    })
    expect(factsOfClaims(CLAIMS)).toMatchObject({ issued: '2026-01-01T00:00:00.000Z', expires: null, subject: null })
  })

  it('an end that is no date is not without end', () => {
    expect(periodOf(factsOfClaims({ ...CLAIMS, exp: 'never' }), NOW)).toBe('unknown')
  })
})

describe('periodOf', () => {
  it.each(['2020', null, 1e300])('of a JWT whose exp is %j is unknown, not without end', (exp) => {
    const facts = factsOf(aJwtCandidate({ nbf: 1_767_225_600, exp, vc: { type: 'VerifiableCredential' } }))

    expect(periodOf(facts, NOW)).toBe('unknown')
  })

  it.each([
    ['2026-01-01T00:00:00Z', null, 'current'],
    ['2026-02-01T00:01:00Z', null, 'current'],
    ['2026-02-01T00:01:01Z', null, 'not_yet'],
    ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', 'ended'],
    ['2026-01-01T00:00:00Z', '2026-02-01T01:00:00+02:00', 'ended'],
    ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00.001Z', 'current'],
    ['yesterday', null, 'unknown'],
    [null, null, 'unknown'],
    ['2026-01-01T00:00:00Z', 'never', 'unknown'],
  ] as const)('from %s to %s is %s', (issued, expires, period) => {
    expect(periodOf({ issued, expires }, NOW)).toBe(period)
  })
})

describe('titleOf', () => {
  it.each([
    [['VerifiableCredential', 'DrivingLicenceCredential'], undefined, 'Driving licence'],
    [['VerifiableCredential', 'https://example.org/types#UniversityDegree'], undefined, 'University degree'],
    [['https://example.org/identity_credential'], undefined, 'Identity'],
    [['https://schemas.example/driving-licence/1.0.0'], undefined, 'Driving licence'],
    [['urn:eudi:pid:1'], undefined, 'Pid'],
    [['VerifiableCredential'], undefined, 'Credential'],
    [['VerifiableCredential', 'Credential'], undefined, 'Credential'],
    [[], undefined, 'Credential'],
    [['VerifiableCredential', 'DrivingLicenceCredential'], 'Führerschein', 'Führerschein'],
  ])('%j with the title %s is %s', (types, schemaTitle, title) => {
    expect(titleOf(types, schemaTitle)).toBe(title)
  })
})
