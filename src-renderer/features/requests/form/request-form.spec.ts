// Proves docs/contract/window.md, Verifier.

import { describe, expect, it } from 'vitest'
import { verifierRequestOperations } from '../../../../shared/contract/verifier-requests.ts'
import { aRequest } from '../testing/a-request.ts'
import type { RequestValues } from './request-form.ts'
import { ADJUSTABLE, defaultValues, requestForm, valuesLike } from './request-form.ts'

const bodyOf = (changes: Partial<RequestValues>) => requestForm().parse({ ...defaultValues('d1'), ...changes })
const wrongOf = (changes: Partial<RequestValues>) =>
  requestForm()
    .safeParse({ ...defaultValues('d1'), ...changes })
    .error?.issues.map(({ path }) => path.join('.'))

describe('requestForm', () => {
  it('asks with the defaults of the contract when nothing but a definition was chosen', () => {
    const accepted = verifierRequestOperations.createVerifierRequest.body.parse({ definition_id: 'd1' })

    expect(bodyOf({})).toEqual({ ...accepted, policy: {} })
  })

  it('makes the body of the call from every choice', () => {
    const chosen = bodyOf({
      name: ' Desk 2 ',
      expires_in: '3600',
      binding: 'required',
      client_id_prefix: 'redirect_uri',
      max_age: '',
      max_attempts: '3',
      trust: 'only',
      issuers: ['did:key:a'],
      other_issuers: 'did:web:b.example\n did:key:a',
      policy: { 'credential.expiry': 'warn', 'credential.trust': '' },
      scheme: 'openid4vp',
      on_valid: 'webhook',
      webhook: 'http://127.0.0.1:9000/done',
    })

    expect(verifierRequestOperations.createVerifierRequest.body.parse(chosen)).toEqual({
      definition_id: 'd1',
      name: 'Desk 2',
      expires_in: 3600,
      binding: 'required',
      client_id_prefix: 'redirect_uri',
      max_age_seconds: null,
      max_attempts: 3,
      trusted_issuers: ['did:key:a', 'did:web:b.example'],
      policy: { 'credential.expiry': 'warn' },
      wallet_scheme: 'openid4vp',
      on_valid: { kind: 'webhook', url: 'http://127.0.0.1:9000/done' },
    })
    expect(bodyOf({ on_valid: 'store_item', user_id: 'u1' }).on_valid).toEqual({ kind: 'store_item', user_id: 'u1' })
  })

  it('trusts nobody when only nobody is named, and the list when it is left alone', () => {
    expect(bodyOf({ trust: 'only' }).trusted_issuers).toEqual([])
    expect(bodyOf({ issuers: ['did:key:a'] })).not.toHaveProperty('trusted_issuers')
  })

  it('takes digits of any script', () => {
    expect(bodyOf({ expires_in: '٣٦٠٠', max_attempts: '３' })).toMatchObject({ expires_in: 3600, max_attempts: 3 })
  })

  it.each([
    ['definition_id', { definition_id: '' }],
    ['max_age', { max_age: '0' }],
    ['max_age', { max_age: '5 minutes' }],
    ['max_attempts', { max_attempts: '1001' }],
    ['other_issuers', { other_issuers: 'Harbour Registry' }],
    ['scheme', { scheme: '1wallet' }],
    ['webhook', { on_valid: 'webhook', webhook: 'http://wallet.example/done' }],
    ['webhook', { on_valid: 'webhook', webhook: 'file:///etc' }],
    ['user_id', { on_valid: 'store_item' }],
  ] as const)('names %s when it is %o', (field, changes) => {
    expect(wrongOf(changes)).toContain(field)
  })

  it('offers the levels that each adjustable check can have', () => {
    expect(ADJUSTABLE).toHaveLength(9)
    expect(ADJUSTABLE.find(({ check }) => check === 'credential.terms')?.levels).toEqual(['fail', 'warn'])
    expect(ADJUSTABLE.find(({ check }) => check === 'credential.expiry')?.levels).toEqual(['fail', 'warn', 'off'])
  })
})

describe('valuesLike', () => {
  it('asks the same again', () => {
    const request = aRequest('r1', {
      name: 'Desk 2',
      created_at: '2026-11-22T09:00:00.000Z',
      expires_at: '2026-11-22T10:00:00.000Z',
      binding: 'ignored',
      client_id_prefix: 'redirect_uri',
      max_age_seconds: null,
      max_attempts: 7,
      trusted_issuers: ['did:key:a', 'did:key:unknown'],
      policy: { 'credential.status': 'off' },
      on_valid: { kind: 'store_item', user_id: 'u1' },
    })

    expect(requestForm().parse(valuesLike(request, ['did:key:a']))).toEqual({
      definition_id: 'd1',
      name: 'Desk 2',
      expires_in: 3600,
      binding: 'ignored',
      client_id_prefix: 'redirect_uri',
      max_age_seconds: null,
      max_attempts: 7,
      trusted_issuers: ['did:key:a', 'did:key:unknown'],
      policy: { 'credential.status': 'off' },
      wallet_scheme: 'vaultbench-wallet',
      on_valid: { kind: 'store_item', user_id: 'u1' },
    })
  })
})
