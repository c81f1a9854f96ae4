// Proves docs/contract/exchange.md, Holding.

import { describe, expect, it } from 'vitest'
import { aCandidate, aJwtCandidate, HOLDER, ISSUER } from '../../../tests/support/exchange/definitions.ts'
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
    [['VerifiableCredential'], undefined, 'Credential'],
    [['VerifiableCredential', 'Credential'], undefined, 'Credential'],
    [[], undefined, 'Credential'],
    [['VerifiableCredential', 'DrivingLicenceCredential'], 'Führerschein', 'Führerschein'],
  ])('%j with the title %s is %s', (types, schemaTitle, title) => {
    expect(titleOf(types, schemaTitle)).toBe(title)
  })
})
