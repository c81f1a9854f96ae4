// Proves docs/contract/exchange.md, Runs.

import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { x5cOf } from '../../../tests/support/exchange/certificates.ts'
import {
  aP256Party,
  IDENTITY,
  identityClaims,
  madeSdJwt,
  theCertifiedIssuer,
} from '../../../tests/support/exchange/sd-jwts.ts'
import { readCertificate } from '../../crypto/certificate.ts'
import { candidateOfSdJwt, openSdJwt } from '../sd-jwt/open-sd-jwt.ts'
import { candidateCredentials } from './candidates.ts'
import { openQuery } from './query-question.ts'

const issuer = theCertifiedIssuer()

/** What a wallet that holds one credential finds for a query. */
function questionFor(header: JsonObject, trusted_authorities: readonly JsonObject[] | undefined) {
  const raw = madeSdJwt({ issuer, header, payload: identityClaims(issuer, aP256Party()) })
  const held = [{ id: 'c1', raw, candidate: candidateOfSdJwt(openSdJwt(raw)) }]
  const credential = {
    ...{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: [IDENTITY] } },
    ...{ require_cryptographic_holder_binding: false, ...(trusted_authorities && { trusted_authorities }) },
  }
  return openQuery({ dcql_query: { credentials: [credential] } }, candidateCredentials(held, []))
}

const CERTIFIED = { x5c: x5cOf('leaf', 'between') }
const keyIdOf = (name: string) => String(readCertificate(x5cOf(name)[0] ?? '').authorityKeyId)
const aki = (value: string) => [{ type: 'aki', values: [value] }]

describe('a query that names authorities', () => {
  it.each(['leaf', 'between'])('is answered with what the authority of %s certifies', (name) => {
    expect([...questionFor(CERTIFIED, aki(keyIdOf(name))).proposed]).toEqual([['pid', 'c1']])
  })

  it.each<[string, JsonObject, readonly JsonObject[]]>([
    ['by another authority', CERTIFIED, aki('s9tIpPmhxdiuNkHMEWNpYim8S8Y')],
    ['by a list that is not looked at here', CERTIFIED, [{ type: 'etsi_tl', values: [keyIdOf('leaf')] }]],
    ['of an issuer without certificates', {}, aki(keyIdOf('leaf'))],
    ['with certificates that nobody can read', { x5c: ['AAAA'] }, aki(keyIdOf('leaf'))],
  ])('one %s › comes nearest, and is not sent', (_, header, authorities) => {
    const { proposed, candidates } = questionFor(header, authorities)

    expect([...proposed]).toEqual([])
    expect(candidates[0]?.nearest?.failed.code).toBe('authority_not_listed')
  })

  it('is answered with anything else where it names none', () => {
    expect([...questionFor({}, undefined).proposed]).toEqual([['pid', 'c1']])
  })
})
