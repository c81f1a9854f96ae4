// Proves docs/contract/exchange.md, Registries: trust.

import { describe, expect, it } from 'vitest'
import { readDateTime } from '../../../shared/presentation-exchange/date-time.ts'
import { judgeIssuer } from './trust-list.ts'
import type { TrustEntry } from './trust-list.ts'

const ISSUER = 'did:example:harbour'
const ISSUED = { issuer: ISSUER, schemas: ['https://schemas.example/a'], types: ['VerifiableCredential', 'Licence'] }
const now = readDateTime('2026-11-20T18:00:00Z') ?? expect.unreachable()
const anEntry = (members: Partial<TrustEntry> = {}): TrustEntry => ({
  did: ISSUER,
  name: 'Harbour Registry',
  ...members,
})
const judge = (...entries: readonly TrustEntry[]) => judgeIssuer(entries, ISSUED, now)

describe('judgeIssuer', () => {
  it('no list › says nothing', () => {
    expect(judge()).toEqual({ result: 'not_run', code: 'no_data' })
  })

  it.each<[string, Partial<TrustEntry>]>([
    ['without conditions', {}],
    ['for this schema', { schemas: ['https://schemas.example/a'] }],
    ['for this type', { types: ['Licence'], schemas: [] }],
    ['from now on', { valid_from: '2026-11-20T18:00:00Z' }],
    ['until in a moment', { valid_until: '2026-11-20T19:00:00.001+01:00' }],
  ])('an entry %s › trusts', (_name, members) => {
    expect(judge(anEntry(members))).toEqual({ result: 'pass', name: 'Harbour Registry' })
  })

  it.each<[string, Partial<TrustEntry>, string]>([
    ['of another issuer', { did: 'did:example:other' }, 'issuer_untrusted'],
    ['from later on', { valid_from: '2026-11-20T18:00:00.0001Z' }, 'issuer_untrusted'],
    ['until now', { valid_until: '2026-11-20T18:00:00Z' }, 'issuer_untrusted'],
    ['with a bound that is no time', { valid_until: 'never' }, 'issuer_untrusted'],
    ['for another schema', { schemas: ['https://schemas.example/b'] }, 'issuer_not_trusted_for_schema'],
    ['for other types', { types: ['Diploma'] }, 'issuer_not_trusted_for_schema'],
  ])('an entry %s › does not', (_name, members, code) => {
    expect(judge(anEntry(members))).toEqual({ result: 'fail', code })
  })

  it('several entries of one issuer › add up', () => {
    expect(judge(anEntry({ types: ['Diploma'] }), anEntry({ types: ['Licence'] })).result).toBe('pass')
  })
})
