// Proves docs/contract/keystore.md, SRP login.

import { describe, expect, it } from 'vitest'
import type { ChallengePurpose } from '../../../shared/contract/srp-values.ts'
import type { ChallengeBook } from './challenge-book.ts'
import { createChallengeBook } from './challenge-book.ts'

const MINUTE_MS = 60 * 1000

interface Given {
  readonly expectedProof?: string
  readonly purpose?: ChallengePurpose
  readonly atMs?: number
}

function open(book: ChallengeBook, username: string, srp_a: string, given: Given = {}): void {
  const { expectedProof = `proof of ${srp_a}`, purpose = 'login', atMs = 0 } = given
  book.open({ username, purpose, srp_a, expectedProof }, atMs)
}

function take(book: ChallengeBook, username: string, srp_a: string, given: Given = {}): string | undefined {
  const { purpose = 'login', atMs = 0 } = given
  return book.take({ username, purpose, srp_a }, atMs)
}

describe('challenge book', () => {
  it('take › answers the proof of this username and A, once', () => {
    const book = createChallengeBook()
    open(book, 'ada', 'a1')
    open(book, 'ada', 'a2')
    open(book, 'bob', 'a1', { expectedProof: 'of bob' })
    expect(take(book, 'ada', 'a1')).toBe('proof of a1')
    expect(take(book, 'ada', 'a1')).toBeUndefined()
    expect(take(book, 'ada', 'a2')).toBe('proof of a2')
    expect(take(book, 'bob', 'a1')).toBe('of bob')
    expect(take(book, 'bob', 'a2')).toBeUndefined()
  })

  it('take › a challenge serves what it was asked for, and nothing else', () => {
    const book = createChallengeBook()
    open(book, 'ada', 'a1')
    open(book, 'ada', 'a2', { purpose: 'change_passphrase' })
    expect(take(book, 'ada', 'a1', { purpose: 'change_passphrase' })).toBeUndefined()
    expect(take(book, 'ada', 'a2')).toBeUndefined()
    expect(take(book, 'ada', 'a2', { purpose: 'change_passphrase' })).toBe('proof of a2')
  })

  it('take › misses a challenge after 5 minutes', () => {
    const book = createChallengeBook()
    open(book, 'ada', 'a1')
    open(book, 'ada', 'a2', { atMs: 1 })
    expect(take(book, 'ada', 'a1', { atMs: 5 * MINUTE_MS })).toBeUndefined()
    expect(take(book, 'ada', 'a2', { atMs: 5 * MINUTE_MS })).toBe('proof of a2')
  })

  it('open › the same A again replaces the earlier challenge, and lives from now on', () => {
    const book = createChallengeBook()
    open(book, 'ada', 'a1', { expectedProof: 'first' })
    open(book, 'ada', 'a2')
    open(book, 'ada', 'a1', { expectedProof: 'second', atMs: MINUTE_MS })
    expect(take(book, 'ada', 'a1', { atMs: 5 * MINUTE_MS })).toBe('second')
    expect(take(book, 'ada', 'a1', { atMs: 5 * MINUTE_MS })).toBeUndefined()
    expect(take(book, 'ada', 'a2', { atMs: 5 * MINUTE_MS })).toBeUndefined()
  })

  it('open › no challenge gives way to others, of the same username or of all', () => {
    const book = createChallengeBook()
    open(book, 'ada', 'of the owner')
    for (let count = 0; count < 1000; count += 1) open(book, 'ada', `of a stranger ${count}`)
    for (let count = 0; count < 10_000; count += 1) open(book, `user ${count}`, 'a')
    expect(take(book, 'ada', 'of the owner')).toBe('proof of of the owner')
    expect(take(book, 'ada', 'of a stranger 0')).toBe('proof of of a stranger 0')
    expect(take(book, 'user 0', 'a')).toBe('proof of a')
  })

  it('open › where 16,384 are open, the oldest gives way to one more', () => {
    const book = createChallengeBook()
    for (let count = 0; count <= 16_384; count += 1) open(book, `user ${count}`, 'a')
    expect(take(book, 'user 0', 'a')).toBeUndefined()
    expect(take(book, 'user 1', 'a')).toBe('proof of a')
    expect(take(book, 'user 16384', 'a')).toBe('proof of a')
  })

  it('open › does not work out the proof, which costs more than the challenge; take does', () => {
    const book = createChallengeBook()
    let count = 0
    const key = { username: 'ada', purpose: 'login', srp_a: 'a1' } as const
    const challenge = {
      ...key,
      get expectedProof() {
        count += 1
        return 'proof'
      },
    }
    book.open(challenge, 0)
    expect(count).toBe(0)
    expect(book.take(key, 0)).toBe('proof')
    expect(count).toBe(1)
  })

  it('forget › drops the challenges of one username', () => {
    const book = createChallengeBook()
    open(book, 'ada', 'a1')
    open(book, 'bob', 'b1')
    book.forget('ada')
    expect(take(book, 'ada', 'a1')).toBeUndefined()
    expect(take(book, 'bob', 'b1')).toBe('proof of b1')
  })
})
