// Proves docs/contract/window.md, Trust.

import { describe, expect, it } from 'vitest'
import { keyKindOf } from './key-kind.ts'

describe('the kind of key of a DID', () => {
  it.each([
    ['did:key:z6MkpTHR8VNsBxYAAWHut2Geadd9jSwuBV8xRoAnwWsdvktH', 'Ed25519'],
    ['did:key:zDnaerx9CtbPJ1q36T5Ln5wYt3MQYeGRG5ehnPAmxcf5mDZpv', 'P-256'],
    ['did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme', 'secp256k1'],
    ['did:key:z4MXj1wBzi9jUstyPMS4jQqB6KdJaiatPkAtVtGc6bQEQEEs', 'RSA'],
    ['did:key:zUC7', undefined],
    ['did:web:z6Mk.example', undefined],
  ])('%s › %s', (did, kind) => {
    expect(keyKindOf(did)).toBe(kind)
  })
})
