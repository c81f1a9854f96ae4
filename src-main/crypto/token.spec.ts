// Proves docs/contract/vault.md, Credentials.

import { describe, expect, it } from 'vitest'
import { hashToken, newAccessToken, newSecretToken } from './token.ts'

const ones = (length: number) => new Uint8Array(length).fill(0xff)

describe('newAccessToken', () => {
  it('names the issuing part and carries 32 random bytes', () => {
    expect(newAccessToken('vault', ones)).toBe(`v_${'_'.repeat(42)}8`)
    expect(newAccessToken('keystore', ones)).toBe(`k_${'_'.repeat(42)}8`)
  })

  it('differs every time', () => {
    expect(newAccessToken('vault')).not.toBe(newAccessToken('vault'))
  })
})

describe('newSecretToken', () => {
  it('has 43 URL-safe characters', () => {
    expect(newSecretToken()).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })
})

describe('hashToken', () => {
  it('is SHA-256 of the text', () => {
    expect(hashToken('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})
