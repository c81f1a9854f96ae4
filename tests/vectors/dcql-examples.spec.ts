// Proves docs/contract/exchange.md, DCQL, Vectors.

/** What OpenID4VP 1.0 prints beside whole queries, which the specs in `shared/dcql` read. */
import { describe, expect, it } from 'vitest'
import { checkQuery } from '../../shared/dcql/check-query.ts'
import { evaluateAnswers } from '../../shared/dcql/evaluate-answers.ts'
import { evaluateCredentialQuery } from '../../shared/dcql/evaluate-query.ts'
import { readCandidate } from '../../shared/presentation-exchange/candidate.ts'
import { isTokenObject } from '../../shared/presentation-exchange/presentation-forms.ts'
import { aCredentialQuery, anSdJwt, aQuery } from '../support/exchange/dcql.ts'
import { findings } from '../support/exchange/evaluation.ts'
import { AUTHORITIES, QUERIES, TOKENS, TYPES } from './dcql-vectors.ts'

describe.each(AUTHORITIES)('6.1.1, $type', (authority) => {
  const members = { trusted_authorities: [authority] }
  const found = (authorities: readonly (typeof AUTHORITIES)[number][]) =>
    findings(evaluateCredentialQuery(aCredentialQuery(members), anSdJwt({}), { authorities }))

  it('the entry › has no faults', () => {
    const credentials = [{ id: 'pid', format: 'dc+sd-jwt', meta: {}, ...members }]
    expect(checkQuery({ credentials }).faults).toEqual([])
  })

  it('is met by a credential of this authority, and of no other', () => {
    expect(found([authority])).toEqual([])
    expect(found(AUTHORITIES.filter((one) => one !== authority))).toEqual(['trusted_authorities authority_not_listed'])
  })
})

describe('8.1.1 and B.1.3.1', () => {
  const simple = QUERIES.simple.credentials[0]
  const multiple = { credentials: [{ ...simple, multiple: true }] }

  it.each([
    ['one presentation', TOKENS.simple, QUERIES.simple, []],
    ['two where multiple is true', TOKENS.simple_multiple, multiple, []],
    ['two where it is not', TOKENS.simple_multiple, QUERIES.simple, ['requirement_exceeded my_credential']],
    ['a JWT of W3C', TOKENS.jwt_vc, QUERIES.jwt_vc, []],
    ['an answer to another query', TOKENS.jwt_vc, QUERIES.simple, ['descriptor_missing my_credential']],
  ])('%s › answers, or not, with presentations that hold', (_, token, query, expected) => {
    const held = Object.entries<readonly unknown[]>(token).map(
      ([id, list]) => [id, list.map(() => ({ satisfied: true }))] as const,
    )
    const { satisfied, faults } = evaluateAnswers(aQuery(query), new Map(held))

    expect(isTokenObject(token)).toBe(true)
    expect(faults.map(({ code, descriptor }) => `${code} ${descriptor}`)).toEqual(expected)
    expect(satisfied).toBe(expected.length === 0)
  })
})

describe('B.1.1, type_values', () => {
  const query = aCredentialQuery({ format: 'ldp_vc', meta: { type_values: TYPES.type_values } })
  /** As the contexts that are printed with them name them; `IdentityCredential` is in none. */
  const iriOf = (type: string) =>
    type === 'VerifiableCredential'
      ? `https://www.w3.org/2018/credentials#${type}`
      : `https://example.org/examples#${type}`
  const found = (type: readonly string[], iris: readonly string[]) => {
    const candidate = readCandidate({ type }, iris)
    if (candidate === undefined) throw new Error('this is no credential')
    return findings(evaluateCredentialQuery(query, candidate, {}))
  }

  it.each(TYPES.matching.map((types) => [types.join(', '), types] as const))('%s › match', (_, types) => {
    expect(found(types, types.filter((type) => type !== 'IdentityCredential').map(iriOf))).toEqual([])
  })

  it('one type of a list that asks for three › does not', () => {
    const types = ['VerifiableCredential', 'BachelorDegree']
    expect(found(types, types.map(iriOf))).toEqual(['schema schema_mismatch'])
  })
})
