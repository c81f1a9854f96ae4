import { describe, expect, it } from 'vitest'
import { createChallengeBook } from './challenge-book.ts'

const MINUTE_MS = 60 * 1000
const challenge = (srp_a: string, expectedProof = `proof of ${srp_a}`) => ({ srp_a, expectedProof })

describe('challenge book', () => {
  it('take › answers the proof of this username and A, once', () => {
    const book = createChallengeBook()
    book.open('ada', challenge('a1'), 0)
    book.open('ada', challenge('a2'), 0)
    book.open('bob', challenge('a1', 'of bob'), 0)
    expect(book.take('ada', 'a1', 1)).toBe('proof of a1')
    expect(book.take('ada', 'a1', 1)).toBeUndefined()
    expect(book.take('ada', 'a2', 1)).toBe('proof of a2')
    expect(book.take('bob', 'a1', 1)).toBe('of bob')
    expect(book.take('bob', 'a2', 1)).toBeUndefined()
  })

  it('take › misses a challenge after 5 minutes', () => {
    const book = createChallengeBook()
    book.open('ada', challenge('a1'), 0)
    book.open('ada', challenge('a2'), 1)
    expect(book.take('ada', 'a1', 5 * MINUTE_MS)).toBeUndefined()
    expect(book.take('ada', 'a2', 5 * MINUTE_MS)).toBe('proof of a2')
  })

  it('open › the same A again replaces the earlier challenge', () => {
    const book = createChallengeBook()
    book.open('ada', challenge('a1', 'first'), 0)
    book.open('ada', challenge('a1', 'second'), 0)
    expect(book.take('ada', 'a1', 0)).toBe('second')
    expect(book.take('ada', 'a1', 0)).toBeUndefined()
  })

  it('open › keeps 5 per username, and drops the oldest of that username only', () => {
    const book = createChallengeBook()
    book.open('bob', challenge('b'), 0)
    for (const srp_a of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) book.open('ada', challenge(srp_a), 0)
    expect(book.take('ada', 'a1', 0)).toBeUndefined()
    expect(book.take('ada', 'a2', 0)).toBe('proof of a2')
    expect(book.take('ada', 'a6', 0)).toBe('proof of a6')
    expect(book.take('bob', 'b', 0)).toBe('proof of b')
  })

  it('open › keeps 1,000 in all, and drops the oldest of all', () => {
    const book = createChallengeBook()
    for (let count = 0; count <= 1000; count += 1) book.open(`user ${count}`, challenge('a'), 0)
    expect(book.take('user 0', 'a', 0)).toBeUndefined()
    expect(book.take('user 1', 'a', 0)).toBe('proof of a')
    expect(book.take('user 1000', 'a', 0)).toBe('proof of a')
  })

  it('forget › drops the challenges of one username', () => {
    const book = createChallengeBook()
    book.open('ada', challenge('a1'), 0)
    book.open('bob', challenge('b1'), 0)
    book.forget('ada')
    expect(book.take('ada', 'a1', 0)).toBeUndefined()
    expect(book.take('bob', 'b1', 0)).toBe('proof of b1')
  })
})
