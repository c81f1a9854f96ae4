// Proves docs/contract/window.md, Wallet.

import { describe, expect, it } from 'vitest'
import { claimsOf, proofOf } from './shown-claims.ts'

describe('claimsOf', () => {
  it('are what is said about the subject, members of members too', () => {
    const credentialSubject = { id: 'did:x', type: 'Person', name: 'Bob', age: 40, home: { town: 'Rome' }, tags: ['a'] }

    expect(claimsOf({ credentialSubject })).toEqual([
      { name: 'name', value: 'Bob' },
      { name: 'age', value: '40' },
      { name: 'home.town', value: 'Rome' },
      { name: 'tags', value: '["a"]' },
    ])
  })

  it('are those of every subject, and none of what is no subject', () => {
    expect(claimsOf({ credentialSubject: [{ a: '1' }, { b: '2' }] }).map(({ name }) => name)).toEqual(['a', 'b'])
    expect(claimsOf({ credentialSubject: 'did:x' })).toEqual([])
    expect(claimsOf({})).toEqual([])
  })
})

describe('claimsOf an SD-JWT VC', () => {
  it('are all but those of its issuer, a claim named id too', () => {
    const issuers = { iss: 'did:x', iat: 1, vct: 'https://schemas.example/pid', cnf: {}, status: {}, exp: 2 }

    expect(claimsOf({ ...issuers, id: 'A1', address: { city: 'Rome' } })).toEqual([
      { name: 'id', value: 'A1' },
      { name: 'address.city', value: 'Rome' },
    ])
  })
})

describe('proofOf', () => {
  it('is the proof of a document or the header of a JWT', () => {
    const part = (value: object): string => btoa(JSON.stringify(value)).replaceAll('=', '')

    expect(proofOf({ proof: { type: 'Ed25519Signature2018' } })).toEqual({ type: 'Ed25519Signature2018' })
    expect(proofOf(`${part({ alg: 'ES256' })}.${part({})}.x`)).toEqual({ alg: 'ES256' })
    expect(proofOf(`${part({ alg: 'ES256' })}.${part({})}.x~WyJzIl0~`)).toEqual({ alg: 'ES256' })
    expect(proofOf('no token')).toBeUndefined()
    expect(proofOf({})).toBeUndefined()
  })
})
