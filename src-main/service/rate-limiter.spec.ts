// Proves docs/contract/keystore.md, SRP login.

import { describe, expect, it } from 'vitest'
import { IN_PROCESS } from './call.ts'
import { countedBySender, createRateLimiter } from './rate-limiter.ts'

describe('rate limiter', () => {
  it('allows so many calls in a window and begins anew after it', () => {
    const limiter = createRateLimiter({ limit: 2, windowMs: 1000 })
    limiter.take(10_000)
    limiter.take(10_999)
    expect(() => limiter.take(10_999)).toThrow(
      expect.objectContaining({ code: 'too_many_requests', retryAfterSeconds: 1 }),
    )
    limiter.take(11_000)
    limiter.take(11_001)
    expect(() => limiter.take(11_500)).toThrow('Too many')
  })

  it('does not wait for a clock that was put back', () => {
    const limiter = createRateLimiter({ limit: 1, windowMs: 1000 })
    limiter.take(10_000_000)
    limiter.take(5_000)
    expect(() => limiter.take(5_001)).toThrow('Too many')
  })
})

describe('countedBySender', () => {
  it('counts what comes over the network apart from the window', () => {
    const limiters = countedBySender(() => createRateLimiter({ limit: 1, windowMs: 1000 }))
    const network = limiters({ overNetwork: true, remote: '127.0.0.1', address: '' })
    const other = limiters({ overNetwork: true, remote: '127.0.0.2', address: '' })
    network.take(0)
    expect(() => other.take(0)).toThrow('Too many')
    limiters(IN_PROCESS).take(0)
  })
})
