// Proves docs/contract/window.md, Wallet.

import { describe, expect, it } from 'vitest'
import { CallError } from '../../../api/call.ts'
import { exampleFor, issueForm, issueRefusal, sdJwtTermsOf, termsOf } from './issue-form.ts'

const TYPED = {
  issuer_id: 'i',
  schema: 's',
  format: 'ldp_vc',
  algorithm: 'EdDSA',
  told: [],
  decoys: '0',
  bound: true,
  values: {},
  from: '',
  until: 'year',
  untilDay: '',
  subject: '',
  with_status: true,
  issue_anyway: false,
} as const
const terms = { from: '', until: 'year', untilDay: '', subject: '' } as const

describe('the order of a credential', () => {
  it('leaves dates and subject to the issuer where nothing is typed', () => {
    expect(termsOf(terms)).toEqual({ issued_at: null, expires_at: null, subject: null })
    expect(termsOf({ ...terms, until: 'never' }).expires_at).toBe('never')
    expect(termsOf({ from: '2026-01-02', until: 'day', untilDay: '2026-03-04', subject: 'did:x' })).toEqual({
      issued_at: '2026-01-02T00:00:00Z',
      expires_at: '2026-03-04T00:00:00Z',
      subject: 'did:x',
    })
  })

  it('lets every value of an SD-JWT VC be withheld that is not always told, and says nothing of it for others', () => {
    const typed = { told: ['name'], decoys: '5' as const, bound: true }
    const values = { name: 'Bob', 'a/b': 1, age: 40 }

    expect(sdJwtTermsOf({ ...typed, format: 'dc+sd-jwt' }, values)).toEqual({
      sd_jwt: { disclosable: ['/a~1b', '/age'], decoys: 5, bound: true },
    })
    expect(sdJwtTermsOf({ ...typed, format: 'jwt_vc' }, values)).toEqual({})
  })

  it('refuses what is no day', () => {
    expect(issueForm.safeParse(TYPED).success).toBe(true)
    expect(issueForm.safeParse({ ...TYPED, from: 'soon' }).error?.issues[0]?.path).toEqual(['from'])
    expect(issueForm.safeParse({ ...TYPED, until: 'day' }).error?.issues[0]?.path).toEqual(['untilDay'])
  })
})

describe('a refused order', () => {
  const refused = (violations: unknown) =>
    new CallError('issue', 400, [
      {
        error: 'credential_invalid',
        http_code: 400,
        message: 'the values break the schema',
        requested_language: 'en',
        message_in_requested_language: true,
        extra_info: { violations },
      },
    ])

  it('is shown at the fields it is about', () => {
    const violations = [{ pointer: '/birthDate', keyword: 'format', message: 'must match format "date"' }]

    expect(issueRefusal(refused(violations), ['birthDate'])).toEqual({
      fields: [{ path: 'values.birthDate', text: 'must match format "date"' }],
    })
  })

  it('is shown as a whole where it is about no field', () => {
    const elsewhere = [{ pointer: '/other', keyword: 'type', message: 'must be string' }]

    expect(issueRefusal(refused(elsewhere), ['birthDate']).failure?.message).toBe('The values break the schema.')
    expect(issueRefusal(refused(undefined), ['birthDate']).failure?.code).toBe('credential_invalid')
  })
})

it('an example has the name of the person whom the credential is for', () => {
  const example = { givenName: 'Alice Marie', familyName: 'Rossi', birthDate: '1991-04-23' }
  expect(exampleFor(example, 'Bob  Jide Okafor')).toEqual({ ...example, givenName: 'Bob Jide', familyName: 'Okafor' })
  expect(exampleFor({ accountHolder: 'Alice Marie Rossi' }, 'Kim')).toEqual({ accountHolder: 'Kim' })
  expect(exampleFor(example, 'Kim')).toEqual({ ...example, familyName: 'Kim' })
  expect(exampleFor({ over18: true }, 'Kim')).toEqual({ over18: true })
})
