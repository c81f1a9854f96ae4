import { describe, expect, it } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

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
    expect(() => limiter.take(11_500)).toThrow('too many')
  })

  it('does not wait for a clock that was put back', () => {
    const limiter = createRateLimiter({ limit: 1, windowMs: 1000 })
    limiter.take(10_000_000)
    limiter.take(5_000)
    expect(() => limiter.take(5_001)).toThrow('too many')
  })
})
