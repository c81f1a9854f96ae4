// Proves docs/contract/exchange.md, Wallet endpoints.

import { describe, expect, it } from 'vitest'
import type { Send } from '../../shared/contract/caller.ts'
import { createExchangeAccess } from './exchange-access.ts'

const ORDER = { body: { presentation: {} }, pointerInSent: (path: string) => path }

function refusing(status: number, error: string, wait: { readonly retryAfterSeconds?: number } = {}) {
  const seen: Parameters<Send>[0][] = []
  const entry = {
    error,
    http_code: status,
    message: 'no',
    requested_language: 'en',
    message_in_requested_language: true,
    extra_info: {},
  }
  const access = createExchangeAccess({
    subscriptionKey: () => 'key',
    send(request) {
      seen.push(request)
      return Promise.resolve({ ok: false, status, body: { errors: [entry] }, ...wait })
    },
  })
  return { access, seen }
}

describe('verify', () => {
  it('says which request it is for, so that requests wait in turn and not for each other', async () => {
    const { access, seen } = refusing(500, 'internal_error')
    await expect(access.verify('request 1', ORDER)).rejects.toMatchObject({ code: 'exchange_unavailable' })

    expect(seen[0]?.headers).toEqual({ 'service-subscription-key': 'key', 'service-waiting-group': 'request 1' })
  })

  it('too much waits already › is passed on with the time to wait, not called unavailable', async () => {
    const { access } = refusing(429, 'too_many_requests', { retryAfterSeconds: 5 })

    await expect(access.verify('request 1', ORDER)).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 5,
    })
  })
})
