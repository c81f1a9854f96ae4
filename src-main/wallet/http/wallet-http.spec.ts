// Proves docs/contract/exchange.md, Runs.

import { describe, expect, it } from 'vitest'
import type { WalletRequest } from '../store/wallet-ports.ts'
import { reachOver, walletHttpOver } from './wallet-http.ts'

const REQUEST: WalletRequest = {
  method: 'POST',
  url: 'http://127.0.0.1:4242/verifier/requests/r/presentations',
  headers: { 'content-type': 'application/json' },
  body: '{}',
  timeoutMs: 50,
  maxBytes: 10,
  userId: 'u1',
}
const reachOf = reachOver(() => 'http://127.0.0.1:4242')
const never = () => new Promise<Response>(() => undefined)
const refuse = () => Promise.reject(new Error('must not be asked'))

describe('reachOver', () => {
  it.each([
    ['http://127.0.0.1:4242/x', 'own'],
    ['http://localhost:4242/x', 'own'],
    ['http://[::1]:4242/x', 'own'],
    ['https://127.0.0.1:4242/x', 'loopback'],
    ['http://127.0.0.1:4243/x', 'loopback'],
    ['http://127.9.9.9/x', 'loopback'],
    ['http://192.168.1.2:4242/x', 'remote'],
    ['http://127.0.0.1.example.org:4242/x', 'remote'],
    ['https://verifier.example/x', 'remote'],
  ])('%s is %s', (url, reach) => {
    expect(reachOf(url)).toBe(reach)
  })

  it('calls nothing its own while nothing is served', () => {
    expect(reachOver(() => undefined)('http://127.0.0.1:4242/x')).toBe('loopback')
  })
})

describe('walletHttpOver', () => {
  it('answers own addresses without a socket, in the name of the user', async () => {
    const asked: (readonly [string, string, string])[] = []
    const http = walletHttpOver({
      reachOf,
      fetchOwn: async (request, userId) => {
        asked.push([request.method, await request.text(), userId])
        return new Response('{"a":1}', { status: 201, headers: { 'x-seen': 'yes' } })
      },
      fetchOther: refuse,
    })

    expect(await http(REQUEST)).toMatchObject({ status: 201, body: '{"a":1}', headers: { 'x-seen': 'yes' } })
    expect(asked).toEqual([['POST', '{}', 'u1']])
  })

  it('follows no redirect and sends no cookies', async () => {
    const seen: Request[] = []
    const http = walletHttpOver({
      reachOf,
      fetchOwn: refuse,
      fetchOther: (request) => {
        seen.push(request)
        return Promise.resolve(new Response(null, { status: 302, headers: { location: 'http://elsewhere.example' } }))
      },
    })

    expect(await http({ ...REQUEST, url: 'https://verifier.example/x' })).toMatchObject({ status: 302, body: '' })
    expect(seen.map(({ redirect, headers }) => [redirect, headers.get('cookie')])).toEqual([['manual', null]])
  })

  const stalled = () => Promise.resolve(new Response(new TransformStream<Uint8Array, Uint8Array>().readable))

  it.each([
    ['a reply that is too large', () => Promise.resolve(new Response('01234567890')), 'too_large'],
    ['nobody who answers', never, 'timed_out'],
    ['a body that never ends', stalled, 'timed_out'],
    ['a connection that is refused', () => Promise.reject(new TypeError('fetch failed')), 'not_reachable'],
  ])('ends with %s', async (_what, answer, code) => {
    const own = walletHttpOver({ reachOf, fetchOwn: answer, fetchOther: refuse })
    const other = walletHttpOver({ reachOf, fetchOwn: refuse, fetchOther: answer })

    await expect(own(REQUEST)).rejects.toMatchObject({ name: 'WalletHttpError', code })
    await expect(other({ ...REQUEST, url: 'http://127.0.0.1:1/' })).rejects.toMatchObject({ code })
  })
})
